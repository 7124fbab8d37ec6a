"""The contrast of the texts of a page."""

from tests.support.browser import Page

_CONTRASTS = """
(() => {
  const rgba = (text) => {
    const found = text.match(/[\\d.]+/g).map(Number);
    return found.length === 3 ? [...found, 1] : found;
  };
  const luminance = (color) => color.slice(0, 3)
    .map((part) => part / 255)
    .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, place) => sum + part * [0.2126, 0.7152, 0.0722][place], 0);
  const background = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const color = rgba(getComputedStyle(one).backgroundColor);
      if (color[3] === 1) return color;
    }
    return [255, 255, 255, 1];
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.checkVisibility()) continue;
    const both = [rgba(getComputedStyle(element).color), background(element)].map(luminance);
    const ratio = (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
    found.push({ text: walker.currentNode.data.trim(), ratio });
  }
  return found;
})()
"""


def contrasts(shown: Page) -> list[dict[str, float]]:
    """Return each visible text with the ratio of luminances of WCAG 2."""
    found: list[dict[str, float]] = shown.evaluate(_CONTRASTS)
    return found

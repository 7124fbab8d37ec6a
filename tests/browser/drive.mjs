// Drives Chromium for tests/support/browser.py.
// A line in is a call, {"page": 0, "method": "keyboard.press", "arguments": ["Tab"]}; the line out is
// {"value": …} or {"error": …}. Without a page, "open" opens a URL and returns the page's number, and
// "forget" closes all pages with their storage.
import { createInterface } from "node:readline";
import puppeteer from "puppeteer-core";

const TIMEOUT_MS = 300_000;
const folder = new URL("node_modules/.chromium/", import.meta.url).pathname;
const browser = await puppeteer.launch({
  executablePath: `${folder}chromium`,
  headless: "shell",
  // The sandbox of Chromium does not start for root.
  args: ["--disable-gpu", "--font-render-hinting=none", ...(process.getuid() ? [] : ["--no-sandbox"])],
  env: { ...process.env, LD_LIBRARY_PATH: `${folder}al2023/lib`, FONTCONFIG_FILE: `${folder}fonts.conf` },
  protocolTimeout: TIMEOUT_MS,
  timeout: TIMEOUT_MS,
});
const pages = [];
const context = await browser.createBrowserContext();
let unused; // a page that is open and empty: to start its process takes longer than most tests

// What leaves no trace in a page that is emptied and used again.
const TRACELESS = /^(evaluate|click|type|reload|screenshot|pdf|requested|complaints|setViewport|waitForFunction|download|keyboard\..*|cdp\.send DOM\..*)$/u;

async function newPage() {
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  page.on("request", (request) => page.requested.push(request.url()));
  page.on("pageerror", (error) => page.complaints.push(error.message));
  page.on("dialog", (dialog) => {
    // An empty page asks nothing.
    if (page === unused) return dialog.accept();
    page.complaints.push(`dialog: ${dialog.message()}`);
    return dialog.dismiss();
  });
  page.on("console", (message) => {
    if (["error", "warn"].includes(message.type())) page.complaints.push(message.text());
  });
  page.cdp = await page.createCDPSession();
  page.download = (selector, folder, key) => download(page, selector, folder, key);
  page.isChanged = false;
  return page;
}

async function open(url, viewport) {
  const page = unused ?? (await newPage());
  unused = undefined;
  page.requested = [];
  page.complaints = [];
  await page.setViewport(viewport);
  await page.goto(url, { waitUntil: "load" });
  // What the page has observed is reported with its first frame, which can come later.
  await page.evaluate(() => new Promise((done) => new IntersectionObserver(() => done()).observe(document.documentElement)));
  return pages.push(page) - 1;
}

async function download(page, selector, folder, key) {
  const wanted = { behavior: "allow", downloadPath: folder, browserContextId: context.id, eventsEnabled: true };
  await page.cdp.send("Browser.setDownloadBehavior", wanted);
  const completed = new Promise((resolve, reject) =>
    page.cdp.on("Browser.downloadProgress", ({ state }) => {
      if (state === "completed") resolve();
      if (state === "canceled") reject(new Error("The download was canceled."));
    }),
  ).finally(() => page.cdp.removeAllListeners("Browser.downloadProgress"));
  if (key) {
    await page.focus(selector);
    await page.keyboard.press(key);
  } else {
    await page.click(selector);
  }
  await completed;
}

async function forget() {
  const opened = await context.pages();
  unused = opened.find((page) => pages.includes(page) && !page.isChanged);
  await Promise.all(opened.filter((page) => page !== unused).map((page) => page.close()));
  if (!unused) unused = await newPage();
  await unused.evaluate(() => sessionStorage.clear()).catch(() => {}); // an empty page has none
  await unused.goto("about:blank");
  await unused.cdp.send("Storage.clearDataForOrigin", { origin: "*", storageTypes: "all" });
  await unused.cdp.send("Network.clearBrowserCache");
  pages.length = 0;
}

async function answer({ page, method, arguments: given }) {
  if (page === undefined) return { open, forget }[method](...given);
  const path = method.split(".");
  const name = path.pop();
  const owner = path.reduce((object, key) => object[key], pages[page]);
  pages[page].isChanged ||= !TRACELESS.test(method === "cdp.send" ? `${method} ${given[0]}` : method);
  return typeof owner[name] === "function" ? owner[name](...given) : owner[name];
}

for await (const line of createInterface({ input: process.stdin })) {
  let reply;
  try {
    reply = { value: (await answer(JSON.parse(line))) ?? null };
  } catch (error) {
    reply = { error: String(error.stack ?? error) };
  }
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}
await browser.close();

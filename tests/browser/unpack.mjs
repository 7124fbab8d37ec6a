// Unpacks Chromium, its libraries and fonts into node_modules/.chromium; npm runs this once.
import { mkdirSync, writeFileSync } from "node:fs";

const folder = new URL("node_modules/.chromium", import.meta.url).pathname;
mkdirSync(folder, { recursive: true });
// The package unpacks into the temporary directory, and its libraries only on the servers that it
// is made for.
process.env.TMPDIR = folder;
process.env.AWS_EXECUTION_ENV = "AWS_Lambda_nodejs22.x";
const { default: chromium } = await import("@sparticuz/chromium");
await chromium.executablePath();
// Chromium does not work without a font, and the package's own list of fonts is for these servers.
writeFileSync(
  `${folder}/fonts.conf`,
  `<?xml version="1.0"?>
<fontconfig>
  <dir>${folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`,
);

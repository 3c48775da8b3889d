import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import chromium from "@sparticuz/chromium";
import { type Browser, chromium as playwright } from "playwright-core";

/** A browser without open pages, and a function to close it. */
export async function openBrowser(): Promise<{ readonly browser: Browser; readonly close: () => Promise<void> }> {
  // The browser unpacks itself under fixed names into the folder of temporary files, where another user of the machine may have been
  // before, so it gets one of its own.
  const unpacked = await mkdtemp(join(tmpdir(), "accord-browser-"));
  process.env.TMPDIR = unpacked;
  // Our pages need no graphics processor, and emulating one takes half of the time.
  chromium.setGraphicsMode = false;
  // Chromium may crash as it starts, before any page is open; it is started once more.
  const browser = await launch().catch(launch);
  return {
    browser,
    close: async () => {
      await browser.close();
      await rm(unpacked, { recursive: true, force: true });
    },
  };
}

async function launch(): Promise<Browser> {
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    // In a container root cannot use Chromium's sandbox; only our own pages are opened. In single-process mode a second context
    // would end the browser.
    args: [
      ...chromium.args.filter((arg) => arg !== "--single-process" && arg !== "--disable-web-security"),
      "--no-sandbox",
    ],
    headless: true,
  });
}

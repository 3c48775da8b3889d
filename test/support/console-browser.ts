import type { Page } from "playwright-core";
import { builtConsole } from "../../src/cli/console-build.ts";
import type { MemberRole } from "../../src/platform/auth/roles.ts";
import { createSignInLink } from "../../src/platform/auth/sign-in-links.ts";
import { addUser } from "../../src/platform/auth/users.ts";
import { startApi, type TestApi, type TestMerchant } from "./api.ts";
import { openBrowser } from "./browser.ts";

export type Screen = { readonly width?: number; readonly height?: number; readonly colorScheme?: "light" | "dark" };

/** The whole program with its console, and a browser. */
export type ConsoleBrowser = {
  readonly api: TestApi;
  /** A page on which a new member of the merchant has opened their sign-in link. */
  readonly signedIn: (merchant: TestMerchant, role?: MemberRole, screen?: Screen) => Promise<Page>;
  /** Requests to other servers and errors of pages since the last call. */
  readonly trouble: () => string[];
  /**
   * Closes everything, and returns the troubles that no test has asked for. It closes also after troubles, because otherwise a
   * failed test would never end.
   */
  readonly close: () => Promise<string[]>;
};

/** Rejections that a test provokes appear in the page's console too; expected ones are no trouble. */
const expected = /Failed to load resource/;

export async function openConsole(): Promise<ConsoleBrowser> {
  const folder = await builtConsole({ signal: AbortSignal.timeout(300_000), onBuild: () => undefined });
  const api = await startApi({ works: true, console: () => ({ status: "ready", folder }) });
  const { browser, close } = await openBrowser();
  const troubles: string[] = [];
  const watch = (page: Page) => {
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(api.url) && !/^(?:data|blob):/.test(url)) troubles.push(`request to ${url}`);
    });
    page.on("pageerror", (error) => troubles.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error" && !expected.test(message.text())) troubles.push(message.text());
    });
    page.on("response", (response) => {
      if (response.status() >= 500) troubles.push(`${response.status()} ${response.url()}`);
    });
  };
  return {
    api,
    signedIn: async ({ merchantId }, role = "OWNER", { width = 1280, height = 900, colorScheme = "light" } = {}) => {
      const userId = await addUser(api.platform.db, merchantId, `${crypto.randomUUID()}@example.com`, role);
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme,
        locale: "en-GB",
        reducedMotion: "reduce",
      });
      const page = await context.newPage();
      page.setDefaultTimeout(60_000);
      page.setDefaultNavigationTimeout(90_000);
      watch(page);
      const { token } = await createSignInLink(api.platform.db, { userId, merchantId });
      await page.goto(`${api.url}/sign-in#token=${token}`);
      const shell = page.getByRole("navigation", { name: "Main" }).or(page.getByRole("button", { name: "Menu" }));
      try {
        await shell.first().waitFor({ timeout: 90_000 });
      } catch (cause) {
        throw new Error(`Nobody is signed in. The page says: ${await page.locator("body").innerText()}`, { cause });
      }
      return page;
    },
    trouble: () => troubles.splice(0),
    close: async () => {
      const left = troubles.splice(0);
      try {
        await close();
      } finally {
        await api.close();
      }
      return left;
    },
  };
}

import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { Json } from "./api.ts";

/** A table of a screen: the texts of its headings, of every row, and of the totals. */
export type ShownTable = {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly sums: readonly string[];
};

export type Ask = (path: string) => Promise<Json>;

/** Compares numbers on a screen with the API, and collects differences as sentences. */
export type Comparison = {
  readonly differences: string[];
  /** The number of comparisons: a test that compared nothing proves nothing. */
  compared: number;
};

export function same(of: Comparison, what: string, shown: string | undefined, expected: string): void {
  of.compared += 1;
  if (shown !== expected) of.differences.push(`${what}: shows ${shown ?? "nothing"}, the API has ${expected}`);
}

/** An amount in the format of a column: thousands separated, negative in parentheses, zero as a dash. Exact, without floats. */
export function money(text: string): string {
  if (!/[1-9]/.test(text)) return "–";
  const [whole = "", decimals] = text.replace("-", "").split(".");
  const digits = whole.replaceAll(/\B(?=(\d{3})+$)/g, ",") + (decimals === undefined ? "" : `.${decimals}`);
  return text.startsWith("-") ? `(${digits})` : digits;
}

const symbols: Readonly<Record<string, string>> = { USD: "$", EUR: "€", JPY: "¥", GBP: "£" };

/** An amount outside a table, with its currency sign; zero is a dash there too. */
export function moneyOf(text: string, currency: string): string {
  const sign = symbols[currency];
  assert(sign !== undefined, `${currency} has no sign here`);
  const plain = money(text);
  if (plain === "–") return plain;
  return plain.startsWith("(") ? `(${sign}${plain.slice(1)}` : `${sign}${plain}`;
}

/** The exact sum of decimal texts, with the decimals of the most precise one. */
export function total(texts: readonly string[]): string {
  const places = Math.max(0, ...texts.map((text) => text.split(".")[1]?.length ?? 0));
  const units = texts.reduce((sum, text) => {
    const [whole = "", decimals = ""] = text.split(".");
    return sum + BigInt(whole + decimals.padEnd(places, "0"));
  }, 0n);
  if (places === 0) return units.toString();
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, "0");
  return `${units < 0n ? "-" : ""}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** Opens a screen of the console and waits until all its requests are answered. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: "networkidle" });
  await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
}

/** The table with a label, with every row, as for printing: on the screen only visible rows are drawn. */
export async function tableOf(page: Page, label: string): Promise<ShownTable> {
  const table = page.getByRole("table", { name: label, exact: true }).first();
  await table.waitFor();
  await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
  await page.evaluate(() => void window.dispatchEvent(new Event("beforeprint")));
  const shown = await table.evaluate((element) => {
    const texts = (row: Element) =>
      [...row.querySelectorAll("th, td")].map((cell) => (cell as HTMLElement).innerText.trim().replaceAll(/\s+/g, " "));
    const [head] = element.querySelectorAll("thead tr");
    const [foot] = element.querySelectorAll("tfoot tr");
    return {
      heads: head ? texts(head) : [],
      rows: [...element.querySelectorAll("tbody tr")].map(texts),
      sums: foot ? texts(foot) : [],
    };
  });
  await page.evaluate(() => void window.dispatchEvent(new Event("afterprint")));
  return shown;
}

/** The key figures of a screen, by name. */
export async function figuresOf(page: Page, label: string): Promise<ReadonlyMap<string, string>> {
  // A placeholder has no text, so a figure is loaded once it has text.
  const list = page.locator(`dl[aria-label="${label}"]`);
  await list.waitFor();
  const pairs = await list
    .locator("> div")
    .evaluateAll((figures) =>
      figures.map((each): [string, string] => [
        each.querySelector("dt")?.textContent?.trim() ?? "",
        each.querySelector("dd")?.textContent?.trim() ?? "",
      ]),
    );
  return new Map(pairs);
}

/** The cell of a row under a heading. */
export function cellOf({ heads }: ShownTable, row: readonly string[] | undefined, head: string): string | undefined {
  const at = heads.indexOf(head);
  return at < 0 ? undefined : row?.[at];
}

import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { Json } from "./api.ts";

/** A table as it stands on a screen: the texts of its heads, of every row, and of the line of sums. */
export type ShownTable = {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly sums: readonly string[];
};

export type Ask = (path: string) => Promise<Json>;

/** Compares what a screen shows with what the API answers, and keeps each difference as a sentence. */
export type Comparison = {
  readonly differences: string[];
  /** How many numbers were compared: a walk that saw none proves nothing. */
  compared: number;
};

export function same(of: Comparison, what: string, shown: string | undefined, expected: string): void {
  of.compared += 1;
  if (shown !== expected) of.differences.push(`${what}: shows ${shown ?? "nothing"}, the API has ${expected}`);
}

/** An amount as a column shows it: thousands apart, below zero in parentheses, nothing as a dash. Exact: never a float. */
export function money(text: string): string {
  if (!/[1-9]/.test(text)) return "–";
  const [whole = "", decimals] = text.replace("-", "").split(".");
  const digits = whole.replaceAll(/\B(?=(\d{3})+$)/g, ",") + (decimals === undefined ? "" : `.${decimals}`);
  return text.startsWith("-") ? `(${digits})` : digits;
}

const symbols: Readonly<Record<string, string>> = { USD: "$", EUR: "€", JPY: "¥", GBP: "£" };

/** An amount that stands alone, with the sign of its currency; zero is a dash there too. */
export function moneyOf(text: string, currency: string): string {
  const sign = symbols[currency];
  assert(sign !== undefined, `${currency} has no sign here`);
  const plain = money(text);
  if (plain === "–") return plain;
  return plain.startsWith("(") ? `(${sign}${plain.slice(1)}` : `${sign}${plain}`;
}

/** The sum of decimal texts, exactly, with the places of the finest. */
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

/** Goes to a screen of the console and waits until all that it asked for has come. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: "networkidle" });
  await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
}

/** The table of a label with every row of it, drawn as for paper: on the screen those in sight alone are. */
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

/** The figures at the head of a screen, by their names. */
export async function figuresOf(page: Page, label: string): Promise<ReadonlyMap<string, string>> {
  // A skeleton has no text: the figure is there once it says something.
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

/** The cell of a row below a head. */
export function cellOf({ heads }: ShownTable, row: readonly string[] | undefined, head: string): string | undefined {
  const at = heads.indexOf(head);
  return at < 0 ? undefined : row?.[at];
}

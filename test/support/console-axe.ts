import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Serious and critical findings of axe. */
export async function serious(page: Page): Promise<string[]> {
  // Injected through the browser's protocol, because the page's security policy forbids foreign scripts and stays active.
  await page.evaluate(axe);
  return page.evaluate(async () => {
    type Found = { id: string; impact: string; nodes: { html: string }[] };
    type Axe = { run: (options: object) => Promise<{ violations: Found[] }> };
    const { violations } = await (window as unknown as { axe: Axe }).axe.run({ resultTypes: ["violations"] });
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, nodes }) => nodes.slice(0, 2).map(({ html }) => `${id}: ${html.slice(0, 160)}`));
  });
}

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const src = new URL("../../src/", import.meta.url);

// Folders whose README says of each file what is in it. In others the names say it: files of nouns, one for each endpoint or action.
const described = [
  ...["kernel", "platform", "platform/http", "billing-terms/charges", "usage", "commitments", "invoicing"],
  ...["receivables", "revenue", "close", "webhooks", "integrations/book-import", "integrations/book-export"],
] as const;

for (const folder of described) {
  test(`src/${folder}/README.md names every file of its folder`, () => {
    const files = readdirSync(new URL(`${folder}/`, src)).filter((name) => name.endsWith(".ts"));
    assert.deepEqual(unnamed(readFileSync(new URL(`${folder}/README.md`, src), "utf8"), files), []);
  });
}

test("the check finds a file that is only part of another name, and leaves out tests and error codes", () => {
  const files = ["month.ts", "month.test.ts", "error-codes.ts", "hold.ts"];
  assert.deepEqual(unnamed("`last-month.ts`, `hold.ts: leavesOut`", files), ["month.ts"]);
});

/** Files that a README does not name; tests stand beside their file, and every capability has its error codes. */
function unnamed(readme: string, files: readonly string[]): string[] {
  const own = files.filter((name) => !name.endsWith(".test.ts") && name !== "error-codes.ts");
  return own.filter((name) => !new RegExp(`\`(?:[a-z/-]*/)?${name.replaceAll(".", "\\.")}[\`:]`).test(readme));
}

import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { test } from "node:test";

const root = new URL("../../", import.meta.url);

// `billing-terms-terminate.test.ts`: a noun of the URL, then what is done. What is of every endpoint stands elsewhere.

test("every API test file is named after a noun of the URL and a verb", () => {
  const routes = globSync("src/api/*.ts", { cwd: root }).map((path) => readFileSync(new URL(path, root), "utf8"));
  const nouns = nounsOf(routes.join("\n"));
  for (const noun of ["contracts", "billing-terms", "credit-memos"]) assert.ok(nouns.includes(noun), noun);
  assert.deepEqual(badlyNamed(globSync("test/api/*.test.ts", { cwd: root }), nouns), []);
});

test("the check finds a name without a noun, and a noun without a verb", () => {
  const nouns = nounsOf('url: "/v3/credit-memos/:id/applications", url: "/v3.1/classes"');
  assert.deepEqual(nouns, ["credit-memos", "applications", "classes"]);
  const names = ["credit-memos-void", "classes-list.slow", "void-credit-memos", "classes"];
  const paths = names.map((name) => `test/api/${name}.test.ts`);
  assert.deepEqual(badlyNamed(paths, nouns), ["void-credit-memos", "classes"]);
});

/** Words of the paths of all endpoints that are no ids. */
function nounsOf(source: string): string[] {
  const urls = [...source.matchAll(/["`]\/v3(?:\.1)?\/([^"`?]*)["`]/g)].map(([, url = ""]) => url);
  return [...new Set(urls.flatMap((url) => url.split("/").filter((word) => /^[a-z-]+$/.test(word))))];
}

function badlyNamed(paths: readonly string[], nouns: readonly string[]): string[] {
  const names = paths.map((path) => basename(path).replace(/(?:\.slow)?\.test\.ts$/, ""));
  return names.filter((name) => !nouns.some((noun) => name.startsWith(`${noun}-`)));
}

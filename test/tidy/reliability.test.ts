import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";

const root = new URL("../../", import.meta.url);
const document = readFileSync(new URL("docs/reliability.md", root), "utf8");

/** How many ids of each kind behaviour 2.1 to 2.10 has. */
const counts = {
  ...{ ISO: 13, AUT: 7, BOD: 14, MET: 7, UID: 1, FIL: 6, PAG: 3, DAT: 3, IDE: 6, RAC: 14, CRA: 9, JOB: 3, SIG: 2 },
  ...{ DBF: 9, CLK: 1, NET: 4, PRE: 4, USE: 1, PER: 2, AUD: 3, LCK: 1, WHK: 3 },
};
const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
const ids = [
  ...Object.entries(counts).flatMap(([kind, count]) => numbered(`${kind}-`, count)),
  ...numbered("FIL-U", 9),
  "PRE-2b",
];

const [carried = "", notCarried = ""] = document.split("## Without a test");
const carriers = [...carried.matchAll(/^\| ([A-Z]{3}-U?\d+b?) \| `([^`]+)` \|/gm)].map(([, id, path]) => ({
  id: id ?? "",
  path: path ?? "",
}));
const reasons = [...notCarried.matchAll(/^\| ([A-Z]{3}-U?\d+b?) \| \S/gm)].map(([, id]) => id ?? "");

test("every fault id of the specification is in docs/reliability.md once, with its test or the reason for none", () => {
  const named = [...carriers.map(({ id }) => id), ...reasons];
  assert.deepEqual(named.toSorted(), ids.toSorted());
});

test("the test file listed for an id names the id", () => {
  const wrong = carriers.filter(({ id, path }) => {
    const file = new URL(path, root);
    return !existsSync(file) || !new RegExp(`["'\`][^"'\`\\n]*\\b${id}\\b`).test(readFileSync(file, "utf8"));
  });
  assert.deepEqual(wrong, []);
});

test("every npm script that the document names exists", () => {
  const { scripts } = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));
  for (const [, name = ""] of document.matchAll(/npm run ([\w:]+)/g)) assert.ok(name in scripts, name);
});

import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import "../../src/app.ts";
import { codesByStatus } from "../../src/platform/http/error-codes.ts";
import { errorSections } from "../../src/platform/http/guide/error-sections.ts";

// Which codes an operation may answer is held against every answer that a test gets: see test/support/conformance.ts.

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const catalogue: Readonly<Record<string, readonly string[]>> = codesByStatus();

/** How a rejection is written, and its status. */
const rejections: readonly (readonly [RegExp, status: string])[] = [
  [/\binvalid\(\s*"([A-Z_]+)"/g, "400"],
  [/\bforbidden\(\s*"([A-Z_]+)"/g, "403"],
  [/\b(?:recordNotFound|notFound)\(\s*"([A-Z_]+)"/g, "404"],
  [/\bconflict\(\s*"([A-Z_]+)"/g, "409"],
];

test("every rejection that the API can make has a code of the catalogue, under its status", () => {
  const paths = globSync("src/**/*.ts", { cwd: root }).filter((path) => !path.endsWith(".test.ts"));
  // What only the command line says has no status.
  const served = paths.filter((path) => !/^src\/(?:cli|integrations|platform\/auth\/(?:users|keys))/.test(path));
  const found = served.flatMap((path) =>
    rejections.flatMap(([pattern, status]) =>
      [...read(path).matchAll(pattern)].map(([, code = ""]) => ({ path, status, code })),
    ),
  );
  assert.ok(found.length > 30, `${found.length} rejections`);
  assert.deepEqual(
    found.filter(({ status, code }) => !catalogue[status]?.includes(code)),
    [],
  );
});

test("every code of the catalogue is named by a test", () => {
  const texts = globSync(["src/**/*.test.ts", "test/**/*.test.ts"], { cwd: root }).map(read).join("\n");
  const met = new Set(texts.match(/\b[A-Z][A-Z_]{3,}\b/g));
  const codes = new Set(Object.values(catalogue).flat());
  assert.deepEqual(
    [...codes].filter((code) => !met.has(code)),
    [],
  );
});

test("docs/errors.md explains every code of the catalogue, and no other", () => {
  const sections = errorSections(read("docs/errors.md"));
  for (const { codes, text } of sections) assert.ok(text.length > 30, `${codes.join(", ")}: ${text}`);
  // Tests that run in this process may have brought codes of their own.
  const declared = globSync("src/**/error-codes.ts", { cwd: root }).map(read).join("\n");
  const codes = [...new Set(Object.values(catalogue).flat())].filter((code) => declared.includes(`"${code}"`));
  assert.ok(codes.length > 150, `${codes.length} codes`);
  assert.deepEqual(sections.flatMap(({ codes: named }) => named).toSorted(), codes.toSorted());
});

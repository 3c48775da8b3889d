import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { openApiDocument } from "../../src/cli/openapi-document.ts";
import type { Json } from "../support/api.ts";
import { expanded } from "../support/expanded-document.ts";

const sources = globSync("console/src/**/*.tsx").map((file) => ({ file, text: readFileSync(file, "utf8") }));

/** What each list of the API can be sorted by, by the id of its operation. */
async function documentedSorts(): Promise<ReadonlyMap<string, readonly string[]>> {
  const document = expanded((await openApiDocument()) as Json);
  const reads = Object.values<Json>(document.paths).flatMap(({ get }) => (get === undefined ? [] : [get]));
  return new Map(
    reads.map(({ operationId, parameters }) => {
      const { pattern = "" } = parameters.find(({ name }: Json) => name === "sort")?.schema ?? {};
      return [operationId, /^\^\(([^)]+)\)/.exec(pattern)?.[1]?.split("|") ?? []];
    }),
  );
}

/** The text of what a file calls by this name, and of the columns that it takes from other files. */
function columnsText(name: string, text: string): string {
  const [, indent = "", declared = ""] =
    new RegExp(`^( *)(?:export )?const ${name}\\b([\\s\\S]*?;)\\n`, "m").exec(text) ?? [];
  const whole = declared.includes("\n") ? text.slice(text.indexOf(declared)).split(`\n${indent}];`)[0] : declared;
  assert.ok(whole, `no columns ${name}`);
  const others = [...whole.matchAll(/\b\w+Columns\b/g)].map(([other]) => columnsIn(text, other));
  return [whole, ...others].join("\n");
}

/** The columns of this name where a file has them itself, or takes them from another one. */
function columnsIn(text: string, name: string): string {
  return text.includes(`const ${name}`) ? columnsText(name, text) : definitionOf(name);
}

function definitionOf(name: string): string {
  const source = sources.find(({ text }) => text.includes(`export const ${name}:`));
  assert.ok(source, `no file exports ${name}`);
  return columnsText(name, source.text);
}

/** Every order that a list of the console can ask for: heads that can be clicked, and the order before anybody clicks. */
function askedSorts(): { readonly file: string; readonly operation: string; readonly field: string }[] {
  return sources.flatMap(({ file, text }) =>
    [...text.matchAll(/<ListTable\n[\s\S]*?\n\s*empty=/g)].flatMap(([table]) => {
      const operations = words(/(?<=operation=).*/, table, /"(\w+)"/g);
      const names = words(/(?<=columns=).*/, table, /(\w*[cC]olumns)\b/g);
      const orders = words(/(?<=order=).*/, table, /"(\w+):(?:asc|desc)"/g);
      assert.ok(operations.length > 0 && operations.length === names.length, `${file}: ${table}`);
      return operations.flatMap((operation, at) => {
        const name = names[at] ?? "";
        const columns = columnsIn(text, name);
        return [...words(/[\s\S]*/, columns, /\bsort: "(\w+)"/g), ...orders].map((field) => ({
          file,
          operation,
          field,
        }));
      });
    }),
  );
}

function words(part: RegExp, text: string, word: RegExp): string[] {
  const [found = ""] = part.exec(text) ?? [];
  return [...found.matchAll(word)].flatMap(([, one]) => one ?? []);
}

test("every column head that sorts uses a sort order of the list in the OpenAPI document", async () => {
  const documented = await documentedSorts();
  const asked = askedSorts();
  const wrong = asked.filter(({ operation, field }) => !documented.get(operation)?.includes(field));
  assert.deepEqual(wrong, []);
});

test("the check reaches every list and every column head that sorts", () => {
  const tables = sources.flatMap(({ text }) => text.match(/<ListTable\b/g) ?? []);
  const seen = sources.flatMap(({ text }) => text.match(/<ListTable\n[\s\S]*?\n\s*empty=/g) ?? []);
  assert.equal(seen.length, tables.length);
  const heads = sources.flatMap(({ text }) => text.match(/\bsort: "\w+"/g) ?? []);
  assert.ok(heads.length >= 20, `${heads.length} heads`);
  const files = new Set(askedSorts().map(({ file }) => file));
  const withHeads = sources.filter(({ text }) => /\bsort: "\w+"/.test(text) && text.includes("<ListTable"));
  assert.deepEqual(
    withHeads.map(({ file }) => file).filter((file) => !files.has(file)),
    [],
  );
});

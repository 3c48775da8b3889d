import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const root = new URL("../../", import.meta.url);

test("every exported name is used by the program or a script, not by tests alone", () => {
  const sources = ["src", "scripts", "bin"].flatMap(sourcesIn);
  assert.ok(sources.some(({ path }) => path === "src/kernel/money.ts"));
  assert.deepEqual(unused(sources), []);
});

test("the check finds a name used only in its declaration and in a comment", () => {
  const source = "export function used() {}\n// lonely\nexport const lonely = used;\nexport type Alone = 1;\n";
  assert.deepEqual(unused([{ path: "a.ts", source }]), ["a.ts: lonely", "a.ts: Alone"]);
});

type Source = { readonly path: string; readonly source: string };

/** Exported names that are said once in all sources, by path. One that two files declare is said twice, and passes. */
function unused(sources: readonly Source[]): string[] {
  const programs = sources.map(({ path, source }) => ({
    path,
    program: source.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, ""),
  }));
  const times = new Map<string, number>();
  for (const { program } of programs) {
    for (const [word] of program.matchAll(/[\w$]+/g)) times.set(word, (times.get(word) ?? 0) + 1);
  }
  return programs.flatMap(({ path, program }) =>
    [...program.matchAll(/^export (?:async )?(?:function\*?|const|class|type) ([\w$]+)/gm)]
      .filter(([, name = ""]) => times.get(name) === 1)
      .map(([, name]) => `${path}: ${name}`),
  );
}

function sourcesIn(folder: string): Source[] {
  return readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter((path) => /\.(?:ts|js|mjs)$/.test(path) && !path.endsWith(".test.ts"))
    .map((path) => ({ path, source: readFileSync(new URL(path, root), "utf8") }));
}

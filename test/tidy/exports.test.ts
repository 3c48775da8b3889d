import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { test } from "node:test";
import { importsOf } from "./source-imports.ts";

const root = new URL("../../", import.meta.url);

test("every exported name is used by the program or a script, not by tests alone", () => {
  const sources = ["src", "scripts", "bin"].flatMap((folder) => sourcesIn(folder));
  assert.ok(sources.some(({ path }) => path === "src/kernel/money.ts"));
  assert.deepEqual(unused(sources), []);
});

test("the check finds a name used only in its declaration and in a comment", () => {
  const source = "export function used() {}\n// lonely\nexport const lonely = used;\nexport type Alone = 1;\n";
  assert.deepEqual(unused([{ path: "a.ts", source }]), ["a.ts: lonely", "a.ts: Alone"]);
});

test("every exported function and constant is imported by another file", () => {
  const all = ["src", "scripts", "bin", "bench", "test", "console", "packages"].flatMap((folder) =>
    sourcesIn(folder, /\.(?:tsx?|js|mjs)$/),
  );
  assert.deepEqual(exportedForNobody(all), []);
});

test("the check finds a name that only its own file uses, also where another file has one of that name", () => {
  const sources = [
    { path: "src/a.ts", source: "export const shown = 1;\nexport function hidden() {}\nhidden();\n" },
    { path: "src/b.ts", source: 'import { shown } from "./a.ts";\nconst of = shown;\n' },
    { path: "src/c.ts", source: "const hidden = 2;\n" },
  ];
  assert.deepEqual(exportedForNobody(sources), ["src/a.ts: hidden"]);
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

/** Functions and constants of `src/` that are exported but named in no file that imports theirs, by path. */
function exportedForNobody(sources: readonly Source[]): string[] {
  const importers = new Map<string, string[]>();
  for (const { path, source } of sources) {
    for (const specifier of importsOf(source)) {
      const imported = posix.join(posix.dirname(path), specifier);
      importers.set(imported, [...(importers.get(imported) ?? []), source]);
    }
  }
  return sources.flatMap(({ path, source }) => {
    if (!path.startsWith("src/") || path.endsWith(".test.ts")) return [];
    const names = [...source.matchAll(/^export (?:async )?(?:function\*?|const|class) ([\w$]+)/gm)];
    const others = importers.get(path) ?? [];
    return names.flatMap(([, name = ""]) =>
      others.some((other) => new RegExp(`\\b${name}\\b`).test(other)) ? [] : [`${path}: ${name}`],
    );
  });
}

function sourcesIn(folder: string, kinds = /(?<!\.test)\.(?:ts|js|mjs)$/): Source[] {
  return readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter((path) => kinds.test(path) && !path.includes("/node_modules/"))
    .map((path) => ({ path, source: readFileSync(new URL(path, root), "utf8") }));
}

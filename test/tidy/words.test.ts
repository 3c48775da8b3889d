import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import { test } from "node:test";

const root = new URL("../../", import.meta.url);
const longestFile = 400;

const programs = [".ts", ".tsx", ".js", ".mjs", ".cjs"];
const texts = [...programs, ".json", ".sql", ".md", ".yml", ".yaml", ".sh", ".css", ".html"];
const product = ["src", "console", "packages", "test"];

type Rule = {
  readonly name: string;
  readonly pattern: RegExp;
  readonly extensions: readonly string[];
  /** Top folders it holds in; everywhere when left out. */
  readonly folders?: readonly string[];
};

// Each pattern has a letter in brackets, so that it does not find itself here.
const rules: readonly Rule[] = [
  {
    name: "a note of unfinished work",
    pattern: /\b(?:TO[D]O|FIX[M]E|HAC[K])\b|\bXX[X]:|\/\/\s*XX[X]\b/i,
    extensions: programs,
  },
  // A running test may say why this machine cannot run it.
  {
    name: "a test that is left out",
    pattern: /(?<!\bt)\.ski[p]\(|\bt\.ski[p]\((?!["`])|\.(?:onl[y]|tod[o])\(|\btod[o]:/,
    extensions: programs,
  },
  // Benchmarks and scripts print seconds and megabytes; everywhere else a rounded float is sooner or later an amount.
  { name: "a float made of text", pattern: /\bparse[F]loat\(/, extensions: programs, folders: product },
  { name: "a float made to text", pattern: /\.to[F]ixed\(/, extensions: programs, folders: product },
  { name: "a type given up", pattern: /(?::\s*|\bas\s+|<)an[y](?=\s*(?:[;,)=\]}>|&[]|$))/m, extensions: programs },
  { name: "a type error silenced", pattern: /@ts-(?:ignor[e]|nochec[k])/, extensions: programs },
  {
    name: "a path of one machine",
    pattern: /(?<![\w.~])\/(?:home|Users|work)\/\w|\b[A-Z]:\\Users\b/,
    extensions: texts,
  },
];

const files = repositoryFiles();

for (const rule of rules) {
  test(`no file holds ${rule.name}`, () => {
    const found = files
      .filter((path) => appliesTo(rule, path))
      .flatMap((path) => findings(rule, path, readFileSync(new URL(path, root), "utf8")));
    assert.deepEqual(found, []);
  });
}

test(`no file but a test is longer than ${longestFile} lines`, () => {
  const long = files
    .filter((path) => programs.includes(extname(path)) && !isTest(path))
    .map((path) => ({ path, source: readFileSync(new URL(path, root), "utf8") }))
    .filter(({ source }) => !isGenerated(source) && lineCount(source) > longestFile)
    .map(({ path, source }) => `${path}: ${lineCount(source)} lines`);
  assert.deepEqual(long, []);
});

test("the walk reaches sources, tests and documents, and nothing that was installed", () => {
  for (const path of ["package.json", "src/kernel/money.ts", "test/tidy/words.test.ts"]) {
    assert.ok(files.includes(path), `${path} is read`);
  }
  assert.ok(!files.some((path) => path.includes("node_modules")));
});

for (const [name, ...sources] of [
  ["a note of unfinished work", "// TO_DO: later", "/* FIX_ME */", "# HA_CK", "// XX_X", "/* XX_X: why */", "// to_do"],
  ["a test that is left out", "test.ski_p(", "return t.ski_p();", "describe.onl_y(", "it.to_do(", "{ to_do: true }"],
  ["a float made of text", "const x = parse_Float(text);", "Number.parse_Float(text)"],
  ["a float made to text", "amount.to_Fixed(2)"],
  [
    "a type given up",
    "(x: an_y) => x",
    "let x: an_y;",
    "x as an_y;",
    "Array<an_y>",
    "x: an_y[]",
    "let x: an_y\nlet y = 1",
  ],
  ["a type error silenced", "// @ts-ig_nore", "// @ts-no_check"],
  ["a path of one machine", '"/ho_me/someone/x"', "(/Us_ers/someone)", "cd /wo_rk/x", "C:\\Us_ers\\someone"],
] as const) {
  for (const broken of sources) {
    test(`the check finds ${name} in: ${broken.replaceAll("\n", " ")}`, () => {
      const rule = rules.find((candidate) => candidate.name === name);
      assert.ok(rule !== undefined);
      assert.equal(findings(rule, "made-up.ts", broken.replace("_", "")).length, 1);
    });
  }
}

for (const harmless of [
  "test codes and XXX are left out",
  "const currency = 'XXX';",
  "@param total any amount",
  "several: any of them will do",
  "as any reader can see",
  'return t.skip("only root runs it")',
  "query.offset(10).limit(5)",
  "https://example.com/home/page",
  "import x from '../work/x.ts'",
  "a mastodon, a hackney",
]) {
  test(`the check lets pass: ${harmless}`, () => {
    const found = rules.flatMap((rule) => findings(rule, "made-up.ts", harmless));
    assert.deepEqual(found, []);
  });
}

function findings(rule: Rule, path: string, source: string): string[] {
  const flags = new Set([...rule.pattern.flags, "g"]);
  return [...source.matchAll(new RegExp(rule.pattern, [...flags].join("")))].map(
    (match) => `${path}:${lineCount(source.slice(0, match.index))}: ${match[0].trim()}`,
  );
}

function appliesTo(rule: Rule, path: string): boolean {
  const [top = ""] = path.split("/");
  return rule.extensions.includes(extname(path)) && (rule.folders === undefined || rule.folders.includes(top));
}

function isTest(path: string): boolean {
  return path.startsWith("test/") || path.includes(".test.");
}

function isGenerated(source: string): boolean {
  return /^\/[/*]+ Generated\b/.test(source);
}

function lineCount(source: string): number {
  return source.replace(/\n$/, "").split("\n").length;
}

function repositoryFiles(): string[] {
  const skipped = new Set(["node_modules", "dist", "data", "package-lock.json"]);
  const walk = (folder: string): string[] =>
    readdirSync(new URL(folder, root), { withFileTypes: true }).flatMap((entry) => {
      if (skipped.has(entry.name) || (entry.name.startsWith(".") && entry.name !== ".github")) return [];
      if (entry.isDirectory()) return walk(`${folder}${entry.name}/`);
      return entry.isFile() ? [`${folder}${entry.name}`] : [];
    });
  return walk("");
}

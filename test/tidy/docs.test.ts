import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { test } from "node:test";
import { importsOf } from "./source-imports.ts";

const root = new URL("../../", import.meta.url);

/** What documents are held against. Paths are from the root of the repository; folders end with a slash. */
type Repository = {
  readonly has: (path: string) => boolean;
  readonly read: (path: string) => string;
  readonly scripts: readonly string[];
  readonly adrNumbers: readonly string[];
};

const repository: Repository = {
  has: (path) => existsSync(new URL(path, root)),
  read: (path) => readFileSync(new URL(path, root), "utf8"),
  scripts: Object.keys(JSON.parse(readFileSync(new URL("package.json", root), "utf8")).scripts),
  adrNumbers: readdirSync(new URL("docs/adr/", root)).flatMap((name) => /^\d{4}/.exec(name) ?? []),
};

test("every path and function that a document names exists", () => {
  const problems = documents().flatMap((path) => [
    ...wrongPaths(path, repository.read(path), repository),
    ...wrongFunctions(path, repository.read(path), repository),
  ]);
  assert.deepEqual(problems, []);
});

test("every cited ADR exists, and each has its four parts and a first sentence to quote", () => {
  const citing = [...documents(), ...filesBelow("src/"), ...filesBelow("migrations/"), ...filesBelow("test/")];
  assert.deepEqual(
    citing.flatMap((path) => wrongAdrs(path, repository.read(path), repository)),
    [],
  );
  for (const path of decisions()) {
    const parts = [...repository.read(path).matchAll(/^## (.+)$/gm)].map((match) => match[1]);
    assert.deepEqual(parts, ["Context", "Decision", "Consequences", "Alternatives"], path);
    assert.match(repository.read(path), /## Decision\n\n\*\*[^*]+\*\*\n/, `${path}: the decision is one bold sentence`);
    assert.ok(repository.read(path).startsWith(`# ${posix.basename(path).slice(0, 4)} `), path);
  }
});

test("the index of decisions has the title and status of each", () => {
  const rows = decisions().map((path) => {
    const text = repository.read(path);
    const successor = /^Superseded by (\d{4})\.$/m.exec(text)?.[1];
    if (successor !== undefined) assert.ok(repository.adrNumbers.includes(successor), `${path}: no ADR ${successor}`);
    const title = text.slice("# ".length, text.indexOf("\n"));
    return `| [${title}](${posix.basename(path)}) | ${successor === undefined ? "holds" : `superseded by ${successor}`} |`;
  });
  const index = repository.read("docs/adr/README.md");
  assert.deepEqual(
    index.split("\n").filter((line) => line.startsWith("| [")),
    rows,
  );
});

test("the vocabulary defines at most forty words of its own", () => {
  const [ours = ""] = repository.read("docs/vocabulary.md").split("## Words we do not use");
  const words = ours.split("\n").filter((line) => /^\| (?!word \||---)/.test(line));
  assert.ok(words.length > 0 && words.length <= 40, `${words.length} words`);
});

const journey = "**Why is June 185.71?**";

test("from the revenue list to the segment that explains a month are at most ten files, each named by one before it", () => {
  const [, told = ""] = repository.read("ARCHITECTURE.md").split(journey);
  const [steps = ""] = told.split(/\n\*\*|\n## /);
  const files = [...new Set([...steps.matchAll(/`([\w./-]+\.ts)\b/g)].map(([, file = ""]) => `src/${file}`))];
  assert.equal(files[0], "src/api/revenue-schedules.ts");
  assert.equal(files.at(-1), "src/revenue/earning-segment.ts");
  assert.ok(files.length <= 10, files.join(", "));
  for (const [index, file] of files.entries()) {
    const imported = files
      .slice(0, index)
      .flatMap((before) => importsOf(repository.read(before)).map((name) => posix.join(posix.dirname(before), name)));
    assert.ok(index === 0 || imported.includes(file), `${file} is not imported by a file before it`);
  }
});

test("every command that a document names is an npm script or a command of accord", () => {
  const problems = documents().flatMap((path) => wrongCommands(path, repository.read(path), repository));
  assert.deepEqual(problems, []);
});

test("the walk reaches the documents of the repository and of its folders", () => {
  const paths = documents();
  for (const path of ["README.md", "ARCHITECTURE.md", "docs/vocabulary.md", "src/kernel/README.md"]) {
    assert.ok(paths.includes(path), `${path} is read`);
  }
  assert.ok(paths.includes("src/platform/http/README.md"), "folders in folders are walked");
});

const madeUp: Repository = {
  has: (path) => ["src/close/month.ts", "src/close/", "src/", "test/api/", "docs/vocabulary.md"].includes(path),
  read: (path) => (path === "src/cli/main.ts" ? 'name: "migrate",' : "export function closeContract(facts: Facts) {}"),
  scripts: ["start", "test"],
  adrNumbers: ["0001"],
};

for (const [document, text, problem] of [
  ["README.md", "See `src/close/mont.ts`.", /src\/close\/mont\.ts/],
  ["README.md", "See `src/clse/`.", /src\/clse\//],
  ["README.md", "See [the words](docs/vocabular.md).", /docs\/vocabular\.md/],
  ["src/close/README.md", "See `month.sql`.", /month\.sql/],
  ["ARCHITECTURE.md", "`close/month.ts: closeContracts` is pure.", /closeContracts/],
  ["ARCHITECTURE.md", "`close/months.ts: closeContract` is pure.", /close\/months\.ts/],
  ["src/close/month.ts", "// why: ADR 0002", /ADR 0002/],
  ["README.md", "Run `npm run telc -- FILE`.", /npm run telc/],
  ["README.md", "```sh\nnpm ci && npm begin\n```", /npm begin/],
  ["README.md", "Run `./accord migrat --check`.", /accord migrat/],
  ["README.md", "Run `npx accord migrate`.", /npx accord/],
] as const) {
  test(`the check finds in ${document}: ${text.replaceAll("\n", " ")}`, () => {
    const problems = allProblems(document, text, madeUp);
    assert.equal(problems.length, 1, problems.join("\n"));
    assert.match(problems[0] ?? "", problem);
    assert.ok(problems[0]?.startsWith(document));
  });
}

for (const [document, text] of [
  ["README.md", "See `src/close/month.ts`, `close/`, `test/api/` and [the words](docs/vocabulary.md#books)."],
  ["src/close/README.md", "`month.ts` beside, `close/month.ts` from `src/`."],
  ["docs/adr/0001-x.md", "[words](../vocabulary.md)"],
  ["README.md", "`POST /v3/contracts/{id}/obligations`, `30/360`, `./data`, `https://example.com/a/`, `YYYY-MM-DD`"],
  ["ARCHITECTURE.md", "`close/month.ts: closeContract` (ADR 0001)"],
  ["README.md", "`npm ci`, `npm start`, `npm test`, `npm run start -- x`, `./accord migrate`, `./accord COMMAND`"],
] as const) {
  test(`the check lets pass in ${document}: ${text}`, () => {
    assert.deepEqual(allProblems(document, text, madeUp), []);
  });
}

function allProblems(document: string, text: string, known: Repository): string[] {
  return [wrongPaths, wrongFunctions, wrongAdrs, wrongCommands].flatMap((check) => check(document, text, known));
}

/** Paths in backticks and links that lead nowhere: from the document's folder, from `src`, and from the root. */
function wrongPaths(document: string, text: string, { has }: Repository): string[] {
  const inBackticks = [...withoutBlocks(text).matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? "").filter(isPath);
  const places = [posix.dirname(document), "src", "."];
  const lost = inBackticks.filter((path) => !places.some((place) => has(posix.join(place, path))));

  const links = [...text.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)].map((match) => match[1] ?? "");
  const dead = links.filter((link) => !link.includes(":") && !has(posix.join(posix.dirname(document), link)));
  return [...lost, ...dead].filter((path) => !isUsualName(document, path)).map((path) => `${document}: no ${path}`);
}

const fileEnding = /\.(?:ts|md|sql|json|jsonl|csv|sh|js)$/;

/** A file with a known ending or a folder with its slash; not a URL's path, a pattern or a placeholder. */
function isPath(code: string): boolean {
  return /^\.?\w[\w./-]*[\w/]$/.test(code) && !/^\.\w+$/.test(code) && (fileEnding.test(code) || code.endsWith("/"));
}

/** Names that stand for one file in each folder. */
function isUsualName(document: string, path: string): boolean {
  const usual = ["service.ts", "store.ts", "jobs.ts", "error-codes.ts", "README.md"];
  return !document.startsWith("src/") && usual.includes(path);
}

/** `file: function` in backticks, the file from `src`, whose file does not declare that name. */
function wrongFunctions(document: string, text: string, { has, read }: Repository): string[] {
  return [...text.matchAll(/`([\w./-]+\.ts): (\w+)`/g)].flatMap(([, file = "", name = ""]) => {
    const path = `src/${file}`;
    if (!has(path)) return [`${document}: no ${path}`];
    const isDeclared = new RegExp(`\\b(?:function\\*?|const) ${name}\\b`).test(read(path));
    return isDeclared ? [] : [`${document}: no ${name} in ${path}`];
  });
}

function wrongAdrs(document: string, text: string, { adrNumbers }: Repository): string[] {
  return [...text.matchAll(/\bADR (\d{4})\b/g)]
    .filter(([, number = ""]) => !adrNumbers.includes(number))
    .map(([citation]) => `${document}: no ${citation}`);
}

/** `npm start`, `npm run x` and `accord x` that would not run. Capitals are placeholders. */
function wrongCommands(document: string, text: string, { scripts, read }: Repository): string[] {
  const code = [...text.matchAll(/`[^`\n]+`|^```[\s\S]*?^```/gm)].map(([part]) => part).join("\n");
  const npm = [...code.matchAll(/\bnpm (?:run )?([a-z][a-z:-]*)/g)].flatMap(([command, script = ""]) =>
    [...scripts, "audit", "ci", "install"].includes(script) ? [] : [`${document}: no ${command}`],
  );
  const commandLine = read("src/cli/main.ts");
  const accord = [...code.matchAll(/(?:`|\.\/)accord ([a-z][a-z-]*)/g)].flatMap(([, name = ""]) =>
    commandLine.includes(`name: "${name}"`) ? [] : [`${document}: no accord ${name}`],
  );
  // Outside the clone npm would fetch and run a package of that name, which is somebody else's.
  const strangers = text.includes("npx accord") ? [`${document}: npx accord; the launcher is ./accord`] : [];
  return [...npm, ...accord, ...strangers];
}

function withoutBlocks(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```/gm, "");
}

function decisions(): string[] {
  return filesBelow("docs/adr/").filter((path) => !path.endsWith("README.md"));
}

function documents(): string[] {
  const atRoot = readdirSync(root).filter((name) => name.endsWith(".md"));
  const below = ["docs/", "src/", "test/"].flatMap(filesBelow).filter((path) => path.endsWith(".md"));
  return [...atRoot, ...below].filter((path) => !path.startsWith("test/scenarios/")).toSorted();
}

function filesBelow(folder: string): string[] {
  return readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
    .map((name) => folder + name.replaceAll("\\", "/"))
    .filter((path) => /\.(?:ts|md|sql)$/.test(path) && path !== "test/tidy/docs.test.ts")
    .toSorted();
}

import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../lanes/lane.ts";
import { guideBlocks } from "../support/guide.ts";
import { linesNotRun } from "../support/samples.ts";

const textOf = (path: string) => readFileSync(join(root, path), "utf8");
const documents = ["README.md", "CONTRIBUTING.md", ...globSync("docs/*.md", { cwd: root })].toSorted();

const operators = "test/scenarios/operators-guide.slow.test.ts";
const samples = "test/scenarios/guide-samples.test.ts";

/** Which test runs or reads the blocks of a document, by their language. */
const readers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "README.md": { sh: "test/scenarios/first-hour.test.ts", sql: operators },
  "CONTRIBUTING.md": { sh: "test/tidy/samples.test.ts" },
  "docs/approvals.md": { sh: samples },
  "docs/assistants.md": { json: "test/cli/mcp.slow.test.ts" },
  "docs/backup.md": { sh: operators, sql: operators },
  "docs/close.md": { json: samples },
  "docs/concepts.md": { sh: "test/scenarios/recipes.test.ts" },
  "docs/errors.md": { json: samples },
  "docs/first-hour.md": { sh: "test/scenarios/first-hour.test.ts" },
  "docs/import.md": {
    sh: operators,
    csv: "test/scenarios/contract-import.test.ts",
    json: "test/scenarios/contract-import.test.ts",
  },
  "docs/journal-exports.md": { sh: "test/scenarios/journal-exports-guide.test.ts" },
  "docs/moving-in.md": { sh: operators },
  "docs/operations.md": { sh: operators, sql: operators },
  "docs/performance.md": { sh: operators },
  "docs/recipes.md": { sh: "test/scenarios/recipes.test.ts" },
  "docs/sandbox.md": { sh: operators },
  "docs/scaling.md": { sh: samples },
  "docs/webhooks.md": { sh: "test/scenarios/webhooks-guide.test.ts", ts: "test/scenarios/webhooks-guide.test.ts" },
};

/** Blocks that no test reads, and why. */
const notRead: Readonly<Record<string, string>> = {
  "README.md mermaid": "a drawing",
  "docs/backup.md ini": "settings of PostgreSQL for a recovery that is no part of the tests, as the page says",
  "docs/journal-exports.md json":
    "a message and its answer with ids left out: test/api/sync-send.slow.test.ts has whole ones",
  "docs/modifications.md csv": "a file with ids left out: test/api/bulk-changes-apply.test.ts has whole ones",
  "docs/moving-in.md json": "openings with ids left out: test/scenarios/golden/openings.ts has them whole",
  "docs/operations.md nginx": "needs a proxy",
};

test("every code block of a document is run or read by a test, or is listed as not run", () => {
  const blocks = documents.flatMap((document) =>
    [...new Set([...textOf(document).matchAll(/^ *```([a-z]+)$/gm)].map(([, language = ""]) => language))].map(
      (language) => ({ document, language }),
    ),
  );
  assert.ok(blocks.length > 20, `${blocks.length} blocks`);
  assert.deepEqual(
    blocks.filter(({ document, language }) => {
      const isListed = `${document} ${language}` in notRead;
      return (readers[document]?.[language] !== undefined) === isListed;
    }),
    [],
  );
  for (const [document, byLanguage] of Object.entries(readers)) {
    const name = document.replace(/^docs\/|\.md$/g, "");
    for (const [language, path] of Object.entries(byLanguage)) {
      assert.ok(
        blocks.some((block) => block.document === document && block.language === language),
        `${document} has no ${language}`,
      );
      assert.ok(textOf(path).includes(name), `${path} reads no ${document}`);
    }
  }
  for (const [block, why] of Object.entries(notRead)) {
    assert.ok(
      blocks.some(({ document, language }) => `${document} ${language}` === block),
      `there is no ${block}`,
    );
    for (const [path] of why.matchAll(/test\/\S+\.ts/g))
      assert.ok(existsSync(join(root, path)), `${block}: no ${path}`);
  }
});

test("a block without a language is output, and has no command", () => {
  for (const document of documents) {
    const blocks = [...textOf(document).matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)];
    const plain = blocks.filter(([, language]) => language === "").map(([, , text = ""]) => text);
    assert.doesNotMatch(plain.join(""), /^(?:\.\/accord|npm|npx|export) /m, document);
  }
});

test("a line listed as not run is in its document, and the test that does the same exists", () => {
  for (const [document, lines] of Object.entries(linesNotRun)) {
    const all = guideBlocks(textOf(document)).flatMap((block) => block.lines);
    for (const { begins, why } of lines) {
      assert.ok(
        all.some((line) => line.startsWith(begins)),
        `${document} has no line ${begins}`,
      );
      for (const [path] of why.matchAll(/test\/\S+\.ts/g))
        assert.ok(existsSync(join(root, path)), `${begins}: no ${path}`);
    }
  }
});

test("CONTRIBUTING.md: its commands name files and variables that exist", () => {
  const lines = guideBlocks(textOf("CONTRIBUTING.md")).flatMap((block) => block.lines);
  const sources = globSync(["src/**/*.ts", "test/**/*.ts"], { cwd: root }).filter(
    (path) => !path.endsWith("samples.test.ts"),
  );
  const read = sources.map(textOf).join("\n");
  assert.ok(lines.length > 20, `${lines.length} lines`);
  for (const line of lines) {
    for (const [variable] of line.matchAll(/\bACCORD_[A-Z_]+/g))
      assert.ok(read.includes(variable), `${line}: nothing reads ${variable}`);
    for (const [pattern] of line.matchAll(/\b(?:test|src)\/\S+/g))
      assert.ok(globSync(pattern, { cwd: root }).length > 0, `${line}: no ${pattern}`);
  }
});

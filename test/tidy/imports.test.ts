import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { test } from "node:test";
import { importsOf, root, sourceFiles } from "./source-imports.ts";

// A folder may import itself and the folders before it. The entry points come last: app, main and cli.
const order = [
  "kernel",
  "schema",
  "platform",
  "ledger",
  "catalog",
  "customers",
  "contracts",
  "billing-terms",
  "usage",
  "commitments",
  "invoicing",
  "receivables",
  "sync",
  "adjustments",
  "revenue",
  "close",
  "reports",
  "journal-exports",
  "webhooks",
  "emulators",
  "actions",
  "api",
  "integrations",
  "cli",
] as const;
const entryPoints = "cli";

const shellRoles = ["service", "store", "jobs", "codes"] as const;
type Role = (typeof shellRoles)[number] | "engine" | "action" | "schemas" | "door";

// What a file may import above the platform, of its own folder or an earlier one. Every file of a capability that is not
// named as one of the shell is an engine: pure, so it knows other engines and the kernel only. The two floors on top have
// their roles by folder: `actions/` alone, `api/` with its `schemas/`.
const mayImport: Readonly<Record<Role, readonly Role[]>> = {
  engine: ["engine"],
  codes: [],
  store: ["engine", "store"],
  service: ["engine", "store", "service"],
  jobs: ["engine", "service", "jobs"],
  action: ["engine", "store", "service", "action"],
  schemas: ["engine", "service", "action", "schemas"],
  door: ["engine", "service", "action", "schemas", "door"],
};
// What speaks the JSON of the API from outside knows what it says.
const speakers = ["integrations"];

// Files of the shell that have a name of their own, by path, and what they are in truth. A file that mixes a rule with
// SQL is not listed here but split in two.
const otherNames: Readonly<Record<string, Role>> = {
  "src/invoicing/document/pdf.ts": "service",
  "src/invoicing/document/pdf-worker.ts": "service",
  "src/reports/xlsx.ts": "service",
  "src/reports/xlsx-worker.ts": "service",
};

// What an engine may import of Node: it opens and starts nothing.
const pureOfNode = ["node:crypto", "node:stream", "node:util", "node:zlib"];

test("no file imports backwards, and engines stay pure", () => {
  const problems = sourceFiles().flatMap((path) => wrongImports(path, readFileSync(new URL(path, root), "utf8")));
  assert.deepEqual(problems, []);
});

test("the check reaches every folder, and every exception is a file that exists", () => {
  const paths = sourceFiles();
  assert.ok(paths.includes("src/kernel/money.ts"));
  assert.ok(paths.includes("src/platform/http/route.ts"), "folders in folders are walked");
  assert.ok(!paths.some((path) => path.endsWith(".test.ts")));
  for (const path of Object.keys(otherNames)) assert.ok(paths.includes(path), `${path} is gone`);
});

for (const [path, source, problem] of [
  ["src/kernel/money.ts", 'import { x } from "../platform/clock.ts";', /kernel imports platform/],
  ["src/kernel/money.ts", 'import fc from "fast-check";', /kernel imports the package fast-check/],
  ["src/kernel/money.ts", 'import type { Kysely } from "kysely/types";', /kernel imports the package kysely/],
  ["src/kernel/day.ts", 'import { readFileSync } from "node:fs";', /an engine imports node:fs/],
  ["src/invoicing/plan.ts", 'import { Worker } from "node:worker_threads";', /an engine imports node:worker_threads/],
  ["src/platform/write.ts", 'import { post } from "../ledger/service.ts";', /platform imports ledger/],
  ["src/platform/http/route.ts", 'import { post } from "../../ledger/service.ts";', /platform imports ledger/],
  ["src/ledger/service.ts", 'import * as c from "../close/service.ts";', /ledger imports close/],
  ["src/revenue/jobs.ts", 'export { x } from "../reports/waterfall.ts";', /revenue imports reports/],
  ["src/contracts/service.ts", 'import "../invoicing/service.ts";', /contracts imports invoicing/],
  ["src/contracts/service.ts", 'const x = await import("../usage/service.ts");', /contracts imports usage/],
  ["src/contracts/service.ts", 'let x: import("../usage/rating.ts").Rate;', /contracts imports usage/],
  ["src/usage/service.ts", 'import {\n  a,\n  type B,\n} from "../close/close.ts";', /usage imports close/],
  ["src/close/service.ts", "import { app } from '../app.ts';", /close imports cli/],
  ["src/ledger/service.ts", 'import { run } from "../cli/main.ts";', /ledger imports cli/],
  ["src/invoicing/plan.ts", 'import { query } from "../platform/db/pool.ts";', /an engine imports platform/],
  ["src/invoicing/plan.ts", 'import type { RowOf } from "../schema/tables.ts";', /an engine imports schema/],
  ["src/schema/tables.ts", 'import type { Tx } from "../platform/db/pool.ts";', /schema imports platform/],
  ["src/invoicing/plan.ts", 'import { list } from "./store.ts";', /engine imports a store/],
  ["src/invoicing/plan.ts", 'import { run } from "../contracts/service.ts";', /engine imports a service/],
  ["src/api/invoices.ts", 'import { list } from "../invoicing/store.ts";', /door imports a store/],
  ["src/api/credit-memos.ts", 'import { list } from "../receivables/memo-store.ts";', /door imports a store/],
  ["src/api/schemas/invoices.ts", 'import type { Row } from "../../invoicing/store.ts";', /schemas imports a store/],
  ["src/api/schemas/invoices.ts", 'import { x } from "../invoices.ts";', /schemas imports a door/],
  ["src/actions/void-invoice.ts", 'import { x } from "../api/invoices.ts";', /actions imports api/],
  ["src/receivables/service.ts", 'import { x } from "../actions/void-invoice.ts";', /receivables imports actions/],
  ["src/invoicing/jobs.ts", 'import { list } from "./store.ts";', /jobs imports a store/],
  ["src/invoicing/store.ts", 'import { x } from "./service.ts";', /store imports a service/],
  ["src/invoicing/store.ts", 'import { view } from "../api/schemas/invoices.ts";', /invoicing imports api/],
  [
    "src/integrations/contract-import/mapping.ts",
    'import { x } from "../../api/schemas/x.ts";',
    /engine imports a schemas/,
  ],
  ["src/invoicing/service.ts", 'import { x } from "../../test/support/api.ts";', /outside src/],
  ["src/billing/service.ts", "export const nothing = 0;", /no place in the order/],
  ["src/revenue/pattern.ts", 'import { x } from "../elsewhere/x.ts";', /no place in the order/],
] as const) {
  test(`the check finds in ${path}: ${source.replaceAll(/\s+/g, " ")}`, () => {
    const problems = wrongImports(path, source);
    assert.equal(problems.length, 1, problems.join("\n"));
    assert.match(problems[0] ?? "", problem);
    assert.ok(problems[0]?.startsWith(path));
  });
}

for (const [path, source] of [
  ["src/reports/xlsx-worker.ts", 'import { parentPort } from "node:worker_threads";'],
  ["src/invoicing/jobs.ts", 'import { readFileSync } from "node:fs";'],
  ["src/kernel/ids.ts", 'import { randomUUIDv7 } from "node:crypto";\nimport { assert } from "./assert.ts";'],
  ["src/platform/db/pool.ts", 'import { Pool } from "pg";\nimport { assert } from "../../kernel/assert.ts";'],
  [
    "src/close/close.ts",
    'import type { Period } from "../kernel/periods.ts";\nimport { x } from "../revenue/pattern.ts";',
  ],
  ["src/close/error-codes.ts", 'import type { BroughtCodes } from "../platform/http/error-codes.ts";'],
  ["src/close/service.ts", 'import { x } from "../revenue/service.ts";\nimport * as store from "./store.ts";'],
  ["src/close/store.ts", 'import { Db } from "../platform/db/pool.ts";\nimport type { Close } from "./close.ts";'],
  ["src/close/store.ts", 'import type { RowOf } from "../schema/tables.ts";'],
  [
    "src/api/invoices.ts",
    'import { x } from "../actions/void-invoice.ts";\nimport { View } from "./schemas/invoices.ts";',
  ],
  ["src/actions/void-invoice.ts", 'import * as store from "../receivables/invoice-store.ts";'],
  ["src/integrations/contract-import/service.ts", 'import { Body } from "../../api/schemas/contracts.ts";'],
  ["src/app.ts", 'import { routes } from "./api/routes.ts";\nimport Fastify from "fastify";'],
  [
    "src/cli/main.ts",
    'import { app } from "../app.ts";\nimport facts from "../../package.json" with { type: "json" };',
  ],
  ["src/kernel/day.ts", ' * import { x } from "../platform/clock.ts"\n// import { x } from "../close/close.ts"'],
] as const) {
  test(`the check lets pass in ${path}: ${source.replaceAll(/\s+/g, " ")}`, () => {
    assert.deepEqual(wrongImports(path, source), []);
  });
}

/** What a source text imports that its place in the order or its role forbids. */
function wrongImports(path: string, source: string): string[] {
  const folder = folderOf(path);
  if (rankOf(folder) < 0) return [`${path}: src/${folder} has no place in the order of folders`];
  return importsOf(source).flatMap((specifier) => {
    const problem = specifier.startsWith(".")
      ? wrongFile(path, posix.join(posix.dirname(path), specifier))
      : wrongPackage(path, specifier);
    return problem === undefined ? [] : [`${path}: ${problem}`];
  });
}

function wrongPackage(path: string, specifier: string): string | undefined {
  const folder = folderOf(path);
  const isOfNode = specifier.startsWith("node:");
  if (folder === "kernel" && !isOfNode) return `kernel imports the package ${specifier}`;
  const isPure = folder === "kernel" || (isCapability(folder) && roleOf(path) === "engine");
  return isPure && isOfNode && !pureOfNode.includes(specifier) ? `an engine imports ${specifier}` : undefined;
}

function wrongFile(path: string, target: string): string | undefined {
  if (!target.startsWith("src/")) return target.endsWith(".json") ? undefined : `imports ${target}, outside src`;
  const [from, to] = [folderOf(path), folderOf(target)];
  if (rankOf(to) < 0) return `imports ${target}, which has no place in the order of folders`;
  if (rankOf(to) > rankOf(from)) return `${from} imports ${to}, which comes later (${target})`;
  if (!isCapability(from)) return undefined;
  const role = roleOf(path);
  if (to === "schema" || to === "platform")
    return role === "engine" ? `an engine imports ${to} (${target})` : undefined;
  const isSpoken = speakers.includes(from) && role === "service" && ["action", "schemas"].includes(roleOf(target));
  if (!isCapability(to) || isSpoken || mayImport[role].includes(roleOf(target))) return undefined;
  return `${role} imports a ${roleOf(target)} (${target})`;
}

/** `src/kernel/money.ts` → `kernel`; files directly in `src` are entry points. */
function folderOf(path: string): string {
  const [, folder = "", ...rest] = path.split("/");
  return rest.length === 0 ? entryPoints : folder;
}

function rankOf(folder: string): number {
  return (order as readonly string[]).indexOf(folder);
}

function isCapability(folder: string): boolean {
  return !["kernel", "schema", "platform", entryPoints].includes(folder);
}

/** By the folder on the two floors on top, else by the last word of the name: `store.ts` and `memo-store.ts` are stores. */
function roleOf(path: string): Role {
  const known = otherNames[path];
  if (known !== undefined) return known;
  if (path.startsWith("src/actions/")) return "action";
  if (path.startsWith("src/api/")) return path.startsWith("src/api/schemas/") ? "schemas" : "door";
  const lastWord = posix.basename(path, ".ts").split("-").at(-1);
  return shellRoles.find((role) => role === lastWord) ?? "engine";
}

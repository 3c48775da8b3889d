import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { startApi, type TestApi } from "../support/api.ts";
import { openapiDocument } from "../support/openapi-document.ts";

// Clients that others generate from the document. Generators need a TypeScript of their own, in a workspace of theirs.
const workspace = join(import.meta.dirname, "../../packages/generated-clients");

type Generator = { readonly name: string; readonly program: string; readonly options: readonly string[] };

const generators: readonly Generator[] = [
  {
    name: "openapi-typescript",
    program: "openapi-typescript/bin/cli.js",
    options: ["openapi.json", "-o", "schema.d.ts"],
  },
  { name: "hey-api", program: "@hey-api/openapi-ts/bin/run.js", options: ["-i", "openapi.json", "-o", "generated"] },
];

let api: TestApi;
let folder: string;
before(async () => {
  api = await startApi();
  folder = await mkdtemp(join(tmpdir(), "accord-generated-"));
  await symlink(dirname(installed("openapi-fetch")), join(folder, "node_modules"), "junction");
});
after(async () => {
  await rm(folder, { recursive: true, force: true });
  await api.close();
});

for (const { name, program, options } of generators) {
  test(`${name} generates a client that compiles strictly and syncs with a server`, async () => {
    const project = join(folder, name);
    await mkdir(project);
    const write = (file: string, content: object) => writeFile(join(project, file), JSON.stringify(content));
    await write("openapi.json", await openapiDocument(api.url));
    await write("package.json", { type: "module" });
    await write("tsconfig.json", { compilerOptions, include: ["."] });
    await copyFile(join(workspace, `${name}.ts`), join(project, "sync.ts"));
    const [packageName = ""] = /^(?:@[^/]+\/)?[^/]+/.exec(program) ?? [];
    await run(join(installed(packageName), program.slice(packageName.length)), options, project);
    await run(join(installed("typescript"), "bin/tsc"), ["-p", "."], project);

    const { sync } = await import(pathToFileURL(join(project, "out/sync.js")).href);
    const { writeKey } = await api.newMerchant();
    const expected = ["Plan A", "Plan B", "Plan C", "NEW", "false", "CONTRACT_NOT_FOUND"];
    assert.deepEqual(await sync(api.url, writeKey), expected);
  });
}

const compilerOptions = {
  target: "es2023",
  lib: ["es2023", "dom", "dom.iterable"],
  types: [],
  module: "preserve",
  strict: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  outDir: "out",
};

/** The folder of a package that the workspace has. */
function installed(name: string): string {
  for (const place of createRequire(join(workspace, "package.json")).resolve.paths(name) ?? []) {
    const found = join(place, name);
    if (existsSync(join(found, "package.json"))) return found;
  }
  throw new Error(`${name} is not installed: run npm ci`);
}

async function run(program: string, given: readonly string[], cwd: string): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, [program, ...given], { cwd, env: { ...process.env, NO_COLOR: "1" } });
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${given.join(" ")}\n${stdout}${stderr}`, { cause: error });
  }
}

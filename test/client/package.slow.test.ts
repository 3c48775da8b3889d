import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { startApi, type TestApi } from "../support/api.ts";
import { openBrowser } from "../support/browser.ts";

const root = join(import.meta.dirname, "../..");
const binaries = join(root, "node_modules/.bin");
const expected = ["Contoso", "Fabrikam", "Northwind", "NEW", "false", "VALIDATION_FAILED"];

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "accord-client-"));
  const packed = join(folder, "packed");
  await run(process.execPath, ["scripts/client-package.ts", packed], root);
  await run("npm", ["pack", packed, "--pack-destination", folder], folder);
  await writeProject("package.json", { name: "sample", private: true, type: "module" });
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", "./accord-client-0.1.0.tgz"], folder);
  await mkdir(join(folder, "src"));
  await copyFile(join(import.meta.dirname, "sample/sync.ts"), join(folder, "src/sync.ts"));
});
after(() => rm(folder, { recursive: true, force: true }));

test("the package has no dependency, and only files that are used", async () => {
  const lock = JSON.parse(await readFile(join(folder, "package-lock.json"), "utf8"));
  assert.deepEqual(Object.keys(lock.packages), ["", "node_modules/@accord/client"]);
  const installed = join(folder, "node_modules/@accord/client");
  const manifest = JSON.parse(await readFile(join(installed, "package.json"), "utf8"));
  for (const path of [manifest.types, manifest.exports["."].default, "README.md", "LICENSE"]) {
    assert.match(await readFile(join(installed, path), "utf8"), /./, path);
  }
  for (const name of ["index.js", "index.d.ts", "client.js", "client.d.ts", "generated.d.ts"]) {
    assert.doesNotMatch(await readFile(join(installed, name), "utf8"), /"\.\/[\w-]+\.ts"/, name);
  }
});

for (const module of ["nodenext", "preserve"]) {
  test(`a strict TypeScript project compiles with it, as ${module}`, () => compile(module, ["--noEmit"]));
}

test("the compiled project runs on plain Node against a server", async () => {
  await compile("nodenext", ["--outDir", "out"]);
  const api = await startApi();
  try {
    const script =
      'const { sync } = await import("./out/sync.js"); console.log(JSON.stringify(await sync(...process.argv.slice(1))));';
    const given = ["--input-type=module", "-e", script, api.url, api.merchants.A.writeKey];
    assert.deepEqual(JSON.parse(await run(process.execPath, given, folder)), expected);
  } finally {
    await api.close();
  }
});

test("a browser runs its bundle, in a page of the same server", async () => {
  await writeFile(
    join(folder, "vite.config.js"),
    `export default { build: { outDir: "bundle", lib: { entry: "src/sync.ts", formats: ["es"], fileName: () => "sync.js" } } };\n`,
  );
  await run(process.execPath, [join(binaries, "../vite/bin/vite.js"), "build"], folder);
  const bundle = await readFile(join(folder, "bundle/sync.js"), "utf8");
  assert.doesNotMatch(bundle, /\bnode:|\bprocess\.|\brequire\(/);
  const [api, { browser, close }] = await Promise.all([startApi(), openBrowser()]);
  try {
    assert.deepEqual(await ranInPage(api, bundle), expected);
  } finally {
    await close();
    await api.close();
  }

  async function ranInPage({ url, merchants }: TestApi, script: string): Promise<unknown> {
    const page = await browser.newPage();
    await page.route(`${url}/sample/*`, (route) =>
      route.request().url().endsWith(".js")
        ? route.fulfill({ contentType: "text/javascript", body: script })
        : route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Sample</title>" }),
    );
    await page.goto(`${url}/sample/page`);
    const call = `import("/sample/sync.js").then(({ sync }) => sync("", ${JSON.stringify(merchants.A.writeKey)}))`;
    return page.evaluate(call);
  }
});

async function compile(module: string, more: readonly string[]): Promise<void> {
  await writeProject("tsconfig.json", {
    compilerOptions: {
      target: "es2023",
      lib: ["es2023", "dom", "dom.iterable", "dom.asynciterable"],
      types: [],
      rootDir: "src",
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noPropertyAccessFromIndexSignature: true,
      verbatimModuleSyntax: true,
      skipLibCheck: false,
      module,
    },
    include: ["src"],
  });
  await run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", ".", ...more], folder);
}

const writeProject = (name: string, content: object) => writeFile(join(folder, name), JSON.stringify(content));

/** What a program printed; what it complained about is the failure. */
async function run(program: string, given: readonly string[], cwd: string): Promise<string> {
  const env = { ...process.env, PATH: `${binaries}:${process.env.PATH}` };
  try {
    return (await promisify(execFile)(program, given, { cwd, env })).stdout;
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${given.join(" ")}\n${stdout}${stderr}`, { cause: error });
  }
}

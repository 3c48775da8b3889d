import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { setPriority } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { errorCode, errorText } from "../platform/db/embedded-error.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));

/** The sources of the console, relative to the root of the repository. */
const sources = ["console", "packages/client", "package-lock.json"];
const notSources = new Set(["node_modules", "dist"]);

const compressible = /\.(?:js|css|html|svg|json)$/;
const lowPriority = 10;
const builtName = /^[0-9a-f]{16}(?:-new-[0-9a-f-]+)?$/;

/** Why there is no console, in one sentence for the operator. */
export class NoConsole extends Error {}

/**
 * The folder of the built console, named by the hash of its sources. So an existing one is current, and it is built once, by
 * whichever process comes first.
 *
 * @param onBuild called if it has to be built, which takes seconds
 * @throws NoConsole if it cannot be built or stored
 */
export async function builtConsole(
  { signal, onBuild }: { readonly signal: AbortSignal; readonly onBuild: () => void },
  root: string = repository,
): Promise<string> {
  const console = join(root, "console");
  if (!existsSync(join(console, "index.html"))) throw new NoConsole("there is no console/index.html");
  const kept = join(console, "dist");
  const hash = await hashOfSources(root);
  const folder = join(kept, hash);
  if (existsSync(join(folder, "index.html"))) return folder;
  onBuild();
  const made = join(kept, `${hash}-new-${randomUUID()}`);
  await mkdir(made, { recursive: true }).catch((error) => {
    throw new NoConsole(`${relative(root, kept)} cannot be written (${errorCode(error) ?? errorText(error)})`);
  });
  try {
    await build(console, made, signal);
    await compress(made);
    await keep(made, folder);
    await removeOthers(kept, hash);
    return folder;
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

/** The build in a folder or, if a process with newer sources has replaced it, the newer build. Undefined if there is none any more. */
export function presentBuild(folder: string): string | undefined {
  const isThere = (each: string) => existsSync(join(each, "index.html"));
  if (isThere(folder)) return folder;
  const kept = dirname(folder);
  const others = existsSync(kept) ? readdirSync(kept).filter((name) => /^[0-9a-f]{16}$/.test(name)) : [];
  return others.map((name) => join(kept, name)).find(isThere);
}

/** Builds in a process of low priority, so that the API and the demo do not wait for it. */
async function build(console: string, folder: string, signal: AbortSignal): Promise<void> {
  let vite: string;
  try {
    vite = createRequire(join(console, "package.json")).resolve("vite/package.json");
  } catch {
    throw new NoConsole('vite is not installed; run "npm ci"');
  }
  const args = [join(vite, "../bin/vite.js"), "build", "--outDir", folder, "--emptyOutDir", "--logLevel", "error"];
  const child = spawn(process.execPath, args, { cwd: console, signal, stdio: ["ignore", "pipe", "pipe"] });
  if (child.pid !== undefined) setPriority(child.pid, lowPriority);
  const { code, output } = await ended(child);
  signal.throwIfAborted();
  if (code !== 0) throw new NoConsole(`its build failed: ${output.trim().split("\n")[0] ?? "no reason given"}`);
}

function ended(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ code: null, output: error.message }));
    child.once("close", (code) => resolve({ code, output }));
  });
}

/** Also stores each file compressed, so that it is not compressed for each request. */
async function compress(folder: string): Promise<void> {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
  for (const path of await filesBelow(folder)) {
    if (!compressible.test(path)) continue;
    const bytes = await readFile(path);
    await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, quality));
  }
}

/** If another process was faster, its build is the same and is used. */
async function keep(made: string, folder: string): Promise<void> {
  try {
    await rename(made, folder);
  } catch (error) {
    if (!existsSync(join(folder, "index.html"))) throw error;
  }
}

async function removeOthers(kept: string, hash: string): Promise<void> {
  for (const name of await readdir(kept)) {
    if (builtName.test(name) && !name.startsWith(hash)) await rm(join(kept, name), { recursive: true, force: true });
  }
}

async function hashOfSources(root: string): Promise<string> {
  const hash = createHash("sha256");
  for (const source of sources) {
    for (const path of await filesBelow(join(root, source))) {
      hash.update(`${relative(root, path)}\n`).update(await readFile(path));
    }
  }
  return hash.digest("hex").slice(0, 16);
}

/** A file, or all files below a folder, in order. */
async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch((error) => {
    if (errorCode(error) === "ENOTDIR") return undefined;
    throw error;
  });
  if (entries === undefined) return [path];
  const names = entries.filter(({ name }) => !notSources.has(name)).map(({ name }) => name);
  const files = await Promise.all(names.toSorted().map((name) => filesBelow(join(path, name))));
  return files.flat();
}

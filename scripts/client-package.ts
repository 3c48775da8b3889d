import { execFileSync } from "node:child_process";
import { copyFile, glob, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * `npm run client:build`: writes the package for publication to `packages/client/dist`, or the given folder: JavaScript and declarations, with
 * its own `package.json`. The repository itself uses the sources, which Node runs without a build.
 */
const root = join(import.meta.dirname, "..");
const client = join(root, "packages/client");
const target = process.argv[2] ?? join(client, "dist");

await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
execFileSync("tsc", ["-p", client, "--outDir", target], { stdio: "inherit", shell: process.platform === "win32" });
// The compiler keeps `.ts` extensions in declarations, and not every version of it resolves them.
for await (const name of glob("*.d.ts", { cwd: target })) {
  const file = join(target, name);
  await writeFile(file, (await readFile(file, "utf8")).replaceAll(/("\.\/[\w-]+)\.ts"/g, '$1.js"'));
}
const { name, version, description, license, sideEffects } = JSON.parse(
  await readFile(join(client, "package.json"), "utf8"),
);
const manifest = {
  name,
  version,
  description,
  license,
  type: "module",
  sideEffects,
  engines: { node: ">=20.3" },
  exports: { ".": { types: "./index.d.ts", default: "./index.js" }, "./package.json": "./package.json" },
  types: "./index.d.ts",
};
await writeFile(join(target, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
await copyFile(join(client, "README.md"), join(target, "README.md"));
await copyFile(join(root, "LICENSE"), join(target, "LICENSE"));

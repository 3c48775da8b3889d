import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import { promisify } from "node:util";
import { type Component, componentsOf, nameOf, readLock } from "../../scripts/sbom.ts";

const root = join(import.meta.dirname, "../..");
const lock = readLock();

/** Licences under which a part may be distributed with a program under Apache-2.0. */
const allowed = ["0BSD", "Apache-2.0", "BSD-3-Clause", "BlueOak-1.0.0", "CC0-1.0", "ISC", "MIT", "Unlicense", "Zlib"];

/** Allowed for these alone: fonts, and what builds the console and is in none of its files. */
const allowedFor: Readonly<Record<string, RegExp>> = {
  "OFL-1.1": /^@expo-google-fonts\//,
  "MPL-2.0": /^lightningcss(-|$)/,
};

/** Where the package that a folder asks for lies, as Node looks for it. */
function found(from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/")))) {
    const candidate = join(folder, "node_modules", name);
    const locked = lock.packages[candidate];
    if (locked !== undefined) return candidate;
    if (folder === "") return undefined;
  }
}

/** Folders of all that the program and its console need to run, found by walking from what they ask for. */
function needed(): Set<string> {
  const seen = new Set<string>();
  const visit = (folder: string) => {
    const { dependencies = {}, optionalDependencies = {} } = lock.packages[folder] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = found(folder, name);
      if (place === undefined || seen.has(place) || lock.packages[place]?.link === true) continue;
      seen.add(place);
      visit(place);
    }
  };
  for (const folder of ["", "console"]) visit(folder);
  return seen;
}

describe("the bill of materials", () => {
  const components = componentsOf(lock);
  const byReference = new Map(components.map((each) => [`${each.name}@${each.version}`, each]));
  const isAllowed = ({ name, licenses }: Component) =>
    (licenses[0]?.expression ?? "none")
      .split(/ AND | OR |[()]/)
      .filter((each) => each !== "")
      .every((licence) => allowed.includes(licence) || allowedFor[licence]?.test(name) === true);

  test("has every package that the program needs, with digest and licence", () => {
    const folders = [...needed()];
    assert.ok(folders.length > 100, `${folders.length} packages`);
    const missing = folders.filter(
      (folder) =>
        !byReference.has(`${lock.packages[folder]?.name ?? nameOf(folder)}@${lock.packages[folder]?.version}`),
    );
    assert.deepEqual(missing, []);
    const bare = components.filter(({ licenses, ...each }) => licenses.length === 0 || !("hashes" in each));
    assert.deepEqual(bare, []);
  });

  test("has no development package", () => {
    const names = new Set(components.map(({ name }) => name));
    for (const name of ["@biomejs/biome", "playwright-core", "fast-check", "saxon-js"])
      assert.ok(!names.has(name), name);
  });

  test("has only allowed licences", () => {
    const others = components.filter((component) => !isAllowed(component));
    assert.deepEqual(
      others.map(({ name, licenses }) => `${name}: ${licenses[0]?.expression}`),
      [],
    );
  });

  test("has the licences that the installed packages name", async () => {
    let compared = 0;
    for (const folder of needed()) {
      const manifest = await readFile(join(root, folder, "package.json"), "utf8").catch(() => undefined);
      // Packages of other platforms are not installed.
      if (manifest === undefined) continue;
      const { name, version, license } = JSON.parse(manifest);
      if (license === undefined) continue;
      const said = byReference.get(`${name}@${version}`)?.licenses[0]?.expression;
      assert.equal(said, license, folder);
      compared += 1;
    }
    assert.ok(compared > 100, `${compared} packages`);
  });

  test("is the output of its command", async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(root, "scripts/sbom.ts")], {
      maxBuffer: 16 << 20,
    });
    const printed = JSON.parse(stdout);
    assert.deepEqual([printed.bomFormat, printed.specVersion], ["CycloneDX", "1.5"]);
    assert.deepEqual(printed.components, components);
  });
});

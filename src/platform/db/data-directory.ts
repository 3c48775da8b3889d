import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { access, chmod, link, mkdir, mkdtemp, readFile, realpath, rm, stat, statfs, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { EmbeddedDatabaseError, errorCode } from "./embedded-error.ts";
import { newSibling } from "./fresh-folder.ts";
import { canReach, isRoot, type ServerAccount, unprivilegedAccount } from "./server-account.ts";

/** The part of a pino logger this folder needs. */
export type EmbeddedLog = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
};

/** The paths of one embedded database, all absolute, and the account it runs under. */
export type DataDirectory = {
  /** The path that the operator named. It holds the log, the owner's note and, if the cluster is elsewhere, a note that says where. */
  readonly path: string;
  /** Holds the binaries and the cluster: the data directory itself, or a place the server account can reach. */
  readonly home: string;
  /** The PostgreSQL data directory and its password, which belong together. Created complete, by a rename. */
  readonly cluster: string;
  readonly clusterData: string;
  readonly passwordFile: string;
  readonly logFile: string;
  readonly ownerFile: string;
  /** Undefined: PostgreSQL runs as the user of this process. */
  readonly account: ServerAccount | undefined;
};

// Root's clusters go here when the data directory is closed to the server account.
const reachableRoot = "/var/lib/accord";

const bytesPerMegabyte = 1024 * 1024;
const megabytesForNewCluster = 200;
// Restarting may need to write a recovery checkpoint and a few 16 MB log segments.
const megabytesForRestart = 64;

/**
 * Creates or opens a data directory, and decides where the cluster is and which account runs it (behaviour H8).
 *
 * @throws EmbeddedDatabaseError if it cannot be written or belongs to another user
 */
export async function openDataDirectory(named: string, log: EmbeddedLog): Promise<DataDirectory> {
  const path = await makeDirectory(resolve(named));
  const newAccount = await unprivilegedAccount();
  const recorded = await recordedHome(path);
  const home = recorded ?? ((await mustMoveAway(path, newAccount)) ? await moveAway(path, log) : path);
  const cluster = join(home, "cluster");
  const clusterData = join(cluster, "data");
  const account = await accountOf(clusterData, newAccount);
  if (account !== undefined && !(await canReach(home, account))) {
    throw new EmbeddedDatabaseError(
      `The database in ${clusterData} belongs to user id ${account.uid}, who may not enter that folder; ` +
        "give every folder above it search permission (chmod o+x).",
    );
  }
  return {
    path,
    home,
    cluster,
    clusterData,
    passwordFile: join(cluster, "password"),
    logFile: join(path, "postgresql.log"),
    ownerFile: join(path, "owner.json"),
    account,
  };
}

/** Rejects a disk that is nearly full before PostgreSQL is started: it would start, and abort on its first checkpoint (behaviour H8, DBF-5). */
export async function rejectFullDisk(directory: DataDirectory): Promise<void> {
  const needed = (await clusterExists(directory)) ? megabytesForRestart : megabytesForNewCluster;
  const { bavail, bsize } = await statfs(directory.home);
  const free = Math.floor((bavail * bsize) / bytesPerMegabyte);
  if (free >= needed) return;
  throw new EmbeddedDatabaseError(
    `The disk of ${directory.home} has ${free} MB free and the embedded PostgreSQL needs ${needed} MB to start; ` +
      "free some space and start again. Nothing was changed.",
  );
}

/** Rejects a cluster of another PostgreSQL major version, whose files cannot be read. Nothing is converted silently. */
export async function rejectOtherVersion(directory: DataDirectory, major: string): Promise<void> {
  if (!(await clusterExists(directory))) return;
  const found = (await readFile(join(directory.clusterData, "PG_VERSION"), "utf8")).trim();
  if (found === major) return;
  throw new EmbeddedDatabaseError(
    `The database in ${directory.clusterData} was written by PostgreSQL ${found} and this program brings PostgreSQL ` +
      `${major}; use a version of Accord with PostgreSQL ${found}, or export there and import here.`,
  );
}

/** Whether the cluster exists. It is created complete or not at all. */
export async function clusterExists(directory: Pick<DataDirectory, "cluster">): Promise<boolean> {
  return (await statOrNothing(directory.cluster)) !== undefined;
}

async function makeDirectory(path: string): Promise<string> {
  const firstCreated = await mkdir(path, { recursive: true });
  // Under a strict umask the folders root creates would be closed to the server account.
  if (isRoot() && firstCreated !== undefined) {
    for (let folder = path; folder.length >= firstCreated.length; folder = dirname(folder)) await chmod(folder, 0o755);
  }
  await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
  return realpath(path);
}

async function accountOf(clusterData: string, newAccount: ServerAccount | undefined) {
  const found = await statOrNothing(clusterData);
  if (found === undefined) return newAccount;
  if (isRoot()) return { uid: found.uid, gid: found.gid };
  if (process.getuid !== undefined && found.uid !== process.getuid()) {
    throw new EmbeddedDatabaseError(
      `The database in ${clusterData} belongs to user id ${found.uid}; start Accord as root or as the user who created it.`,
    );
  }
  return undefined;
}

async function mustMoveAway(path: string, account: ServerAccount | undefined): Promise<boolean> {
  if (account === undefined || (await clusterExists({ cluster: join(path, "cluster") }))) return false;
  return !(await canReach(path, account));
}

// The name is new each time: a data directory that was deleted and created again must not find its old database.
async function moveAway(path: string, log: EmbeddedLog): Promise<string> {
  await mkdir(reachableRoot, { recursive: true, mode: 0o755 });
  await chmod(reachableRoot, 0o755);
  const hash = createHash("sha256").update(path).digest("hex").slice(0, 12);
  const home = await mkdtemp(join(reachableRoot, `${hash}-`));
  await chmod(home, 0o755);

  const note = newSibling(noteOf(path));
  await writeFile(note, `${JSON.stringify({ home })}\n`, { flush: true });
  try {
    await link(note, noteOf(path));
  } catch (error) {
    // Another process has just made the same decision; its choice stands.
    if (errorCode(error) !== "EEXIST") throw error;
    await rm(home, { recursive: true });
    return (await recordedHome(path)) ?? home;
  } finally {
    await rm(note, { force: true });
  }
  log.info(
    { dataDirectory: path, home },
    `PostgreSQL may not run as root and other users cannot enter ${path}; the database is kept in ${home}`,
  );
  return home;
}

async function recordedHome(path: string): Promise<string | undefined> {
  const text = await readOrNothing(noteOf(path));
  if (text === undefined) return undefined;
  const { home } = JSON.parse(text) as { home: string };
  if ((await statOrNothing(home)) !== undefined) return home;
  throw new EmbeddedDatabaseError(
    `The database of ${path} is kept in ${home}, which does not exist; restore that folder, or delete ${noteOf(path)} ` +
      "to begin with an empty database.",
  );
}

function noteOf(path: string): string {
  return join(path, "location.json");
}

async function readOrNothing(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

async function statOrNothing(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

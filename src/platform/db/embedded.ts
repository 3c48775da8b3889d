import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import {
  type DataDirectory,
  type EmbeddedLog,
  openDataDirectory,
  rejectFullDisk,
  rejectOtherVersion,
} from "./data-directory.ts";
import { copyBinaries, packagedBinaries } from "./embedded-binaries.ts";
import { createCluster, ownerPassword } from "./embedded-cluster.ts";
import { EmbeddedDatabaseError, errorCode, errorText } from "./embedded-error.ts";
import { forgetOwnership, takeOwnership } from "./embedded-owner.ts";
import {
  connectionString,
  joinServer,
  leaveServer,
  type Membership,
  type Server,
  type ServerSettings,
} from "./embedded-server.ts";

export type { EmbeddedLog } from "./data-directory.ts";
export { EmbeddedDatabaseError } from "./embedded-error.ts";

/** A PostgreSQL server beside this process. */
export type EmbeddedDatabase = {
  /** URL for the role that owns the schema, on 127.0.0.1. Valid until {@link close}, also across restarts of PostgreSQL. */
  readonly connectionString: string;
  /** Stops PostgreSQL if no other process uses it. Close every pool before: its sessions are cut off. */
  close(): Promise<void>;
};

export type EmbeddedOptions = {
  /** Created when missing. Relative paths start at the working directory. */
  readonly dataDirectory: string;
  /**
   * "serve" has the data directory to itself and restarts PostgreSQL if it dies. "command" works beside a server, or alone if there
   * is none.
   */
  readonly purpose: "serve" | "command";
  readonly log: EmbeddedLog;
  /** PostgreSQL settings that override the defaults. Durability (fsync) is on unless a test turns it off here. */
  readonly settings?: ServerSettings;
};

const productDatabase = "accord";
const restartPauseMilliseconds = 1_000;
const duplicateDatabase = ["42P04", "23505"];

/**
 * Opens the embedded PostgreSQL of a data directory: creates it, starts it, or joins one that runs already, used by another process
 * or left behind by a killed one (behaviour H8, DBF-8).
 *
 * @throws EmbeddedDatabaseError with a sentence for the operator; files of an existing database are never repaired, reset or
 * converted
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  try {
    return await open(options);
  } catch (error) {
    throw explained(error, options.dataDirectory);
  }
}

async function open({ dataDirectory, purpose, log, settings = {} }: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const packaged = await packagedBinaries();
  const directory = await openDataDirectory(dataDirectory, log);
  await rejectOtherVersion(directory, packaged.major);
  if (purpose === "serve") await rejectFullDisk(directory);

  const binaries = await copyBinaries(packaged, directory.home);
  await createCluster(directory, binaries, settings.fsync !== "off");
  const server: Server = { directory, binaries, password: await ownerPassword(directory), settings };

  const membership = await joinServer(server);
  try {
    if (purpose === "serve") await takeOwnership(directory, membership.client);
    await ensureProductDatabase(membership.client);
  } catch (error) {
    await leaveServer(server, membership);
    throw error;
  }
  return purpose === "serve" ? supervised(server, membership, log) : joined(server, membership);
}

function joined(server: Server, membership: Membership): EmbeddedDatabase {
  // A command that forgets to close must still be able to end.
  membership.socket.unref();
  let closed: Promise<void> | undefined;
  return {
    connectionString: connectionString(server, membership.postmaster.port, productDatabase),
    close: () => {
      closed ??= leave(server, membership);
      return closed;
    },
  };
}

/** As {@link joined}; if PostgreSQL dies, it is started again on the same port, until closed. */
function supervised(server: Server, first: Membership, log: EmbeddedLog): EmbeddedDatabase {
  const { port } = first.postmaster;
  let membership = first;
  let closed: Promise<void> | undefined;
  let restoring: Promise<void> = Promise.resolve();

  const watch = () => {
    membership.socket.unref();
    membership.client.once("end", () => {
      if (closed === undefined) restoring = restore();
    });
  };
  const restore = async () => {
    log.warn({ pid: membership.postmaster.pid }, "the embedded PostgreSQL went away; starting it again");
    while (closed === undefined) {
      try {
        membership = await rejoin(server, port);
        log.info({ pid: membership.postmaster.pid }, "the embedded PostgreSQL is back");
        return watch();
      } catch (error) {
        log.warn({ reason: errorText(error) }, "the embedded PostgreSQL could not be started again; trying on");
        await sleep(restartPauseMilliseconds, undefined, { ref: false });
      }
    }
  };
  watch();
  return {
    connectionString: connectionString(server, port, productDatabase),
    close: () => {
      closed ??= restoring.then(() => forgetOwnership(server.directory)).then(() => leave(server, membership));
      return closed;
    },
  };
}

async function rejoin(server: Server, port: number): Promise<Membership> {
  const membership = await joinServer(server, port);
  try {
    await takeOwnership(server.directory, membership.client);
    return membership;
  } catch (error) {
    await leaveServer(server, membership);
    throw error;
  }
}

async function leave(server: Server, membership: Membership): Promise<void> {
  membership.socket.ref();
  try {
    await leaveServer(server, membership);
  } catch (error) {
    // The connection is lost, and the lock with it: there is nothing left to stop.
    if (error instanceof EmbeddedDatabaseError) throw error;
  }
}

async function ensureProductDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query("select from pg_database where datname = $1", [productDatabase]);
  if (rowCount !== 0) return;
  try {
    await client.query(`create database ${productDatabase}`);
  } catch (error) {
    // Another process has created it at the same moment.
    if (!duplicateDatabase.includes(errorCode(error) ?? "")) throw error;
  }
}

function explained(error: unknown, dataDirectory: DataDirectory["path"]): unknown {
  switch (errorCode(error)) {
    case "EACCES":
    case "EPERM":
    case "EROFS":
    case "ENOTDIR":
    case "EEXIST":
      return new EmbeddedDatabaseError(
        `The data directory ${dataDirectory} cannot be used (${errorText(error)}); make it a directory this user may ` +
          "write to, or set ACCORD_DATA_DIR to another one.",
      );
    case "ENOSPC":
    case "EDQUOT":
      return new EmbeddedDatabaseError(
        `The disk of the data directory ${dataDirectory} is full (${errorText(error)}); free some space and start again.`,
      );
    default:
      return error;
  }
}

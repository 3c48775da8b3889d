import { type ChildProcess, spawn } from "node:child_process";
import { chown, open, readFile, rename, stat } from "node:fs/promises";
import { createServer, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type DataDirectory, rejectFullDisk } from "./data-directory.ts";
import { type Binaries, program } from "./embedded-binaries.ts";
import { ownerRole, serverEnvironment } from "./embedded-cluster.ts";
import { EmbeddedDatabaseError, errorCode, errorText } from "./embedded-error.ts";
import { disarmStaleLockFile, isAlive, type Postmaster, runningPostmaster } from "./postmaster.ts";

/** Settings given to PostgreSQL at every start, so that they follow the version of the program and not old files. */
export type ServerSettings = Readonly<Record<string, string>>;

/** What is needed to start or reach the PostgreSQL of one data directory. */
export type Server = {
  readonly directory: DataDirectory;
  readonly binaries: Binaries;
  readonly password: string;
  readonly settings: ServerSettings;
};

/** A connection whose lock keeps other processes from stopping PostgreSQL, its socket, and the server process. */
export type Membership = { readonly client: pg.Client; readonly socket: Socket; readonly postmaster: Postmaster };

const defaultSettings: ServerSettings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  password_encryption: "scram-sha-256",
  max_connections: "60",
  // A query of a partitioned table locks all its partitions and their indexes.
  max_locks_per_transaction: "256",
  shared_buffers: "128MB",
  max_wal_size: "1GB",
  jit: "off",
  // A first import fills empty tables within seconds; until they are analyzed, queries use plans made for empty tables, which are
  // slow.
  autovacuum_naptime: "5s",
  timezone: "UTC",
  log_timezone: "UTC",
};

// The locks are in the maintenance database, so that their sessions never block the product's own database.
const lockDatabase = "postgres";
const lockSpace = 0x41435244; // "ACRD"
const userLock = 2;

const pollMilliseconds = 50;
// Only to end a start that hangs: replaying the log after a crash takes seconds.
const startLimitMilliseconds = 120_000;
const stopLimitMilliseconds = 60_000;
// How long a start is tried again while another process starts PostgreSQL, or processes of a killed server still end.
const overtakenLimitMilliseconds = 15_000;
const logLimitBytes = 10 * 1024 * 1024;

/**
 * Connects to the PostgreSQL of the data directory, even if another process or a killed one started it (behaviour H8), and starts
 * one if none runs. The returned connection holds the shared "user" lock, so that no other process stops PostgreSQL while we use
 * it.
 *
 * @param port the port to start on; undefined: any free one
 * @throws EmbeddedDatabaseError if PostgreSQL does not start
 */
export async function joinServer(server: Server, port?: number): Promise<Membership> {
  const begin = Date.now();
  let attempt: StartAttempt | undefined;
  for (;;) {
    const postmaster = await runningPostmaster(server.directory.clusterData);
    if (postmaster?.isReady) {
      const membership = await becomeUser(server, postmaster);
      if (membership !== undefined) return membership;
    }
    if (postmaster === undefined && (attempt === undefined || attempt.ended())) {
      const mayGiveWay = Date.now() - begin < overtakenLimitMilliseconds;
      if (attempt !== undefined && !(mayGiveWay && (await attempt.wasOvertaken()))) throw await attempt.failure();
      attempt = await start(server, port ?? (await freePort()));
    }
    if (Date.now() - begin > startLimitMilliseconds) throw await tookTooLong(server);
    await sleep(pollMilliseconds);
  }
}

/**
 * Releases the shared lock, and stops PostgreSQL if nobody else holds it. An exclusive lock is held during the shutdown, so that a
 * new process does not begin to use a server that is about to stop; it waits and starts the next one.
 *
 * @returns whether PostgreSQL was stopped
 */
export async function leaveServer(server: Server, { client, postmaster }: Membership): Promise<boolean> {
  await client.query("select pg_advisory_unlock_all()");
  const isLast = await tryLock(client, "pg_try_advisory_lock", userLock);
  if (isLast) await stop(server, postmaster);
  await client.end().catch(() => undefined);
  return isLast;
}

/** Tries to take a session lock of the cluster; false if another session holds it. */
export async function tryLock(
  client: pg.Client,
  how: "pg_try_advisory_lock" | "pg_try_advisory_lock_shared",
  key: number,
): Promise<boolean> {
  const { rows } = await client.query<{ granted: boolean }>(`select ${how}($1, $2) as granted`, [lockSpace, key]);
  return rows[0]?.granted === true;
}

/** The URL of a database of the cluster for the owner role. `sslmode` is set so that PGSSLMODE in our environment has no effect. */
export function connectionString(server: Server, port: number, database: string): string {
  return `postgresql://${ownerRole}:${server.password}@127.0.0.1:${port}/${database}?sslmode=disable`;
}

/** A membership, or undefined while PostgreSQL is starting or stopping. */
async function becomeUser(server: Server, postmaster: Postmaster): Promise<Membership | undefined> {
  const socket = new Socket();
  const client = new pg.Client({
    stream: () => socket,
    connectionString: connectionString(server, postmaster.port, lockDatabase),
    connectionTimeoutMillis: 5_000,
    application_name: "accord supervisor",
  });
  // Without a listener an error of a lost connection would end the process; whoever needs to know listens to "end".
  client.on("error", () => undefined);
  try {
    await client.connect();
    if (await tryLock(client, "pg_try_advisory_lock_shared", userLock)) return { client, socket, postmaster };
  } catch (error) {
    if (errorCode(error) === "28P01") {
      throw new EmbeddedDatabaseError(
        `PostgreSQL on port ${postmaster.port} does not accept the password in ${server.directory.passwordFile}; ` +
          "restore that file from the backup the database came from.",
      );
    }
  }
  await client.end().catch(() => undefined);
  return undefined;
}

/** One try to start PostgreSQL. */
type StartAttempt = {
  ended(): boolean;
  /** True if the attempt failed for a passing reason: another process starting, a port just taken, processes of a dead server. */
  wasOvertaken(): Promise<boolean>;
  failure(): Promise<EmbeddedDatabaseError>;
};

async function start(server: Server, port: number): Promise<StartAttempt> {
  const { directory } = server;
  await rejectFullDisk(directory);
  await disarmStaleLockFile(directory.clusterData);
  const settings = { ...defaultSettings, ...server.settings, port: String(port) };
  const log = await openLog(directory);
  const child = spawn(
    program(server.binaries, "postgres"),
    // First, and in this form: {@link runningPostmaster} recognizes PostgreSQL by it.
    ["-D", directory.clusterData, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    {
      cwd: directory.cluster,
      env: serverEnvironment,
      // A session of its own: Ctrl-C reaches only us, and we stop PostgreSQL when its last user is done.
      detached: true,
      stdio: ["ignore", log.file.fd, log.file.fd],
      ...directory.account,
    },
  );
  let spawnError: Error | undefined;
  child.on("error", (error) => {
    spawnError = error;
  });
  child.unref();
  await log.file.close();

  const output = () => readFrom(directory.logFile, log.startsAt);
  return {
    ended: () => spawnError !== undefined || hasEnded(child),
    wasOvertaken: async () => /postmaster\.pid|shared memory block|TCP\/IP socket/.test(await output()),
    failure: async () => startFailure(directory, spawnError?.message ?? (await output())),
  };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function startFailure(directory: DataDirectory, output: string): EmbeddedDatabaseError {
  const lines = output.trim().split("\n");
  const cause = lines.findLast((line) => /(FATAL|PANIC):/.test(line)) ?? lines.at(-1) ?? "it gave no reason";
  const reason = cause.replace(/^.*?(?=FATAL:|PANIC:)/, "");
  return new EmbeddedDatabaseError(
    `The embedded PostgreSQL could not start on ${directory.clusterData} (${reason}); nothing was changed. ` +
      `The end of its log ${directory.logFile}:\n${lines.slice(-10).join("\n")}`,
  );
}

async function tookTooLong({ directory }: Server): Promise<EmbeddedDatabaseError> {
  const seconds = startLimitMilliseconds / 1000;
  const tail = (await readFrom(directory.logFile, 0)).trim().split("\n").slice(-10).join("\n");
  return new EmbeddedDatabaseError(
    `The embedded PostgreSQL on ${directory.clusterData} accepted no connection within ${seconds} s and may still be ` +
      `recovering; start again later. The end of its log ${directory.logFile}:\n${tail}`,
  );
}

/** Fast shutdown: open transactions are rolled back, everything committed is on disk. */
async function stop(server: Server, postmaster: Postmaster): Promise<void> {
  const { clusterData, account } = server.directory;
  if (process.platform === "win32") {
    spawn(program(server.binaries, "pg_ctl"), ["kill", "INT", String(postmaster.pid)], { ...account });
  } else {
    process.kill(postmaster.pid, "SIGINT");
  }
  const deadline = Date.now() + stopLimitMilliseconds;
  while (isAlive(postmaster.pid) && (await runningPostmaster(clusterData))?.pid === postmaster.pid) {
    if (Date.now() > deadline) {
      throw new EmbeddedDatabaseError(
        `PostgreSQL (process ${postmaster.pid}) did not stop within ${stopLimitMilliseconds / 1000} s.`,
      );
    }
    await sleep(20);
  }
}

/** Opens the log for appending, as a file of the server account. One older log is kept. */
async function openLog(directory: DataDirectory) {
  const size = await stat(directory.logFile).then(
    (found) => found.size,
    () => 0,
  );
  if (size > logLimitBytes) await rename(directory.logFile, `${directory.logFile}.1`);
  const file = await open(directory.logFile, "a", 0o600);
  if (directory.account !== undefined) await chown(directory.logFile, directory.account.uid, directory.account.gid);
  return { file, startsAt: (await file.stat()).size };
}

async function readFrom(path: string, offset: number): Promise<string> {
  try {
    return (await readFile(path)).subarray(offset).toString("utf8");
  } catch (error) {
    return errorText(error);
  }
}

/** A port that is free at this moment. If another program takes it first, PostgreSQL is started again. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

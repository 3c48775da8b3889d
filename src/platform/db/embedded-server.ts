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

/** Settings given to PostgreSQL at every start, so that they change with the program and not with old files. */
export type ServerSettings = Readonly<Record<string, string>>;

/** All that is needed to start or reach the PostgreSQL of one data directory. */
export type Server = {
  readonly directory: DataDirectory;
  readonly binaries: Binaries;
  readonly password: string;
  readonly settings: ServerSettings;
};

/** A connection that keeps PostgreSQL from being stopped by others, its socket, and the process it leads to. */
export type Membership = { readonly client: pg.Client; readonly socket: Socket; readonly postmaster: Postmaster };

const defaultSettings: ServerSettings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  password_encryption: "scram-sha-256",
  max_connections: "60",
  // A query of a table locks its partitions and their indexes.
  max_locks_per_transaction: "256",
  shared_buffers: "128MB",
  max_wal_size: "1GB",
  jit: "off",
  // A first import fills empty tables within seconds; plans made for empty tables are slow until they are analyzed.
  autovacuum_naptime: "5s",
  timezone: "UTC",
  log_timezone: "UTC",
};

// The locks live in the maintenance database: sessions there never stand in the way of the product's own database.
const lockDatabase = "postgres";
const lockSpace = 0x41435244; // "ACRD"
const userLock = 2;

const pollMilliseconds = 50;
// Replaying the log after a crash takes seconds; this only bounds a start that hangs.
const startLimitMilliseconds = 120_000;
const stopLimitMilliseconds = 60_000;
// How long a start may give way, to another starter or to the last processes of a killed server, before it is a failure.
const overtakenLimitMilliseconds = 15_000;
const logLimitBytes = 10 * 1024 * 1024;

/**
 * Connects to the PostgreSQL of the data directory, whoever started it, and starts one when none runs: also the orphan
 * of a killed process is found (behaviour H8). The returned connection holds the shared "user" lock, so that no other
 * process stops PostgreSQL under us.
 *
 * @param port the port to start on; undefined takes any free one
 * @throws EmbeddedDatabaseError when PostgreSQL does not come up
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
 * Gives up the shared lock and stops PostgreSQL if nobody else holds it. The exclusive lock is kept while PostgreSQL
 * shuts down: a newcomer cannot become a user of a server that is about to go, and waits for the next one.
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

/** Tries a session lock of the cluster; false when another session is in the way. */
export async function tryLock(
  client: pg.Client,
  how: "pg_try_advisory_lock" | "pg_try_advisory_lock_shared",
  key: number,
): Promise<boolean> {
  const { rows } = await client.query<{ granted: boolean }>(`select ${how}($1, $2) as granted`, [lockSpace, key]);
  return rows[0]?.granted === true;
}

/** The address of a database of the cluster for the owner role. `sslmode` shields it from a PGSSLMODE around us. */
export function connectionString(server: Server, port: number, database: string): string {
  return `postgresql://${ownerRole}:${server.password}@127.0.0.1:${port}/${database}?sslmode=disable`;
}

/** A membership, or undefined when PostgreSQL is just going down or coming up. */
async function becomeUser(server: Server, postmaster: Postmaster): Promise<Membership | undefined> {
  const socket = new Socket();
  const client = new pg.Client({
    stream: () => socket,
    connectionString: connectionString(server, postmaster.port, lockDatabase),
    connectionTimeoutMillis: 5_000,
    application_name: "accord supervisor",
  });
  // Without a listener a lost connection would end the process; who cares listens to "end".
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
  /** It gave way to something that passes: another starter, a port just taken, a dead server's last processes. */
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
    // First, and in this form: a running PostgreSQL is recognized by it.
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

/** A port nobody listens on at this moment. Should another program take it first, PostgreSQL is started again. */
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

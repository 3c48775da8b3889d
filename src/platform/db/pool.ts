import { CompiledQuery, type DatabaseConnection, DummyDriver, Kysely, PostgresDialect, sql, Transaction } from "kysely";
import pg from "pg";
import { assert, required } from "../../kernel/assert.ts";
import { parseId } from "../../kernel/ids.ts";
import type { Database } from "../../schema/tables.ts";
import { Connection } from "./connection.ts";
import { type ReadCache, readCache } from "./read-cache.ts";
import { allowLonger, statementLimits } from "./statement-limits.ts";

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;

// Dates, timestamps, int8 and numeric stay text: a JavaScript Date or number would lose days, digits and time.
const textTypes = new Set<number>([20, 1082, 1114, 1184, 1700]);
const keepAsText: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: "text") =>
    textTypes.has(oid) ? (value: string) => value : pg.types.getTypeParser(oid, format)) as never,
};

export type PoolOptions = {
  readonly connectionString: string;
  readonly size?: number | undefined;
  /** True for requests, whose statements are stopped when they take too long (`statement-limits.ts`). Other work has no limit. */
  readonly isForRequests?: boolean;
  readonly onError?: (error: Error) => void;
};

/** How long a statement waits for a lock (behaviour DBF-4). */
export const lockTimeout = "4s";

/**
 * The program's connections. They run as `accord_app`, which row-level security binds even if the connecting role is the owner or a
 * superuser. A caller waits at most 2 s for a connection and 4 s for a lock (behaviour DBF-3, DBF-4).
 * `citus.propagate_set_commands` passes the merchant of a transaction on to each node of a distributed database (ADR 0095);
 * elsewhere it has no effect.
 */
export function openPool({ connectionString, size = 10, isForRequests = false, onError }: PoolOptions): Db {
  const pool = new pg.Pool({
    Client: Connection,
    connectionString,
    max: size,
    // Prepared statements keep the plan made for the tables of that time, so connections are replaced now and then.
    maxLifetimeSeconds: 300,
    types: keepAsText,
    connectionTimeoutMillis: 2_000,
    options: `-c role=accord_app -c citus.propagate_set_commands=local -c timezone=UTC -c lock_timeout=${lockTimeout} -c idle_in_transaction_session_timeout=60s${
      isForRequests ? ` -c statement_timeout=${statementLimits.request}` : ""
    }`,
    application_name: "accord",
  });
  outliveConnections(pool, onError);
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}

/**
 * Keeps the program running when the server closes connections (behaviour DBF-1): an idle one is replaced on its next use; on one
 * in use, the running or next query fails. Without a listener for errors the process would end.
 */
export function outliveConnections(pool: pg.Pool, onError?: (error: Error) => void): void {
  pool.on("error", (error) => onError?.(error));
  pool.on("connect", (client) => client.on("error", () => undefined));
}

export type TransactionOptions = {
  readonly readOnly?: boolean;
  /** The transaction sees only what was committed when it began. Default for read-only ones. */
  readonly isSnapshot?: boolean;
};

const retriable = new Set(["40001", "40P01"]);
/** SQLSTATE of a statement in a transaction that has failed already. */
const failedBefore = "25P02";
const retries = 3;

/**
 * Runs `work` in one transaction that sees and writes only the rows of one merchant. After a serialization failure or a deadlock it
 * is run again, up to 3 times with jitter (behaviour DBF-6), so `work` must have no effect outside the database.
 *
 * BEGIN is not waited for: it is sent in one packet with the first statement of `work`. Statements that `work` starts together are
 * also sent together, and executed in the order in which they were started.
 */
export async function inTransaction<T>(
  db: Db,
  merchantId: string,
  work: (tx: Tx) => Promise<T>,
  { readOnly = false, isSnapshot = readOnly }: TransactionOptions = {},
): Promise<T> {
  assert(parseId(merchantId) === merchantId, "the merchant is a UUID");
  for (let attempt = 0; ; attempt++) {
    try {
      return await db
        .getExecutor()
        .provideConnection((connection) => transact(db, connection, { merchantId, readOnly, isSnapshot, work }));
    } catch (error) {
      if (attempt >= retries || !retriable.has(sqlState(error) ?? "")) throw error;
      await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 20 * 2 ** attempt));
    }
  }
}

type Work<T> = {
  readonly merchantId: string;
  readonly readOnly: boolean;
  readonly isSnapshot: boolean;
  readonly work: (tx: Tx) => Promise<T>;
};

async function transact<T>(
  db: Db,
  connection: DatabaseConnection,
  { merchantId, readOnly, isSnapshot, work }: Work<T>,
): Promise<T> {
  const run = (statement: string) => connection.executeQuery(CompiledQuery.raw(statement));
  const mode = `${isSnapshot ? " isolation level repeatable read" : ""}${readOnly ? " read only" : ""}`;
  // SET LOCAL, not set_config(): only SET LOCAL is passed on to the shards of a distributed database.
  const begun = unnoticed(run(`begin${mode}; set local accord.merchant_id = '${merchantId}'`));
  const { tx, sent, last, end, firstFailure } = transactionOn(db, afterBegin(connection, begun));
  sent.push(begun);
  try {
    const result = await work(tx);
    // The last statements are sent in one packet with the commit, so that their locks are held only briefly.
    for (const query of last) sendAhead(tx, query);
    end();
    await begun;
    const committed = unnoticed(run("commit"));
    await Promise.all(sent);
    if (isRolledBack(await committed))
      throw new Error("A transaction in which a statement had failed was to be committed.");
    return result;
  } catch (error) {
    // Statements that were started together with a failed one may still be under way; end() lets none follow the rollback.
    end();
    await begun.catch(() => undefined);
    // If the connection is lost, the database rolls back by itself; `error` has the cause.
    await run("rollback").catch(() => undefined);
    // By now every statement is answered. The first failure is the cause of those after it.
    const failed = (await Promise.allSettled(sent)).find(({ status }) => status === "rejected");
    const cause = failed === undefined ? error : (failed as PromiseRejectedResult).reason;
    throw sqlState(cause) === failedBefore ? (firstFailure() ?? cause) : cause;
  }
}

/** Reads and locks, which have no lasting effect outside a transaction. A SELECT of a function of our schema may write, so it is excluded. */
const mayGoAhead = /^\s*(?:select(?!\s+(?!pg_)\w+\s*\()|set local)\b/i;

/**
 * The connection of a transaction whose BEGIN has been sent but not answered. Statements that only read are sent without waiting
 * for it. If BEGIN failed, each statement would run in a transaction of its own, and writes would stay; so the first write, and all
 * statements after it, wait for BEGIN and are not sent if it fails.
 */
function afterBegin(connection: DatabaseConnection, begun: Promise<unknown>): DatabaseConnection {
  let waits: Promise<unknown> | undefined;
  let isBegun = false;
  const note = () => {
    isBegun = true;
  };
  begun.then(note, () => undefined);
  return {
    executeQuery: (query, options) => {
      const execute = () => connection.executeQuery(query, options) as Promise<never>;
      if (!isBegun && !mayGoAhead.test(query.sql)) waits = begun;
      return isBegun || waits === undefined ? execute() : waits.then(execute);
    },
    streamQuery: connection.streamQuery.bind(connection),
  };
}

/** Marks a promise that is awaited later: a failure before that is no unhandled rejection. */
function unnoticed<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

type Compiled = Parameters<Tx["executeQuery"]>[0];
type Statements = { readonly sent: Promise<unknown>[]; readonly last: Compiled[]; readonly known: ReadCache };
const statementsOf = new WeakMap<Tx, Statements>();

/**
 * Sends a statement whose answer nobody needs. The work goes on, and the statement is sent in one packet with the next one, which
 * sees its effect and waits for its locks. If it fails, the transaction fails as if it had been awaited.
 */
export function sendAhead(tx: Tx, query: Compiled): void {
  required(statementsOf.get(tx), "a transaction of inTransaction").sent.push(unnoticed(tx.executeQuery(query)));
}

/**
 * Has a statement executed among the last ones, in one packet with the commit, so that its locks are held only briefly. Nothing in
 * the work sees its effect.
 */
export function sendWithCommit(tx: Tx, query: Compiled): void {
  required(statementsOf.get(tx), "a transaction of inTransaction").last.push(query);
}

/**
 * Runs `use` with a read-only transaction on another connection, so that it can go on while the caller's transaction closes months.
 * It sees what was committed when it began. If no connection becomes free in time, `use` gets the caller's transaction, which fails
 * by itself if the database is gone.
 */
export async function readingBeside<T>(
  db: Db,
  merchantId: string,
  caller: Tx,
  use: (tx: Tx) => Promise<T>,
): Promise<T> {
  const reading = db.startTransaction().setIsolationLevel("repeatable read").setAccessMode("read only");
  const tx = await reading.execute().catch(() => undefined);
  if (tx === undefined) return use(caller);
  try {
    await sql`set local accord.merchant_id = ${sql.lit(merchantId)}`.execute(tx);
    await allowLonger(tx, "close");
    return await use(tx);
  } finally {
    // The transaction only read, so a failure of its end does not matter.
    await tx
      .rollback()
      .execute()
      .catch(() => undefined);
  }
}

const nowhere = new PostgresDialect({ pool: () => Promise.reject(new Error("A transaction has its connection.")) });

/**
 * The rows of a statement that reads or locks data which nobody else changes during this transaction: facts of a contract that it
 * has locked, or the books under a shared lock. The same statement again returns the same rows without a query, unless the
 * transaction wrote to one of its tables.
 */
export async function readOnce<Row>(tx: Tx, query: CompiledQuery<Row>): Promise<readonly Row[]> {
  const carryOut = () => tx.executeQuery(query);
  const known = statementsOf.get(tx)?.known;
  return (await (known === undefined ? carryOut() : known.once(query, carryOut))).rows;
}

/**
 * Starts a {@link readOnce} early, in one packet with earlier statements; a later readOnce finds its result. If it fails, the
 * transaction fails with that error.
 */
export function askAhead(reading: Promise<unknown>): void {
  unnoticed(reading);
}

/** A transaction on a connection, usable until `end` is called. */
function transactionOn(db: Db, connection: DatabaseConnection) {
  let isOpen = true;
  const known = readCache();
  let failure: unknown;
  const noting: DatabaseConnection = {
    executeQuery: (query, options) => {
      known.note(query.sql);
      // A rollback to a savepoint undoes the failure.
      if (/^rollback to\b/.test(query.sql)) failure = undefined;
      const answer = connection.executeQuery<never>(query, options);
      answer.catch((error: unknown) => {
        failure ??= error;
      });
      return answer;
    },
    streamQuery: (query, chunkSize, options) => connection.streamQuery(query, chunkSize, options),
  };
  const executor = db.getExecutor().withConnectionProvider({
    provideConnection: async (use) => {
      if (!isOpen) throw new Error("The transaction has ended.");
      return use(noting);
    },
  });
  const config = { dialect: nowhere };
  const tx = new Transaction<Database>({ config, dialect: nowhere, driver: new DummyDriver(), executor });
  const statements: Statements = { sent: [], last: [], known };
  statementsOf.set(tx, statements);
  const end = () => {
    isOpen = false;
  };
  return { tx, ...statements, end, firstFailure: () => failure };
}

/** PostgreSQL answers COMMIT with ROLLBACK if a statement of the transaction failed. */
function isRolledBack(committed: unknown): boolean {
  const { rows } = committed as { readonly rows: readonly { readonly command?: string }[] };
  return rows[0]?.command === "ROLLBACK";
}

/** The SQLSTATE of a database error, or undefined. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/**
 * The constraint that a database error names, or undefined. A cluster names it in the message alone, and on a shard of a distributed table
 * the name ends with the number of the shard.
 */
export function violatedConstraint(error: unknown): string | undefined {
  if (!sqlState(error)?.startsWith("23")) return undefined;
  const { constraint, message } = error as pg.DatabaseError;
  const name = constraint ?? /constraint "([^"]+)"/.exec(message)?.[1];
  return name?.replace(/_\d+$/, "");
}

import { CompiledQuery, type DatabaseConnection, DummyDriver, Kysely, PostgresDialect, sql, Transaction } from "kysely";
import pg from "pg";
import { assert, required } from "../../kernel/assert.ts";
import { parseId } from "../../kernel/ids.ts";
import type { Database } from "../../schema/tables.ts";
import { Connection } from "./connection.ts";
import { type Readings, readings } from "./readings.ts";
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
  /** Of requests, whose statements are stopped when they take too long (`statement-limits.ts`); those of everybody else are not. */
  readonly isForRequests?: boolean;
  readonly onError?: (error: Error) => void;
};

/**
 * The program's connections. They run as `accord_app`, which row-level security binds even when the connecting role is
 * the owner or a superuser. A caller waits at most 2 s for a connection and 4 s for a lock (behaviour DBF-3, DBF-4). By
 * `citus.propagate_set_commands` each node of a distributed database learns which merchant a transaction is of (ADR 0095); elsewhere it means
 * nothing.
 */
export function openPool({ connectionString, size = 10, isForRequests = false, onError }: PoolOptions): Db {
  const pool = new pg.Pool({
    Client: Connection,
    connectionString,
    max: size,
    // Plans of prepared statements are made for tables as they were: they do not outlive their connection.
    maxLifetimeSeconds: 300,
    types: keepAsText,
    connectionTimeoutMillis: 2_000,
    options: `-c role=accord_app -c citus.propagate_set_commands=local -c timezone=UTC -c lock_timeout=4s -c idle_in_transaction_session_timeout=60s${
      isForRequests ? ` -c statement_timeout=${statementLimits.request}` : ""
    }`,
    application_name: "accord",
  });
  outliveConnections(pool, onError);
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}

/**
 * Keeps the program alive when the server closes connections (behaviour DBF-1): an idle one is replaced on the next use, and of
 * one in use the query that runs, or the next, fails. Errors without a listener would end the process.
 */
export function outliveConnections(pool: pg.Pool, onError?: (error: Error) => void): void {
  pool.on("error", (error) => onError?.(error));
  pool.on("connect", (client) => client.on("error", () => undefined));
}

export type TransactionOptions = {
  readonly readOnly?: boolean;
  /** Sees what was committed when it began, and nothing later. What only reads does anyway. */
  readonly isSnapshot?: boolean;
};

const retriable = new Set(["40001", "40P01"]);
/** Of every statement that comes after one that failed. */
const failedBefore = "25P02";
const retries = 3;

/**
 * Runs `work` in one transaction that sees and writes the rows of one merchant alone. A serialization failure or a
 * deadlock is tried again up to 3 times with jitter (behaviour DBF-6), so `work` has no effect outside the database.
 *
 * Beginning waits for nothing: it leaves in one packet with the first statement of `work`. Statements that `work` starts together
 * do so as well, and are carried out in the order in which they were started.
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
  // SET LOCAL, not set_config(): only this is passed on to the shards of a distributed database.
  const begun = unnoticed(run(`begin${mode}; set local accord.merchant_id = '${merchantId}'`));
  const { tx, sent, last, end, firstFailure } = transactionOn(db, afterBegin(connection, begun));
  sent.push(begun);
  try {
    const result = await work(tx);
    // The last statements and the commit leave in one packet: what they lock is held no longer than they take.
    for (const query of last) sendAhead(tx, query);
    end();
    await begun;
    const committed = unnoticed(run("commit"));
    await Promise.all(sent);
    if (isRolledBack(await committed))
      throw new Error("A transaction in which a statement had failed was to be committed.");
    return result;
  } catch (error) {
    // What was started together with what failed may go on: nothing of it comes behind the end.
    end();
    await begun.catch(() => undefined);
    // What is lost is rolled back by the database; the error says why.
    await run("rollback").catch(() => undefined);
    // By then every statement has its answer. The first that failed is why those after it did.
    const failed = (await Promise.allSettled(sent)).find(({ status }) => status === "rejected");
    const told = failed === undefined ? error : (failed as PromiseRejectedResult).reason;
    throw sqlState(told) === failedBefore ? (firstFailure() ?? told) : told;
  }
}

/** Reads and locks: where there is no transaction, they leave nothing. A function of the schema may write. */
const mayGoAhead = /^\s*(?:select(?!\s+(?!pg_)\w+\s*\()|set local)\b/i;

/**
 * The connection of a transaction that is being begun. Statements leave behind the beginning without waiting for it as long as they only
 * read: were it to fail, each of them would be a transaction of its own, and what it wrote would stay. The first that writes, and all
 * after it, wait until the transaction is there, and are never sent where it is not.
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

/** A promise that somebody will ask later: until then its failure is nobody's. */
function unnoticed<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

type Compiled = Parameters<Tx["executeQuery"]>[0];
type Statements = { readonly sent: Promise<unknown>[]; readonly last: Compiled[]; readonly known: Readings };
const statementsOf = new WeakMap<Tx, Statements>();

/**
 * Sends a statement of which nobody needs the answer: the work goes on, and it leaves in one packet with the next one, which sees
 * what it did or waits for what it locked. Where it fails, the transaction fails as it would have by waiting for it.
 */
export function sendAhead(tx: Tx, query: Compiled): void {
  required(statementsOf.get(tx), "a transaction of inTransaction").sent.push(unnoticed(tx.executeQuery(query)));
}

/**
 * Has a statement carried out as one of the last, in one packet with the commit, so that what it locks is held for a moment only.
 * Nothing of the work sees what it does.
 */
export function sendWithCommit(tx: Tx, query: Compiled): void {
  required(statementsOf.get(tx), "a transaction of inTransaction").last.push(query);
}

/**
 * Runs `use` with a transaction that only reads, on a connection of its own, so that it goes on while another one closes months. It
 * sees what is committed when it begins. Where it cannot be begun, because no connection comes free in time, `use` gets the
 * caller's transaction, which fails by itself if the database is gone.
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
    // It has nothing to lose, and what it read is read: an end that fails is no reason to give up the work.
    await tx
      .rollback()
      .execute()
      .catch(() => undefined);
  }
}

const nowhere = new PostgresDialect({ pool: () => Promise.reject(new Error("A transaction has its connection.")) });

/**
 * The rows of a statement that reads, or locks, what nobody else changes while this transaction goes on: facts of a contract that it
 * holds, the books that it shares. Asked again they are the same rows, unless the transaction wrote to one of their tables.
 */
export async function readOnce<Row>(tx: Tx, query: CompiledQuery<Row>): Promise<readonly Row[]> {
  const carryOut = () => tx.executeQuery(query);
  const known = statementsOf.get(tx)?.known;
  return (await (known === undefined ? carryOut() : known.once(query, carryOut))).rows;
}

/**
 * Asks ahead for what is read once, in one packet with what was sent before: whoever needs it then finds the answer. Where it fails, the
 * transaction does, by that failure.
 */
export function askAhead(reading: Promise<unknown>): void {
  unnoticed(reading);
}

/** A transaction on a connection, for as long as it is not ended. */
function transactionOn(db: Db, connection: DatabaseConnection) {
  let isOpen = true;
  const known = readings();
  let failure: unknown;
  const noting: DatabaseConnection = {
    executeQuery: (query, options) => {
      known.note(query.sql);
      // What failed before is undone by then.
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

/** PostgreSQL answers COMMIT with ROLLBACK where a statement of the transaction had failed. */
function isRolledBack(committed: unknown): boolean {
  const { rows } = committed as { readonly rows: readonly { readonly command?: string }[] };
  return rows[0]?.command === "ROLLBACK";
}

/** The SQLSTATE of a database error, or undefined. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** The constraint that a database error names, or undefined. On a shard of a distributed table, its name ends with the shard's number. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint?.replace(/_\d+$/, "") : undefined;
}

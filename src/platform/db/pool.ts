import { Kysely, PostgresDialect, sql, type Transaction } from "kysely";
import pg from "pg";
import { assert } from "../../kernel/assert.ts";
import { parseId } from "../../kernel/ids.ts";
import type { Database } from "../../schema/tables.ts";
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
 * the owner or a superuser. A caller waits at most 2 s for a connection and 4 s for a lock (behaviour DBF-3, DBF-4).
 */
export function openPool({ connectionString, size = 10, isForRequests = false, onError }: PoolOptions): Db {
  const pool = new pg.Pool({
    connectionString,
    max: size,
    types: keepAsText,
    connectionTimeoutMillis: 2_000,
    options: `-c role=accord_app -c timezone=UTC -c lock_timeout=4s -c idle_in_transaction_session_timeout=60s${
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

export type TransactionOptions = { readonly readOnly?: boolean };

const retriable = new Set(["40001", "40P01"]);
const retries = 3;

/**
 * Runs `work` in one transaction that sees and writes the rows of one merchant alone. A serialization failure or a
 * deadlock is tried again up to 3 times with jitter (behaviour DBF-6), so `work` has no effect outside the database.
 */
export async function inTransaction<T>(
  db: Db,
  merchantId: string,
  work: (tx: Tx) => Promise<T>,
  { readOnly = false }: TransactionOptions = {},
): Promise<T> {
  assert(parseId(merchantId) === merchantId, "the merchant is a UUID");
  const transaction = readOnly
    ? db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only")
    : db.transaction();
  for (let attempt = 0; ; attempt++) {
    try {
      return await transaction.execute(async (tx) => {
        // SET LOCAL, not set_config(): only this is passed on to the shards of a distributed database.
        await sql`set local accord.merchant_id = ${sql.lit(merchantId)}`.execute(tx);
        return work(tx);
      });
    } catch (error) {
      if (attempt >= retries || !retriable.has(sqlState(error) ?? "")) throw error;
      await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 20 * 2 ** attempt));
    }
  }
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

/** The SQLSTATE of a database error, or undefined. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** The constraint that a database error names, or undefined. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint : undefined;
}

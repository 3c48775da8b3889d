import { sql } from "kysely";
import type { AccountRole } from "../../kernel/account.ts";
import { type Money, money } from "../../kernel/money.ts";
import { countedInsert } from "../../platform/db/counted-insert.ts";
import { sendAhead, type Tx } from "../../platform/db/pool.ts";

/** Locks a book's name until the end of the transaction: waits for another run of the same book to commit or roll back. */
export async function lockBook(tx: Tx, merchantId: string, importName: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${merchantId} ${importName}`}, 0))`.execute(tx);
}

/** Stores which contract each contract row of a book became. */
export async function insertLoaded(
  tx: Tx,
  merchantId: string,
  importName: string,
  contracts: ReadonlyMap<string, string>,
): Promise<void> {
  const keys = [...contracts.keys()];
  await countedInsert(sql`
    insert into import_row (merchant_id, import_name, row_key, contract_id)
    select ${merchantId}, ${importName}, key, id
    from unnest(${keys}::text[], ${[...contracts.values()]}::uuid[]) as loaded (key, id)`).execute(tx);
}

/**
 * Balances of contracts so far (debits less credits), by contract and role. Reads only the lines: the database has no statistics yet of
 * the entries that this transaction has written, so a join would go through all of them for each line.
 */
export async function postedBalances(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
): Promise<{ readonly contractId: string; readonly role: AccountRole; readonly balance: Money }[]> {
  const { rows } = await sql<{ id: string; role: AccountRole; currency: string; minor: string }>`
    select contract_id as id, role, currency, sum(debit_minor - credit_minor) as minor
    from journal_line
    where merchant_id = ${merchantId} and contract_id = any(${contractIds}::uuid[])
    group by contract_id, role, currency
    order by contract_id, role, currency`.execute(tx);
  return rows.map(({ id, role, currency, minor }) => ({
    contractId: id,
    role,
    balance: money(BigInt(minor), currency),
  }));
}

/** Sets a savepoint to which the writes of a row can be rolled back. */
export function beginRow(tx: Tx): void {
  sendAhead(tx, sql`savepoint book_row`.compile(tx));
}

export function endRow(tx: Tx): void {
  sendAhead(tx, sql`release savepoint book_row`.compile(tx));
}

export async function rollBackRow(tx: Tx): Promise<void> {
  await sql`rollback to savepoint book_row`.execute(tx);
}

import { sql } from "kysely";
import type { AccountRole } from "../../kernel/account.ts";
import { type Money, money } from "../../kernel/money.ts";
import { sendAhead, type Tx } from "../../platform/db/pool.ts";
import { storing } from "../../platform/db/storing.ts";

/** Waits for another run of the same book, until that one is kept or taken back. */
export async function lockBook(tx: Tx, merchantId: string, importName: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${merchantId} ${importName}`}, 0))`.execute(tx);
}

/** Remembers what a book's contracts became. */
export async function insertLoaded(
  tx: Tx,
  merchantId: string,
  importName: string,
  contracts: ReadonlyMap<string, string>,
): Promise<void> {
  const keys = [...contracts.keys()];
  await storing(sql`
    insert into import_row (merchant_id, import_name, row_key, contract_id)
    select ${merchantId}, ${importName}, key, id
    from unnest(${keys}::text[], ${[...contracts.values()]}::uuid[]) as loaded (key, id)`).execute(tx);
}

/**
 * What is posted for contracts so far, debit less credit, by contract and role. Of lines alone: of entries that this transaction has just
 * written the database knows nothing yet, and would go through all of them for each line.
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

/** A point that what a row wrote can be taken back to, so that the next row is tried as well. */
export function beginRow(tx: Tx): void {
  sendAhead(tx, sql`savepoint book_row`.compile(tx));
}

export function endRow(tx: Tx): void {
  sendAhead(tx, sql`release savepoint book_row`.compile(tx));
}

export async function takeRowBack(tx: Tx): Promise<void> {
  await sql`rollback to savepoint book_row`.execute(tx);
}

import { sql } from "kysely";
import { accountName } from "../kernel/account.ts";
import type { Merchant } from "../platform/clock.ts";
import { plainArray } from "../platform/db/columns.ts";
import type { Tx } from "../platform/db/pool.ts";

/** The account of an obligation's contract liability: its category's own, or null for the merchant's. */
export type LiabilityAccount = {
  readonly performanceObligationId: string;
  readonly billingTermId: string;
  readonly account: string | null;
  /** Was something posted there, so that it stays whatever becomes of the category? */
  readonly isKept: boolean;
};

/**
 * Of the performance obligations, deleted ones included, that some terms bill. A category's account of the same name as
 * the merchant's own is the merchant's own: it is kept as such, and a new name of that account is a new name for it too.
 */
export async function liabilityAccounts(
  tx: Tx,
  merchant: Pick<Merchant, "id" | "accountMap">,
  termIds: readonly string[],
): Promise<LiabilityAccount[]> {
  const ownAccount = accountName("CONTRACT_LIABILITY", merchant.accountMap);
  // Each kept account is looked up by itself: the planner does not know how many a close has added, and would read them all.
  const { rows } = await sql<{ id: string; term_id: string; account: string | null; is_kept: boolean }>`
    select promise.id, promise.billing_term_id as term_id, kept.performance_obligation_id is not null as is_kept,
      nullif(case when kept.performance_obligation_id is null then category.contract_liability_account else kept.account end,
        ${ownAccount}) as account
    from performance_obligation promise
    left join lateral (
      select * from obligation_liability_account as each
      where each.merchant_id = promise.merchant_id and each.performance_obligation_id = promise.id limit 1
    ) as kept on true
    left join category on category.merchant_id = promise.merchant_id and category.id = promise.category_id
    where promise.merchant_id = ${merchant.id} and promise.billing_term_id = any(${termIds}::uuid[])`.execute(tx);
  return rows.map((row) => ({
    performanceObligationId: row.id,
    billingTermId: row.term_id,
    account: row.account,
    isKept: row.is_kept,
  }));
}

/** Keeps the accounts of obligations whose liability is about to be posted; what is kept already stays as it is. */
export async function keepLiabilityAccounts(
  tx: Tx,
  merchantId: string,
  accounts: readonly LiabilityAccount[],
): Promise<void> {
  const added = accounts.filter(({ isKept }) => !isKept);
  if (added.length === 0) return;
  await sql`
    insert into obligation_liability_account (merchant_id, performance_obligation_id, account)
    select ${merchantId}::uuid, kept.* from unnest(
      ${plainArray(added.map(({ performanceObligationId }) => performanceObligationId))}::uuid[],
      ${added.map(({ account }) => account)}::text[]
    ) as kept
    on conflict do nothing`.execute(tx);
}

import { sql } from "kysely";
import { accountName } from "../../kernel/account.ts";
import type { Merchant } from "../../platform/clock.ts";
import { idArray } from "../../platform/db/columns.ts";
import type { Tx } from "../../platform/db/pool.ts";

/** A performance obligation whose contract liability is in an account of its category. */
export type LiabilityAccount = {
  readonly performanceObligationId: string;
  readonly billingTermId: string;
  readonly account: string;
  /** True if the account is already stored. */
  readonly isStored: boolean;
};

/**
 * The performance obligations of some terms, deleted ones included, whose contract liability is in an account of a category. The liability of all
 * others is in the merchant's own account. Once something is posted, the account is stored and no longer follows the category. An account of
 * a category with the name of the merchant's own account is that account, and is renamed with it.
 */
export async function liabilityAccounts(
  tx: Tx,
  merchant: Pick<Merchant, "id" | "accountMap">,
  termIds: readonly string[],
): Promise<LiabilityAccount[]> {
  // Most merchants have no such account; the last condition is evaluated once and skips the rest for them.
  const { rows } = await sql<{ id: string; term_id: string; account: string; is_stored: boolean }>`
    select pob.id, pob.billing_term_id as term_id, chosen.account, chosen.is_stored
    from performance_obligation as pob
      left join category on category.merchant_id = pob.merchant_id and category.id = pob.category_id
      left join obligation_liability_account as kept
        on kept.merchant_id = pob.merchant_id and kept.performance_obligation_id = pob.id
      cross join lateral (
        select kept.account, true as is_stored where kept.account is not null
        union all
        select category.contract_liability_account, false
        where kept.account is null and category.contract_liability_account is not null
          and not exists (select from revenue_entry as entry
            where entry.merchant_id = pob.merchant_id and entry.performance_obligation_id = pob.id)
          and not exists (select from invoice join invoice_line as line
              on line.merchant_id = invoice.merchant_id and line.invoice_id = invoice.id
            where invoice.merchant_id = pob.merchant_id and invoice.contract_id = pob.contract_id
              and line.billing_term_id = pob.billing_term_id)
      ) as chosen
    where pob.merchant_id = ${merchant.id} and pob.billing_term_id = any(${idArray(termIds)}::uuid[])
      and chosen.account <> ${accountName("CONTRACT_LIABILITY", merchant.accountMap)}
      and (exists (select from category where merchant_id = ${merchant.id} and contract_liability_account is not null)
        or exists (select from obligation_liability_account where merchant_id = ${merchant.id}))`.execute(tx);
  return rows.map((row) => ({
    performanceObligationId: row.id,
    billingTermId: row.term_id,
    account: row.account,
    isStored: row.is_stored,
  }));
}

/** Stores the accounts of obligations whose liability is about to be posted; stored ones do not change. */
export async function storeLiabilityAccounts(
  tx: Tx,
  merchantId: string,
  accounts: readonly LiabilityAccount[],
): Promise<void> {
  const added = accounts.filter(({ isStored }) => !isStored);
  if (added.length === 0) return;
  await sql`
    insert into obligation_liability_account (merchant_id, performance_obligation_id, account)
    select ${merchantId}::uuid, kept.* from unnest(
      ${idArray(added.map(({ performanceObligationId }) => performanceObligationId))}::uuid[],
      ${added.map(({ account }) => account)}::text[]
    ) as kept
    on conflict do nothing`.execute(tx);
}

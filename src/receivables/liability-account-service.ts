import { liabilityAccounts } from "../billing-terms/service.ts";
import type { WriteContext } from "../platform/write.ts";
import type { LiabilityAccounts } from "./posting.ts";

/** The accounts of categories that the invoices of some terms credited; terms of the merchant's own are left out. */
export async function liabilityAccountsOf(ctx: WriteContext, termIds: readonly string[]): Promise<LiabilityAccounts> {
  const accounts = await liabilityAccounts(ctx.tx, ctx.merchant, [...new Set(termIds)]);
  return new Map(accounts.map(({ billingTermId, account }) => [billingTermId, account]));
}

import { liabilityAccounts } from "../billing-terms/service.ts";
import type { WriteContext } from "../platform/write.ts";
import type { LiabilityAccounts } from "./posting.ts";

/** Liability accounts of categories for some terms; terms with the merchant's own account are left out. */
export async function liabilityAccountsOf(ctx: WriteContext, termIds: readonly string[]): Promise<LiabilityAccounts> {
  const accounts = await liabilityAccounts(ctx.tx, ctx.merchant, [...new Set(termIds)]);
  return new Map(accounts.map(({ billingTermId, account }) => [billingTermId, account]));
}

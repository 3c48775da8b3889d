import { auditedObligation } from "../billing-terms/audit-service.ts";
import type { Obligation } from "../billing-terms/obligation.ts";
import { touchObligation } from "../billing-terms/obligation-store.ts";
import { getObligation } from "../billing-terms/service.ts";
import type { Contract } from "../contracts/contract.ts";
import type { Money } from "../kernel/money.ts";
import { changesBetween } from "../platform/audit.ts";
import { markContractsChanged } from "../platform/contract-changes.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import { type ObligationWithRevenue, obligationsWithRevenue } from "../revenue/obligation-service.ts";

/**
 * Writes the audit row of a changed obligation. If something changed, also updates its timestamp, and publishes the event that regenerates its
 * invoices if requested.
 */
export async function noteObligationChange(
  ctx: WriteContext,
  contract: Contract,
  before: Obligation,
  {
    publishes,
    ...effect
  }: { readonly action: string; readonly publishes: boolean; readonly amount?: Money | undefined },
): Promise<ObligationWithRevenue> {
  const { tx, merchant, clock } = ctx;
  const { id: obligationId } = before;
  const [after] = await obligationsWithRevenue({ tx, merchant, clock }, contract, obligationId);
  if (after === undefined) throw recordNotFound("OBLIGATION_NOT_FOUND");
  const changes = changesBetween(auditedObligation(before), auditedObligation(after.obligation));
  ctx.audit({ ...effect, entityType: "OBLIGATION", entityId: obligationId, changes });
  if (changes.length === 0) return after;
  await touchObligation(tx, merchant.id, obligationId, clock.timestamp);
  if (publishes) ctx.publish({ type: "obligation.updated", contractId: contract.id, data: { obligationId } });
  // Invoices are regenerated later on purpose; stored revenue is out of date at once.
  else await markContractsChanged(ctx.tx, ctx.merchant.id, [contract.id]);
  const { lastUpdatedAt } = await getObligation(tx, merchant.id, contract.id, obligationId);
  return { ...after, obligation: { ...after.obligation, lastUpdatedAt } };
}

import type { Contract } from "../contracts/contract.ts";
import { reportReadiness } from "../contracts/service.ts";
import { rejectionOf } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import type { BillingTerm } from "./billing-term.ts";
import { billedUsage, overlapReasons } from "./usage-overlap.ts";
import * as store from "./usage-overlap-store.ts";

const source = "usage-overlap";

/**
 * Keeps a locked contract from being approved while its usage terms and those of approved contracts of its customer share
 * days, so that an event belongs to one term at most (data model 12.5). A contract that is approved already rejects the
 * change.
 *
 * @param terms all live terms of the contract
 * @throws DomainError VALIDATION_FAILED with issues OVERLAPPING_USAGE_TERMS
 */
export async function reportOverlaps(
  ctx: WriteContext,
  contract: Contract,
  terms: readonly BillingTerm[],
): Promise<Contract> {
  const { id: exceptContractId, customerId } = contract;
  const own = billedUsage(terms);
  const billsUsage = terms.some(({ eventTypeId }) => eventTypeId !== null);
  if (billsUsage && customerId !== null) await store.lockUsageOf(ctx.tx, ctx.merchant.id, customerId);
  const other =
    own.length === 0 || customerId === null
      ? []
      : await store.approvedUsage(ctx.tx, ctx.merchant.id, { customerId, exceptContractId });
  const reasons = overlapReasons(own, other);
  if (contract.status === "APPROVED") {
    if (reasons.length > 0) throw rejectionOf(reasons.map((reason) => ({ ...reason, path: "/eventTypeId" })));
    return contract;
  }
  const isNews = reasons.length > 0 || contract.reports.some((report) => report.source === source);
  return isNews ? reportReadiness(ctx, contract, source, reasons) : contract;
}

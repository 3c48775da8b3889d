import { sharesBy } from "../billing-terms/allocation.ts";
import { fixedStated, roleOf } from "../billing-terms/group.ts";
import type { PerformanceObligationRecord } from "../billing-terms/performance-obligation.ts";
import type { BillingReduction } from "../billing-terms/reduction.ts";
import { agreedPromise, type Scope } from "./agreement.ts";

/**
 * What counts of what was taken back of the promise. Of a term whose revenue stated promises earn it is taken from them by
 * the prices that are agreed, the allocated ones where the contract allocates (rules 7; ASC 606-10-32-43), and not from the
 * promise that earns the rest of the term. The shares of a reduction sum to it, whoever is there.
 */
export function reductionsOf(record: PerformanceObligationRecord, scope: Scope): BillingReduction[] {
  const { id } = record.obligation;
  const own = record.reductions.filter(scope.counts);
  const members = record.creditedWith
    .filter((one) => one.obligation.id === id || scope.isThere(one))
    .map((one) => ({ reductions: one.reductions, promise: agreedPromise(one, scope).obligation }));
  const earning = fixedStated(members.map(({ promise }) => promise));
  const remainders = members.filter(({ promise }) => roleOf(promise) === "REMAINDER");
  if (earning.length === 0) return own;
  if (remainders.some(({ promise }) => promise.id === id)) return [];
  const place = earning.findIndex((promise) => promise.id === id);
  if (place < 0) return own;
  const shared = remainders.flatMap(({ reductions }) => reductions).filter(scope.counts);
  return shared.flatMap((reduction) => {
    const prices = earning.map(({ transactionPrice }) => transactionPrice ?? { ...reduction.amount, minor: 0n });
    const amount = sharesBy(reduction.amount, prices)[place];
    return amount === undefined || amount.minor === 0n ? [] : [{ ...reduction, amount }];
  });
}

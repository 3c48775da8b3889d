import { sharesBy } from "../billing-terms/allocation.ts";
import { fixedStated, roleOf } from "../billing-terms/group.ts";
import type { PerformanceObligationRecord } from "../billing-terms/performance-obligation.ts";
import type { BillingReduction } from "../billing-terms/reduction.ts";
import type { Month } from "../kernel/day.ts";
import type { Money } from "../kernel/money.ts";
import { agreedPromise } from "./agreement.ts";
import { type Scope, saidBy } from "./scope.ts";

type Group = readonly PerformanceObligationRecord[];

/** What was taken back of each promise of a group, by id. */
type Split = ReadonlyMap<string, readonly BillingReduction[]>;

/**
 * What counts of what was taken back of the promise. Of a term whose revenue stated promises earn it is taken from them by
 * the prices that were agreed in the month in which it was taken back, the allocated ones where the contract allocates (rules
 * 7; ASC 606-10-32-43): what is agreed later is another deal. It is not taken from the promise that earns the rest of the
 * term. The shares of a reduction sum to it, whoever is there.
 */
export function reductionsOf(record: PerformanceObligationRecord, scope: Scope): readonly BillingReduction[] {
  const { creditedWith, obligation } = record;
  const shared = creditedWith.length === 0 || !scope.isThere(record) ? undefined : splitOf(creditedWith, scope);
  return shared?.get(obligation.id) ?? ownReductions(record, scope).filter(scope.counts);
}

/** What was taken back of what the promise earns. Of one without a term it is usage of its event type, and lowers no other price. */
function ownReductions(record: PerformanceObligationRecord, scope: Scope): readonly BillingReduction[] {
  const { reductions, obligation } = record;
  if (reductions.length === 0 || obligation.billingTerm !== null) return reductions;
  const { recognitionPattern, eventTypeId } = scope.known(record, () => true);
  if (recognitionPattern !== "RECOGNIZE_AS_CONSUMED") return [];
  return reductions.filter((one) => one.eventTypeId === eventTypeId);
}

const splits = new WeakMap<Group, Map<string, Split>>();

function splitOf(group: Group, scope: Scope): Split {
  const known = splits.get(group) ?? new Map<string, Split>();
  splits.set(group, known);
  const found = known.get(scope.key) ?? splitNow(group, scope);
  known.set(scope.key, found);
  return found;
}

function splitNow(group: Group, scope: Scope): Split {
  const there = group.filter(scope.isThere);
  const statedIn = (one: PerformanceObligationRecord, of: Scope): Money | null => {
    const [promise] = of.isThere(one) ? fixedStated([agreedPromise(one, of).obligation]) : [];
    return promise?.transactionPrice ?? null;
  };
  const earning = there.filter((one) => statedIn(one, scope) !== null);
  if (earning.length === 0) return new Map();
  const remainders = there.filter((one) => roleOf(agreedPromise(one, scope).obligation) === "REMAINDER");
  const split = new Map<string, BillingReduction[]>(
    [...earning, ...remainders].map(({ obligation }) => [obligation.id, []]),
  );
  const pricesBy = new Map<Month, (Money | null)[]>();
  for (const reduction of remainders.flatMap(({ reductions }) => reductions).filter(scope.counts)) {
    const { bookMonth, amount: whole } = reduction;
    const then = pricesBy.get(bookMonth) ?? earning.map((one) => statedIn(one, saidBy(scope, bookMonth)));
    pricesBy.set(bookMonth, then);
    // Where nobody is left who was there then, those who came after them have it.
    const prices = then.some((price) => price !== null) ? then : earning.map((one) => statedIn(one, scope));
    const shares = sharesBy(
      whole,
      prices.map((price) => price ?? { ...whole, minor: 0n }),
    );
    for (const [index, amount] of shares.entries()) {
      if (amount.minor !== 0n) split.get(earning[index]?.obligation.id ?? "")?.push({ ...reduction, amount });
    }
  }
  return split;
}

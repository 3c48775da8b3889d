import { earningAsBilled } from "../billing-terms/group.ts";
import type { PerformanceObligation, PerformanceObligationRecord } from "../billing-terms/performance-obligation.ts";
import type { PricingContext } from "../billing-terms/price.ts";
import type { BillingReduction } from "../billing-terms/reduction.ts";
import { type ContractUsage, usageKnownIn, usageNow } from "../commitments/contract-usage.ts";
import type { Month } from "../kernel/day.ts";
import { agreedPromise } from "./agreement.ts";
import { type ConsumedAmount, committedBy, consumedBy } from "./consumption.ts";
import type { EarlierDeal } from "./earlier-deal.ts";
import { type BilledAmount, billedAsKnown, type GroupBilling } from "./group-billing.ts";
import { everything, type Scope, scopeIn, treatmentOf } from "./scope.ts";
import { reductionsOf } from "./shared-reduction.ts";
import { type StatedChanges, statedChanges } from "./stated-shift.ts";

/** A promise with the facts that are known of it, from which its revenue follows. */
export type KnownPromise = StatedChanges & {
  readonly obligation: PerformanceObligation;
  readonly reductions: readonly BillingReduction[];
  /** What its group billed and leaves to it; only where revenue is recognized as billed. */
  readonly billed: readonly BilledAmount[];
  /** What its usage earns, by month; only where revenue is recognized as consumed. */
  readonly consumed: readonly ConsumedAmount[];
  /** What was agreed before the last prospective change of its price or its days. */
  readonly earlier?: EarlierDeal;
  /** Changes of its term's price and seats that count from the first day of service, by id. */
  readonly caughtUp?: ReadonlySet<string>;
};

/** What is known beside the promise itself: what its group billed, and what its contract used. */
export type PromiseContext = {
  readonly billed?: GroupBilling | undefined;
  readonly metered?: Metered | undefined;
};

/** The usage of a contract, undefined where it has none, priced through the last month that is asked for. */
export type Metered = {
  readonly usage: ContractUsage | undefined;
  readonly through: Month;
  readonly pricing: PricingContext;
};

/** A promise with all that is known by now. */
export function allKnown(record: PerformanceObligationRecord, { billed, metered }: PromiseContext = {}): KnownPromise {
  const known = knownWith(record, everything, billed);
  return { ...known, consumed: consumedOf(known.obligation, metered, usageNow) };
}

/**
 * A promise as it counts in a month (rules 7, "bookMonth"): a change that was made while a later month was the first open
 * one moves no month before that. So closing a month again posts the same, and a catch-up stays where it was posted.
 */
export function knownIn(
  record: PerformanceObligationRecord,
  month: Month,
  { billed, metered }: PromiseContext = {},
): KnownPromise {
  const known = knownWith(record, scopeIn(month), billed);
  return { ...known, consumed: consumedOf(known.obligation, metered, (usage) => usageKnownIn(usage, month)) };
}

/**
 * A promise at the end of a month: as it counts in it, and of later usage only what is owed if nothing more is used. What it earns
 * later is what was left then.
 */
export function knownAtEndOf(
  record: PerformanceObligationRecord,
  month: Month,
  { metered }: Pick<PromiseContext, "metered"> = {},
): KnownPromise {
  const known = knownWith(record, scopeIn(month));
  const usageThen = (usage: ContractUsage) => usageKnownIn(usage, month);
  const consumed = consumedOf(known.obligation, metered, usageThen, (usage, { pricing }) =>
    committedBy(known.obligation, usage, month, pricing),
  );
  return { ...known, consumed };
}

function consumedOf(
  obligation: PerformanceObligation,
  metered: Metered | undefined,
  known: (usage: ContractUsage) => ContractUsage,
  amountsOf = (usage: ContractUsage, { through, pricing }: Metered) => consumedBy(obligation, usage, through, pricing),
): ConsumedAmount[] {
  const isConsumed = obligation.recognitionPattern === "RECOGNIZE_AS_CONSUMED";
  if (metered?.usage === undefined || !isConsumed) return [];
  return amountsOf(known(metered.usage), metered);
}

/** A promise with the facts that count, without its usage. */
export function knownWith(record: PerformanceObligationRecord, scope: Scope, billing?: GroupBilling): KnownPromise {
  const caughtUp = [...record.treatments.keys()].filter(
    (id) => treatmentOf(record, id, scope) === "CUMULATIVE_CATCH_UP",
  );
  const facts = {
    reductions: reductionsOf(record, scope),
    ...(caughtUp.length === 0 ? {} : { caughtUp: new Set(caughtUp) }),
  };
  const agreed = agreedPromise(record, scope, facts);
  const isAsBilled = earningAsBilled([agreed.obligation]).length > 0;
  return {
    ...agreed,
    ...facts,
    billed: isAsBilled && billing !== undefined ? billedAsKnown(billing, scope) : [],
    consumed: [],
    ...statedChanges(record, scope),
  };
}

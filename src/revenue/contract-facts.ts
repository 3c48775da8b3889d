import type { DiscountShare } from "../billing-terms/allocation.ts";
import type { BillingCredit } from "../billing-terms/billing-credit.ts";
import type { TreatedFact } from "../billing-terms/modification.ts";
import type { Correction, PerformanceObligation, WithdrawnAmendment } from "../billing-terms/performance-obligation.ts";
import type { PricingContext } from "../billing-terms/price.ts";
import type { ContractUsage } from "../commitments/contract-usage.ts";
import type { Day, Month } from "../kernel/day.ts";
import type { Money } from "../kernel/money.ts";
import type { UsageDocument } from "./agreed-usage-credits.ts";
import type { PobOpening } from "./opening.ts";

/** All that is recorded of one contract and decides what it earns. `as-of.ts` leaves out what is not effective in a month. */
export type ContractFacts = {
  readonly contractId: string;
  readonly context: PricingContext;
  /** Is the price allocated by standalone selling price (data model 6.6)? */
  readonly isAllocated: boolean;
  /** The first open month when the contract was approved; null while nothing was closed then. */
  readonly approvedBookMonth: Month | null;
  /** By the moment they were made, then by id. */
  readonly pobs: readonly PobFacts[];
  /** How changes of the approved contract are treated, by the id of the fact: a correction, a price layer, an amendment, an obligation. */
  readonly treatments: ReadonlyMap<string, TreatedFact>;
  /** Discounts that belong to some of the obligations alone. */
  readonly discounts: readonly DiscountShare[];
  /** What issued invoices billed, less credits, by group; only of groups with an obligation that is or was recognized as billed. */
  readonly billing: ReadonlyMap<string, readonly BilledAmount[]>;
  /** Undefined where no obligation earns usage. */
  readonly usage: ContractUsage | undefined;
  /** What documents say of usage that terms bill by themselves, oldest first; none while nothing was credited of any by agreement. */
  readonly usageDocuments: readonly UsageDocument[];
};

declare const effective: unique symbol;

/**
 * What is effective of the facts, of obligations that exist: made by `as-of.ts` alone. The engines take no others, and of when they were
 * recorded only what came first, among them and the days from which they hold.
 */
export type EffectiveFacts = ContractFacts & { readonly [effective]: true };

/** What is recorded of one performance obligation. */
export type PobFacts = {
  /** As it was recorded first, with every price layer and seat amendment that its term ever had. */
  readonly initial: PerformanceObligation;
  /** Changes of the obligation and of the term that it follows, as they were made. */
  readonly corrections: readonly Correction[];
  /** Seat amendments of its term that were deleted. */
  readonly withdrawn: readonly WithdrawnAmendment[];
  /** What credit memos and write-offs credited of what its term billed, or of the usage that it earns; none that a price has in it already. */
  readonly credits: readonly BillingCredit[];
  /** What the books say that it came from; null where it began here. */
  readonly opening: PobOpening | null;
  readonly bookMonth: Month | null;
  readonly isDeleted: boolean;
  readonly deletionBookMonth: Month | null;
};

/** What an issued line billed without tax, by the date of its invoice; a credit is below zero. */
export type BilledAmount = {
  readonly date: Day;
  readonly amount: Money;
  readonly billingTermId: string;
  readonly eventTypeId: string | null;
};

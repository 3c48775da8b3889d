import type { BillingCredit } from "../billing-terms/billing-credit.ts";
import type { PricingContext } from "../billing-terms/charges/price.ts";
import type { TreatedFact } from "../billing-terms/modifications/modification.ts";
import type { DiscountShare } from "../billing-terms/performance-obligations/allocation.ts";
import type {
  Correction,
  PerformanceObligation,
  WithdrawnAmendment,
} from "../billing-terms/performance-obligations/performance-obligation.ts";
import type { ContractUsage } from "../commitments/contract-usage.ts";
import type { Day, Month } from "../kernel/day.ts";
import type { Money } from "../kernel/money.ts";
import type { UsageDocument } from "./agreed-usage-credits.ts";
import type { PobOpening } from "./opening.ts";

/** All recorded facts that decide what one contract earns. `as-of.ts` filters them to those that are effective in a month. */
export type ContractFacts = {
  readonly contractId: string;
  readonly context: PricingContext;
  /** True if the price is allocated by standalone selling price (data model 6.6). */
  readonly isAllocated: boolean;
  /** The first open month when the contract was approved; null if no month was closed then. */
  readonly approvedBookMonth: Month | null;
  /** Ordered by creation, then by id. */
  readonly pobs: readonly PobFacts[];
  /** Of effective facts, obligations that were part of earlier versions of the contract and were removed. */
  readonly removed?: readonly PobFacts[];
  /** The treatment of each change of the approved contract, by the id of its fact: a correction, price layer, seat amendment or obligation. */
  readonly treatments: ReadonlyMap<string, TreatedFact>;
  /** Discounts that are allocated to some of the obligations only (ASC 606-10-32-37). */
  readonly discounts: readonly DiscountShare[];
  /** Amounts billed by issued invoices, less credits, by billing term group; only for groups with an obligation that is or was recognized as billed. */
  readonly billing: ReadonlyMap<string, readonly BilledAmount[]>;
  /** Undefined if no obligation earns usage. */
  readonly usage: ContractUsage | undefined;
  /** Invoice and credit memo lines of usage outside commitments, oldest first; empty unless some of it was credited by agreement. */
  readonly usageDocuments: readonly UsageDocument[];
};

declare const effective: unique symbol;

/**
 * The facts that are effective, of the obligations that exist. Only `as-of.ts` makes them, and the engines take no others. Engines use
 * recording times only to decide which of two facts came first.
 */
export type EffectiveFacts = ContractFacts & { readonly [effective]: true };

/** The recorded facts of one performance obligation. */
export type PobFacts = {
  /** As first recorded, with every price layer and seat amendment that its billing term ever had. */
  readonly initial: PerformanceObligation;
  /** Changes of the obligation and of the billing term that it follows, in the order they were made. */
  readonly corrections: readonly Correction[];
  /** Deleted seat amendments of its billing term. */
  readonly withdrawn: readonly WithdrawnAmendment[];
  /** Credit memos and write-offs of what its term billed, or of the usage that it earns; without those that a lower price already reflects. */
  readonly credits: readonly BillingCredit[];
  /** Its opening balances from another system (ADR 0077); null if it began here. */
  readonly opening: PobOpening | null;
  readonly bookMonth: Month | null;
  readonly isDeleted: boolean;
  readonly deletionBookMonth: Month | null;
  /** When and from which day it was taken out of the contract; absent if it is there, or was made and deleted with effect in one month. */
  readonly removal?: { readonly at: string; readonly from: Day };
};

/** Amount of an issued invoice line, tax excluded, on the date of its invoice; negative for a credit. */
export type BilledAmount = {
  readonly date: Day;
  readonly amount: Money;
  readonly billingTermId: string;
  readonly eventTypeId: string | null;
};

import { type BillingTerm, kindOf } from "../billing-terms/billing-term.ts";
import type { Issue } from "../kernel/errors.ts";
import type { Period } from "../kernel/periods.ts";
import { compareRatios } from "../kernel/ratio.ts";
import { type Commitment, type CommittedTerm, type CommittedTerms, eventTypesOf, type Schedule } from "./commitment.ts";
import { billingPeriodsIn, commitmentPeriods, isAligned, isWhole, overlap } from "./commitment-periods.ts";
import { ratesOf } from "./rates.ts";

/** A schedule of another commitment of the same customer: its days, terms and event types. */
export type OtherCommitment = Period & {
  readonly billingTermIds: readonly string[];
  readonly eventTypeIds: readonly string[];
};

export type TermContext = {
  readonly terms: CommittedTerms;
  readonly others: readonly OtherCommitment[];
  /** Service days of issued lines that this commitment did not bill and that are not void, by term id. */
  readonly issuedOf: ReadonlyMap<string, readonly Period[]>;
};

/**
 * All reasons why terms of a schedule cannot be committed (data model 8.2, 8.6; rules 6): `BILLING_TERM_INELIGIBLE`; `BILLING_TERM_LOCKED` if a term
 * has issued lines within the schedule; `STEP_CONFIG_INVALID` for different unit prices in a step of UNITS.
 *
 * @param alignment the code for billing periods that do not divide the commitment periods: `SCHEDULE_ALIGNMENT_INVALID` if a schedule is appended or
 *   changed, else `BILLING_TERM_INELIGIBLE`
 */
export function checkTerms(
  commitment: Pick<Commitment, "unitType" | "contractId">,
  schedule: Schedule,
  context: TermContext,
  path: string,
  alignment: "BILLING_TERM_INELIGIBLE" | "SCHEDULE_ALIGNMENT_INVALID" = "BILLING_TERM_INELIGIBLE",
): Issue[] {
  const ofSteps = schedule.steps.flatMap(({ billingTermIds }, step) =>
    billingTermIds.flatMap((id, index) =>
      issuesOfTerm(id, commitment, schedule, { ...context, alignment }).map(
        ([code, message]): Issue => ({ path: `${path}/steps/${step}/billingTermIds/${index}`, code, message }),
      ),
    ),
  );
  const { terms } = context;
  return [
    ...ofSteps,
    ...differentBilling(schedule, terms, path),
    ...differentPrices(commitment, schedule, terms, path),
  ];
}

function issuesOfTerm(
  id: string,
  commitment: Pick<Commitment, "unitType" | "contractId">,
  schedule: Schedule,
  { terms, others, issuedOf, alignment }: TermContext & { readonly alignment: string },
): [code: string, message: string][] {
  const committed = terms.get(id);
  if (committed === undefined) return [["BILLING_TERM_INELIGIBLE", "The contract has no billing term with this id."]];
  const { term } = committed;
  const reasons = [...reasonsAgainst(committed, commitment, schedule), ...conflicts(term, schedule, others)];
  const issues = reasons.map((reason): [string, string] => ["BILLING_TERM_INELIGIBLE", reason]);
  if (schedule.end > schedule.start && !isAligned(term, schedule)) {
    issues.push([alignment, "Each billing period of a committed term must lie inside one commitment period."]);
  }
  if ((issuedOf.get(id) ?? []).some((issued) => overlap(issued, schedule))) {
    issues.push(["BILLING_TERM_LOCKED", "The term has invoiced days inside the schedule; start after them."]);
  }
  return issues;
}

function reasonsAgainst(
  { term, aggregation }: CommittedTerm,
  { unitType, contractId }: Pick<Commitment, "unitType" | "contractId">,
  schedule: Schedule,
): string[] {
  const prices = [term.price, ...term.layers.map(({ price }) => price)];
  const has = (wrong: (price: BillingTerm["price"]) => boolean) => prices.some(wrong);
  const isTiered = has(({ pricingType }) => pricingType === "TIERED");
  const reasons: readonly (readonly [isWrong: boolean, reason: string])[] = [
    [term.contractId !== contractId, "The term belongs to another contract."],
    [kindOf(term) !== "USAGE", "Only usage terms can be committed."],
    [term.terminatedAt !== null, "The term is terminated."],
    [
      term.start > schedule.start || (term.end !== null && term.end < schedule.end),
      "The term's dates must cover the schedule.",
    ],
    [
      aggregation !== "SUM" && aggregation !== "COUNT",
      "Its event type must be a SUM or a COUNT; others cannot be split.",
    ],
    [
      has(({ pricingType }) => pricingType !== "SIMPLE" && pricingType !== "TIERED"),
      "Its price must be SIMPLE or TIERED; others have no single amount of usage for a value.",
    ],
    [isTiered && schedule.steps.length > 1, "A TIERED price needs a schedule with one step."],
    [isTiered && unitType === "UNITS", "A TIERED price needs a commitment of CURRENCY."],
    [
      has(({ pricing }) => pricing.some(({ amountType }) => amountType !== "PER_ITEM")),
      "Its prices must be per unit; a flat amount is due without usage and draws nothing down.",
    ],
    [
      has(({ discounts }) => discounts.some(({ type }) => type === "FIXED")),
      "It has a fixed discount; send a percentage, which acts on the unit price.",
    ],
    [
      has(({ minimumAmount, maximumAmount }) => minimumAmount !== null || maximumAmount !== null),
      "It has a minimum or a maximum of its own; the commitment is the minimum.",
    ],
    [
      term.tierScope === "DIFFERENTIATOR" && isTiered,
      "Its tiers count per differentiator; committed tiers must count the whole term.",
    ],
  ];
  return reasons.filter(([isWrong]) => isWrong).map(([, reason]) => reason);
}

function conflicts(term: BillingTerm, schedule: Schedule, others: readonly OtherCommitment[]): string[] {
  const sameDays = others.filter((other) => overlap(other, schedule));
  if (sameDays.some(({ billingTermIds }) => billingTermIds.includes(term.id))) {
    return ["The term is in another commitment on the same days."];
  }
  const { eventTypeId } = term;
  const isShared = eventTypeId !== null && sameDays.some(({ eventTypeIds }) => eventTypeIds.includes(eventTypeId));
  return isShared ? ["Another commitment of the customer has its event type on the same days."] : [];
}

/** Usage of an event type is billed once in each billing period for all steps, so its terms must have the same billing periods. */
function differentBilling(schedule: Schedule, terms: CommittedTerms, path: string): Issue[] {
  if (schedule.end <= schedule.start) return [];
  const known = new Map<string, string>();
  return schedule.steps.flatMap(({ billingTermIds }, step) =>
    billingTermIds.flatMap((id, index): Issue[] => {
      const term = terms.get(id)?.term;
      if (term === undefined || term.eventTypeId === null) return [];
      const periods = JSON.stringify(billingPeriodsIn(term, schedule));
      const first = known.get(term.eventTypeId) ?? periods;
      known.set(term.eventTypeId, first);
      if (periods === first) return [];
      const message = "The terms of one event type must have the same billing periods in every step.";
      return [{ path: `${path}/steps/${step}/billingTermIds/${index}`, code: "BILLING_TERM_INELIGIBLE", message }];
    }),
  );
}

/** The value of UNITS in money depends only on the step, so all terms of a step must have the same unit price (data model 8.6). */
function differentPrices(
  { unitType }: Pick<Commitment, "unitType">,
  schedule: Schedule,
  terms: CommittedTerms,
  path: string,
): Issue[] {
  if (unitType !== "UNITS" || !isWhole(schedule)) return [];
  return schedule.steps.flatMap(({ billingTermIds }, step): Issue[] => {
    const ofStep = billingTermIds.flatMap((id) => terms.get(id)?.term ?? []);
    const differs = commitmentPeriods(schedule).some(({ start }) => {
      const [first, ...others] = ofStep.map((term) => ratesOf(term, start, start)[0]?.price);
      return others.some((price) => first === undefined || price === undefined || compareRatios(price, first) !== 0);
    });
    if (!differs) return [];
    const message = `In a commitment of UNITS all terms of a step must have one unit price; they differ for ${eventTypesOf(billingTermIds, terms).join(", ")}.`;
    return [{ path: `${path}/steps/${step}/billingTermIds`, code: "STEP_CONFIG_INVALID", message }];
  });
}

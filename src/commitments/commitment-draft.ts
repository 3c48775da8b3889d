import type { Day } from "../kernel/day.ts";
import type { Issue } from "../kernel/errors.ts";
import { orUnchanged } from "../kernel/patch.ts";
import type {
  Commitment,
  CommitmentInterval,
  CommitmentPattern,
  CommitmentUnitType,
  CommittedTerms,
  OverageConfig,
  Prepaid,
  PrepaymentScheduleType,
  PricePriority,
  Schedule,
  Step,
  TierPricingType,
  TrueUpBehavior,
} from "./commitment.ts";
import type { SchedulePatch } from "./commitment-change.ts";
import type { ContractSpan } from "./commitment-check.ts";

/** One tier of overage as requested. */
export type OverageTierDraft = {
  readonly name: string | null;
  readonly tier: number | undefined;
  readonly from: string;
  readonly price: string;
  readonly currency: string | undefined;
};

/** Overage as requested, for an event type or for the event type of a billing term; either a price or tiers. */
export type OverageDraft = {
  readonly billingTermId: string | undefined;
  readonly eventTypeId: string | undefined;
  readonly price: string | undefined;
  readonly tiers: readonly OverageTierDraft[] | undefined;
  readonly tierPricingType: TierPricingType | undefined;
  readonly lineName: string | null;
  readonly itemId: string | null;
};

/** A schedule as requested; fields that were not sent are undefined. `end` is exclusive. */
export type ScheduleFields = {
  readonly start: Day | undefined;
  readonly end: Day | undefined;
  readonly interval: CommitmentInterval | null | undefined;
  readonly trueUpBehavior: TrueUpBehavior | undefined;
  readonly trueUpName: string | null | undefined;
  readonly trueUpItemId: string | null | undefined;
  readonly prepaidEnabled: boolean | undefined;
  readonly prepaidValue: string | undefined;
  readonly prepaymentScheduleType: PrepaymentScheduleType | undefined;
  readonly prepaymentLineName: string | null | undefined;
  readonly prepaymentItemId: string | null | undefined;
  readonly netPaymentTerms: number | null | undefined;
  readonly overageConfigs: readonly OverageDraft[] | undefined;
};

export type StepDraft = Omit<Step, "id">;
export type ScheduleDraft = ScheduleFields & { readonly steps: readonly StepDraft[] };

export type CommitmentDraft = {
  readonly name: string | null;
  readonly unitType: CommitmentUnitType;
  readonly isFullDuration: boolean;
  readonly pricePriority: PricePriority;
  readonly pattern: CommitmentPattern;
  readonly schedules: readonly ScheduleDraft[];
};

/** The context that completes a draft. */
export type DraftContext = {
  readonly contract: ContractSpan;
  readonly currency: string;
  readonly terms: CommittedTerms;
  readonly newId: () => string;
};

/** The fact, or null if it cannot be made, and issues about missing or contradictory fields. */
export type Drafted<Fact> = { readonly fact: Fact | null; readonly issues: readonly Issue[] };

/** Makes a commitment from a request with its defaults; `checkCommitment` validates it. */
export function commitmentFromDraft(
  draft: CommitmentDraft,
  contractId: string,
  context: DraftContext,
  path: string,
): Drafted<Commitment> {
  const { schedules: drafts, ...stated } = draft;
  // The only schedule of a commitment for the full duration has the contract's days as its default.
  const takesContract = draft.isFullDuration && drafts.length === 1;
  const span = takesContract ? context.contract : { start: null, end: null };
  const made = drafts.map((each, index) => scheduleFromDraft(each, span, context, `${path}/schedules/${index}`));
  const schedules = made.flatMap(({ fact }) => fact ?? []);
  const issues = made.flatMap((each) => each.issues);
  if (schedules.length < drafts.length) return { fact: null, issues };
  return { fact: { ...stated, id: context.newId(), contractId, currency: context.currency, schedules }, issues };
}

/** @param span default first day and exclusive end */
export function scheduleFromDraft(
  draft: ScheduleDraft,
  span: ContractSpan,
  context: DraftContext,
  path: string,
): Drafted<Schedule> {
  const issues: Issue[] = [];
  const [start, end] = [draft.start ?? span.start, draft.end ?? span.end];
  const required = (field: string) => {
    issues.push({ path: `${path}/${field}`, code: "REQUIRED", message: `${field} is required.` });
  };
  if (start === null) required("startDate");
  if (end === null) required("endDate");
  const prepaid = prepaidOf(draft, null, path, issues);
  const overageConfigs = overageOf(draft.overageConfigs ?? [], context, path, issues);
  if (start === null || end === null || isTooLong({ start, end, interval: draft.interval ?? null }, path, issues)) {
    return { fact: null, issues };
  }
  const steps = draft.steps.map((step) => ({ ...step, id: context.newId() }));
  const fact: Schedule = {
    id: context.newId(),
    start,
    end,
    interval: draft.interval ?? null,
    trueUp: {
      behavior: draft.trueUpBehavior ?? null,
      name: draft.trueUpName ?? null,
      itemId: draft.trueUpItemId ?? null,
    },
    prepaid,
    netPaymentTerms: draft.netPaymentTerms ?? null,
    overageConfigs,
    steps,
  };
  return { fact, issues };
}

/** The requested changes of a schedule; names and items of prepayment and true-up are kept unless sent. */
export function patchFromFields(
  fields: ScheduleFields,
  before: Schedule,
  context: DraftContext,
): Drafted<SchedulePatch> {
  const issues: Issue[] = [];
  const { start, end, interval, netPaymentTerms } = fields;
  const span = {
    start: start ?? before.start,
    end: end ?? before.end,
    interval: orUnchanged(interval, before.interval),
  };
  if (isTooLong(span, "", issues)) return { fact: null, issues };
  const overageConfigs =
    fields.overageConfigs === undefined ? before.overageConfigs : overageOf(fields.overageConfigs, context, "", issues);
  const { trueUp } = before;
  const fact: SchedulePatch = {
    ...span,
    netPaymentTerms: orUnchanged(netPaymentTerms, before.netPaymentTerms),
    trueUp: {
      behavior: fields.trueUpBehavior ?? trueUp.behavior,
      name: fields.trueUpName === undefined ? trueUp.name : fields.trueUpName,
      itemId: fields.trueUpItemId === undefined ? trueUp.itemId : fields.trueUpItemId,
    },
    prepaid: prepaidOf(fields, before.prepaid, "", issues),
    overageConfigs,
  };
  return { fact, issues };
}

function prepaidOf(fields: ScheduleFields, before: Prepaid | null, path: string, issues: Issue[]): Prepaid | null {
  const { prepaidEnabled = before !== null, prepaidValue } = fields;
  const at = (code: string, message: string) => issues.push({ path: `${path}/prepaidValue`, code, message });
  if (!prepaidEnabled) {
    if (prepaidValue !== undefined) at("CONFLICT", "Send prepaidEnabled: true with a prepaidValue.");
    return null;
  }
  const value = prepaidValue ?? before?.value;
  if (value === undefined) {
    at("REQUIRED", "prepaidValue is required when prepaidEnabled is true.");
    return null;
  }
  return {
    value,
    scheduleType: fields.prepaymentScheduleType ?? before?.scheduleType ?? "FULL_UPFRONT",
    lineName: fields.prepaymentLineName === undefined ? (before?.lineName ?? null) : fields.prepaymentLineName,
    itemId: fields.prepaymentItemId === undefined ? (before?.itemId ?? null) : fields.prepaymentItemId,
  };
}

function overageOf(
  drafts: readonly OverageDraft[],
  { terms, currency }: DraftContext,
  path: string,
  issues: Issue[],
): OverageConfig[] {
  return drafts.flatMap((draft, index): OverageConfig[] => {
    const place = `${path}/overageConfigs/${index}`;
    const at = (field: string, code: string, message: string) =>
      issues.push({ path: `${place}${field}`, code, message });
    const { billingTermId, eventTypeId, price, tiers } = draft;
    if ((billingTermId === undefined) === (eventTypeId === undefined)) {
      const code = billingTermId === undefined ? "REQUIRED" : "CONFLICT";
      at("/eventTypeId", code, "Send one of eventTypeId and billingTermId.");
      return [];
    }
    if ((price === undefined) === (tiers === undefined)) {
      const code = price === undefined ? "REQUIRED" : "CONFLICT";
      at("/overagePrice", code, "Send one of overagePrice and overagePricings.");
      return [];
    }
    const measured = eventTypeId ?? terms.get(billingTermId ?? "")?.term.eventTypeId;
    if (measured === undefined || measured === null) {
      at("/billingTermId", "BILLING_TERM_INELIGIBLE", "The contract has no such billing term that measures usage.");
      return [];
    }
    for (const [tier, stated] of (tiers ?? []).entries()) {
      const tierAt = (field: string, code: string, message: string) =>
        at(`/overagePricings/${tier}/${field}`, code, message);
      if (stated.tier !== undefined && stated.tier !== tier) {
        tierAt("tier", "TIER_INVALID", "Tiers must be numbered 0, 1, 2 … in order.");
      }
      if (stated.currency !== undefined && stated.currency !== currency) {
        tierAt("currency", "CURRENCY_INVALID", `Overage must be in the contract's currency, ${currency}.`);
      }
    }
    const flat = price === undefined ? [] : [{ name: null, from: "0", price }];
    return [
      {
        eventTypeId: measured,
        tierPricingType: draft.tierPricingType ?? "USE_ALL_TIER_PRICES",
        tiers: tiers?.map(({ name, from, price: unit }) => ({ name, from, price: unit })) ?? flat,
        lineName: draft.lineName,
        itemId: draft.itemId,
      },
    ];
  });
}

/** The limit of periods is that of billing terms (behaviour DAT-3). */
const maximumPeriods = 4_000;

/** The minimum number of days of a period. */
const shortest: Readonly<Record<CommitmentInterval, number>> = {
  DAILY: 1,
  WEEKLY: 7,
  MONTHLY: 28,
  QUARTERLY: 89,
  YEARLY: 365,
};

/** Adds an issue for too many periods. Checked before a schedule is cut into periods, which takes long if there are many. */
function isTooLong(
  { start, end, interval }: Pick<Schedule, "start" | "end" | "interval">,
  path: string,
  issues: Issue[],
): boolean {
  if (interval === null || end - start <= maximumPeriods * shortest[interval]) return false;
  const message = `A schedule has at most ${maximumPeriods.toLocaleString("en")} periods; send a longer commitmentInterval.`;
  issues.push({ path: `${path}/endDate`, code: "SCHEDULE_STRUCTURE_INVALID", message });
  return true;
}

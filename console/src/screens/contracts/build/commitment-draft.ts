import type { BillingTerm, CommitmentSchedule, InputOf } from "@accord/client";
import { dayAfter } from "../../../format/day.ts";
import { sum } from "../../../format/decimal.ts";
import { isAmount } from "../../../format/money.ts";
import { isNumber } from "../change/form.ts";

type Body = InputOf<"createCommitments">["body"];
type Schedule = Body["commitments"][number]["schedules"][number];

/** Usage that a commitment can be drawn down by: a term of a contract, or what will be one. */
export type UsageTerm = Pick<BillingTerm, "id" | "name" | "startDate" | "endDate" | "eventTypeId">;

/** Drawn down one after the other: so much, by these terms. */
export type Step = { readonly value: string; readonly termIds: readonly string[] };

/** A range of days and its committed value, as typed texts. */
export type ScheduleDraft = {
  readonly start: string;
  readonly end: string;
  /** The interval of the value; "ONCE" is one period for all days. */
  readonly period: "ONCE" | "MONTHLY" | "QUARTERLY" | "YEARLY";
  readonly steps: readonly Step[];
  /** The overage price of a unit by event type; empty continues the prices of the last step. */
  readonly overage: Readonly<Record<string, string>>;
  readonly prepaid: "NONE" | NonNullable<Schedule["prepaymentScheduleType"]>;
  /** The prepaid part of each period; empty means all of it. */
  readonly prepaidValue: string;
  readonly unused: NonNullable<Schedule["trueUpBehavior"]>;
};

/** What the form holds; the schedules follow each other. */
export type CommitmentDraft = {
  readonly name: string;
  readonly unit: "CURRENCY" | "UNITS";
  readonly schedules: readonly ScheduleDraft[];
  readonly pattern: "RECOGNIZE_AS_CONSUMED" | "STRAIGHT_LINE";
};

/** The usage of a contract that no commitment has yet: what a new one can be drawn down by. */
export function usageOf(terms: readonly BillingTerm[]): BillingTerm[] {
  return terms.filter(
    ({ kind, status, commitmentId }) => kind === "USAGE" && status === "ACTIVE" && commitmentId === null,
  );
}

/** A first draft for some usage: its days, one step, and what is not used is billed. */
export function draftFor(usage: readonly UsageTerm[], today: string): CommitmentDraft {
  const [first] = usage;
  const schedule: ScheduleDraft = {
    ...{ start: first?.startDate ?? today, end: first?.endDate ?? "", period: "ONCE" },
    steps: [{ value: "", termIds: first ? [first.id] : [] }],
    ...{ overage: {}, prepaid: "NONE", prepaidValue: "", unused: "EACH_PERIOD" },
  };
  return { name: "", unit: "CURRENCY", schedules: [schedule], pattern: "RECOGNIZE_AS_CONSUMED" };
}

/** A schedule for the days after another one, with the same settings except its values. */
export function scheduleAfter(schedule: ScheduleDraft): ScheduleDraft {
  const start = schedule.end === "" ? "" : dayAfter(schedule.end);
  const steps = schedule.steps.map(({ termIds }) => ({ value: "", termIds }));
  return { ...schedule, start, end: "", steps, prepaidValue: "" };
}

/** The sum of all steps of a period; undefined while one of them is not an amount. */
export function committedOf({ steps }: Pick<ScheduleDraft, "steps">): string | undefined {
  const values = steps.map(({ value }) => value.trim());
  return values.every((value) => isAmount(value)) ? sum(values) : undefined;
}

/** The event types that some steps are drawn down by. */
export function eventTypesOf({ steps }: Pick<ScheduleDraft, "steps">, usage: readonly UsageTerm[]): string[] {
  const chosen = new Set(steps.flatMap(({ termIds }) => termIds));
  return [...new Set(usage.flatMap(({ id, eventTypeId }) => (chosen.has(id) && eventTypeId ? [eventTypeId] : [])))];
}

/** The request body of the draft; undefined while something is missing or not a number. */
export function commitmentOf(
  draft: CommitmentDraft,
  usage: readonly UsageTerm[],
): Body["commitments"][number] | undefined {
  const { name, unit, pattern } = draft;
  const schedules = draft.schedules.map((schedule) => scheduleOf(schedule, usage));
  if (schedules.includes(undefined)) return undefined;
  return {
    ...(name.trim() && { name: name.trim() }),
    ...{ commitmentUnitType: unit, revenueRecognitionPattern: pattern },
    schedules,
  } as Body["commitments"][number];
}

/** The body of one schedule; undefined while something is missing or no number. */
export function scheduleOf(draft: ScheduleDraft, usage: readonly UsageTerm[]): Schedule | undefined {
  const { start, end, period, steps, prepaid, unused } = draft;
  const committed = committedOf(draft);
  const prepaidValue = draft.prepaidValue.trim() || committed;
  const overage = eventTypesOf(draft, usage).flatMap((eventTypeId) => {
    const overagePrice = draft.overage[eventTypeId]?.trim() ?? "";
    return overagePrice === "" ? [] : [{ eventTypeId, overagePrice }];
  });
  const isComplete =
    committed !== undefined &&
    prepaidValue !== undefined &&
    start !== "" &&
    end !== "" &&
    steps.every(({ termIds }) => termIds.length > 0) &&
    overage.every(({ overagePrice }) => isNumber(overagePrice)) &&
    (prepaid === "NONE" || isAmount(prepaidValue));
  if (!isComplete) return undefined;
  return {
    ...{ startDate: start, endDate: end, commitmentInterval: period === "ONCE" ? null : period },
    trueUpBehavior: unused,
    ...(prepaid !== "NONE" && { prepaidEnabled: true, prepaidValue, prepaymentScheduleType: prepaid }),
    ...(overage.length > 0 && { overageConfigs: overage }),
    steps: steps.map(({ value, termIds }) => ({ commitmentValue: value.trim(), billingTermIds: [...termIds] })),
  } as Schedule;
}

/** The draft of an existing schedule. */
export function draftOfSchedule(schedule: CommitmentSchedule): ScheduleDraft {
  const { startDate, endDate, commitmentInterval, steps, overageConfigs, prepaidEnabled, prepaidValue } = schedule;
  const flat = overageConfigs.filter(({ overagePrice }) => overagePrice !== null);
  return {
    ...{ start: startDate, end: endDate, period: (commitmentInterval ?? "ONCE") as ScheduleDraft["period"] },
    steps: steps.map(({ commitmentValue, billingTermIds }) => ({ value: commitmentValue, termIds: billingTermIds })),
    overage: Object.fromEntries(flat.map(({ eventTypeId, overagePrice }) => [eventTypeId, overagePrice ?? ""])),
    prepaid: prepaidEnabled ? (schedule.prepaymentScheduleType ?? "FULL_UPFRONT") : "NONE",
    prepaidValue: prepaidValue ?? "",
    unused: schedule.trueUpBehavior,
  };
}

type OverageConfigs = NonNullable<Schedule["overageConfigs"]>;

/** Overage by tiers, which the form does not have, of a schedule that another one follows: the event types that it says nothing of keep it. */
function tieredOverage({ overageConfigs }: CommitmentSchedule, said: OverageConfigs): OverageConfigs {
  return overageConfigs
    .filter((each) => each.overagePrice === null && !said.some(({ eventTypeId }) => eventTypeId === each.eventTypeId))
    .map(({ eventTypeId, tierPricingType, overagePricings, overageInvoiceLineName, overageIntegrationItemId }) => ({
      ...{ eventTypeId, tierPricingType, overagePricings, overageInvoiceLineName, overageIntegrationItemId },
    }));
}

/** The schedule after another one, with the same overage tiers. */
export function followingSchedule(
  draft: ScheduleDraft,
  before: CommitmentSchedule,
  usage: readonly UsageTerm[],
): Schedule | undefined {
  const body = scheduleOf(draft, usage);
  if (body === undefined) return undefined;
  const said = body.overageConfigs ?? [];
  const overageConfigs = [...said, ...tieredOverage(before, said)];
  return { ...body, ...(overageConfigs.length > 0 && { overageConfigs }) };
}

/** What a form changes of a schedule; undefined while nothing is changed, or something is missing. */
export function scheduleChanges(
  draft: ScheduleDraft,
  before: CommitmentSchedule,
  usage: readonly UsageTerm[],
): InputOf<"updateCommitmentSchedule">["body"] | undefined {
  const [was, is] = [scheduleOf(draftOfSchedule(before), usage), scheduleOf(draft, usage)];
  if (was === undefined || is === undefined) return undefined;
  const { steps: _steps, ...fields } = is;
  const changed = Object.entries(fields).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(was[field as keyof Schedule]),
  );
  const body = {
    ...Object.fromEntries(changed),
    ...(was.prepaidEnabled && !is.prepaidEnabled && { prepaidEnabled: false }),
    ...(JSON.stringify(draft.overage) !== JSON.stringify(draftOfSchedule(before).overage) && {
      overageConfigs: [...(is.overageConfigs ?? []), ...tieredOverage(before, is.overageConfigs ?? [])],
    }),
  };
  return Object.keys(body).length === 0 ? undefined : body;
}

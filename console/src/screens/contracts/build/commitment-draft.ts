import type { BillingTerm, InputOf } from "@accord/client";
import { sum } from "../../../format/decimal.ts";
import { isAmount } from "../../../format/money.ts";
import { isNumber } from "../change/form.ts";

type Body = InputOf<"createCommitments">["body"];
type Schedule = Body["commitments"][number]["schedules"][number];

/** Drawn down one after the other: so much, by these terms. */
export type Step = { readonly value: string; readonly termIds: readonly string[] };

/** What the form holds: texts as they are typed. */
export type CommitmentDraft = {
  readonly name: string;
  readonly unit: "CURRENCY" | "UNITS";
  readonly start: string;
  readonly end: string;
  /** How often the value begins anew; "ONCE" is for all of its days. */
  readonly period: "ONCE" | "MONTHLY" | "QUARTERLY" | "YEARLY";
  readonly steps: readonly Step[];
  /** The price of a unit beyond what is committed, by event type; empty goes on at the prices of the last step. */
  readonly overage: Readonly<Record<string, string>>;
  readonly prepaid: "NONE" | NonNullable<Schedule["prepaymentScheduleType"]>;
  /** How much of each period is paid ahead; empty is all of it. */
  readonly prepaidValue: string;
  readonly unused: NonNullable<Schedule["trueUpBehavior"]>;
  readonly pattern: "RECOGNIZE_AS_CONSUMED" | "STRAIGHT_LINE";
};

/** The usage of a contract that no commitment has yet: what a new one can be drawn down by. */
export function usageOf(terms: readonly BillingTerm[]): BillingTerm[] {
  return terms.filter(
    ({ kind, status, commitmentId }) => kind === "USAGE" && status === "ACTIVE" && commitmentId === null,
  );
}

/** A first draft for some usage: its days, one step, and what is not used is billed. */
export function draftFor(usage: readonly BillingTerm[], today: string): CommitmentDraft {
  const [first] = usage;
  return {
    ...{ name: "", unit: "CURRENCY", start: first?.startDate ?? today, end: first?.endDate ?? "", period: "ONCE" },
    steps: [{ value: "", termIds: first ? [first.id] : [] }],
    ...{ overage: {}, prepaid: "NONE", prepaidValue: "", unused: "EACH_PERIOD", pattern: "RECOGNIZE_AS_CONSUMED" },
  };
}

/** What all steps of a period come to; undefined while one of them is no amount. */
export function committedOf({ steps }: Pick<CommitmentDraft, "steps">): string | undefined {
  const values = steps.map(({ value }) => value.trim());
  return values.every(isAmount) ? sum(values) : undefined;
}

/** The event types that some steps are drawn down by. */
export function eventTypesOf({ steps }: Pick<CommitmentDraft, "steps">, usage: readonly BillingTerm[]): string[] {
  const chosen = new Set(steps.flatMap(({ termIds }) => termIds));
  return [...new Set(usage.flatMap(({ id, eventTypeId }) => (chosen.has(id) && eventTypeId ? [eventTypeId] : [])))];
}

/** The request that the draft stands for; undefined while something is missing or no number. */
export function commitmentBodyOf(draft: CommitmentDraft, usage: readonly BillingTerm[]): Body | undefined {
  const { name, unit, start, end, period, steps, prepaid, unused, pattern } = draft;
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
    commitments: [
      {
        ...(name.trim() && { name: name.trim() }),
        ...{ commitmentUnitType: unit, revenueRecognitionPattern: pattern },
        schedules: [
          {
            ...{ startDate: start, endDate: end, commitmentInterval: period === "ONCE" ? null : period },
            trueUpBehavior: unused,
            ...(prepaid !== "NONE" && { prepaidEnabled: true, prepaidValue, prepaymentScheduleType: prepaid }),
            ...(overage.length > 0 && { overageConfigs: overage }),
            steps: steps.map(({ value, termIds }) => ({ commitmentValue: value.trim(), billingTermIds: [...termIds] })),
          },
        ],
      },
    ],
  } as Body;
}

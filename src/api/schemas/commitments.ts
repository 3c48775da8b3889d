import { type Static, Type } from "typebox";
import { lastDay } from "../../billing-terms/civil-date.ts";
import {
  type Commitment,
  commitmentIntervals,
  commitmentPatterns,
  commitmentUnitTypes,
  committedValue,
  currentSchedule,
  type OverageTier,
  prepaymentScheduleTypes,
  pricePriorities,
  type Schedule,
  type Step,
  tierPricingTypes,
  trueUpBehaviors,
  trueUpOf,
  valueText,
} from "../../commitments/commitment.ts";
import { type IssuedDays, invoicedThrough } from "../../commitments/commitment-change.ts";
import { commitmentPeriodId } from "../../commitments/commitment-periods.ts";
import type { CommitmentFigures, PeriodState } from "../../commitments/figures-service.ts";
import { periodFigures, totalsOf } from "../../commitments/period-figures.ts";
import { periodStatuses } from "../../commitments/period-status.ts";
import { required } from "../../kernel/assert.ts";
import { type Day, formatDay } from "../../kernel/day.ts";
import { ratioFromDecimal } from "../../kernel/decimal.ts";
import { formatMoney, zero } from "../../kernel/money.ts";
import { type Clock, instantOut } from "../../platform/clock.ts";
import { uuidField } from "../../platform/http/filter.ts";
import type { ListDeclaration } from "../../platform/http/list-query.ts";
import { CivilDate, Closed, Instant, Named, Nullable, OneOf, Uuid } from "../../platform/http/wire.ts";

export const commitmentList: ListDeclaration = {
  fields: { customerId: uuidField(), contractId: uuidField() },
  sorts: ["createdAt"],
};

const commitmentStatuses = ["ACTIVE", "ENDED", "TERMINATED"] as const;

const value = (description: string) => Type.String({ description: `${description}, in the unit of the commitment.` });
const money = (description: string) => Type.String({ description });

const OverageView = Closed({
  eventTypeId: Uuid(),
  tierPricingType: OneOf(tierPricingTypes),
  overagePrice: Nullable(Type.String({ description: "Of a flat price, which is one tier as well; else null." })),
  overagePricings: Type.Array(
    Closed({
      name: Nullable(Type.String()),
      tier: Type.Integer(),
      conditionValue: Type.String({
        description: "Overage units of the commitment period from which the price holds.",
      }),
      price: Type.String(),
    }),
  ),
  overageInvoiceLineName: Nullable(Type.String()),
  overageIntegrationItemId: Nullable(Uuid()),
});

const stepFields = {
  id: Uuid(),
  name: Nullable(Type.String()),
  commitmentValue: value("For each commitment period"),
  billingTermIds: Type.Array(Uuid(), { description: "One for each event type." }),
};

export const StepView = Named("CommitmentStep", Closed({ scheduleId: Uuid(), ...stepFields }));

/** Prepayment and true-up of a schedule; the commitment shows those of its current schedule. */
const billingFields = {
  commitmentValue: value("The sum of the steps, for each commitment period"),
  commitmentInterval: Nullable(OneOf(commitmentIntervals)),
  trueUpBehavior: OneOf(trueUpBehaviors),
  prepaidEnabled: Type.Boolean(),
  prepaidValue: Nullable(value("For each commitment period")),
  prepaymentScheduleType: Nullable(OneOf(prepaymentScheduleTypes)),
};

export const ScheduleView = Named(
  "CommitmentSchedule",
  Closed({
    id: Uuid(),
    startDate: CivilDate(),
    endDate: CivilDate(),
    ...billingFields,
    trueUpName: Nullable(Type.String()),
    trueUpIntegrationItem: Nullable(Uuid()),
    prepaymentInvoiceLineName: Nullable(Type.String()),
    prepaymentIntegrationItem: Nullable(Uuid()),
    netPaymentTerms: Nullable(Type.Integer({ description: "Of prepayments and true-ups; null is the contract's." })),
    overageConfigs: Type.Array(OverageView),
    invoicedThrough: Nullable(
      CivilDate({ description: "Last day of the last invoiced period; those keep their rules." }),
    ),
    steps: Type.Array(Closed(stepFields), { description: "In the order in which they are drawn down." }),
  }),
);

const measured = Closed({ amount: Type.String(), units: Type.String() });

const PeriodView = Closed({
  periodId: Type.String({ description: "The schedule's id and the period's first day." }),
  scheduleId: Uuid(),
  periodStart: CivilDate(),
  periodEnd: CivilDate(),
  periodDate: CivilDate({ description: "The same as periodStart." }),
  status: OneOf(periodStatuses),
  isInvoiced: Type.Boolean({ description: "Something of it is invoiced, so its rules stay." }),
  amounts: Closed({
    committed: value("What is committed"),
    consumed: value("What is drawn down"),
    remaining: value("committed − consumed"),
    cumulative: Closed({
      amount: money("Rated usage and overage, as money."),
      units: Type.String({ description: "All units used." }),
    }),
    overage: money("Usage beyond the value, as money."),
    trueUp: money("Unused value that is billed; an estimate until the period is FINALIZED."),
    prepaid: Closed({
      opening: money("drawn + lapsed + balance."),
      drawn: Type.String(),
      lapsed: Type.String(),
      balance: Type.String(),
    }),
  }),
  steps: Type.Array(
    Closed({ stepId: Uuid(), committed: Type.String(), consumed: Type.String(), remaining: Type.String() }),
  ),
  eventTypes: Type.Array(
    Closed({
      eventTypeId: Uuid(),
      eventTypeName: Type.String(),
      consumed: measured,
      overages: measured,
      cumulative: measured,
    }),
  ),
  invoiceIds: Type.Array(Uuid()),
  finalizedAt: Nullable(Instant({ description: "When its last invoice was issued." })),
  lastCalculatedAt: Instant(),
});
type PeriodView = Static<typeof PeriodView>;

const definition = {
  id: Uuid(),
  contractId: Uuid(),
  customerId: Nullable(Uuid()),
  name: Nullable(Type.String()),
  status: OneOf(commitmentStatuses),
  commitmentUnitType: OneOf(commitmentUnitTypes),
  commitmentStartDate: CivilDate(),
  commitmentEndDate: CivilDate(),
  isFullDuration: Type.Boolean(),
  pricePriority: OneOf(pricePriorities),
  revenueRecognitionPattern: OneOf(commitmentPatterns),
  ...billingFields,
  billingTermIds: Type.Array(Uuid()),
  schedules: Type.Array(ScheduleView),
  terminatedAt: Nullable(Instant()),
  createdAt: Instant(),
  updatedAt: Instant(),
};

const listed = {
  ...definition,
  eventTypesIncluded: Type.Array(Closed({ id: Uuid(), name: Type.String() })),
  currentCumulative: Closed(measured.properties, {
    description: "Used in the commitment period of today, inside the value and beyond it.",
  }),
  totals: Closed(
    {
      committed: Type.String(),
      consumed: Type.String(),
      overages: Type.String(),
      trueUps: money("Of periods that are over."),
      prepaid: Type.String(),
      prepaidLapsed: Type.String(),
    },
    { description: "Of all commitment periods; committed and consumed in the unit of the commitment, the rest money." },
  ),
};

export const ListedCommitmentView = Named("ListedCommitment", Closed(listed));
export const CommitmentView = Named("Commitment", Closed({ ...listed, periods: Type.Array(PeriodView) }));
type CommitmentView = Static<typeof CommitmentView>;

/** A commitment as integrators see it. */
export function viewOfCommitment(figures: CommitmentFigures, clock: Clock): CommitmentView {
  const { record, current, periods, eventTypeIds, eventTypeNames } = figures;
  const { currency } = record.commitment;
  const computedPeriod = periods.map((period) => period.computedPeriod);
  const nothing = { amount: formatMoney(zero(currency)), units: "0" };
  return {
    ...viewOfDefinition(figures, clock.today),
    eventTypesIncluded: eventTypeIds.map((id) => ({ id, name: eventTypeNames.get(id) ?? "" })),
    currentCumulative: current === undefined ? nothing : periodFigures(current).cumulative,
    totals: totalsOf(computedPeriod, currency),
    periods: periods.map((period) => viewOfPeriod(period, eventTypeNames, clock)),
  };
}

function viewOfPeriod(
  { computedPeriod, status, isInvoiced, invoiceIds, finalizedAt }: PeriodState,
  eventTypeNames: ReadonlyMap<string, string>,
  clock: Clock,
): PeriodView {
  const { schedule, computation } = computedPeriod;
  const { period } = computation;
  const { steps, eventTypes, ...amounts } = periodFigures(computedPeriod);
  return {
    periodId: commitmentPeriodId({ scheduleId: schedule.id, periodStart: period.start }),
    scheduleId: schedule.id,
    periodStart: formatDay(period.start),
    periodEnd: formatDay(period.end - 1),
    periodDate: formatDay(period.start),
    status,
    isInvoiced,
    amounts,
    steps: [...steps],
    eventTypes: eventTypes.map((each) => ({
      ...each,
      eventTypeName: eventTypeNames.get(each.eventTypeId) ?? "",
    })),
    invoiceIds: [...invoiceIds],
    finalizedAt: finalizedAt === null ? null : instantOut(finalizedAt),
    lastCalculatedAt: clock.timestamp,
  };
}

/** The definition of a commitment, with the last day invoiced. */
function viewOfDefinition({ record, issued }: CommitmentFigures, today: Day) {
  const { commitment, customerId, terminatedAt, createdAt, updatedAt } = record;
  const { schedules } = commitment;
  const [first, last] = [required(schedules[0], "a schedule"), required(schedules.at(-1), "a schedule")];
  const status = terminatedAt !== null ? "TERMINATED" : today >= last.end ? "ENDED" : "ACTIVE";
  return {
    id: commitment.id,
    contractId: commitment.contractId,
    customerId,
    name: commitment.name,
    status: status as (typeof commitmentStatuses)[number],
    commitmentUnitType: commitment.unitType,
    commitmentStartDate: formatDay(first.start),
    commitmentEndDate: formatDay(last.end - 1),
    isFullDuration: commitment.isFullDuration,
    pricePriority: commitment.pricePriority,
    revenueRecognitionPattern: commitment.pattern,
    ...billingOut(commitment, currentSchedule(commitment, today)),
    billingTermIds: [...new Set(schedules.flatMap(({ steps }) => steps.flatMap((step) => step.billingTermIds)))],
    schedules: schedules.map((schedule) => viewOfSchedule(commitment, schedule, issued)),
    terminatedAt: terminatedAt === null ? null : instantOut(terminatedAt),
    createdAt: instantOut(createdAt),
    updatedAt: instantOut(updatedAt),
  };
}

export function viewOfSchedule(commitment: Commitment, schedule: Schedule, issued: readonly IssuedDays[]) {
  return {
    id: schedule.id,
    startDate: formatDay(schedule.start),
    endDate: formatDay(schedule.end - 1),
    ...billingOut(commitment, schedule),
    trueUpName: schedule.trueUp.name,
    trueUpIntegrationItem: schedule.trueUp.itemId,
    prepaymentInvoiceLineName: schedule.prepaid?.lineName ?? null,
    prepaymentIntegrationItem: schedule.prepaid?.itemId ?? null,
    netPaymentTerms: schedule.netPaymentTerms,
    overageConfigs: schedule.overageConfigs.map(({ eventTypeId, tierPricingType, tiers, lineName, itemId }) => ({
      eventTypeId,
      tierPricingType,
      overagePrice: flatPrice(tiers),
      overagePricings: tiers.map(({ name, from, price }, tier) => ({ name, tier, conditionValue: from, price })),
      overageInvoiceLineName: lineName,
      overageIntegrationItemId: itemId,
    })),
    invoicedThrough: lastDay(invoicedThrough(schedule, issued)),
    steps: schedule.steps.map((step) => viewOfStep(commitment, step)),
  };
}

/** The price per unit, if one price is the whole pricing. */
function flatPrice(tiers: readonly OverageTier[]): string | null {
  const [only, ...others] = tiers;
  return only !== undefined && others.length === 0 && only.name === null && only.from === "0" ? only.price : null;
}

export function viewOfStep(commitment: Commitment, { id, name, value: text, billingTermIds }: Step) {
  return {
    id,
    name,
    commitmentValue: valueText(commitment, ratioFromDecimal(text)),
    billingTermIds: [...billingTermIds],
  };
}

function billingOut(commitment: Commitment, schedule: Schedule) {
  const { interval, prepaid } = schedule;
  return {
    commitmentValue: valueText(commitment, committedValue(schedule)),
    commitmentInterval: interval,
    trueUpBehavior: trueUpOf(schedule),
    prepaidEnabled: prepaid !== null,
    prepaidValue: prepaid === null ? null : valueText(commitment, ratioFromDecimal(prepaid.value)),
    prepaymentScheduleType: prepaid?.scheduleType ?? null,
  };
}

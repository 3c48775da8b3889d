import { lastDay } from "../billing-terms/civil-date.ts";
import type { LineType } from "../billing-terms/line-type.ts";
import { present } from "../kernel/assert.ts";
import { formatDay } from "../kernel/day.ts";
import { formatMoney, zero } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import { type Clock, instantOut, type Merchant } from "../platform/clock.ts";
import type { Tx } from "../platform/db/pool.ts";
import { dailyUsage } from "../usage/daily-store.ts";
import { knownUsage } from "../usage/daily-usage.ts";
import { type DailyUsage, eventTypesOfCommitment, type Schedule, valueText } from "./commitment.ts";
import { settledPeriods } from "./commitment-billing.ts";
import { scheduleLines } from "./commitment-lines.ts";
import { commitmentPeriodId } from "./commitment-periods.ts";
import type { CommitmentRecord } from "./commitment-record.ts";
import { issuedDays, type TermsOfContracts, termsOf } from "./context-service.ts";
import { dailyFacts } from "./contract-usage.ts";
import { type ForecastMethod, forecast } from "./forecast.ts";
import { type IssuedCommitmentLine, issuedLinesOfTerms } from "./issued-store.ts";
import { periodFigures, totalsOf } from "./period-figures.ts";
import { type Charged, isAllBilled, periodStatus } from "./period-status.ts";
import { type CommitmentView, type PeriodView, viewOfDefinition, viewOfSchedule } from "./schemas.ts";
import type { SettledPeriod, SettlementContext } from "./settlement.ts";

/** What a view is made with: a read or a write of one merchant. */
export type Reader = { readonly tx: Tx; readonly merchant: Merchant; readonly clock: Clock };

/** Everything that the views of some commitments are computed from. */
type Facts = TermsOfContracts & {
  readonly lines: readonly IssuedCommitmentLine[];
  /** Days of usage by customer, as they stand now. */
  readonly usage: ReadonlyMap<string, readonly DailyUsage[]>;
};

/** Commitments as integrators see them, settled from their usage (data model 8.9). */
export async function viewsOf(reader: Reader, records: readonly CommitmentRecord[]): Promise<CommitmentView[]> {
  const facts = await loadFacts(reader, records, null);
  return records.map((record) => viewOf(reader, record, facts));
}

export async function viewOne(reader: Reader, record: CommitmentRecord): Promise<CommitmentView> {
  const facts = await loadFacts(reader, [record], null);
  return viewOf(reader, record, facts);
}

/** One schedule of a commitment, with how far it is invoiced. */
export async function viewSchedule(
  { tx, merchant }: Reader,
  { record, schedule }: { readonly record: CommitmentRecord; readonly schedule: Schedule },
) {
  const { commitment } = record;
  const termIds = schedule.steps.flatMap(({ billingTermIds }) => billingTermIds);
  const lines = await issuedLinesOfTerms(tx, merchant.id, termIds);
  return viewOfSchedule(commitment, schedule, issuedDays(lines, commitment.id));
}

function viewOf(reader: Reader, record: CommitmentRecord, facts: Facts): CommitmentView {
  const { commitment, customerId } = record;
  const { clock } = reader;
  const usage = usageOf(facts, customerId);
  const context = contextOf(reader, facts);
  const lines = facts.lines.filter((line) => line.commitment?.id === commitment.id);
  const settled = commitment.schedules.flatMap((schedule) => settledPeriods(commitment, schedule, usage, context));
  const current = settled.find(({ settlement: { period } }) => period.start <= clock.today && clock.today < period.end);
  const nothing = { amount: formatMoney(zero(commitment.currency)), units: "0" };
  const nameOf = (id: string) => facts.eventTypes.get(id)?.name ?? "";
  return {
    ...viewOfDefinition(record, clock.today, issuedDays(lines, commitment.id)),
    eventTypesIncluded: eventTypesOfCommitment(commitment, facts.terms).map((id) => ({ id, name: nameOf(id) })),
    currentCumulative: current === undefined ? nothing : periodFigures(current).cumulative,
    totals: totalsOf(settled, commitment.currency),
    periods: settled.map((each) => viewOfPeriod(reader, each, usage, lines, nameOf)),
  };
}

function viewOfPeriod(
  { merchant, clock }: Reader,
  settled: SettledPeriod,
  usage: readonly DailyUsage[],
  lines: readonly IssuedCommitmentLine[],
  nameOf: (eventTypeId: string) => string,
): PeriodView {
  const { schedule, settlement } = settled;
  const { period } = settlement;
  const own = lines.filter(({ commitment, type }) => {
    const isOfPeriod = commitment?.scheduleId === schedule.id && commitment.periodStart === period.start;
    return isOfPeriod && !isOfWholeSchedule(type, schedule);
  });
  const isBilled = isAllBilled(owedBy(settled, usage, merchant), own.map(charged));
  const status = periodStatus(period, { today: clock.today, graceDays: merchant.usageGraceDays, isBilled });
  const { steps, eventTypes, ...amounts } = periodFigures(settled);
  const issuedAt = own.flatMap((line) => line.issuedAt ?? []).toSorted();
  return {
    periodId: commitmentPeriodId({ scheduleId: schedule.id, periodStart: period.start }),
    scheduleId: schedule.id,
    periodStart: formatDay(period.start),
    periodEnd: formatDay(period.end - 1),
    periodDate: formatDay(period.start),
    status,
    isInvoiced: issuedDays(lines, settled.commitment.id).some(({ service }) => {
      return service.start < period.end && period.start < service.end;
    }),
    amounts,
    steps: [...steps],
    eventTypes: eventTypes.map((each) => ({ ...each, eventTypeName: nameOf(each.eventTypeId) })),
    invoiceIds: [...new Set(own.map(({ invoiceId }) => invoiceId))],
    finalizedAt: status === "FINALIZED" && issuedAt.length > 0 ? instantOut(issuedAt.at(-1) ?? "") : null,
    lastCalculatedAt: clock.timestamp,
  };
}

/** What the period owes by itself. */
function owedBy(settled: SettledPeriod, usage: readonly DailyUsage[], { rounding }: Merchant): Charged[] {
  return scheduleLines([settled], usage, rounding)
    .filter(({ type }) => !isOfWholeSchedule(type, settled.schedule))
    .map(({ price, ...line }) => ({ ...line, minor: price.total.minor }));
}

function charged({ commitment, totalMinor, ...line }: IssuedCommitmentLine): Charged {
  const { id: _, ...place } = present(commitment, "the commitment of its line");
  return { ...line, ...place, minor: totalMinor };
}

/** A true-up of the whole schedule is a charge of none of its periods. */
function isOfWholeSchedule(type: LineType, { trueUp }: Schedule): boolean {
  return type === "TRUE_UP" && trueUp.behavior === "END_OF_SCHEDULE";
}

/** Which days say how usage goes on; by default the last whole days before today. */
export type Observation = { readonly method: ForecastMethod; readonly observed: Period };

/** Burn-down and true-up of every commitment period, if usage goes on as it did on the observed days. */
export async function forecastOf(reader: Reader, record: CommitmentRecord, { method, observed }: Observation) {
  const { commitment, customerId } = record;
  const facts = await loadFacts(reader, [record], observed);
  const usage = usageOf(facts, customerId);
  const context = contextOf(reader, facts);
  const periods = commitment.schedules.flatMap((schedule) =>
    forecast(commitment, schedule, usage, context, { method, observed }),
  );
  return {
    commitmentId: commitment.id,
    method,
    observedFrom: formatDay(observed.start),
    observedTo: formatDay(observed.end - 1),
    periods: periods.map(({ period, burnDown, overage, shortfall, trueUp, exhaustedBy, ...expected }) => ({
      scheduleId: period.scheduleId,
      periodStart: formatDay(period.start),
      periodEnd: formatDay(period.end - 1),
      committed: valueText(commitment, expected.committed),
      consumed: valueText(commitment, expected.consumed),
      expectedConsumed: valueText(commitment, expected.expectedConsumed),
      expectedOverage: formatMoney(overage),
      expectedShortfall: formatMoney(shortfall),
      expectedTrueUp: formatMoney(trueUp),
      exhaustedBy: lastDay(exhaustedBy),
      burnDown: burnDown.map(({ end, consumed, remaining }) => ({
        date: formatDay(end - 1),
        consumed: valueText(commitment, consumed),
        remaining: valueText(commitment, remaining),
      })),
    })),
  };
}

async function loadFacts(
  { tx, merchant }: Reader,
  records: readonly CommitmentRecord[],
  observed: Period | null,
): Promise<Facts> {
  const contractIds = [...new Set(records.map(({ commitment }) => commitment.contractId))];
  const found = await termsOf(tx, merchant.id, contractIds);
  const streams = records.flatMap(({ commitment, customerId }) => {
    if (customerId === null) return [];
    return eventTypesOfCommitment(commitment, found.terms).map((eventTypeId) => ({ customerId, eventTypeId }));
  });
  const days = records.flatMap(({ commitment }) => commitment.schedules.flatMap(({ start, end }) => [start, end]));
  if (observed !== null) days.push(observed.start, observed.end);
  const span = { start: Math.min(...days), end: Math.max(...days) };
  const used = await dailyUsage(tx, merchant, streams, span);
  const usage = Map.groupBy(knownUsage(used, null), ({ customerId }) => customerId);
  return {
    ...found,
    lines: await issuedLinesOfTerms(tx, merchant.id, [...found.terms.keys()]),
    usage: new Map([...usage].map(([customerId, own]) => [customerId, dailyFacts({ days: own })])),
  };
}

function usageOf({ usage }: Facts, customerId: string | null): readonly DailyUsage[] {
  return usage.get(customerId ?? "") ?? [];
}

function contextOf({ merchant, clock }: Reader, { terms }: Facts): SettlementContext {
  return { terms, rounding: merchant.rounding, today: clock.today };
}

import type { LineType } from "../billing-terms/line-type.ts";
import { required } from "../kernel/assert.ts";
import type { Period } from "../kernel/periods.ts";
import type { Clock, Merchant } from "../platform/clock.ts";
import type { Tx } from "../platform/db/pool.ts";
import { dailyUsage } from "../usage/daily-store.ts";
import { usageAsOfMonth } from "../usage/daily-usage.ts";
import { type DailyUsage, eventTypesOfCommitment, type Schedule, trueUpOf } from "./commitment.ts";
import { computedPeriods } from "./commitment-billing.ts";
import type { IssuedDays } from "./commitment-change.ts";
import { scheduleLines } from "./commitment-lines.ts";
import type { CommitmentRecord } from "./commitment-record.ts";
import { issuedDays, type TermsOfContracts, termsOf } from "./context-service.ts";
import { dailyFacts } from "./contract-usage.ts";
import { type ForecastMethod, forecast, type PeriodForecast } from "./forecast.ts";
import { type IssuedCommitmentLine, issuedLinesOfTerms } from "./issued-store.ts";
import type { ComputedPeriod, PeriodContext } from "./period-computation.ts";
import { type Charged, isAllBilled, type PeriodStatus, periodStatus } from "./period-status.ts";

/** A transaction of one merchant with its clock, for reading or writing. */
export type Reader = { readonly tx: Tx; readonly merchant: Merchant; readonly clock: Clock };

/** A commitment with its figures from present usage and issued invoices (data model 8.9). */
export type CommitmentFigures = {
  readonly record: CommitmentRecord;
  /** Service days of its issued lines. */
  readonly issued: readonly IssuedDays[];
  readonly eventTypeIds: readonly string[];
  /** Names of event types by id. */
  readonly eventTypeNames: ReadonlyMap<string, string>;
  readonly periods: readonly PeriodState[];
  /** The commitment period that contains today, if any. */
  readonly current: ComputedPeriod | undefined;
};

/** A computed commitment period with its status and its invoices. */
export type PeriodState = {
  readonly computedPeriod: ComputedPeriod;
  readonly status: PeriodStatus;
  readonly isInvoiced: boolean;
  readonly invoiceIds: readonly string[];
  /** When its last invoice was issued; null unless the period is `FINALIZED`. */
  readonly finalizedAt: string | null;
};

/** All facts for the figures of some commitments. */
type Facts = TermsOfContracts & {
  readonly lines: readonly IssuedCommitmentLine[];
  /** Present daily usage by customer id. */
  readonly usage: ReadonlyMap<string, readonly DailyUsage[]>;
};

/** The figures of commitments, in their order. */
export async function figuresOf(reader: Reader, records: readonly CommitmentRecord[]): Promise<CommitmentFigures[]> {
  const facts = await loadFacts(reader, records, null);
  return records.map((record) => figures(reader, record, facts));
}

/** Service days of the commitment's issued lines, of the terms of one of its schedules. */
export async function issuedDaysOf(
  { tx, merchant }: Pick<Reader, "tx" | "merchant">,
  { commitment }: CommitmentRecord,
  { steps }: Schedule,
): Promise<IssuedDays[]> {
  const termIds = steps.flatMap(({ billingTermIds }) => billingTermIds);
  return issuedDays(await issuedLinesOfTerms(tx, merchant.id, termIds), commitment.id);
}

function figures(reader: Reader, record: CommitmentRecord, facts: Facts): CommitmentFigures {
  const { commitment, customerId } = record;
  const { today } = reader.clock;
  const usage = usageOf(facts, customerId);
  const context = contextOf(reader, facts);
  const lines = facts.lines.filter((line) => line.commitment?.id === commitment.id);
  const computedPeriod = commitment.schedules.flatMap((schedule) =>
    computedPeriods(commitment, schedule, usage, context),
  );
  return {
    record,
    issued: issuedDays(lines, commitment.id),
    eventTypeIds: eventTypesOfCommitment(commitment, facts.terms),
    eventTypeNames: new Map([...facts.eventTypes].map(([id, { name }]) => [id, name])),
    periods: computedPeriod.map((each) => stateOf(reader, each, usage, lines)),
    current: computedPeriod.find(({ computation: { period } }) => period.start <= today && today < period.end),
  };
}

function stateOf(
  { merchant, clock }: Reader,
  computedPeriod: ComputedPeriod,
  usage: readonly DailyUsage[],
  lines: readonly IssuedCommitmentLine[],
): PeriodState {
  const { schedule, computation } = computedPeriod;
  const { period } = computation;
  const own = lines.filter(({ commitment, type }) => {
    const isOfPeriod = commitment?.scheduleId === schedule.id && commitment.periodStart === period.start;
    return isOfPeriod && !isOfWholeSchedule(type, schedule);
  });
  const isBilled = isAllBilled(owedBy(computedPeriod, usage, merchant), own.map(charged));
  const status = periodStatus(period, { today: clock.today, graceDays: merchant.usageGraceDays, isBilled });
  const issuedAt = own.flatMap((line) => line.issuedAt ?? []).toSorted();
  return {
    computedPeriod,
    status,
    isInvoiced: issuedDays(lines, computedPeriod.commitment.id).some(({ service }) => {
      return service.start < period.end && period.start < service.end;
    }),
    invoiceIds: [...new Set(own.map(({ invoiceId }) => invoiceId))],
    finalizedAt: status === "FINALIZED" ? (issuedAt.at(-1) ?? null) : null,
  };
}

/** All charges of the period, without a true-up of the whole schedule. */
function owedBy(computedPeriod: ComputedPeriod, usage: readonly DailyUsage[], { rounding }: Merchant): Charged[] {
  return scheduleLines([computedPeriod], usage, rounding)
    .filter(({ type }) => !isOfWholeSchedule(type, computedPeriod.schedule))
    .map(({ price, ...line }) => ({ ...line, minor: price.total.minor }));
}

function charged({ commitment, totalMinor, ...line }: IssuedCommitmentLine): Charged {
  const { id: _, ...place } = required(commitment, "the commitment of its line");
  return { ...line, ...place, minor: totalMinor };
}

/** True for a true-up of the whole schedule, which belongs to none of its periods. */
function isOfWholeSchedule(type: LineType, schedule: Schedule): boolean {
  return type === "TRUE_UP" && trueUpOf(schedule) === "END_OF_SCHEDULE";
}

/** The days from which future usage is forecast, and the method. */
export type Observation = { readonly method: ForecastMethod; readonly observed: Period };

/** A forecast of burn-down and true-up of every commitment period, if usage continues as on the observed days. */
export async function forecastOf(
  reader: Reader,
  record: CommitmentRecord,
  { method, observed }: Observation,
): Promise<PeriodForecast[]> {
  const { commitment, customerId } = record;
  const facts = await loadFacts(reader, [record], observed);
  const usage = usageOf(facts, customerId);
  const context = contextOf(reader, facts);
  return commitment.schedules.flatMap((schedule) =>
    forecast(commitment, schedule, usage, context, { method, observed }),
  );
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
  const usage = Map.groupBy(usageAsOfMonth(used, null), ({ customerId }) => customerId);
  return {
    ...found,
    lines: await issuedLinesOfTerms(tx, merchant.id, [...found.terms.keys()]),
    usage: new Map([...usage].map(([customerId, own]) => [customerId, dailyFacts({ days: own })])),
  };
}

function usageOf({ usage }: Facts, customerId: string | null): readonly DailyUsage[] {
  return usage.get(customerId ?? "") ?? [];
}

function contextOf({ merchant, clock }: Reader, { terms }: Facts): PeriodContext {
  return { terms, rounding: merchant.rounding, today: clock.today };
}

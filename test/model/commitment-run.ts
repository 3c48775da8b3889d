import type { Json, TestApi } from "../support/api.ts";
import type { Client } from "../support/client.ts";
import { addMonths, dated, day, firstDay, type Month, month, monthText } from "./calendar.ts";
import { type Commitment, commitmentOf, monthsOf } from "./commitment.ts";
import type { Counts, Difference } from "./compare.ts";
import { newBook } from "./program.ts";
import { readCents, sumOf, written } from "./rational.ts";

type EnteredCommitment = {
  readonly commitment: Commitment;
  readonly contractId: string;
  readonly customerId: string;
  readonly eventTypeId: string;
};

const first = day("2026-01-01");

/** Enters commitments of one merchant, uses them for a year, and compares every month of each with the model. */
export async function compareCommitments(
  api: TestApi,
  seeds: readonly number[],
  counts: Counts,
): Promise<Difference[]> {
  const { client } = await newBook(api, first);
  const entered: EnteredCommitment[] = [];
  for (const seed of seeds) entered.push(await enter(client, commitmentOf(seed)));
  for (let index = 0; index < 12; index++) {
    await client.advance(`${dated(addMonths(day("2026-01-28"), index))}T12:00:00Z`);
    for (const each of entered) await use(client, each, index);
    await client.advance(`${dated(addMonths(day("2026-02-06"), index))}T12:00:00Z`);
    await client.ok("POST", `/v3/month-end-close/close-period?month=${monthText(month(first) + index)}`);
  }
  const found: Difference[] = [];
  for (const each of entered) found.push(...(await compare(client, each, counts)));
  return found;
}

async function enter(client: Client, commitment: Commitment): Promise<EnteredCommitment> {
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: `Customer ${commitment.seed}` });
  const { id: contractId } = await client.ok("POST", "/v3/contracts", { name: `Deal ${commitment.seed}`, customerId });
  const { id: eventTypeId } = await client.ok("POST", "/v3/events/types", { name: crypto.randomUUID() });
  const end = dated(addMonths(commitment.start, commitment.monthsInPeriod * commitment.periods) - 1);
  const path = `/v3/contracts/${contractId}`;
  const steps: object[] = [];
  for (const { value, price } of commitment.steps) {
    const term = await client.ok("POST", `${path}/billing-terms`, {
      ...{ name: "Calls", startDate: dated(commitment.start), endDate: end, interval: "MONTH", billingType: "UNIT" },
      ...{ invoiceDateStrategy: "ARREARS", eventTypeId, usageScope: "COMMITMENT" },
      pricing: [{ amount: price, amountType: "PER_ITEM" }],
    });
    steps.push({ commitmentValue: value, billingTermIds: [term.id] });
  }
  const schedule = { startDate: dated(commitment.start), endDate: end, steps, ...partsOf(commitment, eventTypeId) };
  await client.ok("POST", `${path}/commitments`, {
    commitments: [{ commitmentUnitType: "CURRENCY", schedules: [schedule] }],
  });
  await client.ok("POST", `${path}/actions`, { action: "APPROVE" });
  return { commitment, contractId, customerId, eventTypeId };
}

const intervals = new Map([
  [1, "MONTHLY"],
  [3, "QUARTERLY"],
  [12, "YEARLY"],
]);

function partsOf(
  { monthsInPeriod, prepaid, isPaidUpfront, hasTrueUp, overage }: Commitment,
  eventTypeId: string,
): object {
  const commitmentInterval = intervals.get(monthsInPeriod);
  const tierPricingType = overage?.isVolume ? "USE_TOP_TIER_PRICE_ONLY" : "USE_ALL_TIER_PRICES";
  const overagePricings = overage?.tiers.map(({ from, price }, tier) => ({
    name: `Tier ${tier}`,
    tier,
    conditionValue: from,
    price,
  }));
  return {
    ...(commitmentInterval === undefined ? {} : { commitmentInterval }),
    trueUpBehavior: hasTrueUp ? "EACH_PERIOD" : "NONE",
    ...(prepaid === null
      ? {}
      : {
          prepaidEnabled: true,
          prepaidValue: prepaid,
          prepaymentScheduleType: isPaidUpfront ? "FULL_UPFRONT" : "PER_COMMITMENT_PERIOD",
        }),
    ...(overage === null ? {} : { overageConfigs: [{ eventTypeId, tierPricingType, overagePricings }] }),
  };
}

/** Records what is used in a month, as two events. */
async function use(
  client: Client,
  { commitment, customerId, eventTypeId }: EnteredCommitment,
  index: number,
): Promise<void> {
  const value = commitment.usage[index];
  if (value === undefined || value === "0") return;
  const at = (on: string): string => `${dated(addMonths(day(on), index))}T10:00:00Z`;
  for (const [datetime, part] of [
    [at("2026-01-03"), "1"],
    [at("2026-01-27"), written(readCents(value) - 100n)],
  ]) {
    await client.ok("POST", "/v3/events", {
      idempotencyKey: crypto.randomUUID(),
      customerId,
      eventTypeId,
      datetime,
      value: part,
    });
  }
}

/** What is compared of a month, in cents. */
type MonthFigures = { charges: bigint; trueUp: bigint; prepayment: bigint; revenue: bigint };

/**
 * If usage becomes cheaper, for example by a volume tier, the difference is a credit memo (rules 7): on the day of recording, or, if a prepayment
 * is billed before the usage, on the day of that invoice, which is the day after the month.
 */
function seenMonth(lines: readonly Json[], memos: readonly Json[], entries: readonly Json[], of: Month): MonthFigures {
  const billed = (types: readonly string[], on: string): bigint =>
    sumOf(
      lines
        .filter(({ type, issueDate }) => types.includes(type) && issueDate === on)
        .map(({ total }) => readCents(total)),
    );
  const [start, end] = [dated(firstDay(of)), dated(firstDay(of + 1))];
  return {
    charges:
      billed(["USAGE", "OVERAGE", "PREPAID_APPLIED"], end) -
      sumOf(
        memos.filter(({ issueDate }) => issueDate > start && issueDate <= end).map(({ total }) => readCents(total)),
      ),
    trueUp: billed(["TRUE_UP"], end),
    prepayment: billed(["PREPAYMENT"], start),
    revenue: sumOf(
      entries.filter(({ timeframe }) => timeframe === monthText(of)).map(({ amount }) => readCents(amount)),
    ),
  };
}

async function compare(
  client: Client,
  { commitment, contractId, customerId }: EnteredCommitment,
  counts: Counts,
): Promise<Difference[]> {
  const { data } = await client.ok("GET", `/v3/contracts/${contractId}/invoice-schedule`);
  const lines = data.flatMap(({ issueDate, lineItems }: Json) =>
    lineItems.map((line: Json) => ({ ...line, issueDate })),
  );
  const memos = await client.ok("GET", `/v3/credit-memos?filter=customerId:eq:${customerId}&limit=200`);
  const revenue = await client.ok("GET", `/v3/revenue-schedules?filter=contractId:eq:${contractId}&limit=1000`);
  counts.contracts += 1;
  const found: Difference[] = [];
  for (const model of monthsOf(commitment)) {
    counts.months += 1;
    const program = seenMonth(lines, memos.data, revenue.data, model.month);
    for (const kind of ["charges", "trueUp", "prepayment", "revenue"] as const) {
      counts.lines += 1;
      if (model[kind] === program[kind]) continue;
      const what = `${kind} ${monthText(model.month)}`;
      found.push({ seed: commitment.seed, what, model: written(model[kind]), program: written(program[kind]) });
    }
  }
  return found;
}

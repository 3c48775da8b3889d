import type { Json, TestApi } from "../support/api.ts";
import type { Client } from "../support/client.ts";
import { addMonths, dated, day, firstDay, month, monthText } from "./calendar.ts";
import type { Counts, Difference } from "./compare.ts";
import { newBook } from "./program.ts";
import { readCents, sumOf, written } from "./rational.ts";
import { pricingBody } from "./requests.ts";
import { type Metered, meteredOf, monthsOf } from "./usage.ts";

type EnteredUsage = {
  readonly metered: Metered;
  readonly contractId: string;
  readonly customerId: string;
  readonly typeId: string;
};

const first = day("2026-01-01");

/** Records a year of usage for contracts of one merchant, and compares every month of each with the model. */
export async function compareUsage(api: TestApi, seeds: readonly number[], counts: Counts): Promise<Difference[]> {
  const { client } = await newBook(api, first);
  const entered: EnteredUsage[] = [];
  for (const seed of seeds) entered.push(await enter(client, meteredOf(seed)));
  for (let index = 0; index < 12; index++) {
    await client.advance(`${dated(addMonths(day("2026-01-28"), index))}T12:00:00Z`);
    for (const each of entered) await record(client, each, index, each.metered.usage[index]);
    await client.advance(`${dated(addMonths(day("2026-02-06"), index))}T12:00:00Z`);
    await client.ok("POST", `/v3/month-end-close/close-period?month=${monthText(monthAt(index))}`);
    for (const each of entered) await record(client, each, index, each.metered.late[index]);
  }
  const balances = await unbilledOf(client);
  const found: Difference[] = [];
  for (const each of entered) found.push(...(await compare(client, each, balances, counts)));
  return found;
}

const monthAt = (index: number) => month(first) + index;

async function enter(client: Client, metered: Metered): Promise<EnteredUsage> {
  const { seed, price, monthsInPeriod, minimum, maximum } = metered;
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: `Customer ${seed}` });
  const { id: contractId } = await client.ok("POST", "/v3/contracts", { name: `Deal ${seed}`, customerId });
  const { id: typeId } = await client.ok("POST", "/v3/events/types", { name: crypto.randomUUID() });
  await client.ok("POST", `/v3/contracts/${contractId}/billing-terms`, {
    ...{ name: "Calls", startDate: "2026-01-01", endDate: "2026-12-31", invoiceDateStrategy: "ARREARS" },
    ...{ interval: monthsInPeriod === 1 ? "MONTH" : "QUARTER", billingType: "UNIT", eventTypeId: typeId },
    ...{ pricingType: price.pricingType, ...pricingBody(price) },
    ...(price.packageSize === undefined ? {} : { packageSize: price.packageSize }),
    ...(minimum === null ? {} : { minimumAmount: minimum }),
    ...(maximum === null ? {} : { maximumAmount: maximum }),
  });
  await client.ok("POST", `/v3/contracts/${contractId}/actions`, { action: "APPROVE" });
  return { metered, contractId, customerId, typeId };
}

async function record(client: Client, { customerId, typeId }: EnteredUsage, index: number, value = "0"): Promise<void> {
  if (value === "0") return;
  await client.ok("POST", "/v3/events", {
    ...{ idempotencyKey: crypto.randomUUID(), customerId, eventTypeId: typeId, value },
    datetime: `${dated(addMonths(day("2026-01-27"), index))}T10:00:00Z`,
  });
}

/** Unbilled receivables by month and contract. */
async function unbilledOf(client: Client): Promise<ReadonlyMap<string, bigint>> {
  const found = new Map<string, bigint>();
  for (let index = 0; index < 12; index++) {
    const name = monthText(monthAt(index));
    const { rows } = await client.ok("GET", `/v3/reports/contract-balances?month=${name}`);
    for (const row of rows) found.set(`${name} ${row.id}`, readCents(row.unbilledReceivable));
  }
  return found;
}

async function compare(
  client: Client,
  { metered, contractId }: EnteredUsage,
  balances: ReadonlyMap<string, bigint>,
  counts: Counts,
): Promise<Difference[]> {
  const { data } = await client.ok("GET", `/v3/contracts/${contractId}/invoice-schedule`);
  const entries = await client.ok("GET", `/v3/revenue-schedules?filter=contractId:eq:${contractId}&limit=1000`);
  counts.contracts += 1;
  const found: Difference[] = [];
  for (const model of monthsOf(metered)) {
    const [name, billedOn] = [monthText(model.month), dated(firstDay(model.month + 1))];
    const totalOf = (list: readonly Json[], amount: string) => sumOf(list.map((each) => readCents(each[amount])));
    const program = {
      billed: totalOf(
        data.filter(({ issueDate }: Json) => issueDate === billedOn),
        "total",
      ),
      revenue: totalOf(
        entries.data.filter(({ timeframe }: Json) => timeframe === name),
        "amount",
      ),
      unbilled: balances.get(`${name} ${contractId}`) ?? 0n,
    };
    counts.months += 1;
    for (const kind of ["billed", "revenue", "unbilled"] as const) {
      counts.lines += 1;
      if (model[kind] === program[kind]) continue;
      const difference = { model: written(model[kind]), program: written(program[kind]) };
      found.push({ seed: metered.seed, what: `${kind} ${name}`, ...difference });
    }
  }
  return found;
}

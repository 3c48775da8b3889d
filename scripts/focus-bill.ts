import { canonicalDecimal, decimalPattern, ratioFromDecimal } from "../src/kernel/decimal.ts";
import { formatMoney, money, roundToMoney, sum } from "../src/kernel/money.ts";
import { addRatios, compareRatios, multiplyRatios, type Ratio, ratio, zeroRatio } from "../src/kernel/ratio.ts";
import { exactText } from "../src/kernel/ratio-text.ts";
import type { Json, TestApi } from "../test/support/api.ts";
import { type Client, clientOf } from "../test/support/client.ts";
import { usageBody } from "../test/support/usage-client.ts";

// September 2024 of a cloud bill in the form of FOCUS, the FinOps Open Cost and Usage Specification, billed again over HTTP.

/** A charge: decimal texts, and the moment in RFC 3339. */
export type FocusRow = { readonly quantity: string; readonly unitPrice: string; readonly datetime: string };

export type FocusFigures = {
  /** Rows, those below zero, and those of zero, which have no line. */
  readonly rows: number;
  readonly negativeRows: number;
  readonly zeroRows: number;
  readonly unitPrices: number;
  /** Lines of single rows, and what they come to. */
  readonly rowLines: number;
  readonly rowTotal: string;
  /** Lines of all rows of a unit price together; sums below zero bill nothing. */
  readonly sumLines: number;
  readonly sumTotal: string;
  readonly negativeSums: number;
  /** What is not as the rows say, in words. */
  readonly differences: readonly string[];
};

const currency = "USD";
const eventsPerBatch = 1_000;
const tolerance = ratio(1n, 1_000_000_000n);

/** The rows whose quantity × list unit price is their list cost to 1e-9; the others use another pricing unit. */
export function focusRows(records: readonly Readonly<Record<string, string>>[]): FocusRow[] {
  return records.flatMap(({ PricingQuantity = "", ListUnitPrice = "", ListCost = "", ChargePeriodStart = "" }) => {
    const [quantity, unitPrice, cost] = [PricingQuantity, ListUnitPrice, ListCost].map((text) =>
      /^-?\d+(\.\d+)?$/.test(text) ? canonicalDecimal(text) : "",
    ) as [string, string, string];
    if (![quantity, unitPrice].every((text) => decimalPattern.test(text)) || cost === "") return [];
    const row = { quantity, unitPrice, datetime: `${ChargePeriodStart.replace(" ", "T")}Z` };
    return isNear(costOf(row), ratioFromDecimal(cost)) ? [row] : [];
  });
}

/**
 * Bills the rows twice, for two customers: once with one line per row (a differentiator for each row), and once with one line per unit
 * price. Compares every line with its rows: the exact amount, and the amount rounded once.
 */
export async function billFocusRows(api: TestApi, rows: readonly FocusRow[]): Promise<FocusFigures> {
  const client = clientOf(api, await api.newMerchant("2024-09-30T23:59:59.000Z"));
  await client.ok("PATCH", "/v3/merchant", { usageGraceDays: 0 });
  const byPrice = Map.groupBy(rows, ({ unitPrice }) => unitPrice);
  const eventTypes = new Map<string, string>();
  for (const unitPrice of byPrice.keys()) {
    eventTypes.set(unitPrice, (await client.ok("POST", "/v3/events/types", { name: `at ${unitPrice}` })).id);
  }
  const single = await contractOf(client, eventTypes, "DIFFERENTIATOR");
  const together = await contractOf(client, eventTypes, "TERM");
  await record(client, rows, (row, index) => ({ ...eventOf(row, single, index), differentiator: `row-${index}` }));
  await record(client, rows, (row, index) => eventOf(row, together, index));
  await client.drainOutbox();
  await client.advance("2024-10-01T00:00:00Z");

  const differences: string[] = [];
  const rowLines = await linesOf(client, single);
  const billedRows = new Map(rowLines.map((line) => [line.differentiator, line]));
  for (const [index, row] of rows.entries()) {
    const line = billedRows.get(`row-${index}`);
    differences.push(...compared(`row ${index}`, line, ratioFromDecimal(row.quantity), row.unitPrice));
  }
  for (const [unitPrice, ofPrice] of byPrice) {
    const lines = rowLines.filter(({ billingTermId }) => single.prices.get(billingTermId) === unitPrice);
    differences.push(...comparedTogether(`rows at ${unitPrice}`, lines, ofPrice));
  }
  const sumLines = await linesOf(client, together);
  const billedSums = new Map(sumLines.map((line) => [together.prices.get(line.billingTermId), line]));
  let negativeSums = 0;
  for (const [unitPrice, ofPrice] of byPrice) {
    const quantity = ofPrice.reduce((all, row) => addRatios(all, ratioFromDecimal(row.quantity)), zeroRatio);
    if (quantity.numerator < 0n) negativeSums++;
    const line = billedSums.get(unitPrice);
    const worth = roundToMoney(multiplyRatios(quantity, ratioFromDecimal(unitPrice)), currency, "HALF_UP");
    const expected = formatMoney(worth.minor < 0n ? money(0n, currency) : worth);
    if (line !== undefined && line.total !== expected)
      differences.push(`unit price ${unitPrice}: ${line.total}, not ${expected}`);
    differences.push(...compared(`unit price ${unitPrice}`, line, quantity, unitPrice));
  }
  const signs = rows.map(({ quantity }) => ratioFromDecimal(quantity).numerator);
  return {
    rows: rows.length,
    negativeRows: signs.filter((sign) => sign < 0n).length,
    zeroRows: signs.filter((sign) => sign === 0n).length,
    unitPrices: byPrice.size,
    rowLines: rowLines.length,
    rowTotal: totalOf(rowLines),
    sumLines: sumLines.length,
    sumTotal: totalOf(sumLines),
    negativeSums,
    differences,
  };
}

type FocusContract = {
  readonly id: string;
  readonly customerId: string;
  /** By unit price. */
  readonly eventTypes: ReadonlyMap<string, string>;
  /** By billing term. */
  readonly prices: ReadonlyMap<string, string>;
};

/** An approved contract of a customer of its own, with a usage term for each unit price. */
async function contractOf(
  client: Client,
  eventTypes: ReadonlyMap<string, string>,
  tierScope: "TERM" | "DIFFERENTIATOR",
): Promise<FocusContract> {
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: `Cloud by ${tierScope}` });
  const { id } = await client.ok("POST", "/v3/contracts", { name: "Cloud", customerId });
  const prices = new Map<string, string>();
  const days = { startDate: "2024-09-01", endDate: "2024-09-30" };
  for (const [unitPrice, eventTypeId] of eventTypes) {
    const body = usageBody(eventTypeId, unitPrice, { name: `at ${unitPrice}`, tierScope, ...days });
    prices.set((await client.ok("POST", `/v3/contracts/${id}/billing-terms`, body)).id, unitPrice);
  }
  await client.approve(id);
  return { id, customerId, eventTypes, prices };
}

function eventOf({ unitPrice, quantity, datetime }: FocusRow, contract: FocusContract, index: number) {
  const { customerId } = contract;
  const eventTypeId = contract.eventTypes.get(unitPrice);
  return { idempotencyKey: `${customerId}/${index}`, customerId, eventTypeId, datetime, value: quantity };
}

async function record(client: Client, rows: readonly FocusRow[], eventOfRow: (row: FocusRow, index: number) => object) {
  const events = rows.map(eventOfRow);
  for (let from = 0; from < events.length; from += eventsPerBatch) {
    const batch = events.slice(from, from + eventsPerBatch);
    const { created } = await client.ok("POST", "/v3/events/bulk", { events: batch });
    if (created !== batch.length) throw new Error(`${created} of ${batch.length} events were recorded`);
  }
}

async function linesOf(client: Client, { id }: FocusContract): Promise<Json[]> {
  const { data } = await client.ok("GET", `/v3/invoices?limit=1000&filter=contractId:eq:${id}`);
  return data.filter(({ status }: Json) => status !== "DRAFT").flatMap(({ lineItems }: Json) => lineItems);
}

/** What of a line is not as it must be by itself: its quantity, and what that is worth. A quantity of zero has no line. */
function compared(what: string, line: Json | undefined, quantity: Ratio, unitPrice: string): string[] {
  if (quantity.numerator === 0n) return line === undefined ? [] : [`${what}: a line for nothing`];
  if (line === undefined) return [`${what}: no line`];
  const exact = multiplyRatios(quantity, ratioFromDecimal(unitPrice));
  return [
    ...(compareRatios(ratioFromText(line.explanation.net), exact) === 0
      ? []
      : [`${what}: exactly ${line.explanation.net}, not ${exactText(exact)}`]),
    ...(line.quantity === exactText(quantity)
      ? []
      : [`${what}: quantity ${line.quantity}, not ${exactText(quantity)}`]),
  ];
}

/**
 * What lines of one term come to: each row rounded by itself, those below zero taken off the others, and nothing where they are more
 * (rules 13).
 */
function comparedTogether(what: string, lines: readonly Json[], rows: readonly FocusRow[]): string[] {
  const usageAmounts = rows.map((row) => roundToMoney(costOf(row), currency, "HALF_UP"));
  const worth = sum(usageAmounts, currency);
  const expected = formatMoney(worth.minor < 0n ? money(0n, currency) : worth);
  const total = totalOf(lines);
  return total === expected ? [] : [`${what}: ${total}, not ${expected}`];
}

/** A decimal, or a fraction such as "2/3". */
function ratioFromText(text: string): Ratio {
  const [numerator = "", denominator] = text.split("/");
  return denominator === undefined ? ratioFromDecimal(text) : ratio(BigInt(numerator), BigInt(denominator));
}

function costOf({ quantity, unitPrice }: FocusRow): Ratio {
  return multiplyRatios(ratioFromDecimal(quantity), ratioFromDecimal(unitPrice));
}

function isNear(a: Ratio, b: Ratio): boolean {
  return compareRatios(a, addRatios(b, tolerance)) <= 0 && compareRatios(b, addRatios(a, tolerance)) <= 0;
}

function totalOf(lines: readonly Json[]): string {
  const minor = lines.map(({ total }) => money(BigInt(total.replace(".", "")), currency));
  return formatMoney(sum(minor, currency));
}

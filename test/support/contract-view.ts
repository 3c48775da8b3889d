import assert from "node:assert/strict";
import type { Json, TestApi, TestMerchant } from "./api.ts";

/** The invoices, revenue and journal of one contract as the API shows them. */
export type Seen = {
  readonly invoices: readonly Json[];
  /** Revenue by performance obligation and month. */
  readonly revenue: ReadonlyMap<string, string>;
  readonly journal: readonly Json[];
  /** Credit memos of the contract's customer. */
  readonly creditMemos: readonly Json[];
  /** Ids of records that exist. */
  readonly ids: ReadonlySet<string>;
};

export const nothingSeen: Seen = { invoices: [], revenue: new Map(), journal: [], creditMemos: [], ids: new Set() };

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Reads the contract's schedule, terms, obligations, revenue and journal. */
export async function look(api: TestApi, merchant: TestMerchant, contractId: string): Promise<Seen> {
  const get = async (path: string): Promise<Json> => {
    const { status, body } = await api.request("GET", path, { key: merchant.readKey });
    assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
    return body.payload;
  };
  const contract = await get(`/v3/contracts/${contractId}`);
  const invoices: Json[] = (await get(`/v3/contracts/${contractId}/invoice-schedule`)).data;
  const obligations: Json[] = (await get(`/v3/contracts/${contractId}/obligations?limit=1000`)).data;
  const terms: Json[] = (await get(`/v3/contracts/${contractId}/billing-terms?limit=1000`)).data;
  const { data: entries } = await get(`/v3/revenue-schedules?filter=contractId:eq:${contractId}&limit=1000`);
  const { data: journal, totalItems } = await get(`/v3/journal-entries?filter=contractId:eq:${contractId}&limit=1000`);
  assert.equal(journal.length, totalItems);
  const ofCustomer = `/v3/credit-memos?filter=customerId:eq:${contract.customerId}&limit=1000`;
  const creditMemos: Json[] = contract.customerId === null ? [] : (await get(ofCustomer)).data;
  const revenue = new Map<string, string>();
  for (const { performanceObligationId, revenueSchedule } of obligations) {
    for (const { timeframe, total } of revenueSchedule.recognizedRevenue) {
      if (!isZero(total)) revenue.set(`${performanceObligationId} ${timeframe}`, total);
    }
  }
  // Performance obligations behind billing terms are not listed as obligations; their revenue is listed once the contract is
  // approved.
  const months = Map.groupBy(
    entries as Json[],
    ({ performanceObligationId, timeframe }) => `${performanceObligationId} ${timeframe}`,
  );
  for (const [month, parts] of months) {
    const amount = sumOf(parts.map((each) => each.amount));
    if (!isZero(amount)) revenue.set(month, amount);
  }
  const ids = new Set<string>();
  collectIds([contract, invoices, obligations, terms, entries, journal, creditMemos], ids);
  return { invoices, revenue, journal, creditMemos, ids };
}

/** The change between two looks in the form of a plan, each list in a canonical order. */
export function changeBetween(before: Seen, after: Seen) {
  const known = before.ids;
  const invoices = (seen: Seen) => seen.invoices.map((each) => canonical(each, known));
  const entries = (seen: Seen) => seen.journal.map((entry) => canonical(entryContent(entry), known));
  return {
    gone: lessAll(invoices(before), invoices(after)).toSorted(),
    come: lessAll(invoices(after), invoices(before)).toSorted(),
    revenue: [...new Set([...before.revenue.keys(), ...after.revenue.keys()])]
      .flatMap((key) => {
        const [from, to] = [before.revenue.get(key) ?? "none", after.revenue.get(key) ?? "none"];
        const [obligationId = "", month] = key.split(" ");
        return from === to ? [] : [`${known.has(obligationId) ? obligationId : null} ${month} ${from} ${to}`];
      })
      .toSorted(),
    journal: lessAll(entries(after), entries(before)).toSorted(),
  };
}

/** The same for the plan of a dry run. New performance obligations have no id yet. */
export function changeOfPlan(plan: Json, known: ReadonlySet<string>): ReturnType<typeof changeBetween> {
  const { added, changed, removed } = plan.invoices;
  const text = (each: Json) => canonical(each, new Set());
  const shown = (amount: string, other: string) => (isZero(amount) && !isZero(other) ? "none" : amount);
  return {
    gone: [...removed, ...changed.map((change: Json) => change.before)].map(text).toSorted(),
    come: [...added, ...changed.map((change: Json) => change.after)].map(text).toSorted(),
    revenue: plan.revenue
      .map(
        ({ performanceObligationId, timeframe, before, after }: Json) =>
          `${known.has(performanceObligationId) ? performanceObligationId : null} ${timeframe} ${shown(before, after)} ${shown(after, before)}`,
      )
      .toSorted(),
    journal: plan.journal.map((entry: Json) => text(entryContent(entry))).toSorted(),
  };
}

/** The paths at which two answers differ, apart from ids, numbers and moments that only the real one has. */
export function differences(shown: Json, real: Json, path = ""): string[] {
  if (shown === null && typeof real === "string" && (uuid.test(real) || path.endsWith("Number"))) return [];
  if (/(?:At)$/.test(path) && typeof shown === typeof real) return [];
  if (typeof shown !== "object" || typeof real !== "object" || shown === null || real === null) {
    return shown === real ? [] : [`${path}: ${JSON.stringify(shown)} is not ${JSON.stringify(real)}`];
  }
  const keys = new Set([...Object.keys(shown), ...Object.keys(real)]);
  return [...keys].flatMap((key) => differences(shown[key], real[key], `${path}/${key}`));
}

/** The sum of amounts of one currency, with its minor digits; a sum of zero amounts is "0.00" in every currency. */
export function sumOf(all: readonly string[]): string {
  const some = all.filter((amount) => !isZero(amount));
  const amounts = some.length === 0 ? all : some;
  const [first = "0.00"] = amounts;
  const places = first.split(".")[1]?.length ?? 0;
  const minor = amounts.reduce((sum, amount) => sum + BigInt(amount.replace(".", "")), 0n);
  const digits = String(minor < 0n ? -minor : minor).padStart(places + 1, "0");
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return minor < 0n ? `-${text}` : text;
}

function isZero(amount: string): boolean {
  return /^-?[0.]+$/.test(amount);
}

function entryContent({ id: _id, number: _number, postedAt: _at, sourceId, reversesEntryId, ...entry }: Json): Json {
  const isDocument = entry.sourceType === "INVOICE";
  // A dry run has no number for a document that it creates.
  const lines = entry.lines.map((line: Json) => ({ ...line, memo: line.memo.replace(/ [A-Z]+-\d+/, "") }));
  return { ...entry, lines, sourceId: isDocument ? null : sourceId, reverses: reversesEntryId !== null };
}

/** Equal text for equal content: fields sorted by name, unknown ids as null. */
function canonical(value: Json, known: ReadonlySet<string>): string {
  const plain = (each: Json): Json => {
    if (typeof each === "string") return known.size > 0 && uuid.test(each) && !known.has(each) ? null : each;
    if (Array.isArray(each)) return each.map(plain);
    if (each === null || typeof each !== "object") return each;
    return Object.fromEntries(
      Object.keys(each)
        .toSorted()
        .map((key) => [key, plain(each[key])]),
    );
  };
  return JSON.stringify(plain(value));
}

function lessAll(from: readonly string[], taken: readonly string[]): string[] {
  const left = Map.groupBy(taken, (each) => each);
  return from.filter((each) => left.get(each)?.pop() === undefined);
}

function collectIds(value: Json, ids: Set<string>): void {
  if (typeof value === "string") {
    if (uuid.test(value)) ids.add(value);
  } else if (value !== null && typeof value === "object") {
    for (const each of Object.values(value)) collectIds(each, ids);
  }
}

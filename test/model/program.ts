import assert from "node:assert/strict";
import type { Json, TestApi, TestMerchant } from "../support/api.ts";
import { type Client, clientOf } from "../support/client.ts";
import type { Balances } from "./books.ts";
import { type Day, dated, day, monthOf, monthText } from "./calendar.ts";
import type { Change, Close, Deal, Obligation } from "./deal.ts";
import { readCents, written } from "./rational.ts";
import { obligationBody, pricingBody } from "./requests.ts";

/** A contract that was entered in the program. */
export type EnteredContract = {
  readonly deal: Deal;
  readonly contractId: string;
  readonly obligationIds: string[];
  readonly termIds: string[];
};

const noon = (of: Day): string => `${dated(of)}T12:00:00Z`;

/**
 * Enters the contracts of a merchant and makes their changes, each on its day of the sandbox clock. On the same day, months are closed or
 * reopened first.
 */
export async function enterContracts(
  client: Client,
  deals: readonly Deal[],
  closes: readonly Close[],
  until: Day,
): Promise<EnteredContract[]> {
  const entered: EnteredContract[] = [];
  const days = [
    ...new Set([
      ...deals.flatMap(({ approvedOn, changes }) => [approvedOn, ...changes.map(({ on }) => on)]),
      ...closes.map(({ on }) => on),
      until,
    ]),
  ];
  for (const today of days.filter((each) => each <= until).toSorted((a, b) => a - b)) {
    await client.advance(noon(today));
    for (const { month, reopens } of closes.filter(({ on }) => on === today)) {
      const operation = reopens ? "reopen-period" : "close-period";
      await client.ok("POST", `/v3/month-end-close/${operation}?month=${monthText(month)}`);
    }
    for (const deal of deals.filter(({ approvedOn }) => approvedOn === today)) {
      entered.push(await enter(client, deal));
    }
    for (const each of entered) {
      for (const one of each.deal.changes.filter(({ on }) => on === today)) await change(client, each, one);
    }
    await client.advance(noon(today));
  }
  return entered;
}

async function enter(client: Client, deal: Deal): Promise<EnteredContract> {
  const allocationMethod = deal.obligations.some(({ ssp }) => ssp !== null) ? "RELATIVE_SSP" : "STATED";
  const contractId = await client.contract({ name: `Deal ${deal.seed}`, allocationMethod });
  const entered: EnteredContract = { deal, contractId, obligationIds: [], termIds: [] };
  for (const obligation of deal.obligations) await add(client, entered, obligation);
  await client.ok("POST", `/v3/contracts/${contractId}/actions`, { action: "APPROVE" });
  return entered;
}

async function add(
  client: Client,
  { contractId, obligationIds, termIds }: EnteredContract,
  obligation: Obligation,
): Promise<void> {
  const { performanceObligationId, billingTermId } = await client.add(contractId, obligationBody(obligation));
  obligationIds.push(performanceObligationId);
  termIds.push(billingTermId);
}

async function change(client: Client, entered: EnteredContract, one: Change): Promise<void> {
  const path = `/v3/contracts/${entered.contractId}/billing-terms/${entered.termIds[one.at]}`;
  if (one.kind === "add") await add(client, entered, one.obligation);
  if (one.kind === "price")
    await client.ok("PATCH", path, { ...pricingBody(one.price), effectiveDate: dated(one.from) });
  if (one.kind === "seats") {
    const { from, delta, policy, timing } = one;
    const body = { effectiveDate: dated(from), delta: String(delta), prorationPolicy: policy, trueUpTiming: timing };
    await client.ok("POST", `${path}/seat-amendment`, body);
  }
  if (one.kind === "terminate") {
    await client.ok("PATCH", `${path}/terminate`, { endDate: dated(one.end - 1), creditUnused: one.creditUnused });
  }
}

/** A line of the invoice schedule as a text that can be compared. */
export type SeenLine = { readonly isIssued: boolean; readonly text: string };

export async function seenLines(client: Client, { contractId }: EnteredContract, until: Day): Promise<SeenLine[]> {
  const { customerId } = await client.ok("GET", `/v3/contracts/${contractId}`);
  const { data } = await client.ok("GET", `/v3/contracts/${contractId}/invoice-schedule?until=${dated(until)}`);
  const lines = data.flatMap(({ status, issueDate, dueDate, lineItems }: Json) =>
    lineItems.map(({ type, name, serviceStartDate, serviceEndDate, subtotal, total }: Json) => {
      const dates = { issued: day(issueDate), payable: day(dueDate) };
      const amounts = { ...dates, subtotal: readCents(subtotal), total: readCents(total) };
      const shown = type === "SEAT_TRUE_UP" ? "true-up" : name;
      const text = lineText(shown, day(serviceStartDate), day(serviceEndDate) + 1, amounts);
      return { isIssued: status !== "PLANNED" && status !== "DRAFT", text };
    }),
  );
  const memos = await client.ok("GET", `/v3/credit-memos?page=1&limit=50&filter=customerId:eq:${customerId}`);
  const credits = memos.data.flatMap(({ issueDate, items }: Json) =>
    items.map(({ amount }: Json) => ({ isIssued: true, text: creditText(day(issueDate), readCents(amount)) })),
  );
  return [...lines, ...credits];
}

/** How both sides write what is credited of a line. */
export const creditText = (issued: Day, amount: bigint): string => `${dated(issued)} credit ${written(amount)}`;

type Amounts = { readonly issued: Day; readonly payable: Day; readonly subtotal: bigint; readonly total: bigint };

/** How both sides write a line. */
export function lineText(name: string, start: Day, end: Day, { issued, payable, subtotal, total }: Amounts): string {
  const span = `${dated(start)}–${dated(end - 1)}`;
  return `${dated(issued)} due ${dated(payable)} | ${name} ${span} | ${Number(subtotal) / 100} → ${Number(total) / 100}`;
}

/** Posted revenue by obligation and month. */
export async function seenRevenue(
  client: Client,
  { contractId, obligationIds }: EnteredContract,
): Promise<Map<number, bigint>[]> {
  const { data } = await client.ok("GET", `/v3/revenue-schedules?filter=contractId:eq:${contractId}&limit=1000`);
  const entries = (data as Json[]).filter(({ status }) => status === "POSTED");
  assert.ok(data.length < 1000, "all revenue is on one page");
  return obligationIds.map((id) => {
    const months = new Map<number, bigint>();
    for (const { performanceObligationId, timeframe, amount } of entries) {
      if (performanceObligationId !== id) continue;
      months.set(monthOf(timeframe), (months.get(monthOf(timeframe)) ?? 0n) + readCents(amount));
    }
    return months;
  });
}

/** Balances of all contracts at the end of a month, by contract. */
export async function seenBalances(client: Client, month: number): Promise<Map<string, Balances>> {
  const { rows } = await client.ok("GET", `/v3/reports/contract-balances?month=${monthText(month)}`);
  return new Map(
    rows.map((row: Json) => [
      row.id,
      {
        liability: readCents(row.contractLiability),
        asset: readCents(row.contractAsset),
        unbilled: readCents(row.unbilledReceivable),
      },
    ]),
  );
}

/** A new merchant, and a client with its key. */
export async function newBook(api: TestApi, clock: Day): Promise<{ merchant: TestMerchant; client: Client }> {
  const merchant = await api.newMerchant(noon(clock));
  return { merchant, client: clientOf(api, merchant) };
}

import assert from "node:assert/strict";
import type { Json, TestApi, TestMerchant } from "../support/api.ts";
import { type Client, clientOf } from "../support/client.ts";
import type { Balances } from "./books.ts";
import { type Day, dated, day, monthOf, monthText } from "./calendar.ts";
import type { Act, Close, Deal, Obligation } from "./deal.ts";
import { readCents, written } from "./rational.ts";
import { obligationBody, pricingBody } from "./requests.ts";

/** A contract as the program has it. */
export type Told = {
  readonly deal: Deal;
  readonly contractId: string;
  readonly obligationIds: string[];
  readonly termIds: string[];
};

const noon = (of: Day): string => `${dated(of)}T12:00:00Z`;

/** Lives through the deals of a merchant day by day: closes and acts in the order of their days. @returns the contracts */
export async function live(
  client: Client,
  deals: readonly Deal[],
  closes: readonly Close[],
  until: Day,
): Promise<Told[]> {
  const told: Told[] = [];
  const days = [
    ...new Set([
      ...deals.flatMap(({ approvedOn, acts }) => [approvedOn, ...acts.map(({ on }) => on)]),
      ...closes.map(({ on }) => on),
      until,
    ]),
  ];
  for (const today of days.filter((each) => each <= until).toSorted((a, b) => a - b)) {
    await client.advance(noon(today));
    for (const { month, reopens } of closes.filter(({ on }) => on === today)) {
      const act = reopens ? "reopen-period" : "close-period";
      await client.ok("POST", `/v3/month-end-close/${act}?month=${monthText(month)}`);
    }
    for (const deal of deals.filter(({ approvedOn }) => approvedOn === today)) told.push(await tell(client, deal));
    for (const each of told) {
      for (const act of each.deal.acts.filter(({ on }) => on === today)) await perform(client, each, act);
    }
    await client.advance(noon(today));
  }
  return told;
}

async function tell(client: Client, deal: Deal): Promise<Told> {
  const allocationMethod = deal.obligations.some(({ ssp }) => ssp !== null) ? "RELATIVE_SSP" : "STATED";
  const contractId = await client.contract({ name: `Deal ${deal.seed}`, allocationMethod });
  const told: Told = { deal, contractId, obligationIds: [], termIds: [] };
  for (const obligation of deal.obligations) await add(client, told, obligation);
  await client.ok("POST", `/v3/contracts/${contractId}/actions`, { action: "APPROVE" });
  return told;
}

async function add(
  client: Client,
  { contractId, obligationIds, termIds }: Told,
  obligation: Obligation,
): Promise<void> {
  const { performanceObligationId, billingTermId } = await client.add(contractId, obligationBody(obligation));
  obligationIds.push(performanceObligationId);
  termIds.push(billingTermId);
}

async function perform(client: Client, told: Told, act: Act): Promise<void> {
  const path = `/v3/contracts/${told.contractId}/billing-terms/${told.termIds[act.at]}`;
  if (act.kind === "add") await add(client, told, act.obligation);
  if (act.kind === "price")
    await client.ok("PATCH", path, { ...pricingBody(act.price), effectiveDate: dated(act.from) });
  if (act.kind === "seats") {
    const { from, delta, policy, timing } = act;
    const body = { effectiveDate: dated(from), delta: String(delta), prorationPolicy: policy, trueUpTiming: timing };
    await client.ok("POST", `${path}/seat-amendment`, body);
  }
  if (act.kind === "terminate") {
    await client.ok("PATCH", `${path}/terminate`, { endDate: dated(act.end - 1), creditUnused: act.creditUnused });
  }
}

/** A line of the invoice schedule as a text that can be compared. */
export type SeenLine = { readonly isIssued: boolean; readonly text: string };

export async function seenLines(client: Client, { contractId }: Told, until: Day): Promise<SeenLine[]> {
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
export async function seenRevenue(client: Client, { contractId, obligationIds }: Told): Promise<Map<number, bigint>[]> {
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

/** A merchant of its own for a book. */
export async function newBook(api: TestApi, clock: Day): Promise<{ merchant: TestMerchant; client: Client }> {
  const merchant = await api.newMerchant(noon(clock));
  return { merchant, client: clientOf(api, merchant) };
}

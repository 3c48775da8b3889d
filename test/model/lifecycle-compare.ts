import assert from "node:assert/strict";
import type { ApiAnswer, Json } from "../support/api.ts";
import { type Client, obligationBody, priced } from "../support/client.ts";
import { dated, firstDay, type Month, monthOf, monthText } from "./calendar.ts";
import { type ContractModel, creditedOf, memoStatusOf, planOf, remainingOf, statusOf } from "./lifecycle-model.ts";
import { readCents as cents } from "./rational.ts";

/** A contract as the program has it. */
export type ContractInProgram = {
  readonly client: Client;
  readonly customerId: string;
  readonly eventTypeId: string;
  readonly path: string;
  readonly contractId: string;
  /** Handles pending events; contracts of one merchant take turns. */
  readonly drainOutbox: () => Promise<void>;
  readonly send: (method: string, path: string, body?: unknown) => Promise<ApiAnswer>;
};

/** Compares everything that the API shows of a contract with its model, and adds new invoices to the model. */
export async function compare(model: ContractModel, real: ContractInProgram): Promise<void> {
  const { client, path, contractId, eventTypeId } = real;
  await real.drainOutbox();
  const { status } = await client.ok("GET", path);
  assert.equal(status === "APPROVED", model.isApproved, `the contract is ${status}`);
  await comparePlan(model, await client.ok("GET", `${path}/invoice-schedule`));
  const { data } = await client.ok("GET", `/v3/invoices?limit=1000&filter=contractId:eq:${contractId}`);
  compareInvoices(model, data);
  const memos = await client.ok("GET", "/v3/credit-memos?limit=1000");
  for (const memo of model.memos) {
    const found = memos.data.find(({ id }: Json) => id === memo.id);
    const balance = memo.isVoid ? 0n : memo.total - memo.applied;
    assert.deepEqual([found?.status, cents(found?.balance)], [memoStatusOf(memo), balance], "a credit memo");
  }
  const { totalItems } = await client.ok("GET", `/v3/events?limit=1&filter=eventTypeId:eq:${eventTypeId}`);
  assert.equal(totalItems, model.events.length, "usage events");
}

/** Compares what each month bills with the sum of the terms. By its day it is issued, unless a void freed it. */
async function comparePlan(model: ContractModel, { data }: Json): Promise<void> {
  const [billed, issued] = [new Map<Month, bigint>(), new Set<Month>()];
  for (const { status, lineItems } of data.filter(({ status }: Json) => status !== "VOID")) {
    for (const line of lineItems) {
      const of = monthOf(line.serviceStartDate);
      billed.set(of, (billed.get(of) ?? 0n) + cents(line.total));
      if (status !== "PLANNED" && status !== "DRAFT") issued.add(of);
    }
  }
  const plan = planOf(model);
  const shown = (months: Map<Month, bigint>) =>
    [...months].toSorted(([a], [b]) => a - b).map(([of, sum]) => `${monthText(of)} ${sum}`);
  assert.deepEqual(shown(billed), shown(plan), "what is billed of each month, in cents");
  for (const of of plan.keys()) {
    if (model.freed.has(of)) continue;
    assert.equal(issued.has(of), model.isApproved && of <= model.today, `${monthText(of)} is issued`);
  }
}

function compareInvoices(model: ContractModel, found: readonly Json[]): void {
  const issued = found.filter(({ status }) => status !== "DRAFT");
  for (const { id, total, lineItems, issueDate } of issued) {
    if (model.invoices.some((invoice) => invoice.id === id)) continue;
    const lines = lineItems.map((line: Json) => ({
      ...{ id: line.id, month: monthOf(line.serviceStartDate), total: cents(line.total) },
    }));
    const planned = Math.min(...lines.map((line: { month: Month }) => line.month));
    const month = planned > model.closedThrough ? planned : model.today;
    assert.equal(monthText(monthOf(issueDate)), monthText(month), "the month of the date of an invoice");
    const nothing = { paid: 0n, credited: 0n, isVoid: false, isLost: false };
    model.invoices.push({ id, lines, month, total: cents(total), ...nothing });
  }
  assert.equal(issued.length, model.invoices.length, "no invoice goes away");
  for (const invoice of model.invoices) {
    const own = issued.find(({ id }) => id === invoice.id);
    const { total, lines } = invoice;
    assert.equal(
      lines.reduce((sum, line) => sum + line.total, 0n),
      total,
      "an invoice is the sum of its lines",
    );
    assert.deepEqual(
      [own?.status, cents(own?.total), cents(own?.balanceRemaining)],
      [statusOf(invoice), total, remainingOf(invoice)],
      `invoice ${own?.invoiceNumber}`,
    );
    for (const line of lines) assert.ok(creditedOf(model, line.id) <= line.total, "credits of a line");
  }
}

/** A term of whole months. */
export const termOf = (start: Month, months: number, price: bigint, seats: bigint | null) => {
  const dates = { startDate: dated(firstDay(start)), endDate: dated(firstDay(start + months) - 1) };
  const amount = `${price / 100n}.${String(price % 100n).padStart(2, "0")}`;
  const kind =
    seats === null
      ? { billingType: "FLAT", ...priced(amount) }
      : {
          billingType: "UNIT",
          quantity: String(seats),
          seatConfig: { defaultTrueUpTiming: "IMMEDIATE" },
          ...priced(amount, "PER_ITEM"),
        };
  return obligationBody(
    { serviceStartDate: dates.startDate, serviceEndDate: dates.endDate },
    { ...dates, interval: "MONTH", ...kind },
  );
};

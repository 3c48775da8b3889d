import assert from "node:assert/strict";
import { sql } from "kysely";
import { inTransaction } from "../../src/platform/db/pool.ts";
import type { Json, TestApi } from "./api.ts";
import { type Client, obligationBody } from "./client.ts";

// Credit memos and payments from an accountant's view: the postings of each act, the balance of every document, and that the
// ledger's accounts equal the sums of the documents after every act.

export type Issued = {
  readonly id: string;
  readonly contractId: string;
  readonly customerId: string;
  readonly lineId: string;
};

/** An issued invoice of 300.00 for the first quarter of 2026, by default of a new customer. */
export async function invoiceOf(api: TestApi, client: Client, contract: object = {}): Promise<Issued> {
  const contractId = await client.contract(contract);
  await client.add(contractId, obligationBody());
  await client.approve(contractId);
  const { data } = await client.ok("GET", `/v3/invoices?filter=contractId:eq:${contractId},status:eq:ISSUED`);
  const [invoice] = data;
  const lineId = await inTransaction(api.platform.db, client.merchant.merchantId, async (tx) => {
    const { rows } = await sql<{ id: string }>`select id from invoice_line where invoice_id = ${invoice.id}`.execute(
      tx,
    );
    return rows[0]?.id ?? "";
  });
  return { id: invoice.id, contractId, customerId: invoice.customerId, lineId };
}

export const creditMemoBody = ({ customerId, lineId }: Issued, amount: string, parts: object = {}) => ({
  customerId,
  issueDate: "2026-01-10",
  reason: "Service was down",
  items: [{ invoiceLineItemId: lineId, amount }],
  ...parts,
});

/** The T-accounts of all entries of the sources: debits positive, zero accounts left out. */
export async function accountsOf(client: Client, ...sourceIds: string[]): Promise<Record<string, string>> {
  const { data } = await client.ok("GET", "/v3/journal-entries?limit=1000");
  const sums = new Map<string, number>();
  for (const entry of data.filter((each: Json) => sourceIds.includes(each.sourceId))) {
    for (const line of entry.lines) {
      const cents = Math.round(Number(line.debit) * 100) - Math.round(Number(line.credit) * 100);
      sums.set(line.role, (sums.get(line.role) ?? 0) + cents);
    }
  }
  const shown = [...sums].filter(([, cents]) => cents !== 0).map(([role, cents]) => [role, String(cents / 100)]);
  return Object.fromEntries(shown.toSorted());
}

export const typesOf = async (client: Client, sourceId: string): Promise<string[]> => {
  const { data } = await client.ok("GET", "/v3/journal-entries?limit=1000");
  return data.filter((each: Json) => each.sourceId === sourceId).map((each: Json) => `${each.date} ${each.type}`);
};

export const invoiceNow = async (client: Client, id: string): Promise<unknown[]> => {
  const invoice = await client.ok("GET", `/v3/invoices/${id}`);
  return [invoice.status, invoice.amountPaid, invoice.amountCredited, invoice.balanceRemaining];
};

/** Checks the sub-ledgers of rules 8: both accounts, by customer, equal the documents. */
export async function assertSubLedgers(api: TestApi, client: Client): Promise<void> {
  const { merchantId } = client.merchant;
  await inTransaction(api.platform.db, merchantId, async (tx) => {
    const { rows } = await sql`
      select role, customer_id, sum(amount) from (
        select role, customer_id, debit_minor - credit_minor as amount from journal_line
        where role in ('RECEIVABLE', 'CUSTOMER_CREDIT')
        union all select 'RECEIVABLE', customer_id, -balance_minor from invoice where status in ('ISSUED', 'PARTIALLY_PAID')
        union all select 'CUSTOMER_CREDIT', customer_id, balance_minor from credit_memo
        union all select 'CUSTOMER_CREDIT', customer_id, unapplied_minor from payment
      ) as movement group by role, customer_id having sum(amount) <> 0`.execute(tx);
    assert.deepEqual(rows, []);
  });
}

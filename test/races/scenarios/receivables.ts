import assert from "node:assert/strict";
import type { Json } from "../../support/api.ts";
import { obligationBody } from "../../support/client.ts";
import { type Race, type Scenario, tally } from "../race.ts";

const creditMemoLock = {
  name: "the row locks of the credit memo, the invoice and its contract",
  without: / for no key update/,
} as const;

/** An issued invoice of 300.00 of a customer. */
async function invoiceOf(race: Race, customerId: string): Promise<string> {
  const contractId = await race.contract({ customerId });
  await race.add(contractId, obligationBody());
  await race.approve(contractId);
  const { data } = await race.ok("GET", `/v3/invoices?filter=contractId:eq:${contractId},status:eq:ISSUED`);
  return data[0].id;
}

async function creditMemoOf(race: Race, customerId: string, amount: string): Promise<string> {
  const { id: itemId } = await race.ok("POST", "/v3/items", { name: "Goodwill" });
  const body = { customerId, issueDate: "2026-01-10", reason: "Race", items: [{ itemId, amount }] };
  return (await race.ok("POST", "/v3/credit-memos", body)).id;
}

const appliedTo = async (race: Race, column: string, id: string): Promise<number> => {
  const [row] = await race.rows(`select coalesce(sum(amount_minor), 0) as sum from application where ${column} = $1`, [
    id,
  ]);
  return Number(row?.sum);
};

/** RAC-1: several clients apply 60.00 of one credit memo over 100.00, to one invoice and to another. */
export const oneCreditMemoAppliedTwice: Scenario = {
  id: "RAC-1",
  title: "concurrent applications of one credit memo never exceed it",
  guard: creditMemoLock,
  cost: 5,
  round: async (race) => {
    const { id: customerId } = await race.ok("POST", "/v3/customers", { name: "Race" });
    const invoices = [await invoiceOf(race, customerId), await invoiceOf(race, customerId)];
    const creditMemoId = await creditMemoOf(race, customerId, "100.00");
    const calls = [0, 1, 0, 1].map(
      (which) => () =>
        race.send("POST", `/v3/credit-memos/${creditMemoId}/applications`, {
          invoiceId: invoices[which],
          amount: "60.00",
        }),
    );
    const answers = await race.atOnce(calls);
    assert.deepEqual(tally(answers), { "201": 1, "400 CREDIT_MEMO_INSUFFICIENT": 3 });
    assert.equal(await appliedTo(race, "credit_memo_id", creditMemoId), 6_000);
    const memo: Json = await race.ok("GET", `/v3/credit-memos/${creditMemoId}`);
    assert.deepEqual([memo.status, memo.appliedTotal, memo.balance], ["PARTIALLY_APPLIED", "60.00", "40.00"]);
  },
};

/** RAC-2: two credit memos over 200.00 each are applied to one invoice over 300.00. */
export const twoCreditMemosToOneInvoice: Scenario = {
  id: "RAC-2",
  title: "concurrent credit memos applied to one invoice never exceed its balance",
  guard: creditMemoLock,
  cost: 5,
  round: async (race) => {
    const { id: customerId } = await race.ok("POST", "/v3/customers", { name: "Race" });
    const invoiceId = await invoiceOf(race, customerId);
    const creditMemos = [
      await creditMemoOf(race, customerId, "200.00"),
      await creditMemoOf(race, customerId, "200.00"),
    ];
    const body = { invoiceId, amount: "200.00" };
    const answers = await race.atOnce(
      creditMemos.map((id) => () => race.send("POST", `/v3/credit-memos/${id}/applications`, body)),
    );
    assert.deepEqual(tally(answers), { "201": 1, "400 INVOICE_OVERAPPLIED": 1 });
    assert.equal(await appliedTo(race, "invoice_id", invoiceId), 20_000);
    const invoice: Json = await race.ok("GET", `/v3/invoices/${invoiceId}`);
    assert.deepEqual([invoice.status, invoice.balanceRemaining], ["PARTIALLY_PAID", "100.00"]);
  },
};

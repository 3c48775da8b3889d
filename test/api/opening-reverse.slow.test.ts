import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { money } from "../../src/kernel/money.ts";
import { inTransaction } from "../../src/platform/db/pool.ts";
import { openingPayment } from "../../src/receivables/payment-store.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, close, obligationBody, rejection, unknownId } from "../support/client.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

/** Behind 30 June and before 1 July is over: nothing of the contract is due here yet. */
const book = async (clock = "2026-06-30T12:00:00Z"): Promise<Client> => clientOf(api, await api.newMerchant(clock));

const old = {
  ...{ invoiceNumber: "R-2", issueDate: "2026-04-01", dueDate: "2026-05-01", total: "357.00", tax: "57.00" },
  balance: "100.00",
};

/** 1,200.00 for 2026, 300.00 a quarter in advance, loaded as of 30 June: two quarters billed, 100.00 of them open, 20.00 of credit. */
async function loaded(client: Client, said: object = {}) {
  const contractId = await client.contract();
  const { billingTermId, performanceObligationId } = await client.add(contractId, obligationBody());
  const opening = await client.ok("POST", `/v3/contracts/${contractId}/opening`, {
    asOf: "2026-06-30",
    billingTerms: [{ billingTermId, invoicedThrough: "2026-06-30", billed: "600.00" }],
    performanceObligations: [{ performanceObligationId, recognized: "550.00" }],
    ...{ openInvoices: [old], customerCredit: "20.00", ...said },
  });
  await client.drainOutbox();
  const { customerId } = await client.ok("GET", `/v3/contracts/${contractId}`);
  return { contractId, customerId, path: `/v3/contracts/${contractId}`, invoiceId: opening.invoices[0].invoiceId };
}

async function assertLevel(client: Client, month: string): Promise<void> {
  const { currencies } = await client.ok("GET", `/v3/reports/trial-balance?month=${month}`);
  const balances: Json[] = currencies.flatMap(({ accounts }: Json) => accounts);
  assert.deepEqual(
    balances.filter(({ balance }) => balance !== "0.00"),
    [],
    month,
  );
}

describe("deleting a contract reverses its opening", () => {
  test("to the cent, in the same month, as the dry run showed; and it can be loaded again under the same numbers", async () => {
    const client = await book();
    const { contractId, path } = await loaded(client);
    const shown = await client.ok("DELETE", `${path}?dryRun=true`);
    assert.ok(JSON.stringify(shown.plan.journal).includes("MIGRATION_CLEARING"));
    assert.equal((await client.send("DELETE", path, undefined, { "if-plan": shown.planHash })).status, 200);
    await client.drainOutbox();
    await assertLevel(client, "2026-06");
    const invoices = (await client.ok("GET", `/v3/invoices?filter=contractId:eq:${contractId}`)).data;
    assert.deepEqual(
      invoices.map(({ status, balanceRemaining }: Json) => [status, balanceRemaining]),
      [
        ["VOID", "0.00"],
        ["VOID", "0.00"],
      ],
    );
    const [payment] = (await client.ok("GET", "/v3/payments")).data;
    const { status, type, appliedTotal, unappliedAmount, returnReason } = payment;
    assert.deepEqual(
      [status, type, appliedTotal, unappliedAmount, returnReason],
      ["FAILED", "OPENING", "0.00", "0.00", "The opening of the contract was reversed."],
    );
    const entries: Json[] = (await client.ok("GET", `/v3/journal-entries?filter=contractId:eq:${contractId}&limit=100`))
      .data;
    const openings = entries.filter((entry) => entry.type === "OPENING");
    assert.equal(openings.length, 2);
    assert.equal(openings[0]?.reversesEntryId, openings[1]?.id);
    assert.equal(openings[0]?.lines[0].memo, "Opening of a contract, reversed");
    await api.placeEvents(client.merchant);
    const { data: events } = await client.ok("GET", "/v3/events-feed?limit=100");
    const told = events
      .map(({ type: of }: Json) => of)
      .filter((of: string) => /^(contract\.(opened|deleted)|invoice|payment)/.test(of));
    assert.deepEqual(told, ["contract.opened", "contract.deleted"]);

    const again = await loaded(client);
    await client.advance("2026-08-02T12:00:00Z");
    await client.drainOutbox();
    await close(client, "2026-07");
    assert.equal((await client.balances("2026-06"))("RECEIVABLE"), "100.00");
    assert.equal((await client.balances("2026-07"))("REVENUE"), "-108.33", "July, and a sixth of what is spread");
    const { totals } = await client.ok(
      "GET",
      "/v3/reports/contract-liability-roll-forward?startMonth=2026-06&endMonth=2026-07",
    );
    assert.deepEqual([totals.adjusted, totals.recognized], ["-550.00", "108.33"]);
    assert.deepEqual(rejection(await client.send("DELETE", again.path)), [409, "CONTRACT_INVOICED"]);
  });

  test("after its months were closed, once they are reopened and Accord's invoices are void", async () => {
    const client = await book();
    const { path, contractId } = await loaded(client);
    await client.advance("2026-08-02T12:00:00Z");
    await client.drainOutbox();
    await close(client, "2026-07");
    const closed = await client.send("DELETE", path);
    assert.match(closed.body.message, /issued invoices \(INV-000001\); void them first/);
    await client.ok("POST", "/v3/month-end-close/reopen-period?month=2026-06");
    const own: Json[] = (
      await client.ok("GET", `/v3/invoices?filter=contractId:eq:${contractId},source:eq:ENGINE,status:neq:DRAFT`)
    ).data;
    for (const { id } of own) await client.ok("POST", `/v3/invoices/${id}/actions`, { action: "VOID" });
    await client.drainOutbox();
    await client.ok("DELETE", path);
    await client.drainOutbox();
    await assertLevel(client, "2026-06");
    await close(client, "2026-07");
    await assertLevel(client, "2026-06");
    await assertLevel(client, "2026-07");
  });

  test("on the first open day where its month was closed before", async () => {
    const client = await book("2026-07-05T12:00:00Z");
    await close(client, "2026-06");
    const contractId = await client.contract();
    const arrears = obligationBody({}, { interval: "YEAR", invoiceDateStrategy: "ARREARS" });
    const { performanceObligationId } = await client.add(contractId, arrears);
    await client.ok("POST", `/v3/contracts/${contractId}/opening`, {
      asOf: "2026-06-30",
      performanceObligations: [{ performanceObligationId, recognized: "140.00" }],
    });
    await client.drainOutbox();
    await client.ok("DELETE", `/v3/contracts/${contractId}`);
    await client.drainOutbox();
    await assertLevel(client, "2026-07");
    await client.advance("2026-08-02T12:00:00Z");
    await close(client, "2026-07");
    await assertLevel(client, "2026-07");
  });

  test("with the customer's credit that was loaded", async () => {
    const client = await book();
    const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Two contracts" });
    const contractId = await client.contract({ customerId });
    const first = await client.add(
      contractId,
      obligationBody({}, { invoiceDateStrategy: "ARREARS", interval: "YEAR" }),
    );
    const recognized = { performanceObligationId: first.performanceObligationId, recognized: "150.00" };
    const path = `/v3/contracts/${contractId}`;
    const body = { asOf: "2026-06-30", performanceObligations: [recognized], customerCredit: "30.00" };
    await client.ok("POST", `${path}/opening`, body);
    await client.ok("DELETE", path);
    await client.drainOutbox();
    await assertLevel(client, "2026-06");
  });

  test("but no credit in another currency loaded at the same moment", async () => {
    const client = await book();
    const contractId = await client.contract({ currency: "EUR" });
    const term = { invoiceDateStrategy: "ARREARS", interval: "YEAR" };
    const { performanceObligationId } = await client.add(contractId, obligationBody({}, term));
    await client.ok("POST", `/v3/contracts/${contractId}/opening`, {
      ...{ asOf: "2026-06-30", customerCredit: "20.00" },
      performanceObligations: [{ performanceObligationId, recognized: "150.00" }],
    });
    const [payment] = (await client.ok("GET", "/v3/payments")).data;
    const { customerId, createdAt } = payment;
    const paymentOf = (currency: string) =>
      inTransaction(api.platform.db, client.merchant.merchantId, (tx) =>
        openingPayment(tx, client.merchant.merchantId, {
          ...{ contractId: unknownId, customerId, createdAt, credit: money(2_000n, currency) },
        }),
      );
    assert.deepEqual([await paymentOf("EUR"), await paymentOf("USD")], [payment.id, undefined]);
  });

  test("with its usage, which can be loaded again and is billed once", async () => {
    const client = await book();
    const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Caller" });
    const { id: eventTypeId } = await client.ok("POST", "/v3/events/types", { name: "Calls" });
    const load = async () => {
      const contractId = await client.contract({ customerId });
      const { performanceObligationId, billingTermId } = await client.add(contractId, {
        ...{ serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31" },
        billingSchedule: {
          ...{ name: "Calls", startDate: "2026-01-01", endDate: "2026-12-31", interval: "MONTH", eventTypeId },
          ...{ invoiceDateStrategy: "ARREARS", billingType: "UNIT" },
          pricing: [{ amount: "0.01", amountType: "PER_ITEM" }],
        },
      });
      await client.ok("POST", `/v3/contracts/${contractId}/opening`, {
        ...{ asOf: "2026-06-30", usageFrom: "2026-05-01" },
        billingTerms: [{ billingTermId, invoicedThrough: "2026-05-31", billed: "400.00" }],
        usage: [
          { eventTypeId, date: "2026-05-01", quantity: "40000" },
          { eventTypeId, date: "2026-06-01", quantity: "50000" },
        ],
        performanceObligations: [{ performanceObligationId, recognized: "900.00" }],
      });
      await client.drainOutbox();
      return contractId;
    };
    await client.ok("DELETE", `/v3/contracts/${await load()}`);
    await client.drainOutbox();
    await assertLevel(client, "2026-06");
    const contractId = await load();
    await client.advance("2026-07-10T12:00:00Z");
    await client.drainOutbox();
    const issued = (
      await client.ok("GET", `/v3/invoices?filter=contractId:eq:${contractId},source:eq:ENGINE,status:eq:ISSUED`)
    ).data;
    assert.deepEqual(
      issued.map(({ total }: Json) => total),
      ["500.00"],
    );
  });
});

describe("later records are reversed before a contract with an opening is deleted", () => {
  test("a payment, a credit memo, a write-off, and credit applied to another invoice", async () => {
    const client = await book();
    const { path, invoiceId, customerId } = await loaded(client);
    const rejected = async (reason: RegExp) => {
      const answer = await client.send("DELETE", path);
      assert.deepEqual(rejection(answer), [409, "CONTRACT_INVOICED"]);
      assert.match(answer.body.message, reason);
    };
    const payment = await client.ok("POST", `/v3/invoices/${invoiceId}/payments`, { amount: "1.00" });
    await rejected(/payments and credits that old invoice R-2 got since/);
    await client.ok("DELETE", `/v3/payments/${payment.id}/applications/${payment.applications[0].id}`);

    const { lineItems } = await client.ok("GET", `/v3/invoices/${invoiceId}`);
    const memo = await client.ok("POST", "/v3/credit-memos", {
      ...{ customerId, issueDate: "2026-06-30", reason: "Goodwill" },
      items: [{ invoiceLineItemId: lineItems[0].id, quantity: "1", amount: "5.00" }],
    });
    await rejected(/Credit memo CM-000001 credits its old invoices; void it first/);
    await client.ok("POST", `/v3/credit-memos/${memo.id}/void`, { reason: "No" });

    await client.ok("POST", `/v3/invoices/${invoiceId}/actions`, { action: "MARK_UNCOLLECTIBLE" });
    await rejected(/R-2 was written off; reinstate it first/);
    await client.ok("POST", `/v3/invoices/${invoiceId}/actions`, { action: "REINSTATE" });

    const manual = await client.ok("POST", "/v3/invoices", {
      ...{ customerId, currency: "USD" },
      lines: [{ name: "Day", quantity: "1", unitPrice: "20.00", revenue: { recognitionDate: "2026-06-30" } }],
    });
    await client.drainOutbox();
    const payments: Json[] = (await client.ok("GET", "/v3/payments")).data;
    const opening = payments.find(({ type }) => type === "OPENING");
    const application = await client.ok("POST", `/v3/payments/${opening?.id}/applications`, {
      invoiceId: manual.id,
      amount: "20.00",
    });
    await rejected(/credit is applied to invoice INV-000001; reverse that first/);
    await client.ok("DELETE", `/v3/payments/${opening?.id}/applications/${application.id}`);

    await client.ok("POST", `/v3/payments/${payment.id}/refunds`, {});
    await client.ok("DELETE", path);
    await client.drainOutbox();
    const balance = await client.balances("2026-06");
    assert.deepEqual(
      ["RECEIVABLE", "CUSTOMER_CREDIT", "MIGRATION_CLEARING", "TAX_PAYABLE"].map(balance),
      ["20.00", "0.00", "0.00", "0.00"],
      "the manual invoice alone is left",
    );
  });

  test("a loaded invoice that was void with its payment now the customer's credit is deleted with the rest", async () => {
    const client = await book();
    const { path, invoiceId } = await loaded(client);
    const [opening] = (await client.ok("GET", "/v3/payments")).data;
    const own = opening.applications.find((each: Json) => each.invoiceId === invoiceId);
    await client.ok("DELETE", `/v3/payments/${opening.id}/applications/${own.id}`);
    await client.ok("POST", `/v3/invoices/${invoiceId}/actions`, { action: "VOID" });
    await client.drainOutbox();
    await client.ok("DELETE", path);
    await client.drainOutbox();
    await assertLevel(client, "2026-06");
  });

  test("a billing lock of its month", async () => {
    const client = await book("2026-07-05T12:00:00Z");
    const contractId = await client.contract();
    const yearly = obligationBody({}, { invoiceDateStrategy: "ARREARS", interval: "YEAR" });
    const { performanceObligationId } = await client.add(contractId, yearly);
    const path = `/v3/contracts/${contractId}`;
    const recognized = { performanceObligationId, recognized: "150.00" };
    await client.ok("POST", `${path}/opening`, { asOf: "2026-06-30", performanceObligations: [recognized] });
    await client.ok("POST", "/v3/month-end-close/lock", { month: "2026-06", subLedger: "CASH" });
    const answer = await client.send("DELETE", path);
    assert.deepEqual(rejection(answer), [409, "CONTRACT_INVOICED"]);
    assert.match(answer.body.message, /The month of its opening is locked for CASH; unlock it first/);
    await client.ok("POST", "/v3/month-end-close/unlock", { month: "2026-06", subLedger: "CASH", reason: "Mistake" });
    await client.ok("DELETE", path);
    await client.drainOutbox();
    await assertLevel(client, "2026-07");
  });

  test("credit refunded in Accord keeps the contract from being deleted", async () => {
    const client = await book();
    const { path } = await loaded(client);
    const [opening] = (await client.ok("GET", "/v3/payments")).data;
    await client.ok("POST", `/v3/payments/${opening.id}/refunds`, {});
    assert.match((await client.send("DELETE", path)).body.message, /was refunded or returned here/);
  });

  test("an adjustment has to be reversed before its contract is deleted, loaded or not", async () => {
    const client = await book();
    const { path, contractId } = await loaded(client);
    const sides = [
      { role: "CONTRACT_LIABILITY", debit: "10.00", contractId },
      { role: "REVENUE", credit: "10.00", contractId },
    ];
    const adjustment = await client.ok("POST", "/v3/adjustments", {
      ...{ date: "2026-06-30", currency: "USD", reason: "Catch up", lines: sides },
    });
    assert.match((await client.send("DELETE", path)).body.message, /has adjustments; reverse them first/);
    await client.ok("POST", `/v3/adjustments/${adjustment.id}/reverse`, { reason: "Mistake" });
    await client.ok("DELETE", path);
    await client.drainOutbox();
    await assertLevel(client, "2026-06");
  });
});

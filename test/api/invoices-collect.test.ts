import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, obligationBody, rejection } from "../support/client.ts";
import { runDoctor } from "../support/doctor.ts";
import {
  accountsOf,
  assertSubLedgers,
  creditMemoBody,
  type Issued,
  invoiceNow,
  invoiceOf,
  typesOf,
} from "../support/receivable-client.ts";

let api: TestApi;
let own: Client;

before(async () => {
  api = await startApi();
  own = clientOf(api, api.merchants.A);
});
after(() => api.close());

describe("invoices that are void or written off", () => {
  const act = (client: Client, id: string, body: object) => client.send("POST", `/v3/invoices/${id}/actions`, body);

  test("a void invoice leaves no balance in the books and frees its period", async () => {
    const client = clientOf(api, await api.newMerchant());
    const invoice = await invoiceOf(api, client);
    const { id: creditMemoId } = await client.ok("POST", "/v3/credit-memos", creditMemoBody(invoice, "10.00"));
    await client.ok("POST", `/v3/credit-memos/${creditMemoId}/applications`, { invoiceId: invoice.id });
    assert.deepEqual(rejection(await act(client, invoice.id, { action: "VOID" })), [
      400,
      "INVOICE_HAS_APPLICATIONS",
      " INVOICE_HAS_APPLICATIONS",
      " INVOICE_HAS_APPLICATIONS",
    ]);
    const { applications } = await client.ok("GET", `/v3/credit-memos/${creditMemoId}`);
    await client.ok("DELETE", `/v3/credit-memos/${creditMemoId}/applications/${applications[0].id}`);
    await client.ok("POST", `/v3/credit-memos/${creditMemoId}/void`, { reason: "Bill again" });
    const voided = await client.ok("POST", `/v3/invoices/${invoice.id}/actions`, { action: "VOID" });
    assert.deepEqual([voided.status, voided.balanceRemaining], ["VOID", "0.00"]);
    assert.deepEqual(await accountsOf(client, invoice.id), {});
    assert.deepEqual((await typesOf(client, invoice.id)).toSorted(), [
      "2026-01-01 INVOICE_ISSUED",
      "2026-01-01 INVOICE_VOIDED",
    ]);
    const schedule = await client.ok("GET", `/v3/contracts/${invoice.contractId}/invoice-schedule`);
    assert.deepEqual(
      schedule.data.filter((each: Json) => each.issueDate === "2026-01-01").map((each: Json) => each.status),
      ["VOID", "PLANNED"],
    );
    assert.deepEqual(rejection(await act(client, invoice.id, { action: "VOID" })), [
      400,
      "INVOICE_NOT_OPEN",
      " INVOICE_NOT_OPEN",
    ]);
    const pay = await client.send("POST", `/v3/invoices/${invoice.id}/payments`, {});
    assert.equal(pay.body.error.errorCode, "INVOICE_NOT_OPEN");
    await assertSubLedgers(api, client);
    assert.deepEqual(await runDoctor(api.platform.db, { merchantId: client.merchant.merchantId, full: true }), []);

    await client.ok("PATCH", `/v3/contracts/${invoice.contractId}`, { poNumber: "PO-2" }).catch(() => undefined);
    await client.add(invoice.contractId, obligationBody({}, { startDate: "2026-02-01", interval: "NONE" }));
    await client.drainOutbox();
    const { data } = await client.ok("GET", "/v3/invoices?filter=status:eq:ISSUED");
    assert.deepEqual([data.length, data[0].total], [1, "300.00"], "the next regeneration bills the period again");
  });

  test("an uncollectible invoice is bad debt except for days to come, and a late payment is a recovery", async () => {
    const client = clientOf(api, await api.newMerchant("2026-02-15T12:00:00Z"));
    const invoice = await invoiceOf(api, client);
    await client.ok("POST", `/v3/invoices/${invoice.id}/payments`, { amount: "30.00", receivedAt: "2026-02-01" });
    // January and 15 of 28 days of February are served by February 15th, 153.57.
    const marked = await client.ok("POST", `/v3/invoices/${invoice.id}/actions`, { action: "MARK_UNCOLLECTIBLE" });
    assert.deepEqual([marked.status, marked.balanceRemaining], ["UNCOLLECTIBLE", "270.00"]);
    assert.deepEqual(await accountsOf(client, invoice.id), {
      BAD_DEBT: "123.57",
      CONTRACT_LIABILITY: "-153.57",
      RECEIVABLE: "30",
    });
    await assertSubLedgers(api, client);
    const memo = await client.send("POST", "/v3/credit-memos", creditMemoBody(invoice, "1.00"));
    assert.deepEqual(rejection(memo).slice(0, 2), [400, "INVOICE_NOT_OPEN"]);
    const part = await client.ok("POST", `/v3/invoices/${invoice.id}/payments`, { amount: "70.00" });
    assert.deepEqual(await invoiceNow(client, invoice.id), ["UNCOLLECTIBLE", "100.00", "0.00", "200.00"]);
    assert.deepEqual(await accountsOf(client, part.id), { BAD_DEBT_RECOVERED: "-70", CASH: "70" });
    const rest = await client.ok("POST", `/v3/invoices/${invoice.id}/payments`, {});
    assert.deepEqual((await invoiceNow(client, invoice.id))[0], "PAID");
    // 53.57 of the loss are left to recover; what is more pays for service.
    const paidFor = { BAD_DEBT_RECOVERED: "-53.57", CASH: "200", CONTRACT_LIABILITY: "-146.43" };
    assert.deepEqual(await accountsOf(client, rest.id), paidFor);
    await client.ok("POST", `/v3/payments/${part.id}/return`, {});
    assert.deepEqual(await invoiceNow(client, invoice.id), ["UNCOLLECTIBLE", "230.00", "0.00", "70.00"]);
    // What is left is 200.00: 123.57 of them are what was lost, so service goes back first.
    const gone = { BAD_DEBT_RECOVERED: "-70", CONTRACT_LIABILITY: "70" };
    assert.deepEqual(await accountsOf(client, part.id), gone);
    await assertSubLedgers(api, client);
    const again = await act(client, invoice.id, { action: "MARK_UNCOLLECTIBLE" });
    assert.deepEqual(rejection(again), [400, "INVOICE_NOT_OPEN", " INVOICE_NOT_OPEN"]);
  });

  test("drafts are issued on their day and issued invoices sent", async () => {
    const invoice = await invoiceOf(api, own);
    const { data } = await own.ok("GET", `/v3/invoices?filter=contractId:eq:${invoice.contractId},status:eq:DRAFT`);
    assert.deepEqual(rejection(await act(own, data[0].id, { action: "ISSUE" })), [400, "INVALID_ACTION"]);
    assert.deepEqual(rejection(await act(own, data[0].id, { action: "MARK_AS_SENT" })), [400, "INVALID_ACTION"]);
    assert.deepEqual(rejection(await act(own, data[0].id, { action: "VOID" })), [
      400,
      "INVOICE_NOT_OPEN",
      " INVOICE_NOT_OPEN",
    ]);
    assert.deepEqual(rejection(await act(own, invoice.id, { action: "ISSUE" })), [400, "INVALID_ACTION"]);
    assert.equal((await act(own, invoice.id, { action: "MARK_AS_SENT" })).status, 200);
  });
});

describe("reminders", () => {
  test("an unpaid invoice has its reminders on their days, a paid invoice none, and a customer without reminders none", async () => {
    const client = clientOf(api, await api.newMerchant());
    const [unpaid, paid, quiet] = [
      await invoiceOf(api, client),
      await invoiceOf(api, client),
      await invoiceOf(api, client),
    ];
    await client.ok("PATCH", `/v3/customers/${quiet.customerId}`, { dunningDisabled: true });
    const { dueDate } = await client.ok("GET", `/v3/invoices/${unpaid.id}`);
    assert.equal(dueDate, "2026-02-14");
    const reminders = async ({ id }: Issued) =>
      (await client.ok("GET", `/v3/invoices/${id}/reminders`)).data.map((each: Json) => [each.step, each.dueOn]);
    await client.advance("2026-02-17T01:00:00Z");
    await client.ok("POST", `/v3/invoices/${paid.id}/payments`, {});
    await client.advance("2026-03-20T00:00:00Z");
    assert.deepEqual(await reminders(unpaid), [
      [1, "2026-02-17"],
      [2, "2026-02-24"],
      [3, "2026-03-07"],
    ]);
    assert.deepEqual(await reminders(paid), [[1, "2026-02-17"]]);
    assert.deepEqual(await reminders(quiet), []);
  });

  test("an invoice that is open again long after its due date gets its reminders one by one, not all at once", async () => {
    const client = clientOf(api, await api.newMerchant());
    const { id } = await invoiceOf(api, client);
    const reminders = async () =>
      (await client.ok("GET", `/v3/invoices/${id}/reminders`)).data.map((each: Json) => [each.step, each.dueOn]);
    const payment = await client.ok("POST", `/v3/invoices/${id}/payments`, {});
    await client.advance("2026-05-01T12:00:00Z");
    assert.deepEqual(await reminders(), []);
    await client.ok("POST", `/v3/payments/${payment.id}/return`, { reason: "Charged back" });
    await client.advance("2026-05-02T12:00:00Z");
    assert.deepEqual(await reminders(), [[1, "2026-02-17"]]);
    await client.advance("2026-05-07T12:00:00Z");
    assert.equal((await reminders()).length, 1);
    await client.advance("2026-06-01T12:00:00Z");
    assert.deepEqual(await reminders(), [
      [1, "2026-02-17"],
      [2, "2026-05-08"],
      [3, "2026-05-19"],
    ]);
  });
});

test("the doctor finds nothing wrong after all of it", async () => {
  const { merchantId } = api.merchants.A;
  assert.deepEqual(await runDoctor(api.platform.db, { merchantId, full: true }), []);
});

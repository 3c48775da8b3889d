import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, rejection, unknownId } from "../support/client.ts";
import { runDoctor } from "../support/doctor.ts";
import { accountsOf, assertSubLedgers, invoiceNow, invoiceOf, typesOf } from "../support/receivable-client.ts";

let api: TestApi;
let own: Client;

before(async () => {
  api = await startApi();
  own = clientOf(api, api.merchants.A);
});
after(() => api.close());

describe("payments", () => {
  test("a payment is applied to its invoice, and the excess is the customer's credit", async () => {
    const invoice = await invoiceOf(api, own);
    const next = await invoiceOf(api, own, { customerId: invoice.customerId });
    const payment = await own.ok("POST", `/v3/invoices/${invoice.id}/payments`, {
      amount: "350.00",
      receivedAt: "2026-01-12",
      method: "ACH_CREDIT",
      reference: "TX-1",
    });
    assert.deepEqual(
      [payment.status, payment.total, payment.unappliedAmount, payment.applications[0].amountApplied],
      ["COMPLETED", "350.00", "50.00", "300.00"],
    );
    assert.deepEqual(await invoiceNow(own, invoice.id), ["PAID", "300.00", "0.00", "0.00"]);
    assert.deepEqual(await accountsOf(own, payment.id), { CASH: "350", CUSTOMER_CREDIT: "-50", RECEIVABLE: "-300" });
    await assertSubLedgers(api, own);

    const applied = await own.ok("POST", `/v3/payments/${payment.id}/applications`, { invoiceId: next.id });
    assert.equal(applied.amountApplied, "50.00");
    assert.deepEqual(await invoiceNow(own, next.id), ["PARTIALLY_PAID", "50.00", "0.00", "250.00"]);
    const over = await own.send("POST", `/v3/payments/${payment.id}/applications`, { invoiceId: next.id, amount: "1" });
    assert.deepEqual(rejection(over), [400, "PAYMENT_INSUFFICIENT", "/amount PAYMENT_INSUFFICIENT"]);
    const back = await own.ok("DELETE", `/v3/payments/${payment.id}/applications/${applied.id}`);
    assert.equal(back.unappliedAmount, "50.00");

    const early = await own.send("POST", `/v3/payments/${payment.id}/refunds`, { amount: "20.00", date: "2026-01-11" });
    assert.deepEqual(rejection(early), [400, "INVALID_DATE", "/date INVALID_DATE"]);
    const refund = await own.ok("POST", `/v3/payments/${payment.id}/refunds`, { amount: "20.00", reference: "back" });
    assert.deepEqual([refund.amount, refund.paymentId], ["20.00", payment.id]);
    assert.equal((await own.ok("GET", `/v3/payments/${payment.id}`)).unappliedAmount, "30.00");
    const more = await own.send("POST", `/v3/payments/${payment.id}/refunds`, { amount: "30.01" });
    assert.deepEqual(rejection(more), [400, "PAYMENT_INSUFFICIENT", "/amount PAYMENT_INSUFFICIENT"]);
    assert.deepEqual(await accountsOf(own, payment.id), { CASH: "330", CUSTOMER_CREDIT: "-30", RECEIVABLE: "-300" });

    const returned = await own.ok("POST", `/v3/payments/${payment.id}/return`, { reason: "Charged back" });
    assert.deepEqual(
      [returned.status, returned.unappliedAmount, returned.applications, returned.returnedOn],
      ["FAILED", "0.00", [], "2026-01-15"],
    );
    assert.deepEqual(await accountsOf(own, payment.id), {});
    assert.deepEqual(await invoiceNow(own, invoice.id), ["ISSUED", "0.00", "0.00", "300.00"]);
    const twice = await own.send("POST", `/v3/payments/${payment.id}/return`, {});
    assert.deepEqual(rejection(twice), [400, "PAYMENT_NOT_COMPLETED", " PAYMENT_NOT_COMPLETED"]);
    await assertSubLedgers(api, own);
  });

  test("one payment is applied to several invoices; its amount is their sum unless stated", async () => {
    const [one, two] = [await invoiceOf(api, own), await invoiceOf(api, own)];
    await own.ok("PATCH", `/v3/customers/${two.customerId}`, { parentCustomerId: one.customerId });
    const applications = [{ invoiceId: one.id, amount: "100.00" }, { invoiceId: one.id }, { invoiceId: two.id }];
    const body = { customerId: one.customerId, receivedAt: "2026-01-02", applications };
    const payment = await own.ok("POST", "/v3/payments", { ...body, amount: "600.00" });
    assert.deepEqual(
      payment.applications.map((each: Json) => each.amountApplied),
      ["100.00", "200.00", "300.00"],
    );
    assert.deepEqual([payment.unappliedAmount, payment.type], ["0.00", "MANUAL"]);
    assert.deepEqual((await invoiceNow(own, two.id))[0], "PAID");
    await assertSubLedgers(api, own);
    const { data } = await own.ok("GET", `/v3/payments?filter=customerId:eq:${one.customerId}`);
    assert.deepEqual(data, [await own.ok("GET", `/v3/payments/${payment.id}`)]);
  });

  test("an invoice named twice by a payment counts once in its amount", async () => {
    const invoice = await invoiceOf(api, own);
    const applications = [{ invoiceId: invoice.id, amount: "40.00" }, { invoiceId: invoice.id }];
    const payment = await own.ok("POST", "/v3/payments", { customerId: invoice.customerId, applications });
    assert.deepEqual([payment.total, payment.unappliedAmount], ["300.00", "0.00"]);
    assert.deepEqual(await accountsOf(own, payment.id), { CASH: "300", RECEIVABLE: "-300" });
  });

  test("a payment before an invoice is the customer's credit until the invoice date", async () => {
    const client = clientOf(api, await api.newMerchant("2026-01-15T12:00:00Z"));
    const invoice = await invoiceOf(api, client);
    const payment = await client.ok("POST", `/v3/invoices/${invoice.id}/payments`, { receivedAt: "2025-12-28" });
    assert.deepEqual((await typesOf(client, payment.id)).toSorted(), [
      "2025-12-28 PAYMENT_RECEIVED",
      "2026-01-01 CREDIT_APPLIED",
    ]);
    assert.deepEqual(await accountsOf(client, payment.id), { CASH: "300", RECEIVABLE: "-300" });
    await assertSubLedgers(api, client);
  });

  test("an invoice is paid on the day of the last receipt, whenever it was recorded, and never before its own day", async () => {
    const client = clientOf(api, await api.newMerchant("2026-01-15T12:00:00Z"));
    const invoice = await invoiceOf(api, client);
    const { id, customerId } = invoice;
    const paidOn = async (invoiceId: string) => (await client.ok("GET", `/v3/invoices/${invoiceId}`)).paidOn;

    await client.ok("POST", `/v3/invoices/${id}/payments`, { amount: "100.00", receivedAt: "2026-01-12" });
    assert.equal(await paidOn(id), null);
    const rest = await client.ok("POST", `/v3/invoices/${id}/payments`, { receivedAt: "2026-01-05" });
    assert.equal(await paidOn(id), "2026-01-12");

    // Without the receipt of the 5th it is open again; the credit that pays the rest is applied today, the 15th.
    await client.ok("DELETE", `/v3/payments/${rest.id}/applications/${rest.applications[0].id}`);
    assert.equal(await paidOn(id), null);
    await client.ok("POST", `/v3/payments/${rest.id}/applications`, { invoiceId: id });
    assert.equal(await paidOn(id), "2026-01-15");

    const early = await invoiceOf(api, client, { customerId });
    await client.ok("POST", `/v3/invoices/${early.id}/payments`, { receivedAt: "2025-12-28" });
    assert.equal(await paidOn(early.id), "2026-01-01");
    assert.deepEqual(await runDoctor(api.platform.db), []);
  });

  test("every issue of a payment is listed", async () => {
    const [invoice, stranger] = [await invoiceOf(api, own), await invoiceOf(api, own)];
    const applications = [
      { invoiceId: invoice.id, amount: "300.01" },
      { invoiceId: stranger.id, amount: "1.00" },
    ];
    const body = { customerId: invoice.customerId, amount: "100.00", receivedAt: "2026-01-16", applications };
    assert.deepEqual(rejection(await own.send("POST", "/v3/payments", body)), [
      400,
      "INVALID_DATE",
      "/receivedAt INVALID_DATE",
      "/applications/0/amount PAYMENT_INSUFFICIENT",
      "/applications/0/amount INVOICE_OVERAPPLIED",
      "/applications/0/appliedAt INVALID_DATE",
      "/applications/1/invoiceId CUSTOMER_MISMATCH",
      "/applications/1/appliedAt INVALID_DATE",
    ]);
    const { customerId } = invoice;
    const none = await own.send("POST", "/v3/payments", { customerId });
    assert.deepEqual(rejection(none), [400, "VALIDATION_FAILED", "/amount REQUIRED"]);
    const unknown = await own.send("POST", "/v3/payments", { customerId, applications: [{ invoiceId: unknownId }] });
    assert.deepEqual(rejection(unknown), [400, "INVOICE_NOT_FOUND", "/applications/0/invoiceId INVOICE_NOT_FOUND"]);
    const missing = await own.send("POST", `/v3/payments/${unknownId}/applications`, { invoiceId: invoice.id });
    assert.deepEqual(rejection(missing), [404, "PAYMENT_NOT_FOUND"]);
    const currency = { customerId, amount: "5", currency: "EUR", applications: [{ invoiceId: invoice.id }] };
    assert.deepEqual(rejection(await own.send("POST", "/v3/payments", currency)), [
      400,
      "VALIDATION_FAILED",
      "/applications/0/invoiceId CURRENCY_MISMATCH",
    ]);
  });
});

test("the doctor finds nothing wrong after all of it", async () => {
  const { merchantId } = api.merchants.A;
  assert.deepEqual(await runDoctor(api.platform.db, { merchantId, full: true }), []);
});

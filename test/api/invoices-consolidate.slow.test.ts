import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, rejection, unknownId } from "../support/client.ts";
import {
  consolidationKey,
  contractAccounts,
  documentOf,
  documents,
  monthly,
  pairOf,
} from "../support/consolidation.ts";
import { assertSubLedgers } from "../support/receivable-client.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";

// ADR 0040: contracts of a customer with one key are billed on one document, and each keeps its own books.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

const act = (client: Client, document: Json, body: object) =>
  client.send("POST", `/v3/consolidated-invoices/${document.id}/actions`, body);
const numbers = async (client: Client, filter: string): Promise<string[]> => {
  const { data } = await client.ok("GET", `/v3/invoices?limit=1000&filter=status:neq:DRAFT,${filter}`);
  return data.map((each: Json) => [each.invoiceNumber, each.section ?? "-", each.total].join(" ")).toSorted();
};

describe("a consolidated invoice", () => {
  test("bills the drafts of one consolidation key and day under one number", async () => {
    const { client, platform, support, customerId } = await pairOf(api);
    await client.advance("2026-02-01T12:00:00Z");
    const [january, february] = await documents(client);
    assert.deepEqual(
      [january, february].map((each) => [each.invoiceNumber, each.issueDate, each.dueDate, each.total, each.status]),
      [
        ["INV-000001", "2026-01-01", "2026-01-31", "133.33", "ISSUED"],
        ["INV-000002", "2026-02-01", "2026-03-03", "133.33", "ISSUED"],
      ],
    );
    assert.deepEqual(
      january.sections.map((each: Json) => [each.contractId, each.invoiceNumber, each.section, each.total]),
      [
        [platform, "INV-000001", 1, "100.00"],
        [support, "INV-000001", 2, "33.33"],
      ],
    );
    assert.deepEqual([january.customerId, january.balanceRemaining], [customerId, "133.33"]);
    assert.deepEqual(await client.ok("GET", `/v3/consolidated-invoices/${january.id}`), january);
  });

  test("is shown under each of its contracts, and the next number follows it", async () => {
    const { client, customerId, support } = await pairOf(api);
    const alone = await monthly(client, "5.00", { customerId, consolidationKey: null });
    await client.approve(alone);
    await client.advance("2026-01-01T12:00:00Z");
    const document = await documentOf(client);
    assert.deepEqual(await numbers(client, `contractId:eq:${support}`), ["INV-000001 2 33.33"]);
    assert.deepEqual(await numbers(client, "invoiceNumber:eq:INV-000001"), [
      "INV-000001 1 100.00",
      "INV-000001 2 33.33",
    ]);
    assert.deepEqual(await numbers(client, `consolidatedInvoiceId:eq:${document.id}`), [
      "INV-000001 1 100.00",
      "INV-000001 2 33.33",
    ]);
    assert.deepEqual(await numbers(client, `contractId:eq:${alone}`), ["INV-000002 - 5.00"]);
    const found = async (filter: string) => (await documents(client, filter)).map(({ id }) => id);
    assert.deepEqual(await found(`contractId:eq:${support},status:eq:ISSUED,issueDate:eq:2026-01-01`), [document.id]);
    assert.deepEqual(await found(`contractId:eq:${alone}`), []);
    assert.deepEqual(await found(`invoiceNumber:like:0001,customerId:eq:${customerId}`), [document.id]);
    assert.deepEqual(await found("status:neq:ISSUED"), []);
  });

  test("has only invoices that agree in customer, key, currency, terms, dates, group and PO number", async () => {
    const { client, customerId } = await pairOf(api);
    const others: [object, object?][] = [
      [{}],
      [{ customerId, consolidationKey: "other" }],
      [{ customerId, currency: "EUR" }],
      [{ customerId, netPaymentTerms: 14 }],
      [{ customerId, poNumber: "PO-7" }],
      [{ customerId }, { invoiceGroup: "hardware" }],
      [{ customerId }, { invoiceDateStrategy: "ARREARS" }],
    ];
    for (const [contract, schedule] of others) await client.approve(await monthly(client, "1.00", contract, schedule));
    await client.advance("2026-01-01T12:00:00Z");
    assert.equal((await documentOf(client)).total, "133.33");
    assert.equal((await client.ok("GET", "/v3/invoices?filter=issueDate:eq:2026-01-01")).totalItems, 8);
  });

  test("is made of several invoices; a contract alone on a day has a plain invoice", async () => {
    const { client, customerId } = await pairOf(api);
    const yearly = { interval: "YEAR", startDate: "2026-01-15", endDate: "2026-12-31" };
    // 351 of 365 days of 12.00 are 11.54.
    for (const po of ["PO-1", "PO-1", "PO-2"]) {
      await client.approve(await monthly(client, "12.00", { customerId, poNumber: po }, yearly));
    }
    await client.advance("2026-01-15T12:00:00Z");
    const shown = (await documents(client)).map(({ issueDate, poNumber, total }) => [issueDate, poNumber, total]);
    assert.deepEqual(shown, [
      ["2026-01-01", null, "133.33"],
      ["2026-01-15", "PO-1", "23.08"],
    ]);
    assert.equal((await numbers(client, "issueDate:eq:2026-01-15,consolidatedInvoiceId:isnull")).length, 1);
  });

  test("has the sections that the pro forma has shown", async () => {
    const { client, customerId } = await pairOf(api);
    const path = `/v3/customers/${customerId}/pro-forma?until=2026-01-01`;
    const [announced] = (await client.ok("GET", path)).data;
    await client.advance("2026-01-01T12:00:00Z");
    const { sections, total } = await documentOf(client);
    assert.deepEqual([announced.total, announced.invoices.length], [total, sections.length]);
  });

  test("includes other due contracts of the same key when one draft is issued by request", async () => {
    const { client, platform } = await pairOf(api);
    await client.ok("PATCH", `/v3/contracts/${platform}`, { consolidationKey: null });
    await client.advance("2026-01-01T12:00:00Z");
    assert.deepEqual(await documents(client), []);
    await client.ok("PATCH", `/v3/contracts/${platform}`, { consolidationKey });
    await client.advance("2026-02-01T12:00:00Z");
    assert.equal((await documentOf(client)).total, "133.33");
  });
});

describe("a payment", () => {
  test("is applied to the sections pro rata, cents by largest remainder, and to each contract's receivable", async () => {
    const { client, platform, support } = await pairOf(api);
    await client.advance("2026-01-01T12:00:00Z");
    const document = await documentOf(client);
    const path = `/v3/consolidated-invoices/${document.id}`;
    const preview = await client.ok("POST", `${path}/payments?dryRun=true`, { amount: "100.00" });
    assert.equal(preview.dryRun, true);
    const payment = await client.ok("POST", `${path}/payments`, { amount: "100.00", reference: "P-1" });
    // 100.00 × 100.00 / 133.33 = 75.0018…, 100.00 × 33.33 / 133.33 = 24.9981…: 0.0081 is the larger part of a cent, of the second.
    assert.deepEqual(
      payment.applications.map((each: Json) => each.amountApplied),
      ["75.00", "25.00"],
    );
    const paid = await client.ok("GET", path);
    assert.deepEqual(
      [paid.status, paid.amountPaid, paid.balanceRemaining, ...paid.sections.map((each: Json) => each.status)],
      ["PARTIALLY_PAID", "100.00", "33.33", "PARTIALLY_PAID", "PARTIALLY_PAID"],
    );
    assert.deepEqual(await contractAccounts(client, platform), {
      CASH: "75.00",
      CONTRACT_LIABILITY: "-100.00",
      RECEIVABLE: "25.00",
    });
    assert.deepEqual(await contractAccounts(client, support), {
      CASH: "25.00",
      CONTRACT_LIABILITY: "-33.33",
      RECEIVABLE: "8.33",
    });
    await client.ok("POST", `${path}/payments`, { amount: "40.00" });
    const { status, balanceRemaining } = await client.ok("GET", path);
    assert.deepEqual([status, balanceRemaining], ["PAID", "0.00"]);
    await assertSubLedgers(api, client);
    const nothing = await client.send("POST", `${path}/payments`, {});
    assert.deepEqual(rejection(nothing), [400, "INVOICE_NOT_OPEN", " INVOICE_NOT_OPEN"]);
  });

  test("or credit memo recorded earlier is applied to the sections", async () => {
    const { client, customerId } = await pairOf(api);
    await client.advance("2026-01-01T12:00:00Z");
    const document = await documentOf(client);
    const base = `/v3/consolidated-invoices/${document.id}`;
    const [ofPayment, ofMemo] = [`${base}/payment-applications`, `${base}/credit-memo-applications`];
    const [first, second] = document.sections;
    const { id: paymentId } = await client.ok("POST", "/v3/payments", { customerId, amount: "50.00" });
    const applied = await client.ok("POST", ofPayment, { paymentId });
    assert.deepEqual(
      applied.data.map((each: Json) => [each.invoiceId, each.amountApplied, each.paymentId, each.creditMemoId]),
      [
        [first.id, "37.50", paymentId, null],
        [second.id, "12.50", paymentId, null],
      ],
    );
    const items = [first, second].map(({ lineItems }) => ({ invoiceLineItemId: lineItems[0].id, amount: "20.00" }));
    const body = { customerId, issueDate: "2026-01-01", reason: "Service was down", items };
    const { id: creditMemoId } = await client.ok("POST", "/v3/credit-memos", body);
    const credited = await client.ok("POST", ofMemo, { creditMemoId, amount: "40.00" });
    // 62.50 and 20.83 are open.
    assert.deepEqual(
      credited.data.map((each: Json) => [each.amountApplied, each.creditMemoId]),
      [
        ["30.00", creditMemoId],
        ["10.00", creditMemoId],
      ],
    );
    await assertSubLedgers(api, client);

    const refused = async (sent: object) =>
      rejection(await client.send("POST", "paymentId" in sent ? ofPayment : ofMemo, sent));
    assert.deepEqual(await refused({ paymentId: unknownId }), [404, "PAYMENT_NOT_FOUND"]);
    assert.deepEqual(await refused({ creditMemoId: unknownId }), [404, "CREDIT_MEMO_NOT_FOUND"]);
    assert.deepEqual(await refused({ creditMemoId }), [
      400,
      "CREDIT_MEMO_INSUFFICIENT",
      "/amount CREDIT_MEMO_INSUFFICIENT",
    ]);
    const { id: large } = await client.ok("POST", "/v3/payments", { customerId, amount: "500.00" });
    const over = { paymentId: large, amount: "43.34" };
    assert.deepEqual(await refused(over), [400, "INVOICE_OVERAPPLIED", "/amount INVOICE_OVERAPPLIED"]);
    const tooFine = { paymentId: large, amount: "1.001" };
    assert.deepEqual(await refused(tooFine), [400, "AMOUNT_INVALID", "/amount AMOUNT_INVALID"]);
    await client.ok("POST", ofPayment, { paymentId: large });
    assert.equal((await documentOf(client)).status, "PAID");
    assert.deepEqual(await refused({ paymentId: large }), [400, "INVOICE_NOT_OPEN", " INVOICE_NOT_OPEN"]);
  });

  test("that is void or returned is rejected with that reason", async () => {
    const { client } = await pairOf(api);
    await client.advance("2026-01-01T12:00:00Z");
    const { id, customerId } = await documentOf(client);
    const { id: itemId } = await client.ok("POST", "/v3/items", { name: "Goodwill" });
    const items = [{ itemId, amount: "5.00" }];
    const memo = { customerId, issueDate: "2026-01-01", reason: "Goodwill", items };
    const { id: creditMemoId } = await client.ok("POST", "/v3/credit-memos", memo);
    await client.ok("POST", `/v3/credit-memos/${creditMemoId}/void`, { reason: "Twice" });
    const ofMemo = await client.send("POST", `/v3/consolidated-invoices/${id}/credit-memo-applications`, {
      creditMemoId,
    });
    assert.deepEqual(rejection(ofMemo).slice(0, 2), [400, "CREDIT_MEMO_VOID"]);
    const { id: paymentId } = await client.ok("POST", "/v3/payments", { customerId, amount: "5.00" });
    await client.ok("POST", `/v3/payments/${paymentId}/return`, { reason: "Charged back" });
    const asked = { paymentId, amount: "1.00" };
    const ofPayment = await client.send("POST", `/v3/consolidated-invoices/${id}/payment-applications`, asked);
    assert.deepEqual(rejection(ofPayment), [400, "PAYMENT_NOT_COMPLETED", " PAYMENT_NOT_COMPLETED"]);
  });

  test("of another customer cannot be applied", async () => {
    const { client } = await pairOf(api);
    await client.advance("2026-01-01T12:00:00Z");
    const document = await documentOf(client);
    const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Stranger" });
    const { id: paymentId } = await client.ok("POST", "/v3/payments", { customerId, amount: "50.00" });
    const answer = await client.send("POST", `/v3/consolidated-invoices/${document.id}/payment-applications`, {
      paymentId,
    });
    assert.deepEqual(rejection(answer), [400, "VALIDATION_FAILED", "/invoiceId CUSTOMER_MISMATCH"]);
  });
});

describe("a consolidated invoice as a whole", () => {
  test("is sent once, and reminded of once", async () => {
    const { client } = await pairOf(api);
    await client.advance("2026-01-01T12:00:00Z");
    const document = await documentOf(client);
    const [first, second] = document.sections;
    const alone = await client.send("POST", `/v3/invoices/${second.id}/actions`, { action: "MARK_AS_SENT" });
    assert.deepEqual(rejection(alone), [400, "INVALID_ACTION"]);
    const sent = await act(client, document, { action: "MARK_AS_SENT" });
    assert.deepEqual(
      [sent.body.payload, ...sent.body.payload.sections].map(({ deliveryStatus }: Json) => deliveryStatus),
      ["SENT", "SENT", "SENT"],
    );
    // Due on 31 January: the first reminder is due on 3 February, of the document alone.
    await client.advance("2026-02-03T12:00:00Z");
    const reminders = async (id: string) => (await client.ok("GET", `/v3/invoices/${id}/reminders`)).data.length;
    assert.deepEqual([await reminders(first.id), await reminders(second.id)], [1, 1]);
    await client.ok("POST", `/v3/invoices/${first.id}/payments`, {});
    await client.advance("2026-02-10T12:00:00Z");
    assert.deepEqual([await reminders(first.id), await reminders(second.id)], [2, 2]);
  });

  test("is voided, and its freed drafts are consolidated again", async () => {
    const { client, platform, support } = await pairOf(api);
    await client.advance("2026-01-10T12:00:00Z");
    const document = await documentOf(client);
    const [first] = document.sections;
    const alone = await client.send("POST", `/v3/invoices/${first.id}/actions`, { action: "VOID" });
    assert.deepEqual(rejection(alone), [400, "INVALID_ACTION"]);
    const voided = (await act(client, document, { action: "VOID" })).body.payload;
    assert.deepEqual([voided.status, ...voided.sections.map(({ status }: Json) => status)], ["VOID", "VOID", "VOID"]);
    assert.deepEqual(await contractAccounts(client, platform), {});
    assert.deepEqual(await contractAccounts(client, support), {});
    assert.deepEqual(rejection(await act(client, document, { action: "VOID" })), [400, "INVOICE_NOT_OPEN"]);
    assert.deepEqual(rejection(await act(client, document, { action: "MARK_AS_SENT" })), [400, "INVOICE_NOT_OPEN"]);
    const { data: drafts } = await client.ok("GET", "/v3/invoices?filter=status:eq:DRAFT,issueDate:eq:2026-01-01");
    assert.equal(drafts.length, 2);
    await client.ok("POST", `/v3/invoices/${drafts[0].id}/actions`, { action: "ISSUE" });
    const [, again] = await documents(client);
    assert.deepEqual([again.invoiceNumber, again.total, again.status], ["INV-000002", "133.33", "ISSUED"]);
  });

  test("is created once, also by concurrent requests for drafts that belong to it", async () => {
    const { client } = await pairOf(api);
    await client.advance("2026-01-10T12:00:00Z");
    await act(client, await documentOf(client), { action: "VOID" });
    const { data: drafts } = await client.ok("GET", "/v3/invoices?filter=status:eq:DRAFT,issueDate:eq:2026-01-01");
    const answers = await Promise.all(
      drafts.map(({ id }: Json) => client.send("POST", `/v3/invoices/${id}/actions`, { action: "ISSUE" })),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    assert.deepEqual(statuses, [200, 400], JSON.stringify(answers.map(({ body }) => body.message)));
    assert.deepEqual(
      (await documents(client)).map(({ status, total }) => `${status} ${total}`),
      ["VOID 133.33", "ISSUED 133.33"],
    );
  });

  test("cannot be voided in any section when something is applied to one, or its month is closed", async () => {
    const { client } = await pairOf(api);
    await client.advance("2026-02-01T12:00:00Z");
    const [january, february] = await documents(client);
    await client.ok("POST", `/v3/invoices/${february.sections[1].id}/payments`, { amount: "1.00" });
    assert.deepEqual(rejection(await act(client, february, { action: "VOID" })).slice(0, 2), [
      400,
      "INVOICE_HAS_APPLICATIONS",
    ]);
    await client.ok("POST", "/v3/month-end-close/close-period?month=2026-01");
    assert.deepEqual(rejection(await act(client, january, { action: "VOID" })).slice(0, 2), [400, "PERIOD_CLOSED"]);
    const statuses = (await documents(client)).flatMap(({ sections }) => sections.map(({ status }: Json) => status));
    assert.deepEqual(statuses, ["ISSUED", "ISSUED", "ISSUED", "PARTIALLY_PAID"]);
  });

  test("is written off and restored for its open amount, and a section can be written off alone", async () => {
    const { client, platform, support } = await pairOf(api);
    await client.advance("2026-01-15T12:00:00Z");
    const document = await documentOf(client);
    const [first, second] = document.sections;
    await client.ok("POST", `/v3/invoices/${second.id}/actions`, { action: "MARK_UNCOLLECTIBLE" });
    assert.equal((await documentOf(client)).status, "ISSUED");
    // 15 of 31 days are served: 48.39 of 100.00, 16.13 of 33.33.
    const writtenOff = (await act(client, document, { action: "MARK_UNCOLLECTIBLE" })).body.payload;
    assert.deepEqual([writtenOff.status, writtenOff.balanceRemaining], ["UNCOLLECTIBLE", "133.33"]);
    assert.deepEqual(await contractAccounts(client, platform), { BAD_DEBT: "48.39", CONTRACT_LIABILITY: "-48.39" });
    assert.deepEqual(await contractAccounts(client, support), { BAD_DEBT: "16.13", CONTRACT_LIABILITY: "-16.13" });
    const again = await act(client, document, { action: "MARK_UNCOLLECTIBLE" });
    assert.deepEqual(rejection(again), [400, "INVOICE_NOT_OPEN"]);
    // A payment of all of it recovers both.
    const path = `/v3/consolidated-invoices/${document.id}`;
    await client.ok("POST", `${path}/payments`, { amount: "13.33" });
    const parts = (await client.ok("GET", path)).sections.map(({ amountPaid }: Json) => amountPaid);
    assert.deepEqual(parts, ["10.00", "3.33"]);
    const owed = (await act(client, document, { action: "REINSTATE" })).body.payload;
    assert.deepEqual([owed.status, owed.balanceRemaining], ["PARTIALLY_PAID", "120.00"]);
    assert.deepEqual(rejection(await act(client, document, { action: "REINSTATE" })), [400, "INVOICE_NOT_OPEN"]);
    await client.ok("POST", `/v3/invoices/${first.id}/payments`, {});
    await assertSubLedgers(api, client);
  });
});

test("is not found by another merchant", async () => {
  const { client } = await pairOf(api);
  await client.advance("2026-01-01T12:00:00Z");
  const { id } = await documentOf(client);
  const base = "/v3/consolidated-invoices";
  const calls: [string, string, object?][] = [
    ["GET", ""],
    ["GET", "/pdf"],
    ["GET", "/xml"],
    ["POST", "/actions", { action: "VOID" }],
    ["POST", "/payments", {}],
    ["POST", "/payment-applications", { paymentId: unknownId }],
    ["POST", "/credit-memo-applications", { creditMemoId: unknownId }],
  ];
  for (const [method, path, body] of calls) {
    for (const [key, named] of [
      [api.merchants.B.writeKey, id] as const,
      [client.merchant.writeKey, unknownId] as const,
    ]) {
      const answer = await api.request(method, `${base}/${named}${path}`, { key, ...(body ? { body } : {}) });
      assert.deepEqual(rejection(answer), [404, "INVOICE_NOT_FOUND"], `${method} ${path}`);
    }
  }
  const own = await client.ok("GET", `/v3/invoices?filter=consolidatedInvoiceId:eq:${id}`);
  assert.equal(own.totalItems, 2);
});

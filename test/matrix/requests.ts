import assert from "node:assert/strict";
import type { ApiAnswer, ApiRequest, Json, TestApi } from "../support/api.ts";
import { csvOf } from "../support/bulk-change-client.ts";
import { obligationBody } from "../support/client.ts";
import { pdfOf } from "../support/pdf.ts";
import { milestoneBody, termBody } from "../support/term-client.ts";
import type { Operation } from "./operations.ts";
import {
  adjustmentBody,
  adjustmentOf,
  allocatedDiscount,
  applicationsOf,
  type Book,
  changedTerm,
  closeTaskOf,
  committedOf,
  discountOf,
  exportBody,
  obligationNamed,
  pathWith,
  type Records,
  seatsOf,
  taskTemplateBody,
  usageOf,
} from "./records.ts";

const externalIds = [{ sourceType: "ERP_A", externalId: "1" }];

/** A body that every operation carries out, on records that are as the operation needs them. */
const validBodies: Readonly<Record<string, (book: Book) => Json>> = {
  "POST /v3/categories": () => ({ name: `Category ${unique()}` }),
  "PATCH /v3/categories/{id}": () => ({ revenueAccount: "4000" }),
  "POST /v3/contracts": ({ label, records }) => ({ name: label, customerId: records.customer }),
  "PATCH /v3/contracts/{id}": ({ label }) => ({ name: `${label}, renamed` }),
  "POST /v3/contracts/{id}/actions": () => ({ action: "APPROVE" }),
  "POST /v3/contracts/{id}/opening": () => ({ asOf: "2024-12-31" }),
  "PATCH /v3/contracts/{id}/metadata": ({ label }) => ({ metadata: { label } }),
  "POST /v3/contracts/{id}/obligations": ({ label }) => obligationNamed(label),
  "PATCH /v3/contracts/{id}/obligation/{obligationId}": ({ label }) => ({ description: label }),
  "PATCH /v3.1/contracts/{id}/obligation/{obligationId}": ({ label }) => ({ description: label }),
  "POST /v3/contracts/{id}/obligation/{obligationId}/custom-revenue": () => [{ timeframe: "2026-03", total: "1.00" }],
  "POST /v3/contracts/{id}/billing-terms": ({ label }) => termBody({ name: label }),
  "PATCH /v3/contracts/{id}/billing-terms/{billingTermId}": ({ label }) => ({ description: label }),
  "PATCH /v3/contracts/{id}/billing-terms/{billingTermId}/terminate": ({ label }) => ({
    endDate: "2026-12-31",
    reason: label,
  }),
  "POST /v3/contracts/{id}/billing-terms/{billingTermId}/milestone": ({ label }) => ({
    reachedOn: "2026-02-01",
    note: label,
  }),
  "POST /v3/contracts/{id}/billing-terms/{billingTermId}/seat-amendment": ({ label }) => ({
    ...{ effectiveDate: "2026-05-01", delta: "1", note: label },
  }),
  "POST /v3/contracts/{id}/billing-terms/{billingTermId}/amendments": ({ label }) => ({
    ...{ effectiveDate: "2026-05-01", settlement: "IMMEDIATE", note: label },
    pricing: [{ amount: "1300.00", amountType: "TOTAL_INVOICE" }],
  }),
  "POST /v3/contracts/{id}/billing-terms/{billingTermId}/swap": ({ label }) => ({
    ...{ effectiveDate: "2026-05-01", reason: label },
    newTerm: termBody({ name: label, startDate: "2026-05-01" }),
  }),
  "POST /v3/contracts/{id}/commitments": ({ label, committed }) => ({
    commitments: [{ name: label, commitmentUnitType: "CURRENCY", schedules: [scheduleOf(committed.free)] }],
  }),
  "POST /v3/contracts/{id}/commitments/{commitmentId}/terminate": ({ label }) => ({
    ...{ endDate: "2026-03-31", reason: label },
  }),
  "POST /v3/contracts/{id}/commitments/{commitmentId}/schedules": ({ committed }) => {
    const { startDate: _startDate, ...schedule } = scheduleOf(committed.billingTerm);
    return schedule;
  },
  "PATCH /v3/contracts/{id}/commitments/{commitmentId}/schedules/{scheduleId}": ({ label, records }) => ({
    ...{ trueUpName: label, trueUpIntegrationItem: records.item },
  }),
  "DELETE /v3/contracts/{id}/commitments/{commitmentId}/schedules/{scheduleId}": ({ label }) => ({ reason: label }),
  "POST /v3/contracts/{id}/commitments/{commitmentId}/steps": ({ label, committed }) => ({
    ...{ scheduleId: committed.commitmentSchedule, name: label },
    ...{ commitmentValue: "100", billingTermIds: [committed.billingTerm] },
  }),
  "PATCH /v3/contracts/{id}/commitments/{commitmentId}/steps/{stepId}": ({ label, committed }) => ({
    ...{ name: label, billingTermIds: [committed.billingTerm] },
  }),
  "POST /v3/book-imports/{id}/accept-differences": ({ label }) => ({ reason: label }),
  "POST /v3/contracts/{id}/close-hold": ({ label }) => ({ reason: label }),
  "POST /v3/month-end-close/lock": () => ({ month: "2025-12", subLedger: "BILLING" }),
  "POST /v3/month-end-close/unlock": ({ label }) => ({ month: "2025-12", subLedger: "BILLING", reason: label }),
  "POST /v3/month-end-close/task-templates": (book) => taskTemplateBody(book),
  "PATCH /v3/month-end-close/task-templates/{id}": ({ label }) => ({ title: label, isRequired: false }),
  "POST /v3/month-end-close/tasks/{id}/complete": (book) => evidenceOf(book),
  "POST /v3/month-end-close/tasks/{id}/reopen": ({ label, month }) => ({ month, reason: label }),
  "POST /v3/commitments": ({ label, committed }) => {
    const { startDate, endDate, steps } = scheduleOf(committed.free);
    const days = { commitmentStartDate: startDate, commitmentEndDate: endDate };
    const commitment = { ...steps[0], ...days, name: label, commitmentUnitType: "CURRENCY", prepaidEnabled: false };
    return { contractId: committed.contract, commitments: [commitment] };
  },
  "PATCH /v3/commitments/{commitmentId}": () => ({ pricePriority: "HIGH" }),
  "PATCH /v3/contracts/{id}/modifications/{modificationId}": ({ label }) => ({
    treatment: "CUMULATIVE_CATCH_UP",
    reason: label,
  }),
  "POST /v3/contracts/{id}/discount-allocations": ({ sharing }) => discountOf(sharing.performanceObligation),
  "POST /v3/adjustments": ({ label, records }) => {
    const { lines, ...body } = adjustmentBody(records.contract, label);
    return { ...body, lines: lines.map((line: Json) => ({ ...line, categoryId: records.category })) };
  },
  "POST /v3/adjustments/{id}/reverse": ({ label }) => ({ reason: label }),
  "PUT /v3/chart-of-accounts": ({ records }) => ({
    accounts: [
      { role: "RECEIVABLE", number: "1200", name: "Receivable" },
      { role: "REVENUE", categoryId: records.category, classId: records.class, number: "4000" },
    ],
    formats: { netSuite: { subsidiary: "Parent Company" } },
  }),
  "POST /v3/journal-exports": () => exportBody("2026-02"),
  "POST /v3/journal-exports/reconciliation": () => ({
    ...{ month: "2026-01", csv: "account,debit,credit\n1200,100.00,\n3900,,100.00\n" },
  }),
  "PUT /v3/approval-policies": () => ({
    ...{ kind: "ADJUSTMENT", role: "CONTROLLER", above: { amount: "1000000.00", currency: "USD" } },
  }),
  "POST /v3/change-requests/{id}/approve": () => ({}),
  "POST /v3/change-requests/{id}/reject": ({ label }) => ({ reason: label }),
  "PUT /v3/members/{id}/role": () => ({ role: "CONTROLLER" }),
  "POST /v3/users": ({ label }) => ({ email: `${unique()}.${crypto.randomUUID()}@example.com`, name: label }),
  "PATCH /v3/users/{id}": ({ label }) => ({ name: `${label} ${unique()}`, role: "EDITOR" }),
  "POST /v3/webhook-endpoints": () => ({ url: "https://8.8.8.8/in" }),
  "PATCH /v3/webhook-endpoints/{id}": ({ label }) => ({ description: label }),
  "POST /v3/webhook-endpoints/{id}/replay": () => ({ afterSequence: 0, throughSequence: 5 }),
  "POST /v3/api-keys": ({ label }) => ({ name: label, access: "READ_ONLY" }),
  "POST /v3/downloads": () => ({ path: "/v3/invoices?format=csv" }),
  "POST /v3/saved-views": ({ label }) => ({
    screen: "invoices",
    name: `${label} ${unique()}`,
    query: "?sort=total:desc",
  }),
  "PATCH /v3/saved-views/{id}": () => ({ query: "" }),
  "POST /v3/bulk-changes": ({ records }) => ({
    csv: csvOf([
      { action: "DATES", contractId: records.contract, billingTermId: records.billingTerm, endDate: "2026-11-30" },
    ]),
  }),
  "POST /v3/credit-memos": ({ label, records }) => ({
    ...{ customerId: records.customer, issueDate: "2026-02-01", reason: label, externalIds },
    items: [
      { invoiceLineItemId: records.invoiceLine, amount: "0.01", note: label },
      { itemId: records.item, classId: records.class, amount: "0.01" },
    ],
  }),
  "POST /v3/credit-memos/{id}/applications": ({ records }) => ({ invoiceId: records.invoice, amount: "0.01" }),
  "POST /v3/credit-memos/{id}/refunds": ({ label }) => ({ amount: "0.01", reference: label }),
  "POST /v3/credit-memos/{id}/void": ({ label }) => ({ reason: label }),
  "POST /v3/contracts/{id}/performance-obligations": ({ label, records }) => ({
    billingTermGroupId: records.billingTermGroup,
    toUpdate: [{ id: records.performanceObligation, name: label }],
  }),
  "PATCH /v3/contracts/{id}/performance-obligations/{pobId}": ({ label }) => ({ name: label }),
  "POST /v3/performance-obligations/{pobId}/recognized": () => [{ timeframe: "2026-03", total: "10.00" }],
  "PATCH /v3/contracts/{id}/billing-term-groups/{groupId}/event-type": ({ metered, records }) => ({
    billingTermIds: [metered.billingTerm],
    performanceObligationIds: [metered.performanceObligation],
    toEventTypeId: records.eventType,
  }),
  "POST /v3/customers": ({ label }) => ({ name: label }),
  "PATCH /v3/customers/{id}": ({ label }) => ({ companyName: label }),
  "POST /v3/customers/{id}/sub-customers": ({ label }) => ({ name: label }),
  "POST /v3/customers/{id}/address": ({ label }) => ({
    billingAddress: { line1: label, city: "Riga", country: "LV" },
  }),
  "POST /v3/customers/{id}/external-ids": () => ({ externalIds }),
  "PUT /v3/customers/{id}/autocharge": () => ({ autoCharge: true }),
  "PUT /v3/customers/{id}/custom-field": ({ label, records }) => ({ id: records.customField, value: label }),
  "POST /v3/customers/{id}/contacts": ({ label }) => ({ email: "grace@example.com", firstName: label }),
  "PATCH /v3/customers/{id}/contacts/{contactId}": ({ label }) => ({ firstName: label }),
  "POST /v3/events": (book) => eventOf(book),
  "POST /v3/events/bulk": (book) => ({ events: [eventOf(book)] }),
  "DELETE /v3/events/bulk": ({ records }) => ({ eventIds: [records.usageEvent] }),
  "POST /v3/events/types": () => ({ name: `Event type ${unique()}` }),
  "POST /v3/invoices/{id}/actions": () => ({ action: "MARK_AS_SENT" }),
  "POST /v3/invoices/{id}/payments": ({ label }) => ({ amount: "0.01", reference: label }),
  "POST /v3/consolidated-invoices/{id}/actions": () => ({ action: "MARK_AS_SENT" }),
  "POST /v3/consolidated-invoices/{id}/payments": ({ label }) => ({ amount: "0.01", reference: label }),
  "POST /v3/consolidated-invoices/{id}/payment-applications": ({ records }) => ({
    ...{ paymentId: records.payment, amount: "0.01" },
  }),
  "POST /v3/consolidated-invoices/{id}/credit-memo-applications": ({ records }) => ({
    ...{ creditMemoId: records.creditMemo, amount: "0.01" },
  }),
  "POST /v3/items": ({ label }) => ({ name: label }),
  "PATCH /v3/items/{id}": ({ label }) => ({ displayName: label }),
  "PATCH /v3/items/{id}/external-ids": () => ({ externalIds }),
  "PATCH /v3/invoices/{id}": ({ label }) => ({ memo: label }),
  "PATCH /v3/invoices/{id}/external-ids": () => ({ externalIds }),
  ...Object.fromEntries(
    ["CREDIT_MEMO", "CUSTOMER", "INVOICE", "JOURNAL_ENTRY", "PAYMENT"].map((type) => [
      `PUT /v3/sync/${type}/{id}`,
      ({ label }: Book) => ({ status: "SYNCED", externalId: label }),
    ]),
  ),
  "PATCH /v3/merchant": ({ label }) => ({ legalName: label }),
  "POST /v3/merchant/sample-invoice": ({ label }) => ({ legalName: label }),
  "POST /v3/payment-accounts/bulk-link": ({ label, records }) => ({
    items: [
      {
        customerId: records.customer,
        processorType: "PROCESSOR_A",
        processorCustomerRef: `cus_${label.length}abcdefgh`,
      },
    ],
  }),
  "POST /v3/invoices": ({ label, records }) => ({
    ...{ customerId: records.customer, memo: label },
    lines: [
      {
        ...{ name: label, unitPrice: "10.00", itemId: records.item, classId: records.class },
        revenue: { recognitionDate: "2026-02-10", categoryId: records.category },
      },
    ],
  }),
  "POST /v3/payments": ({ label, records }) => ({
    ...{ customerId: records.customer, amount: "0.02", reference: label, externalIds },
    applications: [{ invoiceId: records.invoice, amount: "0.01" }],
  }),
  "POST /v3/payments/{id}/applications": ({ records }) => ({ invoiceId: records.invoice, amount: "0.01" }),
  "POST /v3/payments/{id}/refunds": ({ label }) => ({ amount: "0.01", reference: label }),
  "POST /v3/payments/{id}/return": ({ label }) => ({ reason: label }),
  "POST /v3/products": ({ label }) => ({ name: label }),
  "PATCH /v3/products/{id}": ({ label }) => ({ description: label }),
  "POST /v3/products/{id}/standalone-selling-prices": () => ({
    ...{ currency: "USD", price: "10.00", validFrom: "2026-02-01" },
  }),
  "POST /v3/test-clock/advance": () => ({ to: "2026-02-16T00:00:00Z" }),
};

/** Records that an operation needs and the book has not: those in a certain state, and those that it takes away. */
const preparations: Readonly<Record<string, (book: Book) => Promise<Partial<Records>>>> = {
  "POST /v3/adjustments/{id}/reverse": async ({ client, records, label }) => ({
    adjustment: await adjustmentOf(client, records.contract, label),
  }),
  "POST /v3/journal-exports": async ({ client, records, label }) => {
    await adjustmentOf(client, records.contract, label);
    return {};
  },
  "PUT /v3/approval-policies": (book) => withoutPolicies(book),
  "PUT /v3/members/{id}/role": (book) => withoutPolicies(book),
  "POST /v3/users": (book) => withoutPolicies(book),
  "PATCH /v3/users/{id}": async (book) => {
    await withoutPolicies(book);
    return { member: (await book.client.ok("POST", "/v3/users", { email: `${crypto.randomUUID()}@example.com` })).id };
  },
  "DELETE /v3/webhook-endpoints/{id}": async ({ client }) => ({
    webhookEndpoint: (await client.ok("POST", "/v3/webhook-endpoints", { url: "https://8.8.8.8/in" })).id,
  }),
  "POST /v3/api-keys/{id}/revoke": async ({ client, label }) => ({
    key: (await client.ok("POST", "/v3/api-keys", { name: label, access: "READ_ONLY" })).id,
  }),
  "DELETE /v3/saved-views/{id}": async ({ client, label }) => ({
    savedView: (
      await client.ok("POST", "/v3/saved-views", { screen: "usage", name: `${label} ${unique()}`, query: "" })
    ).id,
  }),
  "POST /v3/sync/records/{id}/retry": async ({ client, label }) => {
    const { id } = await client.ok("POST", "/v3/customers", { name: label });
    await client.ok("PUT", `/v3/sync/CUSTOMER/${id}`, { status: "SYNC_FAILED", error: label });
    return { syncRecord: id };
  },
  "DELETE /v3/approval-policies": async ({ setPolicies }) => {
    await setPolicies([{ kind: "ADJUSTMENT", role: "CONTROLLER", above: { amount: "1000000.00", currency: "USD" } }]);
    return {};
  },
  "POST /v3/change-requests/{id}/approve": async ({ pendingChange }) => ({ changeRequest: await pendingChange() }),
  "POST /v3/change-requests/{id}/reject": async ({ pendingChange }) => ({ changeRequest: await pendingChange() }),
  "POST /v3/bulk-changes": (book) => contractWithTerm(book, termBody()),
  "DELETE /v3/categories/{id}": async ({ client }) => ({
    category: (await client.ok("POST", "/v3/categories", { name: `Category ${unique()}` })).id,
  }),
  "DELETE /v3/credit-memos/{id}/applications/{applicationId}": (book) => cleared(book),
  "DELETE /v3/payments/{id}/applications/{applicationId}": (book) => cleared(book),
  "POST /v3/payments/{id}/return": (book) => cleared(book),
  "POST /v3/credit-memos/{id}/void": async (book) => {
    const { creditMemo, creditMemoApplication } = await cleared(book);
    await book.client.ok("DELETE", `/v3/credit-memos/${creditMemo}/applications/${creditMemoApplication}`);
    return { creditMemo };
  },
  "DELETE /v3/customers/{id}": async ({ client, label }) => ({
    customer: (await client.ok("POST", "/v3/customers", { name: label })).id,
  }),
  "DELETE /v3/customers/{id}/contacts/{contactId}": async ({ client, records }) => ({
    contact: (await client.ok("POST", `/v3/customers/${records.customer}/contacts`, { email: "bob@example.com" })).id,
  }),
  "DELETE /v3/events/{id}": async ({ client, records, label }) => ({
    usageEvent: await usageOf(client, records, label),
  }),
  "DELETE /v3/events/types/{eventTypeId}": async ({ client }) => ({
    eventType: (await client.ok("POST", "/v3/events/types", { name: `Event type ${unique()}` })).id,
  }),
  "PATCH /v3/contracts/{id}": async (book) => ({ contract: (await contractWithTerms(book)).contract }),
  "DELETE /v3/contracts/{id}": async (book) => ({ contract: (await contractWithTerms(book)).contract }),
  "POST /v3/contracts/{id}/actions": async (book) => ({ contract: (await contractWithTerms(book)).contract }),
  "POST /v3/contracts/{id}/opening": (book) => contractToLoad(book),
  "GET /v3/contracts/{id}/opening": async (book) => {
    const records = await contractToLoad(book);
    await book.client.ok("POST", `/v3/contracts/${records.contract}/opening`, openingBody(records));
    return records;
  },
  "DELETE /v3/contracts/{id}/obligations/{obligationId}": (book) => contractWithTerms(book),
  "DELETE /v3/contracts/{id}/billing-term-groups/{groupId}": (book) => contractWithYear(book),
  "PATCH /v3/contracts/{id}/billing-term-groups/{groupId}/event-type": async ({ metered }) => metered,
  "POST /v3/performance-obligations/{pobId}/recognized": async (book) => contractWithYear(book),
  "POST /v3/contracts/{id}/obligation/{obligationId}/custom-revenue": (book) =>
    contractWithTerms(book, { serviceEndDate: "2026-12-31" }, { endDate: "2026-12-31" }),
  "DELETE /v3/contracts/{id}/billing-terms/{billingTermId}": (book) => contractWithTerm(book, termBody()),
  "PATCH /v3/contracts/{id}/billing-terms/{billingTermId}/terminate": (book) => contractWithTerm(book, termBody()),
  "POST /v3/contracts/{id}/billing-terms/{billingTermId}/milestone": (book) => contractWithTerm(book, milestoneBody()),
  "POST /v3/contracts/{id}/billing-terms/{billingTermId}/seat-amendment": (book) => seats(book),
  "DELETE /v3/contracts/{id}/billing-terms/{billingTermId}/seat-amendments/{seatAmendmentId}": (book) => seats(book),
  "POST /v3/contracts/{id}/billing-terms/{billingTermId}/amendments": async (book) => {
    const { contract } = await contractWithTerms(book);
    const { data } = await book.client.ok("GET", `/v3/contracts/${contract}/billing-terms`);
    await book.client.approve(contract);
    return { contract, billingTerm: data[0].id };
  },
  "POST /v3/contracts/{id}/billing-terms/{billingTermId}/swap": (book) => contractWithTerm(book, termBody()),
  "POST /v3/contracts/{id}/commitments": async ({ committed }) => ({ ...committed, billingTerm: committed.free }),
  "POST /v3/commitments": async ({ committed }) => ({ ...committed, billingTerm: committed.free }),
  "POST /v3/contracts/{id}/commitments/{commitmentId}/terminate": ({ client, label }) => committedOf(client, label),
  "POST /v3/contracts/{id}/commitments/{commitmentId}/schedules": async ({ committed }) => committed,
  "PATCH /v3/contracts/{id}/commitments/{commitmentId}/schedules/{scheduleId}": async ({ committed }) => committed,
  "DELETE /v3/contracts/{id}/commitments/{commitmentId}/schedules/{scheduleId}": ({ client, label }) =>
    committedOf(client, label),
  "POST /v3/contracts/{id}/commitments/{commitmentId}/steps": async ({ committed }) => committed,
  "PATCH /v3/contracts/{id}/commitments/{commitmentId}/steps/{stepId}": async ({ committed }) => committed,
  "DELETE /v3/contracts/{id}/commitments/{commitmentId}/steps/{stepId}": ({ client, label }) =>
    committedOf(client, label),
  "PATCH /v3/contracts/{id}/modifications/{modificationId}": ({ client, records, label }) =>
    changedTerm(client, records.customer, label),
  "POST /v3/contracts/{id}/discount-allocations": async ({ sharing }) => sharing,
  "DELETE /v3/contracts/{id}/discount-allocations/{discountAllocationId}": ({ client, label }) =>
    allocatedDiscount(client, label),
  "POST /v3/products/{id}/standalone-selling-prices": async ({ client, label }) => ({
    product: (await client.ok("POST", "/v3/products", { name: label })).id,
  }),
  "DELETE /v3/products/{id}/standalone-selling-prices": async ({ client, label }) => {
    const prices = [{ currency: "USD", amount: "10.00", validFrom: "2026-01-01" }];
    return { product: (await client.ok("POST", "/v3/products", { name: label, standaloneSellingPrices: prices })).id };
  },
  "GET /v3/contracts/{id}/file": (book) => contractWithFile(book),
  "POST /v3/contracts/{id}/file": async (book) => ({ contract: (await contractWithTerms(book)).contract }),
  "DELETE /v3/contracts/{id}/file": (book) => contractWithFile(book),
  "POST /v3/book-imports/{id}/accept-differences": async (book) => ({ bookImport: await book.loadedBook() }),
  "POST /v3/contracts/{id}/close-hold": async (book) => ({ contract: (await contractWithTerms(book)).contract }),
  "DELETE /v3/contracts/{id}/close-hold": async (book) => {
    const { contract } = await contractWithTerms(book);
    await book.client.ok("POST", `/v3/contracts/${contract}/close-hold`, { reason: book.label });
    return { contract };
  },
  "POST /v3/month-end-close/lock": async ({ client }) => {
    await client.send("POST", "/v3/month-end-close/reopen-period?month=2025-12");
    await client.send("POST", "/v3/month-end-close/unlock", {
      month: "2026-01",
      subLedger: "BILLING",
      reason: "again",
    });
    return {};
  },
  "POST /v3/month-end-close/unlock": async ({ client }) => {
    await client.send("POST", "/v3/month-end-close/reopen-period?month=2025-12");
    await client.send("POST", "/v3/month-end-close/lock", { month: "2025-12", subLedger: "BILLING" });
    return {};
  },
  "POST /v3/month-end-close/tasks/{id}/complete": (book) => openTask(book),
  "POST /v3/month-end-close/tasks/{id}/reopen": async (book) => {
    const { closeTask } = await openTask(book);
    await book.client.ok("POST", `/v3/month-end-close/tasks/${closeTask}/complete`, evidenceOf(book));
    return { closeTask };
  },
  "POST /v3/month-end-close/reopen-period": async ({ client }) => {
    await client.send("POST", "/v3/month-end-close/close-period?month=2026-01");
    return {};
  },
};

const evidenceOf = ({ label, records, month }: Book) => ({
  ...{ month, evidence: [{ text: label, journalEntryId: records.journalEntry }] },
});

const openTask = async (book: Book) => ({ closeTask: await closeTaskOf(book.client, book) });

/** A month of its own in years to come: no two commitments share a day, and each schedule follows the one before. */
function scheduleOf(billingTermId: string) {
  const month = unique();
  const [first, last] = [new Date(Date.UTC(2027, month, 1)), new Date(Date.UTC(2027, month + 1, 0))];
  return {
    ...{ startDate: first.toISOString().slice(0, 10), endDate: last.toISOString().slice(0, 10) },
    steps: [{ commitmentValue: "1000", billingTermIds: [billingTermId] }],
  };
}

const eventOf = ({ label, records }: Book) => ({
  ...{ customerId: records.customer, eventTypeId: records.eventType, idempotencyKey: `${label} ${unique()}` },
  ...{ datetime: "2026-01-10T00:00:00Z", value: "1" },
});

const cleared = ({ client, records, label }: Book) => applicationsOf(client, records, label);

const seats = ({ client, records, label }: Book) => seatsOf(client, records.customer, label);

async function withoutPolicies({ setPolicies }: Book): Promise<Partial<Records>> {
  await setPolicies([]);
  return {};
}

async function contractWithTerms({ client, label, records }: Book, parts: object = {}, schedule: object = {}) {
  const { id: contract } = await client.ok("POST", "/v3/contracts", { name: label, customerId: records.customer });
  const { billingSchedule, ...rest } = obligationNamed(label);
  const body = { ...rest, ...parts, billingSchedule: { ...billingSchedule, ...schedule } };
  const { id: obligation } = await client.add(contract, body);
  return { contract, obligation };
}

/** 1,200.00 a year, six months of it in other books. */
async function contractToLoad({ client, label, records }: Book) {
  const { id: contract } = await client.ok("POST", "/v3/contracts", { name: label, customerId: records.customer });
  const days = { startDate: "2025-07-01", endDate: "2026-06-30" };
  const { billingSchedule } = obligationNamed(label);
  const schedule = { ...billingSchedule, ...days, interval: "YEAR" };
  const pricing = [{ amount: "1200.00", amountType: "TOTAL_INVOICE" }];
  const { billingTermId, performanceObligationId } = await client.add(contract, {
    ...{ serviceStartDate: days.startDate, serviceEndDate: days.endDate, billingSchedule: { ...schedule, pricing } },
  });
  return { contract, billingTerm: billingTermId as string, performanceObligation: performanceObligationId as string };
}

const openingBody = ({
  billingTerm,
  performanceObligation,
}: Pick<Records, "billingTerm" | "performanceObligation">) => ({
  asOf: "2025-12-31",
  billingTerms: [{ billingTermId: billingTerm, invoicedThrough: "2026-06-30", billed: "1200.00" }],
  performanceObligations: [{ performanceObligationId: performanceObligation, recognized: "600.00" }],
});

async function contractWithTerm({ client, label, records }: Book, body: object) {
  const { id: contract } = await client.ok("POST", "/v3/contracts", { name: label, customerId: records.customer });
  const { id: billingTerm } = await client.ok("POST", `/v3/contracts/${contract}/billing-terms`, body);
  return { contract, billingTerm };
}

/** A contract whose obligation has a last day. */
async function contractWithYear({ client, label, records }: Book): Promise<Partial<Records>> {
  const { id } = await client.ok("POST", "/v3/contracts", { name: label, customerId: records.customer });
  const { billingTermGroupId, performanceObligationId } = await client.add(id, obligationBody());
  return { contract: id, billingTermGroup: billingTermGroupId, performanceObligation: performanceObligationId };
}

/** A contract whose file was processed and found wanting, so that the file can be taken away. */
async function contractWithFile({ client, label }: Book) {
  const { id: contract } = await client.ok("POST", "/v3/contracts", { name: label });
  const { body, headers } = await fileRequest(label);
  const { status } = await client.send("POST", `/v3/contracts/${contract}/file`, body, headers);
  assert.equal(status, 200);
  const { now } = await client.ok("GET", "/v3/test-clock");
  await client.advance(now);
  return { contract };
}

/** A body that the operation carries out; undefined where it takes none. */
export function validBody(operation: Operation, book: Book): Json {
  if (operation.body === undefined) return undefined;
  const body = validBodies[operation.name];
  assert.ok(body !== undefined, `requests.ts has no valid body for ${operation.name}`);
  return body(book);
}

/** Body and headers of a request that is right, whatever the operation takes. */
export async function validRequest(operation: Operation, book: Book): Promise<ApiRequest> {
  if (operation.takesFile) return fileRequest(book.label);
  const body = validBody(operation, book);
  return body === undefined ? {} : { body };
}

async function fileRequest(label: string) {
  const form = new FormData();
  form.append("file", new Blob([Uint8Array.from(pdfOf([label]))], { type: "application/pdf" }), "contract.pdf");
  const encoded = new Response(form);
  return { body: await encoded.text(), headers: { "content-type": encoded.headers.get("content-type") ?? "" } };
}

/** The records on which the operation succeeds with its valid body. */
export async function preparedRecords(operation: Operation, book: Book): Promise<Records> {
  return { ...book.records, ...(await preparations[operation.name]?.(book)) };
}

/** Asks as the merchant of a book. */
export function ask(
  api: TestApi,
  operation: Operation,
  { client, records }: Book,
  request: ApiRequest & { readonly path?: string } = {},
): Promise<ApiAnswer> {
  const { path = pathWith(operation, records), ...rest } = request;
  return api.request(operation.method, path, { key: client.merchant.writeKey, ...rest });
}

let count = 0;
/** For names that no two records may share. */
function unique(): number {
  count += 1;
  return count;
}

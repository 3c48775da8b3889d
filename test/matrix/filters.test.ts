import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { sql } from "kysely";
import { inTransaction } from "../../src/platform/db/pool.ts";
import { filterRules } from "../../src/platform/http/filter.ts";
import { requestLogWriter } from "../../src/platform/request-log-store.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { runs } from "../support/case-counts.ts";
import { type Client, clientOf, obligationBody, priced } from "../support/client.ts";
import { consolidatedOf } from "../support/consolidation.ts";
import { expanded } from "../support/expanded-document.ts";
import { filterCases } from "../support/filter-cases.ts";
import { type FieldKind, passes } from "../support/filter-reference.ts";
import { loadedBook } from "../support/loaded-books.ts";
import { enablePobs } from "../support/pobs.ts";
import { seatBody, termBody } from "../support/term-client.ts";
import { committedOf, webhookOf } from "./records.ts";

// Every list of the OpenAPI document × every field and rule that it names × every kind of value, compared with plain
// reading of the whole list. What the fields hold is said here; a list or a field that is not fails the first test.

const externalIds: Record<string, FieldKind> = { "externalIds.externalId": "text", "externalIds.sourceType": "text" };
const contractFields: Record<string, FieldKind> = {
  name: "text",
  ...externalIds,
  source: "text",
  status: "text",
  customerId: "id",
  currency: "text",
  startDate: "day",
  endDate: "day",
  totalContractValue: "decimal",
  createdAt: "moment",
  lastUpdatedAt: "moment",
};
const invoiceFields: Record<string, FieldKind> = {
  customerId: "id",
  contractId: "id",
  consolidatedInvoiceId: "id",
  billingTermId: "id",
  status: "word",
  issueDate: "day",
  dueDate: "day",
  owedOn: "days",
  currency: "text",
  total: "decimal",
  invoiceNumber: "text",
  source: "word",
  syncStatus: "word",
  lastUpdatedAt: "moment",
};
const lists: Readonly<Record<string, Readonly<Record<string, FieldKind>>>> = {
  "/v3/categories": { name: "text" },
  "/v3.1/classes": {},
  "/v3.1/custom-fields": {},
  "/v3/items": { name: "text", ...externalIds },
  "/v3/products": { name: "text", status: "word", itemId: "id", erpClassId: "id", categoryId: "id" },
  "/v3/customers": { name: "text", ...externalIds, syncStatus: "word", lastUpdatedAt: "moment" },
  "/v3/customers/{id}/contacts": {},
  "/v3/contracts": contractFields,
  "/v3/contracts/deleted": { ...contractFields, deletedAt: "moment" },
  "/v3/events/types": { name: "text", aggregation: "word" },
  "/v3/events": {
    ...{ customerId: "id", eventTypeId: "id", datetime: "moment", differentiator: "text", matched: "word" },
    deletedAt: "moment",
  },
  "/v3/contracts/{id}/commitments": {},
  "/v3/contracts/{id}/obligations": {},
  "/v3/billing-terms": {
    contractId: "id",
    customerId: "id",
    startDate: "day",
    endDate: "day",
    billingTermGroupId: "id",
    productId: "id",
  },
  "/v3/commitments": { customerId: "id", contractId: "id" },
  "/v3/contracts/{id}/billing-terms": {},
  "/v3/contracts/{id}/billing-term-groups": { createdAt: "moment", updatedAt: "moment" },
  "/v3/contracts/{id}/performance-obligations": { createdAt: "moment", updatedAt: "moment" },
  "/v3/performance-obligations": {
    createdAt: "moment",
    updatedAt: "moment",
    contractId: "id",
    billingTermGroupId: "id",
  },
  "/v3/contracts/{id}/billing-terms/{billingTermId}/seat-amendments": {},
  "/v3/contracts/{id}/billing-terms/{billingTermId}/amendments": {},
  "/v3/contracts/{id}/modifications": {},
  "/v3/contracts/{id}/discount-allocations": {},
  "/v3/webhook-event-types": {},
  "/v3/products/{id}/standalone-selling-prices": {},
  "/v3/revenue-schedules": {
    contractId: "id",
    customerId: "id",
    performanceObligationId: "id",
    productId: "id",
    timeframe: "month",
    status: "word",
  },
  "/v3.1/revenue": {},
  "/v3/contracts/{id}/invoice-schedule": {},
  "/v3/invoices": invoiceFields,
  "/v3/customers/{id}/invoices": invoiceFields,
  "/v3/consolidated-invoices": {
    customerId: "id",
    contractId: "id",
    status: "word",
    issueDate: "day",
    dueDate: "day",
    invoiceNumber: "text",
  },
  "/v3/customers/{id}/invoices/{invoiceId}/credit-memos": {},
  "/v3/credit-memos": {
    creditMemoNumber: "text",
    customerId: "id",
    issueDateFrom: "day",
    issueDateTo: "day",
    status: "word",
    syncStatus: "word",
    lastUpdatedAt: "moment",
  },
  "/v3/adjustments": { adjustmentNumber: "text", month: "month" },
  "/v3/payments": {
    customerId: "id",
    status: "word",
    receivedAt: "day",
    reference: "text",
    syncStatus: "word",
    lastUpdatedAt: "moment",
  },
  "/v3/month-end-close/periods": { month: "month", status: "word" },
  "/v3/month-end-close/packages": { month: "month" },
  "/v3/change-requests": { status: "word", kind: "word" },
  "/v3/month-end-close/task-templates": { ownerEmail: "text", title: "text" },
  "/v3/book-imports": {},
  "/v3/book-imports/{id}/tie-out": { contractId: "id", account: "word", status: "word" },
  "/v3/month-end-close/holds": { contractId: "id", status: "word" },
  "/v3/journal-entries": {
    ...{ month: "month", type: "word", contractId: "id", sourceId: "text" },
    ...{ syncStatus: "word", journalExportId: "id" },
  },
  "/v3/sync/records": {
    ...{ entityType: "word", entityId: "id", status: "word", externalId: "text", lastUpdatedAt: "moment" },
  },
  "/v3/journal-exports": { month: "month", format: "word" },
  "/v3/users": { email: "text", name: "text", role: "word", status: "word" },
  "/v3/api-keys": { name: "text", access: "word", createdByUserId: "id" },
  "/v3/saved-views": { screen: "text", name: "text" },
  "/v3/request-log": {
    ...{ method: "word", path: "text", outcome: "word", errorCode: "text", requestId: "text" },
    ...{ keyId: "id", userId: "id", at: "moment" },
  },
  "/v3/jobs": { type: "text", status: "word", createdAt: "moment" },
  "/v3/webhook-endpoints": {},
  "/v3/webhook-deliveries": { webhookEndpointId: "id", status: "word" },
  "/v3/audit-log": { id: "id", entityType: "text", entityId: "text", actorId: "text", action: "text", at: "moment" },
};

/** What a row has in a field; nothing for null. */
function held(row: Json, field: string): string[] {
  if (field === "owedOn") return daysOwed(row);
  if (field === "billingTermId") return row.lineItems.map((line: Json) => line.billingTermId);
  if (field === "month" && row.adjustmentNumber !== undefined) return [row.date.slice(0, 7)];
  if (field === "contractId" && row.sections !== undefined) return row.sections.map((each: Json) => each.contractId);
  if (field === "actorId") return [row.actor.id];
  if (field === "issueDateFrom" || field === "issueDateTo") return [row.issueDate];
  if (field === "matched") return [String(row.status === "MATCHED" || row.status === "INVOICED")];
  const [list, entry] = field.split(".");
  const values = entry === undefined ? [row[field]] : row[list ?? ""].map((each: Json) => each[entry]);
  return values.filter((value: unknown) => value !== null);
}

/** The first day on which something was owed of an invoice, and the first after it on which nothing was any more, if there is one. */
function daysOwed({ status, total, issueDate, paidOn, uncollectibleOn }: Json): string[] {
  const isOwed = status !== "DRAFT" && status !== "VOID" && /[1-9]/.test(total) && paidOn !== issueDate;
  return isOwed ? [issueDate, paidOn ?? uncollectibleOn].filter((day) => day !== null) : [];
}

// One case of 24, and another of them for the next rule; of 6 in full runs; `ACCORD_FILTER_CASES=all` asks them all.
const step = process.env.ACCORD_FILTER_CASES === "all" ? 1 : 24 / runs(4);
let cases = 0;
const isSelected = () => cases++ % step === 0;

let api: TestApi;
let key: string;
let documented: Map<string, Record<string, string[]>>;
let ids: Readonly<Record<string, string>>;
let bookImportId: string;

before(async () => {
  api = await startApi();
  key = api.merchants.A.writeKey;
  documented = filterTables(expanded(await (await fetch(`${api.url}/openapi.json`)).json()));
  await bookOf(clientOf(api, api.merchants.A));
  ids = {
    "/v3/book-imports/": bookImportId,
    ...(await addOddRecords(api.merchants.A.merchantId)),
    ...(await applySome()),
  };
});
after(() => api.close());

/** Fields and rules of each list, as its description says them. */
function filterTables(document: Json): Map<string, Record<string, string[]>> {
  const tables = new Map<string, Record<string, string[]>>();
  for (const [path, { get }] of Object.entries<Json>(document.paths)) {
    const parameter = (name: string) => get?.parameters?.find((each: Json) => each.name === name);
    if (parameter("page") === undefined) continue;
    const lines = [...(parameter("filter")?.description ?? "").matchAll(/^- (`.+`): (.+)$/gm)];
    const rows = lines.flatMap(([, fields, rules]) =>
      fields.split(", ").map((field: string) => [field.replaceAll("`", ""), rules.split(", ")]),
    );
    tables.set(path, Object.fromEntries(rows));
  }
  return tables;
}

async function ok(method: string, path: string, body?: unknown): Promise<Json> {
  const answer = await api.request(method, path, { key, ...(body === undefined ? {} : { body }) });
  assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body.payload;
}

async function logSomeRequests({ merchant }: Client): Promise<void> {
  const log = requestLogWriter(api.platform.db, (error) => assert.ifError(error));
  const bodies = { requestBody: null, answerBody: null };
  const by = { merchantId: merchant.merchantId, userId: merchant.userId, milliseconds: 5 };
  for (const [method, status, errorCode] of [
    ["POST", 201, null],
    ["PATCH", 400, "VALIDATION_FAILED"],
    ["GET", 503, "SERVICE_UNAVAILABLE"],
  ] as const) {
    const keyId = status === 201 ? crypto.randomUUID() : null;
    log.add({
      ...by,
      ...bodies,
      method,
      status,
      errorCode,
      keyId,
      path: `/v3/x?y=${status}`,
      requestId: `r-${status}`,
    });
  }
  await log.close();
}

/** Invoices of every status, revenue and entries of some months, and one month that was reopened. */
/** What waits for a second person, and what was withdrawn: both about a policy that nothing else here comes under. */
async function changeRequestsOf(client: Client): Promise<void> {
  const policy = { kind: "TREATMENT", role: "CONTROLLER" };
  await client.ok("PUT", "/v3/approval-policies", policy);
  await client.ok("PUT", "/v3/approval-policies", { ...policy, role: "OWNER" });
  const { id } = await client.ok("DELETE", "/v3/approval-policies?kind=TREATMENT");
  await client.ok("POST", `/v3/change-requests/${id}/reject`, { reason: "Filters" });
}

async function bookOf(client: Client): Promise<void> {
  await logSomeRequests(client);
  for (const screen of ["contracts", "invoices"]) {
    await client.ok("POST", "/v3/saved-views", { screen, name: `My ${screen}`, query: "?sort=name" });
  }
  const contractIds: string[] = [];
  for (const [interval, amount, currency] of [
    ["MONTH", "99.95", "USD"],
    ["QUARTER", "1200.00", "EUR"],
    ["QUARTER", "0.00", "USD"],
  ] as const) {
    const contractId = await client.contract({ currency });
    await client.add(contractId, obligationBody({}, { interval, ...priced(amount), endDate: "2026-06-30" }));
    await client.approve(contractId);
    contractIds.push(contractId);
  }
  await client.advance("2026-04-02T12:00:00Z");
  await client.drainOutbox();
  await client.ok("POST", "/v3/month-end-close/close-period?month=2026-03");
  await client.ok("POST", "/v3/month-end-close/reopen-period?month=2026-03&reason=Filters");
  for (const title of ["Bank", "50%_off", "Fünf", "Flux, read"]) {
    const ownerEmail = `owner-${client.merchant.merchantId}@example.com`;
    const body = { title, ownerEmail, dueDays: 3, fromMonth: "2026-04", isRequired: false };
    await client.ok("POST", "/v3/month-end-close/task-templates", body);
  }
  bookImportId = await loadedBook(api, client, "Filters");
  await loadedBook(api, client, "Filters again");
  for (const id of contractIds) await client.ok("POST", `/v3/contracts/${id}/close-hold`, { reason: "Filters" });
  await client.ok("DELETE", `/v3/contracts/${contractIds[0]}/close-hold`);
  for (const [month, format] of [
    ["2026-01", "CSV"],
    ["2026-02", "JSON"],
    ["2026-03", "QUICKBOOKS"],
  ]) {
    await client.ok("POST", "/v3/journal-exports", { month, format, level: "DETAIL" });
  }
  await changeRequestsOf(client);
  for (let count = 0; count < 2; count++) await webhookOf(api, client);
}

/** Beside the book: names that SQL, quotes and case could get wrong, empty fields, and records it has none of. */
async function addOddRecords(merchantId: string): Promise<Record<string, string>> {
  const names = ["Acme, Inc.: renewal", "50%_off\\", 'plan_x "gold"', "x' OR 1=1--", "Éclair Straße", "%"];
  const entries = [
    { externalId: "so_1,2", sourceType: "ERP_A" },
    { externalId: "SO_1", sourceType: "CRM_A" },
  ];
  const classId = "01890000-0000-7000-8000-0000000000c1";
  await inTransaction(api.platform.db, merchantId, (tx) =>
    sql`insert into erp_class (merchant_id, id, name, external_id, created_at, last_updated_at)
        values (${merchantId}, ${classId}, 'Class', '1', now(), now())`.execute(tx),
  );
  const records: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const withIds = index % 2 === 0 ? { externalIds: entries.slice(index % 4 === 0 ? 0 : 1) } : {};
    const customer = await ok("POST", "/v3/customers", { name, ...withIds });
    await ok("POST", `/v3/customers/${customer.id}/contacts`, { email: `c${index}@example.com` });
    const category = await ok("POST", "/v3/categories", { name });
    const item = await ok("POST", "/v3/items", { name, ...withIds });
    const references = { itemId: item.id, categoryId: category.id, erpClassId: classId };
    const status = index === 1 ? "INACTIVE" : "ACTIVE";
    await ok("POST", "/v3/products", { name, status, ...(index < 3 ? references : {}) });
    const type = await ok("POST", "/v3/events/types", { name, aggregation: index < 2 ? "MAX" : "SUM" });
    const event = { customerId: customer.id, eventTypeId: type.id, idempotencyKey: name, value: "1" };
    const differentiator = index < 4 ? { differentiator: name } : {};
    const datetime = `2026-01-0${index + 1}T23:59:59.999Z`;
    const { id: eventId } = await ok("POST", "/v3/events", { ...event, ...differentiator, datetime });
    if (index === 1) await ok("DELETE", `/v3/events/${eventId}`);
    const header = {
      name,
      ...withIds,
      ...(index < 3 ? { customerId: customer.id } : {}),
      source: index < 4 ? "CRM" : "API",
    };
    const contract = await ok("POST", "/v3/contracts", header);
    const gone = await ok("POST", "/v3/contracts", header);
    await ok("DELETE", `/v3/contracts/${gone.id}`);
    records["/v3/customers/"] = customer.id;
    records["/v3/contracts/"] = contract.id;
    if (index > 2) continue;
    const [{ id: productId }] = (await ok("GET", "/v3/products?filter=status:eq:ACTIVE")).data;
    const dates = { startDate: `2026-0${index + 1}-15`, endDate: index === 0 ? null : "2026-12-31" };
    await ok("POST", `/v3/contracts/${contract.id}/billing-terms`, termBody({ ...dates, productId }));
  }
  const terms = `/v3/contracts/${records["/v3/contracts/"]}/billing-terms`;
  const { id: termId } = await ok("POST", terms, seatBody());
  for (let month = 2; month < 9; month += 1) {
    await ok("POST", `${terms}/${termId}/seat-amendment`, { effectiveDate: `2026-0${month}-01`, delta: "1" });
  }
  for (const name of ["First", "Second", "Third"]) await committedOf(clientOf(api, api.merchants.A), name);
  const book = Array.from({ length: 7 }, (_, year) => ({
    currency: "USD",
    amount: "1",
    validFrom: `202${year}-01-01`,
  }));
  const priced = await ok("POST", "/v3/products", { name: "Priced", standaloneSellingPrices: book });
  records["/v3/products/"] = priced.id;
  await enablePobs(api, api.merchants.A);
  records["/v3/contracts/{id}/billing-terms/"] = termId;
  return records;
}

/** Credit memos and payments of several statuses and days, of the customer of issued invoices and of one who has none. */
async function applySome(): Promise<Record<string, string>> {
  const { data: issued } = await ok("GET", "/v3/invoices?filter=status:eq:ISSUED,total:eq:99.95");
  const [{ id: invoiceId, customerId }, { id: otherInvoiceId }] = issued;
  const { id: strangerId } = await ok("POST", "/v3/customers", { name: "No invoices" });
  await ok("POST", `/v3/customers/${customerId}/contacts`, { email: "billing@example.com" });
  const { id: itemId } = await ok("POST", "/v3/items", { name: "Goodwill" });
  const memo = (issueDate: string, amount: string, parts: object = {}) =>
    ok("POST", "/v3/credit-memos", { customerId, issueDate, reason: "Filters", items: [{ itemId, amount }], ...parts });
  await memo("2026-04-01", "10.00", { applyOnCreate: { invoiceId } });
  await memo("2026-04-01", "20.00", { applyOnCreate: { invoiceId, amount: "5.00" } });
  await memo("2026-04-02", "1.50", { customerId: strangerId });
  const { id: voided } = await memo("2026-04-02", "30.00");
  await ok("POST", `/v3/credit-memos/${voided}/void`, { reason: "Filters" });
  const payment = (amount: string, parts: object) =>
    ok("POST", "/v3/payments", { customerId, amount, receivedAt: "2026-04-01", ...parts });
  await payment("50.00", { reference: "Wire, 50%: a_b" });
  await payment("20.00", { reference: "wire\\2", applications: [{ invoiceId: otherInvoiceId }] });
  await payment("7.00", { customerId: strangerId, receivedAt: "2026-04-02" });
  const { id: refunded } = await payment("5.00", { reference: "Straße" });
  await ok("POST", `/v3/payments/${refunded}/refunds`, {});
  for (const date of ["2026-04-01", "2026-05-01"]) {
    const lines = [
      { role: "REVENUE", debit: "1.00" },
      { role: "CONTRA_REVENUE", credit: "1.00" },
    ];
    await ok("POST", "/v3/adjustments", { date, currency: "USD", reason: "Filters", lines });
  }
  const client = clientOf(api, api.merchants.A);
  const paid = await consolidatedOf(client, "Paid");
  await ok("POST", `/v3/consolidated-invoices/${paid.id}/payments`, {});
  await consolidatedOf(client, "Unpaid");
  return { "/v3/customers/": customerId, "/v3/customers/{id}/invoices/": invoiceId };
}

type Listed = { readonly status: number; readonly body: Json };

function get(path: string, ...filters: string[]): Promise<Listed> {
  return ask(path, ["limit=1000", ...filters.map((filter) => `filter=${encodeURIComponent(filter)}`)].join("&"));
}

// Without the check against the OpenAPI document that `request` makes: it would cost more than the lists themselves.
async function ask(path: string, query: string): Promise<Listed> {
  const filled = path.replace(/\{[^}]+\}/g, (_all, at: number) => ids[path.slice(0, at)] ?? "");
  const answer = await fetch(`${api.url}${filled}?${query}`, { headers: { authorization: key } });
  return { status: answer.status, body: await answer.json() };
}

async function rowsOf(path: string): Promise<Json[]> {
  const { status, body } = await get(path);
  assert.equal(status, 200);
  assert.equal(body.payload.data.length, body.payload.totalItems, "one page holds the whole list");
  return body.payload.data;
}

/** The rows that the filters leave are those expected, in the order of the whole list, and so is their number. */
function assertRows({ status, body }: Listed, expected: readonly Json[], what: string): void {
  assert.equal(status, 200, `${what}: ${JSON.stringify(body).slice(0, 500)}`);
  assert.equal(body.payload.totalItems, expected.length, what);
  const rows = body.payload.data.map(({ amountOwed: _ofTheDay, ...row }: Json) => row);
  assert.equal(JSON.stringify(rows), JSON.stringify(expected), what);
}

function assertRejected({ status, body }: Listed, code: string, what: string): void {
  assert.deepEqual([status, body.error?.errorCode], [400, code], what);
}

test("FIL-1: this test knows every list, field and kind of the OpenAPI document", () => {
  const known = Object.entries(lists).map(([path, fields]) => [path, Object.keys(fields).toSorted()]);
  const inDocument = [...documented].map(([path, fields]) => [path, Object.keys(fields).toSorted()]);
  assert.deepEqual(new Map(inDocument as [string, string[]][]), new Map(known as [string, string[]][]));
});

for (const [path, kinds] of Object.entries(lists)) {
  describe(path, () => {
    for (const [field, kind] of Object.entries(kinds)) {
      test(`FIL-1, FIL-3 to FIL-6, DAT-1: every rule on ${field} agrees with the whole list or is rejected`, async () => {
        const rows = await rowsOf(path);
        assert.ok(rows.length > 0, "the list has rows");
        const values = [...new Set(rows.flatMap((row) => held(row, field)))].toSorted();
        const rules = documented.get(path)?.[field] ?? [];
        for (const rule of rules) {
          const answers = filterCases(kind, rule, values)
            .filter(isSelected)
            .map(async (each) => {
              const filter = `${field}:${each.sent}`;
              const answer = await get(path, filter);
              if ("rejected" in each) return assertRejected(answer, each.rejected, filter);
              const expected = rows.filter((row) => passes(kind, rule, held(row, field), each.operands));
              assertRows(answer, expected, filter);
            });
          await Promise.all(answers);
        }
        for (const rule of [...filterRules.filter((each) => !rules.includes(each)), "equals", "EQ"]) {
          assertRejected(await get(path, `${field}:${rule}:1`), "FILTER_RULE_NOT_ALLOWED", `${field}:${rule}`);
        }
      });
    }

    test("PAG-3: pages of 5 hold every row once, in the order of the whole list", async () => {
      const rows = await rowsOf(path);
      const walked: Json[] = [];
      for (let page = 1; walked.length < rows.length; page += 1) {
        const { status, body } = await ask(path, `limit=5&page=${page}`);
        assert.ok(status === 200 && body.payload.data.length > 0);
        walked.push(...body.payload.data);
      }
      assert.equal(JSON.stringify(walked), JSON.stringify(rows));
    });

    test("FIL-1, FIL-2: unknown fields and malformed filters have their error codes", async () => {
      for (const field of ["nope", "merchantId", "externalIds.merchantId", "__proto__", "constructor"]) {
        assertRejected(await get(path, `${field}:eq:1`), "FILTER_FIELD_UNKNOWN", field);
      }
      for (const shape of ["", "name", ":::", ":eq:1", "name:", "name::1", "name)::text", ","]) {
        assertRejected(await get(path, shape), "FILTER_MALFORMED", shape);
      }
      const many = Array.from({ length: 21 }, () => "name:eq:1");
      assertRejected(await get(path, ...many), "FILTER_MALFORMED", "21 filters");
    });
  });
}

test("FIL-4: filters in one parameter, in several and on one field are joined with AND", async () => {
  const rows = await rowsOf("/v3/contracts");
  const expected = rows.filter(
    ({ source, name }) => source === "CRM" && name.includes("e") && name !== "Éclair Straße",
  );
  assert.ok(expected.length > 0);
  const filters = ["source:eq:CRM", "name:like:e", 'name:neq:"Éclair Straße"'];
  assertRows(await get("/v3/contracts", ...filters), expected, "repeated");
  assertRows(await get("/v3/contracts", filters.join(",")), expected, "joined");
});

test("FIL-2: hostile text is a literal, for ids of another merchant as for SQL", async () => {
  const [foreign] = [await api.request("POST", "/v3/contracts", { body: { name: "Foreign" } })];
  assert.equal(foreign.status, 201);
  const texts = ["x' OR 1=1--", '";drop table contract;--', "$1", "name->>'a'", "Foreign", "%_".repeat(5_000)];
  for (const text of texts) {
    const rows = (await rowsOf("/v3/contracts")).filter(({ name }) => name === text);
    assertRows(await get("/v3/contracts", `name:eq:${text}`), rows, text.slice(0, 40));
    assert.equal((await get("/v3/contracts", `name:like:${text}`)).status, 200);
  }
});

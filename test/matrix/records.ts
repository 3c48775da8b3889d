import assert from "node:assert/strict";
import { sql } from "kysely";
import pg from "pg";
import { importClasses } from "../../src/catalog/class-service.ts";
import { importCustomFields } from "../../src/catalog/custom-field-service.ts";
import { addUser } from "../../src/platform/auth/users.ts";
import { inTransaction } from "../../src/platform/db/pool.ts";
import { listLoggedRequests, requestLogWriter } from "../../src/platform/request-log-store.ts";
import { write } from "../../src/platform/write.ts";
import { publishEvents } from "../../src/webhooks/delivery-service.ts";
import type { Json, TestApi, TestMerchant } from "../support/api.ts";
import { pendingChange, setPolicies } from "../support/approvals.ts";
import { type Client, clientOf } from "../support/client.ts";
import { committedTerm } from "../support/commitment-client.ts";
import { consolidatedOf } from "../support/consolidation.ts";
import { loadedBook } from "../support/loaded-books.ts";
import { enablePobs, meteredContract } from "../support/pobs.ts";
import { seatBody } from "../support/term-client.ts";
import type { Operation } from "./operations.ts";

/** A kind of record that a path, a body, a query or a filter can name. */
export type Kind =
  | "bookImport"
  | "billingTerm"
  | "billingTermGroup"
  | "category"
  | "changeRequest"
  | "class"
  | "closePackage"
  | "closeTask"
  | "commitment"
  | "commitmentSchedule"
  | "commitmentStep"
  | "consolidatedInvoice"
  | "contact"
  | "contract"
  | "adjustment"
  | "auditEntry"
  | "creditMemo"
  | "creditMemoApplication"
  | "customField"
  | "customer"
  | "discountAllocation"
  | "eventType"
  | "invoice"
  | "invoiceLine"
  | "item"
  | "job"
  | "journalEntry"
  | "journalExport"
  | "loggedRequest"
  | "key"
  | "member"
  | "modification"
  | "obligation"
  | "payment"
  | "paymentApplication"
  | "performanceObligation"
  | "product"
  | "savedView"
  | "seatAmendment"
  | "syncRecord"
  | "usageEvent"
  | "webhookDelivery"
  | "webhookEndpoint";

/** An id for every kind. */
export type Records = Readonly<Record<Kind, string>>;

/** Which kind of record an id in a path names: the path up to the id. */
const kindOfPath: Readonly<Record<string, Kind>> = {
  "/v3/adjustments/": "adjustment",
  "/v3/api-keys/": "key",
  "/v3/webhook-deliveries/": "webhookDelivery",
  "/v3/webhook-endpoints/": "webhookEndpoint",
  "/v3/book-imports/": "bookImport",
  "/v3/categories/": "category",
  "/v3/change-requests/": "changeRequest",
  "/v3/commitments/": "commitment",
  "/v3/consolidated-invoices/": "consolidatedInvoice",
  "/v3/contracts/": "contract",
  "/v3/contracts/{id}/commitments/": "commitment",
  "/v3/contracts/{id}/commitments/{commitmentId}/schedules/": "commitmentSchedule",
  "/v3/contracts/{id}/commitments/{commitmentId}/steps/": "commitmentStep",
  "/v3/contracts/{id}/billing-terms/": "billingTerm",
  "/v3/contracts/{id}/billing-terms/{billingTermId}/seat-amendments/": "seatAmendment",
  "/v3/contracts/{id}/discount-allocations/": "discountAllocation",
  "/v3/contracts/{id}/modifications/": "modification",
  "/v3/contracts/{id}/obligation/": "obligation",
  "/v3/contracts/{id}/billing-term-groups/": "billingTermGroup",
  "/v3/contracts/{id}/obligations/": "obligation",
  "/v3/contracts/{id}/performance-obligations/": "performanceObligation",
  "/v3/performance-obligations/": "performanceObligation",
  "/v3/credit-memos/": "creditMemo",
  "/v3/credit-memos/{id}/applications/": "creditMemoApplication",
  "/v3/customers/": "customer",
  "/v3/customers/{id}/contacts/": "contact",
  "/v3/customers/{id}/invoices/": "invoice",
  "/v3/events/": "usageEvent",
  "/v3/events/types/": "eventType",
  "/v3/invoices/": "invoice",
  "/v3/items/": "item",
  "/v3/jobs/": "job",
  "/v3/journal-entries/": "journalEntry",
  "/v3/journal-exports/": "journalExport",
  "/v3/members/": "member",
  "/v3/month-end-close/packages/": "closePackage",
  "/v3/month-end-close/task-templates/": "closeTask",
  "/v3/month-end-close/tasks/": "closeTask",
  "/v3/payments/": "payment",
  "/v3/payments/{id}/applications/": "paymentApplication",
  "/v3/products/": "product",
  "/v3/request-log/": "loggedRequest",
  "/v3/saved-views/": "savedView",
  "/v3/users/": "member",
  "/v3/sync/CREDIT_MEMO/": "creditMemo",
  "/v3/sync/CUSTOMER/": "customer",
  "/v3/sync/INVOICE/": "invoice",
  "/v3/sync/JOURNAL_ENTRY/": "journalEntry",
  "/v3/sync/PAYMENT/": "payment",
  "/v3/sync/records/": "syncRecord",
  "/v3.1/contracts/": "contract",
  "/v3.1/contracts/{id}/obligation/": "obligation",
};

/** Which kind of record a field of a body or a filter names. `id` alone depends on where it stands. */
const kindOfField: Readonly<Record<string, Kind>> = {
  "PUT /v3/customers/{id}/custom-field /id": "customField",
  "customFields/id": "customField",
  "customer/customFields/id": "customField",
  "GET /v3/audit-log id": "auditEntry",
  actorId: "key",
  billingTermGroupId: "billingTermGroup",
  billingTermId: "billingTerm",
  categoryId: "category",
  commitmentId: "commitment",
  classId: "class",
  consolidatedInvoiceId: "consolidatedInvoice",
  createdByUserId: "member",
  contractId: "contract",
  creditMemoId: "creditMemo",
  customerId: "customer",
  entityId: "contract",
  erpClassId: "class",
  eventIds: "usageEvent",
  eventTypeId: "eventType",
  integrationItemId: "item",
  invoiceId: "invoice",
  invoiceLineItemId: "invoiceLine",
  journalEntryId: "journalEntry",
  journalExportId: "journalExport",
  keyId: "key",
  userId: "member",
  itemId: "item",
  parentCustomerId: "customer",
  paymentId: "payment",
  billingTermIds: "billingTerm",
  billingTermsToAdd: "billingTerm",
  overageIntegrationItemId: "item",
  prepaymentIntegrationItem: "item",
  trueUpIntegrationItem: "item",
  scheduleId: "commitmentSchedule",
  sourceId: "invoice",
  performanceObligationId: "performanceObligation",
  performanceObligationIds: "performanceObligation",
  toEventTypeId: "eventType",
  "toUpdate/id": "performanceObligation",
  productId: "product",
  webhookEndpointId: "webhookEndpoint",
  seatAmendmentId: "seatAmendment",
};

/** Ids that others gave, which name no record of ours. */
const outsideIds = [
  "defaultPaymentMethodId",
  "departmentId",
  "locationId",
  "previousCommitmentId",
  "projectId",
  "requestId",
  "externalId",
  "externalIds",
  "externalIds.externalId",
  "localId",
  "vatId",
];

/** A group that a request makes, under an id that holds in the request alone (ADR 0064). */
const namesNewGroup = /^POST \/v3\/contracts \/billingTerms\/\d+\/billingTermGroupId$/;

/** The kind of the record that a field names; undefined for the ids of outside systems. */
export function kindOf(operation: Operation, name: string, pointer = ""): Kind | undefined {
  if (outsideIds.includes(name) || namesNewGroup.test(`${operation.name} ${pointer}`)) return undefined;
  const place = name === "id" ? pointer.replace(/\/\d+(?=\/)/g, "").slice(1) : name;
  const kind = kindOfField[`${operation.name} ${pointer || name}`] ?? kindOfField[place];
  assert.ok(kind !== undefined, `records.ts does not say what ${operation.name} names by ${pointer || name}`);
  return kind;
}

/** The kind of the record that an id in the path names. */
export function kindInPath({ path }: Operation, pathId: string): Kind {
  const before = path.slice(0, path.indexOf(`{${pathId}}`));
  const kind = kindOfPath[before];
  assert.ok(kind !== undefined, `records.ts does not say what ${before}{${pathId}} names`);
  return kind;
}

/** The path with its ids put in, and what its query cannot do without. */
export function pathWith(operation: Operation, records: Records, replaced: Readonly<Record<string, string>> = {}) {
  const path = operation.path.replace(
    /\{([^}]+)\}/g,
    (_all, pathId: string) => replaced[pathId] ?? records[kindInPath(operation, pathId)],
  );
  if (operation.method === "DELETE" && path.endsWith("/standalone-selling-prices")) {
    return `${path}?currency=USD&validFrom=2026-01-01`;
  }
  if (operation.method === "DELETE" && path.endsWith("/approval-policies")) return `${path}?kind=ADJUSTMENT`;
  const [, query] = requiredQueries.find(([paths]) => paths.test(path)) ?? [];
  return query === undefined ? path : `${path}?${query.replace("{customer}", records.customer)}`;
}

/** Reports and closes name their months or days in the query. */
const requiredQueries: readonly (readonly [RegExp, string])[] = [
  [/reports\/(?:revenue|contract-liability-roll-forward)$/, "startMonth=2026-01&endMonth=2026-02"],
  [/reports\/account-activity$/, "role=RECEIVABLE&from=2026-01-01&to=2026-02-28"],
  [/reports\/account-statement$/, "customerId={customer}&from=2026-01-01&to=2026-02-28"],
  [/reports\/(?:arr|arr-by-customer|receivables-ageing)$/, ""],
  [/reports\/|preview|close-period|reopen-period|close\/changes|close\/tasks$/, "month=2026-01"],
  [/\/usage-statement$/, "from=2026-01-01&to=2026-02-28"],
  [/\/search$/, "q=matrix"],
];

/** What one merchant has, with one record of every kind and a second parent whose children are others. */
export type Book = {
  readonly client: Client;
  /** In the name of every record, so that one that leaks can be told. */
  readonly label: string;
  readonly records: Records;
  /** The month of the merchant's clock when it was made, `2026-01`. */
  readonly month: string;
  /** A contract whose usage is recognized as it is consumed. */
  readonly metered: Awaited<ReturnType<typeof meteredContract>>;
  /** A contract with a commitment of two schedules, and a term of another event type. */
  readonly committed: Awaited<ReturnType<typeof committedOf>>;
  /** A contract whose prices are allocated, and a performance obligation of it that no discount belongs to yet. */
  readonly sharing: Awaited<ReturnType<typeof sharingContract>>;
  /** A contract and a customer, with an obligation and a contact of their own. */
  readonly others: Records;
  /** Sets the merchant's approval policies, and asks nobody. */
  readonly setPolicies: (policies: readonly object[]) => Promise<void>;
  /** A book that was loaded with a difference which nobody has accepted. */
  readonly loadedBook: () => Promise<string>;
  /** A change request that waits, asked for by somebody else. */
  readonly pendingChange: () => Promise<string>;
};

/** Makes the book of a merchant whose clock stands in February 2026, with invoices of January and February. */
export async function createBook(api: TestApi, merchant: TestMerchant, label: string): Promise<Book> {
  const client = clientOf(api, merchant);
  await enablePobs(api, merchant);
  await addUser(api.platform.db, merchant.merchantId, taskOwner);
  // What e-invoices say of both sides.
  const address = { country: "DE" };
  await client.ok("PATCH", "/v3/merchant", { address, registrationNumber: "HRB 104711" });
  const month: string = (await client.ok("GET", "/v3/test-clock")).now.slice(0, 7);
  const create = async (path: string, body: object = {}): Promise<string> =>
    (await client.ok("POST", path, { name: label, ...body })).id;
  const contractWith = async (customer: string) => {
    const contract = await create("/v3/contracts", { customerId: customer });
    const obligation = await client.add(contract, obligationNamed(label));
    return { contract, obligation };
  };
  const contactOf = async (customer: string): Promise<string> =>
    (await client.ok("POST", `/v3/customers/${customer}/contacts`, { email: "ada@example.com" })).id;

  const customer = await create("/v3/customers", { billingAddress: address });
  const { contract, obligation } = await contractWith(customer);
  await client.approve(contract);
  const [invoice] = (await client.ok("GET", "/v3/invoices?filter=status:eq:ISSUED")).data;
  const [entry] = (await client.ok("GET", "/v3/journal-entries")).data;
  const item = await create("/v3/items");
  const [audited] = (await client.ok("GET", "/v3/audit-log?filter=action:eq:contract.create")).data;
  const eventType = await create("/v3/events/types");
  const usageEvent = await usageOf(client, { customer, eventType }, label);
  const committed = await committedOf(client, label);
  const webhook = await webhookOf(api, client);
  const records: Records = {
    ...webhook,
    adjustment: await adjustmentOf(client, contract, label),
    commitment: committed.commitment,
    commitmentSchedule: committed.commitmentSchedule,
    commitmentStep: committed.commitmentStep,
    bookImport: await loadedBook(api, client, `${label}, loaded`),
    billingTerm: obligation.billingTermId,
    billingTermGroup: obligation.billingTermGroupId,
    category: await create("/v3/categories"),
    changeRequest: await approvalsOf(api, client).pendingChange(),
    member: await addUser(api.platform.db, merchant.merchantId, `${crypto.randomUUID()}@example.com`),
    closePackage: await closePackageOf(client),
    closeTask: await closeTaskOf(client, { label, month }),
    consolidatedInvoice: (await consolidatedOf(client, label, customer)).id,
    contact: await contactOf(customer),
    contract,
    customer,
    eventType,
    invoice: invoice.id,
    invoiceLine: invoice.lineItems[0].id,
    item,
    job: await jobOf(api, merchant),
    journalEntry: entry.id,
    journalExport: (await client.ok("POST", "/v3/journal-exports", exportBody("2026-01"))).id,
    auditEntry: audited.id,
    key: audited.actor.id,
    loggedRequest: await loggedRequestOf(api, merchant, label),
    obligation: obligation.id,
    performanceObligation: obligation.performanceObligationId,
    modification: (await changedTerm(client, customer, label)).modification,
    discountAllocation: (await allocatedDiscount(client, label)).discountAllocation,
    product: await create("/v3/products"),
    savedView: await create("/v3/saved-views", { screen: "contracts", query: "?status=BLOCKED" }),
    seatAmendment: (await seatsOf(client, customer, label)).seatAmendment,
    syncRecord: entry.id,
    usageEvent,
    ...(await applicationsOf(client, { customer, item, invoice: invoice.id }, label)),
    ...(await importRecords(api, client, label)),
  };
  const otherCustomer = await create("/v3/customers", { name: `${label}, second` });
  const other = await contractWith(otherCustomer);
  const others: Records = {
    ...records,
    customer: otherCustomer,
    contact: await contactOf(otherCustomer),
    contract: other.contract,
    billingTerm: other.obligation.billingTermId,
    obligation: other.obligation.id,
    ...(await applicationsOf(client, records, label)),
  };
  for (const [kind, id] of Object.entries(records)) assert.equal(typeof id, "string", `the book has a ${kind}`);
  const metered = await meteredContract(client, await create("/v3/events/types", { name: `${label}, second` }), {
    name: label,
  });
  const sharing = await sharingContract(client, label);
  const asOwner = approvalsOf(api, client);
  const loaded = () => loadedBook(api, client, `${label} ${crypto.randomUUID()}`);
  return { client, label, records, month, metered, committed, sharing, others, loadedBook: loaded, ...asOwner };
}

/** What of approvals a book needs that no endpoint does alone. */
function approvalsOf(api: TestApi, client: Client): Pick<Book, "setPolicies" | "pendingChange"> {
  const asOwner = async <T>(use: (owner: pg.Client) => Promise<T>): Promise<T> => {
    const owner = new pg.Client({ connectionString: api.connectionString });
    await owner.connect();
    return use(owner).finally(() => owner.end());
  };
  return {
    setPolicies: (policies) => asOwner((owner) => setPolicies(owner, client, policies)),
    pendingChange: async () => (await asOwner((owner) => pendingChange(owner, client))).id,
  };
}

/** A request as the program keeps it; that of a test keeps none, so that nothing changes by asking. */
async function loggedRequestOf(api: TestApi, { merchantId }: TestMerchant, label: string): Promise<string> {
  const log = requestLogWriter(api.platform.db, (error) => assert.ifError(error));
  const who = { requestId: label, keyId: null, userId: null };
  const bodies = { requestBody: JSON.stringify({ name: label }), answerBody: null };
  const path = "/v3/categories";
  log.add({ ...who, ...bodies, merchantId, path, method: "POST", status: 201, errorCode: null, milliseconds: 1 });
  await log.close();
  const list = { page: 1, limit: 1, filters: [], sort: [], cursor: undefined };
  const { requests } = await inTransaction(api.platform.db, merchantId, (tx) =>
    listLoggedRequests(tx, merchantId, list),
  );
  assert.ok(requests[0] !== undefined);
  return requests[0].id;
}

/** The package of December 2025, closed before anything happened in it. */
async function closePackageOf(client: Client): Promise<string> {
  await client.ok("POST", "/v3/month-end-close/close-period?month=2025-12");
  return (await client.ok("GET", "/v3/month-end-close/packages")).data[0].id;
}

/** A member of every merchant. */
const taskOwner = "ada@example.com";

/** The template of a task from a month on that no close waits for. */
export const taskTemplateBody = ({ label, month }: Pick<Book, "label" | "month">): Json => ({
  ...{ title: label, ownerEmail: taskOwner, dueDays: 3, fromMonth: month, isRequired: false },
});

export async function closeTaskOf(client: Client, of: Pick<Book, "label" | "month">): Promise<string> {
  return (await client.ok("POST", "/v3/month-end-close/task-templates", taskTemplateBody(of))).id;
}

/** An approved contract whose price was changed, and the change. */
export async function changedTerm(client: Client, customerId: string, name: string) {
  const { id: contract } = await client.ok("POST", "/v3/contracts", { name, customerId });
  const { billingSchedule, ...rest } = obligationNamed(name);
  const last = { serviceEndDate: "2026-12-31", billingSchedule: { ...billingSchedule, endDate: "2026-12-31" } };
  const { billingTermId } = await client.add(contract, { ...rest, ...last });
  await client.approve(contract);
  const pricing = [{ amount: "12.00", amountType: "TOTAL_INVOICE" }];
  await client.ok("PATCH", `/v3/contracts/${contract}/billing-terms/${billingTermId}`, { pricing });
  const [{ id: modification }] = (await client.ok("GET", `/v3/contracts/${contract}/modifications`)).data;
  return { contract, modification: modification as string };
}

/** A contract that gives 40.00 off what its two performance obligations sell for, and the first of them. */
export async function sharingContract(client: Client, name: string) {
  const contract = await client.contract({ name, allocationMethod: "RELATIVE_SSP" });
  const path = `/v3/contracts/${contract}`;
  const term = { ...obligationNamed(name).billingSchedule, interval: "YEAR", endDate: "2026-12-31" };
  const pricing = [{ amount: "110.00", amountType: "TOTAL_INVOICE" }];
  const { billingTermGroupId } = await client.ok("POST", `${path}/billing-terms`, { ...term, pricing });
  const pob = (transactionPrice: string, standaloneSellingPrice: string) => ({
    ...{ name, serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31", transactionPrice, standaloneSellingPrice },
  });
  const toCreate = [pob("60.00", "100.00"), pob("50.00", "50.00")];
  const { created } = await client.ok("POST", `${path}/performance-obligations`, { billingTermGroupId, toCreate });
  return { contract, performanceObligation: created[0].id as string };
}

/** A discount that belongs to some performance obligations, as a request. */
export const discountOf = (pobId: string): Json => ({
  discount: "40.00",
  performanceObligationIds: [pobId],
  conditions: { regularlySoldSeparately: true, bundleRegularlySoldAtDiscount: true, discountSubstantiallySame: true },
  evidence: "Price list 2026.",
});

/** A contract with a discount that belongs to one of its performance obligations. */
export async function allocatedDiscount(client: Client, name: string) {
  const sharing = await sharingContract(client, name);
  const path = `/v3/contracts/${sharing.contract}/discount-allocations`;
  const { id: discountAllocation } = await client.ok("POST", path, discountOf(sharing.performanceObligation));
  return { ...sharing, discountAllocation: discountAllocation as string };
}

/** A credit memo and a payment over 100.00, a little of each applied to an invoice. */
export async function applicationsOf(
  client: Client,
  of: Pick<Records, "customer" | "item" | "invoice">,
  label: string,
) {
  const { customer: customerId, item: itemId, invoice: invoiceId } = of;
  const applied = { invoiceId, amount: "0.01" };
  const { now } = await client.ok("GET", "/v3/test-clock");
  const memo = await client.ok("POST", "/v3/credit-memos", {
    ...{ customerId, issueDate: now.slice(0, 10), reason: label },
    items: [{ itemId, amount: "100.00", name: label }],
    applyOnCreate: applied,
  });
  const payment = await client.ok("POST", "/v3/payments", {
    ...{ customerId, amount: "100.00", reference: label },
    applications: [applied],
  });
  return {
    creditMemo: memo.id,
    creditMemoApplication: memo.applications[0].id,
    payment: payment.id,
    paymentApplication: payment.applications[0].id,
  };
}

/** A journal export of a month as a summary. */
export const exportBody = (month: string): Json => ({ month, level: "SUMMARY", format: "QUICKBOOKS" });

/** What an adjustment of a cent in February says. */
export const adjustmentBody = (contractId: string, reason: string): Json => ({
  ...{ date: "2026-02-01", currency: "USD", reason },
  lines: [
    { role: "CONTRACT_LIABILITY", debit: "0.01", contractId },
    { role: "REVENUE", credit: "0.01", contractId },
  ],
});

export async function adjustmentOf(client: Client, contractId: string, reason: string): Promise<string> {
  return (await client.ok("POST", "/v3/adjustments", adjustmentBody(contractId, reason))).id;
}

/** An event of the day, with a key of its own. */
export async function usageOf(client: Client, of: Pick<Records, "customer" | "eventType">, label: string) {
  const { now } = await client.ok("GET", "/v3/test-clock");
  const event = await client.ok("POST", "/v3/events", {
    ...{ customerId: of.customer, eventTypeId: of.eventType, idempotencyKey: crypto.randomUUID() },
    ...{ datetime: now, value: "1", differentiator: label },
  });
  return event.id as string;
}

/** A contract with ten seats, and five more of them from April on. */
export async function seatsOf(client: Client, customerId: string, name: string) {
  const { id: contract } = await client.ok("POST", "/v3/contracts", { name, customerId });
  const path = `/v3/contracts/${contract}/billing-terms`;
  const { id: billingTerm } = await client.ok("POST", path, seatBody({ name }));
  const amended = { effectiveDate: "2026-04-01", delta: "5" };
  const { id: seatAmendment } = await client.ok("POST", `${path}/${billingTerm}/seat-amendment`, amended);
  return { contract, billingTerm, seatAmendment };
}

/** A commitment on calls for two quarters of 2026, with two steps each, beside a term that nothing commits on. */
export async function committedOf(client: Client, name: string) {
  const { id: customer } = await client.ok("POST", "/v3/customers", { name });
  const { id: contract } = await client.ok("POST", "/v3/contracts", { name, customerId: customer });
  const path = `/v3/contracts/${contract}`;
  const termNamed = async (): Promise<string> => {
    const { id: eventTypeId } = await client.ok("POST", "/v3/events/types", { name: `${name} ${crypto.randomUUID()}` });
    const body = committedTerm(eventTypeId, "0.01", { name, endDate: undefined });
    return (await client.ok("POST", `${path}/billing-terms`, body)).id;
  };
  const [billingTerm, free] = [await termNamed(), await termNamed()];
  const steps = ["1000", "500"].map((commitmentValue) => ({ commitmentValue, name, billingTermIds: [billingTerm] }));
  const schedules = [
    { startDate: "2026-01-01", endDate: "2026-03-31", steps },
    { startDate: "2026-04-01", endDate: "2026-06-30", steps },
  ];
  const created = await client.ok("POST", `${path}/commitments`, {
    commitments: [{ name, commitmentUnitType: "CURRENCY", schedules }],
  });
  const [commitment] = created.commitments;
  const last = commitment.schedules.at(-1);
  const ids = { commitment: commitment.id, commitmentSchedule: last.id, commitmentStep: last.steps.at(-1).id };
  return { ...(ids as Record<keyof typeof ids, string>), contract: contract as string, billingTerm, free };
}

/** 10.00 a month from January 2026 on, without an end. */
export const obligationNamed = (name: string): Json => ({
  serviceStartDate: "2026-01-01",
  billingSchedule: {
    name,
    startDate: "2026-01-01",
    interval: "MONTH",
    invoiceDateStrategy: "FIRST_OF_PERIOD",
    billingType: "FLAT",
    pricing: [{ amount: "10.00", amountType: "TOTAL_INVOICE" }],
  },
});

/** Classes and custom fields come from a file of the accounting system, at the command line. */
async function importRecords(
  api: TestApi,
  client: Client,
  name: string,
): Promise<Pick<Records, "class" | "customField">> {
  const { merchantId } = client.merchant;
  await write(api.platform, { merchantId, actor: { kind: "SYSTEM", id: "matrix" } }, async (ctx) => {
    await importClasses(ctx, [{ externalId: "1", name }]);
    await importCustomFields(ctx, [{ externalId: "1", name, appliesTo: "CUSTOMER" }]);
  });
  const [erpClass] = await client.ok("GET", "/v3/classes");
  const [customField] = await client.ok("GET", "/v3/custom-fields");
  return { class: erpClass.id, customField: customField.id };
}

async function jobOf(api: TestApi, { merchantId }: TestMerchant): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from pgboss.job where data ->> 'merchantId' = ${merchantId} limit 1`.execute(api.platform.db);
  assert.ok(rows[0], "a write left a job");
  return rows[0].id;
}

/** An endpoint that nothing is sent to, for no worker runs, and a delivery that waits for one. */
export async function webhookOf(
  { platform }: TestApi,
  client: Client,
): Promise<{ webhookEndpoint: string; webhookDelivery: string }> {
  const { id } = await client.ok("POST", "/v3/webhook-endpoints", { url: "https://8.8.8.8/in" });
  await client.ok("POST", `/v3/webhook-endpoints/${id}/test`);
  await publishEvents(platform.db, client.merchant.merchantId);
  const { data } = await client.ok("GET", `/v3/webhook-deliveries?filter=webhookEndpointId:eq:${id}&limit=1`);
  return { webhookEndpoint: id, webhookDelivery: data[0].id };
}

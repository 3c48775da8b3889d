import type pg from "pg";
import { approvalWrites } from "./audited-approvals.ts";
import { closeWrites } from "./audited-close.ts";
import { commitmentWrites } from "./audited-commitments.ts";
import { peopleWrites } from "./audited-people.ts";
import { pobWrites } from "./audited-pobs.ts";
import { receivableWrites } from "./audited-receivables.ts";
import { syncWrites } from "./audited-sync.ts";
import { termWrites } from "./audited-terms.ts";
import { usageWrites } from "./audited-usage.ts";
import { webhookWrites } from "./audited-webhooks.ts";
import { type Client, obligationBody, unknownId } from "./client.ts";

export type Request = { readonly path: string; readonly body?: unknown; readonly headers?: Record<string, string> };

/** One write that succeeds, and one of the same operation that is rejected. */
export type Case = {
  readonly request: Request;
  /** How the rejected request differs. */
  readonly rejected: Partial<Request>;
  readonly code: string;
  readonly action: string;
  /** "CUSTOMER", with the id of the record if it exists before the request. */
  readonly target: readonly [type: string, id?: string];
  /** The actor of the rows of `action`, if it is not the key that sends the request. */
  readonly actorId?: string;
  /** A table that the request writes to. */
  readonly table: string;
  /** Further audit rows, and why one request writes several. */
  readonly further?: { readonly actions: readonly string[]; readonly because: string };
  /** Fields that the answer shows once, and a repetition does not. */
  readonly secret?: Readonly<Record<string, null>>;
  /** The action of the audit row that a denied attempt leaves by design; other denials are only in the request log. */
  readonly denied?: string;
};

/** Makes the records that a case needs; `owner` is for those that no endpoint makes. */
export type Prepare = (client: Client, owner: pg.Client) => Promise<Case>;

/** A case about one record. The path ends with `path`, and the rejected request names an unknown record. */
const about =
  (
    collection: string,
    create: (client: Client) => Promise<string>,
    rest: Omit<Case, "request" | "rejected" | "target" | "code"> & {
      readonly path?: string;
      readonly body?: unknown;
      readonly headers?: Record<string, string>;
      readonly type: string;
      readonly code: string;
    },
  ): Prepare =>
  async (client) => {
    const id = await create(client);
    const { path = "", body, headers, type, ...fixed } = rest;
    const at = (recordId: string) => `${collection}/${recordId}${path}`;
    const request = {
      path: at(id),
      ...(body === undefined ? {} : { body }),
      ...(headers === undefined ? {} : { headers }),
    };
    return { ...fixed, request, rejected: { path: at(unknownId) }, target: [type, id] };
  };

/** A case that creates a record, rejected for a body without its required field. */
const creating =
  (path: string, body: unknown, rest: Pick<Case, "action" | "table"> & { readonly type: string }): Prepare =>
  async () => {
    const { type, ...fixed } = rest;
    return { ...fixed, request: { path, body }, rejected: { body: {} }, code: "VALIDATION_FAILED", target: [type] };
  };

const created = (path: string, body: object) => async (client: Client) => (await client.ok("POST", path, body)).id;
const customer = created("/v3/customers", { name: "Customer" });
const item = created("/v3/items", { name: "Item" });
const product = created("/v3/products", { name: "Product" });
const pricedProduct = created("/v3/products", {
  ...{ name: "Product", standaloneSellingPrices: [{ currency: "USD", amount: "10.00", validFrom: "2026-01-01" }] },
});
const contract = (client: Client) => client.contract();

const withTerms = async (client: Client) => {
  const id = await client.contract();
  await client.add(id, obligationBody());
  return id;
};
const blockedWithFile = async (client: Client) => {
  const id = await withTerms(client);
  await client.send("POST", `/v3/contracts/${id}/file?shouldProcess=false`, form.body, form.headers);
  await client.ok("POST", `/v3/contracts/${id}/actions`, { action: "BLOCK", reason: "Wait" });
  return id;
};

const form = {
  headers: { "content-type": "multipart/form-data; boundary=part" },
  body: [
    "--part",
    'content-disposition: form-data; name="file"; filename="contract.pdf"',
    "content-type: application/pdf",
    "",
    "%PDF-1.4 audit",
    "--part--",
    "",
  ].join("\r\n"),
};

const ofCustomer = (path: string, body: unknown, action: string, table = "customer") =>
  about("/v3/customers", customer, { path, body, action, type: "CUSTOMER", code: "CUSTOMER_NOT_FOUND", table });
const ofItem = (path: string, body: unknown, action: string) =>
  about("/v3/items", item, { path, body, action, type: "ITEM", code: "ITEM_NOT_FOUND", table: "item" });
const ofContract = (path: string, action: string, parts: { body?: unknown; create?: typeof contract } = {}) =>
  about("/v3/contracts", parts.create ?? contract, {
    path,
    ...("body" in parts ? { body: parts.body } : {}),
    action,
    type: "CONTRACT",
    code: "CONTRACT_NOT_FOUND",
    table: "contract",
  });

const ofContact =
  (action: string, body?: unknown): Prepare =>
  async (client) => {
    const contacts = `/v3/customers/${await customer(client)}/contacts`;
    const { id } = await client.ok("POST", contacts, { email: "ada@example.com" });
    return {
      request: { path: `${contacts}/${id}`, ...(body === undefined ? {} : { body }) },
      rejected: { path: `${contacts}/${unknownId}` },
      code: "CONTACT_NOT_FOUND",
      action,
      target: ["CONTACT", id],
      table: "outbox_event",
    };
  };

/** A case for every write of the OpenAPI document, by its method and path. */
export const audited: Readonly<Record<string, Prepare>> = {
  "POST /v3/categories": creating(
    "/v3/categories",
    { name: "New" },
    { action: "category.create", type: "CATEGORY", table: "category" },
  ),
  "PATCH /v3/categories/{id}": about("/v3/categories", created("/v3/categories", { name: "Old" }), {
    body: { revenueAccount: "Other revenue" },
    action: "category.update",
    type: "CATEGORY",
    code: "CATEGORY_NOT_FOUND",
    table: "category",
  }),
  "DELETE /v3/categories/{id}": about("/v3/categories", created("/v3/categories", { name: "Old" }), {
    action: "category.delete",
    type: "CATEGORY",
    code: "CATEGORY_NOT_FOUND",
    table: "category",
  }),
  "POST /v3/items": creating("/v3/items", { name: "New" }, { action: "item.create", type: "ITEM", table: "item" }),
  "PATCH /v3/items/{id}": ofItem("", { name: "Other" }, "item.update"),
  "PATCH /v3/items/{id}/external-ids": ofItem(
    "/external-ids",
    { externalIds: [{ sourceType: "ERP_A", externalId: "1" }] },
    "item.set-external-ids",
  ),
  "POST /v3/products": creating(
    "/v3/products",
    { name: "New" },
    { action: "product.create", type: "PRODUCT", table: "product" },
  ),
  "PATCH /v3/products/{id}": about("/v3/products", product, {
    body: { name: "Other" },
    action: "product.update",
    type: "PRODUCT",
    code: "PRODUCT_NOT_FOUND",
    table: "product",
  }),
  "POST /v3/products/{id}/standalone-selling-prices": about("/v3/products", product, {
    path: "/standalone-selling-prices",
    body: { currency: "USD", price: "10.00", validFrom: "2026-01-01" },
    action: "product.update",
    type: "PRODUCT",
    code: "PRODUCT_NOT_FOUND",
    table: "standalone_selling_price",
  }),
  "DELETE /v3/products/{id}/standalone-selling-prices": about("/v3/products", pricedProduct, {
    path: "/standalone-selling-prices?currency=USD&validFrom=2026-01-01",
    action: "product.update",
    type: "PRODUCT",
    code: "PRODUCT_NOT_FOUND",
    table: "product",
  }),
  "POST /v3/customers": creating(
    "/v3/customers",
    { name: "New" },
    { action: "customer.create", type: "CUSTOMER", table: "customer" },
  ),
  "PATCH /v3/customers/{id}": ofCustomer("", { name: "Other" }, "customer.update"),
  "DELETE /v3/customers/{id}": ofCustomer("", undefined, "customer.delete"),
  "POST /v3/customers/{id}/sub-customers": async (client) => {
    const id = await customer(client);
    return {
      request: { path: `/v3/customers/${id}/sub-customers`, body: { name: "Sub" } },
      rejected: { path: `/v3/customers/${unknownId}/sub-customers` },
      code: "CUSTOMER_NOT_FOUND",
      action: "customer.create",
      target: ["CUSTOMER"],
      table: "customer",
    };
  },
  "POST /v3/customers/{id}/address": ofCustomer("/address", { billingAddress: { country: "LV" } }, "customer.update"),
  "POST /v3/customers/{id}/external-ids": ofCustomer(
    "/external-ids",
    { externalIds: [{ sourceType: "CRM_A", externalId: "1" }] },
    "customer.update",
  ),
  "PUT /v3/customers/{id}/autocharge": ofCustomer("/autocharge", { autoCharge: true }, "customer.update"),
  "PUT /v3/customers/{id}/custom-field": async (client, owner) => {
    const id = await customer(client);
    return {
      request: {
        path: `/v3/customers/${id}/custom-field`,
        body: { id: await customField(client, owner), value: "Riga" },
      },
      rejected: { path: `/v3/customers/${unknownId}/custom-field` },
      code: "CUSTOMER_NOT_FOUND",
      action: "customer.update",
      target: ["CUSTOMER", id],
      table: "customer",
    };
  },
  "POST /v3/customers/{id}/contacts": async (client) => ({
    request: { path: `/v3/customers/${await customer(client)}/contacts`, body: { email: "ada@example.com" } },
    rejected: { body: { email: "nobody" } },
    code: "VALIDATION_FAILED",
    action: "contact.create",
    target: ["CONTACT"],
    table: "customer_contact",
  }),
  "PATCH /v3/customers/{id}/contacts/{contactId}": ofContact("contact.update", { lastName: "Lovelace" }),
  "DELETE /v3/customers/{id}/contacts/{contactId}": ofContact("contact.delete"),
  "POST /v3/payment-accounts/bulk-link": async (client) => {
    const link = (customerId: string, reference: string) => ({
      customerId,
      processorType: "PROCESSOR_A",
      processorCustomerRef: reference,
    });
    const [first, second] = [await customer(client), await customer(client)];
    return {
      request: {
        path: "/v3/payment-accounts/bulk-link",
        body: { items: [link(first, "cus_1"), link(second, "cus_2"), link(unknownId, "cus_3")] },
      },
      rejected: { body: { items: [] } },
      code: "VALIDATION_FAILED",
      action: "payment-account.link",
      target: ["CUSTOMER", first],
      table: "outbox_event",
      further: { actions: ["payment-account.link"], because: "each customer that is linked has a row of its own" },
    };
  },
  "POST /v3/contracts": creating(
    "/v3/contracts",
    { name: "New" },
    { action: "contract.create", type: "CONTRACT", table: "contract" },
  ),
  "PATCH /v3/contracts/{id}": ofContract("", "contract.update", { body: { poNumber: "PO-1" } }),
  "DELETE /v3/contracts/{id}": ofContract("", "contract.delete"),
  "POST /v3/contracts/{id}/actions": ofContract("/actions", "contract.approve", {
    create: withTerms,
    body: { action: "APPROVE" },
  }),
  "POST /v3/contracts/{id}/opening": about("/v3/contracts", withTerms, {
    ...{ path: "/opening", body: { asOf: "2024-12-31" }, action: "contract.open", type: "CONTRACT" },
    ...{ code: "CONTRACT_NOT_FOUND", table: "contract_opening" },
    further: {
      actions: ["contract.approve", "contract.open-obligations"],
      because: "a contract that is loaded is approved with it",
    },
  }),
  "PATCH /v3/contracts/{id}/metadata": ofContract("/metadata", "contract.update-metadata", {
    body: { metadata: { a: 1 } },
  }),
  "DELETE /v3/contracts/{id}/metadata": ofContract("/metadata", "contract.update-metadata", {
    create: (client) => client.contract({ metadata: { a: 1 } }),
  }),
  "POST /v3/contracts/{id}/file": about("/v3/contracts", contract, {
    path: "/file",
    ...form,
    action: "contract.upload-file",
    type: "CONTRACT",
    code: "CONTRACT_NOT_FOUND",
    table: "contract_file",
  }),
  "DELETE /v3/contracts/{id}/file": ofContract("/file", "contract.remove-file", { create: blockedWithFile }),
  "POST /v3/events/types": creating(
    "/v3/events/types",
    { name: "New" },
    { action: "event-type.create", type: "EVENT_TYPE", table: "event_type" },
  ),
  "DELETE /v3/events/types/{eventTypeId}": about("/v3/events/types", created("/v3/events/types", { name: "Old" }), {
    action: "event-type.delete",
    type: "EVENT_TYPE",
    code: "EVENT_TYPE_NOT_FOUND",
    table: "outbox_event",
  }),
  "POST /v3/contracts/{id}/obligations": async (client) => {
    const id = await client.contract();
    return {
      request: { path: `/v3/contracts/${id}/obligations`, body: obligationBody() },
      rejected: { path: `/v3/contracts/${unknownId}/obligations` },
      code: "CONTRACT_NOT_FOUND",
      action: "obligation.create",
      target: ["OBLIGATION"],
      table: "obligation",
    };
  },
  "DELETE /v3/contracts/{id}/obligations/{obligationId}": async (client) => {
    const id = await client.contract();
    const pob = await client.add(id, obligationBody());
    const at = (contractId: string) => `/v3/contracts/${contractId}/obligations/${pob.id}`;
    return {
      request: { path: at(id) },
      rejected: { path: at(unknownId) },
      code: "CONTRACT_NOT_FOUND",
      action: "obligation.delete",
      target: ["OBLIGATION", pob.id],
      table: "obligation",
    };
  },
  ...approvalWrites,
  ...webhookWrites,
  ...peopleWrites,
  ...closeWrites,
  ...receivableWrites,
  ...usageWrites,
  ...commitmentWrites,
  ...pobWrites,
  ...termWrites,
  ...syncWrites,
  "PATCH /v3/merchant": async (client) => ({
    request: { path: "/v3/merchant", body: { legalName: "Legal" } },
    rejected: { body: { legalName: 7 } },
    code: "VALIDATION_FAILED",
    action: "merchant.update",
    target: ["MERCHANT", client.merchant.merchantId],
    table: "merchant_profile",
  }),
  "POST /v3/test-clock/advance": async (client) => ({
    request: { path: "/v3/test-clock/advance", body: { to: "2026-02-01T00:00:00Z" } },
    rejected: { body: { to: "2025-01-01T00:00:00Z" } },
    code: "CLOCK_BACKWARDS",
    action: "test-clock.advance",
    target: ["TEST_CLOCK", client.merchant.merchantId],
    table: "sandbox_clock",
  }),
};

/** Custom fields come from the accounting system, not through the API. */
async function customField({ merchant }: Client, owner: pg.Client): Promise<string> {
  const id = crypto.randomUUID();
  await owner.query(
    "insert into custom_field (merchant_id, id, external_id, name, applies_to, created_at, last_updated_at) values ($1, $2, 'region', 'Region', 'CUSTOMER', now(), now())",
    [merchant.merchantId, id],
  );
  return id;
}

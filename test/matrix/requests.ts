import assert from "node:assert/strict";
import type { ApiAnswer, ApiRequest, Json, TestApi } from "../support/api.ts";
import { pdfOf } from "../support/pdf.ts";
import type { Operation } from "./operations.ts";
import { type Book, obligationNamed, pathWith, type Records } from "./records.ts";

const externalIds = [{ sourceType: "ERP_A", externalId: "1" }];

/** A body that every operation carries out, on records that are as the operation needs them. */
const validBodies: Readonly<Record<string, (book: Book) => Json>> = {
  "POST /v3/categories": () => ({ name: `Category ${unique()}` }),
  "PATCH /v3/categories/{id}": () => ({ revenueAccount: "4000" }),
  "POST /v3/contracts": ({ label, records }) => ({ name: label, customerId: records.customer }),
  "PATCH /v3/contracts/{id}": ({ label }) => ({ name: `${label}, renamed` }),
  "POST /v3/contracts/{id}/actions": () => ({ action: "APPROVE" }),
  "PATCH /v3/contracts/{id}/metadata": ({ label }) => ({ metadata: { label } }),
  "POST /v3/contracts/{id}/obligations": ({ label }) => obligationNamed(label),
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
  "POST /v3/events/types": () => ({ name: `Event type ${unique()}` }),
  "POST /v3/items": ({ label }) => ({ name: label }),
  "PATCH /v3/items/{id}": ({ label }) => ({ displayName: label }),
  "PATCH /v3/items/{id}/external-ids": () => ({ externalIds }),
  "PATCH /v3/merchant": ({ label }) => ({ legalName: label }),
  "POST /v3/payment-accounts/bulk-link": ({ label, records }) => ({
    items: [
      {
        customerId: records.customer,
        processorType: "PROCESSOR_A",
        processorCustomerRef: `cus_${label.length}abcdefgh`,
      },
    ],
  }),
  "POST /v3/products": ({ label }) => ({ name: label }),
  "PATCH /v3/products/{id}": ({ label }) => ({ description: label }),
  "POST /v3/test-clock/advance": () => ({ to: "2026-02-16T00:00:00Z" }),
};

/** Records that an operation needs and the book has not: those in a certain state, and those that it takes away. */
const preparations: Readonly<Record<string, (book: Book) => Promise<Partial<Records>>>> = {
  "DELETE /v3/categories/{id}": async ({ client }) => ({
    category: (await client.ok("POST", "/v3/categories", { name: `Category ${unique()}` })).id,
  }),
  "DELETE /v3/customers/{id}": async ({ client, label }) => ({
    customer: (await client.ok("POST", "/v3/customers", { name: label })).id,
  }),
  "DELETE /v3/customers/{id}/contacts/{contactId}": async ({ client, records }) => ({
    contact: (await client.ok("POST", `/v3/customers/${records.customer}/contacts`, { email: "bob@example.com" })).id,
  }),
  "DELETE /v3/events/types/{eventTypeId}": async ({ client }) => ({
    eventType: (await client.ok("POST", "/v3/events/types", { name: `Event type ${unique()}` })).id,
  }),
  "PATCH /v3/contracts/{id}": async (book) => ({ contract: (await contractWithTerms(book)).contract }),
  "DELETE /v3/contracts/{id}": async (book) => ({ contract: (await contractWithTerms(book)).contract }),
  "POST /v3/contracts/{id}/actions": async (book) => ({ contract: (await contractWithTerms(book)).contract }),
  "DELETE /v3/contracts/{id}/obligations/{obligationId}": (book) => contractWithTerms(book),
  "GET /v3/contracts/{id}/file": (book) => contractWithFile(book),
  "POST /v3/contracts/{id}/file": async (book) => ({ contract: (await contractWithTerms(book)).contract }),
  "DELETE /v3/contracts/{id}/file": (book) => contractWithFile(book),
  "POST /v3/month-end-close/reopen-period": async ({ client }) => {
    await client.send("POST", "/v3/month-end-close/close-period?month=2026-01");
    return {};
  },
};

async function contractWithTerms({ client, label, records }: Book) {
  const { id: contract } = await client.ok("POST", "/v3/contracts", { name: label, customerId: records.customer });
  const { id: obligation } = await client.add(contract, obligationNamed(label));
  return { contract, obligation };
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

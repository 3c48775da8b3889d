// Shared by the tests of contracts: an API with two merchants, started for each file that uses it.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { inTransaction } from "../../src/platform/db/pool.ts";
import { startApi } from "./api.ts";

export type Contract = {
  id: string;
  name: string;
  customerId: string | null;
  status: string;
  source: string;
  externalIds: { externalId: string; sourceType: string }[];
  blockReasons: { code: string }[];
  createdAt: string;
  lastUpdatedAt: string;
  metadata: Record<string, unknown> | null;
} & Record<string, unknown>;
export type Page = { data: Contract[]; totalItems: number; currentPage: number; limit: number };
export type Answer = { readonly status: number; readonly body: unknown };
export type Merchant = "A" | "B";

export let api: Awaited<ReturnType<typeof startApi>>;
export let customerId: string;

/** Starts the API with a customer before the tests of the calling file, and closes it after them. */
export function useContractRecords(): void {
  before(async () => {
    api = await startApi();
    customerId = await createCustomer({ name: "Acme", defaultCurrency: "EUR", netPaymentTerms: 14 });
  });
  after(() => api.close());
}

export const unknownId = "0197f1a0-5c1e-7b9a-9a55-000000000000";

export const send = (method: string, path: string, body?: unknown, merchant: Merchant = "A") => {
  const key = api.merchants[merchant].writeKey;
  return api.request(method, path, body === undefined ? { key } : { key, body });
};
export const payloadOf = <Payload>({ body }: Answer) => (body as { payload: Payload }).payload;
export const errorOf = ({ status, body }: Answer) => {
  const { error } = body as {
    error: { errorCode: string; message: string; details: Record<string, unknown> & { issues?: Issue[] } };
  };
  const issues = (error.details.issues ?? []).map(({ path, code }) => `${path} ${code}`).toSorted();
  return { status, code: error.errorCode, message: error.message, details: error.details, issues };
};
export type Issue = { path: string; code: string };
export const rejection = (answer: Answer) => {
  const { status, code, issues } = errorOf(answer);
  return [status, code, ...issues];
};
export const withoutRequestId = ({ status, body }: Answer) => ({
  status,
  text: JSON.stringify(body).replace(/"requestId":"[^"]*"/, ""),
});

export async function createCustomer(body: object, merchant: Merchant = "A"): Promise<string> {
  return payloadOf<{ id: string }>(await send("POST", "/v3/customers", body, merchant)).id;
}

export async function create(body: object = {}, merchant: Merchant = "A"): Promise<Contract> {
  const answer = await send("POST", "/v3/contracts", { name: "Contract", ...body }, merchant);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return payloadOf<Contract>(answer);
}

export const get = async (id: string) => payloadOf<Contract>(await send("GET", `/v3/contracts/${id}`));
export const patch = (id: string, body: object) => send("PATCH", `/v3/contracts/${id}`, body);
export const approve = (id: string) => send("POST", `/v3/contracts/${id}/actions`, { action: "APPROVE" });

/** Works directly on the database, for what no endpoint shows or does. */
export function inMerchant<T>(work: Parameters<typeof inTransaction<T>>[2]): Promise<T> {
  return inTransaction(api.platform.db, api.merchants.A.merchantId, work);
}

export async function auditedActions(contractId: string): Promise<string[]> {
  const rows = await inMerchant((tx) =>
    tx.selectFrom("audit_log").select("action").where("entity_id", "=", contractId).orderBy("id").execute(),
  );
  return rows.map(({ action }) => action);
}

export async function addObligation(contractId: string): Promise<void> {
  const answer = await send("POST", `/v3/contracts/${contractId}/obligations`, {
    serviceStartDate: "2026-01-01",
    serviceEndDate: "2026-12-31",
    billingSchedule: {
      name: "Subscription",
      startDate: "2026-01-01",
      endDate: "2026-12-31",
      interval: "YEAR",
      invoiceDateStrategy: "FIRST_OF_PERIOD",
      billingType: "FLAT",
      pricing: [{ amount: "1200.00", amountType: "TOTAL_INVOICE" }],
    },
  });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
}

import assert from "node:assert/strict";
import type { ApiAnswer, Json, TestApi, TestMerchant } from "./api.ts";

/** Common steps of contract tests, as one merchant. */
export type ContractClient = {
  readonly merchant: TestMerchant;
  readonly send: (method: string, path: string, body?: unknown) => Promise<ApiAnswer>;
  /** A contract with a customer. */
  readonly create: (body?: object) => Promise<Json>;
  readonly get: (contractId: string) => Promise<Json>;
  readonly addObligation: (contractId: string, schedule?: object) => Promise<Json>;
  readonly act: (contractId: string, action: string, reason?: string) => Promise<ApiAnswer>;
  /** A contract with terms, ready to be approved. */
  readonly createProcessed: () => Promise<Json>;
  readonly upload: (contractId: string, bytes: Buffer, options?: UploadOptions) => Promise<ApiAnswer>;
  /** Does the worker's work, by advancing the sandbox clock. */
  readonly drain: () => Promise<void>;
};

export type UploadOptions = {
  readonly query?: string;
  readonly fileName?: string;
  readonly type?: string;
  readonly headers?: Record<string, string>;
};

export async function contractClient(api: TestApi, merchant: TestMerchant): Promise<ContractClient> {
  const send: ContractClient["send"] = (method, path, body) =>
    api.request(method, path, { key: merchant.writeKey, ...(body === undefined ? {} : { body }) });
  const expected = async (status: number, request: Promise<ApiAnswer>): Promise<Json> => {
    const answer = await request;
    assert.equal(answer.status, status, JSON.stringify(answer.body));
    return answer.body.payload;
  };
  const customer = await expected(201, send("POST", "/v3/customers", { name: "Acme" }));
  const path = (contractId: string) => `/v3/contracts/${contractId}`;

  const create: ContractClient["create"] = (body = {}) =>
    expected(201, send("POST", "/v3/contracts", { name: "Contract", customerId: customer.id, ...body }));
  const get: ContractClient["get"] = (contractId) => expected(200, send("GET", path(contractId)));
  const addObligation: ContractClient["addObligation"] = (contractId, schedule = {}) => {
    const billingSchedule = {
      name: "Subscription",
      startDate: "2026-01-01",
      endDate: "2026-12-31",
      interval: "YEAR",
      invoiceDateStrategy: "FIRST_OF_PERIOD",
      billingType: "FLAT",
      pricing: [{ amount: "1200.00", amountType: "TOTAL_INVOICE" }],
      ...schedule,
    };
    const service = { serviceStartDate: billingSchedule.startDate, serviceEndDate: billingSchedule.endDate };
    return expected(201, send("POST", `${path(contractId)}/obligations`, { ...service, billingSchedule }));
  };
  return {
    merchant,
    send,
    create,
    get,
    addObligation,
    act: (contractId, action, reason) =>
      send("POST", `${path(contractId)}/actions`, { action, ...(reason === undefined ? {} : { reason }) }),
    createProcessed: async () => {
      const { id } = await create();
      await addObligation(id);
      return get(id);
    },
    upload: async (
      contractId,
      bytes,
      { query = "", fileName = "contract.pdf", type = "application/pdf", headers = {} } = {},
    ) => {
      const form = new FormData();
      form.append("file", new Blob([new Uint8Array(bytes)], { type }), fileName);
      const answer = await fetch(`${api.url}${path(contractId)}/file${query}`, {
        method: "POST",
        headers: { authorization: `Bearer ${merchant.writeKey}`, ...headers },
        body: form,
      });
      return { status: answer.status, body: await answer.json(), headers: answer.headers };
    },
    drain: async () => {
      const { now } = await expected(200, send("GET", "/v3/test-clock"));
      await expected(200, send("POST", "/v3/test-clock/advance", { to: now }));
    },
  };
}

/** Status and code of a rejection. */
export function rejection({ status, body }: ApiAnswer): string {
  return `${status} ${body.error?.errorCode ?? ""}`.trim();
}

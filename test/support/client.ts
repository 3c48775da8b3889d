import assert from "node:assert/strict";
import type { ApiAnswer, Json, TestApi, TestMerchant } from "./api.ts";

/** Calls as one merchant, and shortcuts for common steps of contract tests. */
export type Client = {
  readonly merchant: TestMerchant;
  readonly send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<ApiAnswer>;
  /** The payload of a call that must succeed. */
  readonly ok: (method: string, path: string, body?: unknown) => Promise<Json>;
  /** The id of a new contract with a customer of its own. */
  readonly contract: (body?: object) => Promise<string>;
  readonly add: (contractId: string, pob: unknown) => Promise<Json>;
  /** Approves a contract and has its invoices generated. */
  readonly approve: (contractId: string) => Promise<void>;
  readonly drainOutbox: () => Promise<void>;
  readonly advance: (to: string) => Promise<void>;
  /** Balances by account role at the end of a month, debits positive; fails if the books do not balance. */
  readonly balances: (month: string) => Promise<(role: string) => string>;
};

export function clientOf(api: TestApi, merchant: TestMerchant): Client {
  const send: Client["send"] = (method, path, body, headers = {}) =>
    api.request(method, path, { key: merchant.writeKey, headers, ...(body === undefined ? {} : { body }) });
  const ok: Client["ok"] = async (method, path, body) => {
    const answer = await send(method, path, body);
    const cause = answer.status === 500 ? ` ${api.loggedErrors.at(-1)}` : "";
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}${cause}`);
    return answer.body.payload;
  };
  const drainOutbox = () => api.drainOutbox(merchant);
  return {
    merchant,
    send,
    ok,
    drainOutbox,
    contract: async (body = {}) => {
      const { id: customerId } = await ok("POST", "/v3/customers", { name: "Northwind" });
      return (await ok("POST", "/v3/contracts", { name: "Plan", customerId, ...body })).id;
    },
    add: (contractId, pob) => ok("POST", `/v3/contracts/${contractId}/obligations`, pob),
    approve: async (contractId) => {
      await ok("POST", `/v3/contracts/${contractId}/actions`, { action: "APPROVE" });
      await drainOutbox();
    },
    advance: (to) => ok("POST", "/v3/test-clock/advance", { to }),
    balances: async (month) => {
      const { currencies } = await ok("GET", `/v3/reports/trial-balance?month=${month}`);
      const [only] = currencies;
      assert.equal(only?.totalDebit, only?.totalCredit, "the books balance");
      return (role) => only?.accounts.find((account: Json) => account.role === role)?.balance ?? "0.00";
    },
  };
}

/** Closes a month, and the open ones before it. */
export const close = (client: Client, month: string): Promise<Json> =>
  client.ok("POST", `/v3/month-end-close/close-period?month=${month}`);

/** An id that no record has. */
export const unknownId = "0197f1a0-5c1e-7b9a-9a55-000000000000";

/** 1,200.00 for 2026, 300.00 a quarter in advance, with any fields that a test overrides. */
export function obligationBody(parts: object = {}, schedule: object = {}) {
  return {
    serviceStartDate: "2026-01-01",
    serviceEndDate: "2026-12-31",
    ...parts,
    billingSchedule: {
      name: "Platform",
      startDate: "2026-01-01",
      endDate: "2026-12-31",
      interval: "QUARTER",
      invoiceDateStrategy: "FIRST_OF_PERIOD",
      billingType: "FLAT",
      pricing: [{ amount: "300.00", amountType: "TOTAL_INVOICE" }],
      ...schedule,
    },
  };
}

/** A flat amount per period. */
export const priced = (amount: unknown, amountType = "TOTAL_INVOICE") => ({ pricing: [{ amount, amountType }] });

/** Status, code and every issue of a rejection. */
export function rejection({ status, body }: ApiAnswer): unknown[] {
  const issues: { path: string; code: string }[] = body.error?.details.issues ?? [];
  return [status, body.error?.errorCode, ...issues.map(({ path, code }) => `${path} ${code}`)];
}

/** The contents of an answer, without the ids of its request and batch. */
export function words({ status, body }: ApiAnswer): string {
  return JSON.stringify([status, body]).replaceAll(/"(?:requestId|batchId)":"[^"]*"/g, "");
}

import type { Prepare } from "./audited-writes.ts";
import { obligationBody, unknownId } from "./client.ts";

const lockOf = (month: string) => ({ month, subLedger: "BILLING" });

/** Writes of the month-end close. */
export const closeWrites: Readonly<Record<string, Prepare>> = {
  "POST /v3/month-end-close/close-period": async (client) => {
    const id = await client.contract();
    await client.add(id, obligationBody({}, { invoiceDateStrategy: "LAST_OF_PERIOD" }));
    await client.approve(id);
    await client.advance("2026-03-10T00:00:00Z");
    return {
      request: { path: "/v3/month-end-close/close-period?month=2026-02" },
      rejected: { path: "/v3/month-end-close/close-period?month=2026-09" },
      code: "PERIOD_CANNOT_CLOSE",
      action: "period.close",
      target: ["ACCOUNTING_PERIOD", "2026-01"],
      table: "accounting_period",
      further: {
        actions: ["period.close"],
        because: "closing a month closes every earlier one, each with its own row",
      },
    };
  },
  "POST /v3/month-end-close/reopen-period": async (client) => {
    await client.ok("POST", "/v3/month-end-close/close-period?month=2025-11");
    await client.ok("POST", "/v3/month-end-close/close-period?month=2025-12");
    return {
      request: { path: "/v3/month-end-close/reopen-period?month=2025-11" },
      rejected: { path: "/v3/month-end-close/reopen-period?month=2026-01" },
      code: "PERIOD_NOT_CLOSED",
      denied: "period.reopen-denied",
      action: "period.reopen",
      target: ["ACCOUNTING_PERIOD", "2025-11"],
      table: "accounting_period",
      further: {
        actions: ["period.reopen"],
        because: "reopening a month reopens every later one, each with its own row",
      },
    };
  },
  "POST /v3/month-end-close/lock": async () => ({
    request: { path: "/v3/month-end-close/lock", body: lockOf("2025-11") },
    rejected: { body: lockOf("2099-01") },
    code: "PERIOD_NOT_OVER",
    action: "period.lock",
    target: ["SUB_LEDGER", "BILLING"],
    table: "books",
  }),
  "POST /v3/month-end-close/unlock": async (client) => {
    await client.ok("POST", "/v3/month-end-close/lock", lockOf("2025-11"));
    return {
      request: { path: "/v3/month-end-close/unlock", body: { ...lockOf("2025-11"), reason: "A late memo" } },
      rejected: { body: { ...lockOf("2099-01"), reason: "A late memo" } },
      code: "PERIOD_NOT_LOCKED",
      denied: "period.reopen-denied",
      action: "period.unlock",
      target: ["SUB_LEDGER", "BILLING"],
      table: "books",
    };
  },
  "POST /v3/contracts/{id}/close-hold": async (client) => {
    const id = await client.contract();
    return {
      request: { path: `/v3/contracts/${id}/close-hold`, body: { reason: "Disputed" } },
      rejected: { path: `/v3/contracts/${unknownId}/close-hold` },
      code: "CONTRACT_NOT_FOUND",
      action: "contract.hold",
      target: ["CONTRACT", id],
      table: "close_hold",
    };
  },
  "DELETE /v3/contracts/{id}/close-hold": async (client) => {
    const id = await client.contract();
    await client.ok("POST", `/v3/contracts/${id}/close-hold`, { reason: "Disputed" });
    return {
      request: { path: `/v3/contracts/${id}/close-hold` },
      rejected: { path: `/v3/contracts/${unknownId}/close-hold` },
      code: "CONTRACT_NOT_FOUND",
      action: "contract.release",
      target: ["CONTRACT", id],
      table: "close_hold",
    };
  },
};

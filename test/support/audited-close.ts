import type { Prepare } from "./audited-writes.ts";
import { type Client, obligationBody, unknownId } from "./client.ts";

const lockOf = (month: string) => ({ month, subLedger: "BILLING" });

const templates = "/v3/month-end-close/task-templates";
const templateOf = ({ merchant }: Client) => ({
  ...{ title: "Bank reconciliation", ownerEmail: `owner-${merchant.merchantId}@example.com`, dueDays: 3 },
  fromMonth: "2026-01",
});
const done = { month: "2026-01", evidence: [{ text: "The statement agrees" }] };

/** A case about a task of January. */
const aboutTask =
  (verb: "complete" | "reopen", body: object, isDone: boolean): Prepare =>
  async (client) => {
    const { id } = await client.ok("POST", templates, templateOf(client));
    const at = (taskId: string, last: string) => `/v3/month-end-close/tasks/${taskId}/${last}`;
    if (isDone) await client.ok("POST", at(id, "complete"), done);
    return {
      request: { path: at(id, verb), body },
      rejected: { path: at(unknownId, verb) },
      code: "CLOSE_TASK_NOT_FOUND",
      action: `close-task.${verb}`,
      target: ["CLOSE_TASK", id],
      table: "close_task_event",
    };
  };

const exportOf = (month: string) => ({ month, level: "DETAIL", format: "CSV" });

/** Writes of the month-end close and of journal exports. */
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
  "POST /v3/journal-exports": async (client) => {
    const id = await client.contract();
    await client.add(id, obligationBody());
    await client.approve(id);
    return {
      request: { path: "/v3/journal-exports", body: exportOf("2026-01") },
      rejected: { body: exportOf("2025-12") },
      code: "NOTHING_TO_EXPORT",
      action: "journal-export.create",
      target: ["JOURNAL_EXPORT"],
      table: "journal_entry_export",
    };
  },
  "POST /v3/journal-exports/reconciliation": async () => ({
    request: {
      path: "/v3/journal-exports/reconciliation",
      body: { month: "2026-01", csv: "account,balance\n1,0.00\n" },
    },
    rejected: { body: { month: "2026-01", csv: "account" } },
    code: "VALIDATION_FAILED",
    action: "journal-export.reconcile",
    target: ["ACCOUNTING_PERIOD", "2026-01"],
    table: "audit_log",
  }),
  "PUT /v3/chart-of-accounts": async (client) => ({
    request: { path: "/v3/chart-of-accounts", body: { accounts: [{ role: "REVENUE", number: "4000" }] } },
    rejected: { body: {} },
    code: "VALIDATION_FAILED",
    action: "chart-of-accounts.set",
    target: ["MERCHANT", client.merchant.merchantId],
    table: "chart_of_accounts",
  }),
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
  "POST /v3/month-end-close/task-templates": async (client) => ({
    request: { path: templates, body: templateOf(client) },
    rejected: { body: { ...templateOf(client), ownerEmail: "nobody@example.com" } },
    code: "CLOSE_TASK_OWNER_UNKNOWN",
    action: "close-task-template.create",
    target: ["CLOSE_TASK_TEMPLATE"],
    table: "close_task_template",
  }),
  "PATCH /v3/month-end-close/task-templates/{id}": async (client) => {
    const { id } = await client.ok("POST", templates, templateOf(client));
    return {
      request: { path: `${templates}/${id}`, body: { dueDays: 5 } },
      rejected: { path: `${templates}/${unknownId}` },
      code: "CLOSE_TASK_NOT_FOUND",
      action: "close-task-template.update",
      target: ["CLOSE_TASK_TEMPLATE", id],
      table: "close_task_revision",
    };
  },
  "POST /v3/month-end-close/tasks/{id}/complete": aboutTask("complete", done, false),
  "POST /v3/month-end-close/tasks/{id}/reopen": aboutTask("reopen", { month: "2026-01", reason: "Late" }, true),
  "POST /v3/book-imports/{id}/accept-differences": async (client, owner) => {
    const contractId = await client.contract();
    const id = crypto.randomUUID();
    const values = [client.merchant.merchantId, id];
    const insert = "insert into book_import (merchant_id, id, name, created_at) values ($1, $2, 'A book', now())";
    await owner.query(insert, values);
    await owner.query(
      `insert into book_import_tie (merchant_id, import_id, contract_id, account, contract_key, currency, old_minor, loaded_minor)
        values ($1, $2, $3, 'RECEIVABLE', 'key', 'USD', 1, 2)`,
      [...values, contractId],
    );
    return {
      request: { path: `/v3/book-imports/${id}/accept-differences`, body: { reason: "Known" } },
      rejected: { path: `/v3/book-imports/${unknownId}/accept-differences` },
      code: "BOOK_IMPORT_NOT_FOUND",
      action: "book-import.accept-differences",
      target: ["BOOK_IMPORT", id],
      table: "book_import",
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

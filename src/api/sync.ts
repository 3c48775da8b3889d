import type { FastifyInstance } from "fastify";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import { PageOf } from "../platform/http/wire.ts";
import { answerWrite } from "../platform/run-write.ts";
import { type Platform, read } from "../platform/write.ts";
import * as service from "../sync/service.ts";
import { ReportSyncBody, reportFromBody, SyncRecordView, syncRecordList, viewOfSync } from "./schemas/sync.ts";

const tag = "Sync";

export function registerSyncRoutes(app: FastifyInstance, platform: Platform): void {
  registerReads(app, platform);
  registerReports(app, platform);

  route(app, {
    method: "POST",
    url: "/v3/sync/records/:id/retry",
    operationId: "retrySync",
    summary: "Retry a record that the accounting system did not accept",
    description: "It becomes NOT_SYNCED, as after a change, and keeps its id in the accounting system.",
    tag,
    access: "write",
    ids: { id: "SYNC_RECORD_NOT_FOUND" },
    payload: SyncRecordView,
    successStatus: 200,
    errors: [404, 409],
    errorCodes: ["SYNC_NOT_FAILED"],
    handler: (request) =>
      answerWrite(platform, request, async (ctx) => {
        const payload = viewOfSync(await service.retrySync(ctx, request.params.id));
        return { payload, message: "The record will be synced again." };
      }),
  });
}

function registerReads(app: FastifyInstance, platform: Platform): void {
  route(app, {
    method: "GET",
    url: "/v3/sync/records",
    operationId: "listSyncRecords",
    summary: "List sync records",
    description:
      "One for every invoice, credit memo, payment, journal entry and customer, with the sync status of its current version; drafts and deleted customers left out. The latest change first.",
    tag,
    access: "read",
    list: syncRecordList,
    payload: PageOf(SyncRecordView),
    successStatus: 200,
    errors: [400],
    handler: async ({ principal, list }) => {
      const { records, extent } = await read(platform, principal.merchantId, ({ tx, merchant }) =>
        service.listSyncRecords(tx, merchant.id, list),
      );
      return { payload: pageOf(list, records.map(viewOfSync), extent), message: "Sync records." };
    },
  });
}

const reports = [
  ["INVOICE", "/v3/sync/INVOICE/:id", "reportInvoiceSync", "an invoice"],
  ["CREDIT_MEMO", "/v3/sync/CREDIT_MEMO/:id", "reportCreditMemoSync", "a credit memo"],
  ["PAYMENT", "/v3/sync/PAYMENT/:id", "reportPaymentSync", "a payment"],
  ["JOURNAL_ENTRY", "/v3/sync/JOURNAL_ENTRY/:id", "reportJournalEntrySync", "a journal entry"],
  ["CUSTOMER", "/v3/sync/CUSTOMER/:id", "reportCustomerSync", "a customer"],
] as const;

function registerReports(app: FastifyInstance, platform: Platform): void {
  for (const [entityType, url, operationId, noun] of reports) {
    route(app, {
      method: "PUT",
      url,
      operationId,
      summary: `Report the sync status of ${noun}`,
      description:
        "For connectors. Replaces the report before: fields left out are cleared. The same report again changes nothing and counts no try; one of an earlier version than was reported changes nothing either. A later change of the record makes it NOT_SYNCED.",
      tag,
      access: "write",
      ids: { id: service.notFoundCodes[entityType] },
      body: ReportSyncBody,
      payload: SyncRecordView,
      successStatus: 200,
      errors: [400, 404],
      handler: (request) => {
        const report = reportFromBody(request.body);
        return answerWrite(platform, request, async (ctx) => {
          const payload = viewOfSync(
            await service.reportSync(ctx, { entityType, entityId: request.params.id }, report),
          );
          return { payload, message: "Sync status recorded." };
        });
      },
    });
  }
}

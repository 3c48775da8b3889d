import type { FastifyInstance } from "fastify";
import { type Static, Type } from "typebox";
import * as service from "../ledger/sync-service.ts";
import { type EntrySync, syncStatuses } from "../ledger/sync-status.ts";
import { route } from "../platform/http/route.ts";
import { Closed, Instant, Named, Nullable, OneOf, Text, Uuid } from "../platform/http/wire.ts";
import { answerWrite } from "../platform/run-write.ts";
import type { Platform } from "../platform/write.ts";

const ReportSyncBody = Named(
  "ReportSyncDto",
  Closed({
    status: OneOf(syncStatuses, { examples: ["SYNC_FAILED"] }),
    externalId: Type.Optional(
      Nullable(Text(1, 255, { description: "Its id in the accounting system.", examples: ["JE-1042"] })),
    ),
    error: Type.Optional(Nullable(Text(1, 1_000, { description: "Why it was not taken; for SYNC_FAILED alone." }))),
  }),
);

const SyncRecordView = Named(
  "SyncRecord",
  Closed({
    entityType: Type.Literal("JOURNAL_ENTRY"),
    entityId: Uuid(),
    status: OneOf(syncStatuses),
    externalId: Nullable(Type.String()),
    lastError: Nullable(Type.String()),
    attempts: Type.Integer({ description: "Tries that ended, well or badly." }),
    lastUpdatedAt: Instant(),
  }),
);

export function registerSyncRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, {
    method: "PUT",
    url: "/v3/sync/JOURNAL_ENTRY/:id",
    operationId: "reportJournalEntrySync",
    summary: "Report how far the accounting system has a journal entry",
    description:
      "For connectors. Replaces what was reported before: what is left out is not there. The same report again changes nothing and is no other try. The entry itself never changes.",
    tag: "Journal",
    access: "write",
    ids: { id: "JOURNAL_ENTRY_NOT_FOUND" },
    body: ReportSyncBody,
    payload: SyncRecordView,
    successStatus: 200,
    errors: [400, 404],
    handler: (request) => {
      const { id } = request.params;
      const report = reportFromBody(request.body);
      return answerWrite(platform, request, async (ctx) => {
        const sync = await service.reportEntrySync(ctx, id, report);
        return { payload: viewOf(sync), message: "Sync status kept." };
      });
    },
  });
}

function reportFromBody({ status, externalId = null, error = null }: Static<typeof ReportSyncBody>) {
  return { status, externalId, error };
}

function viewOf({ entryId, status, externalId, error, attempts, lastUpdatedAt }: EntrySync) {
  return {
    entityType: "JOURNAL_ENTRY" as const,
    entityId: entryId,
    status,
    externalId,
    lastError: error,
    attempts,
    lastUpdatedAt,
  };
}

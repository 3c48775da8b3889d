import { type Static, Type } from "typebox";
import { syncedTypes, syncStatuses } from "../../ledger/sync-status.ts";
import { enumField, instantField, stringField, uuidField } from "../../platform/http/filter.ts";
import type { ListDeclaration } from "../../platform/http/list-query.ts";
import {
  Closed,
  Instant,
  Integer,
  MultilineText,
  Named,
  Nullable,
  OneOf,
  Text,
  Uuid,
} from "../../platform/http/wire.ts";
import type { SentReport } from "../../sync/service.ts";
import { errorOf, type SyncRecord, statusOf } from "../../sync/sync-record.ts";

export const syncRecordList: ListDeclaration = {
  fields: {
    entityType: enumField(syncedTypes, "eq", "in"),
    entityId: uuidField("eq", "in"),
    status: enumField(syncStatuses, "eq", "in"),
    externalId: stringField(),
    lastUpdatedAt: instantField(),
  },
};

export const ReportSyncBody = Named(
  "ReportSyncDto",
  Closed({
    status: OneOf(syncStatuses, { examples: ["SYNC_FAILED"] }),
    externalId: Type.Optional(
      Nullable(Text(1, 255, { description: "Its id in the accounting system.", examples: ["JE-1042"] })),
    ),
    error: Type.Optional(
      Nullable(MultilineText(1, 1_000, { description: "Why it was not accepted; only with SYNC_FAILED." })),
    ),
    version: Type.Optional(
      Integer(1, 2_147_483_647, {
        description:
          "The version that was handed over, as the sync record had it before it was read. Default: the current version.",
        examples: [1],
      }),
    ),
  }),
);

export const SyncRecordView = Named(
  "SyncRecord",
  Closed({
    id: Uuid({ description: "The same as `entityId`." }),
    entityType: OneOf(syncedTypes),
    entityId: Uuid(),
    status: OneOf(syncStatuses, { description: "Of the record as it is now; after a change NOT_SYNCED." }),
    version: Type.Integer({ description: "Of the record; every change of it adds one." }),
    syncedVersion: Nullable(Type.Integer({ description: "The last one that the accounting system accepted." })),
    externalId: Nullable(Type.String()),
    lastError: Nullable(Type.String()),
    attempts: Type.Integer({ description: "Finished tries, successful or not." }),
    lastUpdatedAt: Instant({ description: "When it was reported, or the record was changed after that." }),
  }),
);

export function reportFromBody(body: Static<typeof ReportSyncBody>): SentReport {
  const { status, externalId = null, error = null, version } = body;
  return { status, externalId, error, version };
}

export function viewOfSync(record: SyncRecord): Static<typeof SyncRecordView> {
  const { entityType, entityId, syncedVersion, externalId, attempts, lastUpdatedAt } = record;
  return {
    ...{ id: entityId, entityType, entityId, status: statusOf(record), version: record.entityVersion, syncedVersion },
    ...{ externalId, lastError: errorOf(record), attempts, lastUpdatedAt },
  };
}

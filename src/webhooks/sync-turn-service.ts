import { randomUUID } from "node:crypto";
import type { SyncedType } from "../ledger/sync-status.ts";
import type { Tx } from "../platform/db/pool.ts";
import { type Platform, read, type WriteContext } from "../platform/write.ts";
import { acknowledge, recordsToHandOver } from "../sync/service.ts";
import type { SyncRecord } from "../sync/sync-record.ts";
import type { AddressRules } from "./address-service.ts";
import { type Answer, sendSigned } from "./send-service.ts";
import { resultsOf, type SyncResult } from "./sync-answer.ts";

/** Records of one type as the API shows them, by id; those that are not there are absent. */
export type SyncDocuments = (
  tx: Tx,
  merchantId: string,
  entityType: SyncedType,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, object>>;

/** Records in one message. */
const recordsAtOnce = 50;
const mostBytes = 1_048_576;

/** A message with records, and what was answered; undefined where there is nothing to hand over. */
export type HandedOver = { readonly records: readonly SyncRecord[]; readonly answer: Answer };

/**
 * Hands over what the accounting system has to be told, a message of it. Nothing is kept before it is answered: what a killed worker has
 * sent is sent again, with the same versions.
 */
export async function handOver(
  platform: Platform,
  merchantId: string,
  to: { readonly url: string; readonly secrets: readonly Uint8Array[] },
  { rules, documents }: { readonly rules: AddressRules; readonly documents: SyncDocuments },
): Promise<HandedOver | undefined> {
  const { records, body } = await read(platform, merchantId, async ({ tx, clock }) => {
    const found = await recordsToHandOver(tx, merchantId, recordsAtOnce);
    const shown = await shownRecords(tx, merchantId, found, documents);
    return { records: found, body: { type: "sync.records", timestamp: clock.timestamp, data: { records: shown } } };
  });
  if (records.length === 0) return undefined;
  const sent = await sendSigned({ url: to.url, id: randomUUID(), body, mostBytes }, to.secrets, rules);
  const isUnread = sent.failure === null && sent.status !== 202 && resultsOf(sent.text) === undefined;
  return { records, answer: isUnread ? { ...sent, failure: "The answer has no results that can be read." } : sent };
}

async function shownRecords(
  tx: Tx,
  merchantId: string,
  records: readonly SyncRecord[],
  documents: SyncDocuments,
): Promise<readonly object[]> {
  const shown = new Map<string, object>();
  for (const [type, own] of Map.groupBy(records, (each) => each.entityType)) {
    const ids = own.map(({ entityId }) => entityId);
    for (const [id, document] of await documents(tx, merchantId, type, ids)) shown.set(id, document);
  }
  return records.map(({ entityType, entityId: id, entityVersion: version, externalId }) => {
    return { entityType, id, version, externalId, record: shown.get(id) ?? null };
  });
}

/** Keeps what was answered of records. Of those that the answer says nothing of, it is waited for (`SYNCING`). */
export async function keepAnswer(ctx: WriteContext, { records, answer }: HandedOver): Promise<void> {
  if (answer.failure !== null) return;
  const results = answer.status === 202 ? [] : (resultsOf(answer.text) ?? []);
  const byRecord = new Map(results.map((each) => [keyOf(each), each]));
  for (const record of records) {
    const { status, externalId, error } = byRecord.get(keyOf(record)) ?? waiting;
    const known = externalId ?? record.externalId;
    await acknowledge(ctx, record, { status, externalId: known, error, version: record.entityVersion });
  }
}

const waiting = { status: "SYNCING", externalId: null, error: null } as const;

function keyOf({ entityType, entityId }: Pick<SyncResult, "entityType" | "entityId">): string {
  return `${entityType} ${entityId}`;
}

/** Is there more to hand over by now? */
export async function hasMore(tx: Tx, merchantId: string): Promise<boolean> {
  return (await recordsToHandOver(tx, merchantId, 1)).length > 0;
}

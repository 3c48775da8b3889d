import { randomUUID } from "node:crypto";
import type { SyncedType } from "../ledger/sync-status.ts";
import type { Tx } from "../platform/db/pool.ts";
import { type Platform, read, type WriteContext } from "../platform/write.ts";
import { acknowledge, lastAccepted, recordsToHandOver } from "../sync/service.ts";
import type { SyncRecord } from "../sync/sync-record.ts";
import type { AddressRules } from "./address-service.ts";
import { type Answer, sendSigned } from "./send-service.ts";
import { resultsOf, type SyncResult } from "./sync-answer.ts";
import { isUndecided, rejectedAlone, type SentPart, sendInParts } from "./sync-parts.ts";

/** Reads records of one type as shown by the API, by id; missing records are absent. */
export type SyncDocuments = (
  tx: Tx,
  merchantId: string,
  entityType: SyncedType,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, object>>;

/** The maximum number of records in one message. */
const recordsAtOnce = 50;
const mostBytes = 1_048_576;

/** The records of one message, and the response. */
type SentRecords = SentPart<SyncRecord, Answer>;

/** No message is sent later than this after the first one, so that the last response comes before the lease of the turn ends. */
const longestMilliseconds = 8_000;

/**
 * Hands over the next records to the accounting system, in smaller messages if one is not taken (`sync-parts.ts`). Nothing is stored before the
 * response: records sent by a worker that was killed are sent again, with the same versions. If a failing endpoint takes nothing again, the record
 * that was taken last is sent once more, which shows whether the receiver or the records are at fault (ADR 0092).
 *
 * @returns all messages with their responses, none if there is nothing to hand over. That of the record taken last has no records
 */
export async function handOver(
  platform: Platform,
  merchantId: string,
  to: { readonly url: string; readonly secrets: readonly Uint8Array[]; readonly isFailing?: boolean },
  { rules, documents }: { readonly rules: AddressRules; readonly documents: SyncDocuments },
): Promise<readonly SentRecords[]> {
  const { found, known, timestamp } = await read(platform, merchantId, async ({ tx, clock }) => {
    const records = await recordsToHandOver(tx, merchantId, recordsAtOnce);
    const taken = records.length > 0 && to.isFailing === true ? await lastAccepted(tx, merchantId) : undefined;
    const [of, ofAccepted] = [
      await shownRecords(tx, merchantId, records, documents),
      await shownRecords(tx, merchantId, taken === undefined ? [] : [taken], documents),
    ];
    const found = records.map((record, index) => ({ record, shown: of[index] }));
    return { found, known: ofAccepted, timestamp: clock.timestamp };
  });
  const send = async (shown: readonly unknown[]): Promise<Answer> => {
    const body = { type: "sync.records", timestamp, data: { records: shown } };
    const sent = await sendSigned({ url: to.url, id: randomUUID(), body, mostBytes }, to.secrets, rules);
    const isUnread = sent.failure === null && sent.status !== 202 && resultsOf(sent.text) === undefined;
    return isUnread ? { ...sent, failure: "The answer has no results that can be read." } : sent;
  };
  const begin = performance.now();
  const isTime = () => performance.now() - begin < longestMilliseconds;
  const parts = await sendInParts(found, (part) => send(part.map(({ shown }) => shown)), isTime);
  const sent = parts.map(({ part, answer }): SentRecords => ({ part: part.map(({ record }) => record), answer }));
  return isUndecided(sent) && known.length > 0 && isTime() ? [...sent, { part: [], answer: await send(known) }] : sent;
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

/**
 * Stores the results of records. A record without a result in a response is `SYNCING`. A record that was rejected alone, while other messages were
 * taken, is `SYNC_FAILED`.
 */
export async function storeAnswers(ctx: WriteContext, sent: readonly SentRecords[]): Promise<void> {
  for (const { part, answer } of sent.filter((each) => each.answer.failure === null)) {
    const results = answer.status === 202 ? [] : (resultsOf(answer.text) ?? []);
    const byRecord = new Map(results.map((each) => [keyOf(each), each]));
    for (const record of part) await storeResult(ctx, record, byRecord.get(keyOf(record)) ?? waiting);
  }
  for (const { entry, answer } of rejectedAlone(sent)) {
    await storeResult(ctx, entry, { status: "SYNC_FAILED", externalId: null, error: answer.failure });
  }
}

async function storeResult(
  ctx: WriteContext,
  record: SyncRecord,
  { status, externalId, error }: Pick<SyncResult, "status" | "externalId" | "error">,
): Promise<void> {
  const known = externalId ?? record.externalId;
  await acknowledge(ctx, record, { status, externalId: known, error, version: record.entityVersion });
}

const waiting = { status: "SYNCING", externalId: null, error: null } as const;

function keyOf({ entityType, entityId }: Pick<SyncResult, "entityType" | "entityId">): string {
  return `${entityType} ${entityId}`;
}

/** True if there are records to hand over. */
export async function hasMore(tx: Tx, merchantId: string): Promise<boolean> {
  return (await recordsToHandOver(tx, merchantId, 1)).length > 0;
}

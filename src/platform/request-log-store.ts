import { sql } from "kysely";
import { newId } from "../kernel/ids.ts";
import { formatInstant, instantOut, wallClock } from "./clock.ts";
import { type Db, inTransaction, type Tx } from "./db/pool.ts";
import { recordNotFound } from "./http/error-codes.ts";
import { column, type FilterTarget } from "./http/filter-sql.ts";
import type { Extent, ListQuery } from "./http/list-query.ts";
import { selectPage } from "./http/page-sql.ts";
import type { RequestRecord } from "./http/request-record.ts";

/** Short, because requests are stored for looking at and not as evidence, which is the audit log. */
export const retentionDays = 7;

const writtenEvery = 1_000;
const mostOfMerchant = 1_000;
const mostInAll = 5_000;

/** Buffers requests and writes them to the database. */
export type RequestLogWriter = {
  readonly add: (record: RequestRecord) => void;
  /** Writes the waiting requests and accepts no more. */
  readonly close: () => Promise<void>;
};

/**
 * Writes requests once a second, those of a merchant in one statement, in the background. Some are dropped if a merchant has more
 * than a thousand a second, or the database is not available.
 */
export function requestLogWriter(db: Db, onError: (error: Error) => void): RequestLogWriter {
  let waiting = new Map<string, { record: RequestRecord; at: string }[]>();
  let count = 0;
  let writing = Promise.resolve();
  const flush = () => {
    const batch = waiting;
    [waiting, count] = [new Map(), 0];
    for (const [merchantId, rows] of batch) {
      writing = writing.then(() => insert(db, merchantId, rows)).catch(onError);
    }
    return writing;
  };
  const timer = setInterval(flush, writtenEvery);
  timer.unref();
  return {
    add: (record) => {
      const ofMerchant = waiting.get(record.merchantId) ?? [];
      if (ofMerchant.length >= mostOfMerchant || count >= mostInAll) return;
      ofMerchant.push({ record, at: formatInstant(wallClock()) });
      waiting.set(record.merchantId, ofMerchant);
      count += 1;
    },
    close: () => {
      clearInterval(timer);
      return flush();
    },
  };
}

function insert(db: Db, merchantId: string, rows: readonly { record: RequestRecord; at: string }[]): Promise<void> {
  return inTransaction(db, merchantId, async (tx) => {
    await tx
      .insertInto("request_log")
      .values(
        rows.map(({ record, at }) => ({
          ...{ merchant_id: merchantId, id: newId(), at, method: record.method, path: record.path },
          ...{ status: record.status, error_code: record.errorCode, milliseconds: record.milliseconds },
          ...{ request_id: record.requestId, key_id: record.keyId, user_id: record.userId },
          ...{ request_body: record.requestBody, answer_body: record.answerBody },
        })),
      )
      .execute();
  });
}

export const requestOutcomes = ["SUCCEEDED", "REJECTED", "FAILED"] as const;

const outcome = sql<(typeof requestOutcomes)[number]>`case when request_log.status < 400 then 'SUCCEEDED'
  when request_log.status < 500 then 'REJECTED' else 'FAILED' end`;

const filterTargets: Readonly<Record<string, FilterTarget>> = {
  method: column(sql.ref("request_log.method")),
  path: column(sql.ref("request_log.path")),
  outcome: column(outcome),
  errorCode: column(sql.ref("request_log.error_code")),
  requestId: column(sql.ref("request_log.request_id")),
  keyId: column(sql.ref("request_log.key_id")),
  userId: column(sql.ref("request_log.user_id")),
  at: column(sql.ref("request_log.at")),
};

/** A stored request. */
export type LoggedRequest = ReturnType<typeof lineFromRow>;

/** One page of the stored requests of a merchant, newest first, without their bodies. */
export async function listLoggedRequests(
  tx: Tx,
  merchantId: string,
  list: ListQuery,
): Promise<{ requests: LoggedRequest[]; extent: Extent }> {
  const order = [
    ["at", "desc"],
    ["id", "desc"],
  ] as const;
  const { rows, extent } = await selectPage(lines(tx, merchantId), list, { targets: filterTargets, order });
  return { requests: rows.map(lineFromRow), extent };
}

/** The latest stored requests of a merchant, at most `count`, oldest first. */
export async function latestLoggedRequests(tx: Tx, merchantId: string, count: number): Promise<LoggedRequest[]> {
  const rows = await lines(tx, merchantId).orderBy("at", "desc").orderBy("id", "desc").limit(count).execute();
  return rows.toReversed().map(lineFromRow);
}

/** @throws DomainError REQUEST_NOT_FOUND */
export async function getLoggedRequest(tx: Tx, merchantId: string, id: string) {
  const row = await lines(tx, merchantId)
    .select(["request_body", "answer_body"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) throw recordNotFound("REQUEST_NOT_FOUND");
  return { ...lineFromRow(row), requestBody: row.request_body, answerBody: row.answer_body };
}

/** Deletes expired requests of one merchant. */
export async function deleteOldRequests(tx: Tx, merchantId: string): Promise<void> {
  const before = formatInstant(wallClock().subtract({ hours: retentionDays * 24 }));
  await tx.deleteFrom("request_log").where("merchant_id", "=", merchantId).where("at", "<", before).execute();
}

function lines(tx: Tx, merchantId: string) {
  return tx
    .selectFrom("request_log")
    .select(["id", "at", "method", "path", "status", "error_code", "milliseconds", "request_id", "key_id", "user_id"])
    .select(outcome.as("outcome"))
    .where("merchant_id", "=", merchantId);
}

type Line = Awaited<ReturnType<ReturnType<typeof lines>["executeTakeFirstOrThrow"]>>;

function lineFromRow(row: Line) {
  return {
    id: row.id,
    at: instantOut(row.at),
    method: row.method,
    path: row.path,
    status: row.status,
    outcome: row.outcome,
    errorCode: row.error_code,
    milliseconds: row.milliseconds,
    requestId: row.request_id,
    keyId: row.key_id,
    userId: row.user_id,
  };
}

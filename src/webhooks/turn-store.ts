import { sql } from "kysely";
import type { Db, Tx } from "../platform/db/pool.ts";

/** An endpoint that a worker has taken to send to. */
export type Turn = {
  readonly merchantId: string;
  readonly endpointId: string;
  /** True if its last turn was slow. */
  readonly isSlow: boolean;
};

/** The lease of a turn, longer than a batch takes. After it, another worker takes over the turn of a killed one. */
const leaseSeconds = 20;

/**
 * Takes the turns of at most `most` due endpoints, at most `mostSlow` of them of slow ones; no other worker has them until the lease ends. Those that
 * have been due for longest come first.
 */
export async function takeTurns(
  db: Db,
  { most, mostSlow }: { readonly most: number; readonly mostSlow: number },
): Promise<Turn[]> {
  const due = (isSlow: boolean, limit: number) => sql`
    select merchant_id, endpoint_id from webhook_turn
    where is_slow = ${isSlow} and due_at <= now() and (leased_until is null or leased_until < now())
    order by due_at limit ${limit} for update skip locked`;
  const { rows } = await sql<{ merchant_id: string; endpoint_id: string; is_slow: boolean }>`
    with slow as (${due(true, mostSlow)}), quick as (${due(false, most)})
    update webhook_turn as turn set leased_until = now() + ${leaseSeconds} * interval '1 second'
    from (select * from slow union all (select * from quick limit ${most}::int - (select count(*) from slow))) as taken
    where turn.merchant_id = taken.merchant_id and turn.endpoint_id = taken.endpoint_id
    returning turn.merchant_id, turn.endpoint_id, is_slow`.execute(db);
  return rows.map((row) => ({ merchantId: row.merchant_id, endpointId: row.endpoint_id, isSlow: row.is_slow }));
}

/** Locks the row of a turn until the transaction ends, so that a concurrent `makeDue` is not lost. */
export async function lockTurn(tx: Tx, { merchantId, endpointId }: Turn): Promise<void> {
  await sql`
    select from webhook_turn where merchant_id = ${merchantId} and endpoint_id = ${endpointId} for update`.execute(tx);
}

/** When an endpoint has something to hand over again. */
export type NextHandOver = {
  /** When it is due, unless a change makes it due sooner; null for an endpoint for events, or a disabled one. */
  readonly dueAt: string | null;
  /** Seconds for which no worker takes the turn; null if it may be taken at once. */
  readonly restsSeconds: number | null;
};

/**
 * Releases a locked turn, and sets when the endpoint is due next: with its next pending delivery or hand-over, but not before now, so that it comes
 * after those that wait already.
 */
export async function releaseTurn(
  tx: Tx,
  { merchantId, endpointId, isSlow }: Turn,
  { dueAt, restsSeconds }: NextHandOver,
): Promise<void> {
  await sql`
    update webhook_turn set is_slow = ${isSlow}, leased_until = now() + ${restsSeconds}::int * interval '1 second',
      due_at = greatest(now(), least(${dueAt}::timestamptz, (select min(next_attempt_at) from webhook_delivery as delivery
       join webhook_endpoint as endpoint on endpoint.merchant_id = delivery.merchant_id and endpoint.id = delivery.endpoint_id
       where delivery.merchant_id = ${merchantId} and endpoint_id = ${endpointId} and delivery.status = 'PENDING'
         and endpoint.status = 'ENABLED' and endpoint.deleted_at is null), 'infinity'))
    where merchant_id = ${merchantId} and endpoint_id = ${endpointId}`.execute(tx);
}

const [shortestWait, longestWait] = [10, 3600];

/**
 * The times of an endpoint for records, as SQL texts; undefined for other endpoints. `retryAt` is null unless it is failing: then it is retried after
 * as long as it has been failing, at least ten seconds and at most an hour.
 */
export async function handOverTimes(
  tx: Tx,
  { merchantId, endpointId }: Turn,
): Promise<{ readonly retryAt: string | null; readonly atOnce: string; readonly atLast: string } | undefined> {
  const { rows } = await sql<{ retry_at: string | null; at_once: string; at_last: string }>`
    select case when failing_since is not null then (now() + interval '1 second'
        * least(${longestWait}, greatest(${shortestWait}, extract(epoch from now() - failing_since))))::text end as retry_at,
      now()::text as at_once, (now() + interval '1 second' * ${longestWait})::text as at_last
    from webhook_endpoint
    where merchant_id = ${merchantId} and id = ${endpointId} and purpose = 'SYNC' and status = 'ENABLED' and deleted_at is null`.execute(
    tx,
  );
  const [row] = rows;
  return row === undefined ? undefined : { retryAt: row.retry_at, atOnce: row.at_once, atLast: row.at_last };
}

/** Makes endpoints due, so that a worker takes their turns now. */
export async function makeDue(tx: Tx, merchantId: string, endpointIds: readonly string[]): Promise<void> {
  await sql`
    insert into webhook_turn (merchant_id, endpoint_id, due_at)
    select ${merchantId}, id, now() from unnest(${endpointIds}::uuid[]) as named (id) order by id
    on conflict (merchant_id, endpoint_id) do update set due_at = least(webhook_turn.due_at, excluded.due_at)`.execute(
    tx,
  );
}

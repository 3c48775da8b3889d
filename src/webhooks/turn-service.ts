import { sql } from "kysely";
import { type Db, inTransaction, type Tx } from "../platform/db/pool.ts";
import { systemWrite } from "../platform/due-work.ts";
import { eventBody } from "../platform/events/event-view.ts";
import { eventsAtOnce, eventsById, type FeedEvent, placeEvents } from "../platform/events/feed-store.ts";
import type { SecretKeys } from "../platform/secret-keys.ts";
import { type Platform, type WriteContext, write } from "../platform/write.ts";
import type { AddressRules } from "./address-service.ts";
import { longestFailureHours, secondsToNextAttempt } from "./schedule.ts";
import { openedSecrets } from "./secret-service.ts";
import { type Outcome, sendEvent } from "./send-service.ts";
import { endpointQuery, fanOut, lockedEndpoint } from "./store.ts";
import { handOver, hasMore, type SyncDocuments, storeAnswers } from "./sync-turn-service.ts";

/** Gives a merchant's events positions in the feed and creates their deliveries, each batch in one transaction. */
export async function publishEvents(db: Db, merchantId: string): Promise<void> {
  for (;;) {
    const { before, last } = await inTransaction(db, merchantId, async (tx) => {
      const placed = await placeEvents(tx, merchantId);
      await fanOut(tx, merchantId, placed.last);
      return placed;
    });
    if (last - before < eventsAtOnce) return;
  }
}

/** An endpoint that a worker has taken to send to. */
export type Turn = {
  readonly merchantId: string;
  readonly endpointId: string;
  /** True if its last turn was slow. */
  readonly isSlow: boolean;
};

/** The lease of a turn, longer than a batch takes. After it, another worker takes over the turn of a killed one. */
const leaseSeconds = 20;

/** A turn is slow if sending took longer than this. */
const slowMilliseconds = 1_000;

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

/** The maximum number of events sent to one endpoint at once; only one if it is failing. */
const sendsAtOnce = 10;

/** The result if the secret cannot be decrypted: nothing is sent unsigned. */
const unreadable: Outcome = {
  status: null,
  failure: "The secret of the endpoint cannot be read: the key that encrypts it is not in ACCORD_SECRET_KEY_FILE.",
};

type DueDelivery = { readonly id: string; readonly attempts: number; readonly event: FeedEvent };

/** The rules for addresses, and how records are read that are handed over. */
export type Sending = { readonly rules: AddressRules; readonly documents: SyncDocuments };

/** Sends a batch of due deliveries or records to one endpoint, stores the results, and ends the turn. */
export async function runTurn(platform: Platform, turn: Turn, sending: Sending): Promise<void> {
  const { merchantId, endpointId } = turn;
  const { rules } = sending;
  const found = await inTransaction(platform.db, merchantId, (tx) => dueOf(tx, platform.secretKeys, turn));
  const begin = performance.now();
  if (found?.purpose === "SYNC") await runSyncTurn(platform, turn, found, sending);
  const sent =
    found === undefined
      ? []
      : await Promise.all(
          found.due.map(async (delivery) => ({
            delivery,
            outcome:
              found.secrets === undefined
                ? unreadable
                : await sendEvent(found.url, eventBody(delivery.event), found.secrets, rules),
          })),
        );
  const isSlow = performance.now() - begin > slowMilliseconds;
  await write(platform, systemWrite(merchantId), async (ctx) => {
    if (found !== undefined && sent.length > 0) {
      const isPresent = await isPresentAddress(ctx, endpointId, found.url);
      for (const { delivery, outcome } of sent) await storeOutcome(ctx, delivery, { ...outcome, isPresent });
      const outcomes = sent.map(({ outcome }) => outcome);
      if (isPresent) await judge(ctx, endpointId, outcomes);
    }
    await endTurn(ctx.tx, { merchantId, endpointId, isSlow });
  });
}

type SyncEndpoint = {
  readonly url: string;
  readonly secrets: readonly Uint8Array[] | undefined;
  readonly isFailing: boolean;
};

/** Hands records over, and stores the results. */
async function runSyncTurn(
  platform: Platform,
  { merchantId, endpointId }: Turn,
  { url, secrets, isFailing }: SyncEndpoint,
  sending: Sending,
): Promise<void> {
  const sent =
    secrets === undefined
      ? [{ part: [], answer: { ...unreadable, text: "" } }]
      : await handOver(platform, merchantId, { url, secrets, isFailing }, sending);
  if (sent.length === 0) return;
  await write(platform, systemWrite(merchantId), async (ctx) => {
    await storeAnswers(ctx, sent);
    const answers = sent.map(({ answer }) => answer);
    if (await isPresentAddress(ctx, endpointId, url)) await judge(ctx, endpointId, answers);
  });
}

async function dueOf(tx: Tx, keys: SecretKeys, { merchantId, endpointId }: Turn) {
  const endpoint = await endpointQuery(tx, merchantId)
    .select(sql<boolean>`coalesce(previous_secret_until > now(), false)`.as("previous_holds"))
    .where("id", "=", endpointId)
    .where("status", "=", "ENABLED")
    .executeTakeFirst();
  if (endpoint === undefined) return undefined;
  const { rows } = await sql<{ id: string; event_id: string; attempts: number }>`
    select delivery.id, event_id, attempts
    from webhook_delivery as delivery
      join feed_event as place using (merchant_id, event_id)
    where merchant_id = ${merchantId} and endpoint_id = ${endpointId} and status = 'PENDING' and next_attempt_at <= now()
    order by next_attempt_at, place.position
    limit ${endpoint.failing_since === null ? sendsAtOnce : 1}`.execute(tx);
  const events = await eventsById(
    tx,
    merchantId,
    rows.map((row) => row.event_id),
  );
  const byId = new Map(events.map((event) => [event.id, event]));
  const due = rows.flatMap(({ id, attempts, event_id }): DueDelivery[] => {
    const event = byId.get(event_id);
    return event === undefined ? [] : [{ id, attempts, event }];
  });
  const { url, purpose, failing_since } = endpoint;
  return {
    url,
    purpose,
    isFailing: failing_since !== null,
    secrets: openedSecrets(keys, endpoint, endpoint.previous_holds),
    due,
  };
}

/** True if `url` is still the URL of the endpoint. Locks the endpoint, so that it stays so. */
async function isPresentAddress(ctx: WriteContext, endpointId: string, url: string): Promise<boolean> {
  return (await lockedEndpoint(ctx.tx, ctx.merchant.id, endpointId))?.url === url;
}

/** Stores the result of an attempt. A 410 ends the attempts if it came from the present URL; a new URL may take the event. */
async function storeOutcome(
  ctx: WriteContext,
  { id, attempts }: DueDelivery,
  { status, failure, isPresent }: Outcome & { readonly isPresent: boolean },
): Promise<void> {
  const isOver = failure === null || (status === 410 && isPresent);
  const seconds = isOver ? undefined : secondsToNextAttempt(attempts + 1, Math.random());
  const state = failure === null ? "DELIVERED" : seconds === undefined ? "FAILED" : "PENDING";
  await sql`
    update webhook_delivery set status = ${state}, attempts = ${attempts + 1}, last_attempt_at = now(),
      next_attempt_at = now() + ${seconds ?? null}::float8 * interval '1 second', response_status = ${status}, failure = ${failure}
    where merchant_id = ${ctx.merchant.id} and id = ${id}`.execute(ctx.tx);
}

/** Updates since when an endpoint has been failing, and disables it after a 410 or after `longestFailureHours`. */
async function judge(ctx: WriteContext, endpointId: string, outcomes: readonly Outcome[]): Promise<void> {
  const isGone = outcomes.some(({ status }) => status === 410);
  const isTaken = outcomes.some(({ failure }) => failure === null);
  const { rows } = await sql<{ is_over: boolean }>`
    with judged as (
      update webhook_endpoint
      set failing_since = case when ${isTaken}::boolean then null else coalesce(failing_since, moment.at) end
      from (select now() as at) as moment
      where merchant_id = ${ctx.merchant.id} and id = ${endpointId} and status = 'ENABLED'
      returning failing_since
    )
    select coalesce(failing_since < now() - ${longestFailureHours} * interval '1 hour', false) as is_over from judged`.execute(
    ctx.tx,
  );
  const reason = isGone ? "GONE" : rows[0]?.is_over === true ? "FAILING" : undefined;
  if (reason === undefined || rows.length === 0) return;
  await sql`
    update webhook_endpoint set status = 'DISABLED', disabled_reason = ${reason}, last_updated_at = ${ctx.clock.timestamp}
    where merchant_id = ${ctx.merchant.id} and id = ${endpointId}`.execute(ctx.tx);
  const changes = [{ path: "/status", from: "ENABLED", to: "DISABLED" }];
  const entity = { entityType: "WEBHOOK_ENDPOINT", entityId: endpointId };
  ctx.audit({ action: "webhook-endpoint.disable", ...entity, changes, reason });
  ctx.publish({ type: "webhook-endpoint.disabled", data: { webhookEndpointId: endpointId, reason } });
}

/**
 * Releases the turn and sets when the endpoint is due next: not before now, so that it comes after those that wait already. The row is locked
 * first, so that a concurrent `makeDue` is not lost.
 */
async function endTurn(tx: Tx, { merchantId, endpointId, isSlow }: Turn): Promise<void> {
  await sql`
    select from webhook_turn where merchant_id = ${merchantId} and endpoint_id = ${endpointId} for update`.execute(tx);
  const { dueAt, restsSeconds } = await nextHandOver(tx, merchantId, endpointId);
  await sql`
    update webhook_turn set is_slow = ${isSlow}, leased_until = now() + ${restsSeconds}::int * interval '1 second',
      due_at = greatest(now(), least(${dueAt}::timestamptz, (select min(next_attempt_at) from webhook_delivery as delivery
       join webhook_endpoint as endpoint on endpoint.merchant_id = delivery.merchant_id and endpoint.id = delivery.endpoint_id
       where delivery.merchant_id = ${merchantId} and endpoint_id = ${endpointId} and delivery.status = 'PENDING'
         and endpoint.status = 'ENABLED' and endpoint.deleted_at is null), 'infinity'))
    where merchant_id = ${merchantId} and endpoint_id = ${endpointId}`.execute(tx);
}

const [shortestWait, longestWait] = [10, 3600];

/** Finding records to hand over reads all records, so it is not done for each change. */
const secondsBetweenLooks = 2;

type NextHandOver = {
  /** When it is due, unless a change makes it due sooner; null for an endpoint for events, or a disabled one. */
  readonly dueAt: string | null;
  /** Seconds for which no worker takes the turn; null if it may be taken at once. */
  readonly restsSeconds: number | null;
};

/**
 * When records are handed over next: at once if there are more. If the endpoint is failing, after as long as it has been failing, at least ten
 * seconds and at most an hour.
 */
async function nextHandOver(tx: Tx, merchantId: string, endpointId: string): Promise<NextHandOver> {
  const { rows } = await sql<{ retry_at: string | null; at_once: string; at_last: string }>`
    select case when failing_since is not null then (now() + interval '1 second'
        * least(${longestWait}, greatest(${shortestWait}, extract(epoch from now() - failing_since))))::text end as retry_at,
      now()::text as at_once, (now() + interval '1 second' * ${longestWait})::text as at_last
    from webhook_endpoint
    where merchant_id = ${merchantId} and id = ${endpointId} and purpose = 'SYNC' and status = 'ENABLED' and deleted_at is null`.execute(
    tx,
  );
  const [row] = rows;
  if (row === undefined || row.retry_at !== null) return { dueAt: row?.retry_at ?? null, restsSeconds: null };
  if (await hasMore(tx, merchantId)) return { dueAt: row.at_once, restsSeconds: null };
  return { dueAt: row.at_last, restsSeconds: secondsBetweenLooks };
}

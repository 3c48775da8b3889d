import { inTransaction, type Tx } from "../platform/db/pool.ts";
import { systemWrite } from "../platform/due-work.ts";
import { eventBody } from "../platform/events/event-view.ts";
import type { SecretKeys } from "../platform/secret-keys.ts";
import { type Platform, type WriteContext, write } from "../platform/write.ts";
import type { AddressRules } from "./address-service.ts";
import { type DueDelivery, dueDeliveries, saveAttempt } from "./delivery-store.ts";
import { longestFailureHours, secondsToNextAttempt } from "./schedule.ts";
import { openedSecrets } from "./secret-service.ts";
import { type Outcome, sendEvent } from "./send-service.ts";
import { disableEndpoint, enabledEndpoint, lockedEndpoint, updateFailing } from "./store.ts";
import { handOver, hasMore, type SyncDocuments, storeAnswers } from "./sync-turn-service.ts";
import { handOverTimes, lockTurn, type NextHandOver, releaseTurn, type Turn } from "./turn-store.ts";

export { type Turn, takeTurns } from "./turn-store.ts";

/** A turn is slow if sending took longer than this. */
const slowMilliseconds = 1_000;

/** The maximum number of events sent to one endpoint at once; only one if it is failing. */
const sendsAtOnce = 10;

/** The result if the secret cannot be decrypted: nothing is sent unsigned. */
const unreadable: Outcome = {
  status: null,
  failure: "The secret of the endpoint cannot be read: the key that encrypts it is not in ACCORD_SECRET_KEY_FILE.",
};

/** The rules for addresses, and how records are read that are handed over. */
export type Sending = { readonly rules: AddressRules; readonly documents: SyncDocuments };

/** Sends a batch of due deliveries or records to one endpoint, stores the results, and ends the turn. */
export async function runTurn(platform: Platform, turn: Turn, sending: Sending): Promise<void> {
  const { merchantId } = turn;
  const endpoint = await inTransaction(platform.db, merchantId, (tx) => dueEndpoint(tx, platform.secretKeys, turn));
  const begin = performance.now();
  if (endpoint?.purpose === "SYNC") await runSyncTurn(platform, turn, endpoint, sending);
  const sent = endpoint === undefined ? [] : await sendDeliveries(endpoint, sending.rules);
  const isSlow = performance.now() - begin > slowMilliseconds;
  await write(platform, systemWrite(merchantId), async (ctx) => {
    if (endpoint !== undefined && sent.length > 0) await storeOutcomes(ctx, endpoint, sent);
    await endTurn(ctx.tx, { ...turn, isSlow });
  });
}

/** An enabled endpoint with its due deliveries; none for an endpoint for records. */
type DueEndpoint = {
  readonly id: string;
  readonly url: string;
  readonly purpose: "EVENTS" | "SYNC";
  readonly isFailing: boolean;
  /** The secrets that sign; undefined if they cannot be decrypted. */
  readonly secrets: readonly Uint8Array[] | undefined;
  readonly due: readonly DueDelivery[];
};

async function dueEndpoint(
  tx: Tx,
  keys: SecretKeys,
  { merchantId, endpointId }: Turn,
): Promise<DueEndpoint | undefined> {
  const endpoint = await enabledEndpoint(tx, merchantId, endpointId);
  if (endpoint === undefined) return undefined;
  const { url, purpose } = endpoint;
  const isFailing = endpoint.failing_since !== null;
  const due = await dueDeliveries(tx, merchantId, endpointId, isFailing ? 1 : sendsAtOnce);
  return {
    id: endpointId,
    url,
    purpose,
    isFailing,
    secrets: openedSecrets(keys, endpoint, endpoint.previous_holds),
    due,
  };
}

type SentDelivery = { readonly delivery: DueDelivery; readonly outcome: Outcome };

/** Sends the due deliveries of an endpoint, all at once. */
function sendDeliveries({ url, secrets, due }: DueEndpoint, rules: AddressRules): Promise<SentDelivery[]> {
  return Promise.all(
    due.map(async (delivery) => ({
      delivery,
      outcome: secrets === undefined ? unreadable : await sendEvent(url, eventBody(delivery.event), secrets, rules),
    })),
  );
}

/** Stores the results of deliveries, and of their endpoint if its URL is still the one that was called. */
async function storeOutcomes(
  ctx: WriteContext,
  { id, url }: DueEndpoint,
  sent: readonly SentDelivery[],
): Promise<void> {
  const isPresent = await isPresentAddress(ctx, id, url);
  for (const { delivery, outcome } of sent) await storeOutcome(ctx, delivery, { ...outcome, isPresent });
  const outcomes = sent.map(({ outcome }) => outcome);
  if (isPresent) await storeHealth(ctx, id, outcomes);
}

/** Hands records over, and stores the results. */
async function runSyncTurn(
  platform: Platform,
  { merchantId }: Turn,
  { id, url, secrets, isFailing }: DueEndpoint,
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
    if (await isPresentAddress(ctx, id, url)) await storeHealth(ctx, id, answers);
  });
}

/** True if `url` is still the URL of the endpoint. Locks the endpoint, so that it stays so. */
async function isPresentAddress(ctx: WriteContext, endpointId: string, url: string): Promise<boolean> {
  return (await lockedEndpoint(ctx.tx, ctx.merchant.id, endpointId))?.url === url;
}

/** Stores the result of an attempt. A 410 ends the attempts if it came from the present URL; a new URL may take the event. */
async function storeOutcome(
  ctx: WriteContext,
  { id, attempts: before }: DueDelivery,
  { status, failure, isPresent }: Outcome & { readonly isPresent: boolean },
): Promise<void> {
  const attempts = before + 1;
  const isOver = failure === null || (status === 410 && isPresent);
  const seconds = isOver ? undefined : secondsToNextAttempt(attempts, Math.random());
  const state = failure === null ? "DELIVERED" : seconds === undefined ? "FAILED" : "PENDING";
  const attempted = { id, status: state, attempts, responseStatus: status, failure, seconds } as const;
  await saveAttempt(ctx.tx, ctx.merchant.id, attempted);
}

/** Stores since when an endpoint has been failing, and disables it after a 410 or after `longestFailureHours`. */
async function storeHealth(ctx: WriteContext, endpointId: string, outcomes: readonly Outcome[]): Promise<void> {
  const isGone = outcomes.some(({ status }) => status === 410);
  const isTaken = outcomes.some(({ failure }) => failure === null);
  const limits = { isTaken, hours: longestFailureHours };
  const isOver = await updateFailing(ctx.tx, ctx.merchant.id, endpointId, limits);
  const reason = isGone ? "GONE" : isOver === true ? "FAILING" : undefined;
  if (reason === undefined || isOver === undefined) return;
  await disableEndpoint(ctx.tx, ctx.merchant.id, endpointId, { reason, at: ctx.clock.timestamp });
  const changes = [{ path: "/status", from: "ENABLED", to: "DISABLED" }];
  const entity = { entityType: "WEBHOOK_ENDPOINT", entityId: endpointId };
  ctx.audit({ action: "webhook-endpoint.disable", ...entity, changes, reason });
  ctx.publish({ type: "webhook-endpoint.disabled", data: { webhookEndpointId: endpointId, reason } });
}

async function endTurn(tx: Tx, turn: Turn): Promise<void> {
  await lockTurn(tx, turn);
  await releaseTurn(tx, turn, await nextHandOver(tx, turn));
}

/** Finding records to hand over reads all records, so it is not done for each change. */
const secondsBetweenLooks = 2;

/** When records are handed over next: at once if there are more, later if the endpoint is failing (`handOverTimes`). */
async function nextHandOver(tx: Tx, turn: Turn): Promise<NextHandOver> {
  const times = await handOverTimes(tx, turn);
  if (times === undefined) return { dueAt: null, restsSeconds: null };
  if (times.retryAt !== null) return { dueAt: times.retryAt, restsSeconds: null };
  if (await hasMore(tx, turn.merchantId)) return { dueAt: times.atOnce, restsSeconds: null };
  return { dueAt: times.atLast, restsSeconds: secondsBetweenLooks };
}

import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { createKey } from "../../platform/auth/keys.ts";
import { addUser } from "../../platform/auth/users.ts";
import { handleAllPending, systemWrite } from "../../platform/due-work.ts";
import { type Platform, write } from "../../platform/write.ts";
import { publishEvents } from "../../webhooks/delivery-service.ts";
import { createEndpoint, updateEndpoint } from "../../webhooks/service.ts";
import { insertPastDeliveries } from "./deliveries-store.ts";
import { createDemoMerchant, type DemoMerchant, demoDomain } from "./service.ts";
import { playStory, storyBegins } from "./story/acme-cloud.ts";
import type { Send } from "./story/scene.ts";

export const acmeCloud = "Acme Cloud";

/** A host that cannot exist: RFC 2606 reserves `.example`. */
const receiver = "https://warehouse.acme-cloud.example/accord";

/** Sends a request of the story to the API and returns the status and text of the response. */
export type Request = (
  key: string,
  method: string,
  path: string,
  body?: object,
) => Promise<{ readonly status: number; readonly text: string }>;

/** How to send requests, stop the story, and report its progress. */
export type Playing = {
  readonly request: Request;
  readonly signal: AbortSignal;
  /** Called with the number of months that are over. */
  readonly onProgress: (months: number) => void;
};

/** Creates the sandbox merchant of a first start, before its story begins. */
export function createAcmeCloud(platform: Platform): Promise<DemoMerchant> {
  const clock = Temporal.Instant.from(`${storyBegins}T09:00:00Z`);
  return createDemoMerchant(platform, { name: acmeCloud, clock, performanceObligations: true, owner: "nora.quinn" });
}

/**
 * Plays the two years of Acme Cloud through the API, until its clock stands in January 2026. Other changes of its books in the meantime
 * may make a request fail and so stop the story.
 *
 * @throws Error when a request is rejected, or the signal's reason
 */
export async function playAcmeCloud(
  platform: Platform,
  { merchantId, userId, writeKey }: DemoMerchant,
  { request, signal, onProgress }: Playing,
): Promise<void> {
  const sendUnder = (key: string) => sender(key, request, signal);
  const { db } = platform;
  // Mail to these addresses cannot be delivered: RFC 2606 reserves `.invalid`.
  const at = demoDomain(merchantId);
  const assistantId = await addUser(db, merchantId, `sam.okafor@${at}`, "EDITOR");
  const auditorId = await addUser(db, merchantId, `iris.bell@${at}`, "VIEWER");
  const assistantKey = await createKey(db, { merchantId, userId: assistantId, access: "WRITE", name: "Sam's scripts" });
  let months = 0;
  await playStory({
    send: sendUnder(writeKey),
    assistant: sendUnder(assistantKey.key),
    people: { owner: userId, assistant: assistantId, auditor: auditorId },
    logo: (await readFile(new URL("./logo.png", import.meta.url))).toString("base64"),
    ownerEmail: `nora.quinn@${at}`,
    signal,
    onMonth: () => onProgress(++months),
  });
  await handleAllPending(platform, merchantId);
  await addReceiver(platform, merchantId);
}

/** Adds a webhook endpoint with past deliveries that is disabled now, so that nothing leaves the machine. */
async function addReceiver(platform: Platform, merchantId: string): Promise<void> {
  await publishEvents(platform.db, merchantId);
  const eventTypes = ["invoice.issued", "payment.completed", "period.closed"];
  await write(platform, systemWrite(merchantId), async (ctx) => {
    const description = "The data warehouse";
    const { endpoint } = await createEndpoint(ctx, { url: receiver, description, eventTypes });
    const { newId } = ctx;
    await insertPastDeliveries(ctx.tx, merchantId, endpoint.id, { eventTypes, count: 60, newId });
    await updateEndpoint(ctx, endpoint.id, { status: "DISABLED" });
  });
}

const mostTries = 30;

/** Sends requests as a client should: a request answered with 503 is sent again after a second, up to 30 times in all. */
function sender(key: string, request: Request, signal: AbortSignal): Send {
  return async (method, path, body) => {
    for (let tries = 1; ; tries++) {
      const { status, text } = await request(key, method, path, body);
      if (status < 300) return JSON.parse(text).payload;
      if (status !== 503 || tries === mostTries) {
        throw new Error(`${method} ${path} was answered with ${status} ${text}`);
      }
      await sleep(1_000, undefined, { signal });
    }
  };
}

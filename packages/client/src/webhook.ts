import type { Event } from "./generated.ts";

/** The headers of a request, as a `Headers` object or as Node has them. */
export type WebhookHeaders =
  | { readonly get: (name: string) => string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export type WebhookRequest = {
  readonly headers: WebhookHeaders;
  /** As it came, to the byte: JSON that was parsed and written again is another text. */
  readonly body: string;
};

export type WebhookOptions = {
  /** Seconds by which the clock of the sender may differ, and for which a request may be sent again by others: 300 unless stated. */
  readonly tolerance?: number;
  /** Milliseconds since 1970; the machine's unless stated. */
  readonly now?: number;
};

/** A request that did not come from the server, or came too late: answer it with 400, and do nothing. */
export class WebhookError extends Error {
  override readonly name = "WebhookError";
}

/**
 * The event of a webhook, once its signature shows that it is from the server (Standard Webhooks: HMAC-SHA-256 over id, time and
 * body). Of several signatures or secrets one that fits is enough, so that a rotated secret loses nothing.
 *
 * @param secret as the endpoint showed it once (`whsec_…`); while it is rotated, both
 * @throws WebhookError for a missing header, a time out of tolerance, or a signature that is none of these secrets'
 */
export async function verifyWebhook(
  { headers, body }: WebhookRequest,
  secret: string | readonly string[],
  { tolerance = 300, now = Date.now() }: WebhookOptions = {},
): Promise<Event> {
  const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => {
    const value = headerOf(headers, name);
    if (value === undefined) throw new WebhookError(`The header ${name} is missing.`);
    return value;
  }) as [string, string, string];
  const sentAt = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(now / 1000 - sentAt) <= tolerance)) {
    throw new WebhookError("It was signed too long ago, or the clocks differ.");
  }
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const given = signatures.split(" ").flatMap((each) => (each.startsWith("v1,") ? (bytesOf(each.slice(3)) ?? []) : []));
  for (const text of [secret].flat()) {
    const key = await keyOf(text);
    for (const signature of given) {
      // Compared in constant time.
      if (await crypto.subtle.verify("HMAC", key, signature, signed)) return JSON.parse(body) as Event;
    }
  }
  throw new WebhookError("The signature is not that of the secret.");
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === "function") return headers.get(name) ?? undefined;
  const value = (headers as Readonly<Record<string, string | readonly string[] | undefined>>)[name];
  return typeof value === "string" ? value : undefined;
}

async function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = bytesOf(secret.replace(/^whsec_/, ""));
  if (bytes === undefined || bytes.length === 0) throw new WebhookError("The secret is not one of a webhook endpoint.");
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

/** The bytes of a text in Base64; undefined for another one. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

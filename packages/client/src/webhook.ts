import type { Event } from "./generated.ts";

/** The headers of a request, as a `Headers` object or in Node's form. */
export type WebhookHeaders =
  | { readonly get: (name: string) => string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export type WebhookRequest = {
  readonly headers: WebhookHeaders;
  /** The body exactly as received: parsed and serialized again, it is another text. */
  readonly body: string;
};

export type WebhookOptions = {
  /** Seconds by which the sender's clock may differ, and within which a copied request is still accepted: 300 by default. */
  readonly tolerance?: number;
  /** Milliseconds since 1970; by default those of the machine. */
  readonly now?: number;
};

/** A request that is not from the server, or too old: answer 400 and do nothing. */
export class WebhookError extends Error {
  override readonly name = "WebhookError";
}

/**
 * The event of a webhook, once its signature is verified (Standard Webhooks: HMAC-SHA-256 over id, time and body). If there are
 * several signatures or secrets, one match is enough, so that rotating a secret loses nothing.
 *
 * @param secret as the endpoint returned it once (`whsec_…`); during a rotation, both secrets
 * @throws WebhookError for a missing header, a time out of tolerance, or a signature that matches none of the secrets
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
  throw new WebhookError("The signature does not match the secret.");
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === "function") return headers.get(name) ?? undefined;
  const value = (headers as Readonly<Record<string, string | readonly string[] | undefined>>)[name];
  return typeof value === "string" ? value : undefined;
}

async function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = bytesOf(secret.replace(/^whsec_/, ""));
  if (bytes === undefined || bytes.length === 0)
    throw new WebhookError("The secret is not that of a webhook endpoint.");
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

/** The bytes of a Base64 text; undefined for any other text. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

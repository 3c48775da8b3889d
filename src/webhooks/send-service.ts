import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import { Webhook } from "standardwebhooks";
import type { EventBody } from "../platform/events/event-view.ts";
import { type AddressRules, checkedAddress } from "./address-service.ts";
import { secretText } from "./endpoint.ts";

/** The result of an attempt: the HTTP status if the receiver responded, and why it failed, or null. */
export type Outcome = { readonly status: number | null; readonly failure: string | null };

/** The result with the body of the response, as far as it was read. */
export type Answer = Outcome & { readonly text: string };

const longestMilliseconds = 10_000;

/** Sends one event; of the response only the status is read. */
export function sendEvent(
  url: string,
  body: EventBody,
  secrets: readonly Uint8Array[],
  rules: AddressRules,
): Promise<Outcome> {
  return sendSigned({ url, id: body.id, body, mostBytes: 0 }, secrets, rules);
}

/** A message: URL, `webhook-id` (`id`), body, and the maximum number of bytes to read of the response; the rest is cut off. */
export type Message = {
  readonly url: string;
  readonly id: string;
  readonly body: object;
  readonly mostBytes: number;
};

/**
 * Sends a message, signed with all given secrets as Standard Webhooks specifies. The address is checked again, and the connection is made to the
 * checked IP address. Redirects are not followed.
 */
export async function sendSigned(
  { url, id, body, mostBytes }: Message,
  secrets: readonly Uint8Array[],
  rules: AddressRules,
): Promise<Answer> {
  const signal = AbortSignal.timeout(longestMilliseconds);
  const aborted = new Promise<undefined>((resolve) => signal.addEventListener("abort", () => resolve(undefined)));
  const checked = await Promise.race([checkedAddress(url, rules), aborted]);
  if (checked === undefined)
    return { status: null, failure: "The address is not allowed, or was not found.", text: "" };
  const text = JSON.stringify(body);
  const headers = { ...signed(id, text, secrets), "content-type": "application/json", "user-agent": "Accord" };
  try {
    const answer = await posted(checked.url, checked.address, { text, headers, signal, mostBytes });
    const isTaken = answer.status >= 200 && answer.status < 300;
    return { ...answer, failure: isTaken ? null : `The receiver answered ${answer.status}.` };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const failure = signal.aborted ? "The receiver did not answer in 10 seconds." : `The connection failed (${code}).`;
    return { status: null, failure, text: "" };
  }
}

/** The headers of Standard Webhooks: one signature for each secret. */
export function signed(id: string, text: string, secrets: readonly Uint8Array[]): Record<string, string> {
  const now = new Date();
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secretText(secret)).sign(id, now, text)).join(" "),
  };
}

type Post = {
  readonly text: string;
  readonly headers: Record<string, string>;
  readonly signal: AbortSignal;
  readonly mostBytes: number;
};

function posted(
  url: URL,
  address: string,
  { text, headers, signal, mostBytes }: Post,
): Promise<{ readonly status: number; readonly text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const hostname = url.hostname.replace(/^\[|\]$/g, "");
  const isTls = url.protocol === "https:";
  const request = (isTls ? httpsRequest : httpRequest)(
    {
      ...{ method: "POST", host: address, port: url.port === "" ? (isTls ? 443 : 80) : Number(url.port) },
      ...{ path: `${url.pathname}${url.search}`, signal, agent: false, maxHeaderSize: 16_384 },
      ...(isTls && isIP(hostname) === 0 ? { servername: hostname } : {}),
      headers: { ...headers, host: url.host, "content-length": String(Buffer.byteLength(text)) },
    },
    (response) => {
      read(response, mostBytes).then((answer) => resolve({ status: response.statusCode ?? 0, text: answer }), reject);
    },
  );
  request.on("error", reject);
  request.end(text);
  return promise;
}

/** The first `mostBytes` bytes of a response; the rest is not read. */
async function read(response: IncomingMessage, mostBytes: number): Promise<string> {
  const parts: Buffer[] = [];
  let left = mostBytes;
  if (left > 0) {
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part.subarray(0, left));
      left -= part.length;
      if (left <= 0) break;
    }
  }
  response.destroy();
  return Buffer.concat(parts).toString("utf8");
}

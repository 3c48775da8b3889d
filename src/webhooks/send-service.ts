import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import { Webhook } from "standardwebhooks";
import type { EventBody } from "../platform/events/event-view.ts";
import { type AddressRules, checkedAddress } from "./address-service.ts";
import { secretText } from "./endpoint.ts";

/** What became of one try; a status where the receiver answered. */
export type Outcome = { readonly status: number | null; readonly failure: string | null };

const longestMilliseconds = 10_000;

/**
 * Sends one event, signed by Standard Webhooks with every secret that holds. The address is checked anew and what was checked is
 * what is connected to; redirects are not followed, and of the answer only the status is read.
 */
export async function sendEvent(
  url: string,
  body: EventBody,
  secrets: readonly Uint8Array[],
  rules: AddressRules,
): Promise<Outcome> {
  const signal = AbortSignal.timeout(longestMilliseconds);
  const aborted = new Promise<undefined>((resolve) => signal.addEventListener("abort", () => resolve(undefined)));
  const checked = await Promise.race([checkedAddress(url, rules), aborted]);
  if (checked === undefined) return { status: null, failure: "The address may not be called, or is not found." };
  const text = JSON.stringify(body);
  const headers = { ...signed(body.id, text, secrets), "content-type": "application/json", "user-agent": "Accord" };
  try {
    const status = await posted(checked.url, checked.address, { text, headers, signal });
    const isTaken = status >= 200 && status < 300;
    return { status, failure: isTaken ? null : `The receiver answered ${status}.` };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const failure = signal.aborted ? "The receiver did not answer in 10 seconds." : `The connection failed (${code}).`;
    return { status: null, failure };
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

function posted(
  url: URL,
  address: string,
  { text, headers, signal }: { text: string; headers: Record<string, string>; signal: AbortSignal },
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
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
      resolve(response.statusCode ?? 0);
      // However long the answer is, nobody reads it.
      response.destroy();
    },
  );
  request.on("error", reject);
  request.end(text);
  return promise;
}

import { withoutApiKeys } from "./api-key-text.ts";

/** How long a body is kept, in characters. */
const longest = 4_000;

/** Fields whose values are nobody's business, whoever sent them. */
const secretName = /password|secret|token|authorization|^key$|iban|^bic$/i;
const downloadTicket = /\/v3\/downloads\/[ks][0-9a-f]{32}-[\w-]+/g;
const linkToken = /#token=[\w-]+/g;

/**
 * A body as JSON that may be kept: values of secret fields are left out, keys and sign-in links are cut wherever they are, and what is
 * long is cut off.
 */
export function redactedJson(body: unknown): string {
  const text = redactedText(JSON.stringify(body, hidden) ?? "null");
  return text.length <= longest ? text : `${text.slice(0, longest).toWellFormed()}…`;
}

/** A text without what may be a key or a link in the wrong place. */
export function redactedText(text: string): string {
  return withoutApiKeys(text).replaceAll(linkToken, "#token=…").replaceAll(downloadTicket, "/v3/downloads/…");
}

function hidden(name: string, value: unknown): unknown {
  return secretName.test(name) && value !== null ? "[redacted]" : value;
}

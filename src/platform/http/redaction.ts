import { withoutApiKeys } from "./api-key-text.ts";

/** Maximal length of a stored body, in characters. */
const longest = 4_000;

/** Fields whose values are never stored. */
const secretName = /password|secret|token|authorization|^key$|iban|^bic$/i;
const downloadTicket = /\/v3\/downloads\/[ks][0-9a-f]{32}-[\w-]+/g;
const linkToken = /#token=[\w-]+/g;

/**
 * A body as JSON that may be stored: values of secret fields are left out, keys and sign-in links are removed anywhere, and a long
 * text is cut off.
 */
export function redactedJson(body: unknown): string {
  const text = redactedText(JSON.stringify(body, hidden) ?? "null");
  return text.length <= longest ? text : `${text.slice(0, longest).toWellFormed()}…`;
}

/** A text without anything that may be a key or a sign-in link. */
export function redactedText(text: string): string {
  return withoutApiKeys(text).replaceAll(linkToken, "#token=…").replaceAll(downloadTicket, "/v3/downloads/…");
}

function hidden(name: string, value: unknown): unknown {
  return secretName.test(name) && value !== null ? "[redacted]" : value;
}

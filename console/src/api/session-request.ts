import { AccordError } from "@accord/client";
import { currentCsrfToken } from "./accord.ts";

/** Session requests, until the document has them. */
export async function sessionRequest<T>(method: string, body?: unknown): Promise<T> {
  const response = await fetch("/v3/session", {
    method,
    headers: { "content-type": "application/json", "x-csrf-token": currentCsrfToken() },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const envelope = await response.json();
  if (!response.ok) throw new AccordError(response.status, envelope, response.headers);
  return envelope.payload;
}

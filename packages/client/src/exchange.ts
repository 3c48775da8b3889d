import { AccordError, HeldForApproval } from "./errors.ts";
import { filterText } from "./filter.ts";
import type { ChangeRequest, Warnings } from "./generated.ts";
import type { CallOptions, ClientOptions } from "./options.ts";

/** A successful answer with its message and warnings. */
export type Answer<Payload> = {
  readonly payload: Payload;
  readonly message: string;
  /** Side effects on records that the request did not name. */
  readonly warnings: Warnings["details"]["warnings"];
  readonly status: number;
  readonly requestId: string | undefined;
  readonly headers: Headers;
};

/** An answer that is a file. */
export type FileAnswer = {
  readonly blob: Blob;
  readonly fileName: string | undefined;
  readonly contentType: string;
};

type Input = Readonly<Record<string, unknown>>;
type Request = { readonly url: string; readonly init: RequestInit; readonly idempotencyKey: string | undefined };

/** @param operation method and path of the document, such as `GET /v3/contracts/{id}` */
export function requestOf(operation: string, input: Input, options: ClientOptions, call: CallOptions): Request {
  const [method = "", template = ""] = operation.split(" ");
  const { baseUrl = "", key, headers: more = {} } = options;
  const { body, file, ...parameters } = input;
  const address = addressOf(template, parameters);
  const idempotencyKey = method === "GET" ? undefined : (call.idempotencyKey ?? randomKey());
  const headers = {
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
    ...(call.ifPlan === undefined ? {} : { "if-plan": call.ifPlan }),
    ...(typeof more === "function" ? more() : more),
    ...call.headers,
  };
  const sent = file === undefined ? (body === undefined ? undefined : JSON.stringify(body)) : formOf(file as Blob);
  const url = `${baseUrl.replace(/\/$/, "")}${address}`;
  const init = { method, headers, credentials: "same-origin", ...(sent === undefined ? {} : { body: sent }) } as const;
  return { url, init, idempotencyKey };
}

/** Path and query of a GET operation. */
export function pathOf(operation: string, input: Input): string {
  return addressOf(operation.split(" ")[1] ?? "", input);
}

/**
 * Puts parameters that the path names into the path, and the others into the query.
 *
 * @throws TypeError if an id is missing, because the path would be that of another operation
 */
function addressOf(template: string, parameters: Input): string {
  const [path = "", more] = template.split("?");
  const named = path.replace(/\{(\w+)\}/g, (_, name) => segmentOf(name, parameters[name]));
  const query = new URLSearchParams(more);
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined || path.includes(`{${name}}`)) continue;
    query.append(name, typeof value === "object" ? filterText(value as Input) : String(value));
  }
  return query.size === 0 ? named : `${named}?${query}`;
}

function segmentOf(name: string, value: unknown): string {
  const text = encodeURIComponent(String(value ?? ""));
  if (/^\.{0,2}$/.test(text)) throw new TypeError(`${name} must be the id of a record, not ${JSON.stringify(value)}.`);
  return text;
}

function formOf(file: Blob): FormData {
  const form = new FormData();
  form.append("file", file);
  return form;
}

/** 128 random bits. Unlike `randomUUID`, `getRandomValues` also works on pages without TLS. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @param operation as above, followed by the status 202 if that is its success and not a write that waits for approval
 * @throws AccordError if it is a rejection, HeldForApproval if the write waits for a second person
 */
export async function jsonOf(operation: string, response: Response): Promise<Answer<unknown>> {
  const text = await response.text();
  const body = parsed(text);
  if (!response.ok || body?.success !== true) throw new AccordError(response.status, body, response.headers);
  const { payload, message, error } = body;
  const waits = response.status === 202 && !operation.endsWith(" 202");
  if (waits) throw new HeldForApproval(message, payload as ChangeRequest);
  return {
    payload,
    message,
    warnings: error?.details.warnings ?? [],
    status: response.status,
    requestId: response.headers.get("x-request-id") ?? undefined,
    headers: response.headers,
  };
}

/** @throws AccordError if it is a rejection */
export async function fileOf(response: Response): Promise<FileAnswer> {
  if (!response.ok) throw new AccordError(response.status, parsed(await response.text()), response.headers);
  const disposition = response.headers.get("content-disposition") ?? "";
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1];
  return {
    blob: await response.blob(),
    fileName: encoded === undefined ? undefined : decodeURIComponent(encoded),
    contentType: response.headers.get("content-type") ?? "application/octet-stream",
  };
}

type Envelope = { success: boolean; message: string; payload: unknown; error?: Warnings };

/** Undefined for an answer of a proxy, which is no envelope. */
function parsed(text: string): Envelope | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import { ApiError } from "./api-error.ts";

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export type Answer<T> = { readonly status: number; readonly payload: T; readonly message: string };

type Sent = {
  readonly query?: Query;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
};

let csrfToken = "";

/** Every unsafe request carries it from now on. */
export function setCsrfToken(token: string): void {
  csrfToken = token;
}

/** The address with its query; what is undefined or empty is left out. */
export function address(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") search.set(name, String(value));
  }
  const text = search.toString();
  return text === "" ? path : `${path}?${text}`;
}

/** One request under the session's cookie. Throws an `ApiError` for every answer of 400 and above, and when none came. */
export async function request<T>(method: string, path: string, sent: Sent = {}): Promise<Answer<T>> {
  const headers: Record<string, string> = { accept: "application/json", ...sent.headers };
  if (method !== "GET") headers["x-csrf-token"] = csrfToken;
  const isForm = sent.body instanceof FormData;
  if (sent.body !== undefined && !isForm) headers["content-type"] = "application/json";
  const body = sent.body === undefined ? undefined : isForm ? (sent.body as FormData) : JSON.stringify(sent.body);
  let response: Response;
  try {
    response = await fetch(address(path, sent.query), { method, headers, body, signal: sent.signal ?? null });
  } catch (error) {
    if (sent.signal?.aborted) throw error;
    throw new ApiError(0, "UNREACHABLE", "The server cannot be reached. Check that it runs, then try again.");
  }
  const envelope = await read(response);
  if (!response.ok) throw rejection(response, envelope);
  return { status: response.status, payload: envelope.payload as T, message: envelope.message ?? "" };
}

type Envelope = {
  readonly payload?: unknown;
  readonly message?: string;
  readonly error?: { readonly errorCode?: string; readonly details?: Record<string, unknown> };
};

async function read(response: Response): Promise<Envelope> {
  if (response.status === 204) return {};
  try {
    return (await response.json()) as Envelope;
  } catch {
    return {};
  }
}

function rejection(response: Response, { message, error }: Envelope): ApiError {
  const requestId = response.headers.get("x-request-id") ?? undefined;
  const sentence = message ?? `The server answered with ${response.status}.`;
  return new ApiError(response.status, error?.errorCode ?? "FAILED", sentence, { requestId, ...error?.details });
}

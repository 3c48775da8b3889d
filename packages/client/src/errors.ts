import type { ChangeRequest, ErrorCode } from "./generated.ts";

/** One problem of a request: its place, as a JSON pointer, and what to do about it. */
export type Issue = { readonly path: string; readonly code: string; readonly message: string };

/** The API rejected the request. Nothing was changed. */
export class AccordError extends Error {
  override readonly name = "AccordError";
  /** The HTTP status. */
  readonly status: number;
  /** The code to branch on; undefined if the answer came from a proxy and not from the API. */
  readonly errorCode: ErrorCode | undefined;
  /** All issues of the request; empty if the rejection is not about its fields. */
  readonly issues: readonly Issue[];
  /** The id under which the server's log has the request. */
  readonly requestId: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(status: number, body: unknown, headers: Headers) {
    const { message, error } = rejectionIn(body);
    super(message ?? `The server answered ${status}.`);
    const { errorCode, details = {} } = error ?? {};
    this.status = status;
    this.errorCode = errorCode;
    this.details = details;
    this.issues = Array.isArray(details.issues) ? details.issues : [];
    this.requestId =
      typeof details.requestId === "string" ? details.requestId : (headers.get("x-request-id") ?? undefined);
  }
}

type Rejected = {
  readonly message?: string;
  readonly error?: { readonly errorCode?: ErrorCode; readonly details?: Readonly<Record<string, unknown>> };
};

function rejectionIn(body: unknown): Rejected {
  return typeof body === "object" && body !== null ? body : {};
}

/** An approval policy requires a second person: the write was stored as a change request, and nothing else was changed. */
export class HeldForApproval extends Error {
  override readonly name = "HeldForApproval";
  readonly changeRequest: ChangeRequest;

  constructor(message: string, changeRequest: ChangeRequest) {
    super(message);
    this.changeRequest = changeRequest;
  }
}

/** No answer came, even after further attempts. It is unknown whether a write was carried out; repeat it with its key to find out. */
export class NoAnswerError extends Error {
  override readonly name = "NoAnswerError";
  /** For a write: send the same request with this key, and it is carried out only once. */
  readonly idempotencyKey: string | undefined;

  constructor(cause: unknown, idempotencyKey: string | undefined) {
    super("The server did not answer.", { cause });
    this.idempotencyKey = idempotencyKey;
  }
}

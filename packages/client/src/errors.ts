import type { ChangeRequest, ErrorCode } from "./generated.ts";

/** One thing that is wrong with a request: where, by a JSON pointer, and what to do about it. */
export type Issue = { readonly path: string; readonly code: string; readonly message: string };

/** The API said no. Nothing was changed. */
export class AccordError extends Error {
  override readonly name = "AccordError";
  /** The HTTP status. */
  readonly status: number;
  /** The code to branch on; undefined when the answer did not come from the API, but from a proxy before it. */
  readonly errorCode: ErrorCode | undefined;
  /** Everything that is wrong with the request; empty when the rejection is not about its fields. */
  readonly issues: readonly Issue[];
  /** What the operator of the server finds in the log. */
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

/** A policy wants a second person: the write was kept as a change request, and nothing else was changed. */
export class HeldForApproval extends Error {
  override readonly name = "HeldForApproval";
  readonly changeRequest: ChangeRequest;

  constructor(message: string, changeRequest: ChangeRequest) {
    super(message);
    this.changeRequest = changeRequest;
  }
}

/** No answer came, not even after trying again. Whether a write was carried out is not known; its key tells. */
export class NoAnswerError extends Error {
  override readonly name = "NoAnswerError";
  /** Of a write: send the same request with this key, and it is carried out once. */
  readonly idempotencyKey: string | undefined;

  constructor(cause: unknown, idempotencyKey: string | undefined) {
    super("The server did not answer.", { cause });
    this.idempotencyKey = idempotencyKey;
  }
}

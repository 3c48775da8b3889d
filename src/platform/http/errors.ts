import { DomainError, type ErrorKind } from "../../kernel/errors.ts";
import type { Rejection } from "./envelope.ts";
import type { ErrorCode, ErrorStatus } from "./error-codes.ts";

/** Rejections that are not the domain's: transport, idempotency, overload, and the specified 500 for a missing file. */
export class TransportError extends Error {
  override readonly name = "TransportError";
  readonly rejection: Rejection;

  constructor(rejection: Rejection & { readonly status: ErrorStatus; readonly errorCode: ErrorCode }) {
    super(rejection.message);
    this.rejection = rejection;
  }
}

/** The one place where kinds of rejection are mapped to statuses. */
const statusOfKind: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  forbidden: 403,
  "not-found": 404,
  conflict: 409,
};

const retryAfterSeconds = "1";

const internalError: Rejection = {
  status: 500,
  errorCode: "INTERNAL_ERROR",
  message: "Something went wrong on our side. Quote the request id when you report it.",
};

const unavailable: Rejection = {
  status: 503,
  errorCode: "SERVICE_UNAVAILABLE",
  message: "The service cannot answer right now. Try again in a moment.",
  headers: { "retry-after": retryAfterSeconds },
};

/** The database stopped a statement that ran for longer than its kind may (ADR 0058). */
const stopped: Rejection = {
  ...unavailable,
  message:
    "This took too long and was stopped. Ask for less at once, such as a shorter time or fewer records, or try again later.",
};

/** An amount exceeds its column (rules 13). Stated prices are checked earlier; this is for sums of many amounts, such as usage. */
const tooLarge: Rejection = {
  status: 400,
  errorCode: "AMOUNT_INVALID",
  message: "An amount is too large for the books. Check prices, quantities and usage events.",
};

/** The rejection for an error. An unknown error is a 500 that shows no details (behaviour 5.2). */
export function rejectionFrom(error: unknown): Rejection {
  if (error instanceof DomainError) {
    return { status: statusOfKind[error.kind], errorCode: error.code, message: error.message, details: error.details };
  }
  if (error instanceof TransportError) return error.rejection;
  if (error instanceof AggregateError) return rejectionOfAll(error.errors);
  return databaseRejection(error) ?? frameworkRejection(error) ?? internalError;
}

/** Of work with failed parts (`failures.ts`): their rejection, if all have the same status and it is 503 or "too large"; else 500. */
function rejectionOfAll(errors: readonly unknown[]): Rejection {
  const [first = internalError, ...others] = errors.map(rejectionFrom);
  const isAnswer = first.status === unavailable.status || first === tooLarge;
  return isAnswer && others.every(({ status }) => status === first.status) ? first : internalError;
}

/**
 * SQLSTATEs that mean "try again later": a lock that was not obtained, a conflict or deadlock that remains after all retries (DBF-6),
 * and a server that is stopping, stopped, or short of memory, disk or connections.
 */
function databaseRejection(error: unknown): Rejection | undefined {
  const code = codeOf(error);
  if (code === "55P03") {
    return {
      status: 503,
      errorCode: "LOCK_TIMEOUT",
      message: "Another change to the same record takes too long. Try again in a moment.",
      headers: { "retry-after": retryAfterSeconds },
    };
  }
  if (code === "57014") return stopped;
  if (code === "22003") return tooLarge;
  const mayPass = /^(?:40001|40P01|57P0[1-3]|08...|53...|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/.test(code);
  return mayPass || isLostConnection(error) || isMissingSocket(error) ? unavailable : undefined;
}

// node-postgres reports these errors without a code.
const lostConnection =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/;

// The coordinator of a cluster reports these as internal errors, when it loses a node.
const lostNode =
  /^(?:failure on connection marked as essential|SSL SYSCALL error|SSL connection has been closed|server closed the connection|could not (?:receive|send) data|no connection to the server)/;

function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return lostConnection.test(error.message) || (codeOf(error) === "XX000" && lostNode.test(error.message));
}

/** The socket file of the embedded database is missing; any other missing file is a bug. */
function isMissingSocket(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === "ENOENT" && "syscall" in error && error.syscall === "connect";
}

/** Rejections by Fastify itself, in our words. */
function frameworkRejection(error: unknown): Rejection | undefined {
  switch (codeOf(error)) {
    case "FST_ERR_BAD_URL":
      return badUrl;
    case "FST_ERR_MAX_PARAM_LENGTH":
      return uriTooLong;
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return unsupportedContentType;
    case "FST_ERR_CTP_BODY_TOO_LARGE":
    case "FST_ERR_CTP_INVALID_CONTENT_LENGTH":
      return { status: 413, errorCode: "BODY_TOO_LARGE", message: "The body is too large." };
    case "FST_ERR_REOPENED_CLOSE_SERVER":
      return unavailable;
    default:
      return undefined;
  }
}

export const badUrl: Rejection = {
  status: 400,
  errorCode: "INVALID_ENCODING",
  message: "The URL has a percent escape that is not valid UTF-8.",
};

export const uriTooLong: Rejection = { status: 414, errorCode: "URI_TOO_LONG", message: "The URL is too long." };

export const unsupportedContentType: Rejection = {
  status: 400,
  errorCode: "UNSUPPORTED_CONTENT_TYPE",
  message: "Send the body as application/json in UTF-8.",
};

export const shuttingDown: Rejection = unavailable;

/** Errors of the socket, before there is a request (behaviour 5.1, step 1). */
export function socketRejection(error: unknown): Rejection {
  switch (codeOf(error)) {
    case "HPE_HEADER_OVERFLOW":
      return { status: 431, errorCode: "HEADERS_TOO_LARGE", message: "The request headers are too large." };
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return { status: 408, errorCode: "REQUEST_TIMEOUT", message: "The request did not arrive in time." };
    default:
      return { status: 400, errorCode: "VALIDATION_FAILED", message: "The request is not valid HTTP." };
  }
}

export function codeOf(error: unknown): string {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : "";
  return typeof code === "string" ? code : "";
}

/** Only one dry run per merchant runs at a time (rules 2). */
export function dryRunBusy(): TransportError {
  return new TransportError({
    status: 429,
    errorCode: "RATE_LIMITED",
    message: "Another dry run of this merchant is still running. Try again in a moment.",
    headers: { "retry-after": retryAfterSeconds },
  });
}

/** The process cannot keep up with its requests. */
export function overloaded(): TransportError {
  return new TransportError({ ...unavailable, status: 503, errorCode: "SERVICE_UNAVAILABLE" });
}

/** The memory for uploads is taken, and none became free while this upload waited (`memory-room.ts`). */
export function uploadsBusy(): TransportError {
  return new TransportError({
    status: 503,
    errorCode: "SERVICE_UNAVAILABLE",
    message: "Too many files are being uploaded. Try again in a moment.",
    headers: { "retry-after": retryAfterSeconds },
  });
}

/** One problem of a rejected request, with the JSON pointer of the field. */
export type Issue = { readonly path: string; readonly code: string; readonly message: string };

/** A request that the server rejected, or that did not reach it (`status` 0). The message is for people. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly issues: readonly Issue[];
  readonly details: Readonly<Record<string, unknown>>;

  constructor(status: number, code: string, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = typeof details.requestId === "string" ? details.requestId : undefined;
    this.issues = Array.isArray(details.issues) ? (details.issues as Issue[]) : [];
  }
}

/** The sentence of any failure. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "Something went wrong.";
}

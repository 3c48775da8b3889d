import type { Warning } from "./wire.ts";

/** The body of an answer to a successful request. Warnings are in `error` (data-model 1.1 "Warnings"). */
export function successBody(
  answer: { readonly payload: unknown; readonly message: string; readonly warnings?: readonly Warning[] },
  { status, requestId }: { readonly status: number; readonly requestId: string },
): Record<string, unknown> {
  const { payload, message, warnings = [] } = answer;
  const body = { payload: payload ?? null, success: true, message };
  if (warnings.length === 0) return body;
  const [first] = warnings;
  const text = warnings.length === 1 ? (first?.message ?? "") : `${warnings.length} warnings; see details.warnings.`;
  return { ...body, error: { code: status, message: text, errorCode: "WARNINGS", details: { warnings, requestId } } };
}

export type Rejection = {
  readonly status: number;
  readonly errorCode: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
};

/**
 * The body of a rejection: the same shape for every error, also those of sockets (behaviour 5.2). `docUrl` is the page of this
 * server's guide about the code.
 */
export function errorBody({ status, errorCode, message, details = {} }: Rejection, requestId: string) {
  return {
    payload: {},
    success: false,
    message,
    error: {
      code: status,
      message,
      errorCode,
      details: { ...details, requestId, docUrl: `/docs/errors/${errorCode}` },
    },
  };
}

import { type DomainError, type Issue, invalid, invalidIssues } from "../kernel/errors.ts";
import { isErrorCode, type NotFoundCode, recordNotFound, rejectionOfState } from "../platform/http/error-codes.ts";

/**
 * 400 with every issue, under the first code of the catalogue. Issues of the credit memo or payment come first, so that all losers of a race for
 * one credit memo get the same answer (behaviour RAC-1).
 */
export function reject(issues: readonly Issue[]): DomainError {
  const [first] = issues;
  return invalidIssues(issues, first !== undefined && isErrorCode(first.code) ? first.code : "VALIDATION_FAILED");
}

/** 400 with all issues of a change of a document itself, in the order of states of records (rules 13). */
export function rejectDocument(issues: readonly Issue[]): DomainError {
  const rejection = rejectionOfState(issues);
  return rejection.code === "VALIDATION_FAILED" ? reject(issues) : rejection;
}

/** 400 with the text of the 404, for an unknown record in a body, if the endpoint has no 404 (rules 1). */
export function unknownInBody(path: string, code: NotFoundCode): DomainError {
  const { message } = recordNotFound(code);
  return invalid(code, message, { issues: [{ path, code, message }] });
}

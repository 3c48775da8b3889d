import { type DomainError, type Issue, invalid, invalidIssues } from "../kernel/errors.ts";
import { isErrorCode, type NotFoundCode, recordNotFound, rejectionOfState } from "../platform/http/error-codes.ts";

/**
 * 400 with every issue, under the code of the first one where the catalogue has it: what concerns the credit memo or
 * payment comes first, so that the losers of a race for one credit memo all get the same answer (behaviour RAC-1).
 */
export function reject(issues: readonly Issue[]): DomainError {
  const [first] = issues;
  return invalidIssues(issues, first !== undefined && isErrorCode(first.code) ? first.code : "VALIDATION_FAILED");
}

/** 400 for all that stands against a change of a document itself, in the order of all states of records (rules 13). */
export function rejectDocument(issues: readonly Issue[]): DomainError {
  const rejection = rejectionOfState(issues);
  return rejection.code === "VALIDATION_FAILED" ? reject(issues) : rejection;
}

/** 400 in the words of the 404: a record that a body names, where the endpoint answers no 404 (rules 1). */
export function unknownInBody(path: string, code: NotFoundCode): DomainError {
  const { message } = recordNotFound(code);
  return invalid(code, message, { issues: [{ path, code, message }] });
}

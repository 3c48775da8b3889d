import { DomainError } from "../../kernel/errors.ts";
import type { Need } from "./policy.ts";

/**
 * What a write is rejected with that a policy names and nobody has approved. Through the API it becomes a change request;
 * elsewhere, as at the command line, it is the answer.
 */
export class ApprovalRequired extends DomainError {
  readonly need: Need;
  constructor(need: Need) {
    const message = `A policy (${need.kinds.join(", ")}) wants a second person: ask through the API, where it can be approved.`;
    super("conflict", "APPROVAL_REQUIRED", message, { kinds: need.kinds, role: need.role });
    this.need = need;
  }
}

import { DomainError } from "../../kernel/errors.ts";
import type { Need } from "./policy.ts";

/**
 * Rejects a write that a policy covers and nobody has approved. Through the API the write becomes a change request; elsewhere, such
 * as on the command line, this error is the answer.
 */
export class ApprovalRequired extends DomainError {
  readonly need: Need;
  constructor(need: Need) {
    const message = `A policy (${need.kinds.join(", ")}) requires a second person: send the change through the API, where it can be approved.`;
    super("conflict", "APPROVAL_REQUIRED", message, { kinds: need.kinds, role: need.role });
    this.need = need;
  }
}

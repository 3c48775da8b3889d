import { changeLockedCommitment } from "../actions/change-commitment.ts";
import type { LockedCommitment } from "../commitments/service.ts";
import { required } from "../kernel/assert.ts";
import type { RouteDescription } from "../platform/http/endpoint.ts";
import type { PathParams } from "../platform/http/route-declaration.ts";
import type { WritingPlatform } from "../platform/preview.ts";
import { runWrite } from "../platform/run-write.ts";
import type { WriteContext } from "../platform/write.ts";

export const commitmentTag = "Commitments";
/** The ids in the path of every write of one commitment. */
export const commitmentIds = { id: "CONTRACT_NOT_FOUND", commitmentId: "COMMITMENT_NOT_FOUND" } as const;

/** Codes about records that a request refers to, and about terms that cannot be in a commitment. */
export const commitmentCodes = [
  "BILLING_TERM_NOT_FOUND",
  "ITEM_NOT_FOUND",
  "EVENT_TYPE_NOT_FOUND",
  "BILLING_TERM_INELIGIBLE",
  "BILLING_TERM_LOCKED",
  "SCHEDULE_STRUCTURE_INVALID",
  "SCHEDULE_ALIGNMENT_INVALID",
  "SCHEDULE_EVENT_TYPE_MISMATCH",
  "STEP_EVENT_TYPE_MISMATCH",
  "STEP_CONFIG_INVALID",
  "TIER_INVALID",
  "CURRENCY_INVALID",
  "CONTRACT_DELETED",
] as const;
export const changeCodes = [...commitmentCodes, "COMMITMENT_LOCKED", "SCHEDULE_INVOICE_GATE"] as const;

/** The parts that all writes of one commitment declare in the same way. */
export function nested<Path extends string, Ids extends RouteDescription["ids"]>(
  method: "POST" | "PATCH" | "DELETE",
  path: Path,
  of: Ids,
) {
  return {
    method,
    url: `/v3/contracts/:id/commitments/:commitmentId${path}`,
    tag: commitmentTag,
    access: "write",
    ids: required(of, "the ids"),
    malformedId: "INVALID_ID",
    dryRun: true,
    isModification: true,
    errors: [400, 404],
  } as const;
}

type CommitmentRequest = Parameters<typeof runWrite>[1] & { readonly params: PathParams<"id" | "commitmentId"> };

/** Changes the commitment of a contract that the path names. */
export function changeOne(
  platform: WritingPlatform,
  request: CommitmentRequest,
  message: string,
  act: (ctx: WriteContext, locked: LockedCommitment) => Promise<unknown>,
) {
  const { id: contractId, commitmentId } = request.params;
  return runWrite(platform, request, { contractId, message }, async (ctx) => {
    return {
      payload: await changeLockedCommitment(ctx, { contractId, commitmentId }, (locked) => act(ctx, locked)),
      contractId,
    };
  });
}

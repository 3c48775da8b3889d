import type { FastifyInstance } from "fastify";
import { patchFromBody } from "../contracts/request-schemas.ts";
import { ContractView, UpdateContractBody, viewOf } from "../contracts/schemas.ts";
import { present } from "../kernel/assert.ts";
import { route } from "../platform/http/route.ts";
import { type PerformingPlatform, perform } from "../platform/perform.ts";
import { updateContract } from "./contract-service.ts";

const tag = "Contracts";
const ids = { id: "CONTRACT_NOT_FOUND" } as const;

/** Changing a contract is served here, because its commitments follow its days as far as they are not invoiced. */
export function registerContractUpdateRoutes(app: FastifyInstance, platform: PerformingPlatform): void {
  route(app, {
    method: "PATCH",
    url: "/v3/contracts/:id",
    operationId: "updateContract",
    summary: "Change a contract",
    description:
      "Only fields that are sent change; null clears a nullable one. External ids are set by sourceType. " +
      "Commitments for the full duration move with startDate and endDate.",
    tag,
    access: "write",
    dryRun: true,
    ids,
    body: UpdateContractBody,
    payload: ContractView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: [
      "CUSTOMER_NOT_FOUND",
      "INVALID_CONTRACT_STATE",
      "METADATA_TOO_LARGE",
      "BILLING_TERM_INELIGIBLE",
      "SCHEDULE_STRUCTURE_INVALID",
      "SCHEDULE_ALIGNMENT_INVALID",
      "SCHEDULE_INVOICE_GATE",
    ],
    handler: (request) => {
      const [contractId, patch] = [present(request.params.id, "the id"), patchFromBody(request)];
      return perform(platform, request, { contractId, message: "Contract updated." }, async (ctx) => ({
        payload: viewOf(await updateContract(ctx, contractId, patch)),
        contractId,
      }));
    },
  });
}

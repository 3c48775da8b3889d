import type { FastifyInstance } from "fastify";
import { ContractView, viewOf } from "../contracts/schemas.ts";
import { present } from "../kernel/assert.ts";
import { route } from "../platform/http/route.ts";
import { type PerformingPlatform, perform } from "../platform/perform.ts";
import { deleteContract } from "./deletion-service.ts";

/** Deletion of contracts is served here and not with them, because invoices and posted entries decide about it. */
export function registerDeletionRoutes(app: FastifyInstance, platform: PerformingPlatform): void {
  route(app, {
    method: "DELETE",
    url: "/v3/contracts/:id",
    operationId: "deleteContract",
    summary: "Delete a contract",
    description: "With its terms and drafts. Refused while an issued invoice or a closed month stands on it.",
    tag: "Contracts",
    access: "write",
    dryRun: true,
    ids: { id: "CONTRACT_NOT_FOUND" },
    payload: ContractView,
    successStatus: 200,
    errors: [404, 409],
    errorCodes: ["CONTRACT_INVOICED"],
    handler: (request) => {
      const contractId = present(request.params.id, "the id");
      return perform(platform, request, { contractId, message: "Contract deleted." }, async (ctx) => ({
        payload: viewOf(await deleteContract(ctx, contractId)),
        contractId,
      }));
    },
  });
}

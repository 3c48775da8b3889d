import type { FastifyInstance } from "fastify";
import { BillingTermView, viewOfTerm } from "../billing-terms/term-schemas.ts";
import { ContractView, viewOf } from "../contracts/schemas.ts";
import { present } from "../kernel/assert.ts";
import { route } from "../platform/http/route.ts";
import { type PerformingPlatform, perform } from "../platform/perform.ts";
import { deleteContract } from "./deletion-service.ts";
import { deleteTerm } from "./term-deletion-service.ts";

/** Deletion of contracts and terms is served here and not with them, because invoices and posted entries decide about it. */
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

  route(app, {
    method: "DELETE",
    url: "/v3/contracts/:id/billing-terms/:billingTermId",
    operationId: "deleteBillingTerm",
    summary: "Delete a billing term",
    description: [
      "With the promise that follows it; the last term of a group takes the group and its performance obligations along.",
      "Refused once it is invoiced, and while a performance obligation of its group needs its event type.",
    ].join(" "),
    tag: "Billing terms",
    access: "write",
    dryRun: true,
    ids: { id: "CONTRACT_NOT_FOUND", billingTermId: "BILLING_TERM_NOT_FOUND" },
    payload: BillingTermView,
    successStatus: 200,
    errors: [404, 409],
    errorCodes: ["BILLING_TERM_DELETE_BLOCKED"],
    handler: (request) => {
      const contractId = present(request.params.id, "the contract id");
      const termId = present(request.params.billingTermId, "the term id");
      return perform(platform, request, { contractId, message: "Billing term deleted." }, async (ctx) => {
        const { contract, record } = await deleteTerm(ctx, contractId, termId);
        return { payload: viewOfTerm(record, contract, ctx.clock.today), contractId };
      });
    },
  });
}

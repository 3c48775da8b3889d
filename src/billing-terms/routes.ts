import type { FastifyInstance } from "fastify";
import type { ContractAction } from "../contracts/contract.ts";
import { actionFromBody } from "../contracts/request-schemas.ts";
import { ContractActionBody, ContractView, viewOf } from "../contracts/schemas.ts";
import { present } from "../kernel/assert.ts";
import { route } from "../platform/http/route.ts";
import { type PerformingPlatform, perform } from "../platform/perform.ts";
import { actOnContract } from "./approval-service.ts";

const tag = "Contracts";
const ids = { id: "CONTRACT_NOT_FOUND" } as const;

const actionMessages: Readonly<Record<ContractAction, string>> = {
  APPROVE: "Contract approved.",
  PROCESS: "Contract is being processed.",
  BLOCK: "Contract blocked.",
  UNBLOCK: "Contract no longer held back.",
};

/** What is done to a contract as a whole. Here, because its approval depends on what terms of other contracts bill. */
export function registerContractActionRoutes(app: FastifyInstance, platform: PerformingPlatform): void {
  route(app, {
    method: "POST",
    url: "/v3/contracts/:id/actions",
    operationId: "actOnContract",
    summary: "Approve, process, block or unblock a contract",
    description:
      "APPROVE marks a PROCESSED contract as final: its invoices may be issued and its revenue posts. PROCESS has its " +
      "file read and the contract checked, BLOCK holds a PROCESSED one back, and UNBLOCK checks a BLOCKED one again.",
    tag,
    access: "write",
    dryRun: true,
    ids,
    malformedId: "INVALID_ID",
    body: ContractActionBody,
    payload: ContractView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ["INVALID_ACTION", "INVALID_CONTRACT_STATE", "CONTRACT_DELETED"],
    handler: (request) => {
      const [contractId, action] = [present(request.params.id, "the id"), actionFromBody(request.body)];
      return perform(platform, request, { contractId, message: actionMessages[action.action] }, async (ctx) => {
        const contract = await actOnContract(ctx, contractId, action);
        return { payload: viewOf(contract), contractId };
      });
    },
  });
}

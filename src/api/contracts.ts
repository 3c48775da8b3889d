import type { FastifyInstance } from "fastify";
import { actOnContract } from "../actions/act-on-contract.ts";
import { createWholeContract } from "../actions/create-whole-contract.ts";
import { deleteContract } from "../actions/delete-contract.ts";
import { updateContract } from "../actions/update-contract.ts";
import type { ContractAction } from "../contracts/contract.ts";
import * as service from "../contracts/service.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import type { WritingPlatform } from "../platform/preview.ts";
import { runWrite } from "../platform/run-write.ts";
import { read, readRows } from "../platform/write.ts";
import { actionFromBody, contractExternalIdIssues, draftFromBody, patchFromBody } from "./schemas/contract-requests.ts";
import {
  ContractActionBody,
  ContractPage,
  ContractView,
  contractList,
  deletedContractList,
  UpdateContractBody,
  viewOf,
} from "./schemas/contracts.ts";
import { CreateContractBody, hasParts, viewOfWhole, wholeFromBody } from "./schemas/whole-contracts.ts";

const tag = "Contracts";
const ids = { id: "CONTRACT_NOT_FOUND" } as const;

/** Codes that all issues of the parts of a new contract may have in common. */
const partCodes = ["TIER_INVALID", "CURRENCY_INVALID"] as const;

const actionMessages: Readonly<Record<ContractAction, string>> = {
  APPROVE: "Contract approved.",
  PROCESS: "Contract is being processed.",
  BLOCK: "Contract blocked.",
  UNBLOCK: "Contract no longer held back.",
};

export function registerContractRoutes(app: FastifyInstance, platform: WritingPlatform): void {
  registerReads(app, platform);
  registerWrites(app, platform);
  registerLifecycle(app, platform);
}

function registerReads(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "GET",
    url: "/v3/contracts",
    operationId: "listContracts",
    summary: "List contracts",
    description:
      "Contracts that are not deleted, newest first. Values of several currencies are compared by their figures.",
    tag,
    access: "read",
    list: contractList,
    payload: ContractPage,
    successStatus: 200,
    errors: [400],
    handler: async (request) => {
      const { list } = request;
      const { contracts, extent } = await readRows(platform, request.principal.merchantId, (tx, merchantId) =>
        service.listContracts(tx, merchantId, list, "live"),
      );
      return { payload: pageOf(list, contracts.map(viewOf), extent), message: "Contracts." };
    },
  });

  route(app, {
    method: "GET",
    url: "/v3/contracts/deleted",
    operationId: "listDeletedContracts",
    summary: "List deleted contracts",
    description: "Contracts that were deleted, the last one first.",
    tag,
    access: "read",
    list: deletedContractList,
    payload: ContractPage,
    successStatus: 200,
    errors: [400],
    handler: async (request) => {
      const { list } = request;
      const { contracts, extent } = await readRows(platform, request.principal.merchantId, (tx, merchantId) =>
        service.listContracts(tx, merchantId, list, "deleted"),
      );
      return { payload: pageOf(list, contracts.map(viewOf), extent), message: "Deleted contracts." };
    },
  });

  route(app, {
    method: "GET",
    url: "/v3/contracts/:id",
    operationId: "getContract",
    summary: "Get a contract",
    tag,
    access: "read",
    ids,
    malformedId: "INVALID_ID",
    payload: ContractView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ["CONTRACT_DELETED", "INVALID_ID"],
    handler: async ({ principal, params }) => {
      const contract = await read(platform, principal.merchantId, (reader) =>
        service.getContract(reader, params.id, "CONTRACT_DELETED"),
      );
      return { payload: viewOf(contract), message: "Contract." };
    },
  });
}

function registerWrites(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "POST",
    url: "/v3/contracts",
    operationId: "createContract",
    summary: "Create a contract",
    description:
      "A contract is NEW until it has an obligation or a billing term. They can come with it, as can its customer, " +
      "performance obligations, commitments and the approval: all or nothing, as separate requests would do it. " +
      "The problems of all parts are reported at once, each with its path.",
    tag,
    access: "write",
    dryRun: true,
    body: CreateContractBody,
    alsoWrong: contractExternalIdIssues,
    payload: ContractView,
    successStatus: 201,
    errors: [400],
    errorCodes: ["CUSTOMER_NOT_FOUND", "METADATA_TOO_LARGE", "INVALID_CONTRACT_STATE", ...partCodes],
    handler: (request) => {
      const options = { contractId: undefined, message: "Contract created." };
      if (hasParts(request.body)) {
        const whole = wholeFromBody(request);
        return runWrite(platform, request, options, async (ctx) => {
          const created = await createWholeContract(ctx, whole);
          const { contract, warnings } = created;
          const payload = viewOfWhole(created);
          return { payload, contractId: contract.id, ...(warnings.length === 0 ? {} : { warnings }) };
        });
      }
      const draft = draftFromBody(request);
      return runWrite(platform, request, options, async (ctx) => {
        const contract = await service.createContract(ctx, draft);
        return { payload: viewOf(contract), contractId: contract.id };
      });
    },
  });

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
    alsoWrong: contractExternalIdIssues,
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
      const contractId = request.params.id;
      const patch = patchFromBody(request);
      return runWrite(platform, request, { contractId, message: "Contract updated." }, async (ctx) => ({
        payload: viewOf(await updateContract(ctx, contractId, patch)),
        contractId,
      }));
    },
  });
}

function registerLifecycle(app: FastifyInstance, platform: WritingPlatform): void {
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
      const contractId = request.params.id;
      const action = actionFromBody(request.body);
      return runWrite(platform, request, { contractId, message: actionMessages[action.action] }, async (ctx) => {
        const contract = await actOnContract(ctx, contractId, action);
        return { payload: viewOf(contract), contractId };
      });
    },
  });

  route(app, {
    method: "DELETE",
    url: "/v3/contracts/:id",
    operationId: "deleteContract",
    summary: "Delete a contract",
    description:
      "With its terms and drafts, and what its opening loaded. Rejected while it has an issued invoice, entries in a closed month or an adjustment.",
    tag: "Contracts",
    access: "write",
    dryRun: true,
    ids,
    payload: ContractView,
    successStatus: 200,
    errors: [404, 409],
    errorCodes: ["CONTRACT_INVOICED"],
    handler: (request) => {
      const contractId = request.params.id;
      return runWrite(platform, request, { contractId, message: "Contract deleted." }, async (ctx) => ({
        payload: viewOf(await deleteContract(ctx, contractId)),
        contractId,
      }));
    },
  });
}

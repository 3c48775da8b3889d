import type { FastifyInstance } from "fastify";
import { present } from "../kernel/assert.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import { PageOf } from "../platform/http/wire.ts";
import { type PerformingPlatform, perform } from "../platform/perform.ts";
import { read } from "../platform/write.ts";
import { registerFileRoutes } from "./file-routes.ts";
import { registerMetadataRoutes } from "./metadata-routes.ts";
import { draftFromBody } from "./request-schemas.ts";
import { ContractView, CreateContractBody, contractList, deletedContractList, viewOf } from "./schemas.ts";
import * as service from "./service.ts";

const tag = "Contracts";
const ids = { id: "CONTRACT_NOT_FOUND" } as const;

export function registerContractRoutes(app: FastifyInstance, platform: PerformingPlatform): void {
  registerReads(app, platform);
  registerWrites(app, platform);
  registerMetadataRoutes(app, platform);
  registerFileRoutes(app, platform);
}

function registerReads(app: FastifyInstance, platform: PerformingPlatform): void {
  route(app, {
    method: "GET",
    url: "/v3/contracts",
    operationId: "listContracts",
    summary: "List contracts",
    description: "Contracts that are not deleted, newest first.",
    tag,
    access: "read",
    list: contractList,
    payload: PageOf(ContractView),
    successStatus: 200,
    errors: [400],
    handler: async (request) => {
      const list = present(request.list, "the list query");
      const { contracts, totalItems } = await read(platform, request.principal.merchantId, ({ tx, merchant }) =>
        service.listContracts(tx, merchant.id, list, "live"),
      );
      return { payload: pageOf(list, contracts.map(viewOf), totalItems), message: "Contracts." };
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
    payload: PageOf(ContractView),
    successStatus: 200,
    errors: [400],
    handler: async (request) => {
      const list = present(request.list, "the list query");
      const { contracts, totalItems } = await read(platform, request.principal.merchantId, ({ tx, merchant }) =>
        service.listContracts(tx, merchant.id, list, "deleted"),
      );
      return { payload: pageOf(list, contracts.map(viewOf), totalItems), message: "Deleted contracts." };
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
        service.getContract(reader, present(params.id, "the id"), "CONTRACT_DELETED"),
      );
      return { payload: viewOf(contract), message: "Contract." };
    },
  });
}

function registerWrites(app: FastifyInstance, platform: PerformingPlatform): void {
  route(app, {
    method: "POST",
    url: "/v3/contracts",
    operationId: "createContract",
    summary: "Create a contract",
    description: "A contract is NEW until it has an obligation or a billing term.",
    tag,
    access: "write",
    dryRun: true,
    body: CreateContractBody,
    payload: ContractView,
    successStatus: 201,
    errors: [400],
    errorCodes: ["CUSTOMER_NOT_FOUND", "METADATA_TOO_LARGE"],
    handler: (request) => {
      const draft = draftFromBody(request);
      return perform(platform, request, { contractId: undefined, message: "Contract created." }, async (ctx) => {
        const contract = await service.createContract(ctx, draft);
        return { payload: viewOf(contract), contractId: contract.id };
      });
    },
  });
}

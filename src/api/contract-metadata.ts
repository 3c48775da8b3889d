import type { FastifyInstance } from "fastify";
import * as metadata from "../contracts/metadata-service.ts";
import { getContract } from "../contracts/service.ts";
import { route } from "../platform/http/route.ts";
import type { WritingPlatform } from "../platform/preview.ts";
import { runWrite } from "../platform/run-write.ts";
import { read } from "../platform/write.ts";
import { metadataFromBody } from "./schemas/contract-requests.ts";
import { ContractMetadataView, metadataViewOf, UpdateMetadataBody } from "./schemas/contracts.ts";

const shared = {
  url: "/v3/contracts/:id/metadata",
  tag: "Contracts",
  ids: { id: "CONTRACT_NOT_FOUND" },
  payload: ContractMetadataView,
  successStatus: 200,
} as const;

export function registerContractMetadataRoutes(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    ...shared,
    method: "GET",
    operationId: "getContractMetadata",
    summary: "Get the metadata of a contract",
    access: "read",
    errors: [404],
    handler: async ({ principal, params }) => {
      const contract = await read(platform, principal.merchantId, (reader) =>
        getContract(reader, params.id, "NOT_FOUND"),
      );
      return { payload: metadataViewOf(contract), message: "Contract metadata." };
    },
  });

  route(app, {
    ...shared,
    method: "PATCH",
    operationId: "updateContractMetadata",
    summary: "Merge into the metadata of a contract",
    description:
      "A shallow merge: a value sets or replaces its key, null removes it, keys left out stay. The result may have " +
      "16,384 bytes as compact UTF-8 JSON; requests that only remove keys are always allowed.",
    access: "write",
    dryRun: true,
    malformedId: "INVALID_ID",
    body: UpdateMetadataBody,
    errors: [400, 404],
    errorCodes: ["METADATA_TOO_LARGE", "CONTRACT_DELETED", "JSON_TOO_DEEP"],
    handler: (request) => {
      const contractId = request.params.id;
      const patch = metadataFromBody(request);
      return runWrite(platform, request, { contractId, message: "Contract metadata updated." }, async (ctx) => {
        const contract = await metadata.patchMetadata(ctx, contractId, patch);
        return { payload: metadataViewOf(contract), contractId };
      });
    },
  });

  route(app, {
    ...shared,
    method: "DELETE",
    operationId: "clearContractMetadata",
    summary: "Clear the metadata of a contract",
    description: "Sets it back to null; removing every key by PATCH leaves an empty object.",
    access: "write",
    dryRun: true,
    errors: [404],
    handler: (request) => {
      const contractId = request.params.id;
      return runWrite(platform, request, { contractId, message: "Contract metadata cleared." }, async (ctx) => {
        const contract = await metadata.clearMetadata(ctx, contractId);
        return { payload: metadataViewOf(contract), contractId };
      });
    },
  });
}

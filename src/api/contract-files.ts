import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { maximumFileBytes } from "../contracts/contract-file.ts";
import * as service from "../contracts/file-service.ts";
import { required } from "../kernel/assert.ts";
import { route } from "../platform/http/route.ts";
import type { RouteRequest } from "../platform/http/route-declaration.ts";
import { answerWrite } from "../platform/run-write.ts";
import { type Platform, read } from "../platform/write.ts";
import { fileFromUpload } from "./schemas/contract-requests.ts";
import { ContractView, viewOf } from "./schemas/contracts.ts";

const shared = {
  url: "/v3/contracts/:id/file",
  tag: "Contracts",
  ids: { id: "CONTRACT_NOT_FOUND" },
  successStatus: 200,
} as const;

export function registerContractFileRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, {
    ...shared,
    method: "GET",
    operationId: "getContractFile",
    summary: "Download the file of a contract",
    access: "read",
    payload: Type.String(),
    answersFile: true,
    errors: [404, 500],
    errorCodes: ["CONTRACT_FILE_MISSING"],
    handler: async ({ principal, params }) => {
      const { name, bytes } = await read(platform, principal.merchantId, (reader) =>
        service.getFile(reader, params.id),
      );
      return { file: bytes, fileName: name };
    },
  });

  route(app, {
    ...shared,
    method: "POST",
    operationId: "uploadContractFile",
    summary: "Upload the file of a contract",
    description:
      "Replaces the file. The contract is PROCESSING until the file was read; an APPROVED one stays APPROVED.",
    access: "write",
    query: {
      shouldProcess: { description: "Read the file and check the contract; true unless sent.", format: "boolean" },
    },
    file: { part: "file", maximumBytes: maximumFileBytes },
    payload: ContractView,
    errors: [400, 404, 413, 500],
    errorCodes: [
      "FILE_MISSING",
      "FILE_FIELD_UNEXPECTED",
      "FILE_TOO_MANY",
      "FILE_EMPTY",
      "FILE_NOT_PDF",
      "MULTIPART_MALFORMED",
      "FILE_TOO_LARGE",
    ],
    handler: (request) => {
      const contractId = request.params.id;
      const draft = { ...fileFromUpload(fileOf(request)), shouldProcess: request.query.shouldProcess !== "false" };
      const keyed = { ...request, body: { name: draft.name, bytes: draft.bytes } };
      return answerWrite(platform, keyed, async (ctx) => ({
        payload: viewOf(await service.putFile(ctx, contractId, draft)),
        message: "Contract file uploaded.",
      }));
    },
  });

  route(app, {
    ...shared,
    method: "DELETE",
    operationId: "deleteContractFile",
    summary: "Remove the file of a contract",
    description: "Only while the contract is BLOCKED. Its status stays until the next change checks it again.",
    access: "write",
    malformedId: "INVALID_ID",
    payload: ContractView,
    errors: [400, 404, 500],
    errorCodes: ["CONTRACT_NOT_BLOCKED", "CONTRACT_FILE_MISSING", "CONTRACT_DELETED"],
    handler: (request) => {
      const contractId = request.params.id;
      return answerWrite(platform, request, async (ctx) => ({
        payload: viewOf(await service.removeFile(ctx, contractId)),
        message: "Contract file removed.",
      }));
    },
  });
}

function fileOf(request: RouteRequest<unknown>) {
  return required(request.file, "the uploaded file");
}

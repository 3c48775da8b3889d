import type { FastifyInstance } from "fastify";
import { openContract } from "../actions/open-contract.ts";
import { route } from "../platform/http/route.ts";
import type { WritingPlatform } from "../platform/preview.ts";
import { runWrite } from "../platform/run-write.ts";
import { read } from "../platform/write.ts";
import { getOpening } from "../revenue/opening-service.ts";
import { CreateOpeningBody, OpeningView, openingFromBody, viewOfOpening } from "./schemas/openings.ts";

const common = {
  url: "/v3/contracts/:id/opening",
  tag: "Contracts",
  ids: { id: "CONTRACT_NOT_FOUND" },
  malformedId: "INVALID_ID",
  payload: OpeningView,
} as const;

/** The opening of a contract that was billed and recognized in other books before. */
export function registerOpeningRoutes(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    ...common,
    method: "GET",
    operationId: "getContractOpening",
    summary: "Get the opening of a contract",
    description: "What was loaded from the old books, and what that posted.",
    access: "read",
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ["CONTRACT_DELETED", "OPENING_NOT_FOUND"],
    handler: async ({ principal, params }) => ({
      payload: viewOfOpening(await read(platform, principal.merchantId, (reader) => getOpening(reader, params.id))),
      message: "Opening.",
    }),
  });

  route(app, {
    ...common,
    method: "POST",
    operationId: "openContract",
    summary: "Load a running contract as of a day",
    description:
      "For a contract that old books billed and recognized until then. It approves the contract; what was billed and recognized " +
      "there is not repeated, and balances are posted against MIGRATION_CLEARING. Once only, and before the " +
      "contract has invoices here. Open months up to asOf must not have entries of contracts that were not loaded.",
    access: "write",
    dryRun: true,
    body: CreateOpeningBody,
    successStatus: 201,
    errors: [400, 404, 409],
    errorCodes: [
      ...(["CONTRACT_DELETED", "INVALID_CONTRACT_STATE", "OPENING_MONTHS_IN_USE", "INVOICE_NUMBER_TAKEN"] as const),
      ...(["AMOUNT_INVALID", "OPENING_EXISTS", "CONTRACT_INVOICED"] as const),
    ],
    handler: (request) => {
      const contractId = request.params.id;
      const draft = openingFromBody(request.body);
      return runWrite(platform, request, { contractId, message: "Contract loaded." }, async (ctx) => {
        await openContract(ctx, contractId, draft);
        return { payload: viewOfOpening(await getOpening(ctx, contractId)), contractId };
      });
    },
  });
}

import type { FastifyInstance } from "fastify";
import { CreateObligationBody, draftFromBody } from "../billing-terms/schemas.ts";
import * as billingTerms from "../billing-terms/service.ts";
import * as contracts from "../contracts/service.ts";
import { present } from "../kernel/assert.ts";
import { notFound } from "../kernel/errors.ts";
import { pageOf, rowsOfPage } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import { PageOf } from "../platform/http/wire.ts";
import { type PerformingPlatform, perform } from "../platform/perform.ts";
import { read, type WriteContext } from "../platform/write.ts";
import { registerDeletionRoutes } from "./deletion-routes.ts";
import { registerGroupRoutes } from "./group-routes.ts";
import { listRevenue } from "./list-service.ts";
import { registerModificationRoutes } from "./modification-routes.ts";
import { registerObligationUpdates } from "./obligation-update-routes.ts";
import { registerPromiseRoutes } from "./promise-routes.ts";
import {
  ObligationView,
  RevenueEntryView,
  revenueList,
  viewOfObligationWithRevenue,
  viewOfRevenue,
} from "./schemas.ts";
import * as service from "./service.ts";

/** Obligations are served here, not with the billing terms, because their view shows recognized revenue. */
export function registerRevenueRoutes(app: FastifyInstance, platform: PerformingPlatform): void {
  registerObligationWrites(app, platform);
  registerObligationReads(app, platform);
  registerDeletionRoutes(app, platform);
  registerGroupRoutes(app, platform);
  registerPromiseRoutes(app, platform);
  registerObligationUpdates(app, platform);
  registerModificationRoutes(app, platform);

  route(app, {
    method: "GET",
    url: "/v3/revenue-schedules",
    operationId: "listRevenueSchedules",
    summary: "List revenue by obligation and month",
    description: "Posted, accrued and planned revenue of approved contracts, 12 months ahead for open-ended ones.",
    tag: "Revenue",
    access: "read",
    list: revenueList,
    payload: PageOf(RevenueEntryView),
    successStatus: 200,
    errors: [400],
    handler: async (request) => {
      const list = present(request.list, "the list query");
      const { entries, totalItems } = await read(platform, request.principal.merchantId, (reader) =>
        listRevenue(reader, list),
      );
      return { payload: pageOf(list, entries.map(viewOfRevenue), totalItems), message: "Revenue schedules." };
    },
  });
}

function registerObligationWrites(app: FastifyInstance, platform: PerformingPlatform): void {
  route(app, {
    method: "POST",
    url: "/v3/contracts/:id/obligations",
    operationId: "createObligation",
    summary: "Add an obligation to a contract",
    description: "What is billed (billingSchedule) and over which days it is earned, in one request.",
    tag: "Obligations",
    access: "write",
    ids: { id: "CONTRACT_NOT_FOUND" },
    malformedId: "INVALID_ID",
    dryRun: true,
    body: CreateObligationBody,
    payload: ObligationView,
    successStatus: 201,
    errors: [400, 404],
    errorCodes: [
      "PRODUCT_NOT_FOUND",
      "ITEM_NOT_FOUND",
      "CLASS_NOT_FOUND",
      "CLASS_NOT_SUPPORTED",
      "CATEGORY_NOT_FOUND",
      "EVENT_TYPE_NOT_FOUND",
      "TERM_TOO_LONG",
      "TIER_INVALID",
      "CONTRACT_DELETED",
    ],
    handler: (request) => {
      const contractId = present(request.params.id, "the contract id");
      return perform(platform, request, { contractId, message: "Obligation created." }, async (ctx) => {
        const { id } = await billingTerms.addObligation(ctx, contractId, draftFromBody(request.body));
        return { payload: await obligationView(ctx, contractId, id), contractId };
      });
    },
  });

  route(app, {
    method: "DELETE",
    url: "/v3/contracts/:id/obligations/:obligationId",
    operationId: "deleteObligation",
    summary: "Delete an obligation",
    tag: "Obligations",
    access: "write",
    ids: { id: "CONTRACT_NOT_FOUND", obligationId: "OBLIGATION_NOT_FOUND" },
    malformedId: "INVALID_ID",
    dryRun: true,
    payload: ObligationView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ["OBLIGATION_LOCKED", "OBLIGATION_NOT_FOUND", "CONTRACT_DELETED"],
    handler: (request) => {
      const contractId = present(request.params.id, "the contract id");
      const obligationId = present(request.params.obligationId, "the obligation id");
      return perform(platform, request, { contractId, message: "Obligation deleted." }, async (ctx) => {
        const deleted = await service.deleteObligation(ctx, contractId, obligationId);
        return { payload: viewOfObligationWithRevenue(deleted), contractId };
      });
    },
  });
}

function registerObligationReads(app: FastifyInstance, platform: PerformingPlatform): void {
  route(app, {
    method: "GET",
    url: "/v3/contracts/:id/obligations",
    operationId: "listObligations",
    summary: "List the obligations of a contract",
    tag: "Obligations",
    access: "read",
    ids: { id: "CONTRACT_NOT_FOUND" },
    list: { fields: {} },
    payload: PageOf(ObligationView),
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ["CONTRACT_DELETED"],
    handler: (request) =>
      read(platform, request.principal.merchantId, async (reader) => {
        const list = present(request.list, "the list query");
        const contract = await contracts.getContract(reader, present(request.params.id, "the id"), "CONTRACT_DELETED");
        const all = await service.obligationsWithRevenue(reader, contract);
        const page = rowsOfPage(list, all);
        const payload = pageOf(list, page.map(viewOfObligationWithRevenue), all.length);
        return { payload, message: "Obligations." };
      }),
  });

  route(app, {
    method: "GET",
    url: "/v3/contracts/:id/obligations/:obligationId",
    operationId: "getObligation",
    summary: "Get an obligation",
    tag: "Obligations",
    access: "read",
    ids: { id: "CONTRACT_NOT_FOUND", obligationId: "OBLIGATION_NOT_FOUND" },
    payload: ObligationView,
    successStatus: 200,
    errors: [404],
    handler: ({ principal, params }) =>
      read(platform, principal.merchantId, async (reader) => {
        const contract = await contracts.getContract(reader, present(params.id, "the contract id"), "NOT_FOUND");
        const [found] = await service.obligationsWithRevenue(reader, contract, present(params.obligationId, "the id"));
        if (found === undefined) throw notFound("OBLIGATION_NOT_FOUND", "Obligation not found.");
        return { payload: viewOfObligationWithRevenue(found), message: "Obligation." };
      }),
  });
}

async function obligationView(ctx: WriteContext, contractId: string, obligationId: string) {
  const contract = await contracts.getContract(ctx, contractId, "CONTRACT_DELETED");
  const [found] = await service.obligationsWithRevenue(ctx, contract, obligationId);
  return viewOfObligationWithRevenue(present(found, "the obligation just stored"));
}

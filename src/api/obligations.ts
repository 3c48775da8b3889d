import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { addObligation } from "../actions/add-obligation.ts";
import { deleteObligation } from "../actions/delete-obligation.ts";
import { setObligationRevenue } from "../actions/set-obligation-revenue.ts";
import { type UpdatedObligation, updateObligation } from "../actions/update-obligation.ts";
import type { Price } from "../billing-terms/billing-term.ts";
import * as contracts from "../contracts/service.ts";
import { required } from "../kernel/assert.ts";
import { notFound } from "../kernel/errors.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { pageOfAll } from "../platform/http/page-of-all.ts";
import { route } from "../platform/http/route.ts";
import type { PathParams } from "../platform/http/route-declaration.ts";
import { Closed, PageOf, WarningView } from "../platform/http/wire.ts";
import type { WritingPlatform } from "../platform/preview.ts";
import { runWrite } from "../platform/run-write.ts";
import { read, type WriteContext } from "../platform/write.ts";
import { obligationsAsStored, obligationsWithRevenue } from "../revenue/obligation-service.ts";
import { refreshStoredRevenue } from "../revenue/stored-revenue-service.ts";
import { issuesOfObligationFields } from "./schemas/either-field.ts";
import { CreateObligationBody, draftFromBody } from "./schemas/obligation-bodies.ts";
import {
  CustomRevenueBody,
  customRevenueCode,
  entriesFrom,
  inRequestNames,
  obligationPatchFrom,
  UpdateObligationBody,
} from "./schemas/obligation-updates.ts";
import { ObligationView, viewOfObligation } from "./schemas/obligations.ts";

const obligationIds = { id: "CONTRACT_NOT_FOUND", obligationId: "OBLIGATION_NOT_FOUND" } as const;
const updateCodes = [
  "BILLING_TERM_INELIGIBLE",
  "PRODUCT_NOT_FOUND",
  "ITEM_NOT_FOUND",
  "CLASS_NOT_FOUND",
  "CLASS_NOT_SUPPORTED",
  "CATEGORY_NOT_FOUND",
  "EVENT_TYPE_NOT_FOUND",
  "BILLING_TERM_LOCKED",
  "BILLING_TERM_TERMINATED",
  "TERM_TOO_LONG",
  "TIER_INVALID",
] as const;

/** Obligations: one billing term group, one billing term and one performance obligation in one request. */
export function registerObligationRoutes(app: FastifyInstance, platform: WritingPlatform): void {
  registerObligationWrites(app, platform);
  registerObligationReads(app, platform);
  registerObligationUpdates(app, platform);
}

function registerObligationWrites(app: FastifyInstance, platform: WritingPlatform): void {
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
    isModification: true,
    body: CreateObligationBody,
    alsoWrong: issuesOfObligationFields,
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
      const contractId = request.params.id;
      return runWrite(platform, request, { contractId, message: "Obligation created." }, async (ctx) => {
        const { id } = await addObligation(ctx, contractId, draftFromBody(request.body));
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
    isModification: true,
    payload: ObligationView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ["OBLIGATION_LOCKED", "OBLIGATION_NOT_FOUND", "CONTRACT_DELETED"],
    handler: (request) => {
      const { id: contractId, obligationId } = request.params;
      return runWrite(platform, request, { contractId, message: "Obligation deleted." }, async (ctx) => {
        const deleted = await deleteObligation(ctx, contractId, obligationId);
        return { payload: viewOfObligation(deleted), contractId };
      });
    },
  });
}

function registerObligationReads(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "GET",
    url: "/v3/contracts/:id/obligations",
    operationId: "listObligations",
    summary: "List the obligations of a contract",
    tag: "Obligations",
    access: "read",
    ids: { id: "CONTRACT_NOT_FOUND" },
    list: { fields: {}, sorts: ["serviceStartDate", "serviceEndDate", "status"] },
    payload: PageOf(ObligationView),
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ["CONTRACT_DELETED"],
    handler: async (request) => {
      const { list, params, principal } = request;
      await refreshStoredRevenue(platform, principal.merchantId, [params.id]);
      return read(platform, principal.merchantId, async (reader) => {
        const contract = await contracts.getContract(reader, params.id, "CONTRACT_DELETED");
        const all = await obligationsAsStored(reader, contract);
        const { rows, extent } = pageOfAll(list, all.map(viewOfObligation), ({ id }) => id);
        return { payload: pageOf(list, rows, extent), message: "Obligations." };
      });
    },
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
    handler: async ({ principal, params }) => {
      await refreshStoredRevenue(platform, principal.merchantId, [params.id]);
      return read(platform, principal.merchantId, async (reader) => {
        const contract = await contracts.getContract(reader, params.id, "NOT_FOUND");
        const [found] = await obligationsAsStored(reader, contract, params.obligationId);
        if (found === undefined) throw notFound("OBLIGATION_NOT_FOUND", "Obligation not found.");
        return { payload: viewOfObligation(found), message: "Obligation." };
      });
    },
  });
}

/** Changes of an obligation, in both versions of the API, and its manual months. */
function registerObligationUpdates(app: FastifyInstance, platform: WritingPlatform): void {
  const common = {
    method: "PATCH",
    summary: "Change an obligation",
    tag: "Obligations",
    access: "write",
    ids: obligationIds,
    dryRun: true,
    isModification: true,
    body: UpdateObligationBody,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: updateCodes,
  } as const;

  route(app, {
    ...common,
    url: "/v3/contracts/:id/obligation/:obligationId",
    operationId: "updateObligation",
    description: "A null is ignored. Other fields that were adapted are reported as warnings in `error`.",
    payload: ObligationView,
    handler: (request) =>
      runWrite(platform, request, optionsOf(request.params), async (ctx) => {
        const updated = await updateFrom(ctx, request, "v3");
        const { contractId } = optionsOf(request.params);
        return { payload: viewOfObligation(updated), contractId, ...warningsOf(updated) };
      }),
  });

  route(app, {
    ...common,
    url: "/v3.1/contracts/:id/obligation/:obligationId",
    operationId: "updateObligationV31",
    description:
      "A null clears the field. Other fields that were adapted are reported as warnings, also in the payload.",
    payload: Closed({ data: ObligationView, warnings: Type.Array(WarningView) }),
    handler: (request) =>
      runWrite(platform, request, optionsOf(request.params), async (ctx) => {
        const updated = await updateFrom(ctx, request, "v3.1");
        const payload = { data: viewOfObligation(updated), warnings: updated.warnings };
        return { payload, contractId: optionsOf(request.params).contractId, ...warningsOf(updated) };
      }),
  });

  route(app, {
    method: "POST",
    url: "/v3/contracts/:id/obligation/:obligationId/custom-revenue",
    operationId: "setCustomRevenue",
    summary: "Set the revenue of months manually",
    description:
      "Each listed month earns the stated amount; the other open months share the rest by the pattern. " +
      "Only months of service. Not for revenue as billed or as consumed, nor without a last day of " +
      "service: there is no price to share.",
    tag: "Obligations",
    access: "write",
    ids: obligationIds,
    malformedId: "INVALID_ID",
    dryRun: true,
    body: CustomRevenueBody,
    bodyCode: customRevenueCode,
    payload: ObligationView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: [
      "CUSTOM_REVENUE_NOT_ARRAY",
      "CUSTOM_REVENUE_TIMEFRAME_MISSING",
      "CUSTOM_REVENUE_UNBALANCED",
      "CUSTOM_REVENUE_EXCEEDS_PRICE",
      "PERIOD_CLOSED",
      "CONTRACT_DELETED",
    ],
    handler: (request) => {
      const { id: contractId, obligationId } = request.params;
      return runWrite(platform, request, { contractId, message: "Custom revenue saved." }, async (ctx) => {
        const entriesIn = (currency: string) => entriesFrom(request.body, currency);
        const saved = await setObligationRevenue(ctx, contractId, obligationId, entriesIn);
        return { payload: viewOfObligation(saved), contractId };
      });
    },
  });
}

type UpdateRequest = {
  readonly params: PathParams<"id" | "obligationId">;
  readonly body: UpdateObligationBody;
};

async function updateFrom(
  ctx: WriteContext,
  request: UpdateRequest,
  version: "v3" | "v3.1",
): Promise<UpdatedObligation> {
  const { id: contractId, obligationId } = request.params;
  const patchOf = (price: Price) => obligationPatchFrom(request.body, version, price);
  return updateObligation(ctx, contractId, obligationId, patchOf).catch((error: unknown) => {
    throw inRequestNames(error, request.body);
  });
}

function optionsOf({ id }: PathParams<"id">) {
  return { contractId: id, message: "Obligation updated." };
}

function warningsOf({ warnings }: UpdatedObligation) {
  return warnings.length === 0 ? {} : { warnings };
}

async function obligationView(ctx: WriteContext, contractId: string, obligationId: string) {
  const contract = await contracts.getContract(ctx, contractId, "CONTRACT_DELETED");
  const [found] = await obligationsWithRevenue(ctx, contract, obligationId);
  return viewOfObligation(required(found, "the obligation just stored"));
}

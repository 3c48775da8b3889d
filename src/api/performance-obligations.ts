import type { FastifyInstance } from "fastify";
import { changePerformanceObligation } from "../actions/change-performance-obligation.ts";
import { savePerformanceObligations } from "../actions/save-performance-obligations.ts";
import { setRecognizedRevenue } from "../actions/set-recognized-revenue.ts";
import { required } from "../kernel/assert.ts";
import type { Tx } from "../platform/db/pool.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import { Named, PageOf } from "../platform/http/wire.ts";
import type { WritingPlatform } from "../platform/preview.ts";
import { runWrite } from "../platform/run-write.ts";
import { read } from "../platform/write.ts";
import * as pobs from "../revenue/pob-service.ts";
import { groupList } from "./schemas/billing-term-groups.ts";
import { CustomRevenueBody, customRevenueCode, entriesFrom } from "./schemas/obligation-updates.ts";
import { PobBody, pobDraftFrom, SavePobsBody } from "./schemas/performance-obligation-bodies.ts";
import {
  PatchedPobView,
  PerformanceObligationView,
  pobList,
  SavedPobsView,
  viewOfPob,
} from "./schemas/performance-obligations.ts";

const tag = "Performance obligations";
/** Codes about records that a request for a performance obligation refers to, and about manual months that do not fit its price. */
const pobCodes = [
  "PRODUCT_NOT_FOUND",
  "ITEM_NOT_FOUND",
  "CLASS_NOT_FOUND",
  "CLASS_NOT_SUPPORTED",
  "CATEGORY_NOT_FOUND",
  "EVENT_TYPE_NOT_FOUND",
  "EVENT_TYPE_INVARIANT",
  "CUSTOM_REVENUE_UNBALANCED",
  "CUSTOM_REVENUE_EXCEEDS_PRICE",
  "INVALID_MONTH",
  "PERIOD_CLOSED",
] as const;

export function registerPerformanceObligationRoutes(app: FastifyInstance, platform: WritingPlatform): void {
  registerPobReads(app, platform);
  registerPobWrites(app, platform);
  registerRecognizedRevenue(app, platform);
}

function registerPobReads(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "GET",
    url: "/v3/performance-obligations",
    operationId: "listPerformanceObligations",
    summary: "List performance obligations of all contracts",
    tag,
    access: "read",
    list: pobList,
    payload: PageOf(PerformanceObligationView),
    successStatus: 200,
    errors: [400],
    errorCodes: ["FEATURE_NOT_ENABLED"],
    handler: (request) =>
      read(platform, request.principal.merchantId, async (reader) => {
        const { list } = request;
        const { pobs: page, extent } = await pobs.listPobs(reader, {}, list);
        return { payload: pageOf(list, page.map(viewOfPob), extent), message: "Performance obligations." };
      }),
  });

  route(app, {
    method: "GET",
    url: "/v3/contracts/:id/performance-obligations",
    operationId: "listContractPerformanceObligations",
    summary: "List the performance obligations of a contract",
    tag,
    access: "read",
    ids: { id: "CONTRACT_NOT_FOUND" },
    malformedId: "INVALID_ID",
    query: { billingTermGroupId: { description: "Only those of one group.", format: "uuid" } },
    list: groupList,
    payload: PageOf(PerformanceObligationView),
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ["FEATURE_NOT_ENABLED", "CONTRACT_DELETED"],
    handler: (request) =>
      read(platform, request.principal.merchantId, async (reader) => {
        const { list } = request;
        const contractId = request.params.id;
        const scope = { contractId, groupId: request.query.billingTermGroupId };
        const { pobs: page, extent } = await pobs.listPobs(reader, scope, list);
        return { payload: pageOf(list, page.map(viewOfPob), extent), message: "Performance obligations." };
      }),
  });
}

function registerPobWrites(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "POST",
    url: "/v3/contracts/:id/performance-obligations",
    operationId: "savePerformanceObligations",
    summary: "Create, change and delete the performance obligations of a group",
    description: "All or nothing. Warnings report fields that were adapted, and what is still out of balance.",
    tag,
    access: "write",
    ids: { id: "CONTRACT_NOT_FOUND" },
    malformedId: "INVALID_ID",
    dryRun: true,
    isModification: true,
    body: SavePobsBody,
    payload: SavedPobsView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: [
      "FEATURE_NOT_ENABLED",
      "BILLING_TERM_GROUP_NOT_FOUND",
      "POB_NOT_FOUND",
      "POB_NOT_IN_GROUP",
      "POB_HAS_RECOGNIZED_REVENUE",
      ...pobCodes,
      "CONTRACT_DELETED",
    ],
    handler: (request) => {
      const contractId = request.params.id;
      const { billingTermGroupId, toCreate = [], toUpdate = [], toDelete = [], allocate = false } = request.body;
      return runWrite(platform, request, { contractId, message: "Performance obligations saved." }, async (ctx) => {
        const { created, updated, deletedIds, warnings } = await savePerformanceObligations(
          ctx,
          contractId,
          billingTermGroupId,
          {
            toCreate: toCreate.map(pobDraftFrom),
            toUpdate: toUpdate.map(({ id, ...body }) => ({ id, draft: pobDraftFrom(body) })),
            toDelete,
            allocates: allocate,
          },
        );
        const payload = {
          created: created.map((pob, index) => ({ ...viewOfPob(pob), index })),
          updated: updated.map(viewOfPob),
          deletedIds,
          warnings,
        };
        return { payload, contractId, ...(warnings.length === 0 ? {} : { warnings }) };
      });
    },
  });

  route(app, {
    method: "PATCH",
    url: "/v3/contracts/:id/performance-obligations/:pobId",
    operationId: "updatePerformanceObligation",
    summary: "Change a performance obligation",
    description: "Fields that do not fit a new recognition pattern are adapted, each with a warning.",
    tag,
    access: "write",
    ids: { id: "CONTRACT_NOT_FOUND", pobId: "POB_NOT_FOUND" },
    malformedId: "INVALID_ID",
    dryRun: true,
    isModification: true,
    body: Named("UpdatePerformanceObligationForContractDto", PobBody),
    payload: PatchedPobView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ["FEATURE_NOT_ENABLED", ...pobCodes, "CONTRACT_DELETED"],
    handler: (request) => {
      const { id: contractId, pobId } = request.params;
      return runWrite(platform, request, { contractId, message: "Performance obligation updated." }, async (ctx) => {
        const draft = pobDraftFrom(request.body);
        const { updated, warnings } = await changePerformanceObligation(ctx, contractId, pobId, draft);
        const performanceObligation = viewOfPob(required(updated[0], "the performance obligation just changed"));
        const payload = { performanceObligation, warnings };
        return { payload, contractId, ...(warnings.length === 0 ? {} : { warnings }) };
      });
    },
  });
}

function registerRecognizedRevenue(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "POST",
    url: "/v3/performance-obligations/:pobId/recognized",
    operationId: "setRecognizedRevenue",
    summary: "Set the revenue of months of a performance obligation manually",
    description:
      "Each listed month earns the stated amount; the other open months share the rest by the pattern. " +
      "Only months of service, or that of `recognitionDate`. `CUSTOM` earns only in listed months, which after the " +
      "request must add up to the price. Not for revenue as reported (`MILESTONE`, " +
      "`PERCENT_COMPLETE`: report it), as billed or as consumed, nor without a last day of service: there is no price to share.",
    tag,
    access: "write",
    ids: { pobId: "POB_NOT_FOUND" },
    malformedId: "INVALID_ID",
    dryRun: true,
    body: CustomRevenueBody,
    bodyCode: customRevenueCode,
    payload: PerformanceObligationView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: [
      "FEATURE_NOT_ENABLED",
      "CUSTOM_REVENUE_NOT_ARRAY",
      "CUSTOM_REVENUE_TIMEFRAME_MISSING",
      "CUSTOM_REVENUE_UNBALANCED",
      "CUSTOM_REVENUE_EXCEEDS_PRICE",
      "PERIOD_CLOSED",
      "CONTRACT_DELETED",
    ],
    handler: (request) => {
      const { pobId } = request.params;
      const options = {
        contractId: (tx: Tx, merchantId: string) => pobs.contractOfPob(tx, merchantId, pobId),
        message: "Recognized revenue saved.",
      };
      return runWrite(platform, request, options, async (ctx) => {
        const entriesIn = (currency: string) => entriesFrom(request.body, currency);
        const saved = await setRecognizedRevenue(ctx, pobId, entriesIn);
        return { payload: viewOfPob(saved), contractId: saved.record.pob.contractId };
      });
    },
  });
}

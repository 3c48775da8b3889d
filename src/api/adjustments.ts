import type { FastifyInstance } from "fastify";
import * as service from "../adjustments/service.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import { PageOf } from "../platform/http/wire.ts";
import type { WritingPlatform } from "../platform/preview.ts";
import { readRows } from "../platform/write.ts";
import { runDocumentWrite, type Touches } from "./document-write.ts";
import {
  AdjustmentView,
  adjustmentList,
  CreateAdjustmentBody,
  draftFromBody,
  ReverseAdjustmentBody,
  reversalFromBody,
  viewOfAdjustment,
} from "./schemas/adjustments.ts";

const tag = "Adjustments";
const ids = { id: "ADJUSTMENT_NOT_FOUND" } as const;

export function registerAdjustmentRoutes(app: FastifyInstance, platform: WritingPlatform): void {
  registerReads(app, platform);
  registerWrites(app, platform);
}

function registerReads(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "GET",
    url: "/v3/adjustments",
    operationId: "listAdjustments",
    summary: "List adjustments",
    description: "Newest first.",
    tag,
    access: "read",
    list: adjustmentList,
    payload: PageOf(AdjustmentView),
    successStatus: 200,
    errors: [400],
    handler: async (request) => {
      const { list } = request;
      const { adjustments, extent } = await readRows(platform, request.principal.merchantId, (tx, merchantId) =>
        service.listAdjustments(tx, merchantId, list),
      );
      return { payload: pageOf(list, adjustments.map(viewOfAdjustment), extent), message: "Adjustments." };
    },
  });

  route(app, {
    method: "GET",
    url: "/v3/adjustments/:id",
    operationId: "getAdjustment",
    summary: "Get an adjustment",
    tag,
    access: "read",
    ids,
    payload: AdjustmentView,
    successStatus: 200,
    errors: [404],
    handler: async ({ principal, params }) => {
      const adjustment = await readRows(platform, principal.merchantId, (tx, merchantId) =>
        service.getAdjustment(tx, merchantId, params.id),
      );
      return { payload: viewOfAdjustment(adjustment), message: "Adjustment." };
    },
  });
}

function registerWrites(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "POST",
    url: "/v3/adjustments",
    operationId: "createAdjustment",
    summary: "Post an adjustment",
    description:
      "A manual journal entry for what no document records. It stays until it is reversed: a close neither repeats nor reverses it.",
    tag,
    access: "write",
    dryRun: true,
    body: CreateAdjustmentBody,
    payload: AdjustmentView,
    successStatus: 201,
    errors: [400],
    errorCodes: [
      "CONTRACT_NOT_FOUND",
      "CATEGORY_NOT_FOUND",
      "ADJUSTMENT_UNBALANCED",
      "INVALID_CONTRACT_STATE",
      "PERIOD_CLOSED",
    ],
    handler: (request) => {
      const draft = draftFromBody(request.body);
      const touches: Touches = async () => [];
      return runDocumentWrite(platform, request, { touches, message: "Adjustment posted." }, async (ctx) =>
        viewOfAdjustment(await service.createAdjustment(ctx, draft)),
      );
    },
  });

  route(app, {
    method: "POST",
    url: "/v3/adjustments/:id/reverse",
    operationId: "reverseAdjustment",
    summary: "Reverse an adjustment",
    description: "Posts the opposite entry as another adjustment, once.",
    tag,
    access: "write",
    ids,
    dryRun: true,
    body: ReverseAdjustmentBody,
    payload: AdjustmentView,
    successStatus: 201,
    errors: [400, 404],
    errorCodes: ["ADJUSTMENT_REVERSED", "PERIOD_CLOSED"],
    handler: (request) => {
      const { id } = request.params;
      const wanted = reversalFromBody(request.body);
      const touches: Touches = async () => [];
      return runDocumentWrite(platform, request, { touches, message: "Adjustment reversed." }, async (ctx) =>
        viewOfAdjustment(await service.reverseAdjustment(ctx, id, wanted)),
      );
    },
  });
}

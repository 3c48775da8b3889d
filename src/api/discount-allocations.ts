import type { FastifyInstance } from "fastify";
import {
  addDiscountAllocation,
  listDiscountAllocations,
  removeDiscountAllocation,
} from "../billing-terms/performance-obligations/discount-allocation-service.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { pageOfAll } from "../platform/http/page-of-all.ts";
import { route } from "../platform/http/route.ts";
import { PageOf } from "../platform/http/wire.ts";
import type { WritingPlatform } from "../platform/preview.ts";
import { runWrite } from "../platform/run-write.ts";
import { read } from "../platform/write.ts";
import {
  CreateDiscountAllocationBody,
  DiscountAllocationView,
  discountRequestFrom,
  viewOfDiscount,
} from "./schemas/discount-allocations.ts";

const tag = "Discount allocations";
const url = "/v3/contracts/:id/discount-allocations";

/** Discounts that are allocated to some obligations of a contract only. */
export function registerDiscountAllocationRoutes(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "GET",
    url,
    operationId: "listDiscountAllocations",
    summary: "List discount allocations",
    description: "Discounts of some obligations only, with the evidence for the three conditions and who stated it.",
    tag,
    access: "read",
    ids: { id: "CONTRACT_NOT_FOUND" },
    malformedId: "INVALID_ID",
    list: { fields: {}, sorts: ["createdAt"] },
    payload: PageOf(DiscountAllocationView),
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ["CONTRACT_DELETED"],
    handler: (request) =>
      read(platform, request.principal.merchantId, async (reader) => {
        const { list } = request;
        const all = await listDiscountAllocations(reader, request.params.id);
        const { rows, extent } = pageOfAll(list, all.map(viewOfDiscount), ({ id }) => id);
        return { payload: pageOf(list, rows, extent), message: "Discount allocations." };
      }),
  });

  route(app, {
    method: "POST",
    url,
    operationId: "createDiscountAllocation",
    summary: "Allocate a discount to some obligations only",
    description:
      "Before approval, where prices are allocated by standalone selling price, and all three conditions hold.",
    tag,
    access: "write",
    ids: { id: "CONTRACT_NOT_FOUND" },
    malformedId: "INVALID_ID",
    dryRun: true,
    body: CreateDiscountAllocationBody,
    payload: DiscountAllocationView,
    successStatus: 201,
    errors: [400, 404],
    errorCodes: ["FEATURE_NOT_ENABLED", "DISCOUNT_NOT_ALLOCABLE", "POB_NOT_FOUND", "CONTRACT_DELETED"],
    handler: (request) => {
      const contractId = request.params.id;
      return runWrite(platform, request, { contractId, message: "Discount allocated." }, async (ctx) => {
        const allocation = await addDiscountAllocation(ctx, contractId, discountRequestFrom(request.body));
        return { payload: viewOfDiscount(allocation), contractId };
      });
    },
  });

  route(app, {
    method: "DELETE",
    url: `${url}/:discountAllocationId`,
    operationId: "deleteDiscountAllocation",
    summary: "Delete a discount allocation: all obligations share it again",
    tag,
    access: "write",
    ids: { id: "CONTRACT_NOT_FOUND", discountAllocationId: "DISCOUNT_ALLOCATION_NOT_FOUND" },
    malformedId: "INVALID_ID",
    dryRun: true,
    payload: DiscountAllocationView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ["FEATURE_NOT_ENABLED", "DISCOUNT_NOT_ALLOCABLE", "CONTRACT_DELETED"],
    handler: (request) => {
      const { id: contractId, discountAllocationId: allocationId } = request.params;
      return runWrite(platform, request, { contractId, message: "Discount allocation deleted." }, async (ctx) => {
        const removed = await removeDiscountAllocation(ctx, contractId, allocationId);
        return { payload: viewOfDiscount(removed), contractId };
      });
    },
  });
}

import type { FastifyInstance } from "fastify";
import * as service from "../catalog/item-service.ts";
import { parseId } from "../kernel/ids.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import type { PathParams } from "../platform/http/route-declaration.ts";
import { PageOf } from "../platform/http/wire.ts";
import type { WritingPlatform } from "../platform/preview.ts";
import { answerWrite } from "../platform/run-write.ts";
import { readRows } from "../platform/write.ts";
import { externalIdIssues } from "./schemas/external-ids.ts";
import {
  CreateItemBody,
  draftFromBody,
  externalIdsFromBody,
  externalIdsViewOf,
  ItemExternalIdsView,
  ItemView,
  itemList,
  patchFromBody,
  UpdateItemBody,
  UpdateItemExternalIdsBody,
  viewOf,
} from "./schemas/items.ts";

const tag = "Items";
const ITEM_NOT_FOUND = "ITEM_NOT_FOUND";

export function registerItemRoutes(app: FastifyInstance, platform: WritingPlatform): void {
  registerReads(app, platform);
  registerWrites(app, platform);
}

/**
 * In the specification item ids are strings, so an id that is no UUID is only unknown, and is rejected after the body was checked,
 * like every unknown item (data-model 9: 401, 403, 400 for the body, 404).
 */
function itemIdFrom({ id }: PathParams<"id">): string {
  const itemId = parseId(id);
  if (itemId === undefined) throw recordNotFound(ITEM_NOT_FOUND);
  return itemId;
}

function registerReads(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "GET",
    url: "/v3/items",
    operationId: "listItems",
    summary: "List items",
    tag,
    access: "read",
    list: itemList,
    payload: PageOf(ItemView),
    successStatus: 200,
    errors: [400],
    handler: async (request) => {
      const { list } = request;
      const { items, extent } = await readRows(platform, request.principal.merchantId, (tx, merchantId) =>
        service.listItems(tx, merchantId, list),
      );
      return { payload: pageOf(list, items.map(viewOf), extent), message: "Items." };
    },
  });

  route(app, {
    method: "GET",
    url: "/v3/items/:id",
    operationId: "getItem",
    summary: "Get an item",
    tag,
    access: "read",
    payload: ItemView,
    successStatus: 200,
    errors: [404],
    errorCodes: [ITEM_NOT_FOUND],
    handler: async ({ principal, params }) => {
      const itemId = itemIdFrom(params);
      const item = await readRows(platform, principal.merchantId, (tx, merchantId) =>
        service.getItem(tx, merchantId, itemId),
      );
      return { payload: viewOf(item), message: "Item." };
    },
  });
}

function registerWrites(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "POST",
    url: "/v3/items",
    operationId: "createItem",
    summary: "Create an item",
    tag,
    access: "write",
    body: CreateItemBody,
    alsoWrong: externalIdIssues("an item"),
    payload: ItemView,
    successStatus: 201,
    errors: [400],
    errorCodes: ["DUPLICATE_SOURCE_TYPE", "UNSUPPORTED_SOURCE_TYPE"],
    handler: async (request) => {
      const draft = draftFromBody(request.body);
      return answerWrite(platform, request, async (ctx) => {
        const item = await service.createItem(ctx, draft);
        return { payload: viewOf(item), message: "Item created." };
      });
    },
  });

  route(app, {
    method: "PATCH",
    url: "/v3/items/:id",
    operationId: "updateItem",
    summary: "Change an item",
    description: "Only fields that are sent change; null clears a nullable one. External ids have their own endpoint.",
    tag,
    access: "write",
    body: UpdateItemBody,
    payload: ItemView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: [ITEM_NOT_FOUND],
    handler: async (request) => {
      const patch = patchFromBody(request.body);
      const itemId = itemIdFrom(request.params);
      return answerWrite(platform, request, async (ctx) => {
        const item = await service.updateItem(ctx, itemId, patch);
        return { payload: viewOf(item), message: "Item updated." };
      });
    },
  });

  route(app, {
    method: "PATCH",
    url: "/v3/items/:id/external-ids",
    operationId: "updateItemExternalIds",
    summary: "Set external ids of an item",
    description:
      "Each entry creates or replaces the id of its source type, all together or none. Source types left out stay as " +
      "they are; none is ever deleted. Several items may have the same external id.",
    tag,
    access: "write",
    body: UpdateItemExternalIdsBody,
    payload: ItemExternalIdsView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ["DUPLICATE_SOURCE_TYPE", "UNSUPPORTED_SOURCE_TYPE", ITEM_NOT_FOUND],
    handler: async (request) => {
      const entries = externalIdsFromBody(request.body);
      const itemId = itemIdFrom(request.params);
      return answerWrite(platform, request, async (ctx) => {
        const item = await service.setExternalIds(ctx, itemId, entries);
        return { payload: externalIdsViewOf(item), message: "External ids set." };
      });
    },
  });
}

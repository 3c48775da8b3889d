import type { FastifyInstance } from "fastify";
import * as service from "../catalog/product-service.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import { PageOf } from "../platform/http/wire.ts";
import type { WritingPlatform } from "../platform/preview.ts";
import { answerWrite } from "../platform/run-write.ts";
import { readRows } from "../platform/write.ts";
import {
  CreateProductBody,
  draftFromBody,
  ProductView,
  patchFromBody,
  productList,
  UpdateProductBody,
  viewOf,
} from "./schemas/products.ts";

const tag = "Products";
const ids = { id: "PRODUCT_NOT_FOUND" } as const;

export function registerProductRoutes(app: FastifyInstance, platform: WritingPlatform): void {
  registerReads(app, platform);
  registerWrites(app, platform);
}

function registerReads(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "GET",
    url: "/v3/products",
    operationId: "listProducts",
    summary: "List products",
    tag,
    access: "read",
    list: productList,
    payload: PageOf(ProductView),
    successStatus: 200,
    errors: [400],
    handler: async (request) => {
      const { list } = request;
      const { products, extent } = await readRows(platform, request.principal.merchantId, (tx, merchantId) =>
        service.listProducts(tx, merchantId, list),
      );
      return { payload: pageOf(list, products.map(viewOf), extent), message: "Products." };
    },
  });

  route(app, {
    method: "GET",
    url: "/v3/products/:id",
    operationId: "getProduct",
    summary: "Get a product",
    tag,
    access: "read",
    ids,
    payload: ProductView,
    successStatus: 200,
    errors: [404],
    handler: async ({ principal, params }) => {
      const product = await readRows(platform, principal.merchantId, (tx, merchantId) =>
        service.getProduct(tx, merchantId, params.id),
      );
      return { payload: viewOf(product), message: "Product." };
    },
  });
}

function registerWrites(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "POST",
    url: "/v3/products",
    operationId: "createProduct",
    summary: "Create a product",
    tag,
    access: "write",
    body: CreateProductBody,
    payload: ProductView,
    successStatus: 201,
    errors: [400],
    errorCodes: ["CLASS_NOT_SUPPORTED", "ITEM_NOT_FOUND", "CLASS_NOT_FOUND", "CATEGORY_NOT_FOUND"],
    handler: async (request) => {
      const draft = draftFromBody(request.body);
      return answerWrite(platform, request, async (ctx) => {
        const product = await service.createProduct(ctx, draft);
        return { payload: viewOf(product), message: "Product created." };
      });
    },
  });

  route(app, {
    method: "PATCH",
    url: "/v3/products/:id",
    operationId: "updateProduct",
    summary: "Change a product",
    description:
      "Only fields that are sent change; null clears a nullable one. Existing terms keep what they took " +
      "over. There is no delete: set `status` to `INACTIVE`.",
    tag,
    access: "write",
    ids,
    body: UpdateProductBody,
    payload: ProductView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ["CLASS_NOT_SUPPORTED", "ITEM_NOT_FOUND", "CLASS_NOT_FOUND", "CATEGORY_NOT_FOUND"],
    handler: async (request) => {
      const { id } = request.params;
      const patch = patchFromBody(request.body);
      return answerWrite(platform, request, async (ctx) => {
        const product = await service.updateProduct(ctx, id, patch);
        return { payload: viewOf(product), message: "Product updated." };
      });
    },
  });
}

import type { FastifyInstance } from "fastify";
import * as service from "../catalog/service.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import { PageOf } from "../platform/http/wire.ts";
import type { WritingPlatform } from "../platform/preview.ts";
import { answerWrite } from "../platform/run-write.ts";
import { readRows } from "../platform/write.ts";
import {
  accountsFromBody,
  CategoryView,
  CreateCategoryBody,
  categoryList,
  draftFromBody,
  UpdateCategoryBody,
  viewOf,
} from "./schemas/categories.ts";

const tag = "Categories";
const ids = { id: "CATEGORY_NOT_FOUND" } as const;

export function registerCategoryRoutes(app: FastifyInstance, platform: WritingPlatform): void {
  registerReads(app, platform);
  registerWrites(app, platform);
}

function registerReads(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "GET",
    url: "/v3/categories",
    operationId: "listCategories",
    summary: "List revenue categories",
    tag,
    access: "read",
    list: categoryList,
    payload: PageOf(CategoryView),
    successStatus: 200,
    errors: [400],
    handler: async (request) => {
      const { list } = request;
      const { categories, extent } = await readRows(platform, request.principal.merchantId, (tx, merchantId) =>
        service.listCategories(tx, merchantId, list),
      );
      return { payload: pageOf(list, categories.map(viewOf), extent), message: "Categories." };
    },
  });

  route(app, {
    method: "GET",
    url: "/v3/categories/:id",
    operationId: "getCategory",
    summary: "Get a revenue category",
    tag,
    access: "read",
    ids,
    payload: CategoryView,
    successStatus: 200,
    errors: [404],
    handler: async ({ principal, params }) => {
      const category = await readRows(platform, principal.merchantId, (tx, merchantId) =>
        service.getCategory(tx, merchantId, params.id),
      );
      return { payload: viewOf(category), message: "Category." };
    },
  });
}

function registerWrites(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "POST",
    url: "/v3/categories",
    operationId: "createCategory",
    summary: "Create a revenue category",
    tag,
    access: "write",
    body: CreateCategoryBody,
    payload: CategoryView,
    successStatus: 201,
    errors: [400],
    errorCodes: ["CATEGORY_EXISTS"],
    handler: async (request) => {
      const draft = draftFromBody(request.body);
      return answerWrite(platform, request, async (ctx) => {
        const category = await service.createCategory(ctx, draft);
        return { payload: viewOf(category), message: "Category created." };
      });
    },
  });

  route(app, {
    method: "PATCH",
    url: "/v3/categories/:id",
    operationId: "updateCategory",
    summary: "Set the accounts of a revenue category",
    description:
      "For entries posted afterwards; posted ones never change. Contract liability already posted is released " +
      "from the account it is in.",
    tag,
    access: "write",
    ids,
    body: UpdateCategoryBody,
    payload: CategoryView,
    successStatus: 200,
    errors: [400, 404],
    handler: async (request) => {
      const categoryId = request.params.id;
      const accounts = accountsFromBody(request.body);
      return answerWrite(platform, request, async (ctx) => {
        const category = await service.updateCategory(ctx, categoryId, accounts);
        return { payload: viewOf(category), message: "Category updated." };
      });
    },
  });

  route(app, {
    method: "DELETE",
    url: "/v3/categories/:id",
    operationId: "deleteCategory",
    summary: "Delete a revenue category",
    description:
      "Rejected while performance obligations or recognized revenue use it. Its name is free again afterwards, and " +
      "products that have it have none.",
    tag,
    access: "write",
    ids,
    payload: CategoryView,
    successStatus: 200,
    errors: [404, 409],
    errorCodes: ["CATEGORY_IN_USE"],
    handler: async (request) => {
      const categoryId = request.params.id;
      return answerWrite(platform, request, async (ctx) => {
        const category = await service.deleteCategory(ctx, categoryId);
        return { payload: viewOf(category), message: "Category deleted." };
      });
    },
  });
}

import type { FastifyInstance } from "fastify";
import { present } from "../kernel/assert.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import { PageOf } from "../platform/http/wire.ts";
import { answerWrite, type PerformingPlatform } from "../platform/perform.ts";
import { read } from "../platform/write.ts";
import {
  CreateCustomerBody,
  CustomerView,
  customerList,
  draftFromBody,
  patchFromBody,
  UpdateCustomerBody,
  viewOf,
} from "./schemas.ts";
import * as service from "./service.ts";

const tag = "Customers";
const ids = { id: "CUSTOMER_NOT_FOUND" } as const;

export function registerCustomerRoutes(app: FastifyInstance, platform: PerformingPlatform): void {
  registerReads(app, platform);
  registerWrites(app, platform);
}

function registerReads(app: FastifyInstance, platform: PerformingPlatform): void {
  route(app, {
    method: "GET",
    url: "/v3/customers",
    operationId: "listCustomers",
    summary: "List customers",
    tag,
    access: "read",
    list: customerList,
    payload: PageOf(CustomerView),
    successStatus: 200,
    errors: [400],
    handler: async (request) => {
      const list = present(request.list, "the list query");
      const { customers, totalItems } = await read(platform, request.principal.merchantId, ({ tx, merchant }) =>
        service.listCustomers(tx, merchant.id, list),
      );
      return { payload: pageOf(list, customers.map(viewOf), totalItems), message: "Customers." };
    },
  });

  route(app, {
    method: "GET",
    url: "/v3/customers/:id",
    operationId: "getCustomer",
    summary: "Get a customer",
    tag,
    access: "read",
    ids,
    payload: CustomerView,
    successStatus: 200,
    errors: [404],
    handler: async ({ principal, params }) => {
      const customer = await read(platform, principal.merchantId, ({ tx, merchant }) =>
        service.getCustomer(tx, merchant.id, present(params.id, "the id")),
      );
      return { payload: viewOf(customer), message: "Customer." };
    },
  });
}

function registerWrites(app: FastifyInstance, platform: PerformingPlatform): void {
  route(app, {
    method: "POST",
    url: "/v3/customers",
    operationId: "createCustomer",
    summary: "Create a customer",
    tag,
    access: "write",
    body: CreateCustomerBody,
    payload: CustomerView,
    successStatus: 201,
    errors: [400],
    errorCodes: ["CUSTOMER_NOT_FOUND"],
    handler: async (request) => {
      const draft = draftFromBody(request.body);
      return answerWrite(platform, request, async (ctx) => {
        const customer = await service.createCustomer(ctx, draft);
        return { payload: viewOf(customer), message: "Customer created." };
      });
    },
  });

  route(app, {
    method: "PATCH",
    url: "/v3/customers/:id",
    operationId: "updateCustomer",
    summary: "Change a customer",
    description: "Only fields that are sent change; null clears a nullable one. Existing contracts keep their terms.",
    tag,
    access: "write",
    ids,
    body: UpdateCustomerBody,
    payload: CustomerView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ["CUSTOM_FIELD_NOT_FOUND"],
    handler: (request) => {
      const [id, patch] = [present(request.params.id, "the id"), patchFromBody(request.body)];
      return answerWrite(platform, request, async (ctx) => {
        const customer = await service.updateCustomer(ctx, id, patch);
        return { payload: viewOf(customer), message: "Customer updated." };
      });
    },
  });

  route(app, {
    method: "DELETE",
    url: "/v3/customers/:id",
    operationId: "deleteCustomer",
    summary: "Delete a customer",
    description: "Refused while contracts name it.",
    tag,
    access: "write",
    ids,
    payload: CustomerView,
    successStatus: 200,
    errors: [404, 409],
    errorCodes: ["CUSTOMER_IN_USE"],
    handler: async (request) => {
      const id = present(request.params.id, "the id");
      return answerWrite(platform, request, async (ctx) => {
        const customer = await service.deleteCustomer(ctx, id);
        return { payload: viewOf(customer), message: "Customer deleted." };
      });
    },
  });
}

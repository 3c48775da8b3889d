import type { FastifyInstance } from "fastify";
import type { Static, TSchema } from "typebox";
import { deleteCustomer } from "../actions/delete-customer.ts";
import type { CustomerPatch } from "../customers/customer.ts";
import * as service from "../customers/service.ts";
import type { ErrorCode } from "../platform/http/error-codes.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import { PageOf } from "../platform/http/wire.ts";
import type { WritingPlatform } from "../platform/preview.ts";
import { answerWrite } from "../platform/run-write.ts";
import { read, readRows } from "../platform/write.ts";
import { customersWithBalances } from "../receivables/customer-balance-service.ts";
import {
  AutoChargeBody,
  addressesFromBody,
  CreateCustomerBody,
  CreateSubCustomerBody,
  CustomerAddressBody,
  CustomerCustomFieldBody,
  CustomerExternalIdsBody,
  CustomerView,
  customerList,
  customFieldFromBody,
  draftFromBody,
  externalIdsFromBody,
  patchFromBody,
  UpdateCustomerBody,
  viewOf,
} from "./schemas/customers.ts";
import { externalIdIssues } from "./schemas/external-ids.ts";

const tag = "Customers";
const ids = { id: "CUSTOMER_NOT_FOUND" } as const;

export function registerCustomerRoutes(app: FastifyInstance, platform: WritingPlatform): void {
  registerReads(app, platform);
  registerWrites(app, platform);
  registerParts(app, platform);
}

function registerReads(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "GET",
    url: "/v3/customers",
    operationId: "listCustomers",
    summary: "List customers",
    tag,
    access: "read",
    query: { balances: { format: "boolean", description: "`true` also answers what each customer owes: `balances`." } },
    list: customerList,
    payload: PageOf(CustomerView),
    successStatus: 200,
    errors: [400],
    handler: async ({ list, query, principal }) => {
      const { customers, extent } =
        query.balances === "true"
          ? await read(platform, principal.merchantId, (reader) => customersWithBalances(reader, list))
          : await readRows(platform, principal.merchantId, (tx, merchantId) =>
              service.listCustomers(tx, merchantId, list),
            );
      return { payload: pageOf(list, customers.map(viewOf), extent), message: "Customers." };
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
      const customer = await readRows(platform, principal.merchantId, (tx, merchantId) =>
        service.getCustomer(tx, merchantId, params.id),
      );
      return { payload: viewOf(customer), message: "Customer." };
    },
  });
}

function registerWrites(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "POST",
    url: "/v3/customers",
    operationId: "createCustomer",
    summary: "Create a customer",
    tag,
    access: "write",
    body: CreateCustomerBody,
    alsoWrong: externalIdIssues("a customer"),
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
      const { id } = request.params;
      const patch = patchFromBody(request.body);
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
    description:
      "Rejected while contracts or sub-customers name it, or it has credit that is neither applied nor refunded.",
    tag,
    access: "write",
    ids,
    payload: CustomerView,
    successStatus: 200,
    errors: [404, 409],
    errorCodes: ["CUSTOMER_IN_USE"],
    handler: async (request) => {
      const { id } = request.params;
      return answerWrite(platform, request, async (ctx) => {
        const customer = await deleteCustomer(ctx, id);
        return { payload: viewOf(customer), message: "Customer deleted." };
      });
    },
  });
}

/** The endpoints that write one part of a customer, and sub-customers. */
function registerParts(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "POST",
    url: "/v3/customers/:id/sub-customers",
    operationId: "createSubCustomer",
    summary: "Create a customer below this one",
    tag,
    access: "write",
    ids,
    body: CreateSubCustomerBody,
    alsoWrong: externalIdIssues("a customer"),
    payload: CustomerView,
    successStatus: 201,
    errors: [400, 404],
    errorCodes: ["CUSTOM_FIELD_NOT_FOUND"],
    handler: (request) => {
      const { id } = request.params;
      const draft = draftFromBody(request.body);
      return answerWrite(platform, request, async (ctx) => {
        const customer = await service.createSubCustomer(ctx, id, draft);
        return { payload: viewOf(customer), message: "Customer created." };
      });
    },
  });

  registerPart(app, platform, {
    method: "POST",
    part: "address",
    operationId: "setCustomerAddress",
    summary: "Set the addresses of a customer",
    description: "Each address that is sent replaces the one before as a whole; null clears it.",
    body: CustomerAddressBody,
    patch: addressesFromBody,
  });
  registerPart(app, platform, {
    method: "POST",
    part: "external-ids",
    operationId: "setCustomerExternalIds",
    summary: "Set external ids of a customer",
    description: "Sets the source types that are sent; the others stay, and none is ever removed.",
    body: CustomerExternalIdsBody,
    patch: (body) => ({ externalIds: externalIdsFromBody(body.externalIds) }),
  });
  registerPart(app, platform, {
    method: "PUT",
    part: "autocharge",
    operationId: "setCustomerAutoCharge",
    summary: "Turn automatic charging of a customer on or off",
    description: "When on, invoices are charged to the default payment method when they are due.",
    body: AutoChargeBody,
    patch: ({ autoCharge }) => ({ autoCharge }),
  });
  registerPart(app, platform, {
    method: "PUT",
    part: "custom-field",
    operationId: "setCustomerCustomField",
    summary: "Set a custom field of a customer",
    description: "Sets the value of one custom field; null clears it. The others stay.",
    body: CustomerCustomFieldBody,
    errorCodes: ["CUSTOM_FIELD_NOT_FOUND"],
    patch: (body) => ({ customFields: [customFieldFromBody(body)] }),
  });
}

type Part<Body extends TSchema> = {
  readonly method: "POST" | "PUT";
  readonly part: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly body: Body;
  readonly errorCodes?: readonly ErrorCode[];
  readonly patch: (body: Static<Body>) => CustomerPatch;
};

function registerPart<Body extends TSchema>(
  app: FastifyInstance,
  platform: WritingPlatform,
  { part, patch: patchOf, ...rest }: Part<Body>,
): void {
  route(app, {
    ...rest,
    url: `/v3/customers/:id/${part}`,
    tag,
    access: "write",
    ids,
    payload: CustomerView,
    successStatus: 200,
    errors: [400, 404],
    handler: (request) => {
      const { id } = request.params;
      const patch = patchOf(request.body as Static<Body>);
      return answerWrite(platform, request, async (ctx) => {
        const customer = await service.updateCustomer(ctx, id, patch);
        return { payload: viewOf(customer), message: "Customer updated." };
      });
    },
  });
}

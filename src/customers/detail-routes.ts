import type { FastifyInstance } from "fastify";
import type { Static, TSchema } from "typebox";
import { present } from "../kernel/assert.ts";
import type { ErrorCode } from "../platform/http/error-codes.ts";
import { route } from "../platform/http/route.ts";
import { answerWrite, type PerformingPlatform } from "../platform/perform.ts";
import type { CustomerPatch } from "./customer.ts";
import {
  AutoChargeBody,
  addressesFromBody,
  CreateSubCustomerBody,
  CustomerAddressBody,
  CustomerCustomFieldBody,
  CustomerExternalIdsBody,
  CustomerView,
  customFieldFromBody,
  draftFromBody,
  externalIdsFromBody,
  viewOf,
} from "./schemas.ts";
import * as service from "./service.ts";

const tag = "Customers";
const ids = { id: "CUSTOMER_NOT_FOUND" } as const;

/** The endpoints that write one part of a customer, and sub-customers. */
export function registerCustomerDetailRoutes(app: FastifyInstance, platform: PerformingPlatform): void {
  route(app, {
    method: "POST",
    url: "/v3/customers/:id/sub-customers",
    operationId: "createSubCustomer",
    summary: "Create a customer below this one",
    tag,
    access: "write",
    ids,
    body: CreateSubCustomerBody,
    payload: CustomerView,
    successStatus: 201,
    errors: [400, 404],
    errorCodes: ["CUSTOM_FIELD_NOT_FOUND"],
    handler: (request) => {
      const [id, draft] = [present(request.params.id, "the id"), draftFromBody(request.body)];
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
  platform: PerformingPlatform,
  { part, patch: patchOf, ...rest }: Part<Body>,
): void {
  route<Body>(app, {
    ...rest,
    url: `/v3/customers/:id/${part}`,
    tag,
    access: "write",
    ids,
    payload: CustomerView,
    successStatus: 200,
    errors: [400, 404],
    handler: (request) => {
      const [id, patch] = [present(request.params.id, "the id"), patchOf(request.body as Static<Body>)];
      return answerWrite(platform, request, async (ctx) => {
        const customer = await service.updateCustomer(ctx, id, patch);
        return { payload: viewOf(customer), message: "Customer updated." };
      });
    },
  });
}

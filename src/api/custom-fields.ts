import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import * as service from "../catalog/custom-field-service.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import { PageOf } from "../platform/http/wire.ts";
import type { WritingPlatform } from "../platform/preview.ts";
import { readRows } from "../platform/write.ts";
import { deprecatedFor } from "./deprecation.ts";
import { CustomFieldView, customFieldList, viewOf } from "./schemas/custom-fields.ts";

const tag = "Custom fields";
const successor = "/v3.1/custom-fields";

export function registerCustomFieldRoutes(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "GET",
    url: "/v3/custom-fields",
    operationId: "listCustomFieldsUnpaged",
    summary: "List all custom fields",
    description: `Deprecated: use \`${successor}\`. All custom fields at once.`,
    tag,
    access: "read",
    deprecated: true,
    payload: Type.Array(CustomFieldView),
    successStatus: 200,
    errors: [],
    handler: async ({ principal }) => {
      const fields = await readRows(platform, principal.merchantId, (tx, merchantId) =>
        service.allCustomFields(tx, merchantId),
      );
      return { payload: fields.map(viewOf), message: "Custom fields.", headers: deprecatedFor(successor) };
    },
  });

  route(app, {
    method: "GET",
    url: successor,
    operationId: "listCustomFields",
    summary: "List custom fields",
    description: "Custom fields come from the accounting system; their values are on the records they apply to.",
    tag,
    access: "read",
    list: customFieldList,
    payload: PageOf(CustomFieldView),
    successStatus: 200,
    errors: [400],
    handler: async (request) => {
      const { list } = request;
      const { customFields, extent } = await readRows(platform, request.principal.merchantId, (tx, merchantId) =>
        service.listCustomFields(tx, merchantId, list),
      );
      return { payload: pageOf(list, customFields.map(viewOf), extent), message: "Custom fields." };
    },
  });
}

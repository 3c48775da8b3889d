import type { FastifyInstance } from "fastify";
import { getProduct } from "../catalog/product-service.ts";
import { addSellingPrice, removeSellingPrice } from "../catalog/selling-price-service.ts";
import { required } from "../kernel/assert.ts";
import { parseDay } from "../kernel/day.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { pageOfAll } from "../platform/http/page-of-all.ts";
import { route } from "../platform/http/route.ts";
import { PageOf } from "../platform/http/wire.ts";
import type { WritingPlatform } from "../platform/preview.ts";
import { answerWrite } from "../platform/run-write.ts";
import { readRows } from "../platform/write.ts";
import {
  CreateSellingPriceBody,
  SellingPriceView,
  sellingPriceFrom,
  viewOfSellingPrice,
} from "./schemas/standalone-selling-prices.ts";

const tag = "Products";
const url = "/v3/products/:id/standalone-selling-prices";
const ids = { id: "PRODUCT_NOT_FOUND" } as const;

/** The price book of a product: its standalone selling prices, one at a time. */
export function registerStandaloneSellingPriceRoutes(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "GET",
    url,
    operationId: "listStandaloneSellingPrices",
    summary: "List the standalone selling prices of a product",
    description: "By currency, then by the first day they hold. Each holds until the next one of its currency.",
    tag,
    access: "read",
    ids,
    malformedId: "INVALID_ID",
    list: { fields: {}, sorts: ["validFrom", "currency"] },
    payload: PageOf(SellingPriceView),
    successStatus: 200,
    errors: [400, 404],
    handler: async ({ principal, params, list }) => {
      const { standaloneSellingPrices: all } = await readRows(platform, principal.merchantId, (tx, merchantId) =>
        getProduct(tx, merchantId, params.id),
      );
      const { rows, extent } = pageOfAll(
        list,
        all.map(viewOfSellingPrice),
        (price) => `${price.currency} ${price.validFrom}`,
      );
      return { payload: pageOf(list, rows, extent), message: "Standalone selling prices." };
    },
  });

  route(app, {
    method: "POST",
    url,
    operationId: "createStandaloneSellingPrice",
    summary: "Add a standalone selling price to a product",
    description:
      "Contracts keep the prices of their inception: only performance obligations that are saved afterwards take it over, those of " +
      "contracts that begin on its first day or later.",
    tag,
    access: "write",
    ids,
    malformedId: "INVALID_ID",
    body: CreateSellingPriceBody,
    payload: SellingPriceView,
    successStatus: 201,
    errors: [400, 404],
    handler: async (request) => {
      const { id } = request.params;
      const price = sellingPriceFrom(request.body);
      return answerWrite(platform, request, async (ctx) => {
        await addSellingPrice(ctx, id, price);
        return { payload: viewOfSellingPrice(price), message: "Standalone selling price created." };
      });
    },
  });

  route(app, {
    method: "DELETE",
    url,
    operationId: "deleteStandaloneSellingPrice",
    summary: "Delete a standalone selling price of a product",
    description: "Performance obligations that took it over keep it.",
    tag,
    access: "write",
    ids,
    malformedId: "INVALID_ID",
    query: {
      currency: { format: "currency", required: true, description: "Its currency." },
      validFrom: { format: "date", required: true, description: "Its first day." },
    },
    payload: SellingPriceView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ["STANDALONE_SELLING_PRICE_NOT_FOUND"],
    handler: async (request) => {
      const { id } = request.params;
      const currency = required(request.query.currency, "the currency");
      const validFrom = required(parseDay(required(request.query.validFrom, "the day")), "the checked day");
      return answerWrite(platform, request, async (ctx) => {
        const removed = await removeSellingPrice(ctx, id, { currency, validFrom });
        return { payload: viewOfSellingPrice(removed), message: "Standalone selling price deleted." };
      });
    },
  });
}

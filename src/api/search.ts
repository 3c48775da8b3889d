import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { required } from "../kernel/assert.ts";
import { rejectionOf } from "../platform/http/error-codes.ts";
import { route } from "../platform/http/route.ts";
import { Closed, Named, Nullable, OneOf, Uuid } from "../platform/http/wire.ts";
import { type Platform, read } from "../platform/write.ts";
import { foundTypes, search } from "../reports/search-service.ts";

const usualLimit = 5;
const mostOfAType = 20;

const FoundView = Named(
  "SearchResult",
  Closed({
    type: OneOf(foundTypes),
    id: Uuid(),
    title: Type.String({ description: "The name, number or reference." }),
    detail: Nullable(Type.String({ description: "The customer, or another name." })),
    status: Nullable(Type.String()),
  }),
);

export function registerSearchRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, {
    method: "GET",
    url: "/v3/search",
    operationId: "search",
    summary: "Find records by name or number",
    description:
      "Customers, contracts, invoices, credit memos, payments, products, commitments and adjustments that contain a text, in any case: a few of " +
      "each, those that begin with it first, then the newest. Payments and credit memos are found by the reference of a refund too. " +
      "Journal entries are found by their whole number, usage events by the beginning of their idempotency key as it was sent, close " +
      "packages by year or month (`2026-01`).",
    tag: "Search",
    access: "read",
    query: {
      q: {
        description: "A part of a name, number, purchase order or reference.",
        required: true,
        maxLength: 100,
      },
      limit: { description: `Of each type: ${usualLimit} unless stated.`, format: "integer", range: [1, mostOfAType] },
    },
    payload: Closed({ data: Type.Array(FoundView) }),
    successStatus: 200,
    errors: [400],
    handler: async ({ principal, query }) => {
      const text = required(query.q, "q").trim();
      const limit = Number(query.limit ?? usualLimit);
      if (text === "") throw rejectionOf([{ path: "/query/q", code: "REQUIRED", message: "q is what to look for." }]);
      const data = await read(platform, principal.merchantId, (reader) => search(reader, text, limit));
      return { payload: { data }, message: "Found." };
    },
  });
}

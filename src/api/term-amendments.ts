import type { FastifyInstance } from "fastify";
import { amendTerm } from "../actions/amend-term.ts";
import { listPriceAmendments } from "../billing-terms/price-amendment-service.ts";
import { getTerm } from "../billing-terms/term-service.ts";
import * as contracts from "../contracts/service.ts";
import { pageOf, rowsOfPage } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import { PageOf } from "../platform/http/wire.ts";
import { runWrite, type WritingPlatform } from "../platform/run-write.ts";
import { read } from "../platform/write.ts";
import {
  CreateTermAmendmentBody,
  TermAmendmentView,
  termAmendmentFromBody,
  viewOfTermAmendment,
} from "./schemas/term-amendments.ts";

const termIds = { id: "CONTRACT_NOT_FOUND", billingTermId: "BILLING_TERM_NOT_FOUND" } as const;

export function registerTermAmendmentRoutes(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "GET",
    url: "/v3/contracts/:id/billing-terms/:billingTermId/amendments",
    operationId: "listTermAmendments",
    summary: "List the amendments of a fixed billing term",
    description: "By effective date, each with the price before and after it.",
    tag: "Billing terms",
    access: "read",
    ids: termIds,
    malformedId: "INVALID_ID",
    list: { fields: {} },
    payload: PageOf(TermAmendmentView),
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ["CONTRACT_DELETED"],
    handler: (request) =>
      read(platform, request.principal.merchantId, async (reader) => {
        const { params, list } = request;
        const contract = await contracts.getContract(reader, params.id, "CONTRACT_DELETED");
        const { term } = await getTerm(reader, contract.id, params.billingTermId);
        const all = await listPriceAmendments(reader.tx, reader.merchant.id, term);
        const views = rowsOfPage(list, all).map((amendment) => viewOfTermAmendment(amendment, term));
        return { payload: pageOf(list, views, all.length), message: "Amendments." };
      }),
  });

  route(app, {
    method: "POST",
    url: "/v3/contracts/:id/billing-terms/:billingTermId/amendments",
    operationId: "createTermAmendment",
    summary: "Change the price or quantity of a fixed billing term, also of invoiced days",
    description: [
      "The difference of invoiced days is billed at once (IMMEDIATE), with the next regular invoice (CO_TERM) or not at all (NONE).",
      "Less is credited where the term's creditOnDecrease is PRORATED. For recurring FLAT terms and quantities at a price.",
    ].join(" "),
    tag: "Billing terms",
    access: "write",
    ids: termIds,
    malformedId: "INVALID_ID",
    dryRun: true,
    isModification: true,
    body: CreateTermAmendmentBody,
    payload: TermAmendmentView,
    successStatus: 201,
    errors: [400, 404],
    errorCodes: [
      "BILLING_TERM_INELIGIBLE",
      "BILLING_TERM_LOCKED",
      "BILLING_TERM_TERMINATED",
      "TIER_INVALID",
      "PERIOD_CLOSED",
      "CONTRACT_DELETED",
    ],
    handler: (request) => {
      const { id: contractId, billingTermId } = request.params;
      return runWrite(platform, request, { contractId, message: "Billing term amended." }, async (ctx) => {
        const place = { contractId, billingTermId };
        const amended = await amendTerm(ctx, place, termAmendmentFromBody(request.body));
        return { payload: viewOfTermAmendment(amended, amended.term), contractId };
      });
    },
  });
}

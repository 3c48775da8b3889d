import type { FastifyInstance } from "fastify";
import { amendTerm } from "../actions/amend-term.ts";
import { swapBillingTerm } from "../actions/swap-billing-term.ts";
import { listPriceAmendments } from "../billing-terms/price-amendment-service.ts";
import { getTerm } from "../billing-terms/term-service.ts";
import * as contracts from "../contracts/service.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { pageOfAll } from "../platform/http/page-of-all.ts";
import { route } from "../platform/http/route.ts";
import { PageOf } from "../platform/http/wire.ts";
import type { WritingPlatform } from "../platform/preview.ts";
import { runWrite } from "../platform/run-write.ts";
import { read } from "../platform/write.ts";
import { referenceCodes } from "./billing-terms.ts";
import { viewOfTerm } from "./schemas/billing-terms.ts";
import {
  CreateTermAmendmentBody,
  SwapBody,
  SwappedTermsView,
  swapFromBody,
  TermAmendmentView,
  termAmendmentFromBody,
  viewOfTermAmendment,
} from "./schemas/term-amendments.ts";

const termIds = { id: "CONTRACT_NOT_FOUND", billingTermId: "BILLING_TERM_NOT_FOUND" } as const;

export function registerTermAmendmentRoutes(app: FastifyInstance, platform: WritingPlatform): void {
  registerReads(app, platform);
  registerWrites(app, platform);
}

function registerReads(app: FastifyInstance, platform: WritingPlatform): void {
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
    list: { fields: {}, sorts: ["effectiveDate", "createdAt"] },
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
        const views = all.map((amendment) => viewOfTermAmendment(amendment, term));
        const { rows, extent } = pageOfAll(list, views, ({ id }) => id);
        return { payload: pageOf(list, rows, extent), message: "Amendments." };
      }),
  });
}

function registerWrites(app: FastifyInstance, platform: WritingPlatform): void {
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

  route(app, {
    method: "POST",
    url: "/v3/contracts/:id/billing-terms/:billingTermId/swap",
    operationId: "swapBillingTerm",
    summary: "Replace a billing term by another one",
    description: [
      "The term ends for good on the day before effectiveDate; the new one begins on effectiveDate, in the same group unless it names another.",
      "What was billed beyond that end is credited on the first invoice of the new term;",
      "any excess is a credit memo. The log of modifications has one entry.",
    ].join(" "),
    tag: "Billing terms",
    access: "write",
    ids: termIds,
    malformedId: "INVALID_ID",
    dryRun: true,
    isModification: true,
    body: SwapBody,
    payload: SwappedTermsView,
    successStatus: 201,
    errors: [400, 404],
    errorCodes: [
      ...referenceCodes,
      "EVENT_TYPE_NOT_FOUND",
      "BILLING_TERM_GROUP_NOT_FOUND",
      "BILLING_TERM_TERMINATED",
      "TERMINATION_DATE_INVALID",
      "SCHEDULE_ALIGNMENT_INVALID",
      "TERM_TOO_LONG",
      "TIER_INVALID",
      "PERIOD_CLOSED",
      "CONTRACT_DELETED",
    ],
    handler: (request) => {
      const { id: contractId, billingTermId } = request.params;
      return runWrite(platform, request, { contractId, message: "Billing term replaced." }, async (ctx) => {
        const place = { contractId, billingTermId };
        const { contract, ended, added } = await swapBillingTerm(ctx, place, swapFromBody(request.body));
        const { today } = ctx.clock;
        const payload = { ended: viewOfTerm(ended, contract, today), added: viewOfTerm(added, contract, today) };
        return { payload, contractId };
      });
    },
  });
}

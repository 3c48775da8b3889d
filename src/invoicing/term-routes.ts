import type { FastifyInstance } from "fastify";
import { type Static, Type } from "typebox";
import type { BillingTermRecord } from "../billing-terms/billing-term.ts";
import { dayFrom } from "../billing-terms/civil-date.ts";
import {
  CreateBillingTermBody,
  PatchBillingTermBody,
  patchFromBody,
  termDraftFromBody,
} from "../billing-terms/term-body-schemas.ts";
import { BillingTermView, viewOfTerm } from "../billing-terms/term-schemas.ts";
import * as terms from "../billing-terms/term-service.ts";
import { refuseUncommitted } from "../commitments/term-service.ts";
import type { Contract } from "../contracts/contract.ts";
import * as contracts from "../contracts/service.ts";
import { present } from "../kernel/assert.ts";
import { refusalOf } from "../platform/http/error-codes.ts";
import { dateField, uuidField } from "../platform/http/filter.ts";
import { type ListDeclaration, pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import { CivilDate, Closed, Nullable, PageOf, Text, Uuid } from "../platform/http/wire.ts";
import { type PerformingPlatform, perform } from "../platform/perform.ts";
import { read, type WriteContext } from "../platform/write.ts";
import { catchUpInvoices } from "./service.ts";

const contractIds = { id: "CONTRACT_NOT_FOUND" } as const;
/** Of records that the request names beside its own. */
const referenceCodes = ["PRODUCT_NOT_FOUND", "ITEM_NOT_FOUND", "CLASS_NOT_FOUND", "CLASS_NOT_SUPPORTED"] as const;
const termIds = { ...contractIds, billingTermId: "BILLING_TERM_NOT_FOUND" } as const;

export const termList: ListDeclaration = {
  fields: {
    contractId: uuidField(),
    customerId: uuidField(),
    startDate: dateField(),
    endDate: dateField(),
    billingTermGroupId: uuidField(),
    productId: uuidField(),
  },
};

/** The view of a term whose invoices are planned anew by a job. */
export const ChangedTermView = Closed({
  ...BillingTermView.properties,
  jobId: Uuid({ description: "The job that brings the invoices in line." }),
});

const MilestoneBody = Closed(
  {
    reachedOn: CivilDate({ description: "Today or before." }),
    note: Type.Optional(Nullable(Text(0, 500))),
  },
  { examples: [{ reachedOn: "2026-01-10", note: "Accepted by the customer" }] },
);

/** Billing terms are served here, because what may change of them depends on what is invoiced. */
export function registerTermRoutes(app: FastifyInstance, platform: PerformingPlatform): void {
  registerTermReads(app, platform);
  registerTermWrites(app, platform);
}

function registerTermReads(app: FastifyInstance, platform: PerformingPlatform): void {
  route(app, {
    method: "GET",
    url: "/v3/billing-terms",
    operationId: "listBillingTerms",
    summary: "List billing terms of all contracts",
    tag: "Billing terms",
    access: "read",
    list: termList,
    payload: PageOf(BillingTermView),
    successStatus: 200,
    errors: [400],
    handler: (request) =>
      read(platform, request.principal.merchantId, async ({ tx, merchant, clock }) => {
        const list = present(request.list, "the list query");
        const { terms: page, totalItems } = await terms.listTerms(tx, merchant.id, list, {});
        const views = page.map((term) => viewOfTerm(term, term, clock.today));
        return { payload: pageOf(list, views, totalItems), message: "Billing terms." };
      }),
  });

  route(app, {
    method: "GET",
    url: "/v3/contracts/:id/billing-terms",
    operationId: "listContractBillingTerms",
    summary: "List the billing terms of a contract",
    tag: "Billing terms",
    access: "read",
    ids: contractIds,
    query: { billingTermGroupId: { format: "uuid", description: "Only the terms of one group." } },
    list: { fields: {} },
    payload: PageOf(BillingTermView),
    successStatus: 200,
    errors: [404],
    handler: (request) =>
      read(platform, request.principal.merchantId, async (reader) => {
        const { tx, merchant, clock } = reader;
        const list = present(request.list, "the list query");
        const contract = await contracts.getContract(reader, present(request.params.id, "the id"), "NOT_FOUND");
        const of = { contractId: contract.id, groupId: request.query.billingTermGroupId };
        const { terms: page, totalItems } = await terms.listTerms(tx, merchant.id, list, of);
        const views = page.map((term) => viewOfTerm(term, term, clock.today));
        return { payload: pageOf(list, views, totalItems), message: "Billing terms." };
      }),
  });
}

function registerTermWrites(app: FastifyInstance, platform: PerformingPlatform): void {
  route(app, {
    method: "POST",
    url: "/v3/contracts/:id/billing-terms",
    operationId: "createBillingTerm",
    summary: "Add a billing term to a contract",
    description: "What is billed, how much, how often and when invoices are dated.",
    tag: "Billing terms",
    access: "write",
    ids: contractIds,
    malformedId: "INVALID_ID",
    dryRun: true,
    body: CreateBillingTermBody,
    payload: BillingTermView,
    successStatus: 201,
    errors: [400, 404],
    errorCodes: [
      ...referenceCodes,
      "EVENT_TYPE_NOT_FOUND",
      "BILLING_TERM_GROUP_NOT_FOUND",
      "TERM_TOO_LONG",
      "TIER_INVALID",
      "CONTRACT_DELETED",
    ],
    handler: (request) => {
      const contractId = present(request.params.id, "the contract id");
      return perform(platform, request, { contractId, message: "Billing term added." }, async (ctx) => {
        const { draft, groupId } = newTermFrom(request.body);
        const record = await terms.addTerm(ctx, contractId, draft, groupId);
        const contract = await contracts.getContract(ctx, contractId, "CONTRACT_DELETED");
        return { payload: viewOfTerm(record, contract, ctx.clock.today), contractId };
      });
    },
  });

  route(app, {
    method: "PATCH",
    url: "/v3/contracts/:id/billing-terms/:billingTermId",
    operationId: "updateBillingTerm",
    summary: "Change a billing term",
    description: [
      "What issued invoices cover stays. Once anything is issued the anchor, the kind of price and the quantity are fixed.",
      "A new price holds from effectiveDate on, today unless stated, and never before what is invoiced.",
      "Before approval it replaces the old one.",
    ].join(" "),
    tag: "Billing terms",
    access: "write",
    ids: termIds,
    malformedId: "INVALID_ID",
    dryRun: true,
    body: PatchBillingTermBody,
    payload: ChangedTermView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: [
      ...referenceCodes,
      "BILLING_TERM_LOCKED",
      "BILLING_TERM_INELIGIBLE",
      "BILLING_TERM_TERMINATED",
      "TERM_TOO_LONG",
      "TIER_INVALID",
      "CONTRACT_DELETED",
    ],
    handler: (request) =>
      changeTerm(platform, request, "Billing term updated.", async (ctx, contract, record) => {
        const patch = patchFromBody(request.body);
        const changed = await terms.patchTerm(ctx, contract, record, patch, { whenMissing: "NOT_FOUND" });
        await refuseUncommitted(ctx, contract, record.term, changed.term);
        return changed;
      }),
  });

  route(app, {
    method: "POST",
    url: "/v3/contracts/:id/billing-terms/:billingTermId/milestone",
    operationId: "reachMilestone",
    summary: "Say that a milestone was reached",
    description:
      "The invoice of the term is dated from that day, and a milestone of the term's name in a performance obligation of " +
      "the contract is reached with it, unless it has a day of its own. The same day again changes nothing.",
    tag: "Billing terms",
    access: "write",
    ids: termIds,
    malformedId: "INVALID_ID",
    dryRun: true,
    body: MilestoneBody,
    payload: ChangedTermView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ["BILLING_TERM_INELIGIBLE", "BILLING_TERM_LOCKED", "BILLING_TERM_TERMINATED", "CONTRACT_DELETED"],
    handler: (request) =>
      changeTerm(platform, request, "Milestone reached.", (ctx, contract, record) => {
        const { reachedOn, note } = request.body;
        return terms.reachMilestone(ctx, contract, record, { reachedOn: dayFrom(reachedOn), note: note ?? null });
      }),
  });
}

type TermRequest = Parameters<typeof perform>[1] & { readonly params: Readonly<Record<string, string>> };

/**
 * Changes one term of a locked contract. What is due is issued first: what may change must not depend on how far the
 * worker has come.
 */
export function changeTerm(
  platform: PerformingPlatform,
  request: TermRequest,
  message: string,
  change: (ctx: WriteContext, contract: Contract, record: BillingTermRecord) => Promise<BillingTermRecord>,
) {
  const contractId = present(request.params.id, "the contract id");
  const termId = present(request.params.billingTermId, "the term id");
  return perform(platform, request, { contractId, message }, async (ctx) => {
    const { contract, record } = await lockTerm(ctx, contractId, termId);
    const changed = await change(ctx, contract, record);
    const jobId = await ctx.regenerationJob(contractId);
    return { payload: { ...viewOfTerm(changed, contract, ctx.clock.today), jobId }, contractId };
  });
}

/** A term of a contract that is locked and settled. */
export async function lockTerm(
  ctx: WriteContext,
  contractId: string,
  termId: string,
): Promise<{ contract: Contract; record: BillingTermRecord }> {
  const contract = await contracts.lockContract(ctx, contractId, "CONTRACT_DELETED");
  await terms.getTerm(ctx, contractId, termId);
  await catchUpInvoices(ctx, contractId);
  return { contract, record: await terms.getTerm(ctx, contractId, termId) };
}

function newTermFrom(body: Static<typeof CreateBillingTermBody>) {
  const { startDate, billingStartDate, endDate, billingEndDate, billingTermGroupId: groupId, ...rest } = body;
  const start = startDate ?? billingStartDate;
  if (start === undefined || (startDate !== undefined && billingStartDate !== undefined)) {
    const message = "startDate is required, once; billingStartDate is another name of it.";
    throw refusalOf([{ path: "/startDate", code: start === undefined ? "REQUIRED" : "CONFLICT", message }]);
  }
  if (endDate !== undefined && billingEndDate !== undefined) {
    const message = "Send endDate once; billingEndDate is another name of it.";
    throw refusalOf([{ path: "/endDate", code: "CONFLICT", message }]);
  }
  const end = endDate ?? billingEndDate;
  const draft = termDraftFromBody({ ...rest, ...(end === undefined ? {} : { endDate: end }) }, dayFrom(start));
  return { draft: { ...draft, invoiceDateStrategy: body.invoiceDateStrategy }, groupId };
}

import type { FastifyInstance } from "fastify";
import { addBillingTerm } from "../actions/add-billing-term.ts";
import { changeBillingTerm } from "../actions/change-billing-term.ts";
import { deleteBillingTerm } from "../actions/delete-billing-term.ts";
import type { TermOfContract, TermPlace } from "../actions/lock-term.ts";
import { reachMilestone } from "../actions/reach-milestone.ts";
import { terminateBillingTerm } from "../actions/terminate-billing-term.ts";
import * as terms from "../billing-terms/term-service.ts";
import * as contracts from "../contracts/service.ts";
import { dayFrom } from "../kernel/day.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import type { PathParams } from "../platform/http/route-declaration.ts";
import { PageOf } from "../platform/http/wire.ts";
import type { WritingPlatform } from "../platform/preview.ts";
import { runWrite } from "../platform/run-write.ts";
import { read, type WriteContext } from "../platform/write.ts";
import {
  CreateBillingTermBody,
  newTermFrom,
  PatchBillingTermBody,
  patchFromBody,
} from "./schemas/billing-term-bodies.ts";
import { BillingTermView, ChangedTermView, termList, viewOfTerm } from "./schemas/billing-terms.ts";
import { issuesOfTermFields } from "./schemas/either-field.ts";
import { MilestoneBody } from "./schemas/milestones.ts";
import { TerminateBody, terminationFromBody } from "./schemas/terminations.ts";

const contractIds = { id: "CONTRACT_NOT_FOUND" } as const;
/** Codes about records that the request refers to. */
export const referenceCodes = [
  "PRODUCT_NOT_FOUND",
  "ITEM_NOT_FOUND",
  "CLASS_NOT_FOUND",
  "CLASS_NOT_SUPPORTED",
] as const;
const termIds = { ...contractIds, billingTermId: "BILLING_TERM_NOT_FOUND" } as const;

export function registerBillingTermRoutes(app: FastifyInstance, platform: WritingPlatform): void {
  registerTermReads(app, platform);
  registerTermWrites(app, platform);
  registerTermEnds(app, platform);
}

function registerTermReads(app: FastifyInstance, platform: WritingPlatform): void {
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
        const { list } = request;
        const { terms: page, extent } = await terms.listTerms(tx, merchant.id, list, {});
        const views = page.map((term) => viewOfTerm(term, term, clock.today));
        return { payload: pageOf(list, views, extent), message: "Billing terms." };
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
    list: { fields: {}, sorts: ["startDate", "endDate", "createdAt"] },
    payload: PageOf(BillingTermView),
    successStatus: 200,
    errors: [404],
    handler: (request) =>
      read(platform, request.principal.merchantId, async (reader) => {
        const { tx, merchant, clock } = reader;
        const { list } = request;
        const contract = await contracts.getContract(reader, request.params.id, "NOT_FOUND");
        const of = { contractId: contract.id, groupId: request.query.billingTermGroupId };
        const { terms: page, extent } = await terms.listTerms(tx, merchant.id, list, of);
        const views = page.map((term) => viewOfTerm(term, term, clock.today));
        return { payload: pageOf(list, views, extent), message: "Billing terms." };
      }),
  });
}

function registerTermWrites(app: FastifyInstance, platform: WritingPlatform): void {
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
    isModification: true,
    body: CreateBillingTermBody,
    alsoWrong: issuesOfTermFields,
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
      const contractId = request.params.id;
      return runWrite(platform, request, { contractId, message: "Billing term added." }, async (ctx) => {
        const record = await addBillingTerm(ctx, contractId, newTermFrom(request.body));
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
      "What issued invoices cover stays. Once anything is issued the anchor and the kind of price are fixed.",
      "A new price or quantity holds from effectiveDate on, today unless stated, and never before what is invoiced.",
      "Before approval it replaces the old one.",
    ].join(" "),
    tag: "Billing terms",
    access: "write",
    ids: termIds,
    malformedId: "INVALID_ID",
    dryRun: true,
    isModification: true,
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
      changeTerm(platform, request, "Billing term updated.", (ctx, place) =>
        changeBillingTerm(ctx, place, patchFromBody(request.body)),
      ),
  });

  route(app, {
    method: "POST",
    url: "/v3/contracts/:id/billing-terms/:billingTermId/milestone",
    operationId: "reachMilestone",
    summary: "Report that a milestone was reached",
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
      changeTerm(platform, request, "Milestone reached.", (ctx, place) => {
        const { reachedOn, note } = request.body;
        return reachMilestone(ctx, place, { reachedOn: dayFrom(reachedOn), note: note ?? null });
      }),
  });
}

function registerTermEnds(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "PATCH",
    url: "/v3/contracts/:id/billing-terms/:billingTermId/terminate",
    operationId: "terminateBillingTerm",
    summary: "Terminate a billing term",
    description:
      "Irreversible: a terminated term can never be changed again. Its last period is short, and none follows.",
    tag: "Billing terms",
    access: "write",
    ids: termIds,
    malformedId: "INVALID_ID",
    dryRun: true,
    isModification: true,
    body: TerminateBody,
    payload: ChangedTermView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: [
      "BILLING_TERM_TERMINATED",
      "TERMINATION_DATE_INVALID",
      "BILLING_TERM_LOCKED",
      "SCHEDULE_ALIGNMENT_INVALID",
      "PERIOD_CLOSED",
      "CONTRACT_DELETED",
    ],
    handler: (request) =>
      changeTerm(platform, request, "Billing term terminated.", (ctx, place) => {
        return terminateBillingTerm(ctx, place, terminationFromBody(request.body));
      }),
  });

  route(app, {
    method: "DELETE",
    url: "/v3/contracts/:id/billing-terms/:billingTermId",
    operationId: "deleteBillingTerm",
    summary: "Delete a billing term",
    description: [
      "With the performance obligation that follows it; the last term of a group takes the group and its performance obligations along.",
      "Rejected once it is invoiced, and while a performance obligation of its group needs its event type.",
    ].join(" "),
    tag: "Billing terms",
    access: "write",
    dryRun: true,
    isModification: true,
    ids: { id: "CONTRACT_NOT_FOUND", billingTermId: "BILLING_TERM_NOT_FOUND" },
    payload: BillingTermView,
    successStatus: 200,
    errors: [404, 409],
    errorCodes: ["BILLING_TERM_DELETE_BLOCKED"],
    handler: (request) => {
      const { id: contractId, billingTermId } = request.params;
      return runWrite(platform, request, { contractId, message: "Billing term deleted." }, async (ctx) => {
        const { contract, record } = await deleteBillingTerm(ctx, { contractId, billingTermId });
        return { payload: viewOfTerm(record, contract, ctx.clock.today), contractId };
      });
    },
  });
}

type TermRequest = Parameters<typeof runWrite>[1] & { readonly params: PathParams<"id" | "billingTermId"> };

/** Changes one term; a job regenerates its invoices. */
function changeTerm(
  platform: WritingPlatform,
  request: TermRequest,
  message: string,
  change: (ctx: WriteContext, place: TermPlace) => Promise<TermOfContract>,
) {
  const { id: contractId, billingTermId } = request.params;
  return runWrite(platform, request, { contractId, message }, async (ctx) => {
    const { contract, record } = await change(ctx, { contractId, billingTermId });
    const jobId = await ctx.regenerationJob(contractId);
    return { payload: { ...viewOfTerm(record, contract, ctx.clock.today), jobId }, contractId };
  });
}

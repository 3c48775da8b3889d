import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { dayFrom } from "../billing-terms/civil-date.ts";
import {
  amendmentFromBody,
  CreateSeatAmendmentBody,
  SeatAmendmentView,
  viewOfAmendment,
} from "../billing-terms/seat-schemas.ts";
import { ChangedTermView, changeTerm, lockTerm } from "../invoicing/term-routes.ts";
import { present } from "../kernel/assert.ts";
import { route } from "../platform/http/route.ts";
import { CivilDate, Closed, Nullable, Text } from "../platform/http/wire.ts";
import { type PerformingPlatform, perform } from "../platform/perform.ts";
import { amendSeats, terminate } from "./unused-credit-service.ts";

const termIds = { id: "CONTRACT_NOT_FOUND", billingTermId: "BILLING_TERM_NOT_FOUND" } as const;

/** `TerminateBillingTermDto` (data model 5.7). */
const TerminateBody = Closed({
  endDate: CivilDate({ description: "Last day of service, inclusive." }),
  reason: Type.Optional(Nullable(Text(1, 500))),
  creditUnused: Type.Optional(
    Type.Boolean({ description: "Allows an end before what is invoiced, and credits what was billed beyond it." }),
  ),
});

/** Changes of a term that may give money back. */
export function registerCreditedTermRoutes(app: FastifyInstance, platform: PerformingPlatform): void {
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
    body: TerminateBody,
    payload: ChangedTermView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: [
      "BILLING_TERM_TERMINATED",
      "TERMINATION_DATE_INVALID",
      "SCHEDULE_ALIGNMENT_INVALID",
      "PERIOD_CLOSED",
      "CONTRACT_DELETED",
    ],
    handler: (request) =>
      changeTerm(platform, request, "Billing term terminated.", (ctx, contract, record) => {
        const { endDate, reason, creditUnused } = request.body;
        const draft = { last: dayFrom(endDate), reason: reason ?? null, creditUnused: creditUnused ?? false };
        return terminate(ctx, contract, record, draft);
      }),
  });

  route(app, {
    method: "POST",
    url: "/v3/contracts/:id/billing-terms/:billingTermId/seat-amendment",
    operationId: "createSeatAmendment",
    summary: "Change the number of seats of a billing term",
    description: [
      "More seats are charged for the rest of the billing period, at once or with the next regular invoice; fewer count from",
      "the first period that is not invoiced.",
    ].join(" "),
    tag: "Seat amendments",
    access: "write",
    ids: termIds,
    malformedId: "INVALID_ID",
    dryRun: true,
    body: CreateSeatAmendmentBody,
    payload: SeatAmendmentView,
    successStatus: 201,
    errors: [400, 404],
    errorCodes: ["BILLING_TERM_INELIGIBLE", "BILLING_TERM_TERMINATED", "PERIOD_CLOSED", "CONTRACT_DELETED"],
    handler: (request) => {
      const contractId = present(request.params.id, "the contract id");
      const termId = present(request.params.billingTermId, "the term id");
      return perform(platform, request, { contractId, message: "Seat amendment added." }, async (ctx) => {
        const { contract, record } = await lockTerm(ctx, contractId, termId);
        const added = await amendSeats(ctx, contract, record, amendmentFromBody(request.body));
        return { payload: viewOfAmendment(added, record.term), contractId };
      });
    },
  });
}

import type { FastifyInstance } from "fastify";
import { amendSeats } from "../actions/amend-seats.ts";
import { withdrawSeatAmendment } from "../actions/withdraw-seat-amendment.ts";
import { listAmendments } from "../billing-terms/seat-service.ts";
import { getTerm } from "../billing-terms/term-service.ts";
import * as contracts from "../contracts/service.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { pageOfAll } from "../platform/http/page-of-all.ts";
import { route } from "../platform/http/route.ts";
import { PageOf } from "../platform/http/wire.ts";
import type { WritingPlatform } from "../platform/preview.ts";
import { runWrite } from "../platform/run-write.ts";
import { read } from "../platform/write.ts";
import { issuesOfSeatFields } from "./schemas/either-field.ts";
import {
  amendmentFromBody,
  CreateSeatAmendmentBody,
  SeatAmendmentView,
  viewOfAmendment,
} from "./schemas/seat-amendments.ts";

const termIds = { id: "CONTRACT_NOT_FOUND", billingTermId: "BILLING_TERM_NOT_FOUND" } as const;

export function registerSeatAmendmentRoutes(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "GET",
    url: "/v3/contracts/:id/billing-terms/:billingTermId/seat-amendments",
    operationId: "listSeatAmendments",
    summary: "List the seat amendments of a billing term",
    description: "By effective date, each with the count of seats before and after it.",
    tag: "Seat amendments",
    access: "read",
    ids: termIds,
    malformedId: "INVALID_ID",
    query: { seatAmendmentId: { format: "uuid", description: "Only this one." } },
    list: { fields: {}, sorts: ["effectiveDate", "createdAt"] },
    payload: PageOf(SeatAmendmentView),
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ["CONTRACT_DELETED"],
    handler: (request) =>
      read(platform, request.principal.merchantId, async (reader) => {
        const { params, query } = request;
        const { list } = request;
        const contract = await contracts.getContract(reader, params.id, "CONTRACT_DELETED");
        const record = await getTerm(reader, contract.id, params.billingTermId);
        const all = (await listAmendments(reader.tx, reader.merchant.id, record)).filter(
          ({ amendment }) => query.seatAmendmentId === undefined || amendment.id === query.seatAmendmentId,
        );
        const views = all.map((amendment) => viewOfAmendment(amendment, record.term));
        const { rows, extent } = pageOfAll(list, views, ({ id }) => id);
        return { payload: pageOf(list, rows, extent), message: "Seat amendments." };
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
    isModification: true,
    body: CreateSeatAmendmentBody,
    alsoWrong: issuesOfSeatFields,
    payload: SeatAmendmentView,
    successStatus: 201,
    errors: [400, 404],
    errorCodes: ["BILLING_TERM_INELIGIBLE", "BILLING_TERM_TERMINATED", "PERIOD_CLOSED", "CONTRACT_DELETED"],
    handler: (request) => {
      const { id: contractId, billingTermId } = request.params;
      return runWrite(platform, request, { contractId, message: "Seat amendment added." }, async (ctx) => {
        const added = await amendSeats(ctx, { contractId, billingTermId }, amendmentFromBody(request.body));
        return { payload: viewOfAmendment(added, added.term), contractId };
      });
    },
  });

  route(app, {
    method: "DELETE",
    url: "/v3/contracts/:id/billing-terms/:billingTermId/seat-amendments/:seatAmendmentId",
    operationId: "deleteSeatAmendment",
    summary: "Withdraw a seat amendment",
    description: "The others apply as if it had never been made. Rejected once it is invoiced.",
    tag: "Seat amendments",
    access: "write",
    ids: { ...termIds, seatAmendmentId: "SEAT_AMENDMENT_NOT_FOUND" },
    malformedId: "INVALID_ID",
    dryRun: true,
    isModification: true,
    payload: SeatAmendmentView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ["SEAT_AMENDMENT_INVOICED", "BILLING_TERM_TERMINATED", "CONTRACT_DELETED"],
    handler: (request) => {
      const { id: contractId, billingTermId, seatAmendmentId: amendmentId } = request.params;
      return runWrite(platform, request, { contractId, message: "Seat amendment deleted." }, async (ctx) => {
        const withdrawn = await withdrawSeatAmendment(ctx, { contractId, billingTermId }, amendmentId);
        return { payload: viewOfAmendment(withdrawn, withdrawn.term), contractId };
      });
    },
  });
}

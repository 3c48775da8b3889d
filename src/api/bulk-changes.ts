import type { FastifyInstance } from "fastify";
import { applyBulkChange, contractsOf } from "../actions/bulk-change.ts";
import { plural } from "../kernel/plural.ts";
import { route } from "../platform/http/route.ts";
import { drainOutbox } from "../platform/outbox.ts";
import type { WritingPlatform } from "../platform/preview.ts";
import { runWrite } from "../platform/run-write.ts";
import { BulkChangeBody, BulkChangeView, viewOfBulkChange } from "./schemas/bulk-changes.ts";
import { columnAt, readBulkRows } from "./schemas/bulk-rows.ts";

export function registerBulkChangeRoutes(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "POST",
    url: "/v3/bulk-changes",
    operationId: "createBulkChange",
    summary: "Change many contracts by a CSV file",
    description: [
      "Each row is one request, carried out in the order of the file and by the same rules: PRICE changes or amends a term,",
      "SEATS its number of seats, DATES moves it, TERMINATION ends it, DELETION takes out what is not invoiced. COMMITMENT_DATES moves a schedule",
      "of a commitment, COMMITMENT_TERMINATION ends one, and TREATMENT chooses how a modification is treated. CONTRACT_APPROVAL, CONTRACT_HOLD",
      "and CONTRACT_DELETION are of whole contracts. All of them or none:",
      "BULK_CHANGE_REFUSED lists every rejected row in `details.rows`, with its line, columns, codes and what to do.",
      "A dry run has the plan of every contract and one planHash over all.",
    ].join(" "),
    tag: "Bulk changes",
    access: "write",
    isHeavy: true,
    dryRun: true,
    isModification: true,
    body: BulkChangeBody,
    payload: BulkChangeView,
    successStatus: 201,
    errors: [400],
    errorCodes: ["BULK_CHANGE_REFUSED", "TOO_MANY_ITEMS"],
    handler: async (request) => {
      const rows = await readBulkRows(request.body.csv);
      const options = { contractId: contractsOf(rows), message: `${plural(rows.length, "row")} carried out.` };
      return runWrite(platform, request, options, async (ctx) => {
        const react = (ids: readonly string[]) => drainOutbox(ctx, platform.subscribers, ids);
        const change = await applyBulkChange(ctx, rows, { react, columnAt });
        return { payload: viewOfBulkChange(change, ctx.clock.today), contractId: null };
      });
    },
  });
}

import type { FastifyInstance } from "fastify";
import { changesSinceClose } from "../close/changes-service.ts";
import { required } from "../kernel/assert.ts";
import { parseMonth } from "../kernel/day.ts";
import { allowLonger } from "../platform/db/statement-limits.ts";
import { route } from "../platform/http/route.ts";
import { type Platform, read } from "../platform/write.ts";
import { namesOfEntries } from "../reports/entry-names-service.ts";
import { MonthChangesView, viewOfChanges } from "./schemas/close-changes.ts";

export function registerCloseChangesRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, {
    method: "GET",
    url: "/v3/month-end-close/changes",
    operationId: "listMonthChanges",
    summary: "Show what changed since a month was first closed",
    description:
      "By contract and account, with the entries that were posted into the month since, and the revenue of the month that later months posted as a catch-up.",
    tag: "Month-end close",
    access: "read",
    isHeavy: true,
    query: { month: { format: "month", required: true, description: "The month, YYYY-MM." } },
    payload: MonthChangesView,
    successStatus: 200,
    errors: [400],
    errorCodes: ["INVALID_MONTH", "PERIOD_NOT_CLOSED"],
    handler: async ({ principal, query }) => {
      const month = required(parseMonth(required(query.month, "the month")), "a month that was checked");
      const payload = await read(platform, principal.merchantId, async ({ tx, merchant }) => {
        await allowLonger(tx, "report");
        const changes = await changesSinceClose(tx, merchant.id, month);
        return viewOfChanges(changes, await namesOfEntries(tx, merchant.id, changes.entries));
      });
      return { payload, message: "What changed since the first close." };
    },
  });
}

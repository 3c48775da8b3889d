import type { FastifyInstance } from "fastify";
import { type Static, Type } from "typebox";
import { required } from "../kernel/assert.ts";
import { formatMonth } from "../kernel/day.ts";
import { formatMoney } from "../kernel/money.ts";
import { allowLonger } from "../platform/db/statement-limits.ts";
import { route } from "../platform/http/route.ts";
import { Closed, Integer, Month, Named } from "../platform/http/wire.ts";
import { type Platform, read } from "../platform/write.ts";
import { type Overview, type OverviewMonth, overview } from "../reports/overview-service.ts";
import { refreshStoredRevenue } from "../revenue/stored-revenue-service.ts";

const Count = (description: string) => Integer(0, Number.MAX_SAFE_INTEGER, { description });
const figures = {
  billed: Type.String({ description: "Issued less voided and credited, without tax." }),
  collected: Type.String({ description: "Received less refunded and returned." }),
  recognized: Type.String({ description: "As GET /v3/reports/revenue with basis=ALL." }),
  deferred: Type.String({ description: "Contract liability at the month's end; of an open month before its close." }),
};
const MonthFigures = Named("OverviewMonth", Closed({ month: Month(), isClosed: Type.Boolean(), ...figures }));
const OverviewView = Named(
  "Overview",
  Closed({
    currency: Type.String(),
    otherCurrencies: Type.Array(Type.String(), { description: "Left out of the figures." }),
    waiting: Closed({
      contractsBlocked: Count("Contracts with status BLOCKED."),
      contractsToApprove: Count("Contracts with status PROCESSED."),
      draftsDue: Count("Drafts that could be issued by today."),
      invoicesOverdue: Count("Unpaid invoices that were due before today."),
      syncsFailed: Count("Sync records with the status SYNC_FAILED."),
      changeRequestsPending: Count("Undecided change requests."),
      closeTasksOpen: Count("Tasks of the first open month that are not done."),
    }),
    month: MonthFigures,
    monthBefore: MonthFigures,
    months: Type.Array(MonthFigures, { description: "Twelve, to the month itself, oldest first." }),
  }),
);

/** The key figures of the merchant's books. */
export function registerOverviewRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, {
    method: "GET",
    url: "/v3/overview",
    operationId: "getOverview",
    summary: "Get the open work, and the figures of a month and those before it",
    tag: "Reports",
    access: "read",
    isHeavy: true,
    query: {
      month: { format: "month", description: "Default: the merchant's current month." },
      currency: { format: "currency", description: "Default: the merchant's own." },
    },
    payload: OverviewView,
    successStatus: 200,
    errors: [400],
    handler: async ({ principal, query }) => {
      await refreshStoredRevenue(platform, principal.merchantId);
      const found = await read(platform, principal.merchantId, async (reader) => {
        await allowLonger(reader.tx, "report");
        return overview(reader, query);
      });
      return { payload: viewOf(found), message: "Overview." };
    },
  });
}

function viewOf({ currency, otherCurrencies, waiting, months }: Overview): Static<typeof OverviewView> {
  const views = months.map(viewOfMonth);
  return {
    currency,
    otherCurrencies: [...otherCurrencies],
    waiting,
    month: required(views.at(-1), "the month"),
    monthBefore: required(views.at(-2), "the month before"),
    months: views.slice(1),
  };
}

function viewOfMonth({ month, isClosed, billed, collected, recognized, deferred }: OverviewMonth) {
  return {
    month: formatMonth(month),
    isClosed,
    billed: formatMoney(billed),
    collected: formatMoney(collected),
    recognized: formatMoney(recognized),
    deferred: formatMoney(deferred),
  };
}

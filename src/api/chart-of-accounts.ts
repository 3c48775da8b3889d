import type { FastifyInstance } from "fastify";
import * as service from "../journal-exports/chart-service.ts";
import { route } from "../platform/http/route.ts";
import { answerWrite } from "../platform/run-write.ts";
import { type Platform, readRows } from "../platform/write.ts";
import { ChartView, chartFromBody, SetChartBody } from "./schemas/chart-of-accounts.ts";

const tag = "Journal exports";
const url = "/v3/chart-of-accounts";

export function registerChartOfAccountsRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, {
    method: "GET",
    url,
    operationId: "getChartOfAccounts",
    summary: "Get the chart of accounts",
    description: "Which account of the general ledger lines go to. Empty before it is set.",
    tag,
    access: "read",
    payload: ChartView,
    successStatus: 200,
    errors: [],
    handler: async ({ principal }) => ({
      payload: await readRows(platform, principal.merchantId, service.readChart),
      message: "Chart of accounts.",
    }),
  });

  route(app, {
    method: "PUT",
    url,
    operationId: "setChartOfAccounts",
    summary: "Set the chart of accounts",
    description:
      "As a whole, for journal exports made from now on. Earlier ones keep their numbers. `formats` is what files of some general ledgers also need.",
    tag,
    access: "write",
    body: SetChartBody,
    payload: ChartView,
    successStatus: 200,
    errors: [400],
    errorCodes: ["CATEGORY_NOT_FOUND", "CLASS_NOT_FOUND"],
    handler: (request) => {
      const chart = chartFromBody(request.body);
      return answerWrite(platform, request, async (ctx) => ({
        payload: await service.setChart(ctx, chart),
        message: "Chart of accounts set.",
      }));
    },
  });
}

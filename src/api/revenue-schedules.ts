import type { FastifyInstance } from "fastify";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import { PageOf } from "../platform/http/wire.ts";
import type { WritingPlatform } from "../platform/run-write.ts";
import { read } from "../platform/write.ts";
import { listRevenue } from "../revenue/list-service.ts";
import { RevenueEntryView, revenueList, viewOfRevenue } from "./schemas/revenue-schedules.ts";

export function registerRevenueScheduleRoutes(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "GET",
    url: "/v3/revenue-schedules",
    operationId: "listRevenueSchedules",
    summary: "List revenue by obligation and month",
    description: "Posted, accrued and planned revenue of approved contracts, 12 months ahead for open-ended ones.",
    tag: "Revenue",
    access: "read",
    list: revenueList,
    payload: PageOf(RevenueEntryView),
    successStatus: 200,
    errors: [400],
    handler: async (request) => {
      const { list } = request;
      const { entries, totalItems } = await read(platform, request.principal.merchantId, (reader) =>
        listRevenue(reader, list),
      );
      return { payload: pageOf(list, entries.map(viewOfRevenue), totalItems), message: "Revenue schedules." };
    },
  });
}

import type { FastifyInstance } from "fastify";
import type { GroupMonth } from "../close/group-position.ts";
import { groupPositions } from "../close/group-service.ts";
import { allowLonger } from "../platform/db/statement-limits.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import { PageOf } from "../platform/http/wire.ts";
import type { WritingPlatform } from "../platform/preview.ts";
import { read } from "../platform/write.ts";
import { type ListedRevenue, listRevenue } from "../revenue/list-service.ts";
import { refreshStoredRevenue } from "../revenue/stored-revenue-service.ts";
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
    isHeavy: true,
    list: revenueList,
    payload: PageOf(RevenueEntryView),
    successStatus: 200,
    errors: [400],
    handler: async (request) => {
      const { list } = request;
      const { merchantId } = request.principal;
      await refreshStoredRevenue(platform, merchantId);
      return read(platform, merchantId, async (reader) => {
        await allowLonger(reader.tx, "report");
        const { entries, extent } = await listRevenue(reader, list);
        const posted = entries.filter(({ status }) => status === "POSTED");
        const positions = await groupPositions(reader, posted.map(groupMonthOf));
        const byEntry = new Map(posted.map((entry, at) => [entry, positions[at]]));
        const data = entries.map((entry) => viewOfRevenue(entry, byEntry.get(entry)));
        return { payload: pageOf(list, data, extent), message: "Revenue schedules." };
      });
    },
  });
}

function groupMonthOf({ billingTermGroupId, month, amount }: ListedRevenue): GroupMonth {
  return { billingTermGroupId, month, currency: amount.currency };
}

import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { required } from "../kernel/assert.ts";
import { formatMoney } from "../kernel/money.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import { Closed, Month, Named, Nullable, PageOf, Uuid } from "../platform/http/wire.ts";
import { type Platform, read } from "../platform/write.ts";
import type { CustomerMonth } from "../reports/customer-revenue.ts";
import { listCustomerRevenue } from "../reports/customer-revenue-service.ts";
import { storeMonthEndBalances } from "../reports/month-end-balances-service.ts";
import { asOfReader } from "../reports/request-service.ts";
import { refreshStoredRevenue } from "../revenue/stored-revenue-service.ts";
import { atMostAhead } from "./report-route.ts";

const CustomerRevenueView = Named(
  "CustomerRevenue",
  Closed({
    customerId: Uuid(),
    customerName: Type.String(),
    month: Month(),
    currency: Type.String(),
    categories: Type.Array(Closed({ categoryId: Nullable(Uuid()), name: Type.String(), revenue: Type.String() })),
    total: Type.String(),
    deferredTotal: Nullable(
      Type.String({ description: "Contract liability at the month's end; null while the month is open." }),
    ),
    unbilledTotal: Nullable(
      Type.String({ description: "Contract asset and unbilled receivable at its end; null while it is open." }),
    ),
  }),
);

export function registerRevenueRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, {
    method: "GET",
    url: "/v3.1/revenue",
    operationId: "listCustomerRevenue",
    summary: "List revenue by customer and month",
    description: "Posted in closed months, accrued and planned in open ones. The last twelve months unless stated.",
    tag: "Reports",
    access: "read",
    isHeavy: true,
    query: {
      startMonth: { format: "month", description: "The first month, YYYY-MM." },
      endMonth: { format: "month", description: `The last month, YYYY-MM; at most 60 months, and ${atMostAhead}.` },
      customerId: { format: "uuid", description: "Only this customer." },
      currency: { format: "currency", description: "The merchant's own unless another is asked for." },
    },
    list: { fields: {}, sorts: ["month", "customerName", "customerId"] },
    payload: PageOf(CustomerRevenueView),
    successStatus: 200,
    errors: [400],
    handler: async ({ principal, query, list: requested }) => {
      const list = required(requested, "the list query");
      await refreshStoredRevenue(platform, principal.merchantId);
      await storeMonthEndBalances(platform, principal.merchantId);
      const { rows, extent, currency } = await read(platform, principal.merchantId, (reader) =>
        listCustomerRevenue(asOfReader(reader, undefined), query, list),
      );
      const views = rows.map((row) => viewOf(row, currency));
      return { payload: pageOf(list, views, extent), message: "Revenue." };
    },
  });
}

function viewOf(
  { customerId, customerName, month, categories, total, liability, unbilled }: CustomerMonth,
  currency: string,
) {
  return {
    customerId,
    customerName,
    month,
    currency,
    categories: categories.map(({ revenue, ...category }) => ({ ...category, revenue: formatMoney(revenue) })),
    total: formatMoney(total),
    deferredTotal: liability === null ? null : formatMoney(liability),
    unbilledTotal: unbilled === null ? null : formatMoney(unbilled),
  };
}

import type { FastifyInstance } from "fastify";
import { usageStatement } from "../invoicing/statement-service.ts";
import { allowLonger } from "../platform/db/statement-limits.ts";
import { route } from "../platform/http/route.ts";
import { type Platform, read } from "../platform/write.ts";
import { csvOfStatement, spanFrom, UsageStatementView, viewOfStatement } from "./schemas/usage-statement.ts";

const csvType = "text/csv; charset=utf-8";

export function registerUsageStatementRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, {
    method: "GET",
    url: "/v3/customers/:id/usage-statement",
    operationId: "getUsageStatement",
    summary: "Get the usage statement of a customer",
    description:
      "From usage to invoice lines: events, quantities, charges, drawdown of commitments, and the lines that are " +
      "issued and planned. Billing periods with a day from `from` to `to` are shown whole.",
    tag: "Usage events",
    access: "read",
    isHeavy: true,
    ids: { id: "CUSTOMER_NOT_FOUND" },
    query: {
      from: { format: "date", required: true, description: "First day." },
      to: { format: "date", required: true, description: "Last day, inclusive; at most 366 days in all." },
      format: { values: ["json", "csv"], description: "`csv` answers a table; default json." },
    },
    payload: UsageStatementView,
    alsoFiles: [csvType],
    successStatus: 200,
    errors: [400, 404],
    handler: async ({ principal, params, query }) => {
      const customerId = params.id;
      const span = spanFrom(query);
      const statement = await read(platform, principal.merchantId, async (reader) => {
        await allowLonger(reader.tx, "report");
        return usageStatement({ ...reader, today: reader.clock.today }, customerId, span);
      });
      const payload = viewOfStatement(statement);
      if (query.format !== "csv") return { payload, message: "Usage statement." };
      const fileName = `usage-${payload.from}-${payload.to}.csv`;
      return { file: Buffer.from(csvOfStatement(payload)), fileName, contentType: csvType };
    },
  });
}

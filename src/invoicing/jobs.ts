import { analyzeChangedTables } from "../platform/db/statistics.ts";
import { type Failure, throwFailures, tryBatch } from "../platform/failures.ts";
import { type DueWork, read, type Subscriber, write } from "../platform/write.ts";
import { contractsWithDueDrafts, nextDueDate, regenerateInvoices } from "./service.ts";

/** Whatever changes what a contract bills has its invoices brought in line. */
export const invoiceSubscriber: Subscriber = {
  name: "settle-invoices",
  types: [
    "contract.approved",
    "contract.updated",
    "contract.tax-location-changed",
    "obligation.created",
    "obligation.updated",
    "obligation.deleted",
    "billing-term.added",
    "billing-term.updated",
    "billing-term.terminated",
    "billing-term.deleted",
    "billing-term-group.event-type-changed",
    "seat-amendment.created",
    "seat-amendment.deleted",
    "commitment.created",
    "commitment.updated",
    "commitment.terminated",
    "usage.recorded",
    "usage.deleted",
    "usage.credited",
    "usage.grace-changed",
  ],
  react: (ctx, events) => regenerateInvoices(ctx, [...new Set(events.map((event) => event.contractId))]),
};

const contractsPerBatch = 250;

/** Drafts whose day has come are issued. */
export const issueDueInvoices: DueWork = {
  name: "issue-due-invoices",
  nextDate: nextDueDate,
  run: async (platform, options) => {
    const failures: Failure<string>[] = [];
    let after: string | undefined;
    for (;;) {
      const contractIds = await read(platform, options.merchantId, ({ tx, merchant, clock }) =>
        contractsWithDueDrafts(tx, merchant.id, { through: clock.today, after, limit: contractsPerBatch }),
      );
      if (contractIds.length === 0) break;
      const regenerate = (ids: readonly string[]) => write(platform, options, (ctx) => regenerateInvoices(ctx, ids));
      failures.push(...(await tryBatch(contractIds, regenerate)));
      await analyzeChangedTables(platform.db);
      after = contractIds.at(-1);
    }
    throwFailures(failures, "contracts");
  },
};

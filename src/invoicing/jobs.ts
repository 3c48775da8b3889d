import { analyzeChangedTables } from "../platform/db/statistics.ts";
import { type Failure, throwFailures, tryBatch } from "../platform/failures.ts";
import { type DueWork, read, type Subscriber, type WriteContext, write } from "../platform/write.ts";
import { contractsWithDueDrafts, nextDueDate, regenerateInvoices } from "./service.ts";

const contractsPerBatch = 250;

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

/** Drafts whose day has come are issued. */
export const issueDueInvoices: DueWork = dueOnContracts(
  "issue-due-invoices",
  nextDueDate,
  contractsWithDueDrafts,
  regenerateInvoices,
);

/** Work on contracts on which something has become due, in batches. */
export function dueOnContracts(
  name: string,
  nextDate: DueWork["nextDate"],
  contractsDue: typeof contractsWithDueDrafts,
  work: (ctx: WriteContext, contractIds: readonly string[]) => Promise<void>,
): DueWork {
  return {
    name,
    nextDate,
    run: async (platform, options) => {
      const failures: Failure<string>[] = [];
      let after: string | undefined;
      for (;;) {
        const contractIds = await read(platform, options.merchantId, ({ tx, merchant, clock }) =>
          contractsDue(tx, merchant.id, { through: clock.today, after, limit: contractsPerBatch }),
        );
        if (contractIds.length === 0) break;
        const inOne = (ids: readonly string[]) => write(platform, options, (ctx) => work(ctx, ids));
        failures.push(...(await tryBatch(contractIds, inOne)));
        await analyzeChangedTables(platform.db);
        after = contractIds.at(-1);
      }
      throwFailures(failures, "contracts");
    },
  };
}

import {
  contractsWithEndedPeriods,
  nextFinalDate,
  publishFinalizedPeriods,
} from "../commitments/finalization-service.ts";
import type { DueWork, Subscriber } from "../platform/write.ts";
import { dueOnContracts } from "./due-service.ts";
import { contractsWithDueDrafts, nextDueDate, regenerateInvoices } from "./service.ts";

/** Regenerates the invoices of a contract when something changes what it bills. */
export const invoiceSubscriber: Subscriber = {
  name: "settle-invoices",
  types: [
    "contract.approved",
    "contract.opened",
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

/** Issues due drafts. */
export const issueDueInvoices: DueWork = dueOnContracts({
  name: "issue-due-invoices",
  nextDate: nextDueDate,
  contractsDue: contractsWithDueDrafts,
  work: regenerateInvoices,
  isPlannedAhead: true,
});

/** Publishes commitment periods as final once they are over and billed; runs after invoices are issued, which bill the last of them. */
export const publishFinalPeriods: DueWork = dueOnContracts({
  name: "publish-final-periods",
  nextDate: nextFinalDate,
  contractsDue: contractsWithEndedPeriods,
  work: publishFinalizedPeriods,
});

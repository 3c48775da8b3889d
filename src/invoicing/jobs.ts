import type { Subscriber } from "../platform/facts.ts";
import { settleInvoices } from "./service.ts";

/** Whatever changes what a contract bills has its invoices brought in line. */
export const invoiceSubscriber: Subscriber = {
  name: "settle-invoices",
  types: ["contract.approved", "contract.updated", "obligation.created", "obligation.deleted"],
  react: (ctx, facts) => settleInvoices(ctx, [...new Set(facts.map((fact) => fact.contractId))]),
};

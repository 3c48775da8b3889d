import * as billingTerms from "../billing-terms/service.ts";
import type { Contract } from "../contracts/contract.ts";
import { type Day, formatDay } from "../kernel/day.ts";
import { zero } from "../kernel/money.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { WriteContext } from "../platform/write.ts";
import type { ContractPlan } from "./contract-plan.ts";
import { difference, openLines } from "./difference.ts";
import type { Invoice } from "./invoice.ts";
import { invoicesOfContract } from "./invoice-store.ts";
import { issuedLineKeys } from "./issued-line-store.ts";
import { carriedPlan } from "./overbilled.ts";
import { groupLines, type PlannedInvoice, planInvoices } from "./plan.ts";
import { issuedEnds, keysOf, pricingContext, takesSwapOff, taxOf } from "./service.ts";
import { soldOfContracts } from "./sold-items-service.ts";
import { withoutSwapCredit } from "./swap-credit.ts";
import type { InvoiceTax } from "./tax.ts";
import { loadTaxation } from "./taxation-service.ts";
import { usagePlans } from "./usage-plan-service.ts";

/**
 * An entry of the invoice schedule: an issued invoice (also a void one), or a planned one with present tax; the tax is null if the contract has
 * no customer yet.
 */
export type ScheduledInvoice =
  | { readonly issued: Invoice }
  | { readonly planned: PlannedInvoice; readonly tax: InvoiceTax | null };

type ScheduleReader = { readonly tx: Tx; readonly merchant: WriteContext["merchant"]; readonly today: Day };

/**
 * The invoice schedule of a contract in any status: issued invoices, and planned ones up to `until`, oldest first (rules 12). For a contract
 * with an end, the plan goes to that end.
 */
export async function invoiceSchedule(
  reader: ScheduleReader,
  contract: Contract,
  until: Day | undefined,
): Promise<ScheduledInvoice[]> {
  const found = await invoicesOfContract(reader.tx, reader.merchant.id, contract.id);
  const issued = found.filter((invoice) => invoice.status !== "DRAFT");
  const schedule: ScheduledInvoice[] = [
    ...issued.map((invoice) => ({ issued: invoice })),
    ...(await plannedInvoices(reader, [contract], until)),
  ];
  return schedule.sort((a, b) => (issueDateOf(a) < issueDateOf(b) ? -1 : issueDateOf(a) > issueDateOf(b) ? 1 : 0));
}

/** Planned invoices of some contracts up to `until`, drafts included, by contract, oldest first. */
export async function plannedInvoices(
  reader: ScheduleReader,
  contracts: readonly Contract[],
  until: Day | undefined,
): Promise<ContractPlan[]> {
  const ids = contracts.map(({ id }) => id);
  const terms = await billingTerms.termsOfContracts(reader.tx, reader.merchant.id, ids);
  const issuedByTerm = await issuedLineKeys(
    reader.tx,
    reader.merchant.id,
    terms.map((term) => term.id),
  );
  const lastDay = Math.max(reader.today + 366, ...terms.map((term) => (term.end === null ? 0 : term.end + 1)));
  const through = until ?? lastDay;
  const ofUsage = await usagePlans(reader, contracts, terms, { through, andNext: false });
  const ends = issuedEnds(terms, issuedByTerm);
  const termsOf = Map.groupBy(terms, ({ contractId }) => contractId);
  const soldOf = await soldOfContracts(reader.tx, reader.merchant.id, terms);
  const taxation = await loadTaxation(
    reader,
    contracts.map(({ id, customerId, currency }) => ({ customerId, currency, lines: soldOf(id) })),
  );
  return contracts.flatMap((contract) => {
    const own = (termsOf.get(contract.id) ?? []).map((term) =>
      takesSwapOff(term, taxation, contract, reader.today) ? term : withoutSwapCredit(term),
    );
    const context = pricingContext(reader, contract);
    const horizon = { through, andNext: false };
    const planned = planInvoices(own, context, horizon, ends, ofUsage.get(contract.id));
    const issued = keysOf(own.flatMap(({ id }) => issuedByTerm.get(id) ?? []));
    const lines = planned.flatMap((invoice) => invoice.lines);
    const isBilled = contract.customerId !== null;
    const { invoices: plan } = carriedPlan(groupLines(openLines(lines, issued)), (invoice) =>
      isBilled ? taxOf(contract, invoice, taxation) : zero(contract.currency),
    );
    const stored = { issued, drafts: [], manualGroups: new Set<string>() };
    return difference(plan, stored, through).due.map(({ invoice }): ContractPlan => {
      const tax = isBilled ? taxation.taxOf(contract, invoice.lines, invoice.issueDate) : null;
      return { contract, planned: invoice, tax };
    });
  });
}

/** The issue date of an entry of the schedule. */
export function issueDateOf(invoice: ScheduledInvoice): string {
  return "issued" in invoice ? invoice.issued.issueDate : formatDay(invoice.planned.issueDate);
}

export function dueDateOf(invoice: ScheduledInvoice): string {
  return "issued" in invoice ? invoice.issued.dueDate : formatDay(invoice.planned.dueDate);
}

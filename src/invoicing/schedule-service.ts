import * as billingTerms from "../billing-terms/service.ts";
import type { Contract } from "../contracts/contract.ts";
import { type Day, formatDay } from "../kernel/day.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { WriteContext } from "../platform/write.ts";
import { difference, openLines } from "./difference.ts";
import type { Invoice } from "./invoice.ts";
import { invoicesOfContract } from "./invoice-store.ts";
import { carriedPlan } from "./overbilled.ts";
import { groupLines, type PlannedInvoice, planInvoices } from "./plan.ts";
import { issuedEnds, keysOf, pricingContext } from "./service.ts";
import { issuedLineKeys } from "./store.ts";
import { type InvoiceTax, loadTaxation } from "./taxation-service.ts";
import { usagePlans } from "./usage-plan-service.ts";

/**
 * An invoice of the schedule: made already, or only planned, with the tax as of now; null where the contract has no customer yet.
 */
export type ScheduledInvoice =
  | { readonly made: Invoice }
  | { readonly planned: PlannedInvoice; readonly tax: InvoiceTax | null };

/**
 * The whole invoice schedule of a contract in any status: what was issued, and what is planned up to `until`, oldest
 * first (rules 12). A contract that ends has its plan to the end.
 */
export async function invoiceSchedule(
  reader: { readonly tx: Tx; readonly merchant: WriteContext["merchant"]; readonly today: Day },
  contract: Contract,
  until: Day | undefined,
): Promise<ScheduledInvoice[]> {
  const terms = await billingTerms.termsOfContracts(reader.tx, reader.merchant.id, [contract.id]);
  const lastDay = Math.max(reader.today + 366, ...terms.map((term) => (term.end === null ? 0 : term.end + 1)));
  const found = await invoicesOfContract(reader.tx, reader.merchant.id, contract.id);
  const made = found.filter((invoice) => invoice.status !== "DRAFT");
  const issuedByTerm = await issuedLineKeys(
    reader.tx,
    reader.merchant.id,
    terms.map((term) => term.id),
  );
  const horizon = { through: until ?? lastDay, andNext: false };
  const ofUsage = await usagePlans(reader, [contract], terms, horizon);
  const context = pricingContext(reader, contract);
  const ends = issuedEnds(terms, issuedByTerm);
  const planned = planInvoices(terms, context, horizon, ends, ofUsage.get(contract.id));
  const lines = planned.flatMap((invoice) => invoice.lines);
  const issued = keysOf([...issuedByTerm.values()].flat());
  const { invoices: plan } = carriedPlan(groupLines(openLines(lines, issued)));
  const open = difference(plan, issued, [], until ?? lastDay).due;
  const taxation =
    contract.customerId === null ? undefined : await loadTaxation(reader, [{ ...contract, lines: terms }]);
  const schedule: ScheduledInvoice[] = [
    ...made.map((invoice) => ({ made: invoice })),
    ...open.map(({ invoice }) => {
      return { planned: invoice, tax: taxation?.taxOf(contract, invoice.lines, invoice.issueDate) ?? null };
    }),
  ];
  return schedule.sort((a, b) => (issueDateOf(a) < issueDateOf(b) ? -1 : issueDateOf(a) > issueDateOf(b) ? 1 : 0));
}

function issueDateOf(invoice: ScheduledInvoice): string {
  return "made" in invoice ? invoice.made.issueDate : formatDay(invoice.planned.issueDate);
}

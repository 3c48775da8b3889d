import type { Contract } from "../contracts/contract.ts";
import * as contracts from "../contracts/service.ts";
import { getCustomer } from "../customers/service.ts";
import { required } from "../kernel/assert.ts";
import type { Day } from "../kernel/day.ts";
import { invalid, invalidIssues } from "../kernel/errors.ts";
import { readProfile } from "../platform/merchant/profile-store.ts";
import type { WriteContext } from "../platform/write.ts";
import type { InvoiceDocument } from "./document/invoice-document.ts";
import { type ProForma, proFormaDocument, proFormasOf } from "./pro-forma.ts";
import { plannedInvoices } from "./schedule-service.ts";
import { loadTaxation } from "./taxation-service.ts";

type Reader = Pick<WriteContext, "tx" | "merchant" | "clock">;

/** The range of planned issue dates of a pro forma, both inclusive; by default from the first one, for 12 months. */
export type ProFormaSpan = { readonly from: Day | undefined; readonly until: Day | undefined };

/**
 * What a contract in any status will bill: one pro forma, or none.
 *
 * @throws DomainError CONTRACT_NOT_FOUND, CONTRACT_DELETED, INVALID_CONTRACT_STATE without a customer, VALIDATION_FAILED
 */
export async function contractProFormas(reader: Reader, contractId: string, span: ProFormaSpan): Promise<ProForma[]> {
  const contract = await contracts.getContract(reader, contractId, "CONTRACT_DELETED");
  if (contract.customerId === null) {
    const message = "The contract has no customer to address a pro forma to; set customerId.";
    throw invalid("INVALID_CONTRACT_STATE", message, { status: contract.status });
  }
  return proFormas(reader, [contract], span);
}

/**
 * What the approved contracts of a customer will bill, by currency.
 *
 * @throws DomainError CUSTOMER_NOT_FOUND, VALIDATION_FAILED
 */
export async function customerProFormas(reader: Reader, customerId: string, span: ProFormaSpan): Promise<ProForma[]> {
  const { tx, merchant } = reader;
  await getCustomer(tx, merchant.id, customerId);
  const approved = await contracts.approvedContracts(tx, merchant.id, { customerIds: [customerId] });
  const ids = approved.map(({ id }) => id);
  return proFormas(reader, await contracts.findContracts(tx, merchant.id, ids), span);
}

async function proFormas(reader: Reader, of: readonly Contract[], { from, until }: ProFormaSpan): Promise<ProForma[]> {
  const { today } = reader.clock;
  const last = until ?? Math.max(today, from ?? today) + 366;
  if (from !== undefined && from > last) {
    const message = "until must be on or after from.";
    throw invalidIssues([{ path: "/query/until", code: "RANGE", message }], "VALIDATION_FAILED");
  }
  const plans = await plannedInvoices({ ...reader, today }, of, last);
  const announced = plans.filter(({ planned }) => from === undefined || planned.issueDate >= from);
  const taxed = announced.map((plan) => ({
    ...plan,
    tax: required(plan.tax, "the tax of a contract with a customer"),
  }));
  return proFormasOf(taxed, { date: today, until: last });
}

/**
 * The document of the one pro forma, or of that in a currency.
 *
 * @throws DomainError VALIDATION_FAILED if nothing is to be billed, or several currencies and none is chosen
 */
export async function documentOfProForma(
  reader: Reader,
  found: readonly ProForma[],
  currency: string | undefined,
): Promise<{ readonly proForma: ProForma; readonly document: InvoiceDocument }> {
  const chosen = found.filter((each) => currency === undefined || each.currency === currency);
  const [proForma, ...others] = chosen;
  if (proForma === undefined) {
    const message = "Nothing is to be billed on these days, so there is no document.";
    throw invalidIssues([{ path: "/query/until", code: "RANGE", message }], "VALIDATION_FAILED");
  }
  if (others.length > 0) {
    const message = `Contracts bill in ${chosen.map((each) => each.currency).join(", ")}; choose one of them.`;
    throw invalidIssues([{ path: "/query/currency", code: "REQUIRED", message }], "VALIDATION_FAILED");
  }
  const { logo } = await readProfile(reader.tx, reader.merchant.id);
  const billed = required(proForma.invoices[0], "an invoice of a pro forma").contract;
  const parties = (await loadTaxation(reader, [{ ...billed, lines: [] }])).partiesOf(billed);
  return { proForma, document: proFormaDocument(proForma, { parties, logo }) };
}

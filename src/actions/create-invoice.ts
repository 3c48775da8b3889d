import { defaultOptions } from "../billing-terms/billing-term.ts";
import { chargesOf } from "../billing-terms/charges/charges.ts";
import type { ObligationDraft } from "../billing-terms/obligation.ts";
import type {
  PerformanceObligation,
  RecognitionPattern,
} from "../billing-terms/performance-obligations/performance-obligation.ts";
import { groupsOf } from "../billing-terms/performance-obligations/residual-service.ts";
import { resolveReferences } from "../billing-terms/reference-service.ts";
import type { TermDraft } from "../billing-terms/term-draft.ts";
import type { Contract } from "../contracts/contract.ts";
import * as contracts from "../contracts/service.ts";
import { currentInvoice } from "../invoicing/draft-tax-service.ts";
import type { Invoice } from "../invoicing/invoice.ts";
import { insertManualInvoice } from "../invoicing/manual-invoice-store.ts";
import { updateInvoice } from "../invoicing/record-service.ts";
import { catchUpInvoices, invoicesOfContract, pricingContext, regenerateInvoices } from "../invoicing/service.ts";
import { required } from "../kernel/assert.ts";
import { type Day, formatDay, monthOf } from "../kernel/day.ts";
import { DomainError, type Issue, invalid } from "../kernel/errors.ts";
import { add, formatMoney, sum } from "../kernel/money.ts";
import { barOf } from "../ledger/books.ts";
import { shareBooks } from "../ledger/books-store.ts";
import type { AuditDraft } from "../platform/audit.ts";
import { recordNotFound, rejectionOf } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import { actOnContract } from "./act-on-contract.ts";
import { addBillingTerm } from "./add-billing-term.ts";
import { addObligation } from "./add-obligation.ts";
import { changePerformanceObligation } from "./change-performance-obligation.ts";

/** What a line of a manual invoice earns: more of an existing obligation, revenue on one day, or revenue over days of service. */
export type LineRevenue =
  | { readonly performanceObligationId: string }
  | {
      readonly service: ServiceOfLine;
      readonly categoryId: string | null;
      readonly standaloneSellingPrice: string | null;
    };

type ServiceOfLine = { readonly start: Day; readonly last: Day; readonly pattern: RecognitionPattern | undefined };

/** A requested line: `quantity` × `unitPrice` (decimal texts), and what it earns. */
export type InvoiceLineDraft = {
  readonly name: string;
  readonly description: string | null;
  readonly itemId: string | undefined;
  readonly classId: string | undefined;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly revenue: LineRevenue;
};

/** A requested manual invoice: of an approved contract, or without one, with its own customer and currency. */
export type InvoiceDraft = {
  readonly contractId: string | undefined;
  readonly customerId: string | undefined;
  readonly currency: string | undefined;
  /** Default: today. With a future date, the invoice is a draft until then. */
  readonly issueDate: Day | undefined;
  /** Days from issue to due date; default: those of the contract. */
  readonly netPaymentTerms: number | undefined;
  readonly poNumber: string | null;
  readonly memo: string | null;
  readonly lines: readonly InvoiceLineDraft[];
};

/**
 * Creates a manual invoice for something that no billing term bills. Each line states what it earns. An invoice without a contract gets one of its
 * own, so that its billing and revenue are netted like those of every contract (ADR 0036).
 *
 * @throws DomainError VALIDATION_FAILED, INVALID_CONTRACT_STATE, PERIOD_CLOSED, as adding an obligation or a billing term, and for
 *   what the request names CONTRACT_NOT_FOUND, CUSTOMER_NOT_FOUND, POB_NOT_FOUND, CATEGORY_NOT_FOUND, ITEM_NOT_FOUND (400)
 */
export async function createInvoice(write: WriteContext, draft: InvoiceDraft): Promise<Invoice> {
  // In the audit log, the request comes before its parts.
  const parts: AuditDraft[] = [];
  const ctx = { ...write, audit: (part: AuditDraft) => void parts.push(part) };
  const issueDate = draft.issueDate ?? ctx.clock.today;
  const bar = barOf(await shareBooks(ctx.tx, ctx.merchant.id), "BILLING", monthOf(issueDate));
  if (bar !== undefined) {
    const message = `The month of ${formatDay(issueDate)} is ${bar}; date the invoice in an open month.`;
    throw rejectionOf([{ path: "/issueDate", code: "PERIOD_CLOSED", message }]);
  }
  if (draft.memo !== null && issueDate > ctx.clock.today) {
    const message = "A draft is rebuilt until it is issued and keeps no memo; set the memo then.";
    throw rejectionOf([{ path: "/memo", code: "CONFLICT", message }]);
  }
  const contract = draft.contractId === undefined ? await ownContract(ctx, draft) : await contractOf(ctx, draft);
  const invoiceGroup = ctx.newId();
  await insertManualInvoice(ctx.tx, ctx.merchant.id, { contractId: contract.id, invoiceGroup });
  const termOf = (line: InvoiceLineDraft) => termDraft(line, { ...draft, issueDate, invoiceGroup });
  for (const [index, line] of draft.lines.entries()) {
    await atLine(`/lines/${index}`, (path) => addLine(ctx, contract, { line, term: termOf(line), path }));
  }
  if (draft.contractId === undefined) {
    await actOnContract(ctx, contract.id, { action: "APPROVE", reason: undefined });
  }
  ctx.flush();
  await regenerateInvoices(ctx, [contract.id], { keepsDate: invoiceGroup });
  const invoices = await invoicesOfContract(ctx.tx, ctx.merchant.id, contract.id);
  const made = required(
    invoices.find((invoice) => invoice.invoiceGroup === invoiceGroup),
    "the invoice of its own lines",
  );
  const { memo } = draft;
  const invoice = memo === null ? await currentInvoice(ctx, made.id) : await updateInvoice(ctx, made.id, { memo });
  write.audit({
    action: "invoice.create",
    entityType: "INVOICE",
    entityId: made.id,
    changes: [{ path: "/total", from: null, to: formatMoney(made.total) }],
  });
  for (const part of parts) write.audit(part);
  return invoice;
}

/** The named approved contract, with all due invoices issued before. */
async function contractOf(
  ctx: WriteContext,
  { contractId = "", customerId, currency }: InvoiceDraft,
): Promise<Contract> {
  const [contract] = await contracts.lockContracts(ctx, [contractId]);
  if (contract === undefined || contract.deletedAt !== null) {
    throw invalid("CONTRACT_NOT_FOUND", recordNotFound("CONTRACT_NOT_FOUND").message);
  }
  const issues: Issue[] = [];
  const differ = (path: string, what: string) =>
    issues.push({ path, code: "CONFLICT", message: `The contract has a different ${what}; leave it out.` });
  if (customerId !== undefined && customerId !== contract.customerId) differ("/customerId", "customer");
  if (currency !== undefined && currency !== contract.currency) differ("/currency", "currency");
  if (issues.length > 0) throw rejectionOf(issues);
  if (contract.status !== "APPROVED") {
    const message = `Only an approved contract is billed. This one is ${contract.status}.`;
    throw invalid("INVALID_CONTRACT_STATE", message, { status: contract.status });
  }
  await catchUpInvoices(ctx, contract.id);
  return contract;
}

/** Creates the contract of an invoice without one. */
function ownContract(ctx: WriteContext, draft: InvoiceDraft): Promise<Contract> {
  const { customerId, currency, netPaymentTerms, poNumber, lines } = draft;
  if (customerId === undefined) {
    const message = "Send contractId, or customerId for an invoice without a contract.";
    throw rejectionOf([{ path: "/customerId", code: "REQUIRED", message }]);
  }
  return contracts.createContract(ctx, {
    ...{ name: lines[0]?.name ?? "Invoice", customerId, currency, netPaymentTerms, poNumber, consolidationKey: null },
    ...{ start: null, end: null, closeDate: null, externalIds: [], metadata: null, customFields: [] },
    ...{ source: "INTERNAL", allocationMethod: "STATED" },
  });
}

/** Adds the parts of a line, with the paths of rejections translated to the request of the invoice. */
async function atLine(path: string, add: (path: string) => Promise<void>): Promise<void> {
  try {
    await add(path);
  } catch (error) {
    if (!(error instanceof DomainError) || !("issues" in error.details)) throw error;
    const issues = error.details.issues as readonly Issue[];
    const placed = issues.map((issue) => ({ ...issue, path: `${path}${placeInLine(issue.path)}` }));
    throw invalid(error.code, error.message, { ...error.details, issues: placed });
  }
}

function placeInLine(path: string): string {
  if (path.startsWith("/service") || path === "/categoryId" || path === "/standaloneSellingPrice")
    return `/revenue${path}`;
  return path.replace("/billingSchedule", "").replace("/pricing/0/amount", "/unitPrice");
}

type AddedLine = { readonly line: InvoiceLineDraft; readonly term: TermDraft; readonly path: string };

async function addLine(ctx: WriteContext, contract: Contract, { line, term }: AddedLine): Promise<void> {
  const { revenue } = line;
  await resolveReferences(ctx, { itemId: line.itemId, classId: line.classId }, "", "INVALID");
  if ("performanceObligationId" in revenue) {
    const pob = await statedPob(ctx, contract, revenue.performanceObligationId);
    const { term: added } = await addBillingTerm(ctx, contract.id, {
      draft: term,
      groupId: pob.billingTermGroupId,
      standaloneSellingPrice: undefined,
    });
    const charges = chargesOf(added, pricingContext(ctx, contract));
    const billed = sum(
      charges.map(({ price }) => price.total),
      contract.currency,
    );
    const transactionPrice = formatMoney(add(required(pob.transactionPrice, "a stated price"), billed));
    await changePerformanceObligation(ctx, contract.id, pob.id, { transactionPrice });
    return;
  }
  const { service, categoryId, standaloneSellingPrice } = revenue;
  const obligation: ObligationDraft = {
    serviceStart: service.start,
    serviceLast: service.last,
    categoryId,
    classId: undefined,
    recognitionPattern: service.pattern,
    standaloneSellingPrice: standaloneSellingPrice ?? undefined,
    schedule: { ...term, isArrears: undefined },
  };
  await addObligation(ctx, contract.id, obligation);
}

/** A stated obligation, whose price the line raises. One that follows a term cannot earn another line. */
async function statedPob(ctx: WriteContext, contract: Contract, pobId: string): Promise<PerformanceObligation> {
  const groups = await groupsOf(ctx, contract.id);
  const pob = [...groups.values()].flatMap(({ pobs }) => pobs).find(({ id }) => id === pobId);
  if (pob === undefined) throw invalid("POB_NOT_FOUND", recordNotFound("POB_NOT_FOUND").message);
  if (pob.transactionPrice !== null) return pob;
  const message =
    "The performance obligation earns what its billing term bills: amend that term, or state the days of service.";
  throw rejectionOf([{ path: "/revenue/performanceObligationId", code: "CONFLICT", message }]);
}

type Heading = Pick<InvoiceDraft, "netPaymentTerms"> & { readonly issueDate: Day; readonly invoiceGroup: string };

/** A one-off term, billed on the date of the invoice, in an invoice group of its own. */
function termDraft(line: InvoiceLineDraft, { netPaymentTerms, issueDate, invoiceGroup }: Heading): TermDraft {
  const { name, description, itemId, classId, quantity, unitPrice } = line;
  return {
    ...defaultOptions,
    ...{ name, description, itemId, classId, productId: null, eventTypeId: null },
    ...{ start: issueDate, last: null, duration: 0, interval: "NONE", isRecurring: undefined },
    ...{ invoiceDateStrategy: "FIRST_OF_PERIOD", netPaymentTerms, invoiceGroup, billingType: "UNIT" },
    ...{ usageScope: undefined, seatConfig: null },
    ...{ pricingType: "SIMPLE", tierBoundary: "UPPER", packageSize: null, minimumPackages: 0, quantity },
    pricing: [{ amount: unitPrice, amountType: "PER_ITEM", tierMinimum: "0" }],
    ...{ discounts: [], escalator: null, minimumAmount: null, maximumAmount: null },
  };
}

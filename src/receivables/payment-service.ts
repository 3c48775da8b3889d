import * as contracts from "../contracts/service.ts";
import * as customers from "../customers/service.ts";
import { required } from "../kernel/assert.ts";
import type { Day } from "../kernel/day.ts";
import type { Issue } from "../kernel/errors.ts";
import { add, isZero, type Money, money, subtract, zero } from "../kernel/money.ts";
import type { Books } from "../ledger/books.ts";
import { shareBooks } from "../ledger/books-store.ts";
import { changesBetween } from "../platform/audit.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import type { DomainEventDraft } from "../platform/outbox.ts";
import type { WriteContext } from "../platform/write.ts";
import { type Application, type Credit, checkApplication, postingDay } from "./application.ts";
import {
  applyCredit,
  areRelated,
  auditedApplication,
  namedApplication,
  post,
  recordApplication,
  unapplyCredit,
} from "./application-service.ts";
import { applicationsOf } from "./application-store.ts";
import { balanceOf, type InvoiceAccount, withApplied } from "./invoice-account.ts";
import { contractsOfInvoices, lockInvoices } from "./invoice-store.ts";
import {
  auditedPayment,
  notInFuture,
  type Payment,
  type PaymentDraft,
  statusOfPayment,
  unappliedOf,
} from "./payment.ts";
import type { PaymentRecord } from "./payment-record-service.ts";
import * as store from "./payment-store.ts";
import { creditApplied, creditReceived, type Posting, paymentApplied } from "./posting.ts";
import type { UnearnedLines } from "./recovery-service.ts";
import { auditedRefund, type Refund, type RefundRequest } from "./refund.ts";
import { refundCredit } from "./refund-service.ts";
import { reject, unknownInBody } from "./rejection-service.ts";
import { requestedAmount } from "./requested-amount.ts";

/**
 * Records money that a customer paid and applies it to the invoices it names; the rest stays the customer's credit.
 *
 * @throws DomainError 400 with every issue: CUSTOMER_NOT_FOUND, INVOICE_NOT_FOUND, INVOICE_NOT_OPEN, INVOICE_OVERAPPLIED,
 * PAYMENT_INSUFFICIENT, AMOUNT_INVALID, INVALID_DATE, VALIDATION_FAILED
 */
export async function receivePayment(ctx: WriteContext, draft: PaymentDraft): Promise<PaymentRecord> {
  const ids = draft.applications.map(({ invoiceId }) => invoiceId);
  contracts.lockContractRows(ctx, await contractsOfInvoices(ctx.tx, ctx.merchant.id, ids));
  const books = await shareBooks(ctx.tx, ctx.merchant.id);
  const customer = await customers.shareCustomer(ctx, draft.customerId);
  if (customer === undefined) throw unknownInBody("/customerId", "CUSTOMER_NOT_FOUND");
  const invoices = await lockInvoices(ctx.tx, ctx.merchant.id, ids);
  const unknown = draft.applications.find(({ invoiceId }) => !invoices.has(invoiceId));
  if (unknown !== undefined) throw unknownInBody(`${unknown.path}/invoiceId`, "INVOICE_NOT_FOUND");
  return receive(ctx, books, invoices, { ...draft, currency: draft.currency ?? customer.defaultCurrency });
}

/**
 * Records a payment of one invoice by its customer: the unpaid amount unless another is stated. An excess becomes credit of the customer.
 *
 * @throws DomainError INVOICE_NOT_FOUND, and as `receivePayment`
 */
export async function payInvoice(
  ctx: WriteContext,
  invoiceId: string,
  draft: Omit<PaymentDraft, "customerId" | "currency" | "applications">,
): Promise<PaymentRecord> {
  contracts.lockContractRows(ctx, await contractsOfInvoices(ctx.tx, ctx.merchant.id, [invoiceId]));
  const books = await shareBooks(ctx.tx, ctx.merchant.id);
  const invoices = await lockInvoices(ctx.tx, ctx.merchant.id, [invoiceId]);
  const invoice = invoices.get(invoiceId);
  if (invoice === undefined) throw recordNotFound("INVOICE_NOT_FOUND");
  const { customerId, currency } = invoice;
  const applications = [{ invoiceId, amount: undefined, path: "" }];
  return receive(ctx, books, invoices, { ...draft, customerId, currency, applications });
}

type PricedDraft = PaymentDraft & { readonly currency: string };

async function receive(
  ctx: WriteContext,
  books: Books,
  invoices: ReadonlyMap<string, InvoiceAccount>,
  draft: PricedDraft,
): Promise<PaymentRecord> {
  const { today, timestamp } = ctx.clock;
  const { customerId, currency, method, reference, externalIds } = draft;
  const receivedAt = draft.receivedAt ?? today;
  const [customer] = await customers.findCustomers(ctx.tx, ctx.merchant.id, [customerId]);
  const { amount: total, issues } = totalOf(draft, invoices);
  issues.push(...notInFuture("/receivedAt", receivedAt, today));
  const unapplied = {
    id: ctx.newId(),
    customerId,
    customerName: required(customer, "the customer of a payment").name,
    currency,
    total,
    receivedAt,
    postedOn: postingDay(books, [receivedAt]),
    type: "MANUAL" as const,
    method,
    reference,
    applied: zero(currency),
    refunded: zero(currency),
    status: "COMPLETED" as const,
    returnedOn: null,
    returnReason: null,
    syncStatus: "NOT_SYNCED" as const,
    externalIds,
    createdAt: timestamp,
    lastUpdatedAt: timestamp,
  };
  const planned = await planApplications(ctx, books, invoices, { payment: unapplied, draft });
  issues.push(...planned.issues);
  if (issues.length > 0) throw reject(issues);

  await store.insertPayment(ctx.tx, ctx.merchant.id, unapplied);
  const { applications, postings } = await applyReceived(ctx, unapplied, planned.acts);
  await post(ctx, books, postings);

  const applied = applications.reduce((sum, application) => add(sum, application.amount), zero(currency));
  const payment = { ...unapplied, applied };
  if (!isZero(applied)) await store.savePayment(ctx.tx, ctx.merchant.id, payment);
  const changes = changesBetween(
    {},
    { ...auditedPayment(payment), applications: applications.map(auditedApplication) },
  );
  ctx.audit({ action: "payment.receive", entityType: "PAYMENT", entityId: payment.id, changes });
  publish(ctx, "payment.completed", payment, {});
  return { payment, applications };
}

/** Applies a payment that was just received to its invoices; returns its postings: the received credit first, then the applications. */
async function applyReceived(
  ctx: WriteContext,
  payment: Payment,
  acts: readonly PlannedAct[],
): Promise<{ readonly applications: Application[]; readonly postings: Posting[] }> {
  const { customerId, postedOn: receivedOn } = payment;
  const credit = creditOf(payment);
  const applications: Application[] = [];
  const postings: Posting[] = [];
  let rest = payment.total;
  for (const { invoice, amount, postedOn } of acts) {
    const request = { credit, invoice, amount, appliedOn: payment.receivedAt, postedOn };
    const { application, against } = await recordApplication(ctx, request);
    applications.push(application);
    // A payment for an invoice with a later date is credit of the customer until then.
    const isDirect = postedOn === receivedOn;
    const act = { invoice, amount, against, postedOn };
    postings.push(isDirect ? paymentApplied(payment.id, act) : creditApplied(credit, act));
    if (isDirect) rest = subtract(rest, amount);
  }
  const received = creditReceived(payment.id, { customerId, amount: rest, postedOn: receivedOn });
  return { applications, postings: [...received, ...postings] };
}

/** The amount received: as stated, else the sum of its applications. */
function totalOf(
  draft: PricedDraft,
  invoices: ReadonlyMap<string, InvoiceAccount>,
): { amount: Money; issues: Issue[] } {
  const { currency } = draft;
  if (draft.amount !== undefined) return requestedAmount(draft.amount, currency, "/amount");
  if (draft.applications.length === 0) {
    const message = "amount is required where the payment is applied to no invoice.";
    return { amount: zero(currency), issues: [{ path: "/amount", code: "REQUIRED", message }] };
  }
  // An invoice may be named twice: the second application has what the first leaves.
  const left = new Map([...invoices].map(([id, invoice]) => [id, balanceOf(invoice).minor]));
  const amounts = draft.applications.map(({ invoiceId, amount: text }) => {
    const open = required(left.get(invoiceId), "the locked invoice");
    const amount = text === undefined ? money(open, currency) : requestedAmount(text, currency, "").amount;
    left.set(invoiceId, amount.minor < open ? open - amount.minor : 0n);
    return amount;
  });
  return { amount: amounts.reduce(add, zero(currency)), issues: [] };
}

type PlannedAct = { readonly invoice: InvoiceAccount; readonly amount: Money; readonly postedOn: Day };

/** The amount and posting day of each application, in order, and all issues of any of them. */
async function planApplications(
  ctx: WriteContext,
  books: Books,
  invoices: ReadonlyMap<string, InvoiceAccount>,
  { payment, draft }: { payment: Payment; draft: PricedDraft },
): Promise<{ acts: PlannedAct[]; issues: Issue[] }> {
  const accounts = new Map(invoices);
  const issues: Issue[] = [];
  const acts: PlannedAct[] = [];
  let balance = payment.total;
  for (const request of draft.applications) {
    const invoice = required(accounts.get(request.invoiceId), "the locked invoice");
    const credit = { ...creditOf(payment), balance };
    const isRelated = await areRelated(ctx, payment.customerId, invoice.customerId);
    const postedOn = postingDay(books, [payment.postedOn, invoice.issueDate]);
    const check = { credit, invoice, isRelated, request, postedOn, today: ctx.clock.today };
    const { amount, issues: found } = checkApplication(check);
    issues.push(...found);
    if (found.length > 0) continue;
    acts.push({ invoice, amount, postedOn });
    accounts.set(invoice.id, withApplied(invoice, { kind: "PAYMENT", amount, appliedOn: payment.receivedAt }));
    balance = subtract(balance, amount);
  }
  return { acts, issues };
}

/**
 * Applies the unapplied amount of a payment, or a part of it, to an invoice.
 *
 * @throws DomainError PAYMENT_NOT_FOUND, INVOICE_NOT_FOUND, and as `applyCredit`
 */
export async function applyPayment(
  ctx: WriteContext,
  paymentId: string,
  request: { readonly invoiceId: string; readonly amount: string | undefined },
): Promise<Application> {
  contracts.lockContractRows(ctx, await contractsOfInvoices(ctx.tx, ctx.merchant.id, [request.invoiceId]));
  const books = await shareBooks(ctx.tx, ctx.merchant.id);
  const before = await lockedPayment(ctx, paymentId);
  const invoice = (await lockInvoices(ctx.tx, ctx.merchant.id, [request.invoiceId])).get(request.invoiceId);
  if (invoice === undefined) throw recordNotFound("INVOICE_NOT_FOUND");
  const act = { credit: creditOf(before), invoice, request: { ...request, path: "" }, appliedOn: ctx.clock.today };
  const application = await applyCredit(ctx, books, act);
  const payment = await change(ctx, before, { applied: add(before.applied, application.amount) });
  note(ctx, "payment.apply", paymentId, { application: auditedApplication(application) });
  publish(ctx, "payment.applied", payment, { applicationId: application.id, invoiceId: invoice.id });
  return application;
}

/** Reverses an application of a payment. @throws DomainError PAYMENT_NOT_FOUND, APPLICATION_NOT_FOUND */
export async function unapplyPayment(
  ctx: WriteContext,
  paymentId: string,
  applicationId: string,
  unearnedLines: UnearnedLines,
): Promise<PaymentRecord> {
  const standing = () => applicationsOf(ctx.tx, ctx.merchant.id, "PAYMENT", [paymentId]);
  await lockContractsOf(
    ctx,
    (await standing()).filter(({ id }) => id === applicationId),
  );
  const books = await shareBooks(ctx.tx, ctx.merchant.id);
  const before = await lockedPayment(ctx, paymentId);
  const application = namedApplication(await standing(), applicationId);
  await unapplyCredit(ctx, books, { credit: creditOf(before), application }, unearnedLines);
  const payment = await change(ctx, before, { applied: subtract(before.applied, application.amount) });
  note(ctx, "payment.unapply", paymentId, {}, { application: auditedApplication(application) });
  publish(ctx, "payment.unapplied", payment, { applicationId, invoiceId: application.invoiceId });
  return { payment, applications: await standing() };
}

/**
 * Refunds the unapplied amount of a payment, or a part of it.
 *
 * @throws DomainError PAYMENT_NOT_FOUND, PAYMENT_INSUFFICIENT for more than is left, AMOUNT_INVALID, INVALID_DATE
 */
export async function refundPayment(ctx: WriteContext, paymentId: string, request: RefundRequest): Promise<Refund> {
  const books = await shareBooks(ctx.tx, ctx.merchant.id);
  const before = await lockedPayment(ctx, paymentId);
  const refund = await refundCredit(ctx, books, { credit: creditOf(before), since: before.receivedAt }, request);
  const payment = await change(ctx, before, { refunded: add(before.refunded, refund.amount) });
  note(ctx, "payment.refund", paymentId, { refund: auditedRefund(refund) });
  publish(ctx, "payment.refunded", payment, { refundId: refund.id });
  return refund;
}

/** Locks the contracts of the invoices of some applications. */
export async function lockContractsOf(ctx: WriteContext, applications: readonly Application[]): Promise<void> {
  const ids = applications.map(({ invoiceId }) => invoiceId);
  contracts.lockContractRows(ctx, await contractsOfInvoices(ctx.tx, ctx.merchant.id, ids));
}

/** The payment, locked until the transaction ends, with the changes of earlier writers. */
export async function lockedPayment(ctx: WriteContext, paymentId: string): Promise<Payment> {
  if (!(await store.lockPayment(ctx.tx, ctx.merchant.id, paymentId))) throw recordNotFound("PAYMENT_NOT_FOUND");
  const [payment] = await store.findPayments(ctx.tx, ctx.merchant.id, [paymentId]);
  return required(payment, "the locked payment");
}

/** Stores a changed payment. The accounting system does not have this version yet. */
export async function change(ctx: WriteContext, before: Payment, parts: Partial<Payment>): Promise<Payment> {
  const changed = { ...before, ...parts, lastUpdatedAt: ctx.clock.timestamp, syncStatus: "NOT_SYNCED" as const };
  const payment = { ...changed, status: statusOfPayment(changed) };
  await store.savePayment(ctx.tx, ctx.merchant.id, payment);
  return payment;
}

type PaymentEvent = Extract<DomainEventDraft, { readonly type: `payment.${string}` }>;

/** Publishes an event of a payment as it is now. */
export function publish<Type extends PaymentEvent["type"]>(
  ctx: WriteContext,
  type: Type,
  { id, customerId, status }: Payment,
  data: Omit<Extract<PaymentEvent, { readonly type: Type }>["data"], "paymentId" | "status">,
): void {
  ctx.publish({ type, customerId, data: { paymentId: id, status, ...data } } as PaymentEvent);
}

function creditOf(payment: Payment): Credit {
  return {
    kind: "PAYMENT",
    id: payment.id,
    customerId: payment.customerId,
    currency: payment.currency,
    balance: unappliedOf(payment),
    isLive: payment.returnedOn === null,
    date: payment.postedOn,
  };
}

type Audited = Readonly<Record<string, unknown>>;

function note(ctx: WriteContext, action: string, paymentId: string, to: Audited, from: Audited = {}): void {
  ctx.audit({ action, entityType: "PAYMENT", entityId: paymentId, changes: changesBetween(from, to) });
}

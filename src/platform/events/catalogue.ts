import { Type } from "typebox";
import { CivilDate, Instant, Integer, Month, Named, Nullable, OneOf, Uuid } from "../http/wire.ts";
import { type DraftOf, ofContract, ofCustomer, ofDocument, ofMerchant } from "./event-schema.ts";

const contractStatus = { status: OneOf(["NEW", "PROCESSING", "BLOCKED", "PROCESSED", "APPROVED"]) };
const invoiceStatus = { status: OneOf(["ISSUED", "PARTIALLY_PAID", "PAID", "UNCOLLECTIBLE", "VOID"]) };
const invoice = { invoiceId: Uuid(), ...invoiceStatus };
const creditMemo = {
  creditMemoId: Uuid(),
  creditMemoNumber: Type.String({ examples: ["CM-7"] }),
  status: OneOf(["OPEN", "PARTIALLY_APPLIED", "APPLIED", "VOID"]),
};
const payment = { paymentId: Uuid(), status: OneOf(["COMPLETED", "REFUNDED", "FAILED"]) };
const applied = { applicationId: Uuid(), invoiceId: Uuid() };
const term = {
  billingTermId: Uuid(),
  kind: Type.String({ description: "What the term bills, as `kind` of a billing term.", examples: ["FLAT"] }),
};
const processor = { processorType: Type.String({ examples: ["PROCESSOR_A"] }) };
const count = Integer(0, 1_000_000_000);
const counts = { created: count, updated: count, unchanged: count };
const changeRequest = { changeRequestId: Uuid() };
const member = { userId: Uuid() };
const policy = { kind: Type.String({ examples: ["CONTRACT_APPROVAL"] }) };
const endpoint = { webhookEndpointId: Uuid() };
const synced = {
  entityType: OneOf(["INVOICE", "CREDIT_MEMO", "PAYMENT", "JOURNAL_ENTRY", "CUSTOMER"]),
  entityId: Uuid(),
};
const lock = { subLedger: OneOf(["BILLING", "CASH"]), lockedThrough: Nullable(Month()) };
const closeTask = { month: Month(), closeTaskId: Uuid() };

/**
 * Every type of event that integrators see, in webhooks and in the feed (data model 19). Data is minimal: ids, the status reached,
 * and the owner; a receiver reads other fields from the API. Types are added and never renamed.
 */
export const eventTypes = {
  "contract.created": ofContract("A contract was created.", contractStatus),
  "contract.updated": ofContract("The header of a contract was changed.", contractStatus),
  "contract.status-changed": ofContract("A contract waits, or is being processed.", contractStatus),
  "contract.processed": ofContract("A contract has all that its approval needs.", contractStatus),
  "contract.blocked": ofContract("A contract cannot be approved; its `blockReasons` say why.", contractStatus),
  "contract.approved": ofContract("A contract was approved: it is billed and earns revenue.", contractStatus),
  "contract.opened": ofContract(
    "A contract was loaded as of a day of its old books; its old invoices have no events.",
    { asOf: CivilDate() },
  ),
  "contract.deleted": ofContract("A contract was deleted."),
  "contract.metadata-updated": ofContract("The metadata of a contract was changed."),
  "contract.file-uploaded": ofContract("A contract got a signed file, or another one."),
  "contract.file-removed": ofContract("The signed file of a contract was removed."),
  "contract.held": ofContract("A contract is left out of closes until it is released."),
  "contract.released": ofContract("A contract is part of closes again."),
  "contract-modification.treated": ofContract("A treatment of a modification was chosen.", { modificationId: Uuid() }),
  "obligation.created": ofContract("An obligation was added.", { obligationId: Uuid() }),
  "obligation.updated": ofContract("An obligation was changed.", { obligationId: Uuid() }),
  "obligation.deleted": ofContract("An obligation was deleted.", { obligationId: Uuid() }),
  "billing-term.added": ofContract("A billing term was added.", { billingTermId: Uuid() }),
  "billing-term.updated": ofContract("A billing term was changed.", term),
  "billing-term.terminated": ofContract("A billing term was terminated.", term),
  "billing-term.deleted": ofContract("A billing term was deleted.", { billingTermId: Uuid() }),
  "billing-term-group.event-type-changed": ofContract("The event type of a billing term group was changed.", {
    billingTermGroupId: Uuid(),
  }),
  "billing-term-group.deleted": ofContract("A billing term group was deleted.", { billingTermGroupId: Uuid() }),
  "seat-amendment.created": ofContract("The seats of a billing term were changed.", { seatAmendmentId: Uuid() }),
  "seat-amendment.deleted": ofContract("A change of seats was withdrawn.", { seatAmendmentId: Uuid() }),
  "performance-obligation.created": ofContract("A performance obligation was added.", {
    performanceObligationId: Uuid(),
  }),
  "performance-obligation.updated": ofContract("A performance obligation was changed.", {
    performanceObligationId: Uuid(),
  }),
  "performance-obligation.deleted": ofContract("A performance obligation was deleted.", {
    performanceObligationId: Uuid(),
  }),
  "discount-allocation.created": ofContract("A discount was allocated to some performance obligations only.", {
    discountAllocationId: Uuid(),
  }),
  "discount-allocation.deleted": ofContract("All performance obligations share a discount again.", {
    discountAllocationId: Uuid(),
  }),
  "commitment.created": ofContract("A commitment was added.", { commitmentId: Uuid() }),
  "commitment.updated": ofContract("A commitment was changed.", { commitmentId: Uuid() }),
  "commitment.terminated": ofContract("A commitment was terminated.", { commitmentId: Uuid() }),
  "commitment.period-finalized": ofContract(
    "A period of a commitment is final: all that it owes is on issued invoices. Late usage may bring more lines.",
    {
      commitmentId: Uuid(),
      periodId: Type.String({
        description: "As `periodId` of a period of the commitment.",
        examples: ["0197f1a0-5c1e-7b9a-9a55-3f0d2c7e8b10:2026-01-01"],
      }),
      ...{ periodStart: CivilDate(), periodEnd: CivilDate() },
    },
  ),
  "usage.recorded": ofContract("Usage of a contract was recorded."),
  "usage.deleted": ofContract("Usage of a contract was deleted."),
  "usage.late-received": ofContract("Usage arrived for days that are invoiced, or for a closed month.", {
    ...{ firstDay: CivilDate(), lastDay: CivilDate(), count: Integer(1, 1_000_000_000) },
  }),
  "invoice.issued": ofContract("An invoice was issued.", {
    ...{ ...invoice, invoiceNumber: Type.String({ examples: ["INV-7"] }) },
  }),
  "invoice.sent": ofContract("An invoice was marked as sent.", { invoiceId: Uuid() }),
  "invoice.updated": ofContract(
    "The memo, PO number, custom fields or external ids of an issued invoice were changed.",
    { invoiceId: Uuid() },
  ),
  "invoice.paid": ofContract("Nothing of an invoice is owed any more.", invoice),
  "invoice.settlement-changed": ofContract("Less or more of an invoice is owed than before.", invoice),
  "invoice.reminder-due": ofContract("An invoice is overdue, and its next reminder is due.", {
    ...{ invoiceId: Uuid(), step: Integer(1, 9), dueOn: CivilDate() },
  }),
  "invoice.voided": ofContract("An invoice was voided.", {
    ...{ ...invoice, invoiceNumber: Type.String({ examples: ["INV-7"] }) },
  }),
  "invoice.uncollectible": ofContract("An invoice was written off.", { ...invoice, date: CivilDate() }),
  "invoice.reinstated": ofContract("The write-off of an invoice was reversed.", { ...invoice, date: CivilDate() }),
  "invoice.loss-reduced": ofContract("A credit reversed a part of an invoice's write-off.", { invoiceId: Uuid() }),
  "credit-memo.created": ofDocument("A credit memo was issued.", creditMemo),
  "credit-memo.applied": ofDocument("A credit memo was applied to an invoice.", { ...creditMemo, ...applied }),
  "credit-memo.unapplied": ofDocument("An application of a credit memo was reversed.", { ...creditMemo, ...applied }),
  "credit-memo.refunded": ofDocument("Credit was refunded.", { ...creditMemo, refundId: Uuid() }),
  "credit-memo.voided": ofDocument("A credit memo was voided.", creditMemo),
  "payment.completed": ofDocument("A payment was received.", payment),
  "payment.applied": ofDocument("A payment was applied to an invoice.", { ...payment, ...applied }),
  "payment.unapplied": ofDocument("An application of a payment was reversed.", { ...payment, ...applied }),
  "payment.refunded": ofDocument("The unapplied part of a payment was refunded.", { ...payment, refundId: Uuid() }),
  "payment.failed": ofDocument("The bank returned a payment.", payment),
  "adjustment.created": ofMerchant("An adjustment was posted.", { adjustmentId: Uuid() }),
  "adjustment.reversed": ofMerchant("An adjustment was reversed by another one.", {
    ...{ adjustmentId: Uuid({ description: "The new one." }), reversesId: Uuid() },
  }),
  "book-import.loaded": ofMerchant("A whole book was loaded from files.", { bookImportId: Uuid() }),
  "book-import.differences-accepted": ofMerchant("Differences of a loaded book from its old ledger were accepted.", {
    bookImportId: Uuid(),
  }),
  "bulk-change.applied": ofMerchant("A file of bulk changes was carried out.", { bulkChangeId: Uuid() }),
  "period.closed": ofMerchant("A month was closed.", { month: Month() }),
  "period.reopened": ofMerchant("A month was reopened.", { month: Month() }),
  "period.locked": ofMerchant("Billing or cash was locked through a month.", lock),
  "period.unlocked": ofMerchant("A month and later ones are open for billing or cash again.", lock),
  "close-task.completed": ofMerchant("A task of a month was done.", closeTask),
  "close-task.reopened": ofMerchant("A task of a month was reopened.", closeTask),
  "close-task-template.created": ofMerchant("A task of each month was created.", { closeTaskTemplateId: Uuid() }),
  "close-task-template.updated": ofMerchant("A task of each month was changed.", { closeTaskTemplateId: Uuid() }),
  "chart-of-accounts.updated": ofMerchant("The chart of accounts was set.", { accounts: count }),
  "journal-export.created": ofMerchant("Entries of a month were exported for the general ledger.", {
    ...{ journalExportId: Uuid(), month: Month(), format: Type.String({ examples: ["QUICKBOOKS"] }) },
  }),
  "journal-export.reconciled": ofMerchant("The general ledger was compared with the journal of a month.", {
    ...{ month: Month(), isTied: Type.Boolean() },
  }),
  "sync.updated": ofMerchant("An outside system reported the sync status of a record.", {
    ...{ ...synced, status: OneOf(["NOT_SYNCED", "SYNCING", "SYNCED"]) },
  }),
  "sync.failed": ofMerchant("An outside system did not accept a record.", synced),
  "job.failed": ofMerchant("A job failed for good: after every retry it waits for the operator.", {
    jobId: Uuid({ description: "As `GET /v3/jobs/{id}` has it." }),
    jobType: Type.String({ examples: ["PROCESS_CONTRACT"] }),
    contractId: Nullable(Uuid({ description: "Whose work it was; null where it was no contract's." })),
  }),
  "customer.created": ofCustomer("A customer was created."),
  "customer.updated": ofCustomer("A customer, or one of its contacts, was changed."),
  "customer.deleted": ofCustomer("A customer was deleted."),
  "payment-account.linked": ofCustomer("A customer was linked to an account at a payment processor.", processor),
  "payment-account.default-method-resolved": ofCustomer(
    "The default payment method of an account was read.",
    processor,
  ),
  "category.created": ofMerchant("A revenue category was created.", { categoryId: Uuid() }),
  "category.updated": ofMerchant("A revenue category was changed.", { categoryId: Uuid() }),
  "category.deleted": ofMerchant("A revenue category was deleted.", { categoryId: Uuid() }),
  "item.created": ofMerchant("An item was created.", { itemId: Uuid() }),
  "item.updated": ofMerchant("An item was changed.", { itemId: Uuid() }),
  "product.created": ofMerchant("A product was created.", { productId: Uuid() }),
  "product.updated": ofMerchant("A product, or one of its standalone selling prices, was changed.", {
    productId: Uuid(),
  }),
  "event-type.created": ofMerchant("An event type of usage was created.", { eventTypeId: Uuid() }),
  "event-type.deleted": ofMerchant("An event type of usage was deleted.", { eventTypeId: Uuid() }),
  "classes.imported": ofMerchant("The classes of the accounting system were taken over.", counts),
  "custom-fields.imported": ofMerchant("The custom fields of the accounting system were taken over.", counts),
  "merchant.updated": ofMerchant("The merchant's details on documents were changed."),
  "merchant.settings-changed": ofMerchant("Settings of the merchant were changed."),
  "member.added": ofMerchant("A person became a member of the merchant, or has another role.", member),
  "member.renamed": ofMerchant("A member has another name.", member),
  "member.role-changed": ofMerchant("A member has another role.", member),
  "member.removed": ofMerchant("A person is no longer a member of the merchant.", member),
  "api-key.created": ofMerchant("A member made an API key.", { apiKeyId: Uuid() }),
  "api-key.revoked": ofMerchant("An API key was revoked.", { apiKeyId: Uuid() }),
  "approval-policy.set": ofMerchant("A kind of change needs a second person.", policy),
  "approval-policy.deleted": ofMerchant("A kind of change no longer needs a second person.", policy),
  "change-request.created": ofMerchant("A change waits for a second person.", changeRequest),
  "change-request.approved": ofMerchant("A change was approved and carried out.", changeRequest),
  "change-request.rejected": ofMerchant("A change was rejected.", changeRequest),
  "change-request.withdrawn": ofMerchant("A change was withdrawn by its requester.", changeRequest),
  "test-clock.advanced": ofMerchant("The clock of a sandbox merchant was advanced.", { now: Instant() }),
  "webhook-endpoint.created": ofMerchant("A webhook endpoint was created.", endpoint),
  "webhook-endpoint.updated": ofMerchant("A webhook endpoint was changed.", endpoint),
  "webhook-endpoint.deleted": ofMerchant("A webhook endpoint was deleted.", endpoint),
  "webhook-endpoint.secret-rotated": ofMerchant("A webhook endpoint has a new secret.", endpoint),
  "webhook-delivery.retried": ofMerchant("An event will be sent to a webhook endpoint again.", {
    ...{ ...endpoint, webhookDeliveryId: Uuid() },
  }),
  "webhook-endpoint.replayed": ofMerchant("A range of events will be sent to a webhook endpoint again.", endpoint),
  "webhook-endpoint.disabled": ofMerchant("A webhook endpoint no longer gets events.", {
    ...{ ...endpoint, reason: OneOf(["REQUESTED", "GONE", "FAILING"]) },
  }),
  "webhook-endpoint.tested": ofMerchant("A test was requested; it goes only to that endpoint.", endpoint),
} as const;

export type EventType = keyof typeof eventTypes;

/** Events that only other capabilities see: work that follows a change which has its own event for integrators. */
const internalTypes = [
  "contract.tax-location-changed",
  "swap-credit.uncarried",
  "usage.credited",
  "usage.grace-changed",
  "usage.overbilled",
] as const;

/** A domain event: something that happened, published by its use case and recorded in the same transaction (ADR 0005). */
export type DomainEventDraft =
  | { [Type in EventType]: DraftOf<Type, (typeof eventTypes)[Type]> }[EventType]
  | { readonly type: (typeof internalTypes)[number]; readonly contractId: string };

export const eventTypeNames = Object.keys(eventTypes) as readonly EventType[];

export function isEventType(type: string): type is EventType {
  return Object.hasOwn(eventTypes, type);
}

/** The type of an event in request bodies and responses. */
export const EventTypeName = Named("EventTypeName", OneOf(eventTypeNames as readonly EventType[] & readonly string[]));

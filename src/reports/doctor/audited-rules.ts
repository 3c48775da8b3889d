import { isDeepStrictEqual } from "node:util";
import { type AuditRow, type Fields, replayedAfter, unstated } from "./audited.ts";

// Audit rows and stored records do not have exactly the same fields. All differences are listed here.

const ofItsOwn = (what: string) => `${what}: audited as a separate record`;
const derived = (from: string) => `derived of ${from}`;

/** Fields that are not compared, by entity type, each with the reason. `*` is every type. */
export const exceptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "*": {
    lastUpdatedAt:
      "when the record was last written, compared with the times of audit rows (`unaudited-writes-store.ts`)",
    updatedAt: "when the record was last written, compared with the times of audit rows (`unaudited-writes-store.ts`)",
  },
  ACCOUNTING_PERIOD: {
    differences: "what a reconciliation came to; nothing keeps it but the audit log",
    isTied: "likewise, as one word",
  },
  BILLING_TERM: {
    amendments: ofItsOwn("changes of seats"),
    committed: derived("the commitments that name the term (INV-14)"),
    invoicedThrough: derived("the issued invoices (INV-23)"),
    swapCredit: derived("the term that a swap has ended (INV-23)"),
  },
  CONTRACT: {
    blockReasons: derived("the parts of the contract, by whatever looks at them"),
    customerName: ofItsOwn("the customer"),
    fileUploadedAt: "when the file came, which the audit row itself says",
    invoicedThrough: derived("the issued invoices (INV-23)"),
    jobId: "the job that reads the file, which is no fact of the contract",
    openedAsOf: "kept by the documents of the opening",
    opening: "held against the opening itself, by the moment of its write",
    termsEndDate: derived("the billing terms"),
    termsStartDate: derived("the billing terms"),
    totalContractValue: derived("the billing terms"),
  },
  CONTRACT_MODIFICATION: { treatment: "what was decided, which is a record of its own (INV-37)" },
  COMMITMENT: {
    customerId: ofItsOwn("the contract, which names the customer"),
    finalizedPeriod: "an event published the period, once; its status is derived from usage and invoices",
  },
  CREDIT_MEMO: {
    applications: "held by INV-04 and INV-05 against the invoices, and by INV-30 against the journal",
    refund: "held by INV-04 and INV-30",
  },
  CUSTOMER: {
    defaultPaymentMethod: "audited in part only, because it is a secret of the processor",
    defaultPaymentMethodType: "audited beside a secret of the processor",
    primaryBillingContactEmail: ofItsOwn("the contact"),
    processorCustomerRef: "audited in part only, because it is a secret of the processor",
    processorType: "audited beside a secret of the processor",
  },
  INVOICE: {
    badDebt: "what of a write-off stands, held by INV-29 and INV-30 in the journal",
    total: "part of what was issued (INV-10)",
  },
  MEMBER: {
    expiresAt: "of a link to sign in, which is used once",
    method: "how somebody signed in, which is an act and no fact of the member",
  },
  WEBHOOK_ENDPOINT: {
    afterSequence: "where a replay began, which is an act and no fact of the endpoint",
    count: "how much a replay sent again",
    secret: "the audit log has that it was replaced, not by what",
    tested: "that it was tried, which changes nothing",
    throughSequence: "where a replay ended",
  },
  PAYMENT: {
    application: "held by INV-04 against the invoice, and by INV-30 against the journal",
    applications: "held by INV-04 against the invoices, and by INV-30 against the journal",
    refund: "held by INV-04 and INV-30",
  },
};

/**
 * True if a field is not compared. A path below a field, such as `differences/1200 USD`, is like the field, and fields below `billingSchedule` are
 * like those of a billing term.
 */
export function isExcepted(entityType: string, field: string): boolean {
  const [owner, name] = field.startsWith("billingSchedule.")
    ? ["BILLING_TERM", field.slice("billingSchedule.".length)]
    : [entityType, field];
  const [whole = name] = name.split("/");
  return [owner, "*"].some((type) => Object.hasOwn(exceptions[type] ?? {}, whole));
}

/** Entity types whose audit rows do not have all fields: only audited fields are compared. */
const auditedInPart: readonly string[] = [
  "ACCOUNTING_PERIOD",
  "BOOK_IMPORT",
  "CHANGE_REQUEST",
  "INVOICE",
  "JOURNAL_ENTRY",
  "WEBHOOK_ENDPOINT",
];

/** Statuses that a request sets, by entity type. Other statuses are derived, and are not audited. */
const decidedStatuses: Readonly<Record<string, readonly string[]>> = {
  CONTRACT: ["APPROVED"],
  CREDIT_MEMO: ["VOID"],
  INVOICE: ["VOID"],
  PAYMENT: ["FAILED"],
};

/** The fields with a derived status replaced by null. */
function withDecided(entityType: string, fields: Fields): Fields {
  const decided = decidedStatuses[entityType];
  if (decided === undefined || !Object.hasOwn(fields, "status") || decided.includes(String(fields.status)))
    return fields;
  return { ...fields, status: null };
}

/** A record as replayed from its audit rows. */
export function replayedFrom(entityType: string, rows: readonly AuditRow[]): Fields {
  const replayed = rows.reduce<Fields>((before, row) => {
    return replayedAfter(before, { changes: [...row.changes, ...changesOfRow(row)] });
  }, {});
  return withoutFieldNames(withDecided(entityType, replayed));
}

/** The fields of a stored record, as shown, that are compared with those replayed from the audit log. */
export function shownBeside(entityType: string, replayed: Fields, shown: Fields): Fields {
  const isWhole = !auditedInPart.includes(entityType);
  const compared = Object.entries(shown)
    .filter(([field]) => Object.hasOwn(replayed, field) || (isWhole && !field.includes("amendment.")))
    .map(([field, value]) => [field, isDeepStrictEqual(value, unstated) ? replayed[field] : value]);
  return withoutFieldNames(withDecided(entityType, Object.fromEntries(compared)));
}

/** The values of custom fields without the names of these, which are audited as separate records and may change. */
function withoutFieldNames(fields: Fields): Fields {
  const { customFields } = fields;
  if (!Array.isArray(customFields)) return fields;
  return { ...fields, customFields: customFields.map(({ name: _audited, ...value }: Fields) => value) };
}

/**
 * Fields that come from the actor, action or reason of an audit row and not from its changes: who closed or reopened a month, why it was reopened,
 * that the file of a contract is another one or none and was not processed, why a change request was decided, and why a webhook endpoint is disabled.
 */
function changesOfRow({ action, actor, reason, entityType, changes }: AuditRow): AuditRow["changes"] {
  switch (action) {
    case "period.close":
      return [{ path: "closedBy", to: actor }];
    case "period.reopen":
      return [
        { path: "reopenedBy", to: actor },
        { path: "reopenReason", to: reason },
      ];
    case "contract.upload-file":
    case "contract.remove-file":
      return [{ path: "fileResultHash", to: null }];
    case "change-request.approve":
    case "change-request.reject":
    case "change-request.withdraw":
      return [{ path: "reason", to: reason }];
    default:
      return entityType === "WEBHOOK_ENDPOINT" ? statusReason(changes, reason) : [];
  }
}

/** Why a webhook endpoint is disabled: the reason of the audit row, or `REQUESTED` if it has none. */
function statusReason(changes: AuditRow["changes"], reason: string | null): AuditRow["changes"] {
  const status = changes.find(({ path }) => path.replace(/^\//, "") === "status")?.to;
  if (status === undefined) return [];
  return [{ path: "disabledReason", to: status === "DISABLED" ? (reason ?? "REQUESTED") : null }];
}

import { isDeepStrictEqual } from "node:util";
import { type Fields, type ToldRow, toldAfter, unsaid } from "./told.ts";

// What the audit log says of a record and what the record shows are not the same word for word. The differences are all here.

const ofItsOwn = (what: string) => `${what}: told as a record of its own`;
const derived = (from: string) => `derived of ${from}`;

/** Fields that are not compared, by type of record, each with the reason. `*` is every type. */
export const exceptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "*": {
    lastUpdatedAt: "when the record was last written, which the audit row itself says",
    updatedAt: "when the record was last written, which the audit row itself says",
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
    finalizedPeriod: "that an event told of the period, once; its status is derived of usage and invoices",
  },
  CREDIT_MEMO: {
    applications: "held by INV-04 and INV-05 against the invoices, and by INV-30 against the journal",
    refund: "held by INV-04 and INV-30",
  },
  CUSTOMER: {
    defaultPaymentMethod: "told in part only, because it is a secret of the processor",
    defaultPaymentMethodType: "told beside what is a secret of the processor",
    primaryBillingContactEmail: ofItsOwn("the contact"),
    processorCustomerRef: "told in part only, because it is a secret of the processor",
    processorType: "told beside what is a secret of the processor",
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
    secret: "that it was replaced is told, and not by what",
    tested: "that it was tried, which changes nothing",
    throughSequence: "where a replay ended",
  },
  PAYMENT: {
    application: "held by INV-04 against the invoice, and by INV-30 against the journal",
    applications: "held by INV-04 against the invoices, and by INV-30 against the journal",
    refund: "held by INV-04 and INV-30",
  },
};

/** Is a field one that is not compared? A part of a field, as in `differences/1200 USD`, is as its field. */
export function isExcepted(entityType: string, field: string): boolean {
  const [owner, name] = field.startsWith("billingSchedule.")
    ? ["BILLING_TERM", field.slice("billingSchedule.".length)]
    : [entityType, field];
  const [whole = name] = name.split("/");
  return [owner, "*"].some((type) => Object.hasOwn(exceptions[type] ?? {}, whole));
}

/** Records that the audit log does not tell of as a whole: what it says of them has to be so, the rest is not its business. */
const toldInPart: readonly string[] = [
  "ACCOUNTING_PERIOD",
  "BOOK_IMPORT",
  "CHANGE_REQUEST",
  "INVOICE",
  "JOURNAL_ENTRY",
  "WEBHOOK_ENDPOINT",
];

/** Statuses that somebody decided. The others follow from what happens to the record. */
const decidedStatuses: Readonly<Record<string, readonly string[]>> = {
  CONTRACT: ["APPROVED"],
  CREDIT_MEMO: ["VOID"],
  INVOICE: ["VOID"],
  PAYMENT: ["FAILED"],
};

/** A record with no status but one that somebody decided. */
function withDecided(entityType: string, fields: Fields): Fields {
  const decided = decidedStatuses[entityType];
  if (decided === undefined || !Object.hasOwn(fields, "status") || decided.includes(String(fields.status)))
    return fields;
  return { ...fields, status: null };
}

/** What rows about one record come to, in their order. */
export function toldBy(entityType: string, rows: readonly ToldRow[]): Fields {
  const told = rows.reduce<Fields>((before, row) => {
    return toldAfter(before, { changes: [...row.changes, ...saidByRow(row)] });
  }, {});
  return withDecided(entityType, told);
}

/** What is compared of a record with what was told of it. */
export function shownBeside(entityType: string, told: Fields, shown: Fields): Fields {
  // One that is implied by its term is told of from the first change that it follows.
  const isImplied = entityType === "PERFORMANCE_OBLIGATION" && !Object.hasOwn(told, "contractId");
  const isWhole = !toldInPart.includes(entityType) && !isImplied;
  const compared = Object.entries(shown)
    .filter(([field]) => Object.hasOwn(told, field) || (isWhole && !field.includes("amendment.")))
    .map(([field, value]) => [field, isDeepStrictEqual(value, unsaid) ? told[field] : value]);
  return withDecided(entityType, Object.fromEntries(compared));
}

/** Who closed and reopened a month and why, why a change was decided so, and why an endpoint is disabled: said by the row itself. */
function saidByRow({ action, actor, reason, entityType, changes }: ToldRow): ToldRow["changes"] {
  switch (action) {
    case "period.close":
      return [{ path: "closedBy", to: actor }];
    case "period.reopen":
      return [
        { path: "reopenedBy", to: actor },
        { path: "reopenReason", to: reason },
      ];
    case "change-request.approve":
    case "change-request.reject":
    case "change-request.withdraw":
      return [{ path: "reason", to: reason }];
    default:
      return entityType === "WEBHOOK_ENDPOINT" ? statusReason(changes, reason) : [];
  }
}

/** Why an endpoint is disabled: somebody asked for it, or the program says why. */
function statusReason(changes: ToldRow["changes"], reason: string | null): ToldRow["changes"] {
  const status = changes.find(({ path }) => path.replace(/^\//, "") === "status")?.to;
  if (status === undefined) return [];
  return [{ path: "disabledReason", to: status === "DISABLED" ? (reason ?? "REQUESTED") : null }];
}

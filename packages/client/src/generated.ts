// Generated from the OpenAPI document by scripts/client.ts: a change of an endpoint changes it.
import type { FilterOf } from "./filter.ts";

export type AcceptBookImportDifferencesDto = {
  /** Why balances differ from the old ledger; kept in the audit log. */
  reason: string;
};

export type AccountActivityReport = {
  report: string;
  parameters: { [name: string]: unknown };
  generatedAt: string;
  /** Null where rows are in several currencies. */
  currency: string | null;
  /** Currencies that this report leaves out. */
  otherCurrencies: string[];
  /** The columns in the order of the files; periods stand before those that follow them. */
  columns: ReportColumn[];
  rows: ({
    /** Number. */
    number: string | null;
    /** Date. */
    date: string | null;
    /** OPENING and CLOSING are balances, the others entries. */
    type: string | null;
    /** Account. */
    account: string | null;
    /** Role. */
    role: string | null;
    /** Debit. */
    debit: string | null;
    /** Credit. */
    credit: string | null;
    /** Debits less credits so far. */
    balance: string | null;
    /** Contract id. */
    contractId: string | null;
    /** Contract. */
    contractName: string | null;
    /** Customer id. */
    customerId: string | null;
    /** Customer. */
    customerName: string | null;
    /** Category. */
    categoryName: string | null;
    /** On lines of revenue and contra revenue. */
    itemName: string | null;
    /** On lines of revenue and contra revenue. */
    className: string | null;
    /** Source. */
    sourceType: string | null;
    /** Source id. */
    sourceId: string | null;
    /** Entry id. */
    entryId: string | null;
    /** Reverses entry. */
    reversesEntryId: string | null;
    /** Posted at. */
    postedAt: string | null;
  })[];
  totals: {
    /** Debit. */
    debit: string | null;
    /** Credit. */
    credit: string | null;
  } | null;
  notes: string[];
};

export type AccountActivityReportEnvelope = {
  payload: AccountActivityReport;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type AccountRole = "RECEIVABLE" | "UNBILLED_RECEIVABLE" | "CONTRACT_ASSET" | "CONTRACT_LIABILITY" | "REVENUE" | "BREAKAGE_REVENUE" | "CONTRA_REVENUE" | "TAX_PAYABLE" | "CUSTOMER_CREDIT" | "CASH" | "BAD_DEBT" | "BAD_DEBT_RECOVERED" | "MIGRATION_CLEARING";

export type AccountStatementReport = {
  report: string;
  parameters: { [name: string]: unknown };
  generatedAt: string;
  /** Null where rows are in several currencies. */
  currency: string | null;
  /** Currencies that this report leaves out. */
  otherCurrencies: string[];
  /** The columns in the order of the files; periods stand before those that follow them. */
  columns: ReportColumn[];
  rows: ({
    /** Date. */
    date: string | null;
    /** OPENING and CLOSING are balances, the others what entries are of. */
    type: string | null;
    /** Number of an invoice or a credit memo, reference of a payment. */
    document: string | null;
    /** Of an invoice. */
    dueDate: string | null;
    /** Increases what the customer owes. */
    charged: string | null;
    /** Reduces what it owes. */
    credited: string | null;
    /** What is owed so far, less unused credit; below zero the customer has credit. */
    balance: string | null;
    /** Source. */
    sourceType: string | null;
    /** Source id. */
    sourceId: string | null;
  })[];
  totals: {
    /** Increases what the customer owes. */
    charged: string | null;
    /** Reduces what it owes. */
    credited: string | null;
  } | null;
  notes: string[];
};

export type AccountStatementReportEnvelope = {
  payload: AccountStatementReport;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type AccountingPeriod = {
  month: string;
  status: "OPEN" | "CLOSED" | "REOPENED";
  /** The sub-ledgers in which nothing can be dated in the month; REVENUE is locked by closing it, with the others. */
  locked: ("BILLING" | "CASH" | "REVENUE")[];
  closedAt: string | null;
  closedBy: string | null;
  reopenedAt: string | null;
  reopenedBy: string | null;
  reopenReason: string | null;
  /** The month whose reopening also reopened this one. */
  reopenedWith: string | null;
  closeCount: number;
  /** The checks before it was last closed; of a month that was closed along, those of the month that was named. */
  checks: ({
    code: "ALREADY_CLOSED" | "MONTH_NOT_OVER" | "EARLIER_MONTHS" | "DRAFT_INVOICES" | "USAGE_NOT_INVOICED" | "GROUP_UNBALANCED" | "EVENT_TYPE_UNCOVERED" | "FAILED_JOBS" | "WORK_PENDING" | "TRIAL_BALANCE_NOT_ZERO" | "TIE_OUT" | "TASKS_DONE" | "PROOF";
    /** What holds when it passes. */
    title: string;
    status: "PASSED" | "FAILED" | "NOT_APPLICABLE";
    message: string;
    /** What to do when it failed. */
    action: string | null;
    recordType: "MONTH" | "INVOICE" | "BILLING_TERM_GROUP" | "CONTRACT" | "CURRENCY" | "CLOSE_TASK";
    /** The first 100 records that it found. */
    ids: string[];
    total: number;
  })[];
};

export type AccountingPeriodPage = {
  data: AccountingPeriod[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type AccountingPeriodPageEnvelope = {
  payload: AccountingPeriodPage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type Address = {
  line1: string | null;
  line2: string | null;
  city: string | null;
  state: string | null;
  postalCode: string | null;
  /** ISO 3166-1 alpha-2. */
  country: CountryCode | null;
  addressee: string | null;
};

export type AddressDto = {
  line1?: string | null | undefined;
  line2?: string | null | undefined;
  city?: string | null | undefined;
  state?: string | null | undefined;
  postalCode?: string | null | undefined;
  /** ISO 3166-1 alpha-2. */
  country?: CountryCode | null | undefined;
  addressee?: string | null | undefined;
};

export type Adjustment = {
  id: string;
  /** Without gaps. Null only in a dry run. */
  adjustmentNumber: string | null;
  date: string;
  currency: string;
  reason: string;
  /** Of its debits, and of its credits. */
  total: string;
  lines: ({
    role: AccountRole;
    debit: string;
    credit: string;
    contractId: string | null;
    categoryId: string | null;
  })[];
  /** The adjustment that this one reverses. */
  reversesAdjustmentId: string | null;
  /** The adjustment that reverses this one. */
  reversedByAdjustmentId: string | null;
  createdAt: string;
};

export type AdjustmentEnvelope = {
  payload: Adjustment;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type AdjustmentPage = {
  data: Adjustment[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type AdjustmentPageEnvelope = {
  payload: AdjustmentPage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type AdvanceTestClockAnswer = {
  now: string;
};

export type AdvanceTestClockAnswerEnvelope = {
  payload: AdvanceTestClockAnswer;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type AdvanceTestClockDto = {
  to: string;
};

export type Amount = string;

export type ApiKey = {
  id: string;
  name: string;
  /** The common prefix and the last four characters. */
  prefix: string;
  access: "READ_ONLY" | "WRITE";
  /** Upper limit of its rights; null: those of its user. */
  role: "VIEWER" | "EDITOR" | "CONTROLLER" | "OWNER" | null;
  status: "ACTIVE" | "REVOKED" | "EXPIRED";
  createdByUserId: string | null;
  createdByEmail: string | null;
  createdAt: string;
  /** To the minute. */
  lastUsedAt: string | null;
  expiresAt: string | null;
  revokedAt: string | null;
};

export type ApiKeyEnvelope = {
  payload: ApiKey;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type ApiKeyPage = {
  data: ApiKey[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type ApiKeyPageEnvelope = {
  payload: ApiKeyPage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type AppendScheduleRequestDto = {
  /** First day. */
  startDate?: Day | undefined;
  /** Last day, inclusive: the end of a commitment period. */
  endDate?: Day | undefined;
  /** How often the value starts over; null is never. */
  commitmentInterval?: "DAILY" | "WEEKLY" | "MONTHLY" | "QUARTERLY" | "YEARLY" | null | undefined;
  /** When unused value is billed. Where none is sent, EACH_PERIOD, and NONE while the schedule is fully prepaid. */
  trueUpBehavior?: "EACH_PERIOD" | "END_OF_SCHEDULE" | "NONE" | undefined;
  trueUpName?: string | null | undefined;
  trueUpIntegrationItem?: string | null | undefined;
  prepaidEnabled?: boolean | undefined;
  /** For each commitment period, in the commitment's unit. */
  prepaidValue?: Quantity | undefined;
  /** Default FULL_UPFRONT. Without effect where nothing is prepaid. */
  prepaymentScheduleType?: "FULL_UPFRONT" | "PER_COMMITMENT_PERIOD" | "SPLIT_ACROSS_BILLING_PERIODS" | undefined;
  prepaymentInvoiceLineName?: string | null | undefined;
  prepaymentIntegrationItem?: string | null | undefined;
  /** Of prepayments and true-ups; default the contract's. */
  netPaymentTerms?: number | null | undefined;
  /** One for each event type; without, the last step's prices go on. */
  overageConfigs?: readonly OverageConfigDto[] | undefined;
  /** In the order in which they are drawn down. */
  steps: readonly ({
    name?: string | null | undefined;
    /** For each commitment period: money, or units of usage, by commitmentUnitType. */
    commitmentValue: PositiveQuantity;
    /** Usage terms, one for each event type. */
    billingTermIds: readonly string[];
  })[];
  /** When it was agreed, today or earlier: no earlier month changes. Default its first day, of an end its last day, today at the latest. */
  agreedOn?: Day | undefined;
};

export type AppendUsageCommitmentStepV3RequestDto = {
  scheduleId: string;
  name?: string | null | undefined;
  /** For each commitment period: money, or units of usage, by commitmentUnitType. */
  commitmentValue: PositiveQuantity;
  /** Usage terms, one for each event type. */
  billingTermIds: readonly string[];
  /** When it was agreed, today or earlier: no earlier month changes. Default its first day, of an end its last day, today at the latest. */
  agreedOn?: Day | undefined;
};

export type ApplyCreditMemoRequestDto = {
  invoiceId: string;
  /** Default: as much as both sides have. */
  amount?: PositiveAmount | undefined;
  /** Default: today. */
  appliedAt?: Day | undefined;
};

export type ApplyCreditMemoToConsolidatedInvoiceAnswer = {
  /** One for each section that is settled. */
  data: ({
    id: string;
    /** The section. */
    invoiceId: string;
    invoiceNumber: string | null;
    amountApplied: string;
    appliedAt: string;
    paymentId: string | null;
    creditMemoId: string | null;
  })[];
};

export type ApplyCreditMemoToConsolidatedInvoiceAnswerEnvelope = {
  payload: ApplyCreditMemoToConsolidatedInvoiceAnswer;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type ApplyCreditMemoToConsolidatedInvoiceDto = {
  creditMemoId: string;
  /** Default: as much as both sides have. */
  amount?: PositiveAmount | undefined;
};

export type ApplyPaymentDto = {
  invoiceId: string;
  /** Default: as much as both sides have. */
  amount?: PositiveAmount | undefined;
};

export type ApplyPaymentToConsolidatedInvoiceAnswer = {
  /** One for each section that is settled. */
  data: ({
    id: string;
    /** The section. */
    invoiceId: string;
    invoiceNumber: string | null;
    amountApplied: string;
    appliedAt: string;
    paymentId: string | null;
    creditMemoId: string | null;
  })[];
};

export type ApplyPaymentToConsolidatedInvoiceAnswerEnvelope = {
  payload: ApplyPaymentToConsolidatedInvoiceAnswer;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type ApplyPaymentToConsolidatedInvoiceDto = {
  paymentId: string;
  /** Default: as much as both sides have. */
  amount?: PositiveAmount | undefined;
};

export type ApprovalPolicy = {
  kind: "APPROVE_CONTRACT" | "CREDIT_MEMO" | "WRITE_OFF" | "TREATMENT" | "MANUAL_REVENUE" | "ADJUSTMENT" | "JOURNAL_EXPORT" | "CLOSE" | "REOPEN" | "APPROVALS";
  above: {
    amount: Decimal;
    currency: CurrencyCode;
  } | null;
  role: "CONTROLLER" | "OWNER";
};

export type ApprovalPolicyEnvelope = {
  payload: ApprovalPolicy;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type ApproveChangeRequestDto = { [name: string]: unknown };

export type ApprovedChange = {
  id: string;
  status: "PENDING" | "APPROVED" | "REJECTED" | "WITHDRAWN";
  /** Of the policy that asks for the highest role. */
  kind: "APPROVE_CONTRACT" | "CREDIT_MEMO" | "WRITE_OFF" | "TREATMENT" | "MANUAL_REVENUE" | "ADJUSTMENT" | "JOURNAL_EXPORT" | "CLOSE" | "REOPEN" | "APPROVALS";
  kinds: ("APPROVE_CONTRACT" | "CREDIT_MEMO" | "WRITE_OFF" | "TREATMENT" | "MANUAL_REVENUE" | "ADJUSTMENT" | "JOURNAL_EXPORT" | "CLOSE" | "REOPEN" | "APPROVALS")[];
  /** The role that may approve, or any above it. */
  role: "CONTROLLER" | "OWNER";
  request: {
    operationId: string;
    method: string;
    path: string;
    query: { [name: string]: unknown };
    body: unknown;
  };
  planHash: string;
  dryRun: {
    summary: { [name: string]: unknown };
    plan: { [name: string]: unknown };
    result: unknown;
  };
  requestedBy: {
    /** Null for a person who was signed in. */
    keyId: string | null;
    /** Null for a key without a user. */
    userId: string | null;
  };
  requestedAt: string;
  decidedBy: {
    /** Null for a person who was signed in. */
    keyId: string | null;
    /** Null for a key without a user. */
    userId: string | null;
  } | null;
  decidedAt: string | null;
  reason: string | null;
  /** What the write answered. */
  result: unknown;
};

export type ApprovedChangeEnvelope = {
  payload: ApprovedChange;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type ArrByCustomerReport = {
  report: string;
  parameters: { [name: string]: unknown };
  generatedAt: string;
  /** Null where rows are in several currencies. */
  currency: string | null;
  /** Currencies that this report leaves out. */
  otherCurrencies: string[];
  /** The columns in the order of the files; periods stand before those that follow them. */
  columns: ReportColumn[];
  rows: ({
    /** Customer id. */
    id: string | null;
    /** Customer. */
    name: string | null;
    /** Opening ARR. */
    opening: string | null;
    /** Of customers that had nothing recurring before. */
    new: string | null;
    /** Of customers that came back. */
    reactivation: string | null;
    /** Expansion. */
    expansion: string | null;
    /** Below zero. */
    contraction: string | null;
    /** Below zero: of customers that are left with nothing. */
    churn: string | null;
    /** Closing ARR. */
    closing: string | null;
  })[];
  totals: {
    /** Opening ARR. */
    opening: string | null;
    /** Of customers that had nothing recurring before. */
    new: string | null;
    /** Of customers that came back. */
    reactivation: string | null;
    /** Expansion. */
    expansion: string | null;
    /** Below zero. */
    contraction: string | null;
    /** Below zero: of customers that are left with nothing. */
    churn: string | null;
    /** Closing ARR. */
    closing: string | null;
  } | null;
  notes: string[];
};

export type ArrByCustomerReportEnvelope = {
  payload: ArrByCustomerReport;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type ArrReport = {
  report: string;
  parameters: { [name: string]: unknown };
  generatedAt: string;
  /** Null where rows are in several currencies. */
  currency: string | null;
  /** Currencies that this report leaves out. */
  otherCurrencies: string[];
  /** The columns in the order of the files; periods stand before those that follow them. */
  columns: ReportColumn[];
  rows: ({
    /** Month. */
    month: string | null;
    /** Opening ARR. */
    opening: string | null;
    /** Of customers that had nothing recurring before. */
    new: string | null;
    /** Of customers that came back. */
    reactivation: string | null;
    /** Expansion. */
    expansion: string | null;
    /** Below zero. */
    contraction: string | null;
    /** Below zero: of customers that are left with nothing. */
    churn: string | null;
    /** Closing ARR. */
    closing: string | null;
    /** Closing ARR ÷ 12. */
    mrr: string | null;
    /** With something recurring at the month's end. */
    customers: number | null;
  })[];
  totals: {
    /** Of customers that had nothing recurring before. */
    new: string | null;
    /** Of customers that came back. */
    reactivation: string | null;
    /** Expansion. */
    expansion: string | null;
    /** Below zero. */
    contraction: string | null;
    /** Below zero: of customers that are left with nothing. */
    churn: string | null;
  } | null;
  notes: string[];
};

export type ArrReportEnvelope = {
  payload: ArrReport;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type AuditEntry = {
  id: string;
  /** By the merchant's clock, which stands still in a sandbox. */
  at: string;
  /** Real time. */
  recordedAt: string;
  actor: {
    kind: "KEY" | "USER" | "SYSTEM";
    id: string;
  };
  action: string;
  entityType: string;
  entityId: string;
  changes: ({
    path: string;
    from: unknown;
    to: unknown;
  })[];
  requestId: string | null;
  reason: string | null;
};

export type AuditEntryPage = {
  data: AuditEntry[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type AuditEntryPageEnvelope = {
  payload: AuditEntryPage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type BatchSavePobsForContractDto = {
  /** The group of everything below. */
  billingTermGroupId: string;
  toCreate?: readonly PerformanceObligationDto[] | undefined;
  toUpdate?: readonly ({
    id: string;
    name?: string | null | undefined;
    /** Fills the fields that the request leaves out. */
    productId?: string | null | undefined;
    itemId?: string | null | undefined;
    erpClassId?: string | null | undefined;
    /** The same as erpClassId. */
    classId?: string | null | undefined;
    /** Revenue category; default the product's. */
    categoryId?: string | null | undefined;
    /** The category by its name, in place of categoryId. */
    category?: string | undefined;
    /** First day of service. Not for RECOGNIZE_AS_BILLED and RECOGNIZE_AS_CONSUMED, which take it from the group's terms. */
    serviceStartDate?: Day | undefined;
    /** Last day of service, inclusive. Not for RECOGNIZE_AS_BILLED and RECOGNIZE_AS_CONSUMED, which take it from the group's terms. */
    serviceEndDate?: Day | undefined;
    /** Its price. Not for RECOGNIZE_AS_BILLED and RECOGNIZE_AS_CONSUMED, which take it from the group's terms. */
    transactionPrice?: Amount | undefined;
    /** For the whole service; default the product's. */
    standaloneSellingPrice?: PositiveAmount | null | undefined;
    /** Default by pattern. */
    considerationType?: "FIXED" | "VARIABLE" | undefined;
    recognitionPattern?: RecognitionPattern | undefined;
    /** The usage that RECOGNIZE_AS_CONSUMED earns. */
    eventTypeId?: string | null | undefined;
    /** The day on which POINT_IN_TIME earns all. */
    recognitionDate?: Day | null | undefined;
    milestones?: readonly PobMilestoneDto[] | undefined;
    progress?: readonly PobProgressDto[] | undefined;
    /** First day of the change, on an approved contract; default today. */
    effectiveDate?: Day | undefined;
    reasonCode?: ReasonCode | undefined;
    /** Lets progress fall below what was reported before. */
    correction?: boolean | undefined;
    customRevenue?: readonly PobMonthDto[] | undefined;
  })[] | undefined;
  toDelete?: readonly string[] | undefined;
  /** Sets the stated prices to shares of what the group bills, by standalone selling price. */
  allocate?: boolean | undefined;
  /** When it was agreed, today or earlier: no earlier month changes. Default its first day, of an end its last day, today at the latest. */
  agreedOn?: Day | undefined;
};

export type BillingSchedule = {
  name: string;
  description: string | null;
  productId: string | null;
  itemId: string | null;
  classId: string | null;
  eventTypeId: string | null;
  kind: "FLAT" | "PER_UNIT" | "SEAT" | "USAGE" | "ONE_OFF";
  startDate: string;
  endDate: string | null;
  interval: "NONE" | "DAY" | "WEEK" | "SEMI_MONTH" | "MONTH" | "QUARTER" | "YEAR";
  isRecurring: boolean;
  invoiceDateStrategy: "FIRST_OF_PERIOD" | "ADVANCED_DUE_START" | "LAST_OF_PERIOD" | "ARREARS";
  isArrears: boolean;
  netPaymentTerms: number;
  billingType: "FLAT" | "UNIT";
  pricingType: "SIMPLE" | "TIERED" | "VOLUME" | "PACKAGE";
  pricing: PricingTier[];
  tierBoundary: "UPPER" | "LOWER";
  packageSize: string | null;
  minimumPackages: number;
  quantity: string;
  escalator: Escalator | null;
  minimumAmount: string | null;
  maximumAmount: string | null;
  usageScope: "STANDALONE" | "COMMITMENT";
  /** The day the milestone was reached. */
  reachedOn: string | null;
  /** Every n intervals; default 1. */
  intervalFrequency: number;
  /** Price of a short period; default DAY. MONTH divides days left by the days of the month, counted from startDate, they begin in. */
  prorationPolicy: "NONE" | "MONTH" | "DAY";
  /** MILESTONE bills a one-off when it is reached. */
  trigger: "DATE" | "MILESTONE";
  /** What tiers of usage count; default TERM. */
  tierScope: "TERM" | "DIFFERENTIATOR";
  /** What an amendment that lowers the price credits of invoiced days: NONE (default) or PRORATED. Seats have it in seatConfig. */
  creditOnDecrease: "NONE" | "PRORATED";
  /** Different keys never share an invoice. */
  invoiceGroup: string | null;
};

export type BillingTerm = {
  id: string;
  /** The same as id. */
  billingTermId: string;
  contractId: string;
  customerId: string | null;
  billingTermGroupId: string;
  /** The last commitment whose steps name it. */
  commitmentId: string | null;
  status: "ACTIVE" | "TERMINATED";
  name: string;
  description: string | null;
  productId: string | null;
  itemId: string | null;
  classId: string | null;
  eventTypeId: string | null;
  kind: "FLAT" | "PER_UNIT" | "SEAT" | "USAGE" | "ONE_OFF";
  startDate: string;
  endDate: string | null;
  interval: "NONE" | "DAY" | "WEEK" | "SEMI_MONTH" | "MONTH" | "QUARTER" | "YEAR";
  isRecurring: boolean;
  invoiceDateStrategy: "FIRST_OF_PERIOD" | "ADVANCED_DUE_START" | "LAST_OF_PERIOD" | "ARREARS";
  isArrears: boolean;
  netPaymentTerms: number;
  billingType: "FLAT" | "UNIT";
  pricingType: "SIMPLE" | "TIERED" | "VOLUME" | "PACKAGE";
  pricing: PricingTier[];
  tierBoundary: "UPPER" | "LOWER";
  packageSize: string | null;
  minimumPackages: number;
  quantity: string;
  escalator: Escalator | null;
  minimumAmount: string | null;
  maximumAmount: string | null;
  usageScope: "STANDALONE" | "COMMITMENT";
  /** The day the milestone was reached. */
  reachedOn: string | null;
  /** Every n intervals; default 1. */
  intervalFrequency: number;
  /** Price of a short period; default DAY. MONTH divides days left by the days of the month, counted from startDate, they begin in. */
  prorationPolicy: "NONE" | "MONTH" | "DAY";
  /** MILESTONE bills a one-off when it is reached. */
  trigger: "DATE" | "MILESTONE";
  /** What tiers of usage count; default TERM. */
  tierScope: "TERM" | "DIFFERENTIATOR";
  /** What an amendment that lowers the price credits of invoiced days: NONE (default) or PRORATED. Seats have it in seatConfig. */
  creditOnDecrease: "NONE" | "PRORATED";
  /** Different keys never share an invoice. */
  invoiceGroup: string | null;
  discounts: Discount[];
  seatConfig: SeatConfig | null;
  /** Units a period; of seats, the count of today. */
  currentQuantity: string;
  /** Last day that issued invoices cover. */
  invoicedThrough: string | null;
  terminatedAt: string | null;
  createdAt: string;
  lastUpdatedAt: string;
};

export type BillingTermEnvelope = {
  payload: BillingTerm;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type BillingTermGroup = {
  id: string;
  contractId: string;
  name: string | null;
  billingTermIds: string[];
  performanceObligationIds: string[];
  createdAt: string;
  updatedAt: string;
};

export type BillingTermGroupEnvelope = {
  payload: BillingTermGroup;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type BillingTermGroupPage = {
  data: BillingTermGroup[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type BillingTermGroupPageEnvelope = {
  payload: BillingTermGroupPage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type BillingTermPage = {
  data: BillingTerm[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type BillingTermPageEnvelope = {
  payload: BillingTermPage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type BookImport = {
  id: string;
  /** As book.json names it; a book is loaded once under a name. */
  name: string;
  /** Balances that were compared with the old ledger. */
  balanceCount: number;
  /** Those of them that differ. */
  differenceCount: number;
  acceptedAt: string | null;
  acceptedBy: string | null;
  acceptedReason: string | null;
  /** When it was reversed as a whole; its name is free again. */
  reversedAt: string | null;
  createdAt: string;
};

export type BookImportEnvelope = {
  payload: BookImport;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type BookImportPage = {
  data: BookImport[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type BookImportPageEnvelope = {
  payload: BookImportPage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type BookImportTie = {
  /** What the files name the contract by. */
  contractKey: string;
  contractId: string;
  /** CONTRACT_LIABILITY is net of contract assets and unbilled receivables, which closes present. */
  account: "RECEIVABLE" | "CONTRACT_LIABILITY" | "CUSTOMER_CREDIT" | "TAX_PAYABLE";
  currency: string;
  /** What the old ledger had, debit less credit. */
  old: string;
  /** What was posted of it. */
  loaded: string;
  /** loaded less old. */
  difference: string;
  status: "TIED" | "DIFFERENT";
};

export type BookImportTiePage = {
  data: BookImportTie[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type BookImportTiePageEnvelope = {
  payload: BookImportTiePage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type BulkChange = {
  id: string;
  rows: ({
    /** The line of the file on which the row ends. */
    line: number;
    action: "PRICE" | "DATES" | "SEATS" | "TREATMENT" | "TERMINATION" | "DELETION" | "COMMITMENT_DATES" | "COMMITMENT_TERMINATION" | "CONTRACT_APPROVAL" | "CONTRACT_HOLD" | "CONTRACT_DELETION";
    contractId: string;
    billingTermId: string | null;
    commitmentId: string | null;
    modificationId: string | null;
    /** Fields of the term, the commitment or the contract, or the treatment, before and after the row. What is deleted has no status after it. */
    changes: ({
      field: string;
      before: unknown;
      after: unknown;
    })[];
  })[];
};

export type BulkChangeEnvelope = {
  payload: BulkChange;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type BulkLinkPaymentAccountsDto = {
  items: readonly ({
    /** Id of the customer to link. */
    customerId: string;
    processorType: "PROCESSOR_A";
    /** The processor's own id of an account that exists there. */
    processorCustomerRef: string;
    /** A payment method of that account, stored as its default at once. */
    defaultPaymentMethodId?: string | undefined;
  })[];
};

export type BulkLinkResults = {
  /** One result for each entry, in the order sent. */
  items: ({
    customerId: string;
    processorType: "PROCESSOR_A";
    status: "LINKED" | "NOT_FOUND" | "FAILED";
    processorCustomerRef?: string;
    defaultPaymentMethod?: string | null;
    defaultPaymentMethodType?: "CREDIT_CARD" | "ACH_DEBIT" | "ACH_CREDIT" | "CHECK" | "LINK" | null;
    isDefaultProcessor?: boolean;
    /** Why the entry FAILED; starts with INVALID_REFERENCE or INTERNAL and a colon. */
    error?: string;
  })[];
};

export type BulkLinkResultsEnvelope = {
  payload: BulkLinkResults;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type Category = {
  id: string;
  name: string;
  revenueAccount: string | null;
  contractLiabilityAccount: string | null;
  createdAt: string;
  lastUpdatedAt: string;
};

export type CategoryEnvelope = {
  payload: Category;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type CategoryPage = {
  data: Category[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type CategoryPageEnvelope = {
  payload: CategoryPage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type ChangeBillingTermGroupEventTypeAnswer = {
  message: string;
  updatedBillingTermIds: string[];
  updatedPerformanceObligationIds: string[];
};

export type ChangeBillingTermGroupEventTypeAnswerEnvelope = {
  payload: ChangeBillingTermGroupEventTypeAnswer;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type ChangeBillingTermGroupEventTypeDto = {
  billingTermIds?: readonly string[] | undefined;
  performanceObligationIds?: readonly string[] | undefined;
  toEventTypeId: string;
};

export type ChangeCloseTaskTemplateRequestDto = {
  title?: string | undefined;
  /** What to do, for whoever does it. */
  instructions?: string | null | undefined;
  /** Default BUSINESS_DAYS, Monday to Friday. Holidays are not considered. */
  dueIn?: "CALENDAR_DAYS" | "BUSINESS_DAYS" | undefined;
  /** The month cannot be closed before it is done; default true. */
  isRequired?: boolean | undefined;
  /** The last month that it is for; a task of one month has the first as last. */
  throughMonth?: string | null | undefined;
  /** Of an active member of the merchant. */
  ownerEmail?: string | undefined;
  /** Days after the last day of the month; 0 is that day. */
  dueDays?: number | undefined;
  /** The first month that it changes, an open one; default the first open month. */
  effectiveMonth?: string | undefined;
};

export type ChangePasswordAnswer = {
  success: boolean;
};

export type ChangePasswordAnswerEnvelope = {
  payload: ChangePasswordAnswer;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type ChangePasswordDto = {
  currentPassword?: string | undefined;
  newPassword: string;
};

export type ChangeRequest = {
  id: string;
  status: "PENDING" | "APPROVED" | "REJECTED" | "WITHDRAWN";
  /** Of the policy that asks for the highest role. */
  kind: "APPROVE_CONTRACT" | "CREDIT_MEMO" | "WRITE_OFF" | "TREATMENT" | "MANUAL_REVENUE" | "ADJUSTMENT" | "JOURNAL_EXPORT" | "CLOSE" | "REOPEN" | "APPROVALS";
  kinds: ("APPROVE_CONTRACT" | "CREDIT_MEMO" | "WRITE_OFF" | "TREATMENT" | "MANUAL_REVENUE" | "ADJUSTMENT" | "JOURNAL_EXPORT" | "CLOSE" | "REOPEN" | "APPROVALS")[];
  /** The role that may approve, or any above it. */
  role: "CONTROLLER" | "OWNER";
  request: {
    operationId: string;
    method: string;
    path: string;
    query: { [name: string]: unknown };
    body: unknown;
  };
  planHash: string;
  dryRun: {
    summary: { [name: string]: unknown };
    plan: { [name: string]: unknown };
    result: unknown;
  };
  requestedBy: {
    /** Null for a person who was signed in. */
    keyId: string | null;
    /** Null for a key without a user. */
    userId: string | null;
  };
  requestedAt: string;
  decidedBy: {
    /** Null for a person who was signed in. */
    keyId: string | null;
    /** Null for a key without a user. */
    userId: string | null;
  } | null;
  decidedAt: string | null;
  reason: string | null;
};

export type ChangeRequestEnvelope = {
  payload: ChangeRequest;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type ChangeRequestPage = {
  data: ChangeRequest[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type ChangeRequestPageEnvelope = {
  payload: ChangeRequestPage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type ChangedBillingTerm = {
  id: string;
  /** The same as id. */
  billingTermId: string;
  contractId: string;
  customerId: string | null;
  billingTermGroupId: string;
  /** The last commitment whose steps name it. */
  commitmentId: string | null;
  status: "ACTIVE" | "TERMINATED";
  name: string;
  description: string | null;
  productId: string | null;
  itemId: string | null;
  classId: string | null;
  eventTypeId: string | null;
  kind: "FLAT" | "PER_UNIT" | "SEAT" | "USAGE" | "ONE_OFF";
  startDate: string;
  endDate: string | null;
  interval: "NONE" | "DAY" | "WEEK" | "SEMI_MONTH" | "MONTH" | "QUARTER" | "YEAR";
  isRecurring: boolean;
  invoiceDateStrategy: "FIRST_OF_PERIOD" | "ADVANCED_DUE_START" | "LAST_OF_PERIOD" | "ARREARS";
  isArrears: boolean;
  netPaymentTerms: number;
  billingType: "FLAT" | "UNIT";
  pricingType: "SIMPLE" | "TIERED" | "VOLUME" | "PACKAGE";
  pricing: PricingTier[];
  tierBoundary: "UPPER" | "LOWER";
  packageSize: string | null;
  minimumPackages: number;
  quantity: string;
  escalator: Escalator | null;
  minimumAmount: string | null;
  maximumAmount: string | null;
  usageScope: "STANDALONE" | "COMMITMENT";
  /** The day the milestone was reached. */
  reachedOn: string | null;
  /** Every n intervals; default 1. */
  intervalFrequency: number;
  /** Price of a short period; default DAY. MONTH divides days left by the days of the month, counted from startDate, they begin in. */
  prorationPolicy: "NONE" | "MONTH" | "DAY";
  /** MILESTONE bills a one-off when it is reached. */
  trigger: "DATE" | "MILESTONE";
  /** What tiers of usage count; default TERM. */
  tierScope: "TERM" | "DIFFERENTIATOR";
  /** What an amendment that lowers the price credits of invoiced days: NONE (default) or PRORATED. Seats have it in seatConfig. */
  creditOnDecrease: "NONE" | "PRORATED";
  /** Different keys never share an invoice. */
  invoiceGroup: string | null;
  discounts: Discount[];
  seatConfig: SeatConfig | null;
  /** Units a period; of seats, the count of today. */
  currentQuantity: string;
  /** Last day that issued invoices cover. */
  invoicedThrough: string | null;
  terminatedAt: string | null;
  createdAt: string;
  lastUpdatedAt: string;
  /** The job that regenerates the invoices. */
  jobId: string;
};

export type ChangedBillingTermEnvelope = {
  payload: ChangedBillingTerm;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type ChartOfAccounts = {
  accounts: ({
    role: AccountRole;
    account: string | null;
    categoryId: string | null;
    classId: string | null;
    number: string;
    name: string | null;
  })[];
  formats: {
    xero?: {
      /** The name of the tax rate of every line. */
      taxRate: string;
      /** The tracking category whose options are the classes. */
      classTracking?: string | null;
    };
    netSuite?: {
      subsidiary?: string | null;
    };
    sageIntacct?: {
      /** The journal symbol. */
      journal: string;
      locationId?: string | null;
    };
    datev?: {
      /** Beraternummer. */
      consultantNumber: number;
      /** Mandantennummer. */
      clientNumber: number;
      /** Sachkontenlänge: digits of an account. */
      accountLength: number;
      fiscalYearStartMonth: number;
      /** Clearing account of entries with several lines on both sides; each nets to 0.00 in it. */
      clearingAccount: string;
    };
  };
};

export type ChartOfAccountsEnvelope = {
  payload: ChartOfAccounts;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type Class = {
  id: string;
  name: string;
  /** Its id in the accounting system. */
  externalId: string;
  createdAt: string;
  lastUpdatedAt: string;
};

export type ClassList = Class[];

export type ClassListEnvelope = {
  payload: ClassList;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type ClassPage = {
  data: Class[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type ClassPageEnvelope = {
  payload: ClassPage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type CloseHold = {
  id: string;
  contractId: string;
  status: "HELD" | "RELEASED";
  /** The first month that it is left out of; null for every open one. */
  fromMonth: string | null;
  reason: string;
  heldAt: string;
  heldBy: string;
  releasedAt: string | null;
  releasedBy: string | null;
};

export type CloseHoldEnvelope = {
  payload: CloseHold;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type CloseHoldPage = {
  data: CloseHold[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type CloseHoldPageEnvelope = {
  payload: CloseHoldPage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type CloseManifest = {
  format: "accord.close-package/1";
  merchantId: string;
  /** Its place in the merchant's chain of packages, from 1. */
  sequence: number;
  month: string;
  /** How often the month had been closed, this time included. */
  closeCount: number;
  closedAt: string;
  closedBy: string;
  currencies: ({
    currency: string;
    accounts: ({
      role: AccountRole;
      account: string;
      debit: string;
      credit: string;
      /** Debit − credit. */
      balance: string;
      /** The month's own. */
      activityDebit: string;
      activityCredit: string;
    })[];
    totalDebit: string;
    totalCredit: string;
    /** Opening + billed − recognized + adjustments + adjusted = closing = contract liability − contract asset − unbilled receivable, over all contracts. */
    contractRollForward: {
      opening: string;
      /** Issued less voided, without tax. */
      billed: string;
      recognized: string;
      /** Credit memos and write-offs. */
      adjustments: string;
      /** Manual adjustments. */
      adjusted: string;
      closing: string;
      contractLiability: string;
      contractAsset: string;
      unbilledReceivable: string;
    };
  })[];
  journal: {
    /** Entries dated in the month. */
    count: number;
    lines: number;
    /** The highest number among them; 0 for none. */
    lastNumber: string;
    /** The end of the chain over the entries. SHA-256, hex. */
    hash: string;
  };
  revenue: {
    /** Postings of revenue in the month. */
    count: number;
    /** The end of the chain over the postings. SHA-256, hex. */
    hash: string;
  };
  /** Contracts that the close left out because they are held. */
  held: ({
    contractId: string;
    reason: string;
    heldBy: string;
  })[];
  /** The month's tasks at the close, by due date. */
  tasks: ({
    templateId: string;
    title: string;
    ownerEmail: string;
    isRequired: boolean;
    dueDate: string;
    status: "OPEN" | "DONE";
    doneAt: string | null;
    doneBy: string | null;
    doneByEmail: string | null;
    evidence: ({
      text: string;
      url: string | null;
      journalEntryId: string | null;
    })[];
  })[];
  /** What the close verified of its own month before it froze it. Contracts are verified in turn by id, starting after `through` of the package before. */
  proof: {
    checks: ({
      code: "JOURNAL_BALANCED" | "REVENUE_POSTED" | "RECEIVABLE_IS_BALANCES" | "POSITION_IS_BILLED_LESS_RECOGNIZED" | "POSTED_IS_EARNED";
      /** For how many currencies, or contracts. */
      proved: number;
    })[];
    contracts: {
      total: number;
      proved: number;
      from: string | null;
      through: string | null;
    };
  };
  /** The end of the audit log before the rows of the close. */
  audit: {
    sequence: string;
    /** Of its last row. SHA-256, hex. */
    hash: string;
  } | null;
  /** Of the package before; null for the first. SHA-256, hex. */
  previousHash: string | null;
};

export type ClosePackage = {
  id: string;
  month: string;
  closeCount: number;
  /** Of the manifest, as its download has it. SHA-256, hex. */
  hash: string;
  manifest: CloseManifest;
};

export type ClosePackageEnvelope = {
  payload: ClosePackage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type ClosePackagePage = {
  data: ClosePackage[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type ClosePackagePageEnvelope = {
  payload: ClosePackagePage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type ClosePeriodAnswer = {
  month: string;
  /** The month and every earlier one that was still open. */
  closedMonths: string[];
  entriesPosted: number;
};

export type ClosePeriodAnswerEnvelope = {
  payload: ClosePeriodAnswer;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type CloseTask = {
  /** Of its template. */
  id: string;
  month: string;
  title: string;
  instructions: string | null;
  ownerEmail: string;
  isRequired: boolean;
  dueDate: string;
  status: "OPEN" | "DONE";
  /** Open after its due date. */
  isOverdue: boolean;
  doneAt: string | null;
  doneBy: string | null;
  /** Of the user who made the key that it was done with. */
  doneByEmail: string | null;
  evidence: ({
    text: string;
    url: string | null;
    journalEntryId: string | null;
  })[];
  /** Why it is open again. */
  reopenReason: string | null;
};

export type CloseTaskEnvelope = {
  payload: CloseTask;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type CloseTaskTemplate = {
  id: string;
  title: string;
  instructions: string | null;
  ownerEmail: string;
  dueDays: number;
  dueIn: "CALENDAR_DAYS" | "BUSINESS_DAYS";
  isRequired: boolean;
  fromMonth: string;
  throughMonth: string | null;
  /** The first month that it holds for; earlier ones keep the version before. */
  effectiveMonth: string;
};

export type CloseTaskTemplateEnvelope = {
  payload: CloseTaskTemplate;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type CloseTaskTemplatePage = {
  data: CloseTaskTemplate[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type CloseTaskTemplatePageEnvelope = {
  payload: CloseTaskTemplatePage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type Commitment = {
  id: string;
  contractId: string;
  customerId: string | null;
  name: string | null;
  status: "ACTIVE" | "ENDED" | "TERMINATED";
  commitmentUnitType: "CURRENCY" | "UNITS";
  commitmentStartDate: string;
  commitmentEndDate: string;
  isFullDuration: boolean;
  pricePriority: "LOW" | "HIGH";
  revenueRecognitionPattern: "RECOGNIZE_AS_CONSUMED" | "STRAIGHT_LINE";
  /** The sum of the steps, for each commitment period, in the unit of the commitment. */
  commitmentValue: string;
  commitmentInterval: "DAILY" | "WEEKLY" | "MONTHLY" | "QUARTERLY" | "YEARLY" | null;
  trueUpBehavior: "EACH_PERIOD" | "END_OF_SCHEDULE" | "NONE";
  prepaidEnabled: boolean;
  /** For each commitment period, in the unit of the commitment. */
  prepaidValue: string | null;
  prepaymentScheduleType: "FULL_UPFRONT" | "PER_COMMITMENT_PERIOD" | "SPLIT_ACROSS_BILLING_PERIODS" | null;
  billingTermIds: string[];
  schedules: CommitmentSchedule[];
  terminatedAt: string | null;
  createdAt: string;
  updatedAt: string;
  eventTypesIncluded: ({
    id: string;
    name: string;
  })[];
  /** Used in the commitment period of today, inside the value and beyond it. */
  currentCumulative: {
    amount: string;
    units: string;
  };
  /** Of all commitment periods; committed and consumed in the unit of the commitment, the rest money. */
  totals: {
    committed: string;
    consumed: string;
    overages: string;
    /** Of periods that are over. */
    trueUps: string;
    prepaid: string;
    prepaidLapsed: string;
  };
  periods: ({
    /** The schedule's id and the period's first day. */
    periodId: string;
    scheduleId: string;
    periodStart: string;
    periodEnd: string;
    /** The same as periodStart. */
    periodDate: string;
    status: "FUTURE" | "OPEN" | "AWAITING_INVOICES" | "FINALIZED";
    /** Something of it is invoiced, so its rules stay. */
    isInvoiced: boolean;
    amounts: {
      /** What is committed, in the unit of the commitment. */
      committed: string;
      /** What is drawn down, in the unit of the commitment. */
      consumed: string;
      /** committed − consumed, in the unit of the commitment. */
      remaining: string;
      cumulative: {
        /** Rated usage and overage, as money. */
        amount: string;
        /** All units used. */
        units: string;
      };
      /** Usage beyond the value, as money. */
      overage: string;
      /** Unused value that is billed; an estimate until the period is FINALIZED. */
      trueUp: string;
      prepaid: {
        /** drawn + lapsed + balance. */
        opening: string;
        drawn: string;
        lapsed: string;
        balance: string;
      };
    };
    steps: ({
      stepId: string;
      committed: string;
      consumed: string;
      remaining: string;
    })[];
    eventTypes: ({
      eventTypeId: string;
      eventTypeName: string;
      consumed: {
        amount: string;
        units: string;
      };
      overages: {
        amount: string;
        units: string;
      };
      cumulative: {
        amount: string;
        units: string;
      };
    })[];
    invoiceIds: string[];
    /** When its last invoice was issued. */
    finalizedAt: string | null;
    lastCalculatedAt: string;
  })[];
};

export type CommitmentEnvelope = {
  payload: Commitment;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type CommitmentExplanation = {
  commitmentPeriod: ExplainedSpan;
  service: ExplainedSpan;
  /** In the unit of the commitment, as are consumed and remaining. */
  committed: string;
  consumed: string;
  remaining: string;
  prepaid: string;
  shortfall: string;
  parts: ({
    units: string;
    unitPrice: string;
    amount: string;
  })[];
  exact: string;
  through: {
    before: string;
    after: string;
  } | null;
  rounding: string;
  total: string;
  /** Of a correction: billed of total before. */
  billed: string | null;
};

export type CommitmentForecast = {
  commitmentId: string;
  method: "FLAT" | "TREND";
  observedFrom: string;
  observedTo: string;
  periods: ({
    scheduleId: string;
    periodStart: string;
    periodEnd: string;
    /** In the unit of the commitment, as consumed and remaining. */
    committed: string;
    /** Through yesterday. */
    consumed: string;
    /** By the end of the period. */
    expectedConsumed: string;
    expectedOverage: string;
    /** Value that will be neither used nor prepaid. */
    expectedShortfall: string;
    /** The part of it that is billed. */
    expectedTrueUp: string;
    /** End of the billing period in which the value runs out. */
    exhaustedBy: string | null;
    /** After the bills of each day. */
    burnDown: ({
      date: string;
      consumed: string;
      remaining: string;
    })[];
  })[];
};

export type CommitmentForecastEnvelope = {
  payload: CommitmentForecast;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type CommitmentSchedule = {
  id: string;
  startDate: string;
  endDate: string;
  /** The sum of the steps, for each commitment period, in the unit of the commitment. */
  commitmentValue: string;
  commitmentInterval: "DAILY" | "WEEKLY" | "MONTHLY" | "QUARTERLY" | "YEARLY" | null;
  trueUpBehavior: "EACH_PERIOD" | "END_OF_SCHEDULE" | "NONE";
  prepaidEnabled: boolean;
  /** For each commitment period, in the unit of the commitment. */
  prepaidValue: string | null;
  prepaymentScheduleType: "FULL_UPFRONT" | "PER_COMMITMENT_PERIOD" | "SPLIT_ACROSS_BILLING_PERIODS" | null;
  trueUpName: string | null;
  trueUpIntegrationItem: string | null;
  prepaymentInvoiceLineName: string | null;
  prepaymentIntegrationItem: string | null;
  /** Of prepayments and true-ups; null is the contract's. */
  netPaymentTerms: number | null;
  overageConfigs: ({
    eventTypeId: string;
    tierPricingType: "USE_ALL_TIER_PRICES" | "USE_TOP_TIER_PRICE_ONLY";
    /** Of a flat price, which is one tier as well; else null. */
    overagePrice: string | null;
    overagePricings: ({
      name: string | null;
      tier: number;
      /** Overage units of the commitment period from which the price holds. */
      conditionValue: string;
      price: string;
    })[];
    overageInvoiceLineName: string | null;
    overageIntegrationItemId: string | null;
  })[];
  /** Last day of the last invoiced period; those keep their rules. */
  invoicedThrough: string | null;
  /** In the order in which they are drawn down. */
  steps: ({
    id: string;
    name: string | null;
    /** For each commitment period, in the unit of the commitment. */
    commitmentValue: string;
    /** One for each event type. */
    billingTermIds: string[];
  })[];
};

export type CommitmentScheduleEnvelope = {
  payload: CommitmentSchedule;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type CommitmentStep = {
  scheduleId: string;
  id: string;
  name: string | null;
  /** For each commitment period, in the unit of the commitment. */
  commitmentValue: string;
  /** One for each event type. */
  billingTermIds: string[];
};

export type CommitmentStepEnvelope = {
  payload: CommitmentStep;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type CompareClosePackageAnswer = {
  packageId: string;
  month: string;
  closeCount: number;
  isSame: boolean;
  /** Accounts whose figures at the month's end differ now. */
  accounts: ({
    currency: string;
    role: AccountRole;
    account: string;
    before: {
      role: AccountRole;
      account: string;
      debit: string;
      credit: string;
      /** Debit − credit. */
      balance: string;
      /** The month's own. */
      activityDebit: string;
      activityCredit: string;
    } | null;
    after: {
      role: AccountRole;
      account: string;
      debit: string;
      credit: string;
      /** Debit − credit. */
      balance: string;
      /** The month's own. */
      activityDebit: string;
      activityCredit: string;
    } | null;
  })[];
  totalEntriesSince: number;
  /** The first 200 entries dated in the month that were posted after the close. */
  entriesSince: JournalEntry[];
};

export type CompareClosePackageAnswerEnvelope = {
  payload: CompareClosePackageAnswer;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type CompleteCloseTaskDto = {
  /** The month whose task it is. */
  month: string;
  evidence: readonly ({
    /** What was done, or found. */
    text: string;
    /** Where: a report, a document, a ticket. */
    url?: string | null | undefined;
    /** The entry that it is about. */
    journalEntryId?: string | null | undefined;
  })[];
};

export type ConsolidatedInvoice = {
  id: string;
  /** One of the gapless series, of all of its sections. */
  invoiceNumber: string | null;
  status: "ISSUED" | "PARTIALLY_PAID" | "PAID" | "UNCOLLECTIBLE" | "VOID";
  customerId: string;
  currency: string;
  issueDate: string;
  dueDate: string;
  netPaymentTerms: number;
  poNumber: string | null;
  memo: string | null;
  subtotal: string;
  discountTotal: string;
  taxTotal: string;
  total: string;
  amountPaid: string;
  amountCredited: string;
  balanceRemaining: string;
  /** By category and rate: the sums of the sections. */
  taxLines: TaxLine[];
  deliveryStatus: "NOT_SENT" | "SENT" | "SENT_EXTERNALLY";
  sentDate: string | null;
  voidedAt: string | null;
  issuedAt: string | null;
  /** The invoice of each contract that it bills. */
  sections: Invoice[];
};

export type ConsolidatedInvoiceActionDto = {
  action: "MARK_AS_SENT" | "VOID" | "MARK_UNCOLLECTIBLE" | "REINSTATE";
  /** For MARK_UNCOLLECTIBLE and REINSTATE; default: today. */
  date?: Day | undefined;
};

export type ConsolidatedInvoiceEnvelope = {
  payload: ConsolidatedInvoice;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type ConsolidatedInvoicePage = {
  data: ConsolidatedInvoice[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type ConsolidatedInvoicePageEnvelope = {
  payload: ConsolidatedInvoicePage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type Contact = {
  id: string;
  customerId: string;
  firstName: string | null;
  lastName: string | null;
  email: string;
  isPrimaryContact: boolean;
  isCCEmail: boolean;
  createdAt: string;
  lastUpdatedAt: string;
};

export type ContactEnvelope = {
  payload: Contact;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type ContactPage = {
  data: Contact[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type ContactPageEnvelope = {
  payload: ContactPage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type Contract = {
  id: string;
  name: string;
  customerId: string | null;
  customerName: string | null;
  currency: CurrencyCode;
  startDate: string | null;
  /** Last day of the contract; null while it is open-ended. */
  endDate: string | null;
  closeDate: string | null;
  netPaymentTerms: number;
  externalIds: ({
    externalId: string;
    sourceType: SourceType;
    /** Any JSON object; at most 16,384 bytes as compact UTF-8 JSON. */
    metadata?: { [name: string]: unknown };
  })[];
  source: "API" | "UPLOAD" | "CRM" | "ERP" | "EMAIL" | "INTERNAL";
  poNumber: string | null;
  consolidationKey: string | null;
  allocationMethod: "STATED" | "RELATIVE_SSP";
  status: "NEW" | "PROCESSING" | "BLOCKED" | "PROCESSED" | "APPROVED";
  /** Everything that keeps a BLOCKED contract from being PROCESSED. */
  blockReasons: ({
    code: "MISSING_CUSTOMER" | "MISSING_TERMS" | "FILE_UNREADABLE" | "MISSING_SERVICE_DATES" | "MISSING_CATEGORY" | "MISSING_EVENT_TYPE" | "OVERLAPPING_USAGE_TERMS" | "MISSING_POB" | "TRANSACTION_PRICE_UNALLOCATED" | "EVENT_TYPE_UNCOVERED" | "SSP_MISSING" | "TAX_LOCATION_MISSING" | "MANUAL_HOLD";
    message: string;
    path?: string;
  })[];
  /** Of the signed document, as it is downloaded. */
  fileName: string | null;
  /** SHA-256 of its bytes, in hexadecimal. */
  fileSha256: string | null;
  fileUploadedAt: string | null;
  /** The last day that an issued invoice covers. */
  invoicedThrough: string | null;
  /** What the terms bill in all; null without terms and while one is open-ended. */
  totalContractValue: string | null;
  approvedAt: string | null;
  approvedBy: string | null;
  /** The last processing job. */
  jobId: string | null;
  createdAt: string;
  lastUpdatedAt: string;
  deletedAt: string | null;
  /** Any JSON object; at most 16,384 bytes as compact UTF-8 JSON. */
  metadata: { [name: string]: unknown } | null;
  customFields: ({
    id: string;
    name: string;
    value: string;
  })[];
  /** Of a creation with parts: what was created, each list in the order of the request. */
  created?: {
    customerId: string | null;
    billingTerms: ({
      id: string;
      billingTermId?: string;
      billingTermGroupId: string;
      performanceObligationId?: string;
    })[];
    obligations: ({
      id: string;
      billingTermId?: string;
      billingTermGroupId: string;
      performanceObligationId?: string;
    })[];
    performanceObligationIds: string[];
    commitmentIds: string[];
  };
};

export type ContractActionDto = {
  /** APPROVE marks a PROCESSED contract as final: invoices may be issued and revenue posts. PROCESS reads its file and checks it again. BLOCK holds a PROCESSED contract back, UNBLOCK releases it. */
  action: "APPROVE" | "PROCESS" | "BLOCK" | "UNBLOCK";
  /** Kept in the audit log. Required with BLOCK, which shows it. */
  reason?: string | undefined;
};

export type ContractBalancesReport = {
  report: string;
  parameters: { [name: string]: unknown };
  generatedAt: string;
  /** Null where rows are in several currencies. */
  currency: string | null;
  /** Currencies that this report leaves out. */
  otherCurrencies: string[];
  /** The columns in the order of the files; periods stand before those that follow them. */
  columns: ReportColumn[];
  rows: ({
    /** Contract id. */
    id: string | null;
    /** Contract. */
    name: string | null;
    /** Customer. */
    customerName: string | null;
    /** Contract liability. */
    contractLiability: string | null;
    /** Expected as revenue within 12 months. */
    currentLiability: string | null;
    /** The rest of the contract liability. */
    nonCurrentLiability: string | null;
    /** The part of current that waits for progress or a milestone, so no month is known. */
    undated: string | null;
    /** Contract asset. */
    contractAsset: string | null;
    /** Unbilled receivable. */
    unbilledReceivable: string | null;
    /** Liability − asset − unbilled receivable. */
    net: string | null;
  })[];
  totals: {
    /** Contract liability. */
    contractLiability: string | null;
    /** Expected as revenue within 12 months. */
    currentLiability: string | null;
    /** The rest of the contract liability. */
    nonCurrentLiability: string | null;
    /** The part of current that waits for progress or a milestone, so no month is known. */
    undated: string | null;
    /** Contract asset. */
    contractAsset: string | null;
    /** Unbilled receivable. */
    unbilledReceivable: string | null;
    /** Liability − asset − unbilled receivable. */
    net: string | null;
  } | null;
  notes: string[];
};

export type ContractBalancesReportEnvelope = {
  payload: ContractBalancesReport;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type ContractEnvelope = {
  payload: Contract;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type ContractExternalIdDto = {
  externalId: string;
  sourceType: SourceType;
  /** Any JSON object; at most 16,384 bytes as compact UTF-8 JSON. */
  metadata?: { [name: string]: unknown } | null | undefined;
};

export type ContractLiabilityRollForwardReport = {
  report: string;
  parameters: { [name: string]: unknown };
  generatedAt: string;
  /** Null where rows are in several currencies. */
  currency: string | null;
  /** Currencies that this report leaves out. */
  otherCurrencies: string[];
  /** The columns in the order of the files; periods stand before those that follow them. */
  columns: ReportColumn[];
  rows: ({
    /** Id. */
    id: string | null;
    /** Name. */
    name: string | null;
    /** Contract liability − asset − unbilled receivable. */
    opening: string | null;
    /** Invoices less voided ones, without tax. */
    billed: string | null;
    /** Credit memos on lines of invoices, without tax. */
    credited: string | null;
    /** Billed, not served and not expected to be paid. */
    writtenOff: string | null;
    /** Revenue that was posted. */
    recognized: string | null;
    /** Adjustments, and what the old books of loaded contracts had recognized. */
    adjusted: string | null;
    /** From other categories less to them; none by contract and customer. */
    reclassified: string | null;
    /** Opening + billed − credited − written off − recognized + adjusted + reclassified. */
    closing: string | null;
  })[];
  totals: {
    /** Contract liability − asset − unbilled receivable. */
    opening: string | null;
    /** Invoices less voided ones, without tax. */
    billed: string | null;
    /** Credit memos on lines of invoices, without tax. */
    credited: string | null;
    /** Billed, not served and not expected to be paid. */
    writtenOff: string | null;
    /** Revenue that was posted. */
    recognized: string | null;
    /** Adjustments, and what the old books of loaded contracts had recognized. */
    adjusted: string | null;
    /** From other categories less to them; none by contract and customer. */
    reclassified: string | null;
    /** Opening + billed − credited − written off − recognized + adjusted + reclassified. */
    closing: string | null;
  } | null;
  notes: string[];
};

export type ContractLiabilityRollForwardReportEnvelope = {
  payload: ContractLiabilityRollForwardReport;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type ContractMetadata = {
  contractId: string;
  /** Any JSON object; at most 16,384 bytes as compact UTF-8 JSON. */
  metadata: { [name: string]: unknown } | null;
};

export type ContractMetadataEnvelope = {
  payload: ContractMetadata;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type ContractModification = {
  id: string;
  contractId: string;
  kind: "TERM_ADDED" | "TERM_PRICE" | "TERM_DATES" | "TERM_TERMINATED" | "TERM_SWAPPED" | "SEATS" | "PERFORMANCE_OBLIGATION_ADDED" | "PERFORMANCE_OBLIGATION_PRICE" | "PERFORMANCE_OBLIGATION_DATES" | "COMMITMENT_ADDED" | "COMMITMENT_CHANGED" | "COMMITMENT_TERMINATED";
  billingTermId: string | null;
  performanceObligationId: string | null;
  commitmentId: string | null;
  /** The first day of what was agreed. */
  effectiveDate: string;
  /** It moves no month before; null for a correction. */
  agreedOn: string | null;
  changes: ({
    path: string;
    from: unknown;
    to: unknown;
  })[];
  proposedTreatment: "SEPARATE_CONTRACT" | "PROSPECTIVE" | "CUMULATIVE_CATCH_UP" | "MIXED";
  /** Of the standard, for the proposal. */
  paragraph: string;
  proposalReason: string;
  /** The proposal, or what was chosen last in its place. */
  treatment: "SEPARATE_CONTRACT" | "PROSPECTIVE" | "CUMULATIVE_CATCH_UP" | "MIXED";
  choices: ({
    treatment: "SEPARATE_CONTRACT" | "PROSPECTIVE" | "CUMULATIVE_CATCH_UP" | "MIXED";
    reason: string;
    /** The first month that it may move; null while nothing was closed. */
    bookMonth: string | null;
    actor: {
      kind: "KEY" | "USER" | "SYSTEM";
      id: string;
    };
    createdAt: string;
  })[];
  /** The first month that it may move; null while nothing was closed. */
  bookMonth: string | null;
  actor: {
    kind: "KEY" | "USER" | "SYSTEM";
    id: string;
  };
  createdAt: string;
  effect: {
    /** Of months before the book month, posted in the first open one. */
    catchUp: string;
    months: ({
      timeframe: string;
      amount: string;
    })[];
    /** Of all months. */
    total: string;
    /** Of the price of what waits for a milestone or for progress; in no month, and not in the total. */
    undated: string;
  };
};

export type ContractModificationEnvelope = {
  payload: ContractModification;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type ContractModificationPage = {
  data: ContractModification[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type ContractModificationPageEnvelope = {
  payload: ContractModificationPage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type ContractPage = {
  data: Contract[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
  /** With `totals=true`: of all pages, by currency. */
  totals?: ({
    currency: string;
    /** Rows in this currency. */
    count: number;
    /** Of the contracts that have one. */
    totalContractValue: string;
  })[];
};

export type ContractPageEnvelope = {
  payload: ContractPage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type CountryCode = string;

export type CreateAdjustmentRequestDto = {
  /** In an open month. */
  date: Day;
  currency: CurrencyCode;
  reason: string;
  lines: readonly ({
    /** RECEIVABLE, CUSTOMER_CREDIT, CASH, TAX_PAYABLE and BAD_DEBT_RECOVERED are rejected: only documents post to them. MIGRATION_CLEARING needs a contract that has an opening. */
    role: AccountRole;
    /** A line has a debit or a credit. */
    debit?: PositiveAmount | undefined;
    credit?: PositiveAmount | undefined;
    /** An approved contract; required for CONTRACT_LIABILITY, CONTRACT_ASSET, UNBILLED_RECEIVABLE and MIGRATION_CLEARING. The lines of each contract balance. */
    contractId?: string | null | undefined;
    /** Reports show the line in this category; it is posted to its account, if it has one. */
    categoryId?: string | null | undefined;
  })[];
  /** Also posts its reversal, on this later day. */
  reverseOn?: Day | null | undefined;
};

export type CreateApiKeyDto = {
  name: string;
  access: "READ_ONLY" | "WRITE";
  /** Upper limit of its rights, at most your own. */
  role?: "VIEWER" | "EDITOR" | "CONTROLLER" | "OWNER" | null | undefined;
  /** In real time. */
  expiresAt?: string | null | undefined;
};

export type CreateBillingScheduleDto = {
  description?: string | null | undefined;
  /** Fills the fields that the request leaves out. */
  productId?: string | null | undefined;
  itemId?: string | null | undefined;
  classId?: string | null | undefined;
  /** Last day of service, inclusive. */
  endDate?: Day | null | undefined;
  /** Number of billing periods; 0 is open-ended. */
  duration?: number | undefined;
  isRecurring?: boolean | undefined;
  /** Days from issue to due; default the contract's. */
  netPaymentTerms?: number | undefined;
  /** Default SIMPLE. */
  pricingType?: "SIMPLE" | "TIERED" | "VOLUME" | "PACKAGE" | undefined;
  /** Which tier a quantity equal to tierMinimum belongs to; default UPPER. */
  tierBoundary?: "UPPER" | "LOWER" | undefined;
  /** Units of a package, for PACKAGE. */
  packageSize?: Quantity | null | undefined;
  /** Packages due at no quantity, for PACKAGE. */
  minimumPackages?: number | undefined;
  /** Units a period, or the first count of seats; default 1 for FLAT. */
  quantity?: Quantity | undefined;
  discounts?: readonly DiscountDto[] | undefined;
  discount?: DiscountDto | undefined;
  escalator?: EscalatorDto | null | undefined;
  /** Minimum of a billing period, for usage. */
  minimumAmount?: Quantity | null | undefined;
  /** Maximum of a billing period, for usage. */
  maximumAmount?: Quantity | null | undefined;
  usageScope?: "STANDALONE" | "COMMITMENT" | undefined;
  /** Every n intervals; default 1. */
  intervalFrequency?: number | undefined;
  /** Price of a short period; default DAY. MONTH divides days left by the days of the month, counted from startDate, they begin in. */
  prorationPolicy?: "NONE" | "MONTH" | "DAY" | undefined;
  /** MILESTONE bills a one-off when it is reached. */
  trigger?: "DATE" | "MILESTONE" | undefined;
  /** What tiers of usage count; default TERM. */
  tierScope?: "TERM" | "DIFFERENTIATOR" | undefined;
  /** What an amendment that lowers the price credits of invoiced days: NONE (default) or PRORATED. Seats have it in seatConfig. */
  creditOnDecrease?: "NONE" | "PRORATED" | undefined;
  /** Different keys never share an invoice. */
  invoiceGroup?: string | null | undefined;
  /** Not supported; send null or leave it out. */
  departmentId?: null | undefined;
  /** Not supported; send null or leave it out. */
  projectId?: null | undefined;
  /** Name of the invoice line; required without a product. */
  name?: string | undefined;
  /** First day of the first billing period, and the anchor of all. */
  startDate: Day;
  /** Length of a billing period. NONE bills once, on startDate. */
  interval: "NONE" | "DAY" | "WEEK" | "SEMI_MONTH" | "MONTH" | "QUARTER" | "YEAR";
  /** Day of each invoice: first or last day of the period, ARREARS the day after it, ADVANCED_DUE_START so early that it is due on the first day. Required, unless isArrears is sent. */
  invoiceDateStrategy?: "FIRST_OF_PERIOD" | "ADVANCED_DUE_START" | "LAST_OF_PERIOD" | "ARREARS" | undefined;
  /** Deprecated: send invoiceDateStrategy instead. */
  isArrears?: boolean | undefined;
  invoiceType?: "INVOICE" | undefined;
  /** FLAT: an amount a period. UNIT: quantity times a price. */
  billingType: "FLAT" | "UNIT";
  pricing: readonly PricingTierDto[];
  /** Makes the term usage-based. */
  eventTypeId?: string | null | undefined;
  seatConfig?: SeatConfigDto | null | undefined;
};

export type CreateBillingTermDto = {
  description?: string | null | undefined;
  /** Fills the fields that the request leaves out. */
  productId?: string | null | undefined;
  itemId?: string | null | undefined;
  classId?: string | null | undefined;
  /** Last day of service, inclusive. */
  endDate?: Day | null | undefined;
  /** Number of billing periods; 0 is open-ended. */
  duration?: number | undefined;
  isRecurring?: boolean | undefined;
  /** Days from issue to due; default the contract's. */
  netPaymentTerms?: number | undefined;
  /** Default SIMPLE. */
  pricingType?: "SIMPLE" | "TIERED" | "VOLUME" | "PACKAGE" | undefined;
  /** Which tier a quantity equal to tierMinimum belongs to; default UPPER. */
  tierBoundary?: "UPPER" | "LOWER" | undefined;
  /** Units of a package, for PACKAGE. */
  packageSize?: Quantity | null | undefined;
  /** Packages due at no quantity, for PACKAGE. */
  minimumPackages?: number | undefined;
  /** Units a period, or the first count of seats; default 1 for FLAT. */
  quantity?: Quantity | undefined;
  discounts?: readonly DiscountDto[] | undefined;
  discount?: DiscountDto | undefined;
  escalator?: EscalatorDto | null | undefined;
  /** Minimum of a billing period, for usage. */
  minimumAmount?: Quantity | null | undefined;
  /** Maximum of a billing period, for usage. */
  maximumAmount?: Quantity | null | undefined;
  usageScope?: "STANDALONE" | "COMMITMENT" | undefined;
  /** Every n intervals; default 1. */
  intervalFrequency?: number | undefined;
  /** Price of a short period; default DAY. MONTH divides days left by the days of the month, counted from startDate, they begin in. */
  prorationPolicy?: "NONE" | "MONTH" | "DAY" | undefined;
  /** MILESTONE bills a one-off when it is reached. */
  trigger?: "DATE" | "MILESTONE" | undefined;
  /** What tiers of usage count; default TERM. */
  tierScope?: "TERM" | "DIFFERENTIATOR" | undefined;
  /** What an amendment that lowers the price credits of invoiced days: NONE (default) or PRORATED. Seats have it in seatConfig. */
  creditOnDecrease?: "NONE" | "PRORATED" | undefined;
  /** Different keys never share an invoice. */
  invoiceGroup?: string | null | undefined;
  /** Not supported; send null or leave it out. */
  departmentId?: null | undefined;
  /** Not supported; send null or leave it out. */
  projectId?: null | undefined;
  /** Name of the invoice line; required without a product. */
  name?: string | undefined;
  /** First day of the first billing period, and the anchor of all. */
  startDate?: Day | undefined;
  /** The same as startDate. */
  billingStartDate?: Day | undefined;
  /** The same as endDate. */
  billingEndDate?: Day | null | undefined;
  /** Length of a billing period. NONE bills once, on startDate. */
  interval: "NONE" | "DAY" | "WEEK" | "SEMI_MONTH" | "MONTH" | "QUARTER" | "YEAR";
  /** Day of each invoice: first or last day of the period, ARREARS the day after it, ADVANCED_DUE_START so early that it is due on the first day. */
  invoiceDateStrategy: "FIRST_OF_PERIOD" | "ADVANCED_DUE_START" | "LAST_OF_PERIOD" | "ARREARS";
  /** FLAT: an amount a period. UNIT: quantity times a price. */
  billingType: "FLAT" | "UNIT";
  pricing: readonly PricingTierDto[];
  /** Makes the term usage-based. */
  eventTypeId?: string | null | undefined;
  seatConfig?: SeatConfigDto | null | undefined;
  /** Joins a group; default a new one. */
  billingTermGroupId?: string | undefined;
  /** For the whole service; default the product's. */
  standaloneSellingPrice?: PositiveAmount | null | undefined;
  /** When it was agreed, today or earlier: no earlier month changes. Default its first day, of an end its last day, today at the latest. */
  agreedOn?: Day | undefined;
};

export type CreateBulkChangeDto = {
  /** A CSV file (RFC 4180, UTF-8) of at most 100 rows. The first line names its columns: action, contractId, billingTermId, modificationId, commitmentId, scheduleId, effectiveDate, amount, amountType, quantity, settlement, trueUpTiming, startDate, endDate, creditUnused, treatment, reasonCode, reason. */
  csv: string;
  /** When it was agreed, today or earlier: no earlier month changes. Default its first day, of an end its last day, today at the latest. */
  agreedOn?: Day | undefined;
};

export type CreateCategoryV3Dto = {
  /** Unique among your categories; case and outer white space are ignored. */
  name: string;
  /** Account of its revenue, in entries posted from now on; null: the merchant's. */
  revenueAccount?: string | null | undefined;
  /** Contract liability account; null: the merchant's. An obligation keeps the account of its first entry. */
  contractLiabilityAccount?: string | null | undefined;
};

export type CreateCloseTaskTemplateRequestDto = {
  title: string;
  /** What to do, for whoever does it. */
  instructions?: string | null | undefined;
  /** Of an active member of the merchant. */
  ownerEmail: string;
  /** Days after the last day of the month; 0 is that day. */
  dueDays: number;
  /** Default BUSINESS_DAYS, Monday to Friday. Holidays are not considered. */
  dueIn?: "CALENDAR_DAYS" | "BUSINESS_DAYS" | undefined;
  /** The month cannot be closed before it is done; default true. */
  isRequired?: boolean | undefined;
  /** The last month that it is for; a task of one month has the first as last. */
  throughMonth?: string | null | undefined;
  /** The first month that it is for, an open one. */
  fromMonth: string;
};

export type CreateCommitmentsAnswer = {
  commitments: Commitment[];
  commitmentIds: string[];
};

export type CreateCommitmentsAnswerEnvelope = {
  payload: CreateCommitmentsAnswer;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type CreateContactDto = {
  email: string;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  /** At most one contact is: the one before stays as a contact. */
  isPrimaryContact?: boolean | undefined;
  /** Gets a copy of what goes to the primary contact. */
  isCCEmail?: boolean | undefined;
};

export type CreateContractV3Dto = {
  name: string;
  /** May follow later; approval needs it. */
  customerId?: string | null | undefined;
  /** The customer's, else the merchant's, unless sent. Fixed once a priced term exists. */
  currency?: CurrencyCode | undefined;
  /** First day; the start of the earliest term unless sent. */
  startDate?: Day | undefined;
  /** Last day; the end of the latest term unless sent. */
  endDate?: Day | null | undefined;
  /** Day the contract was signed. */
  closeDate?: Day | null | undefined;
  /** Days from issue to due date; the customer's, else 30, unless sent. */
  netPaymentTerms?: number | undefined;
  /** Ids in other systems, one for each source type. */
  externalIds?: readonly ContractExternalIdDto[] | undefined;
  /** One more entry of externalIds: the entry, or its externalId alone with sourceType as a field of its own. */
  externalId?: ContractExternalIdDto | string | undefined;
  /** For an externalId that is a text. */
  sourceType?: SourceType | undefined;
  /** Printed on invoices. */
  poNumber?: string | null | undefined;
  /** Contracts of the customer with the same key are billed on one document, as far as dates, payment terms, currency and PO number agree. */
  consolidationKey?: string | null | undefined;
  /** STATED: the price of each obligation is what its terms bill. STATED unless sent. */
  allocationMethod?: "STATED" | "RELATIVE_SSP" | undefined;
  /** Sets the values of the custom fields that are sent; the others stay. */
  customFields?: readonly ({
    /** A custom field that applies to contracts. */
    id: string;
    /** Null clears it. */
    value: string | null;
  })[] | undefined;
  /** Where the contract came from; API unless sent. */
  source?: "API" | "UPLOAD" | "CRM" | "ERP" | "EMAIL" | "INTERNAL" | undefined;
  /** Any JSON object; at most 16,384 bytes as compact UTF-8 JSON. */
  metadata?: { [name: string]: unknown } | null | undefined;
  /**
   * Accepted and without effect.
   * @deprecated
   */
  shouldProcess?: boolean | undefined;
  customer?: CreateCustomerV3Dto | undefined;
  billingTerms?: readonly ({
    description?: string | null | undefined;
    /** Fills the fields that the request leaves out. */
    productId?: string | null | undefined;
    itemId?: string | null | undefined;
    classId?: string | null | undefined;
    /** Last day of service, inclusive. */
    endDate?: Day | null | undefined;
    /** Number of billing periods; 0 is open-ended. */
    duration?: number | undefined;
    isRecurring?: boolean | undefined;
    /** Days from issue to due; default the contract's. */
    netPaymentTerms?: number | undefined;
    /** Default SIMPLE. */
    pricingType?: "SIMPLE" | "TIERED" | "VOLUME" | "PACKAGE" | undefined;
    /** Which tier a quantity equal to tierMinimum belongs to; default UPPER. */
    tierBoundary?: "UPPER" | "LOWER" | undefined;
    /** Units of a package, for PACKAGE. */
    packageSize?: Quantity | null | undefined;
    /** Packages due at no quantity, for PACKAGE. */
    minimumPackages?: number | undefined;
    /** Units a period, or the first count of seats; default 1 for FLAT. */
    quantity?: Quantity | undefined;
    discounts?: readonly DiscountDto[] | undefined;
    discount?: DiscountDto | undefined;
    escalator?: EscalatorDto | null | undefined;
    /** Minimum of a billing period, for usage. */
    minimumAmount?: Quantity | null | undefined;
    /** Maximum of a billing period, for usage. */
    maximumAmount?: Quantity | null | undefined;
    usageScope?: "STANDALONE" | "COMMITMENT" | undefined;
    /** Every n intervals; default 1. */
    intervalFrequency?: number | undefined;
    /** Price of a short period; default DAY. MONTH divides days left by the days of the month, counted from startDate, they begin in. */
    prorationPolicy?: "NONE" | "MONTH" | "DAY" | undefined;
    /** MILESTONE bills a one-off when it is reached. */
    trigger?: "DATE" | "MILESTONE" | undefined;
    /** What tiers of usage count; default TERM. */
    tierScope?: "TERM" | "DIFFERENTIATOR" | undefined;
    /** What an amendment that lowers the price credits of invoiced days: NONE (default) or PRORATED. Seats have it in seatConfig. */
    creditOnDecrease?: "NONE" | "PRORATED" | undefined;
    /** Different keys never share an invoice. */
    invoiceGroup?: string | null | undefined;
    /** Not supported; send null or leave it out. */
    departmentId?: null | undefined;
    /** Not supported; send null or leave it out. */
    projectId?: null | undefined;
    /** Name of the invoice line; required without a product. */
    name?: string | undefined;
    /** First day of the first billing period, and the anchor of all. */
    startDate?: Day | undefined;
    /** The same as startDate. */
    billingStartDate?: Day | undefined;
    /** The same as endDate. */
    billingEndDate?: Day | null | undefined;
    /** Length of a billing period. NONE bills once, on startDate. */
    interval: "NONE" | "DAY" | "WEEK" | "SEMI_MONTH" | "MONTH" | "QUARTER" | "YEAR";
    /** Day of each invoice: first or last day of the period, ARREARS the day after it, ADVANCED_DUE_START so early that it is due on the first day. */
    invoiceDateStrategy: "FIRST_OF_PERIOD" | "ADVANCED_DUE_START" | "LAST_OF_PERIOD" | "ARREARS";
    /** FLAT: an amount a period. UNIT: quantity times a price. */
    billingType: "FLAT" | "UNIT";
    pricing: readonly PricingTierDto[];
    /** Makes the term usage-based. */
    eventTypeId?: string | null | undefined;
    seatConfig?: SeatConfigDto | null | undefined;
    /** Any id: billing terms of this request with the same one are put in one new group. */
    billingTermGroupId?: string | undefined;
    /** For the whole service; default the product's. */
    standaloneSellingPrice?: PositiveAmount | null | undefined;
    /** Any id that is unique in this request: commitments name the billing term by it. The record gets its own id. */
    localId?: string | undefined;
  })[] | undefined;
  obligations?: readonly ({
    /** First day revenue is earned. */
    serviceStartDate: Day;
    /** Last day, inclusive; required where billing ends. */
    serviceEndDate?: Day | null | undefined;
    /** Revenue category; its accounts are posted to. */
    categoryId?: string | null | undefined;
    /** STRAIGHT_LINE: evenly by month. STRAIGHT_LINE_DAILY: by day. POINT_IN_TIME: all on the last day. */
    recognitionPattern?: RecognitionPattern | undefined;
    /** The same as the billing schedule's. */
    classId?: string | null | undefined;
    /** For the whole service; default the product's. */
    standaloneSellingPrice?: PositiveAmount | null | undefined;
    billingSchedule: CreateBillingScheduleDto;
    discounts?: readonly DiscountDto[] | undefined;
    discount?: DiscountDto | undefined;
    seatConfig?: SeatConfigDto | null | undefined;
    /** Any id that is unique in this request: commitments name the billing term by it. The record gets its own id. */
    localId?: string | undefined;
  })[] | undefined;
  performanceObligations?: readonly ({
    name?: string | null | undefined;
    /** Fills the fields that the request leaves out. */
    productId?: string | null | undefined;
    itemId?: string | null | undefined;
    erpClassId?: string | null | undefined;
    /** The same as erpClassId. */
    classId?: string | null | undefined;
    /** Revenue category; default the product's. */
    categoryId?: string | null | undefined;
    /** The category by its name, in place of categoryId. */
    category?: string | undefined;
    /** First day of service. Not for RECOGNIZE_AS_BILLED and RECOGNIZE_AS_CONSUMED, which take it from the group's terms. */
    serviceStartDate?: Day | undefined;
    /** Last day of service, inclusive. Not for RECOGNIZE_AS_BILLED and RECOGNIZE_AS_CONSUMED, which take it from the group's terms. */
    serviceEndDate?: Day | undefined;
    /** Its price. Not for RECOGNIZE_AS_BILLED and RECOGNIZE_AS_CONSUMED, which take it from the group's terms. */
    transactionPrice?: Amount | undefined;
    /** For the whole service; default the product's. */
    standaloneSellingPrice?: PositiveAmount | null | undefined;
    /** Default by pattern. */
    considerationType?: "FIXED" | "VARIABLE" | undefined;
    recognitionPattern?: RecognitionPattern | undefined;
    /** The usage that RECOGNIZE_AS_CONSUMED earns. */
    eventTypeId?: string | null | undefined;
    /** The day on which POINT_IN_TIME earns all. */
    recognitionDate?: Day | null | undefined;
    milestones?: readonly PobMilestoneDto[] | undefined;
    progress?: readonly PobProgressDto[] | undefined;
    /** First day of the change, on an approved contract; default today. */
    effectiveDate?: Day | undefined;
    reasonCode?: ReasonCode | undefined;
    /** Lets progress fall below what was reported before. */
    correction?: boolean | undefined;
    customRevenue?: readonly PobMonthDto[] | undefined;
    /** That of billing terms of this request. */
    billingTermGroupId: string;
  })[] | undefined;
  commitments?: readonly UsageCommitmentDto[] | undefined;
  /** Approves the contract; the whole request is rejected where the approval would be. */
  approve?: boolean | undefined;
};

export type CreateCreditMemoRequestDto = {
  customerId: string;
  /** In an open month. */
  issueDate: Day;
  /** Default: the customer's. */
  currency?: CurrencyCode | undefined;
  reason: string;
  memo?: string | null | undefined;
  items: readonly ({
    /** The line of an issued invoice that is credited. */
    invoiceLineItemId?: string | undefined;
    /** What is credited; required without invoiceLineItemId. */
    itemId?: string | undefined;
    quantity?: PositiveQuantity | undefined;
    /** Of the whole item, tax excluded. */
    amount: PositiveAmount;
    name?: string | null | undefined;
    note?: string | null | undefined;
    classId?: string | null | undefined;
    /** Default: the linked line's tax in proportion to the amount. */
    salesTaxAmount?: Amount | undefined;
  })[];
  applyOnCreate?: {
    invoiceId: string;
    amount?: PositiveAmount | undefined;
  } | undefined;
  externalIds?: readonly StatedExternalIdDto[] | undefined;
};

export type CreateCustomerV3Dto = {
  name: string;
  /** Legal name. */
  companyName?: string | null | undefined;
  /** The customer it is a part of; at most five levels and no cycle. */
  parentCustomerId?: string | null | undefined;
  /** Currency of its contracts unless they state another one. */
  defaultCurrency?: CurrencyCode | undefined;
  /** Days from issue to due date, unless a contract states its own. 30 unless sent. */
  netPaymentTerms?: number | undefined;
  /** Makes the contact with this address the primary one, a new one if there is none. */
  primaryBillingContactEmail?: string | null | undefined;
  billingAddress?: AddressDto | null | undefined;
  shippingAddress?: AddressDto | null | undefined;
  taxInfo?: {
    vatId?: string | null | undefined;
    ein?: string | null | undefined;
    isTaxExempt?: boolean | undefined;
  } | undefined;
  /** Charge the default payment method when an invoice is due. False unless sent. */
  autoCharge?: boolean | undefined;
  /** Never remind of overdue invoices. False unless sent. */
  dunningDisabled?: boolean | undefined;
  externalIds?: readonly ({
    externalId: string;
    sourceType: SourceType;
  })[] | undefined;
  /** Sets the values of the custom fields that are sent; the others stay. */
  customFields?: readonly ({
    /** A custom field that applies to customers. */
    id: string;
    /** Null clears it. */
    value: string | null;
  })[] | undefined;
};

export type CreateDiscountAllocationDto = {
  /** Off the standalone selling prices of the obligations named. */
  discount: PositiveAmount;
  performanceObligationIds: readonly string[];
  conditions: {
    /** Each obligation is regularly sold by itself (32-37(a)). */
    regularlySoldSeparately: boolean;
    /** Some of them are regularly sold together at a discount (32-37(b)). */
    bundleRegularlySoldAtDiscount: boolean;
    /** That discount is substantially the one of this contract, and sales show which obligations it belongs to (32-37(c)). */
    discountSubstantiallySame: boolean;
  };
  /** What shows that the conditions hold; kept with who stated it. */
  evidence: string;
};

export type CreateDownloadDto = {
  /** What to GET, with its query. */
  path: string;
};

export type CreateEventTypeDto = {
  /** Unique among your event types; case counts, outer white space is ignored. */
  name: string;
  /** How values of events become the quantity of a period. SUM unless sent. */
  aggregation?: "SUM" | "COUNT" | "MAX" | "LAST" | undefined;
  /** The name of one unit. */
  unitName?: string | null | undefined;
  /** How you show quantities of it; stored as sent. */
  displayType?: string | null | undefined;
};

export type CreateFlatCommitmentsAnswer = {
  commitmentIds: string[];
};

export type CreateFlatCommitmentsAnswerEnvelope = {
  payload: CreateFlatCommitmentsAnswer;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type CreateInvoiceDto = {
  /** An approved contract. Without it the invoice gets a contract of its own. */
  contractId?: string | undefined;
  /** Required without contractId. */
  customerId?: string | undefined;
  /** Default the customer's. */
  currency?: CurrencyCode | undefined;
  /** Default today; on a day to come it is a draft until then. */
  issueDate?: Day | undefined;
  /** Days from issue to due; default the contract's. */
  netPaymentTerms?: number | undefined;
  /** Of an invoice without contractId. */
  poNumber?: string | null | undefined;
  memo?: string | null | undefined;
  lines: readonly ({
    name: string;
    description?: string | null | undefined;
    itemId?: string | undefined;
    classId?: string | undefined;
    /** Default 1. */
    quantity?: Quantity | undefined;
    /** Without tax. */
    unitPrice: Quantity;
    /** What the line earns: performanceObligationId, or recognitionDate, or serviceStartDate with serviceEndDate. Exactly one of them. */
    revenue: {
      /** An obligation of the contract with a stated price, which is raised by the line. */
      performanceObligationId?: string | undefined;
      /** All of it is earned on this day. */
      recognitionDate?: Day | undefined;
      /** First day of service. */
      serviceStartDate?: Day | undefined;
      /** Last day of service, inclusive. */
      serviceEndDate?: Day | undefined;
      /** Over the days of service; default STRAIGHT_LINE. */
      pattern?: "STRAIGHT_LINE" | "STRAIGHT_LINE_DAILY" | "POINT_IN_TIME" | undefined;
      /** Revenue category. */
      categoryId?: string | null | undefined;
      /** Where the contract shares its price by standalone selling prices. */
      standaloneSellingPrice?: Amount | undefined;
    };
  })[];
  /** When it was agreed, today or earlier: no earlier month changes. Default its first day, of an end its last day, today at the latest. */
  agreedOn?: Day | undefined;
};

export type CreateItemDto = {
  name: string;
  /** Shown to customers in place of the name. */
  displayName?: string | null | undefined;
  /** VAT category of EN 16931 (UNTDID 5305). S unless sent. */
  taxCategory?: "S" | "Z" | "E" | "AE" | "K" | "G" | "O" | "L" | "M" | "B" | undefined;
  externalIds?: readonly ExternalIdDto[] | undefined;
};

export type CreateJournalExportDto = {
  month: string;
  /** Every entry, or one for each currency with a line for each account, class and side. */
  level: "DETAIL" | "SUMMARY";
  format: "CSV" | "XLSX" | "JSON" | "QUICKBOOKS" | "XERO" | "NETSUITE" | "SAGE_INTACCT" | "DATEV";
  /** Entries in this one alone; XERO and DATEV take one at a time. */
  currency?: CurrencyCode | null | undefined;
};

export type CreateNestedUsageCommitmentsV3RequestDto = {
  /** The contract of the path, if sent. */
  contractId?: string | undefined;
  /** All or none are created. */
  commitments: readonly UsageCommitmentDto[];
  /** When it was agreed, today or earlier: no earlier month changes. Default its first day, of an end its last day, today at the latest. */
  agreedOn?: Day | undefined;
};

export type CreateObligationDto = {
  /** First day revenue is earned. */
  serviceStartDate: Day;
  /** Last day, inclusive; required where billing ends. */
  serviceEndDate?: Day | null | undefined;
  /** Revenue category; its accounts are posted to. */
  categoryId?: string | null | undefined;
  /** STRAIGHT_LINE: evenly by month. STRAIGHT_LINE_DAILY: by day. POINT_IN_TIME: all on the last day. */
  recognitionPattern?: RecognitionPattern | undefined;
  /** The same as the billing schedule's. */
  classId?: string | null | undefined;
  /** For the whole service; default the product's. */
  standaloneSellingPrice?: PositiveAmount | null | undefined;
  billingSchedule: CreateBillingScheduleDto;
  discounts?: readonly DiscountDto[] | undefined;
  discount?: DiscountDto | undefined;
  seatConfig?: SeatConfigDto | null | undefined;
  /** When it was agreed, today or earlier: no earlier month changes. Default its first day, of an end its last day, today at the latest. */
  agreedOn?: Day | undefined;
};

export type CreateOpeningDto = {
  /** The last day of a month that is over. */
  asOf: Day;
  /** What happens to a difference between what was recognized and what the pattern had earned: spread over the rest of the service (default), or earned on the day after asOf. Not of obligations with remainingRevenue. */
  difference?: "SPREAD" | "CATCH_UP" | undefined;
  /** Those that were billed; the others begin with their first period. */
  billingTerms?: readonly ({
    billingTermId: string;
    /** The last day that was billed, inclusive: the end of one of its periods. */
    invoicedThrough: Day;
    /** The sum of its periods through that day, without tax, as the term plans them; of usage, those from usageFrom on. */
    billed: Amount;
  })[] | undefined;
  /** All that began by asOf; of usage only those of commitments that have begun, and of terms from usageFrom on. */
  performanceObligations?: readonly ({
    performanceObligationId: string;
    /** All of its revenue recognized by asOf; of usage, that of the days which are sent. */
    recognized: SignedAmount;
    /** Its revenue by month after asOf, as the old books have it; `difference` does not apply to it then. A month that is not listed has none. With recognized, the months must add up to all that it earns. Not for obligations without an end, or that follow progress, billing or usage. */
    remainingRevenue?: readonly ({
      timeframe: string;
      total: SignedAmount;
    })[] | undefined;
  })[] | undefined;
  openInvoices?: readonly ({
    /** The number it has: unique, and none of this merchant's own series. */
    invoiceNumber: string;
    issueDate: Day;
    dueDate: Day;
    /** Tax included. */
    total: PositiveAmount;
    /** Default 0.00. */
    tax?: Amount | undefined;
    /** Its open balance. */
    balance: PositiveAmount;
    /** The periods that it bills; by default those that the terms plan on its issue date. */
    periods?: readonly ({
      billingTermId: string;
      /** First day of the billed period. */
      startDate: Day;
      /** Is it a prepayment of a commitment? Default false. */
      isPrepayment?: boolean | undefined;
      /** Of usage, one split of the period; null: without a key. Default all. */
      invoiceSplitKey?: string | null | undefined;
    })[] | undefined;
  })[] | undefined;
  /** Those that began by asOf. */
  commitments?: readonly ({
    commitmentId: string;
    /** The last day whose usage was billed, by asOf. */
    invoicedThrough: Day;
    /** Without tax: prepayments dated by asOf, and the rest of periods through that day. */
    billed: Amount;
  })[] | undefined;
  /** The first day whose usage is billed here by terms without a commitment: that of a period which was not billed, or is on an open invoice. Default the day after asOf. */
  usageFrom?: Day | undefined;
  /** All that was used of those commitments by asOf, and of terms from usageFrom on, a day or a month at a time. */
  usage?: readonly ({
    eventTypeId: string;
    /** The first day that it is for. */
    date: Day;
    /** Of events that are counted: how many there were. */
    quantity: SignedQuantity;
    differentiator?: string | null | undefined;
    invoiceSplitKey?: string | null | undefined;
    /** Was it left out of the invoice of its period, because it came later? The next invoice bills it as late usage. Default false. */
    isUnbilled?: boolean | undefined;
  })[] | undefined;
  /** Credits of billed periods that lowered revenue. The amounts billed, and the totals of open invoices, are those before them. */
  credits?: readonly ({
    billingTermId: string;
    /** A day of the billed period that was credited. */
    startDate: Day;
    /** Without tax. */
    amount: PositiveAmount;
    /** Default: as much of the tax of the invoice as of its amount. */
    tax?: Amount | undefined;
    /** The first of the days of service that were credited; default all of the period. */
    serviceStartDate?: Day | undefined;
    /** The last of them. */
    serviceEndDate?: Day | undefined;
  })[] | undefined;
  /** Paid or credited, and not applied to any invoice. Default 0.00. */
  customerCredit?: Amount | undefined;
};

export type CreatePaymentDto = {
  customerId: string;
  /** Default: the sum of its applications. */
  amount?: PositiveAmount | undefined;
  /** Default: the customer's. */
  currency?: CurrencyCode | undefined;
  /** When the money was received. Default: today. */
  receivedAt?: Day | undefined;
  method?: "CREDIT_CARD" | "ACH_DEBIT" | "ACH_CREDIT" | "CHECK" | "LINK" | null | undefined;
  reference?: string | null | undefined;
  externalIds?: readonly StatedExternalIdDto[] | undefined;
  applications?: readonly ({
    invoiceId: string;
    amount?: PositiveAmount | undefined;
  })[] | undefined;
};

export type CreateProductDto = {
  name: string;
  /** Line name on invoices; null takes the name. */
  displayName?: string | null | undefined;
  /** Only an active product can be sold. */
  status?: "ACTIVE" | "INACTIVE" | undefined;
  description?: string | null | undefined;
  /** ERP item of the lines. */
  itemId?: string | null | undefined;
  /** Another name of itemId. */
  integrationItemId?: string | null | undefined;
  /** Accounting class; not for merchants of the ERP kind. */
  erpClassId?: string | null | undefined;
  /** Revenue category. */
  categoryId?: string | null | undefined;
  /** The default pattern of its performance obligations. */
  recognitionPattern?: "STRAIGHT_LINE" | "STRAIGHT_LINE_DAILY" | "POINT_IN_TIME" | null | undefined;
  /** VAT category of EN 16931 (UNTDID 5305), for lines whose item has none. S unless sent. */
  taxCategory?: "S" | "Z" | "E" | "AE" | "K" | "G" | "O" | "L" | "M" | "B" | undefined;
  /** All of its prices; a list that is sent replaces the one before. */
  standaloneSellingPrices?: readonly ({
    currency: CurrencyCode;
    amount: PositiveAmount;
    /** The first day it holds, until the next one of its currency. */
    validFrom: Day;
  })[] | undefined;
};

export type CreateSavedViewDto = {
  screen: string;
  name: string;
  /** The query string of the screen's address. */
  query: string;
};

export type CreateSeatAmendmentDto = {
  /** First day with the new count. */
  effectiveDate: Day;
  /** The new total; or send delta. */
  quantity?: Quantity | undefined;
  /** The change, with its sign; or send quantity. */
  delta?: SignedQuantity | undefined;
  /** What added seats are charged for the rest of the period. */
  prorationPolicy?: "NONE" | "DAY" | "MONTH" | "STARTED_MONTH" | "YEAR" | undefined;
  /** IMMEDIATE bills them at once, CO_TERM with the next regular invoice. */
  trueUpTiming?: "IMMEDIATE" | "CO_TERM" | undefined;
  note?: string | null | undefined;
  /** When it was agreed, today or earlier: no earlier month changes. Default its first day, of an end its last day, today at the latest. */
  agreedOn?: Day | undefined;
};

export type CreateSignInLinkAnswer = {
  /** On this server; null when a request is repeated, because a secret is shown once. */
  path: string | null;
  expiresAt: string;
};

export type CreateSignInLinkAnswerEnvelope = {
  payload: CreateSignInLinkAnswer;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type CreateStandaloneSellingPriceDto = {
  currency: CurrencyCode;
  /** Of one unit sold by itself. */
  price: PositiveAmount;
  /** The first day it holds, until the next one of its currency. */
  validFrom: Day;
};

export type CreateSubCustomerDto = {
  name: string;
  /** Legal name. */
  companyName?: string | null | undefined;
  /** Currency of its contracts unless they state another one. */
  defaultCurrency?: CurrencyCode | undefined;
  /** Days from issue to due date, unless a contract states its own. 30 unless sent. */
  netPaymentTerms?: number | undefined;
  /** Makes the contact with this address the primary one, a new one if there is none. */
  primaryBillingContactEmail?: string | null | undefined;
  billingAddress?: AddressDto | null | undefined;
  shippingAddress?: AddressDto | null | undefined;
  taxInfo?: {
    vatId?: string | null | undefined;
    ein?: string | null | undefined;
    isTaxExempt?: boolean | undefined;
  } | undefined;
  /** Charge the default payment method when an invoice is due. False unless sent. */
  autoCharge?: boolean | undefined;
  /** Never remind of overdue invoices. False unless sent. */
  dunningDisabled?: boolean | undefined;
  externalIds?: readonly ({
    externalId: string;
    sourceType: SourceType;
  })[] | undefined;
  /** Sets the values of the custom fields that are sent; the others stay. */
  customFields?: readonly ({
    /** A custom field that applies to customers. */
    id: string;
    /** Null clears it. */
    value: string | null;
  })[] | undefined;
};

export type CreateTermAmendmentDto = {
  /** First day with the new price; a day of the term, invoiced or not. */
  effectiveDate: Day;
  pricing?: readonly PricingTierDto[] | undefined;
  /** The new number of units. */
  quantity?: Quantity | undefined;
  /** The difference of invoiced days: IMMEDIATE bills it at once, CO_TERM with the next regular invoice, NONE not at all. */
  settlement: "IMMEDIATE" | "CO_TERM" | "NONE";
  note?: string | null | undefined;
  /** When it was agreed, today or earlier: no earlier month changes. Default its first day, of an end its last day, today at the latest. */
  agreedOn?: Day | undefined;
};

export type CreateUsageCommitmentsV3RequestDto = {
  contractId: string;
  commitments: readonly ({
    name?: string | null | undefined;
    /** DOLLARS is another name of CURRENCY. */
    commitmentUnitType: "CURRENCY" | "UNITS" | "DOLLARS";
    /** The first schedule starts, and the last ends, with the contract. */
    isFullDuration?: boolean | undefined;
    /** Which event type draws first inside a billing period; default LOW. */
    pricePriority?: "LOW" | "HIGH" | undefined;
    /** Default RECOGNIZE_AS_CONSUMED; any case. */
    revenueRecognitionPattern?: "RECOGNIZE_AS_CONSUMED" | "STRAIGHT_LINE" | undefined;
    /** How often the value starts over; null is never. */
    commitmentInterval?: "DAILY" | "WEEKLY" | "MONTHLY" | "QUARTERLY" | "YEARLY" | null | undefined;
    /** When unused value is billed. Where none is sent, EACH_PERIOD, and NONE while the schedule is fully prepaid. */
    trueUpBehavior?: "EACH_PERIOD" | "END_OF_SCHEDULE" | "NONE" | undefined;
    trueUpName?: string | null | undefined;
    trueUpIntegrationItem?: string | null | undefined;
    prepaidEnabled: boolean;
    /** For each commitment period, in the commitment's unit. */
    prepaidValue?: Quantity | undefined;
    /** Default FULL_UPFRONT. Without effect where nothing is prepaid. */
    prepaymentScheduleType?: "FULL_UPFRONT" | "PER_COMMITMENT_PERIOD" | "SPLIT_ACROSS_BILLING_PERIODS" | undefined;
    prepaymentInvoiceLineName?: string | null | undefined;
    prepaymentIntegrationItem?: string | null | undefined;
    /** Of prepayments and true-ups; default the contract's. */
    netPaymentTerms?: number | null | undefined;
    /** One for each event type; without, the last step's prices go on. */
    overageConfigs?: readonly OverageConfigDto[] | undefined;
    /** For each commitment period: money, or units of usage, by commitmentUnitType. */
    commitmentValue: PositiveQuantity;
    /** Usage terms, one for each event type. */
    billingTermIds: readonly string[];
    /** Required unless isFullDuration. */
    commitmentStartDate?: Day | undefined;
    /** Inclusive; required unless isFullDuration. */
    commitmentEndDate?: Day | undefined;
    /** true is FULL_UPFRONT, false SPLIT_ACROSS_BILLING_PERIODS. */
    prePaidWholeCommitment?: boolean | undefined;
    /** Append a step or a schedule instead. */
    isSequential?: boolean | undefined;
    /** Append a step or a schedule instead. */
    previousCommitmentId?: string | null | undefined;
  })[];
  /** When it was agreed, today or earlier: no earlier month changes. Default its first day, of an end its last day, today at the latest. */
  agreedOn?: Day | undefined;
};

export type CreateUsageEventDto = {
  /** Your own key, unique forever: an event sent again under its key is recorded once. */
  idempotencyKey: string;
  customerId: string;
  eventTypeId: string;
  /** When it happened: at most 5 years ago and at most an hour ahead. */
  datetime: string;
  /** May be negative. Required unless the event type counts; a counted event is 1. */
  value?: SignedQuantity | null | undefined;
  /** Usage of each differentiator has a separate invoice line. */
  differentiator?: string | null | undefined;
  /** Usage of each key has a separate invoice. */
  invoiceSplitKey?: string | null | undefined;
  /** Another name of invoiceSplitKey. */
  invoiceGroup?: string | null | undefined;
  /** Any JSON object; at most 4,096 bytes as compact UTF-8 JSON. Stored, not priced. */
  metadata?: { [name: string]: unknown } | undefined;
};

export type CreateUsageEventsDto = {
  events: readonly ({
    /** Your own key, unique forever: an event sent again under its key is recorded once. */
    idempotencyKey: string;
    customerId: string;
    eventTypeId: string;
    /** When it happened: at most 5 years ago and at most an hour ahead. */
    datetime: string;
    /** May be negative. Required unless the event type counts; a counted event is 1. */
    value?: SignedQuantity | null | undefined;
    /** Usage of each differentiator has a separate invoice line. */
    differentiator?: string | null | undefined;
    /** Usage of each key has a separate invoice. */
    invoiceSplitKey?: string | null | undefined;
    /** Another name of invoiceSplitKey. */
    invoiceGroup?: string | null | undefined;
    /** Any JSON object; at most 4,096 bytes as compact UTF-8 JSON. Stored, not priced. */
    metadata?: { [name: string]: unknown } | undefined;
  })[];
};

export type CreateWebhookEndpointDto = {
  /** https, on port 443 or 8443 of a public host; checked now and at every try. */
  url: string;
  description?: string | null | undefined;
  /** EVENTS, unless stated. SYNC: it is sent the records for the accounting system, and answers which it accepted; then it has no events. */
  purpose?: "EVENTS" | "SYNC" | undefined;
  /** The types that it gets; `*` is all, those to come included. */
  events?: readonly (EventTypeName | "*")[] | undefined;
};

export type CreditMemo = {
  id: string;
  /** The same as id. */
  creditMemoId: string;
  /** Without gaps. Null only in a dry run. */
  creditMemoNumber: string | null;
  customerId: string;
  customer: {
    id: string;
    name: string;
  };
  currency: string;
  issueDate: string;
  subtotal: string;
  taxTotal: string;
  total: string;
  appliedTotal: string;
  refundedTotal: string;
  /** total − appliedTotal − refundedTotal; nothing once void. */
  balance: string;
  reason: string;
  memo: string | null;
  status: "OPEN" | "PARTIALLY_APPLIED" | "APPLIED" | "VOID";
  syncStatus: "NOT_SYNCED" | "SYNCING" | "SYNCED" | "SYNC_FAILED";
  items: ({
    id: string;
    invoiceLineItemId: string | null;
    invoiceId: string | null;
    itemId: string | null;
    classId: string | null;
    name: string | null;
    note: string | null;
    quantity: string | null;
    amount: string;
    salesTaxAmount: string;
    serviceStartDate: string | null;
    /** Last day whose revenue is reversed, inclusive. */
    serviceEndDate: string | null;
  })[];
  applications: CreditMemoApplication[];
  externalIds: ({
    externalId: string;
    sourceType: SourceType;
  })[];
  voidReason: string | null;
  voidedAt: string | null;
  createdAt: string;
  lastUpdatedAt: string;
};

export type CreditMemoApplication = {
  id: string;
  invoiceId: string;
  invoiceNumber: string | null;
  amountApplied: string;
  appliedAt: string;
  creditMemoId: string;
};

export type CreditMemoApplicationEnvelope = {
  payload: CreditMemoApplication;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type CreditMemoEnvelope = {
  payload: CreditMemo;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type CreditMemoPage = {
  data: CreditMemo[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
  /** With `totals=true`: of all pages, by currency. */
  totals?: ({
    currency: string;
    /** Rows in this currency. */
    count: number;
    total: string;
    appliedTotal: string;
    /** Void ones left out. */
    balance: string;
  })[];
};

export type CreditMemoPageEnvelope = {
  payload: CreditMemoPage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type CurrencyCode = string;

export type CustomField = {
  id: string;
  name: string;
  /** Its id in the accounting system. */
  externalId: string;
  /** The kind of records that carry its values. */
  appliesTo: "CUSTOMER" | "INVOICE" | "CONTRACT";
  createdAt: string;
  lastUpdatedAt: string;
};

export type CustomFieldList = CustomField[];

export type CustomFieldListEnvelope = {
  payload: CustomFieldList;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type CustomFieldPage = {
  data: CustomField[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type CustomFieldPageEnvelope = {
  payload: CustomFieldPage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type CustomRevenueEntries = readonly ({
  timeframe: string;
  /** Revenue of the month; null follows the pattern again. */
  total: SignedAmount | null;
})[];

export type Customer = {
  id: string;
  name: string;
  companyName: string | null;
  parentCustomerId: string | null;
  defaultCurrency: CurrencyCode;
  netPaymentTerms: number;
  primaryBillingContactEmail: string | null;
  billingAddress: Address | null;
  shippingAddress: Address | null;
  taxInfo: {
    vatId: string | null;
    ein: string | null;
    isTaxExempt: boolean;
  };
  autoCharge: boolean;
  dunningDisabled: boolean;
  externalIds: ({
    externalId: string;
    sourceType: SourceType;
  })[];
  /** Sync status of its current version. */
  syncStatus: "NOT_SYNCED" | "SYNCING" | "SYNCED" | "SYNC_FAILED";
  /** Those that have a value. */
  customFields: ({
    id: string;
    name: string;
    value: string;
  })[];
  createdAt: string;
  lastUpdatedAt: string;
  /** In lists with `balances=true`: what it owes, by currency. Unused credit is not taken off. */
  balances?: ({
    currency: CurrencyCode;
    /** `balanceRemaining` of its issued invoices. */
    open: string;
    /** What of it was due before today. */
    overdue: string;
  })[];
};

export type CustomerAddressDto = {
  billingAddress?: AddressDto | null | undefined;
  shippingAddress?: AddressDto | null | undefined;
};

export type CustomerAutoChargeDto = {
  autoCharge: boolean;
};

export type CustomerCustomFieldDto = {
  /** A custom field that applies to customers. */
  id: string;
  /** Null clears it. */
  value: string | null;
};

export type CustomerEnvelope = {
  payload: Customer;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type CustomerExternalIdsDto = {
  externalIds: readonly ({
    externalId: string;
    sourceType: SourceType;
  })[];
};

export type CustomerPage = {
  data: Customer[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type CustomerPageEnvelope = {
  payload: CustomerPage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type CustomerRevenue = {
  customerId: string;
  customerName: string;
  month: string;
  currency: string;
  categories: ({
    categoryId: string | null;
    name: string;
    revenue: string;
  })[];
  total: string;
  /** Contract liability at the month's end; null while the month is open. */
  deferredTotal: string | null;
  /** Contract asset and unbilled receivable at its end; null while it is open. */
  unbilledTotal: string | null;
};

export type CustomerRevenuePage = {
  data: CustomerRevenue[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type CustomerRevenuePageEnvelope = {
  payload: CustomerRevenuePage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type Day = string;

export type Decimal = string;

export type DeleteSavedViewAnswer = {
  success: boolean;
};

export type DeleteSavedViewAnswerEnvelope = {
  payload: DeleteSavedViewAnswer;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type DeleteScheduleRequestDto = {
  reason?: string | null | undefined;
  /** The schedule before takes over its days; else the commitment ends earlier. */
  extendPreviousSchedule?: boolean | undefined;
  /** When it was agreed, today or earlier: no earlier month changes. Default its first day, of an end its last day, today at the latest. */
  agreedOn?: Day | undefined;
};

export type DeleteUsageEventsDto = {
  eventIds: readonly string[];
};

export type DeletedUsageEvents = {
  batchId: string;
  deleted: UsageEvent[];
};

export type DeletedUsageEventsEnvelope = {
  payload: DeletedUsageEvents;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type DisclosuresReport = {
  report: string;
  parameters: { [name: string]: unknown };
  generatedAt: string;
  /** Null where rows are in several currencies. */
  currency: string | null;
  /** Currencies that this report leaves out. */
  otherCurrencies: string[];
  /** The columns in the order of the files; periods stand before those that follow them. */
  columns: ReportColumn[];
  rows: ({
    /** Figure. */
    name: string | null;
    /** Compared with. */
    source: string | null;
    /** Disclosed. */
    disclosed: string | null;
    /** Books. */
    books: string | null;
    /** 0.00, or the books are broken. */
    difference: string | null;
  })[];
  totals: {
    /** Disclosed. */
    disclosed: string | null;
    /** Books. */
    books: string | null;
    /** 0.00, or the books are broken. */
    difference: string | null;
  } | null;
  notes: string[];
  sections: {
    revenue: {
      title: string;
      /** The columns in the order of the files; periods stand before those that follow them. */
      columns: ReportColumn[];
      rows: ({
        /** Category. */
        category: string | null;
        /** Product. */
        product: string | null;
        /** Customer. */
        customer: string | null;
        /** Contract. */
        contract: string | null;
        /** Over time. */
        overTime: string | null;
        /** At a point in time. */
        pointInTime: string | null;
        /** Of no performance obligation: credits without a contract, adjustments. */
        other: string | null;
        /** Total. */
        total: string | null;
        /** Category id. */
        categoryId: string | null;
        /** Product id. */
        productId: string | null;
        /** Customer id. */
        customerId: string | null;
        /** Contract id. */
        contractId: string | null;
      })[];
      totals: {
        /** Over time. */
        overTime: string | null;
        /** At a point in time. */
        pointInTime: string | null;
        /** Of no performance obligation: credits without a contract, adjustments. */
        other: string | null;
        /** Total. */
        total: string | null;
      } | null;
      notes: string[];
    };
    contractBalances: {
      title: string;
      /** The columns in the order of the files; periods stand before those that follow them. */
      columns: ReportColumn[];
      rows: ({
        /** Balance. */
        name: string | null;
        /** Opening. */
        opening: string | null;
        /** Closing. */
        closing: string | null;
        /** Closing − opening. */
        change: string | null;
      })[];
      totals: {
        /** Opening. */
        opening: string | null;
        /** Closing. */
        closing: string | null;
        /** Closing − opening. */
        change: string | null;
      } | null;
      notes: string[];
    };
    openingLiability: {
      title: string;
      /** The columns in the order of the files; periods stand before those that follow them. */
      columns: ReportColumn[];
      rows: ({
        /** Contract. */
        name: string | null;
        /** Customer. */
        customerName: string | null;
        /** Opening contract liability. */
        opening: string | null;
        /** Of invoices from before. */
        credited: string | null;
        /** As revenue of the months. */
        recognized: string | null;
        /** Opening − credited or written off − recognized. */
        left: string | null;
        /** Contract id. */
        id: string | null;
      })[];
      totals: {
        /** Opening contract liability. */
        opening: string | null;
        /** Of invoices from before. */
        credited: string | null;
        /** As revenue of the months. */
        recognized: string | null;
        /** Opening − credited or written off − recognized. */
        left: string | null;
      } | null;
      notes: string[];
    };
    earlierPeriods: {
      title: string;
      /** The columns in the order of the files; periods stand before those that follow them. */
      columns: ReportColumn[];
      rows: ({
        /** Contract. */
        name: string | null;
        /** Customer. */
        customerName: string | null;
        /** Increases. */
        increase: string | null;
        /** Below zero. */
        decrease: string | null;
        /** Total. */
        total: string | null;
        /** Contract id. */
        id: string | null;
      })[];
      totals: {
        /** Increases. */
        increase: string | null;
        /** Below zero. */
        decrease: string | null;
        /** Total. */
        total: string | null;
      } | null;
      notes: string[];
    };
    changes: {
      title: string;
      /** The columns in the order of the files; periods stand before those that follow them. */
      columns: ReportColumn[];
      rows: ({
        /** Id. */
        id: string | null;
        /** Name. */
        name: string | null;
        /** Contract liability − asset − unbilled receivable. */
        opening: string | null;
        /** Invoices less voided ones, without tax. */
        billed: string | null;
        /** Credit memos on lines of invoices, without tax. */
        credited: string | null;
        /** Billed, not served and not expected to be paid. */
        writtenOff: string | null;
        /** Revenue that was posted. */
        recognized: string | null;
        /** Adjustments, and what the old books of loaded contracts had recognized. */
        adjusted: string | null;
        /** From other categories less to them; none by contract and customer. */
        reclassified: string | null;
        /** Opening + billed − credited − written off − recognized + adjusted + reclassified. */
        closing: string | null;
      })[];
      totals: {
        /** Contract liability − asset − unbilled receivable. */
        opening: string | null;
        /** Invoices less voided ones, without tax. */
        billed: string | null;
        /** Credit memos on lines of invoices, without tax. */
        credited: string | null;
        /** Billed, not served and not expected to be paid. */
        writtenOff: string | null;
        /** Revenue that was posted. */
        recognized: string | null;
        /** Adjustments, and what the old books of loaded contracts had recognized. */
        adjusted: string | null;
        /** From other categories less to them; none by contract and customer. */
        reclassified: string | null;
        /** Opening + billed − credited − written off − recognized + adjusted + reclassified. */
        closing: string | null;
      } | null;
      notes: string[];
    };
    remaining: {
      title: string;
      years: string[];
      /** The columns in the order of the files; periods stand before those that follow them. */
      columns: ReportColumn[];
      rows: ({
        /** Id. */
        id: string | null;
        /** Name. */
        name: string | null;
        /** Remaining. */
        total: string | null;
        /** Within 12 months. */
        within12Months: string | null;
        /** Expected after 12 months. */
        later: string | null;
        /** The part of later within 24 months. */
        months13To24: string | null;
        /** The rest of later. */
        after24Months: string | null;
        /** Waits for a milestone or for progress, so no month is known. */
        undated: string | null;
        /** Amounts by period. */
        values: { [name: string]: unknown };
      })[];
      totals: {
        /** Remaining. */
        total: string | null;
        /** Within 12 months. */
        within12Months: string | null;
        /** Expected after 12 months. */
        later: string | null;
        /** The part of later within 24 months. */
        months13To24: string | null;
        /** The rest of later. */
        after24Months: string | null;
        /** Waits for a milestone or for progress, so no month is known. */
        undated: string | null;
        /** Amounts by period. */
        values: { [name: string]: unknown };
      } | null;
      notes: string[];
    };
    leftOut: {
      title: string;
      years: string[];
      /** The columns in the order of the files; periods stand before those that follow them. */
      columns: ReportColumn[];
      rows: ({
        /** Id. */
        id: string | null;
        /** Name. */
        name: string | null;
        /** Remaining. */
        total: string | null;
        /** Within 12 months. */
        within12Months: string | null;
        /** Expected after 12 months. */
        later: string | null;
        /** The part of later within 24 months. */
        months13To24: string | null;
        /** The rest of later. */
        after24Months: string | null;
        /** Waits for a milestone or for progress, so no month is known. */
        undated: string | null;
        /** Amounts by period. */
        values: { [name: string]: unknown };
      })[];
      totals: {
        /** Remaining. */
        total: string | null;
        /** Within 12 months. */
        within12Months: string | null;
        /** Expected after 12 months. */
        later: string | null;
        /** The part of later within 24 months. */
        months13To24: string | null;
        /** The rest of later. */
        after24Months: string | null;
        /** Waits for a milestone or for progress, so no month is known. */
        undated: string | null;
        /** Amounts by period. */
        values: { [name: string]: unknown };
      } | null;
      notes: string[];
    };
  };
};

export type DisclosuresReportEnvelope = {
  payload: DisclosuresReport;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type Discount = {
  type: "PERCENTAGE" | "FIXED";
  amount: string;
  note: string | null;
  startDate: string | null;
  endDate: string | null;
};

export type DiscountAllocation = {
  id: string;
  contractId: string;
  discount: string;
  performanceObligationIds: string[];
  evidence: string;
  /** Who stated it. */
  actor: {
    kind: "KEY" | "USER" | "SYSTEM";
    id: string;
  };
  createdAt: string;
};

export type DiscountAllocationEnvelope = {
  payload: DiscountAllocation;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type DiscountAllocationPage = {
  data: DiscountAllocation[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type DiscountAllocationPageEnvelope = {
  payload: DiscountAllocationPage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type DiscountDto = {
  type: "PERCENTAGE" | "FIXED";
  /** PERCENTAGE: a fraction, "0.10" is 10 %. FIXED: an amount a billing period. */
  amount: Quantity;
  note?: string | null | undefined;
  /** It holds for billing periods that begin from this day on. */
  startDate?: Day | null | undefined;
  /** … and through this day, inclusive. */
  endDate?: Day | null | undefined;
};

export type Download = {
  /** Opens the file without an Authorization header. */
  url: string;
  /** In real time. */
  expiresAt: string;
};

export type DownloadEnvelope = {
  payload: Download;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type Escalator = {
  type: "PERCENTAGE" | "FIXED";
  amount: string;
  everyMonths: number;
  firstDate: string;
};

export type EscalatorDto = {
  type: "PERCENTAGE" | "FIXED";
  /** PERCENTAGE: an uplift, "0.05" is 5 %. FIXED: added to every amount. */
  amount: Quantity;
  /** Default 12, counted from startDate. */
  everyMonths?: number | undefined;
  /** Default startDate + everyMonths. */
  firstDate?: Day | null | undefined;
};

export type Event = {
  /** Of the event: the same in the feed, in every webhook and in every retry. Handle each id once. */
  id: string;
  type: EventTypeName;
  /** When it happened, by the merchant's clock. */
  timestamp: string;
  /** Its place in the merchant's feed: of two events about one record the later one has the higher. */
  sequence: number;
  /** Ids, the status reached, and whose it is; by type. */
  data: { [name: string]: unknown };
};

export type EventPage = {
  data: Event[];
  /** Send it as `after` of the next call, also where `data` is empty. */
  nextCursor: string;
  /** There are more events by now. */
  hasMore: boolean;
};

export type EventPageEnvelope = {
  payload: EventPage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type EventType = {
  id: string;
  name: string;
  aggregation: "SUM" | "COUNT" | "MAX" | "LAST";
  unitName: string | null;
  displayType: string | null;
  createdAt: string;
  lastUpdatedAt: string;
};

export type EventTypeEnvelope = {
  payload: EventType;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type EventTypeName = string;

export type EventTypePage = {
  data: EventType[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type EventTypePageEnvelope = {
  payload: EventTypePage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type ExplainedSpan = {
  from: string;
  /** Inclusive. */
  to: string;
};

export type ExplainedTier = {
  tier: number;
  quantity: string;
  unitPrice: string | null;
  amount: string;
};

export type Explanation = {
  period: ExplainedSpan;
  fullPeriod: ExplainedSpan;
  segments: ({
    from: string;
    /** Inclusive. */
    to: string;
    quantity: string;
    /** Already charged, where only the difference is. */
    previousQuantity: string | null;
    /** Of a full period's price. */
    share: string;
    escalation: {
      times: number;
      factor?: string;
      added?: string;
    } | null;
    tiers: ExplainedTier[];
    /** Of a full period: charged already, and now. Where the price of charged days changed. */
    priceChange?: {
      from: string;
      to: string;
    };
    /** Of these days, after proration and before discounts. */
    gross: string;
  })[];
  discounts: ({
    type: string;
    amount: string;
    note: string | null;
    reduced: string;
  })[];
  /** Exact, after discounts. */
  net: string;
  rounding: string;
  total: string;
};

export type ExternalIdDto = {
  sourceType: "ERP_A" | "ERP_B" | "ERP_C" | "ERP_D" | "CRM_A" | "CRM_B" | "TAX_A" | "TAX_B" | "TAX_C" | "PROCESSOR_A" | "BILLING_A";
  externalId: string;
};

export type FluxReport = {
  report: string;
  parameters: { [name: string]: unknown };
  generatedAt: string;
  /** Null where rows are in several currencies. */
  currency: string | null;
  /** Currencies that this report leaves out. */
  otherCurrencies: string[];
  /** The columns in the order of the files; periods stand before those that follow them. */
  columns: ReportColumn[];
  rows: ({
    /** Contract. */
    name: string | null;
    /** Customer. */
    customerName: string | null;
    /** Month before. */
    before: string | null;
    /** Contracts that did not run for all of the month before. */
    new: string | null;
    /** Price, seats, quantity, something added. */
    modified: string | null;
    /** Service that ended in one of the two months. */
    ended: string | null;
    /** Credit memos and write-offs. */
    credited: string | null;
    /** Of earlier months, less that of the month before. */
    caughtUp: string | null;
    /** Usage, what follows billing, prepaid value that lapses. */
    usage: string | null;
    /** Pattern, progress and steps of the price. */
    schedule: string | null;
    /** Of no performance obligation: adjustments, other credits. */
    other: string | null;
    /** The sum of the causes. */
    change: string | null;
    /** Month. */
    after: string | null;
    /** Contract id. */
    id: string | null;
  })[];
  totals: {
    /** Month before. */
    before: string | null;
    /** Contracts that did not run for all of the month before. */
    new: string | null;
    /** Price, seats, quantity, something added. */
    modified: string | null;
    /** Service that ended in one of the two months. */
    ended: string | null;
    /** Credit memos and write-offs. */
    credited: string | null;
    /** Of earlier months, less that of the month before. */
    caughtUp: string | null;
    /** Usage, what follows billing, prepaid value that lapses. */
    usage: string | null;
    /** Pattern, progress and steps of the price. */
    schedule: string | null;
    /** Of no performance obligation: adjustments, other credits. */
    other: string | null;
    /** The sum of the causes. */
    change: string | null;
    /** Month. */
    after: string | null;
  } | null;
  notes: string[];
  sections: {
    liability: {
      title: string;
      /** The columns in the order of the files; periods stand before those that follow them. */
      columns: ReportColumn[];
      rows: ({
        /** Contract. */
        name: string | null;
        /** Customer. */
        customerName: string | null;
        /** Contract liability (deferred revenue). */
        before: string | null;
        /** Billed. */
        billed: string | null;
        /** Below zero: it reduces the liability. */
        recognized: string | null;
        /** Credited, written off. */
        credited: string | null;
        /** Adjustments. */
        other: string | null;
        /** What is earned beyond what is billed is an asset, and does not reduce the liability. */
        presented: string | null;
        /** Change. */
        change: string | null;
        /** Month. */
        after: string | null;
        /** Contract id. */
        id: string | null;
      })[];
      totals: {
        /** Contract liability (deferred revenue). */
        before: string | null;
        /** Billed. */
        billed: string | null;
        /** Below zero: it reduces the liability. */
        recognized: string | null;
        /** Credited, written off. */
        credited: string | null;
        /** Adjustments. */
        other: string | null;
        /** What is earned beyond what is billed is an asset, and does not reduce the liability. */
        presented: string | null;
        /** Change. */
        change: string | null;
        /** Month. */
        after: string | null;
      } | null;
      notes: string[];
    };
  };
};

export type FluxReportEnvelope = {
  payload: FluxReport;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type ForeseenCommitmentExplanation = {
  commitmentPeriod: ForeseenExplainedSpan;
  service: ForeseenExplainedSpan;
  /** In the unit of the commitment, as are consumed and remaining. */
  committed: string;
  consumed: string;
  remaining: string;
  prepaid: string;
  shortfall: string;
  parts: ({
    units: string;
    unitPrice: string;
    amount: string;
  })[];
  exact: string;
  through: {
    before: string;
    after: string;
  } | null;
  rounding: string;
  total: string;
  /** Of a correction: billed of total before. */
  billed: string | null;
};

export type ForeseenCreditMemo = {
  id: string | null;
  /** The same as id. */
  creditMemoId: string | null;
  customerId: string | null;
  customer: {
    id: string | null;
    name: string;
  };
  currency: string;
  issueDate: string;
  subtotal: string;
  taxTotal: string;
  total: string;
  appliedTotal: string;
  refundedTotal: string;
  /** total − appliedTotal − refundedTotal; nothing once void. */
  balance: string;
  reason: string;
  memo: string | null;
  status: "OPEN" | "PARTIALLY_APPLIED" | "APPLIED" | "VOID";
  syncStatus: "NOT_SYNCED" | "SYNCING" | "SYNCED" | "SYNC_FAILED";
  items: ({
    id: string | null;
    invoiceLineItemId: string | null;
    invoiceId: string | null;
    itemId: string | null;
    classId: string | null;
    name: string | null;
    note: string | null;
    quantity: string | null;
    amount: string;
    salesTaxAmount: string;
    serviceStartDate: string | null;
    /** Last day whose revenue is reversed, inclusive. */
    serviceEndDate: string | null;
  })[];
  applications: ForeseenCreditMemoApplication[];
  externalIds: ({
    externalId: string | null;
    sourceType: SourceType;
  })[];
  voidReason: string | null;
  voidedAt: string | null;
};

export type ForeseenCreditMemoApplication = {
  id: string | null;
  invoiceId: string | null;
  invoiceNumber: string | null;
  amountApplied: string;
  appliedAt: string;
  creditMemoId: string | null;
};

export type ForeseenExplainedSpan = {
  from: string;
  /** Inclusive. */
  to: string;
};

export type ForeseenExplainedTier = {
  tier: number;
  quantity: string;
  unitPrice: string | null;
  amount: string;
};

export type ForeseenExplanation = {
  period: ForeseenExplainedSpan;
  fullPeriod: ForeseenExplainedSpan;
  segments: ({
    from: string;
    /** Inclusive. */
    to: string;
    quantity: string;
    /** Already charged, where only the difference is. */
    previousQuantity: string | null;
    /** Of a full period's price. */
    share: string;
    escalation: {
      times: number;
      factor?: string;
      added?: string;
    } | null;
    tiers: ForeseenExplainedTier[];
    /** Of a full period: charged already, and now. Where the price of charged days changed. */
    priceChange?: {
      from: string;
      to: string;
    };
    /** Of these days, after proration and before discounts. */
    gross: string;
  })[];
  discounts: ({
    type: string;
    amount: string;
    note: string | null;
    reduced: string;
  })[];
  /** Exact, after discounts. */
  net: string;
  rounding: string;
  total: string;
};

export type ForeseenInvoice = {
  issueDate: string;
  dueDate: string;
  status: "PLANNED" | "DRAFT" | "ISSUED" | "PARTIALLY_PAID" | "PAID" | "UNCOLLECTIBLE" | "VOID";
  invoiceId: string | null;
  currency: string;
  lineItems: ForeseenInvoiceLine[];
  subtotal: string;
  discountTotal: string;
  total: string;
};

export type ForeseenInvoiceLine = {
  /** Null while it is planned or a draft. */
  id: string | null;
  type: "FLAT" | "UNIT" | "SEAT" | "SEAT_TRUE_UP" | "PRICE_TRUE_UP" | "ONE_OFF" | "USAGE" | "LATE_USAGE" | "OVERAGE" | "TRUE_UP" | "PREPAYMENT" | "PREPAID_APPLIED" | "ADJUSTMENT" | "MANUAL" | "MINIMUM";
  billingTermId: string | null;
  /** Of a SEAT_TRUE_UP: the change of seats. */
  seatAmendmentId: string | null;
  /** Of a PRICE_TRUE_UP: the change of the price or quantity. */
  priceAmendmentId: string | null;
  name: string;
  description: string | null;
  serviceStartDate: string;
  /** Last day, inclusive. */
  serviceEndDate: string;
  itemId: string | null;
  classId: string | null;
  quantity: string;
  /** Null where more than one price makes the amount. */
  unitPrice: string | null;
  tiers: ForeseenExplainedTier[];
  explanation: ForeseenExplanation | ForeseenUsageExplanation | ForeseenCommitmentExplanation | null;
  /** The differentiator of its usage. */
  differentiator: string | null;
  invoiceSplitKey: string | null;
  commitmentId: string | null;
  /** The period of the commitment, as the commitment lists it. */
  commitmentPeriodId: string | null;
  /** New less billed, of a line that is issued already. */
  isCorrection: boolean;
  subtotal: string;
  discountTotal: string;
  /** subtotal − discountTotal, tax excluded. */
  total: string;
  taxCategory: "S" | "Z" | "E" | "AE" | "K" | "G" | "O" | "L" | "M" | "B" | null;
  /** A fraction; null while the contract has no customer. */
  taxRate: string | null;
  taxAmount: string | null;
};

export type ForeseenJournalEntry = {
  id: string | null;
  month: string;
  date: string;
  type: "INVOICE_ISSUED" | "INVOICE_VOIDED" | "INVOICE_UNCOLLECTIBLE" | "INVOICE_REINSTATED" | "CREDIT_MEMO_ISSUED" | "CREDIT_MEMO_VOIDED" | "CREDIT_MEMO_REFUNDED" | "CREDIT_APPLIED" | "CREDIT_UNAPPLIED" | "PAYMENT_RECEIVED" | "PAYMENT_REFUNDED" | "PAYMENT_RETURNED" | "REVENUE_RECOGNIZED" | "PRESENTATION" | "PRESENTATION_REVERSAL" | "ADJUSTMENT" | "OPENING";
  contractId: string | null;
  sourceType: string;
  sourceId: string | null;
  reversesEntryId: string | null;
  currency: string;
  lines: ForeseenJournalLine[];
  /** Its sync status. */
  syncStatus: "NOT_SYNCED" | "SYNCING" | "SYNCED" | "SYNC_FAILED";
  /** The journal export that it is in; null for none yet. */
  journalExportId: string | null;
};

export type ForeseenJournalLine = {
  account: string;
  role: AccountRole;
  debit: string;
  credit: string;
  customerId: string | null;
  /** Revenue category. */
  categoryId: string | null;
  /** Item of the accounting system, on lines of revenue and contra revenue. */
  itemId: string | null;
  /** Class of the accounting system, on lines of revenue and contra revenue. */
  classId: string | null;
  /** What the line posts, in words: "Invoice INV-000012", "Revenue 2026-01, Support". */
  memo: string;
};

export type ForeseenUsageExplanation = {
  period: ForeseenExplainedSpan;
  fullPeriod: ForeseenExplainedSpan;
  /** Of a full period: what flat amounts, minimum and maximum are prorated by. */
  share: string;
  /** Of all that is priced together. */
  pricedQuantity: string;
  ownQuantity: string;
  tiers: ForeseenExplainedTier[];
  gross: string;
  maximum: string | null;
  minimum: string | null;
  discounts: ({
    type: string;
    amount: string;
    note: string | null;
    reduced: string;
  })[];
  /** Exact, after discounts, before the minimum. */
  net: string;
  rounding: string;
  total: string;
  /** Only if more usage was credited than used. */
  usageCredit?: {
    /** The amount of the line's own usage; below zero if more was credited than used. */
    usageAmount: string;
    /** Credit of the same or an earlier period that is deducted from the line. */
    deducted: string;
    /** Credit carried forward to later lines, or to a credit memo at the end of the term. */
    carriedForward: string;
  };
  /** Of a correction: billed of total before. */
  billed: string | null;
};

export type Fraction = string;

export type GetBookCloseDateAnswer = {
  isSet: boolean;
  /** Last day of the last closed month. */
  bookCloseDate: string | null;
};

export type GetBookCloseDateAnswerEnvelope = {
  payload: GetBookCloseDateAnswer;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type GetContractProFormaAnswer = {
  /** One for each currency; none where nothing is to be billed. */
  data: ProForma[];
};

export type GetContractProFormaAnswerEnvelope = {
  payload: GetContractProFormaAnswer;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type GetCustomerProFormaAnswer = {
  /** One for each currency; none where nothing is to be billed. */
  data: ProForma[];
};

export type GetCustomerProFormaAnswerEnvelope = {
  payload: GetCustomerProFormaAnswer;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type GetTestClockAnswer = {
  now: string;
};

export type GetTestClockAnswerEnvelope = {
  payload: GetTestClockAnswer;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type HoldContractDto = {
  /** Shown in previews, in close packages and in the audit log. */
  reason: string;
  /** The first month that the contract is left out of; without it every open one. */
  fromMonth?: string | null | undefined;
};

export type InviteUserDto = {
  email: string;
  name?: string | null | undefined;
  /** EDITOR unless stated. */
  role?: "VIEWER" | "EDITOR" | "CONTROLLER" | "OWNER" | undefined;
};

export type Invoice = {
  id: string;
  /** Given at issue, without gaps. */
  invoiceNumber: string | null;
  /** The consolidated invoice that it is a section of, under that number; null: none. */
  consolidatedInvoiceId: string | null;
  section: number | null;
  customerId: string;
  /** As it is now; the document keeps the one that it was issued to. */
  customerName: string;
  contractId: string;
  status: "DRAFT" | "ISSUED" | "PARTIALLY_PAID" | "PAID" | "UNCOLLECTIBLE" | "VOID";
  /** Of a draft that is not issued until its customer has a billing address. */
  holdReason: "TAX_LOCATION_MISSING" | null;
  currency: string;
  issueDate: string;
  dueDate: string;
  /** As planned; differs from issueDate where the invoice was created late. */
  originalIssueDate: string;
  originalDueDate: string;
  netPaymentTerms: number;
  invoiceGroup: string | null;
  poNumber: string | null;
  subtotal: string;
  discountTotal: string;
  taxTotal: string;
  total: string;
  amountPaid: string;
  amountCredited: string;
  balanceRemaining: string;
  lineItems: InvoiceLine[];
  /** By category and rate. */
  taxLines: TaxLine[];
  memo: string | null;
  externalIds: RecordedExternalId[];
  /** Those that have a value. */
  customFields: ({
    id: string;
    name: string;
    value: string;
  })[];
  /** Sync status of its current version. */
  syncStatus: "NOT_SYNCED" | "SYNCING" | "SYNCED" | "SYNC_FAILED";
  /** Always null: no payment page is offered. */
  paymentLink: string | null;
  /** MANUAL: made by `POST /v3/invoices`; ENGINE: by its billing terms; IMPORT: by the books that its contract came from. */
  source: "ENGINE" | "MANUAL" | "IMPORT";
  deliveryStatus: "NOT_SENT" | "SENT" | "SENT_EXTERNALLY";
  sentDate: string | null;
  /** The day of the last receipt or credit that paid it, whenever that was recorded. */
  paidOn: string | null;
  voidedAt: string | null;
  uncollectibleOn: string | null;
  issuedAt: string | null;
  createdAt: string;
  lastUpdatedAt: string;
  /** With the filter `owedOn`. */
  amountOwed?: string;
};

export type InvoiceActionDto = {
  action: "ISSUE" | "MARK_AS_SENT" | "VOID" | "MARK_UNCOLLECTIBLE" | "REINSTATE";
  /** For MARK_UNCOLLECTIBLE and REINSTATE; default: today. */
  date?: Day | undefined;
};

export type InvoiceEnvelope = {
  payload: Invoice;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type InvoiceExternalIds = {
  invoiceId: string;
  /** Every external id the invoice has now, also those not sent. */
  externalIds: RecordedExternalId[];
};

export type InvoiceExternalIdsEnvelope = {
  payload: InvoiceExternalIds;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type InvoiceLine = {
  /** Null while it is planned or a draft. */
  id: string | null;
  type: "FLAT" | "UNIT" | "SEAT" | "SEAT_TRUE_UP" | "PRICE_TRUE_UP" | "ONE_OFF" | "USAGE" | "LATE_USAGE" | "OVERAGE" | "TRUE_UP" | "PREPAYMENT" | "PREPAID_APPLIED" | "ADJUSTMENT" | "MANUAL" | "MINIMUM";
  billingTermId: string;
  /** Of a SEAT_TRUE_UP: the change of seats. */
  seatAmendmentId: string | null;
  /** Of a PRICE_TRUE_UP: the change of the price or quantity. */
  priceAmendmentId: string | null;
  name: string;
  description: string | null;
  serviceStartDate: string;
  /** Last day, inclusive. */
  serviceEndDate: string;
  itemId: string | null;
  classId: string | null;
  quantity: string;
  /** Null where more than one price makes the amount. */
  unitPrice: string | null;
  tiers: ExplainedTier[];
  explanation: Explanation | UsageExplanation | CommitmentExplanation | null;
  /** The differentiator of its usage. */
  differentiator: string | null;
  invoiceSplitKey: string | null;
  commitmentId: string | null;
  /** The period of the commitment, as the commitment lists it. */
  commitmentPeriodId: string | null;
  /** New less billed, of a line that is issued already. */
  isCorrection: boolean;
  subtotal: string;
  discountTotal: string;
  /** subtotal − discountTotal, tax excluded. */
  total: string;
  taxCategory: "S" | "Z" | "E" | "AE" | "K" | "G" | "O" | "L" | "M" | "B" | null;
  /** A fraction; null while the contract has no customer. */
  taxRate: string | null;
  taxAmount: string | null;
};

export type InvoicePage = {
  data: Invoice[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
  /** With `totals=true`: of all pages, by currency. */
  totals?: ({
    currency: string;
    /** Rows in this currency. */
    count: number;
    taxTotal: string;
    /** Of drafts as of their last rebuild. */
    total: string;
    amountPaid: string;
    amountCredited: string;
    /** Drafts left out. */
    balanceRemaining: string;
    /** With the filter `owedOn`. */
    amountOwed?: string;
  })[];
};

export type InvoicePageEnvelope = {
  payload: InvoicePage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type InvoiceSchedule = {
  data: ScheduledInvoice[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type InvoiceScheduleEnvelope = {
  payload: InvoiceSchedule;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type Item = {
  id: string;
  name: string;
  displayName: string | null;
  taxCategory: "S" | "Z" | "E" | "AE" | "K" | "G" | "O" | "L" | "M" | "B";
  externalIds: RecordedExternalId[];
  createdAt: string;
  lastUpdatedAt: string;
};

export type ItemEnvelope = {
  payload: Item;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type ItemExternalIds = {
  itemId: string;
  /** Every external id the item has now, also those not sent. */
  externalIds: RecordedExternalId[];
};

export type ItemExternalIdsEnvelope = {
  payload: ItemExternalIds;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type ItemPage = {
  data: Item[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type ItemPageEnvelope = {
  payload: ItemPage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type Job = {
  id: string;
  /** REGENERATE_INVOICES: plan and revenue of a contract. ISSUE_INVOICES: all that is due. PROCESS_CONTRACT: a contract's file. RESOLVE_PAYMENT_METHOD: a customer's payment method. */
  type: string;
  /** The contract that is worked on. */
  contractId: string | null;
  status: "QUEUED" | "RUNNING" | "SUCCEEDED" | "FAILED";
  /** Steps done, of those known so far: pages of a contract's file, kinds of due work, or a single step. */
  progress: {
    done: number;
    total: number;
  };
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  attempts: number;
  lastError: string | null;
};

export type JobEnvelope = {
  payload: Job;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type JobPage = {
  data: Job[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type JobPageEnvelope = {
  payload: JobPage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type JournalEntry = {
  id: string;
  /** Consecutive number of the merchant's journal. */
  number: string;
  month: string;
  date: string;
  type: "INVOICE_ISSUED" | "INVOICE_VOIDED" | "INVOICE_UNCOLLECTIBLE" | "INVOICE_REINSTATED" | "CREDIT_MEMO_ISSUED" | "CREDIT_MEMO_VOIDED" | "CREDIT_MEMO_REFUNDED" | "CREDIT_APPLIED" | "CREDIT_UNAPPLIED" | "PAYMENT_RECEIVED" | "PAYMENT_REFUNDED" | "PAYMENT_RETURNED" | "REVENUE_RECOGNIZED" | "PRESENTATION" | "PRESENTATION_REVERSAL" | "ADJUSTMENT" | "OPENING";
  contractId: string | null;
  sourceType: string;
  sourceId: string;
  reversesEntryId: string | null;
  currency: string;
  lines: JournalLine[];
  /** Its sync status. */
  syncStatus: "NOT_SYNCED" | "SYNCING" | "SYNCED" | "SYNC_FAILED";
  /** The journal export that it is in; null for none yet. */
  journalExportId: string | null;
  postedAt: string;
};

export type JournalEntryEnvelope = {
  payload: JournalEntry;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type JournalEntryPage = {
  data: JournalEntry[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type JournalEntryPageEnvelope = {
  payload: JournalEntryPage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type JournalExport = {
  id: string;
  exportNumber: string;
  month: string;
  level: "DETAIL" | "SUMMARY";
  format: "CSV" | "XLSX" | "JSON" | "QUICKBOOKS" | "XERO" | "NETSUITE" | "SAGE_INTACCT" | "DATEV";
  /** The one that was asked for. */
  currency: string | null;
  /** Journal entries in the batch. */
  entryCount: number;
  /** Control totals by currency. */
  totals: ({
    currency: string;
    /** Journal entries. */
    entries: number;
    /** Lines of the file. */
    lines: number;
    debit: string;
    credit: string;
  })[];
  /** SHA-256 of the content, hex: that of its JSON file. */
  sha256: string;
  createdAt: string;
  createdBy: string;
};

export type JournalExportEnvelope = {
  payload: JournalExport;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type JournalExportPage = {
  data: JournalExport[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type JournalExportPageEnvelope = {
  payload: JournalExportPage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type JournalLine = {
  account: string;
  role: AccountRole;
  debit: string;
  credit: string;
  customerId: string | null;
  /** Revenue category. */
  categoryId: string | null;
  /** Item of the accounting system, on lines of revenue and contra revenue. */
  itemId: string | null;
  /** Class of the accounting system, on lines of revenue and contra revenue. */
  classId: string | null;
  /** What the line posts, in words: "Invoice INV-000012", "Revenue 2026-01, Support". */
  memo: string;
};

export type JournalReport = {
  report: string;
  parameters: { [name: string]: unknown };
  generatedAt: string;
  /** Null where rows are in several currencies. */
  currency: string | null;
  /** Currencies that this report leaves out. */
  otherCurrencies: string[];
  /** The columns in the order of the files; periods stand before those that follow them. */
  columns: ReportColumn[];
  rows: ({
    /** Number. */
    number: string | null;
    /** Date. */
    date: string | null;
    /** Month. */
    month: string | null;
    /** Type. */
    type: string | null;
    /** Account. */
    account: string | null;
    /** Role. */
    role: string | null;
    /** Currency. */
    currency: string | null;
    /** Debit. */
    debit: string | null;
    /** Credit. */
    credit: string | null;
    /** Contract id. */
    contractId: string | null;
    /** Contract. */
    contractName: string | null;
    /** Customer id. */
    customerId: string | null;
    /** Customer. */
    customerName: string | null;
    /** Category. */
    categoryName: string | null;
    /** On lines of revenue and contra revenue. */
    itemName: string | null;
    /** On lines of revenue and contra revenue. */
    className: string | null;
    /** Source. */
    sourceType: string | null;
    /** Source id. */
    sourceId: string | null;
    /** Entry id. */
    entryId: string | null;
    /** Reverses entry. */
    reversesEntryId: string | null;
    /** Posted at. */
    postedAt: string | null;
  })[];
  totals: {
    /** Debit. */
    debit: string | null;
    /** Credit. */
    credit: string | null;
  } | null;
  notes: string[];
};

export type JournalReportEnvelope = {
  payload: JournalReport;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type LedgerAccountDto = {
  role: AccountRole;
  /** Only lines that are posted under this name, such as the contract liability of a category with an account of its own. */
  account?: string | null | undefined;
  /** Only lines of this category. */
  categoryId?: string | null | undefined;
  /** Only lines of this class. */
  classId?: string | null | undefined;
  /** As the general ledger has it. */
  number: string;
  /** What the general ledger calls it; without one the name that lines are posted under. */
  name?: string | null | undefined;
};

export type LedgerReconciliation = {
  month: string;
  /** No account of ours differs. */
  isTied: boolean;
  accounts: ({
    account: string;
    name: string | null;
    currency: string;
    /** Debits less credits of the journal. */
    own: string;
    /** Debits less credits of the file. */
    ledger: string;
    /** Ledger less own. */
    difference: string;
    /** What of own is in no batch yet. */
    notExported: string;
    /** NOT_EXPORTED: the difference is what is in no batch yet. OTHER: an account that is none of ours. */
    status: "EQUAL" | "NOT_EXPORTED" | "DIFFERENT" | "OTHER";
  })[];
};

export type LedgerReconciliationEnvelope = {
  payload: LedgerReconciliation;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type ListApprovalPoliciesAnswer = {
  data: ApprovalPolicy[];
};

export type ListApprovalPoliciesAnswerEnvelope = {
  payload: ListApprovalPoliciesAnswer;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type ListCloseTasksAnswer = {
  month: string;
  required: {
    total: number;
    open: number;
  };
  /** By due date and title. */
  tasks: CloseTask[];
};

export type ListCloseTasksAnswerEnvelope = {
  payload: ListCloseTasksAnswer;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type ListRemindersOfInvoiceAnswer = {
  data: ({
    step: number;
    dueOn: string;
    toldAt: string;
  })[];
};

export type ListRemindersOfInvoiceAnswerEnvelope = {
  payload: ListRemindersOfInvoiceAnswer;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type ListedCommitment = {
  id: string;
  contractId: string;
  customerId: string | null;
  name: string | null;
  status: "ACTIVE" | "ENDED" | "TERMINATED";
  commitmentUnitType: "CURRENCY" | "UNITS";
  commitmentStartDate: string;
  commitmentEndDate: string;
  isFullDuration: boolean;
  pricePriority: "LOW" | "HIGH";
  revenueRecognitionPattern: "RECOGNIZE_AS_CONSUMED" | "STRAIGHT_LINE";
  /** The sum of the steps, for each commitment period, in the unit of the commitment. */
  commitmentValue: string;
  commitmentInterval: "DAILY" | "WEEKLY" | "MONTHLY" | "QUARTERLY" | "YEARLY" | null;
  trueUpBehavior: "EACH_PERIOD" | "END_OF_SCHEDULE" | "NONE";
  prepaidEnabled: boolean;
  /** For each commitment period, in the unit of the commitment. */
  prepaidValue: string | null;
  prepaymentScheduleType: "FULL_UPFRONT" | "PER_COMMITMENT_PERIOD" | "SPLIT_ACROSS_BILLING_PERIODS" | null;
  billingTermIds: string[];
  schedules: CommitmentSchedule[];
  terminatedAt: string | null;
  createdAt: string;
  updatedAt: string;
  eventTypesIncluded: ({
    id: string;
    name: string;
  })[];
  /** Used in the commitment period of today, inside the value and beyond it. */
  currentCumulative: {
    amount: string;
    units: string;
  };
  /** Of all commitment periods; committed and consumed in the unit of the commitment, the rest money. */
  totals: {
    committed: string;
    consumed: string;
    overages: string;
    /** Of periods that are over. */
    trueUps: string;
    prepaid: string;
    prepaidLapsed: string;
  };
};

export type ListedCommitmentPage = {
  data: ListedCommitment[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type ListedCommitmentPageEnvelope = {
  payload: ListedCommitmentPage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type LockSubLedgerDto = {
  month: string;
  /** REVENUE is not among them: closing the month locks it, and the other two with it. */
  subLedger: "BILLING" | "CASH";
};

export type LoggedRequest = {
  id: string;
  /** Real time. */
  at: string;
  method: string;
  /** With its query. */
  path: string;
  status: number;
  outcome: "SUCCEEDED" | "REJECTED" | "FAILED";
  errorCode: string | null;
  milliseconds: number;
  requestId: string;
  keyId: string | null;
  userId: string | null;
};

export type LoggedRequestPage = {
  data: LoggedRequest[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type LoggedRequestPageEnvelope = {
  payload: LoggedRequestPage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type LoggedRequestWithBodies = {
  id: string;
  /** Real time. */
  at: string;
  method: string;
  /** With its query. */
  path: string;
  status: number;
  outcome: "SUCCEEDED" | "REJECTED" | "FAILED";
  errorCode: string | null;
  milliseconds: number;
  requestId: string;
  keyId: string | null;
  userId: string | null;
  /** What was sent as JSON, without secrets, cut after 4,000 characters. Null: none, or too long. */
  requestBody: string | null;
  /** What was answered as JSON, without secrets, cut after 4,000 characters. Null: none, or too long. */
  answerBody: string | null;
};

export type LoggedRequestWithBodiesEnvelope = {
  payload: LoggedRequestWithBodies;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type MerchantInfo = {
  id: string;
  preferredName: string;
  internalName: string;
  defaultCurrency: CurrencyCode;
  /** IANA name. */
  timeZone: string;
  rounding: "HALF_UP" | "HALF_EVEN";
  straightLineDefault: "STRAIGHT_LINE" | "STRAIGHT_LINE_DAILY";
  lateInvoiceDate: "PLANNED" | "TODAY";
  /** Contracts are BLOCKED while an obligation has no revenue category. Applies from their next check on. */
  requireCategory: boolean;
  /** Months with journal entries that are SYNCED cannot be reopened, PERIOD_SYNCED. */
  forbidReopenSynced: boolean;
  /** A write-off takes the tax of what is still owed out of the tax payable; a later payment brings it back. */
  badDebtTaxRelief: boolean;
  /** Days to wait for usage of a period before it is billed. */
  usageGraceDays: number;
  invoicePrefix: string;
  creditMemoPrefix: string;
  /** The name of each role's account in entries posted from now on; posted lines keep theirs. */
  accountMap: {
    RECEIVABLE: string;
    UNBILLED_RECEIVABLE: string;
    CONTRACT_ASSET: string;
    CONTRACT_LIABILITY: string;
    REVENUE: string;
    BREAKAGE_REVENUE: string;
    CONTRA_REVENUE: string;
    TAX_PAYABLE: string;
    CUSTOMER_CREDIT: string;
    CASH: string;
    BAD_DEBT: string;
    BAD_DEBT_RECOVERED: string;
    MIGRATION_CLEARING: string;
  };
  features: {
    performanceObligations: boolean;
  };
  erpKind: "ACCOUNTING" | "ERP";
  defaultProcessor: "PROCESSOR_A" | null;
  isSandbox: boolean;
};

export type MerchantInfoEnvelope = {
  payload: MerchantInfo;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type MerchantProfile = {
  id: string;
  legalName: string | null;
  address: Address | null;
  vatId: string | null;
  registrationNumber: string | null;
  bankAccount: {
    iban: string;
    bic: string | null;
    name: string | null;
  } | null;
  email: string | null;
  /** PNG, base64. */
  logo: string | null;
  taxRates: ({
    country: string;
    region: string | null;
    /** Code of EN 16931: S standard, Z zero, E exempt, AE reverse charge … */
    category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O" | "L" | "M" | "B";
    rate: string;
    validFrom: string;
  })[];
  defaultProcessor: "PROCESSOR_A" | null;
  /** Contracts are BLOCKED while an obligation has no revenue category. Applies from their next check on. */
  requireCategory: boolean;
  /** Months with journal entries that are SYNCED cannot be reopened, PERIOD_SYNCED. */
  forbidReopenSynced: boolean;
  /** A write-off takes the tax of what is still owed out of the tax payable; a later payment brings it back. */
  badDebtTaxRelief: boolean;
  /** Days to wait for usage of a period before it is billed. */
  usageGraceDays: number;
  invoicePrefix: string;
  creditMemoPrefix: string;
  /** The name of each role's account in entries posted from now on; posted lines keep theirs. */
  accountMap: {
    RECEIVABLE: string;
    UNBILLED_RECEIVABLE: string;
    CONTRACT_ASSET: string;
    CONTRACT_LIABILITY: string;
    REVENUE: string;
    BREAKAGE_REVENUE: string;
    CONTRA_REVENUE: string;
    TAX_PAYABLE: string;
    CUSTOMER_CREDIT: string;
    CASH: string;
    BAD_DEBT: string;
    BAD_DEBT_RECOVERED: string;
    MIGRATION_CLEARING: string;
  };
};

export type MerchantProfileEnvelope = {
  payload: MerchantProfile;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type MonthChanges = {
  month: string;
  /** The package of the first close. */
  packageId: string;
  /** Of the first close. */
  closedAt: string;
  /** The month's journal now less the month's journal at the first close, by contract and account. */
  accounts: ({
    /** Null for entries of no contract. */
    contractId: string | null;
    currency: string;
    role: AccountRole;
    account: string;
    debit: string;
    credit: string;
  })[];
  totalEntries: number;
  /** The first 200 entries dated in the month that were posted since. */
  entries: JournalEntry[];
  /** Revenue earned from this month on that later months posted. */
  caughtUpLater: ({
    contractId: string;
    performanceObligationId: string;
    /** The month that posted it. */
    timeframe: string;
    currency: string;
    amount: string;
  })[];
};

export type MonthChangesEnvelope = {
  payload: MonthChanges;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type NewApiKey = {
  id: string;
  name: string;
  /** The common prefix and the last four characters. */
  prefix: string;
  access: "READ_ONLY" | "WRITE";
  /** Upper limit of its rights; null: those of its user. */
  role: "VIEWER" | "EDITOR" | "CONTROLLER" | "OWNER" | null;
  status: "ACTIVE" | "REVOKED" | "EXPIRED";
  createdByUserId: string | null;
  createdByEmail: string | null;
  createdAt: string;
  /** To the minute. */
  lastUsedAt: string | null;
  expiresAt: string | null;
  revokedAt: string | null;
  /** The key itself, shown only now; null when a request is repeated. */
  key: string | null;
};

export type NewApiKeyEnvelope = {
  payload: NewApiKey;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type NewBillingTermDto = {
  description?: string | null | undefined;
  /** Fills the fields that the request leaves out. */
  productId?: string | null | undefined;
  itemId?: string | null | undefined;
  classId?: string | null | undefined;
  /** Last day of service, inclusive. */
  endDate?: Day | null | undefined;
  /** Number of billing periods; 0 is open-ended. */
  duration?: number | undefined;
  isRecurring?: boolean | undefined;
  /** Days from issue to due; default the contract's. */
  netPaymentTerms?: number | undefined;
  /** Default SIMPLE. */
  pricingType?: "SIMPLE" | "TIERED" | "VOLUME" | "PACKAGE" | undefined;
  /** Which tier a quantity equal to tierMinimum belongs to; default UPPER. */
  tierBoundary?: "UPPER" | "LOWER" | undefined;
  /** Units of a package, for PACKAGE. */
  packageSize?: Quantity | null | undefined;
  /** Packages due at no quantity, for PACKAGE. */
  minimumPackages?: number | undefined;
  /** Units a period, or the first count of seats; default 1 for FLAT. */
  quantity?: Quantity | undefined;
  discounts?: readonly DiscountDto[] | undefined;
  discount?: DiscountDto | undefined;
  escalator?: EscalatorDto | null | undefined;
  /** Minimum of a billing period, for usage. */
  minimumAmount?: Quantity | null | undefined;
  /** Maximum of a billing period, for usage. */
  maximumAmount?: Quantity | null | undefined;
  usageScope?: "STANDALONE" | "COMMITMENT" | undefined;
  /** Every n intervals; default 1. */
  intervalFrequency?: number | undefined;
  /** Price of a short period; default DAY. MONTH divides days left by the days of the month, counted from startDate, they begin in. */
  prorationPolicy?: "NONE" | "MONTH" | "DAY" | undefined;
  /** MILESTONE bills a one-off when it is reached. */
  trigger?: "DATE" | "MILESTONE" | undefined;
  /** What tiers of usage count; default TERM. */
  tierScope?: "TERM" | "DIFFERENTIATOR" | undefined;
  /** What an amendment that lowers the price credits of invoiced days: NONE (default) or PRORATED. Seats have it in seatConfig. */
  creditOnDecrease?: "NONE" | "PRORATED" | undefined;
  /** Different keys never share an invoice. */
  invoiceGroup?: string | null | undefined;
  /** Not supported; send null or leave it out. */
  departmentId?: null | undefined;
  /** Not supported; send null or leave it out. */
  projectId?: null | undefined;
  /** Name of the invoice line; required without a product. */
  name?: string | undefined;
  /** First day of the first billing period, and the anchor of all. */
  startDate?: Day | undefined;
  /** The same as startDate. */
  billingStartDate?: Day | undefined;
  /** The same as endDate. */
  billingEndDate?: Day | null | undefined;
  /** Length of a billing period. NONE bills once, on startDate. */
  interval: "NONE" | "DAY" | "WEEK" | "SEMI_MONTH" | "MONTH" | "QUARTER" | "YEAR";
  /** Day of each invoice: first or last day of the period, ARREARS the day after it, ADVANCED_DUE_START so early that it is due on the first day. */
  invoiceDateStrategy: "FIRST_OF_PERIOD" | "ADVANCED_DUE_START" | "LAST_OF_PERIOD" | "ARREARS";
  /** FLAT: an amount a period. UNIT: quantity times a price. */
  billingType: "FLAT" | "UNIT";
  pricing: readonly PricingTierDto[];
  /** Makes the term usage-based. */
  eventTypeId?: string | null | undefined;
  seatConfig?: SeatConfigDto | null | undefined;
  /** Joins a group; default a new one. */
  billingTermGroupId?: string | undefined;
  /** For the whole service; default the product's. */
  standaloneSellingPrice?: PositiveAmount | null | undefined;
};

/** Of the next page, for `cursor`; null on the last one. */
export type NextCursor = string | null;

export type Obligation = {
  id: string;
  contractId: string;
  billingTermId: string;
  performanceObligationId: string;
  billingTermGroupId: string;
  serviceStartDate: string;
  serviceEndDate: string | null;
  categoryId: string | null;
  classId: string | null;
  recognitionPattern: RecognitionPattern;
  standaloneSellingPrice: string | null;
  status: "ACTIVE" | "TERMINATED";
  billingSchedule: BillingSchedule;
  discounts: Discount[];
  seatConfig: SeatConfig | null;
  revenueSchedule: {
    categoryId: string | null;
    recognizedRevenue: ({
      timeframe: string;
      total: string;
      booksClosed: boolean;
      pinned: boolean;
    })[];
  };
  createdAt: string;
  lastUpdatedAt: string;
};

export type ObligationEnvelope = {
  payload: Obligation;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type ObligationPage = {
  data: Obligation[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type ObligationPageEnvelope = {
  payload: ObligationPage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type Opening = {
  contractId: string;
  asOf: string;
  /** The first day whose usage is billed here by terms without a commitment. */
  usageFrom: string;
  /** asOf, or the first open day where its month was closed or locked. */
  postedOn: string;
  difference: "SPREAD" | "CATCH_UP";
  billingTerms: ({
    billingTermId: string;
    invoicedThrough: string;
    billed: string;
  })[];
  performanceObligations: ({
    performanceObligationId: string;
    recognized: string;
    /** What the pattern had earned by then, less what was recognized. */
    difference: string;
    /** By how much later months differ from the pattern; null without remainingRevenue. */
    differenceByMonth: ({
      timeframe: string;
      total: string;
    })[] | null;
  })[];
  invoices: ({
    invoiceId: string;
    invoiceNumber: string;
    /** The one it had; in the books it is dated on postedOn. */
    issueDate: string;
    dueDate: string;
    total: string;
    tax: string;
    /** The open balance at the opening; 0.00 of the invoice that sums up all settled ones. */
    balance: string;
  })[];
  /** The items of the credit memo OPENING-…, which stands for all of them. */
  credits: ({
    billingTermId: string;
    /** Without tax. */
    amount: string;
    tax: string;
    serviceStartDate: string;
    serviceEndDate: string;
  })[];
  /** What the opening posted. MIGRATION_CLEARING is the rest: the same in the old ledger, with the opposite sign. */
  balances: ({
    role: AccountRole;
    /** Debit less credit. */
    balance: string;
  })[];
  createdAt: string;
};

export type OpeningEnvelope = {
  payload: Opening;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type OverageConfigDto = {
  /** A term of the event type; or send eventTypeId. */
  billingTermId?: string | undefined;
  eventTypeId?: string | undefined;
  /** One price for every unit; or send overagePricings. */
  overagePrice?: Quantity | undefined;
  overagePricings?: readonly OveragePricingDto[] | undefined;
  /** USE_ALL_TIER_PRICES (default) prices each tier's part; USE_TOP_TIER_PRICE_ONLY all units at one price. */
  tierPricingType?: "USE_ALL_TIER_PRICES" | "USE_TOP_TIER_PRICE_ONLY" | undefined;
  overageInvoiceLineName?: string | null | undefined;
  overageIntegrationItemId?: string | null | undefined;
};

export type OveragePricingDto = {
  name?: string | null | undefined;
  /** 0, 1, 2 … in order. */
  tier?: number | undefined;
  /** Overage units of the commitment period from which the price holds, from 0. */
  conditionValue: Quantity;
  /** For one unit. */
  price: Quantity;
  /** The contract's. */
  currency?: CurrencyCode | undefined;
  /** Ignored. */
  isOverage?: boolean | undefined;
  /** Not supported; send null or leave it out. */
  mantissa?: null | undefined;
  /** Not supported; send null or leave it out. */
  exponent?: null | undefined;
};

export type Overview = {
  currency: string;
  /** Left out of the figures. */
  otherCurrencies: string[];
  waiting: {
    /** Contracts with status BLOCKED. */
    contractsBlocked: number;
    /** Contracts with status PROCESSED. */
    contractsToApprove: number;
    /** Drafts that could be issued by today. */
    draftsDue: number;
    /** Unpaid invoices that were due before today. */
    invoicesOverdue: number;
    /** Sync records with the status SYNC_FAILED. */
    syncsFailed: number;
    /** Undecided change requests. */
    changeRequestsPending: number;
    /** Tasks of the first open month that are not done. */
    closeTasksOpen: number;
  };
  month: OverviewMonth;
  monthBefore: OverviewMonth;
  /** Twelve, to the month itself, oldest first. */
  months: OverviewMonth[];
};

export type OverviewEnvelope = {
  payload: Overview;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type OverviewMonth = {
  month: string;
  isClosed: boolean;
  /** Issued less voided and credited, without tax. */
  billed: string;
  /** Received less refunded and returned. */
  collected: string;
  /** As GET /v3/reports/revenue with basis=ALL. */
  recognized: string;
  /** Contract liability at the month's end; of an open month before its close. */
  deferred: string;
};

export type PatchBillingTermDto = {
  description?: string | null | undefined;
  /** Fills the fields that the request leaves out. */
  productId?: string | null | undefined;
  itemId?: string | null | undefined;
  classId?: string | null | undefined;
  /** Last day of service, inclusive. */
  endDate?: Day | null | undefined;
  /** Number of billing periods; 0 is open-ended. */
  duration?: number | undefined;
  isRecurring?: boolean | undefined;
  /** Days from issue to due; default the contract's. */
  netPaymentTerms?: number | undefined;
  /** Default SIMPLE. */
  pricingType?: "SIMPLE" | "TIERED" | "VOLUME" | "PACKAGE" | undefined;
  /** Which tier a quantity equal to tierMinimum belongs to; default UPPER. */
  tierBoundary?: "UPPER" | "LOWER" | undefined;
  /** Units of a package, for PACKAGE. */
  packageSize?: Quantity | null | undefined;
  /** Packages due at no quantity, for PACKAGE. */
  minimumPackages?: number | undefined;
  /** Units a period, or the first count of seats; default 1 for FLAT. */
  quantity?: Quantity | undefined;
  discounts?: readonly DiscountDto[] | undefined;
  discount?: DiscountDto | undefined;
  escalator?: EscalatorDto | null | undefined;
  /** Minimum of a billing period, for usage. */
  minimumAmount?: Quantity | null | undefined;
  /** Maximum of a billing period, for usage. */
  maximumAmount?: Quantity | null | undefined;
  usageScope?: "STANDALONE" | "COMMITMENT" | undefined;
  /** Every n intervals; default 1. */
  intervalFrequency?: number | undefined;
  /** Price of a short period; default DAY. MONTH divides days left by the days of the month, counted from startDate, they begin in. */
  prorationPolicy?: "NONE" | "MONTH" | "DAY" | undefined;
  /** MILESTONE bills a one-off when it is reached. */
  trigger?: "DATE" | "MILESTONE" | undefined;
  /** What tiers of usage count; default TERM. */
  tierScope?: "TERM" | "DIFFERENTIATOR" | undefined;
  /** What an amendment that lowers the price credits of invoiced days: NONE (default) or PRORATED. Seats have it in seatConfig. */
  creditOnDecrease?: "NONE" | "PRORATED" | undefined;
  /** Different keys never share an invoice. */
  invoiceGroup?: string | null | undefined;
  /** Not supported; send null or leave it out. */
  departmentId?: null | undefined;
  /** Not supported; send null or leave it out. */
  projectId?: null | undefined;
  name?: string | undefined;
  startDate?: Day | undefined;
  interval?: "NONE" | "DAY" | "WEEK" | "SEMI_MONTH" | "MONTH" | "QUARTER" | "YEAR" | undefined;
  invoiceDateStrategy?: "FIRST_OF_PERIOD" | "ADVANCED_DUE_START" | "LAST_OF_PERIOD" | "ARREARS" | undefined;
  billingType?: "FLAT" | "UNIT" | undefined;
  pricing?: readonly PricingTierDto[] | undefined;
  /** First day of a changed price or quantity on an approved contract; default today. */
  effectiveDate?: Day | undefined;
  reasonCode?: ReasonCode | undefined;
  /** When it was agreed, today or earlier: no earlier month changes. Default its first day, of an end its last day, today at the latest. */
  agreedOn?: Day | undefined;
};

export type PatchScheduleRequestDto = {
  /** First day. */
  startDate?: Day | undefined;
  /** Last day, inclusive: the end of a commitment period. */
  endDate?: Day | undefined;
  /** How often the value starts over; null is never. */
  commitmentInterval?: "DAILY" | "WEEKLY" | "MONTHLY" | "QUARTERLY" | "YEARLY" | null | undefined;
  /** When unused value is billed. Where none is sent, EACH_PERIOD, and NONE while the schedule is fully prepaid. */
  trueUpBehavior?: "EACH_PERIOD" | "END_OF_SCHEDULE" | "NONE" | undefined;
  trueUpName?: string | null | undefined;
  trueUpIntegrationItem?: string | null | undefined;
  prepaidEnabled?: boolean | undefined;
  /** For each commitment period, in the commitment's unit. */
  prepaidValue?: Quantity | undefined;
  /** Default FULL_UPFRONT. Without effect where nothing is prepaid. */
  prepaymentScheduleType?: "FULL_UPFRONT" | "PER_COMMITMENT_PERIOD" | "SPLIT_ACROSS_BILLING_PERIODS" | undefined;
  prepaymentInvoiceLineName?: string | null | undefined;
  prepaymentIntegrationItem?: string | null | undefined;
  /** Of prepayments and true-ups; default the contract's. */
  netPaymentTerms?: number | null | undefined;
  /** One for each event type; without, the last step's prices go on. */
  overageConfigs?: readonly OverageConfigDto[] | undefined;
  /** When it was agreed, today or earlier: no earlier month changes. Default its first day, of an end its last day, today at the latest. */
  agreedOn?: Day | undefined;
};

export type PayInvoiceDto = {
  /** Default: the balance due. */
  amount?: PositiveAmount | undefined;
  /** When the money was received. Default: today. */
  receivedAt?: Day | undefined;
  method?: "CREDIT_CARD" | "ACH_DEBIT" | "ACH_CREDIT" | "CHECK" | "LINK" | null | undefined;
  reference?: string | null | undefined;
  externalIds?: readonly StatedExternalIdDto[] | undefined;
};

export type Payment = {
  id: string;
  customerId: string;
  customerName: string;
  currency: string;
  total: string;
  appliedTotal: string;
  refundedTotal: string;
  /** The customer's credit. */
  unappliedAmount: string;
  receivedAt: string;
  status: "PENDING" | "COMPLETED" | "FAILED" | "CANCELED" | "REFUNDED";
  type: "MANUAL" | "PROCESSOR" | "RECONCILIATION" | "REFUND" | "OPENING";
  method: "CREDIT_CARD" | "ACH_DEBIT" | "ACH_CREDIT" | "CHECK" | "LINK" | null;
  reference: string | null;
  returnedOn: string | null;
  returnReason: string | null;
  applications: PaymentApplication[];
  /** Sync status of its current version. */
  syncStatus: "NOT_SYNCED" | "SYNCING" | "SYNCED" | "SYNC_FAILED";
  externalIds: ({
    externalId: string;
    sourceType: SourceType;
  })[];
  createdAt: string;
  lastUpdatedAt: string;
};

export type PaymentApplication = {
  id: string;
  invoiceId: string;
  invoiceNumber: string | null;
  amountApplied: string;
  appliedAt: string;
  paymentId: string;
};

export type PaymentApplicationEnvelope = {
  payload: PaymentApplication;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type PaymentEnvelope = {
  payload: Payment;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type PaymentPage = {
  data: Payment[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
  /** With `totals=true`: of all pages, by currency. */
  totals?: ({
    currency: string;
    /** Rows in this currency. */
    count: number;
    total: string;
    appliedTotal: string;
    refundedTotal: string;
    unappliedAmount: string;
  })[];
};

export type PaymentPageEnvelope = {
  payload: PaymentPage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type PerformanceObligation = {
  id: string;
  contractId: string;
  billingTermGroupId: string;
  billingTermGroupName: string | null;
  billingTermIds: string[];
  name: string | null;
  productId: string | null;
  itemId: string | null;
  erpClassId: string | null;
  categoryId: string | null;
  serviceStartDate: string;
  serviceEndDate: string | null;
  standaloneSellingPrice: string | null;
  considerationType: "FIXED" | "VARIABLE";
  recognitionPattern: RecognitionPattern;
  eventTypeId: string | null;
  recognitionDate: string | null;
  milestones: ({
    name: string;
    weight: string;
    reachedDate: string | null;
  })[];
  progress: ({
    asOf: string;
    percentComplete: string;
  })[];
  customRevenue: ({
    timeframe: string;
    total: string;
  })[];
  productName: string | null;
  itemName: string | null;
  erpClassName: string | null;
  category: string | null;
  eventTypeName: string | null;
  /** As stated, or what its terms bill; for variable consideration the amount so far. */
  transactionPrice: string | null;
  /** The price allocated to it, where prices are allocated by standalone selling price. */
  allocatedPrice: string | null;
  /** SATISFIED once all of its price is recognized. */
  status: "ACTIVE" | "SATISFIED";
  /** Is any of its terms invoiced? */
  hasSentInvoice: boolean;
  /** Revenue of closed months. */
  recognizedToDate: string;
  remaining: string | null;
  recognizedRevenue: ({
    timeframe: string;
    total: string;
    status: "PLANNED" | "ACCRUED" | "POSTED";
    pinned: boolean;
  })[];
  createdAt: string;
  updatedAt: string;
};

export type PerformanceObligationDto = {
  name?: string | null | undefined;
  /** Fills the fields that the request leaves out. */
  productId?: string | null | undefined;
  itemId?: string | null | undefined;
  erpClassId?: string | null | undefined;
  /** The same as erpClassId. */
  classId?: string | null | undefined;
  /** Revenue category; default the product's. */
  categoryId?: string | null | undefined;
  /** The category by its name, in place of categoryId. */
  category?: string | undefined;
  /** First day of service. Not for RECOGNIZE_AS_BILLED and RECOGNIZE_AS_CONSUMED, which take it from the group's terms. */
  serviceStartDate?: Day | undefined;
  /** Last day of service, inclusive. Not for RECOGNIZE_AS_BILLED and RECOGNIZE_AS_CONSUMED, which take it from the group's terms. */
  serviceEndDate?: Day | undefined;
  /** Its price. Not for RECOGNIZE_AS_BILLED and RECOGNIZE_AS_CONSUMED, which take it from the group's terms. */
  transactionPrice?: Amount | undefined;
  /** For the whole service; default the product's. */
  standaloneSellingPrice?: PositiveAmount | null | undefined;
  /** Default by pattern. */
  considerationType?: "FIXED" | "VARIABLE" | undefined;
  recognitionPattern?: RecognitionPattern | undefined;
  /** The usage that RECOGNIZE_AS_CONSUMED earns. */
  eventTypeId?: string | null | undefined;
  /** The day on which POINT_IN_TIME earns all. */
  recognitionDate?: Day | null | undefined;
  milestones?: readonly PobMilestoneDto[] | undefined;
  progress?: readonly PobProgressDto[] | undefined;
  /** First day of the change, on an approved contract; default today. */
  effectiveDate?: Day | undefined;
  reasonCode?: ReasonCode | undefined;
  /** Lets progress fall below what was reported before. */
  correction?: boolean | undefined;
  customRevenue?: readonly PobMonthDto[] | undefined;
};

export type PerformanceObligationEnvelope = {
  payload: PerformanceObligation;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type PerformanceObligationPage = {
  data: PerformanceObligation[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type PerformanceObligationPageEnvelope = {
  payload: PerformanceObligationPage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type PobMilestoneDto = {
  name: string;
  /** Its part of the price is weight ÷ the sum of weights. */
  weight: PositiveQuantity;
  /** Today or before. */
  reachedDate?: Day | null | undefined;
};

export type PobMonthDto = {
  timeframe: string;
  total: SignedAmount;
};

export type PobProgressDto = {
  /** Today or before. */
  asOf: Day;
  /** How much is complete by that day: "0.35" is 35 %. */
  percentComplete: Fraction;
};

export type PositiveAmount = string;

export type PositiveQuantity = string;

export type Preview = {
  dryRun: true;
  /** Send it as If-Plan with the write itself. */
  planHash: string;
  summary: PreviewSummary;
  plan: PreviewPlan;
  /** What the write would answer; new ids are null. */
  result: unknown;
};

export type PreviewCloseAnswer = {
  month: string;
  canClose: boolean;
  /** Every check, also those that passed. */
  checks: ({
    code: "ALREADY_CLOSED" | "MONTH_NOT_OVER" | "EARLIER_MONTHS" | "DRAFT_INVOICES" | "USAGE_NOT_INVOICED" | "GROUP_UNBALANCED" | "EVENT_TYPE_UNCOVERED" | "FAILED_JOBS" | "WORK_PENDING" | "TRIAL_BALANCE_NOT_ZERO" | "TIE_OUT" | "TASKS_DONE" | "PROOF";
    /** What holds when it passes. */
    title: string;
    status: "PASSED" | "FAILED" | "NOT_APPLICABLE";
    message: string;
    /** What to do when it failed. */
    action: string | null;
    recordType: "MONTH" | "INVOICE" | "BILLING_TERM_GROUP" | "CONTRACT" | "CURRENCY" | "CLOSE_TASK";
    /** The first 100 records that it found. */
    ids: string[];
    total: number;
  })[];
  /** What closing would close, as far as it has begun. */
  months: string[];
  /** Contracts that closing the month would leave out. */
  held: CloseHold[];
  totalEntries: number;
  /** The first 200 entries that closing would post; totalEntries counts them all. */
  entries: ({
    date: string;
    type: "INVOICE_ISSUED" | "INVOICE_VOIDED" | "INVOICE_UNCOLLECTIBLE" | "INVOICE_REINSTATED" | "CREDIT_MEMO_ISSUED" | "CREDIT_MEMO_VOIDED" | "CREDIT_MEMO_REFUNDED" | "CREDIT_APPLIED" | "CREDIT_UNAPPLIED" | "PAYMENT_RECEIVED" | "PAYMENT_REFUNDED" | "PAYMENT_RETURNED" | "REVENUE_RECOGNIZED" | "PRESENTATION" | "PRESENTATION_REVERSAL" | "ADJUSTMENT" | "OPENING";
    contractId: string | null;
    currency: string;
    lines: ({
      account: string;
      role: string;
      debit: string;
      credit: string;
    })[];
  })[];
};

export type PreviewCloseAnswerEnvelope = {
  payload: PreviewCloseAnswer;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type PreviewEnvelope = {
  payload: Preview;
  success: boolean;
  message: string;
  error?: Warnings;
};

/** Every change; lists of at most 200 entries. A close shows the months that it would post. */
export type PreviewPlan = {
  /** Invoices and plans of invoices. Corrected ones are issued, and stay as they are. */
  invoices?: {
    added: ForeseenInvoice[];
    changed: ({
      before: ForeseenInvoice;
      after: ForeseenInvoice;
    })[];
    removed: ForeseenInvoice[];
    corrected: ({
      invoice: ForeseenInvoice;
      amount: string;
    })[];
  };
  creditMemos?: ForeseenCreditMemo[];
  /** Months of performance obligations whose revenue changes. */
  revenue?: ({
    performanceObligationId: string | null;
    timeframe: string;
    before: string;
    after: string;
  })[];
  journal?: ForeseenJournalEntry[];
  /** How each change of an approved contract is treated. */
  modifications?: ({
    kind: "TERM_ADDED" | "TERM_PRICE" | "TERM_DATES" | "TERM_TERMINATED" | "TERM_SWAPPED" | "SEATS" | "PERFORMANCE_OBLIGATION_ADDED" | "PERFORMANCE_OBLIGATION_PRICE" | "PERFORMANCE_OBLIGATION_DATES" | "COMMITMENT_ADDED" | "COMMITMENT_CHANGED" | "COMMITMENT_TERMINATED";
    treatment: "SEPARATE_CONTRACT" | "PROSPECTIVE" | "CUMULATIVE_CATCH_UP" | "MIXED";
    paragraph: string;
    reason: string;
  })[];
  /** How many there are of each, including those that are not listed. */
  totals?: { [name: string]: unknown };
  /** Of a write about no contract: what it changes. */
  effects?: ({
    action: string;
    entityType: string;
    entityId: string | null;
    changes?: ({
      path: string;
      from: unknown;
      to: unknown;
    })[];
    reason?: string;
  })[];
  /** Of a change of many contracts: each by itself. */
  contracts?: ({
    contractId: string | null;
    summary: {
      currency: string;
      invoicesDueNow: {
        count: number;
        total: string;
      };
      creditsDueNow: {
        count: number;
        total: string;
      };
      revenueThisMonth: {
        before: string;
        after: string;
      };
      revenueNextTwelveMonths: {
        before: string;
        after: string;
      };
    };
    /** Invoices and plans of invoices. Corrected ones are issued, and stay as they are. */
    invoices?: {
      added: ForeseenInvoice[];
      changed: ({
        before: ForeseenInvoice;
        after: ForeseenInvoice;
      })[];
      removed: ForeseenInvoice[];
      corrected: ({
        invoice: ForeseenInvoice;
        amount: string;
      })[];
    };
    creditMemos?: ForeseenCreditMemo[];
    /** Months of performance obligations whose revenue changes. */
    revenue?: ({
      performanceObligationId: string | null;
      timeframe: string;
      before: string;
      after: string;
    })[];
    journal?: ForeseenJournalEntry[];
    /** How each change of an approved contract is treated. */
    modifications?: ({
      kind: "TERM_ADDED" | "TERM_PRICE" | "TERM_DATES" | "TERM_TERMINATED" | "TERM_SWAPPED" | "SEATS" | "PERFORMANCE_OBLIGATION_ADDED" | "PERFORMANCE_OBLIGATION_PRICE" | "PERFORMANCE_OBLIGATION_DATES" | "COMMITMENT_ADDED" | "COMMITMENT_CHANGED" | "COMMITMENT_TERMINATED";
      treatment: "SEPARATE_CONTRACT" | "PROSPECTIVE" | "CUMULATIVE_CATCH_UP" | "MIXED";
      paragraph: string;
      reason: string;
    })[];
    /** How many there are of each, including those that are not listed. */
    totals?: { [name: string]: unknown };
  })[];
  warnings?: Warning[];
};

/** For people: what is due now, and revenue before and after. */
export type PreviewSummary = {
  currency?: string;
  invoicesDueNow?: {
    count: number;
    total: string;
  };
  creditsDueNow?: {
    count: number;
    total: string;
  };
  revenueThisMonth?: {
    before: string;
    after: string;
  };
  revenueNextTwelveMonths?: {
    before: string;
    after: string;
  };
  /** Of a change of many contracts: how many. */
  contracts?: number;
  byCurrency?: ({
    currency: string;
    invoicesDueNow: {
      count: number;
      total: string;
    };
    creditsDueNow: {
      count: number;
      total: string;
    };
    revenueThisMonth: {
      before: string;
      after: string;
    };
    revenueNextTwelveMonths: {
      before: string;
      after: string;
    };
  })[];
  warnings: string[];
};

export type PricingTier = {
  tier: number;
  amount: string;
  amountType: "PER_ITEM" | "TOTAL_INVOICE";
  tierMinimum: string;
};

export type PricingTierDto = {
  /** 0, 1, 2 … in order. Any number for a SIMPLE price; stored as 0. */
  tier?: number | undefined;
  amount: Quantity;
  /** PER_ITEM multiplies by quantity; TOTAL_INVOICE is the whole amount of a period, or a flat amount of a tier. */
  amountType: "PER_ITEM" | "TOTAL_INVOICE";
  /** Where the tier begins. With tierBoundary UPPER a quantity equal to it belongs to this tier: 1–1000 at one price and from 1001 at another is 1000 for TIERED, and 1001 for VOLUME if exactly 1000 still costs the first price. */
  tierMinimum?: Quantity | undefined;
};

export type ProForma = {
  title: "PRO FORMA";
  customerId: string;
  currency: string;
  /** When it was asked for; terms, usage and tax are those of this day. */
  date: string;
  /** The last planned issue date that it announces. */
  until: string;
  /** The invoices to come, oldest first. */
  invoices: ({
    contractId: string;
    contractName: string;
    poNumber: string | null;
    issueDate: string;
    dueDate: string;
    lineItems: InvoiceLine[];
    subtotal: string;
    discountTotal: string;
    taxTotal: string;
    total: string;
  })[];
  /** By category and rate. */
  taxLines: TaxLine[];
  subtotal: string;
  discountTotal: string;
  taxTotal: string;
  total: string;
};

export type Product = {
  id: string;
  name: string;
  displayName: string;
  status: "ACTIVE" | "INACTIVE";
  description: string | null;
  itemId: string | null;
  erpClassId: string | null;
  categoryId: string | null;
  recognitionPattern: "STRAIGHT_LINE" | "STRAIGHT_LINE_DAILY" | "POINT_IN_TIME" | null;
  taxCategory: "S" | "Z" | "E" | "AE" | "K" | "G" | "O" | "L" | "M" | "B";
  standaloneSellingPrices: ({
    currency: CurrencyCode;
    amount: Decimal;
    validFrom: string;
  })[];
  createdAt: string;
  lastUpdatedAt: string;
};

export type ProductEnvelope = {
  payload: Product;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type ProductPage = {
  data: Product[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type ProductPageEnvelope = {
  payload: ProductPage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type Quantity = string;

export type ReachMilestoneDto = {
  /** Today or before. */
  reachedOn: Day;
  note?: string | null | undefined;
};

/** Why days change. CORRECTION: they were recorded wrongly, and revenue is as if they had been right. CONCESSION: they are given free of charge; RENEWAL: they are sold, as a separate contract if at their standalone selling price; both leave served days unchanged. Without it, only moved future days leave served days unchanged. */
export type ReasonCode = "CORRECTION" | "CONCESSION" | "RENEWAL";

export type ReceivablesAgeingReport = {
  report: string;
  parameters: { [name: string]: unknown };
  generatedAt: string;
  /** Null where rows are in several currencies. */
  currency: string | null;
  /** Currencies that this report leaves out. */
  otherCurrencies: string[];
  /** The columns in the order of the files; periods stand before those that follow them. */
  columns: ReportColumn[];
  rows: ({
    /** Customer id. */
    id: string | null;
    /** Customer. */
    name: string | null;
    /** Invoices with a balance. */
    invoices: number | null;
    /** Due on the day, or later. */
    current: string | null;
    /** Overdue by 1 to 30 days. */
    days1To30: string | null;
    /** 31–60 days. */
    days31To60: string | null;
    /** 61–90 days. */
    days61To90: string | null;
    /** Over 90 days. */
    daysOver90: string | null;
    /** Total. */
    total: string | null;
  })[];
  totals: {
    /** Invoices with a balance. */
    invoices: number | null;
    /** Due on the day, or later. */
    current: string | null;
    /** Overdue by 1 to 30 days. */
    days1To30: string | null;
    /** 31–60 days. */
    days31To60: string | null;
    /** 61–90 days. */
    days61To90: string | null;
    /** Over 90 days. */
    daysOver90: string | null;
    /** Total. */
    total: string | null;
  } | null;
  notes: string[];
};

export type ReceivablesAgeingReportEnvelope = {
  payload: ReceivablesAgeingReport;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type RecognitionPattern = "STRAIGHT_LINE" | "STRAIGHT_LINE_DAILY" | "POINT_IN_TIME" | "RECOGNIZE_AS_BILLED" | "RECOGNIZE_AS_CONSUMED" | "PERCENT_COMPLETE" | "MILESTONE" | "CUSTOM";

export type ReconcileLedgerDto = {
  month: string;
  /** What the file has: balances at the month's end (default), or what the month alone moved. */
  of?: "BALANCE" | "ACTIVITY" | undefined;
  /** The first month of the fiscal year, from which balances of revenue and bad debt count; from the beginning without it. */
  fiscalYearFrom?: string | null | undefined;
  /** The trial balance as CSV: columns account (number, or name), debit and credit, or balance; and currency, without which it is the merchant's. */
  csv: string;
};

export type RecordedExternalId = {
  sourceType: SourceType;
  externalId: string | null;
};

export type RecordedUsageEvent = {
  id: string;
  idempotencyKey: string;
  customerId: string;
  eventTypeId: string;
  datetime: string;
  value: Decimal;
  differentiator: string | null;
  invoiceSplitKey: string | null;
  /** Any JSON object; at most 4,096 bytes as compact UTF-8 JSON. Stored, not priced. */
  metadata: { [name: string]: unknown };
  /** RECORDED waits for a usage term of an approved contract, MATCHED has one, INVOICED is on an issued line that is not void. */
  status: "RECORDED" | "MATCHED" | "INVOICED" | "DELETED";
  contractId: string | null;
  /** The usage term that covers it. */
  billingTermId: string | null;
  createdAt: string;
  lastUpdatedAt: string;
  deletedAt: string | null;
  /** It was recorded before; this is the first one. */
  duplicate: boolean;
};

export type RecordedUsageEventEnvelope = {
  payload: RecordedUsageEvent;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type Refund = {
  id: string;
  creditMemoId: string | null;
  paymentId: string | null;
  amount: string;
  date: string;
  method: "CREDIT_CARD" | "ACH_DEBIT" | "ACH_CREDIT" | "CHECK" | "LINK" | null;
  reference: string | null;
};

export type RefundDto = {
  /** Default: the unapplied part. */
  amount?: PositiveAmount | undefined;
  /** Not before the credit itself. Default: today. */
  date?: Day | undefined;
  method?: "CREDIT_CARD" | "ACH_DEBIT" | "ACH_CREDIT" | "CHECK" | "LINK" | null | undefined;
  reference?: string | null | undefined;
};

export type RefundEnvelope = {
  payload: Refund;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type RejectChangeRequestDto = {
  reason: string;
};

/** The answer of a request that was not carried out */
export type Rejection = {
  payload: { [name: string]: unknown };
  success: false;
  /** What to do about it. Texts may change, errorCode may not. */
  message: string;
  error: {
    /** The HTTP status */
    code: number;
    message: string;
    errorCode: "MALFORMED_JSON" | "INVALID_ENCODING" | "INVALID_STRING" | "JSON_TOO_DEEP" | "DUPLICATE_JSON_KEY" | "FORBIDDEN_KEY" | "UNSUPPORTED_CONTENT_TYPE" | "UNSUPPORTED_CONTENT_ENCODING" | "VALIDATION_FAILED" | "INVALID_ID" | "INVALID_DATE" | "AMOUNT_INVALID" | "CURRENCY_INVALID" | "TOO_MANY_ITEMS" | "IDEMPOTENCY_KEY_INVALID" | "PAGE_INVALID" | "LIMIT_INVALID" | "LIMIT_TOO_LARGE" | "SORT_INVALID" | "CURSOR_INVALID" | "FILTER_MALFORMED" | "FILTER_FIELD_UNKNOWN" | "FILTER_RULE_NOT_ALLOWED" | "FILTER_VALUE_INVALID" | "FILE_MISSING" | "FILE_FIELD_UNEXPECTED" | "FILE_TOO_MANY" | "FILE_EMPTY" | "MULTIPART_MALFORMED" | "INVALID_MONTH" | "NOT_SANDBOX" | "CLOCK_BACKWARDS" | "PASSWORD_WRONG" | "LAST_OWNER" | "PERIOD_CLOSED" | "CLASS_NOT_SUPPORTED" | "CATEGORY_NOT_FOUND" | "ITEM_NOT_FOUND" | "CLASS_NOT_FOUND" | "PRODUCT_NOT_FOUND" | "CATEGORY_EXISTS" | "DUPLICATE_SOURCE_TYPE" | "UNSUPPORTED_SOURCE_TYPE" | "CUSTOMER_NOT_FOUND" | "CONTRACT_NOT_FOUND" | "CONTRACT_DELETED" | "INVALID_CONTRACT_STATE" | "INVALID_ACTION" | "CONTRACT_NOT_BLOCKED" | "METADATA_TOO_LARGE" | "CONTRACT_INVOICED" | "FILE_NOT_PDF" | "OBLIGATION_LOCKED" | "OBLIGATION_NOT_FOUND" | "POB_NOT_FOUND" | "FEATURE_NOT_ENABLED" | "BILLING_TERM_NOT_IN_GROUP" | "POB_NOT_IN_GROUP" | "EVENT_TYPE_INVARIANT" | "GROUP_NOT_DELETABLE" | "POB_HAS_RECOGNIZED_REVENUE" | "DISCOUNT_NOT_ALLOCABLE" | "BILLING_TERM_TERMINATED" | "BILLING_TERM_LOCKED" | "BILLING_TERM_INELIGIBLE" | "TERMINATION_DATE_INVALID" | "TIER_INVALID" | "SEAT_AMENDMENT_INVOICED" | "TERM_TOO_LONG" | "BULK_CHANGE_REFUSED" | "EVENT_TYPE_NOT_FOUND" | "EVENT_TYPE_IN_USE" | "EVENT_TYPE_EXISTS" | "USAGE_EVENT_INVALID" | "COMMITMENT_LOCKED" | "SCHEDULE_NOT_CONTIGUOUS" | "SCHEDULE_EVENT_TYPE_MISMATCH" | "SCHEDULE_STRUCTURE_INVALID" | "SCHEDULE_ALIGNMENT_INVALID" | "SCHEDULE_INVOICE_GATE" | "SCHEDULE_NOT_LAST" | "SCHEDULE_ONLY_ONE" | "SCHEDULE_HAS_INVOICED_PERIODS" | "SCHEDULE_NOT_IN_COMMITMENT" | "STEP_NOT_IN_COMMITMENT" | "STEP_EVENT_TYPE_MISMATCH" | "STEP_CONFIG_INVALID" | "STEP_NOT_LAST" | "STEP_ONLY_ONE" | "OVERAGE_CONFIG_IMMUTABLE" | "USE_NESTED_ENDPOINTS" | "INVOICE_NOT_FOUND" | "INVOICE_NUMBER_TAKEN" | "CREDIT_MEMO_INSUFFICIENT" | "CREDIT_MEMO_VOID" | "INVOICE_NOT_OPEN" | "INVOICE_OVERAPPLIED" | "INVOICE_HAS_APPLICATIONS" | "CREDIT_MEMO_CUSTOMER_MISMATCH" | "CREDIT_MEMO_CURRENCY_MISMATCH" | "EXCEEDS_INVOICE_LINE" | "PAYMENT_INSUFFICIENT" | "PAYMENT_NOT_COMPLETED" | "ADJUSTMENT_UNBALANCED" | "ADJUSTMENT_REVERSED" | "CUSTOM_REVENUE_NOT_ARRAY" | "CUSTOM_REVENUE_TIMEFRAME_MISSING" | "CUSTOM_REVENUE_UNBALANCED" | "CUSTOM_REVENUE_EXCEEDS_PRICE" | "TREATMENT_NOT_POSSIBLE" | "OPENING_MONTHS_IN_USE" | "PERIOD_NOT_CLOSED" | "PERIOD_CANNOT_CLOSE" | "PERIOD_SYNCED" | "CONTRACT_HELD" | "CONTRACT_NOT_HELD" | "PERIOD_NOT_OVER" | "PERIOD_LOCKED" | "PERIOD_NOT_LOCKED" | "CLOSE_TASK_DONE" | "CLOSE_TASK_NOT_OF_MONTH" | "CLOSE_TASK_OPEN" | "CLOSE_TASK_OWNER_UNKNOWN" | "TOO_MANY_CLOSE_TASKS" | "JOURNAL_ENTRY_NOT_FOUND" | "NOTHING_TO_EXPORT" | "EXPORT_NOT_CONFIGURED" | "WEBHOOK_URL_FORBIDDEN" | "API_KEY_MISSING" | "API_KEY_INVALID" | "SESSION_INVALID" | "DOWNLOAD_INVALID" | "SIGN_IN_FAILED" | "SIGN_IN_LINK_INVALID" | "KEY_READ_ONLY" | "ROLE_TOO_LOW" | "CSRF_INVALID" | "SESSION_BOUND" | "USER_REQUIRED" | "SIGN_IN_LINK_GUARDED" | "APPROVER_NOT_A_MEMBER" | "APPROVAL_OF_OWN_REQUEST" | "APPROVER_ROLE_TOO_LOW" | "KEY_CREATOR_INACTIVE" | "ROUTE_NOT_FOUND" | "MERCHANT_NOT_FOUND" | "JOB_NOT_FOUND" | "CHANGE_REQUEST_NOT_FOUND" | "APPROVAL_POLICY_NOT_FOUND" | "MEMBER_NOT_FOUND" | "KEY_NOT_FOUND" | "SAVED_VIEW_NOT_FOUND" | "REQUEST_NOT_FOUND" | "CUSTOM_FIELD_NOT_FOUND" | "STANDALONE_SELLING_PRICE_NOT_FOUND" | "CONTACT_NOT_FOUND" | "CONTRACT_FILE_MISSING" | "BILLING_TERM_NOT_FOUND" | "BILLING_TERM_GROUP_NOT_FOUND" | "DISCOUNT_ALLOCATION_NOT_FOUND" | "SEAT_AMENDMENT_NOT_FOUND" | "USAGE_EVENT_NOT_FOUND" | "COMMITMENT_NOT_FOUND" | "SCHEDULE_NOT_FOUND" | "STEP_NOT_FOUND" | "CREDIT_MEMO_NOT_FOUND" | "PAYMENT_NOT_FOUND" | "APPLICATION_NOT_FOUND" | "SYNC_RECORD_NOT_FOUND" | "ADJUSTMENT_NOT_FOUND" | "MODIFICATION_NOT_FOUND" | "OPENING_NOT_FOUND" | "BOOK_IMPORT_NOT_FOUND" | "CLOSE_PACKAGE_NOT_FOUND" | "CLOSE_TASK_NOT_FOUND" | "ACCOUNT_NOT_FOUND" | "JOURNAL_EXPORT_NOT_FOUND" | "WEBHOOK_ENDPOINT_NOT_FOUND" | "WEBHOOK_DELIVERY_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "REQUEST_TIMEOUT" | "PLAN_CHANGED" | "IDEMPOTENCY_IN_PROGRESS" | "APPROVAL_REQUIRED" | "CHANGE_REQUEST_DECIDED" | "MEMBER_EXISTS" | "SAVED_VIEW_EXISTS" | "CATEGORY_IN_USE" | "CUSTOMER_IN_USE" | "BILLING_TERM_DELETE_BLOCKED" | "USAGE_EVENT_CONFLICT" | "E_INVOICE_INCOMPLETE" | "SYNC_NOT_FAILED" | "OPENING_EXISTS" | "NOTHING_TO_ACCEPT" | "WEBHOOK_ENDPOINT_DISABLED" | "WEBHOOK_ENDPOINT_LIMIT" | "BODY_TOO_LARGE" | "FILE_TOO_LARGE" | "URI_TOO_LONG" | "IDEMPOTENCY_KEY_REUSED" | "RATE_LIMITED" | "HEADERS_TOO_LARGE" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE" | "LOCK_TIMEOUT";
    details: {
      requestId: string;
      /** The page of the code, on this server */
      docUrl?: string;
      issues?: ({
        /** JSON pointer into the body, or /path/<name>, /query/<name> */
        path: string;
        code: string;
        message: string;
      })[];
    };
  };
};

export type RemainingPerformanceObligationsReport = {
  report: string;
  parameters: { [name: string]: unknown };
  generatedAt: string;
  /** Null where rows are in several currencies. */
  currency: string | null;
  /** Currencies that this report leaves out. */
  otherCurrencies: string[];
  years: string[];
  /** The columns in the order of the files; periods stand before those that follow them. */
  columns: ReportColumn[];
  rows: ({
    /** Id. */
    id: string | null;
    /** Name. */
    name: string | null;
    /** Remaining. */
    total: string | null;
    /** Within 12 months. */
    within12Months: string | null;
    /** Expected after 12 months. */
    later: string | null;
    /** The part of later within 24 months. */
    months13To24: string | null;
    /** The rest of later. */
    after24Months: string | null;
    /** Waits for a milestone or for progress, so no month is known. */
    undated: string | null;
    /** Amounts by period. */
    values: { [name: string]: unknown };
  })[];
  totals: {
    /** Remaining. */
    total: string | null;
    /** Within 12 months. */
    within12Months: string | null;
    /** Expected after 12 months. */
    later: string | null;
    /** The part of later within 24 months. */
    months13To24: string | null;
    /** The rest of later. */
    after24Months: string | null;
    /** Waits for a milestone or for progress, so no month is known. */
    undated: string | null;
    /** Amounts by period. */
    values: { [name: string]: unknown };
  } | null;
  notes: string[];
};

export type RemainingPerformanceObligationsReportEnvelope = {
  payload: RemainingPerformanceObligationsReport;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type ReopenCloseTaskDto = {
  /** The month whose task it is. */
  month: string;
  reason: string;
};

export type ReopenPeriodAnswer = {
  success: boolean;
};

export type ReopenPeriodAnswerEnvelope = {
  payload: ReopenPeriodAnswer;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type ReplayWebhooksAnswer = {
  /** How many events will be sent. */
  count: number;
};

export type ReplayWebhooksAnswerEnvelope = {
  payload: ReplayWebhooksAnswer;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type ReplayWebhooksDto = {
  /** The `sequence` before the first event. */
  afterSequence: number;
  /** The `sequence` of the last event, at most 10,000 later. */
  throughSequence: number;
};

export type ReportColumn = {
  key: string;
  label: string;
  kind: "text" | "date" | "month" | "instant" | "money" | "count";
};

export type ReportSyncDto = {
  status: "NOT_SYNCED" | "SYNCING" | "SYNCED" | "SYNC_FAILED";
  /** Its id in the accounting system. */
  externalId?: string | null | undefined;
  /** Why it was not accepted; only with SYNC_FAILED. */
  error?: string | null | undefined;
  /** The version that was handed over, as the sync record had it before it was read. Default: the current version. */
  version?: number | undefined;
};

export type ReturnPaymentDto = {
  /** When it was returned or charged back. Default: today. */
  date?: Day | undefined;
  reason?: string | null | undefined;
};

export type RevenueEntry = {
  performanceObligationId: string;
  contractId: string;
  customerId: string | null;
  categoryId: string | null;
  /** Of the performance obligation; else of the billing term that it follows. */
  productId: string | null;
  timeframe: string;
  currency: string;
  amount: string;
  /** POSTED in a closed month, ACCRUED in an open past one, PLANNED ahead. */
  status: "PLANNED" | "ACCRUED" | "POSTED";
  /** Was its month set manually? */
  pinned: boolean;
  /** PATTERN by the recognition pattern, PIN set manually, BILLED and CONSUMED as billed and consumed, CREDIT_MEMO what credit memos of the month credited of earlier months, CATCH_UP other corrections of earlier months, BREAKAGE prepaid value that lapsed, OPENING what the old books had recognized. */
  source: "PATTERN" | "PIN" | "BILLED" | "CONSUMED" | "CATCH_UP" | "CREDIT_MEMO" | "BREAKAGE" | "OPENING";
  /** Of what corrects earlier months, the first of them; else the timeframe itself. */
  earnedTimeframe: string;
  /** Contract liability (deferred revenue) of the billing term group at the end of the timeframe, beside its unbilled receivable; null while the month is open. Detail: the books net per contract. */
  contractLiability: string | null;
  /** Contract asset of the group at the end of the timeframe; null while it is open. */
  contractAsset: string | null;
};

export type RevenueEntryPage = {
  data: RevenueEntry[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type RevenueEntryPageEnvelope = {
  payload: RevenueEntryPage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type RevenueReport = {
  report: string;
  parameters: { [name: string]: unknown };
  generatedAt: string;
  /** Null where rows are in several currencies. */
  currency: string | null;
  /** Currencies that this report leaves out. */
  otherCurrencies: string[];
  months: string[];
  /** The columns in the order of the files; periods stand before those that follow them. */
  columns: ReportColumn[];
  rows: ({
    /** Id. */
    id: string | null;
    /** Name. */
    name: string | null;
    /** Total. */
    total: string | null;
    /** Amounts by period. */
    values: { [name: string]: unknown };
  })[];
  totals: {
    /** Total. */
    total: string | null;
    /** Amounts by period. */
    values: { [name: string]: unknown };
  } | null;
  notes: string[];
};

export type RevenueReportEnvelope = {
  payload: RevenueReport;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type ReverseAdjustmentDto = {
  reason: string;
  /** In an open month. Default: the day of the adjustment. */
  date?: Day | undefined;
};

export type SampleInvoiceDto = {
  legalName?: string | null | undefined;
  address?: AddressDto | null | undefined;
  vatId?: string | null | undefined;
  registrationNumber?: string | null | undefined;
  bankAccount?: {
    iban: string;
    bic?: string | null | undefined;
    /** In whose name the account is. */
    name?: string | null | undefined;
  } | null | undefined;
  email?: string | null | undefined;
  /** A PNG image of at most 200 kB, base64. */
  logo?: string | null | undefined;
  /** What numbers of invoices begin with: letters, digits and . _ / -, not ending in a digit. */
  invoicePrefix?: string | undefined;
};

export type SavePerformanceObligationsAnswer = {
  created: ({
    id: string;
    contractId: string;
    billingTermGroupId: string;
    billingTermGroupName: string | null;
    billingTermIds: string[];
    name: string | null;
    productId: string | null;
    itemId: string | null;
    erpClassId: string | null;
    categoryId: string | null;
    serviceStartDate: string;
    serviceEndDate: string | null;
    standaloneSellingPrice: string | null;
    considerationType: "FIXED" | "VARIABLE";
    recognitionPattern: RecognitionPattern;
    eventTypeId: string | null;
    recognitionDate: string | null;
    milestones: ({
      name: string;
      weight: string;
      reachedDate: string | null;
    })[];
    progress: ({
      asOf: string;
      percentComplete: string;
    })[];
    customRevenue: ({
      timeframe: string;
      total: string;
    })[];
    productName: string | null;
    itemName: string | null;
    erpClassName: string | null;
    category: string | null;
    eventTypeName: string | null;
    /** As stated, or what its terms bill; for variable consideration the amount so far. */
    transactionPrice: string | null;
    /** The price allocated to it, where prices are allocated by standalone selling price. */
    allocatedPrice: string | null;
    /** SATISFIED once all of its price is recognized. */
    status: "ACTIVE" | "SATISFIED";
    /** Is any of its terms invoiced? */
    hasSentInvoice: boolean;
    /** Revenue of closed months. */
    recognizedToDate: string;
    remaining: string | null;
    recognizedRevenue: ({
      timeframe: string;
      total: string;
      status: "PLANNED" | "ACCRUED" | "POSTED";
      pinned: boolean;
    })[];
    createdAt: string;
    updatedAt: string;
    index: number;
  })[];
  updated: PerformanceObligation[];
  deletedIds: string[];
  warnings: Warning[];
};

export type SavePerformanceObligationsAnswerEnvelope = {
  payload: SavePerformanceObligationsAnswer;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type SavedView = {
  id: string;
  screen: string;
  name: string;
  query: string;
  createdAt: string;
  lastUpdatedAt: string;
};

export type SavedViewEnvelope = {
  payload: SavedView;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type SavedViewPage = {
  data: SavedView[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type SavedViewPageEnvelope = {
  payload: SavedViewPage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type ScheduledInvoice = {
  issueDate: string;
  dueDate: string;
  status: "PLANNED" | "DRAFT" | "ISSUED" | "PARTIALLY_PAID" | "PAID" | "UNCOLLECTIBLE" | "VOID";
  invoiceId: string | null;
  currency: string;
  lineItems: InvoiceLine[];
  subtotal: string;
  discountTotal: string;
  total: string;
};

export type SearchAnswer = {
  data: SearchResult[];
};

export type SearchAnswerEnvelope = {
  payload: SearchAnswer;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type SearchResult = {
  type: "CUSTOMER" | "CONTRACT" | "INVOICE" | "CREDIT_MEMO" | "PAYMENT" | "PRODUCT" | "COMMITMENT" | "JOURNAL_ENTRY" | "USAGE_EVENT" | "CLOSE_PACKAGE";
  id: string;
  /** The name, number or reference. */
  title: string;
  /** The customer, or another name. */
  detail: string | null;
  status: string | null;
};

export type SeatAmendment = {
  id: string;
  billingTermId: string;
  contractId: string;
  effectiveDate: string;
  quantity: string | null;
  delta: string | null;
  prorationPolicy: "NONE" | "DAY" | "MONTH" | "STARTED_MONTH" | "YEAR";
  trueUpTiming: "IMMEDIATE" | "CO_TERM";
  note: string | null;
  /** Seats before it. */
  previousQuantity: string;
  /** Seats after it. */
  resultingQuantity: string;
  /** The invoice with its true-up. */
  billedInvoiceId: string | null;
  createdAt: string;
};

export type SeatAmendmentEnvelope = {
  payload: SeatAmendment;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type SeatAmendmentPage = {
  data: SeatAmendment[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type SeatAmendmentPageEnvelope = {
  payload: SeatAmendmentPage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type SeatConfig = {
  minQuantity: string;
  isMovingMinimum: boolean;
  defaultProrationPolicy: "NONE" | "DAY" | "MONTH" | "STARTED_MONTH" | "YEAR";
  defaultTrueUpTiming: "IMMEDIATE" | "CO_TERM";
  creditOnDecrease: "NONE" | "PRORATED";
};

export type SeatConfigDto = {
  /** Billed seats never fall below it; default 0. */
  minQuantity?: Quantity | undefined;
  /** Each increase raises the minimum to the new count. */
  isMovingMinimum?: boolean | undefined;
  defaultProrationPolicy?: "NONE" | "DAY" | "MONTH" | "STARTED_MONTH" | "YEAR" | undefined;
  defaultTrueUpTiming?: "IMMEDIATE" | "CO_TERM" | undefined;
  /** PRORATED credits seats removed in a period that is invoiced. */
  creditOnDecrease?: "NONE" | "PRORATED" | undefined;
};

export type Session = {
  user: {
    id: string;
    email: string;
    name: string | null;
  };
  /** The person's current role in the merchant. */
  role: "VIEWER" | "EDITOR" | "CONTROLLER" | "OWNER";
  merchant: {
    id: string;
    name: string;
    isSandbox: boolean;
    defaultCurrency: string;
    timeZone: string;
  };
  /** Those that the session may switch to, with its own, by name. */
  merchants: ({
    id: string;
    name: string;
    role: "VIEWER" | "EDITOR" | "CONTROLLER" | "OWNER";
    isSandbox: boolean;
  })[];
  /** For the header X-CSRF-Token of every write with the cookie. */
  csrfToken: string;
  hasPassword: boolean;
  /** The ways to sign in to this server. */
  signInMethods: ("PASSWORD" | "LINK" | "OIDC")[];
};

export type SessionEnvelope = {
  payload: Session;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type SetApprovalPolicyDto = {
  kind: "APPROVE_CONTRACT" | "CREDIT_MEMO" | "WRITE_OFF" | "TREATMENT" | "MANUAL_REVENUE" | "ADJUSTMENT" | "JOURNAL_EXPORT" | "CLOSE" | "REOPEN" | "APPROVALS";
  above?: {
    amount: Amount;
    currency: CurrencyCode;
  } | null | undefined;
  /** The role that may approve, or any above it. */
  role: "CONTROLLER" | "OWNER";
};

export type SetChartOfAccountsDto = {
  /** Of several that fit a line the most specific: a posted name before a category, that before a class, that before the role alone. */
  accounts: readonly LedgerAccountDto[];
  formats?: {
    xero?: {
      /** The name of the tax rate of every line. */
      taxRate: string;
      /** The tracking category whose options are the classes. */
      classTracking?: string | null | undefined;
    } | undefined;
    netSuite?: {
      subsidiary?: string | null | undefined;
    } | undefined;
    sageIntacct?: {
      /** The journal symbol. */
      journal: string;
      locationId?: string | null | undefined;
    } | undefined;
    datev?: {
      /** Beraternummer. */
      consultantNumber: number;
      /** Mandantennummer. */
      clientNumber: number;
      /** Sachkontenlänge: digits of an account. */
      accountLength: number;
      fiscalYearStartMonth: number;
      /** Clearing account of entries with several lines on both sides; each nets to 0.00 in it. */
      clearingAccount: string;
    } | undefined;
  } | undefined;
};

export type SetMemberRoleAnswer = {
  userId: string;
  role: "VIEWER" | "EDITOR" | "CONTROLLER" | "OWNER";
};

export type SetMemberRoleAnswerEnvelope = {
  payload: SetMemberRoleAnswer;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type SetMemberRoleDto = {
  role: "VIEWER" | "EDITOR" | "CONTROLLER" | "OWNER";
};

export type SignInDto = {
  email?: string | undefined;
  /** With email. */
  password?: string | undefined;
  /** Of a one-time link, in place of email and password. */
  token?: string | undefined;
};

export type SignOutAnswer = {
  success: boolean;
};

export type SignOutAnswerEnvelope = {
  payload: SignOutAnswer;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type SignedAmount = string;

export type SignedQuantity = string;

export type SourceType = "ERP_A" | "ERP_B" | "ERP_C" | "ERP_D" | "CRM_A" | "CRM_B" | "TAX_A" | "TAX_B" | "TAX_C" | "PROCESSOR_A" | "BILLING_A";

export type StandaloneSellingPrice = {
  currency: CurrencyCode;
  price: Decimal;
  validFrom: string;
};

export type StandaloneSellingPriceEnvelope = {
  payload: StandaloneSellingPrice;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type StandaloneSellingPricePage = {
  data: StandaloneSellingPrice[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type StandaloneSellingPricePageEnvelope = {
  payload: StandaloneSellingPricePage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type StatedExternalIdDto = {
  externalId: string;
  sourceType: SourceType;
};

export type SubLedgerLock = {
  subLedger: "BILLING" | "CASH";
  /** The last month in which nothing of it can be dated; null for none. */
  lockedThrough: string | null;
};

export type SubLedgerLockEnvelope = {
  payload: SubLedgerLock;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type SwapBillingTermDto = {
  /** First day of the new term; the other one ends the day before. */
  effectiveDate: Day;
  newTerm: NewBillingTermDto;
  reason?: string | null | undefined;
  /** When it was agreed, today or earlier: no earlier month changes. Default its first day, of an end its last day, today at the latest. */
  agreedOn?: Day | undefined;
};

export type SwappedBillingTerms = {
  ended: BillingTerm;
  added: BillingTerm;
};

export type SwappedBillingTermsEnvelope = {
  payload: SwappedBillingTerms;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type SwitchMerchantDto = {
  merchantId: string;
};

export type SyncRecord = {
  /** The same as `entityId`. */
  id: string;
  entityType: "INVOICE" | "CREDIT_MEMO" | "PAYMENT" | "JOURNAL_ENTRY" | "CUSTOMER";
  entityId: string;
  /** Of the record as it is now; after a change NOT_SYNCED. */
  status: "NOT_SYNCED" | "SYNCING" | "SYNCED" | "SYNC_FAILED";
  /** Of the record; every change of it adds one. */
  version: number;
  /** The last one that the accounting system accepted. */
  syncedVersion: number | null;
  externalId: string | null;
  lastError: string | null;
  /** Finished tries, successful or not. */
  attempts: number;
  /** When it was reported, or the record was changed after that. */
  lastUpdatedAt: string;
};

export type SyncRecordEnvelope = {
  payload: SyncRecord;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type SyncRecordPage = {
  data: SyncRecord[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type SyncRecordPageEnvelope = {
  payload: SyncRecordPage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type TaxLine = {
  category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O" | "L" | "M" | "B";
  rate: string;
  taxable: string;
  tax: string;
};

export type TermAmendment = {
  id: string;
  billingTermId: string;
  contractId: string;
  effectiveDate: string;
  settlement: "IMMEDIATE" | "CO_TERM" | "NONE";
  before: {
    pricing: PricingTier[];
    quantity: string;
  };
  after: {
    pricing: PricingTier[];
    quantity: string;
  };
  note: string | null;
  /** Last day that was invoiced when it was made. */
  invoicedThrough: string | null;
  /** The invoice with its first true-up. */
  billedInvoiceId: string | null;
  createdAt: string;
};

export type TermAmendmentEnvelope = {
  payload: TermAmendment;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type TermAmendmentPage = {
  data: TermAmendment[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type TermAmendmentPageEnvelope = {
  payload: TermAmendmentPage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type TerminateBillingTermDto = {
  /** Last day of service, inclusive. */
  endDate: Day;
  reason?: string | null | undefined;
  /** Allows an end before what is invoiced, and credits what was billed beyond it. */
  creditUnused?: boolean | undefined;
  /** When it was agreed, today or earlier: no earlier month changes. Default its first day, of an end its last day, today at the latest. */
  agreedOn?: Day | undefined;
};

export type TerminateCommitmentDto = {
  /** Last day, inclusive: the end of a period, and not before what is invoiced. */
  endDate: Day;
  reason?: string | null | undefined;
  /** When it was agreed, today or earlier: no earlier month changes. Default its first day, of an end its last day, today at the latest. */
  agreedOn?: Day | undefined;
};

export type TreatContractModificationDto = {
  treatment: "SEPARATE_CONTRACT" | "PROSPECTIVE" | "CUMULATIVE_CATCH_UP" | "MIXED";
  /** Why the change is treated so; kept in the decision log. */
  reason: string;
};

export type TrialBalance = {
  month: string;
  currencies: ({
    currency: string;
    accounts: ({
      account: string;
      role: AccountRole;
      debit: string;
      credit: string;
      /** Debit − credit. */
      balance: string;
      /** The month's own. */
      activityDebit: string;
      activityCredit: string;
    })[];
    totalDebit: string;
    totalCredit: string;
  })[];
};

export type TrialBalanceEnvelope = {
  payload: TrialBalance;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type UnlockSubLedgerDto = {
  month: string;
  /** REVENUE is not among them: closing the month locks it, and the other two with it. */
  subLedger: "BILLING" | "CASH";
  reason: string;
};

export type UpdateCategoryDto = {
  /** Account of its revenue, in entries posted from now on; null: the merchant's. */
  revenueAccount?: string | null | undefined;
  /** Contract liability account; null: the merchant's. An obligation keeps the account of its first entry. */
  contractLiabilityAccount?: string | null | undefined;
};

export type UpdateContactDto = {
  email?: string | undefined;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  /** At most one contact is: the one before stays as a contact. */
  isPrimaryContact?: boolean | undefined;
  /** Gets a copy of what goes to the primary contact. */
  isCCEmail?: boolean | undefined;
};

export type UpdateContractMetadataDto = {
  /** Any JSON object; at most 16,384 bytes as compact UTF-8 JSON. */
  metadata: { [name: string]: unknown };
};

export type UpdateContractV3Dto = {
  name?: string | undefined;
  /** Fixed once the contract is approved. The contract keeps its currency and payment terms. */
  customerId?: string | undefined;
  /** The customer's, else the merchant's, unless sent. Fixed once a priced term exists. */
  currency?: CurrencyCode | undefined;
  /** First day; the start of the earliest term unless sent. */
  startDate?: Day | undefined;
  /** Last day; the end of the latest term unless sent. */
  endDate?: Day | null | undefined;
  /** Day the contract was signed. */
  closeDate?: Day | null | undefined;
  /** Days from issue to due date; the customer's, else 30, unless sent. */
  netPaymentTerms?: number | undefined;
  /** Ids in other systems, one for each source type. */
  externalIds?: readonly ContractExternalIdDto[] | undefined;
  /** One more entry of externalIds: the entry, or its externalId alone with sourceType as a field of its own. */
  externalId?: ContractExternalIdDto | string | undefined;
  /** For an externalId that is a text. */
  sourceType?: SourceType | undefined;
  /** Printed on invoices. */
  poNumber?: string | null | undefined;
  /** Contracts of the customer with the same key are billed on one document, as far as dates, payment terms, currency and PO number agree. */
  consolidationKey?: string | null | undefined;
  /** STATED: the price of each obligation is what its terms bill. STATED unless sent. */
  allocationMethod?: "STATED" | "RELATIVE_SSP" | undefined;
  /** Sets the values of the custom fields that are sent; the others stay. */
  customFields?: readonly ({
    /** A custom field that applies to contracts. */
    id: string;
    /** Null clears it. */
    value: string | null;
  })[] | undefined;
};

export type UpdateCustomerV3Dto = {
  name?: string | undefined;
  /** Legal name. */
  companyName?: string | null | undefined;
  /** The customer it is a part of; at most five levels and no cycle. */
  parentCustomerId?: string | null | undefined;
  /** Currency of its contracts unless they state another one. */
  defaultCurrency?: CurrencyCode | undefined;
  /** Days from issue to due date, unless a contract states its own. 30 unless sent. */
  netPaymentTerms?: number | undefined;
  /** Makes the contact with this address the primary one, a new one if there is none. */
  primaryBillingContactEmail?: string | null | undefined;
  billingAddress?: AddressDto | null | undefined;
  shippingAddress?: AddressDto | null | undefined;
  taxInfo?: {
    vatId?: string | null | undefined;
    ein?: string | null | undefined;
    isTaxExempt?: boolean | undefined;
  } | undefined;
  /** Charge the default payment method when an invoice is due. False unless sent. */
  autoCharge?: boolean | undefined;
  /** Never remind of overdue invoices. False unless sent. */
  dunningDisabled?: boolean | undefined;
  externalIds?: readonly ({
    externalId: string;
    sourceType: SourceType;
  })[] | undefined;
  /** Sets the values of the custom fields that are sent; the others stay. */
  customFields?: readonly ({
    /** A custom field that applies to customers. */
    id: string;
    /** Null clears it. */
    value: string | null;
  })[] | undefined;
};

export type UpdateInvoiceDto = {
  memo?: string | null | undefined;
  poNumber?: string | null | undefined;
  /** Sets the values of the custom fields that are sent; the others stay. */
  customFields?: readonly ({
    /** A custom field that applies to invoices. */
    id: string;
    /** Null clears it. */
    value: string | null;
  })[] | undefined;
};

export type UpdateInvoiceExternalIdsDto = {
  externalIds: readonly ExternalIdDto[];
};

export type UpdateItemDto = {
  name?: string | undefined;
  /** Shown to customers in place of the name. */
  displayName?: string | null | undefined;
  /** VAT category of EN 16931 (UNTDID 5305). S unless sent. */
  taxCategory?: "S" | "Z" | "E" | "AE" | "K" | "G" | "O" | "L" | "M" | "B" | undefined;
};

export type UpdateItemExternalIdsDto = {
  externalIds: readonly ExternalIdDto[];
};

export type UpdateMerchantDto = {
  legalName?: string | null | undefined;
  address?: AddressDto | null | undefined;
  vatId?: string | null | undefined;
  registrationNumber?: string | null | undefined;
  bankAccount?: {
    iban: string;
    bic?: string | null | undefined;
    /** In whose name the account is. */
    name?: string | null | undefined;
  } | null | undefined;
  email?: string | null | undefined;
  /** A PNG image of at most 200 kB, base64. */
  logo?: string | null | undefined;
  /** What numbers of invoices begin with: letters, digits and . _ / -, not ending in a digit. */
  invoicePrefix?: string | undefined;
  /** Replaces all rates. */
  taxRates?: readonly ({
    /** ISO 3166-1 alpha-2. */
    country: CountryCode;
    /** Without it the rate is for the whole country. */
    region?: string | null | undefined;
    /** Code of EN 16931: S standard, Z zero, E exempt, AE reverse charge … */
    category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O" | "L" | "M" | "B";
    rate: Fraction;
    validFrom: Day;
  })[] | undefined;
  defaultProcessor?: "PROCESSOR_A" | null | undefined;
  /** Contracts are BLOCKED while an obligation has no revenue category. Applies from their next check on. */
  requireCategory?: boolean | undefined;
  /** Months with journal entries that are SYNCED cannot be reopened, PERIOD_SYNCED. */
  forbidReopenSynced?: boolean | undefined;
  /** A write-off takes the tax of what is still owed out of the tax payable; a later payment brings it back. */
  badDebtTaxRelief?: boolean | undefined;
  /** Days to wait for usage of a period before it is billed. */
  usageGraceDays?: number | undefined;
  /** What numbers of credit memos begin with: letters, digits and . _ / -, not ending in a digit. */
  creditMemoPrefix?: string | undefined;
  /** Names of accounts by role. Roles that are sent change; null restores the role in words. Two roles may share a name. */
  accountMap?: {
    RECEIVABLE?: string | null | undefined;
    UNBILLED_RECEIVABLE?: string | null | undefined;
    CONTRACT_ASSET?: string | null | undefined;
    CONTRACT_LIABILITY?: string | null | undefined;
    REVENUE?: string | null | undefined;
    BREAKAGE_REVENUE?: string | null | undefined;
    CONTRA_REVENUE?: string | null | undefined;
    TAX_PAYABLE?: string | null | undefined;
    CUSTOMER_CREDIT?: string | null | undefined;
    CASH?: string | null | undefined;
    BAD_DEBT?: string | null | undefined;
    BAD_DEBT_RECOVERED?: string | null | undefined;
    MIGRATION_CLEARING?: string | null | undefined;
  } | undefined;
};

export type UpdateObligationDto = {
  name?: string | null | undefined;
  description?: string | null | undefined;
  itemId?: string | null | undefined;
  /** Of usage; moves the term and its performance obligation together. */
  eventTypeId?: string | null | undefined;
  netPaymentTerms?: number | null | undefined;
  invoiceDateStrategy?: "FIRST_OF_PERIOD" | "ADVANCED_DUE_START" | "LAST_OF_PERIOD" | "ARREARS" | null | undefined;
  productId?: string | null | undefined;
  classId?: string | null | undefined;
  categoryId?: string | null | undefined;
  /** The amount of a SIMPLE price. */
  price?: Quantity | null | undefined;
  pricing?: readonly PricingTierDto[] | undefined;
  quantity?: Quantity | null | undefined;
  /** Not once anything is invoiced. */
  billingStartDate?: Day | null | undefined;
  /** Every n intervals. */
  billingFrequency?: number | null | undefined;
  billingFrequencyUnit?: "NONE" | "DAY" | "WEEK" | "SEMI_MONTH" | "MONTH" | "QUARTER" | "YEAR" | null | undefined;
  /** At least those issued. */
  totalNumberOfInvoices?: number | null | undefined;
  /** First day of service. */
  revenueStartDate?: Day | null | undefined;
  /** Last day of service, inclusive. */
  revenueEndDate?: Day | null | undefined;
  recognitionPattern?: RecognitionPattern | null | undefined;
  /** For the whole service; default the product's. */
  standaloneSellingPrice?: PositiveAmount | null | undefined;
  discount?: DiscountDto | { [name: string]: unknown } | null | undefined;
  /** First day of a changed price, or from which other days of service are agreed, on an approved contract; default today. */
  effectiveDate?: Day | null | undefined;
  reasonCode?: ReasonCode | null | undefined;
  /** false keeps drafts until the next change; default true. */
  regenerateInvoices?: boolean | null | undefined;
  /** When it was agreed, today or earlier: no earlier month changes. Default its first day, of an end its last day, today at the latest. */
  agreedOn?: Day | undefined;
};

export type UpdateObligationV31Answer = {
  data: Obligation;
  warnings: Warning[];
};

export type UpdateObligationV31AnswerEnvelope = {
  payload: UpdateObligationV31Answer;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type UpdatePerformanceObligationAnswer = {
  performanceObligation: PerformanceObligation;
  warnings: Warning[];
};

export type UpdatePerformanceObligationAnswerEnvelope = {
  payload: UpdatePerformanceObligationAnswer;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type UpdatePerformanceObligationForContractDto = {
  name?: string | null | undefined;
  /** Fills the fields that the request leaves out. */
  productId?: string | null | undefined;
  itemId?: string | null | undefined;
  erpClassId?: string | null | undefined;
  /** The same as erpClassId. */
  classId?: string | null | undefined;
  /** Revenue category; default the product's. */
  categoryId?: string | null | undefined;
  /** The category by its name, in place of categoryId. */
  category?: string | undefined;
  /** First day of service. Not for RECOGNIZE_AS_BILLED and RECOGNIZE_AS_CONSUMED, which take it from the group's terms. */
  serviceStartDate?: Day | undefined;
  /** Last day of service, inclusive. Not for RECOGNIZE_AS_BILLED and RECOGNIZE_AS_CONSUMED, which take it from the group's terms. */
  serviceEndDate?: Day | undefined;
  /** Its price. Not for RECOGNIZE_AS_BILLED and RECOGNIZE_AS_CONSUMED, which take it from the group's terms. */
  transactionPrice?: Amount | undefined;
  /** For the whole service; default the product's. */
  standaloneSellingPrice?: PositiveAmount | null | undefined;
  /** Default by pattern. */
  considerationType?: "FIXED" | "VARIABLE" | undefined;
  recognitionPattern?: RecognitionPattern | undefined;
  /** The usage that RECOGNIZE_AS_CONSUMED earns. */
  eventTypeId?: string | null | undefined;
  /** The day on which POINT_IN_TIME earns all. */
  recognitionDate?: Day | null | undefined;
  milestones?: readonly PobMilestoneDto[] | undefined;
  progress?: readonly PobProgressDto[] | undefined;
  /** First day of the change, on an approved contract; default today. */
  effectiveDate?: Day | undefined;
  reasonCode?: ReasonCode | undefined;
  /** Lets progress fall below what was reported before. */
  correction?: boolean | undefined;
  customRevenue?: readonly PobMonthDto[] | undefined;
  /** When it was agreed, today or earlier: no earlier month changes. Default its first day, of an end its last day, today at the latest. */
  agreedOn?: Day | undefined;
};

export type UpdateProductDto = {
  name?: string | undefined;
  /** Line name on invoices; null takes the name. */
  displayName?: string | null | undefined;
  /** Only an active product can be sold. */
  status?: "ACTIVE" | "INACTIVE" | undefined;
  description?: string | null | undefined;
  /** ERP item of the lines. */
  itemId?: string | null | undefined;
  /** Another name of itemId. */
  integrationItemId?: string | null | undefined;
  /** Accounting class; not for merchants of the ERP kind. */
  erpClassId?: string | null | undefined;
  /** Revenue category. */
  categoryId?: string | null | undefined;
  /** The default pattern of its performance obligations. */
  recognitionPattern?: "STRAIGHT_LINE" | "STRAIGHT_LINE_DAILY" | "POINT_IN_TIME" | null | undefined;
  /** VAT category of EN 16931 (UNTDID 5305), for lines whose item has none. S unless sent. */
  taxCategory?: "S" | "Z" | "E" | "AE" | "K" | "G" | "O" | "L" | "M" | "B" | undefined;
  /** All of its prices; a list that is sent replaces the one before. */
  standaloneSellingPrices?: readonly ({
    currency: CurrencyCode;
    amount: PositiveAmount;
    /** The first day it holds, until the next one of its currency. */
    validFrom: Day;
  })[] | undefined;
};

export type UpdateSavedViewDto = {
  name?: string | undefined;
  /** The query string of the screen's address. */
  query?: string | undefined;
};

export type UpdateUsageCommitmentStepV3RequestDto = {
  name?: string | null | undefined;
  /** For each commitment period: money, or units of usage, by commitmentUnitType. */
  commitmentValue?: PositiveQuantity | undefined;
  /** Usage terms, one for each event type. */
  billingTermIds?: readonly string[] | undefined;
  /** When it was agreed, today or earlier: no earlier month changes. Default its first day, of an end its last day, today at the latest. */
  agreedOn?: Day | undefined;
};

export type UpdateUsageCommitmentV3RequestDto = {
  /** For each commitment period: money, or units of usage, by commitmentUnitType. */
  commitmentValue?: PositiveQuantity | undefined;
  commitmentStartDate?: Day | undefined;
  /** Inclusive. */
  commitmentEndDate?: Day | undefined;
  isFullDuration?: boolean | undefined;
  /** How often the value starts over; null is never. */
  commitmentInterval?: "DAILY" | "WEEKLY" | "MONTHLY" | "QUARTERLY" | "YEARLY" | null | undefined;
  /** Which event type draws first inside a billing period; default LOW. */
  pricePriority?: "LOW" | "HIGH" | undefined;
  /** When unused value is billed. Where none is sent, EACH_PERIOD, and NONE while the schedule is fully prepaid. */
  trueUpBehavior?: "EACH_PERIOD" | "END_OF_SCHEDULE" | "NONE" | undefined;
  /** Terms of further event types. */
  billingTermsToAdd?: readonly string[] | undefined;
  /** Rejected: patch the schedule. */
  overageConfigs?: readonly OverageConfigDto[] | undefined;
  /** When it was agreed, today or earlier: no earlier month changes. Default its first day, of an end its last day, today at the latest. */
  agreedOn?: Day | undefined;
};

export type UpdateUserDto = {
  name?: string | null | undefined;
  role?: "VIEWER" | "EDITOR" | "CONTROLLER" | "OWNER" | undefined;
  /** Ends the membership and its sessions at once. */
  status?: "DEACTIVATED" | undefined;
};

export type UpdateWebhookEndpointDto = {
  /** https, on port 443 or 8443 of a public host; checked now and at every try. */
  url?: string | undefined;
  description?: string | null | undefined;
  /** The types that it gets; `*` is all, those to come included. */
  events?: readonly (EventTypeName | "*")[] | undefined;
  status?: "ENABLED" | "DISABLED" | undefined;
};

export type UsageCommitmentDto = {
  name?: string | null | undefined;
  /** DOLLARS is another name of CURRENCY. */
  commitmentUnitType: "CURRENCY" | "UNITS" | "DOLLARS";
  /** The first schedule starts, and the last ends, with the contract. */
  isFullDuration?: boolean | undefined;
  /** Which event type draws first inside a billing period; default LOW. */
  pricePriority?: "LOW" | "HIGH" | undefined;
  /** Default RECOGNIZE_AS_CONSUMED; any case. */
  revenueRecognitionPattern?: "RECOGNIZE_AS_CONSUMED" | "STRAIGHT_LINE" | undefined;
  /** One after the other. */
  schedules: readonly ({
    /** First day. */
    startDate?: Day | undefined;
    /** Last day, inclusive: the end of a commitment period. */
    endDate?: Day | undefined;
    /** How often the value starts over; null is never. */
    commitmentInterval?: "DAILY" | "WEEKLY" | "MONTHLY" | "QUARTERLY" | "YEARLY" | null | undefined;
    /** When unused value is billed. Where none is sent, EACH_PERIOD, and NONE while the schedule is fully prepaid. */
    trueUpBehavior?: "EACH_PERIOD" | "END_OF_SCHEDULE" | "NONE" | undefined;
    trueUpName?: string | null | undefined;
    trueUpIntegrationItem?: string | null | undefined;
    prepaidEnabled?: boolean | undefined;
    /** For each commitment period, in the commitment's unit. */
    prepaidValue?: Quantity | undefined;
    /** Default FULL_UPFRONT. Without effect where nothing is prepaid. */
    prepaymentScheduleType?: "FULL_UPFRONT" | "PER_COMMITMENT_PERIOD" | "SPLIT_ACROSS_BILLING_PERIODS" | undefined;
    prepaymentInvoiceLineName?: string | null | undefined;
    prepaymentIntegrationItem?: string | null | undefined;
    /** Of prepayments and true-ups; default the contract's. */
    netPaymentTerms?: number | null | undefined;
    /** One for each event type; without, the last step's prices go on. */
    overageConfigs?: readonly OverageConfigDto[] | undefined;
    /** In the order in which they are drawn down. */
    steps: readonly ({
      name?: string | null | undefined;
      /** For each commitment period: money, or units of usage, by commitmentUnitType. */
      commitmentValue: PositiveQuantity;
      /** Usage terms, one for each event type. */
      billingTermIds: readonly string[];
    })[];
  })[];
};

export type UsageEvent = {
  id: string;
  idempotencyKey: string;
  customerId: string;
  eventTypeId: string;
  datetime: string;
  value: Decimal;
  differentiator: string | null;
  invoiceSplitKey: string | null;
  /** Any JSON object; at most 4,096 bytes as compact UTF-8 JSON. Stored, not priced. */
  metadata: { [name: string]: unknown };
  /** RECORDED waits for a usage term of an approved contract, MATCHED has one, INVOICED is on an issued line that is not void. */
  status: "RECORDED" | "MATCHED" | "INVOICED" | "DELETED";
  contractId: string | null;
  /** The usage term that covers it. */
  billingTermId: string | null;
  createdAt: string;
  lastUpdatedAt: string;
  deletedAt: string | null;
};

export type UsageEventEnvelope = {
  payload: UsageEvent;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type UsageEventPage = {
  data: UsageEvent[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type UsageEventPageEnvelope = {
  payload: UsageEventPage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type UsageEventResults = {
  /** The id of the request in the audit log. */
  batchId: string;
  /** One result for each event, in the order sent. */
  results: ({
    index: number;
    status: "CREATED" | "DUPLICATE" | "FAILED";
    id?: string;
    error?: {
      errorCode: string;
      message: string;
      issues?: ({
        path: string;
        code: string;
        message: string;
      })[];
    };
  })[];
  created: number;
  duplicates: number;
  failed: number;
};

export type UsageEventResultsEnvelope = {
  payload: UsageEventResults;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type UsageExplanation = {
  period: ExplainedSpan;
  fullPeriod: ExplainedSpan;
  /** Of a full period: what flat amounts, minimum and maximum are prorated by. */
  share: string;
  /** Of all that is priced together. */
  pricedQuantity: string;
  ownQuantity: string;
  tiers: ExplainedTier[];
  gross: string;
  maximum: string | null;
  minimum: string | null;
  discounts: ({
    type: string;
    amount: string;
    note: string | null;
    reduced: string;
  })[];
  /** Exact, after discounts, before the minimum. */
  net: string;
  rounding: string;
  total: string;
  /** Only if more usage was credited than used. */
  usageCredit?: {
    /** The amount of the line's own usage; below zero if more was credited than used. */
    usageAmount: string;
    /** Credit of the same or an earlier period that is deducted from the line. */
    deducted: string;
    /** Credit carried forward to later lines, or to a credit memo at the end of the term. */
    carriedForward: string;
  };
  /** Of a correction: billed of total before. */
  billed: string | null;
};

export type UsageStatement = {
  customerId: string;
  from: string;
  to: string;
  /** Whole billing periods that have a day in the span, by contract. */
  periods: ({
    contractId: string;
    currency: string;
    /** Whose own usage it is; null of a commitment. */
    billingTermId: string | null;
    commitmentId: string | null;
    commitmentPeriodId: string | null;
    periodStart: string;
    /** Last day, inclusive. */
    periodEnd: string;
    quantities: ({
      eventTypeId: string;
      eventTypeName: string;
      differentiator: string | null;
      invoiceSplitKey: string | null;
      /** Those that are not deleted. */
      events: number;
      /** Their quantity by the aggregation of the event type. */
      quantity: string;
    })[];
    /** The amount of the usage so far, tax excluded. */
    charges: ({
      type: "FLAT" | "UNIT" | "SEAT" | "SEAT_TRUE_UP" | "PRICE_TRUE_UP" | "ONE_OFF" | "USAGE" | "LATE_USAGE" | "OVERAGE" | "TRUE_UP" | "PREPAYMENT" | "PREPAID_APPLIED" | "ADJUSTMENT" | "MANUAL" | "MINIMUM";
      billingTermId: string;
      serviceStartDate: string;
      /** Last day, inclusive. */
      serviceEndDate: string;
      differentiator: string | null;
      invoiceSplitKey: string | null;
      quantity: string;
      unitPrice: string | null;
      tiers: ({
        tier: number;
        quantity: string;
        unitPrice: string | null;
        amount: string;
      })[];
      total: string;
    })[];
    drawdown: {
      /** In the unit of the commitment, as are consumed and remaining. */
      committed: string;
      consumed: string;
      remaining: string;
      cumulative: {
        amount: string;
        units: string;
      };
      overage: string;
      trueUp: string;
      prepaid: {
        opening: string;
        drawn: string;
        lapsed: string;
        balance: string;
      };
      steps: ({
        stepId: string;
        committed: string;
        consumed: string;
        remaining: string;
      })[];
      eventTypes: ({
        eventTypeId: string;
        consumed: {
          amount: string;
          units: string;
        };
        overages: {
          amount: string;
          units: string;
        };
        cumulative: {
          amount: string;
          units: string;
        };
      })[];
    } | null;
    /** What of the charges is billed and what is still to bill; together they are the charges. */
    lines: ({
      status: "ISSUED" | "CREDITED" | "PLANNED";
      invoiceId: string | null;
      invoiceNumber: string | null;
      issueDate: string;
      type: "FLAT" | "UNIT" | "SEAT" | "SEAT_TRUE_UP" | "PRICE_TRUE_UP" | "ONE_OFF" | "USAGE" | "LATE_USAGE" | "OVERAGE" | "TRUE_UP" | "PREPAYMENT" | "PREPAID_APPLIED" | "ADJUSTMENT" | "MANUAL" | "MINIMUM";
      billingTermId: string;
      serviceStartDate: string;
      /** Last day, inclusive. */
      serviceEndDate: string;
      differentiator: string | null;
      invoiceSplitKey: string | null;
      quantity: string | null;
      total: string;
    })[];
    charged: string;
    /** Of issued invoices, less what was credited because less was used. */
    issued: string;
    planned: string;
  })[];
};

export type UsageStatementEnvelope = {
  payload: UsageStatement;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type User = {
  id: string;
  email: string;
  /** The person's name in this merchant. */
  name: string | null;
  role: "VIEWER" | "EDITOR" | "CONTROLLER" | "OWNER";
  status: "ACTIVE" | "DEACTIVATED";
  /** Signed in here, to the minute. */
  lastSeenAt: string | null;
  createdAt: string;
};

export type UserEnvelope = {
  payload: User;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type UserPage = {
  data: User[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type UserPageEnvelope = {
  payload: UserPage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type VoidCreditMemoDto = {
  reason: string;
};

export type Warning = {
  code: string;
  message: string;
  entity?: string;
  entityId?: string;
  field?: string;
  previousValue?: unknown;
  newValue?: unknown;
  index?: number;
};

/** Present on a success that carries warnings. Test `success`, not the presence of `error`. */
export type Warnings = {
  code: number;
  message: string;
  errorCode: "WARNINGS";
  details: {
    warnings: Warning[];
    requestId: string;
  };
};

export type WaterfallReport = {
  report: string;
  parameters: { [name: string]: unknown };
  generatedAt: string;
  /** Null where rows are in several currencies. */
  currency: string | null;
  /** Currencies that this report leaves out. */
  otherCurrencies: string[];
  months: string[];
  /** The columns in the order of the files; periods stand before those that follow them. */
  columns: ReportColumn[];
  rows: ({
    /** Id. */
    id: string | null;
    /** Name. */
    name: string | null;
    /** Revenue of the months before the first. */
    recognized: string | null;
    /** After the last month. */
    thereafter: string | null;
    /** All months shown and thereafter. With what was recognized before, it is the price and what was adjusted. */
    total: string | null;
    /** Amounts by period. */
    values: { [name: string]: unknown };
  })[];
  totals: {
    /** Revenue of the months before the first. */
    recognized: string | null;
    /** After the last month. */
    thereafter: string | null;
    /** All months shown and thereafter. With what was recognized before, it is the price and what was adjusted. */
    total: string | null;
    /** Amounts by period. */
    values: { [name: string]: unknown };
  } | null;
  notes: string[];
};

export type WaterfallReportEnvelope = {
  payload: WaterfallReport;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type WebhookDelivery = {
  id: string;
  webhookEndpointId: string;
  /** Also the header webhook-id, in every try. */
  eventId: string;
  eventType: string;
  status: "PENDING" | "DELIVERED" | "FAILED";
  /** Tries so far, of eight. */
  attempts: number;
  nextAttemptAt: string | null;
  lastAttemptAt: string | null;
  responseStatus: number | null;
  failure: string | null;
  createdAt: string;
};

export type WebhookDeliveryEnvelope = {
  payload: WebhookDelivery;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type WebhookDeliveryPage = {
  data: WebhookDelivery[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type WebhookDeliveryPageEnvelope = {
  payload: WebhookDeliveryPage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type WebhookEndpoint = {
  id: string;
  url: string;
  description: string | null;
  purpose: "EVENTS" | "SYNC";
  events: string[];
  status: "ENABLED" | "DISABLED";
  disabledReason: "REQUESTED" | "GONE" | "FAILING" | null;
  /** Since when nothing could be delivered; after 5 days it is disabled. */
  failingSince: string | null;
  /** Until then the previous secret signs as well. */
  previousSecretUntil: string | null;
  createdAt: string;
  lastUpdatedAt: string;
};

export type WebhookEndpointEnvelope = {
  payload: WebhookEndpoint;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type WebhookEndpointPage = {
  data: WebhookEndpoint[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type WebhookEndpointPageEnvelope = {
  payload: WebhookEndpointPage;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type WebhookEndpointWithSecret = {
  id: string;
  url: string;
  description: string | null;
  purpose: "EVENTS" | "SYNC";
  events: string[];
  status: "ENABLED" | "DISABLED";
  disabledReason: "REQUESTED" | "GONE" | "FAILING" | null;
  /** Since when nothing could be delivered; after 5 days it is disabled. */
  failingSince: string | null;
  /** Until then the previous secret signs as well. */
  previousSecretUntil: string | null;
  createdAt: string;
  lastUpdatedAt: string;
  /** Shown only now. */
  secret: string | null;
};

export type WebhookEndpointWithSecretEnvelope = {
  payload: WebhookEndpointWithSecret;
  success: boolean;
  message: string;
  error?: Warnings;
};

export type WebhookEventType = {
  type: EventTypeName;
  description: string;
  /** The JSON schema of `data`. */
  schema: { [name: string]: unknown };
  /** A whole event. */
  example: { [name: string]: unknown };
};

export type WebhookEventTypePage = {
  data: WebhookEventType[];
  currentPage: number;
  limit: number;
  totalItems: number;
  nextCursor: NextCursor;
};

export type WebhookEventTypePageEnvelope = {
  payload: WebhookEventTypePage;
  success: boolean;
  message: string;
  error?: Warnings;
};

/** The code of a rejection. */
export type ErrorCode = Rejection["error"]["errorCode"];

/** The input of a list as a file: all rows, with its filters and its order. */
type FileInput<Input> = Omit<Input, "page" | "limit" | "cursor"> & { format: "csv" | "xlsx" };

/** Every operation with its input and its answer, also as a file if it has one. */
export type Operations = {
  /**
   * Sign in with e-mail and password, or with a one-time link.
   * Sets the cookie accord_session. It ends after 14 days, or after 12 hours without a request. After repeated failures 429.
   */
  signIn: {
    input: {
      body: SignInDto;
    };
    payload: Session;
  };
  /** Get who is signed in, and to which merchant. */
  getSession: {
    input: Record<never, never>;
    payload: Session;
  };
  /** Switch to another merchant of the same person. */
  switchMerchant: {
    input: {
      body: SwitchMerchantDto;
    };
    payload: Session;
  };
  /** Sign out. */
  signOut: {
    input: {
      /** On every device. */
      everywhere?: boolean | undefined;
    };
    payload: SignOutAnswer;
  };
  /**
   * Set or change your password.
   * Ends all other sessions of the person. Needs the current password, unless there is none or you signed in by a one-time link.
   */
  changePassword: {
    input: {
      body: ChangePasswordDto;
    };
    payload: ChangePasswordAnswer;
  };
  /**
   * List the people of the merchant.
   * Newest first, also those that were deactivated.
   */
  listUsers: {
    input: {
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
      /**
       * `field:rule:value`, several separated by commas ("Filters" above). Fields and rules:
       * - `email`, `name`: eq, neq, like, nlike, in, nin, isnull, isnotnull
       * - `role`, `status`: eq, neq, in, nin
       */
      filter?: string | FilterOf<{
        email: "eq" | "neq" | "like" | "nlike" | "in" | "nin" | "isnull" | "isnotnull";
        name: "eq" | "neq" | "like" | "nlike" | "in" | "nin" | "isnull" | "isnotnull";
        role: "eq" | "neq" | "in" | "nin";
        status: "eq" | "neq" | "in" | "nin";
      }> | undefined;
    };
    payload: UserPage;
    file: FileInput<Operations["listUsers"]["input"]>;
  };
  /**
   * Add a member.
   * As an OWNER; under a policy on approvals another person approves it. POST /v3/users/{id}/sign-in-link then makes the link to send. A deactivated member is reactivated.
   */
  inviteUser: {
    input: {
      body: InviteUserDto;
    };
    payload: User;
  };
  /** Get a person of the merchant. */
  getUser: {
    input: {
      /** Id of the user. */
      id: string;
    };
    payload: User;
  };
  /**
   * Rename a member, change the role, or deactivate.
   * As an OWNER. Another role needs the approval that a policy requires; the last OWNER stays.
   */
  updateUser: {
    input: {
      /** Id of the user. */
      id: string;
      body: UpdateUserDto;
    };
    payload: User;
  };
  /**
   * Create a one-time sign-in link for a member.
   * As an OWNER. It opens this merchant alone, within three days, and ends an earlier one. The server sends no mail: hand it over yourself.
   */
  createSignInLink: {
    input: {
      /** Id of the user. */
      id: string;
    };
    payload: CreateSignInLinkAnswer;
  };
  /**
   * List API keys without their secrets.
   * Newest first, also those that were revoked or have expired.
   */
  listApiKeys: {
    input: {
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
      /**
       * `field:rule:value`, several separated by commas ("Filters" above). Fields and rules:
       * - `name`: eq, neq, like, nlike, in, nin, isnull, isnotnull
       * - `access`: eq, neq, in, nin
       * - `createdByUserId`: eq, neq, in, nin, isnull, isnotnull
       */
      filter?: string | FilterOf<{
        name: "eq" | "neq" | "like" | "nlike" | "in" | "nin" | "isnull" | "isnotnull";
        access: "eq" | "neq" | "in" | "nin";
        createdByUserId: "eq" | "neq" | "in" | "nin" | "isnull" | "isnotnull";
      }> | undefined;
    };
    payload: ApiKeyPage;
    file: FileInput<Operations["listApiKeys"]["input"]>;
  };
  /** Create an API key of your own. */
  createApiKey: {
    input: {
      body: CreateApiKeyDto;
    };
    payload: NewApiKey;
  };
  /**
   * Revoke an API key.
   * Your own; an OWNER may revoke any.
   */
  revokeApiKey: {
    input: {
      /** Id of the api key. */
      id: string;
    };
    payload: ApiKey;
  };
  /** Get the merchant's details on invoices, and its settings. */
  getMerchant: {
    input: Record<never, never>;
    payload: MerchantProfile;
  };
  /**
   * Change the merchant's details on invoices, or its settings.
   * Only fields that are sent change; null clears one, and tax rates are replaced as a whole. Issued invoices keep their details, and posted journal lines the names of their accounts.
   */
  updateMerchant: {
    input: {
      body: UpdateMerchantDto;
    };
    payload: MerchantProfile;
  };
  /**
   * Draw a sample invoice as PDF.
   * What an invoice would look like with the fields that are sent in place of those of the merchant, as `PATCH /v3/merchant` takes them. It is marked SAMPLE on every page, for a fictitious customer, without tax. Nothing is changed, numbered or stored.
   */
  drawSampleInvoice: {
    input: {
      body: SampleInvoiceDto;
    };
    payload: import("./exchange.ts").FileAnswer;
  };
  /** Get the settings of the merchant. */
  getMerchantInfo: {
    input: Record<never, never>;
    payload: MerchantInfo;
  };
  /** List customers. */
  listCustomers: {
    input: {
      /** `true` also answers what each customer owes: `balances`. */
      balances?: boolean | undefined;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
      /**
       * `field:rule:value`, several separated by commas ("Filters" above). Fields and rules:
       * - `name`, `externalIds.externalId`, `externalIds.sourceType`: eq, neq, like, nlike, in, nin, isnull, isnotnull
       * - `syncStatus`: eq, in
       * - `lastUpdatedAt`: eq, neq, gt, gte, lt, lte
       */
      filter?: string | FilterOf<{
        name: "eq" | "neq" | "like" | "nlike" | "in" | "nin" | "isnull" | "isnotnull";
        "externalIds.externalId": "eq" | "neq" | "like" | "nlike" | "in" | "nin" | "isnull" | "isnotnull";
        "externalIds.sourceType": "eq" | "neq" | "like" | "nlike" | "in" | "nin" | "isnull" | "isnotnull";
        syncStatus: "eq" | "in";
        lastUpdatedAt: "eq" | "neq" | "gt" | "gte" | "lt" | "lte";
      }> | undefined;
    };
    payload: CustomerPage;
    file: FileInput<Operations["listCustomers"]["input"]>;
  };
  /** Create a customer. */
  createCustomer: {
    input: {
      body: CreateCustomerV3Dto;
    };
    payload: Customer;
  };
  /** Get a customer. */
  getCustomer: {
    input: {
      /** Id of the customer. */
      id: string;
    };
    payload: Customer;
  };
  /**
   * Change a customer.
   * Only fields that are sent change; null clears a nullable one. Existing contracts keep their terms.
   */
  updateCustomer: {
    input: {
      /** Id of the customer. */
      id: string;
      body: UpdateCustomerV3Dto;
    };
    payload: Customer;
  };
  /**
   * Delete a customer.
   * Rejected while contracts or sub-customers name it, or it has credit that is neither applied nor refunded.
   */
  deleteCustomer: {
    input: {
      /** Id of the customer. */
      id: string;
    };
    payload: Customer;
  };
  /** Create a customer below this one. */
  createSubCustomer: {
    input: {
      /** Id of the customer. */
      id: string;
      body: CreateSubCustomerDto;
    };
    payload: Customer;
  };
  /**
   * Set the addresses of a customer.
   * Each address that is sent replaces the one before as a whole; null clears it.
   */
  setCustomerAddress: {
    input: {
      /** Id of the customer. */
      id: string;
      body: CustomerAddressDto;
    };
    payload: Customer;
  };
  /**
   * Set external ids of a customer.
   * Sets the source types that are sent; the others stay, and none is ever removed.
   */
  setCustomerExternalIds: {
    input: {
      /** Id of the customer. */
      id: string;
      body: CustomerExternalIdsDto;
    };
    payload: Customer;
  };
  /**
   * Turn automatic charging of a customer on or off.
   * When on, invoices are charged to the default payment method when they are due.
   */
  setCustomerAutoCharge: {
    input: {
      /** Id of the customer. */
      id: string;
      body: CustomerAutoChargeDto;
    };
    payload: Customer;
  };
  /**
   * Set a custom field of a customer.
   * Sets the value of one custom field; null clears it. The others stay.
   */
  setCustomerCustomField: {
    input: {
      /** Id of the customer. */
      id: string;
      body: CustomerCustomFieldDto;
    };
    payload: Customer;
  };
  /** List the contacts of a customer. */
  listContacts: {
    input: {
      /** Id of the customer. */
      id: string;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
    };
    payload: ContactPage;
    file: FileInput<Operations["listContacts"]["input"]>;
  };
  /** Add a contact to a customer. */
  createContact: {
    input: {
      /** Id of the customer. */
      id: string;
      body: CreateContactDto;
    };
    payload: Contact;
  };
  /**
   * Change a contact.
   * Only fields that are sent change; null clears a name.
   */
  updateContact: {
    input: {
      /** Id of the customer. */
      id: string;
      /** Id of the contact. */
      contactId: string;
      body: UpdateContactDto;
    };
    payload: Contact;
  };
  /** Delete a contact. */
  deleteContact: {
    input: {
      /** Id of the customer. */
      id: string;
      /** Id of the contact. */
      contactId: string;
    };
    payload: Contact;
  };
  /**
   * Link customers to accounts at a payment processor.
   * Each entry is checked and applied separately, in the order sent: see its status. Only the link is recorded; a default payment method that is not sent is read from the processor after the call.
   */
  bulkLinkPaymentAccounts: {
    input: {
      body: BulkLinkPaymentAccountsDto;
    };
    payload: BulkLinkResults;
  };
  /** List products. */
  listProducts: {
    input: {
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
      /**
       * `field:rule:value`, several separated by commas ("Filters" above). Fields and rules:
       * - `name`: eq, neq, like, nlike, in, nin, isnull, isnotnull
       * - `status`: eq, neq, in, nin
       * - `itemId`, `erpClassId`, `categoryId`: eq, neq, in, nin, isnull, isnotnull
       */
      filter?: string | FilterOf<{
        name: "eq" | "neq" | "like" | "nlike" | "in" | "nin" | "isnull" | "isnotnull";
        status: "eq" | "neq" | "in" | "nin";
        itemId: "eq" | "neq" | "in" | "nin" | "isnull" | "isnotnull";
        erpClassId: "eq" | "neq" | "in" | "nin" | "isnull" | "isnotnull";
        categoryId: "eq" | "neq" | "in" | "nin" | "isnull" | "isnotnull";
      }> | undefined;
    };
    payload: ProductPage;
    file: FileInput<Operations["listProducts"]["input"]>;
  };
  /** Create a product. */
  createProduct: {
    input: {
      body: CreateProductDto;
    };
    payload: Product;
  };
  /** Get a product. */
  getProduct: {
    input: {
      /** Id of the product. */
      id: string;
    };
    payload: Product;
  };
  /**
   * Change a product.
   * Only fields that are sent change; null clears a nullable one. Existing terms keep what they took over. There is no delete: set `status` to `INACTIVE`.
   */
  updateProduct: {
    input: {
      /** Id of the product. */
      id: string;
      body: UpdateProductDto;
    };
    payload: Product;
  };
  /**
   * List the standalone selling prices of a product.
   * By currency, then by the first day they hold. Each holds until the next one of its currency.
   */
  listStandaloneSellingPrices: {
    input: {
      /** Id of the product. */
      id: string;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
    };
    payload: StandaloneSellingPricePage;
    file: FileInput<Operations["listStandaloneSellingPrices"]["input"]>;
  };
  /**
   * Add a standalone selling price to a product.
   * Contracts keep the prices of their inception: only performance obligations that are saved afterwards take it over, those of contracts that begin on its first day or later.
   */
  createStandaloneSellingPrice: {
    input: {
      /** Id of the product. */
      id: string;
      body: CreateStandaloneSellingPriceDto;
    };
    payload: StandaloneSellingPrice;
  };
  /**
   * Delete a standalone selling price of a product.
   * Performance obligations that took it over keep it.
   */
  deleteStandaloneSellingPrice: {
    input: {
      /** Id of the product. */
      id: string;
      /** Its currency. */
      currency: CurrencyCode;
      /** Its first day. */
      validFrom: Day;
    };
    payload: StandaloneSellingPrice;
  };
  /** List revenue categories. */
  listCategories: {
    input: {
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
      /**
       * `field:rule:value`, several separated by commas ("Filters" above). Fields and rules:
       * - `name`: eq, neq, like, nlike, in, nin, isnull, isnotnull
       */
      filter?: string | FilterOf<{
        name: "eq" | "neq" | "like" | "nlike" | "in" | "nin" | "isnull" | "isnotnull";
      }> | undefined;
    };
    payload: CategoryPage;
    file: FileInput<Operations["listCategories"]["input"]>;
  };
  /** Create a revenue category. */
  createCategory: {
    input: {
      body: CreateCategoryV3Dto;
    };
    payload: Category;
  };
  /** Get a revenue category. */
  getCategory: {
    input: {
      /** Id of the category. */
      id: string;
    };
    payload: Category;
  };
  /**
   * Set the accounts of a revenue category.
   * For entries posted afterwards; posted ones never change. Contract liability already posted is released from the account it is in.
   */
  updateCategory: {
    input: {
      /** Id of the category. */
      id: string;
      body: UpdateCategoryDto;
    };
    payload: Category;
  };
  /**
   * Delete a revenue category.
   * Rejected while performance obligations or recognized revenue use it. Its name is free again afterwards, and products that have it have none.
   */
  deleteCategory: {
    input: {
      /** Id of the category. */
      id: string;
    };
    payload: Category;
  };
  /** List items. */
  listItems: {
    input: {
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
      /**
       * `field:rule:value`, several separated by commas ("Filters" above). Fields and rules:
       * - `name`, `externalIds.externalId`, `externalIds.sourceType`: eq, neq, like, nlike, in, nin, isnull, isnotnull
       */
      filter?: string | FilterOf<{
        name: "eq" | "neq" | "like" | "nlike" | "in" | "nin" | "isnull" | "isnotnull";
        "externalIds.externalId": "eq" | "neq" | "like" | "nlike" | "in" | "nin" | "isnull" | "isnotnull";
        "externalIds.sourceType": "eq" | "neq" | "like" | "nlike" | "in" | "nin" | "isnull" | "isnotnull";
      }> | undefined;
    };
    payload: ItemPage;
    file: FileInput<Operations["listItems"]["input"]>;
  };
  /** Create an item. */
  createItem: {
    input: {
      body: CreateItemDto;
    };
    payload: Item;
  };
  /** Get an item. */
  getItem: {
    input: {
      /** Id of the item. */
      id: string;
    };
    payload: Item;
  };
  /**
   * Change an item.
   * Only fields that are sent change; null clears a nullable one. External ids have their own endpoint.
   */
  updateItem: {
    input: {
      /** Id of the item. */
      id: string;
      body: UpdateItemDto;
    };
    payload: Item;
  };
  /**
   * Set external ids of an item.
   * Each entry creates or replaces the id of its source type, all together or none. Source types left out stay as they are; none is ever deleted. Several items may have the same external id.
   */
  updateItemExternalIds: {
    input: {
      /** Id of the item. */
      id: string;
      body: UpdateItemExternalIdsDto;
    };
    payload: ItemExternalIds;
  };
  /**
   * List all classes.
   * Deprecated: use `/v3.1/classes`. All classes at once; empty for merchants without an accounting system.
   * @deprecated
   */
  listClassesUnpaged: {
    input: Record<never, never>;
    payload: ClassList;
  };
  /**
   * List classes.
   * Classes come from the accounting system; the list is empty for merchants without one.
   */
  listClasses: {
    input: {
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
    };
    payload: ClassPage;
    file: FileInput<Operations["listClasses"]["input"]>;
  };
  /**
   * List all custom fields.
   * Deprecated: use `/v3.1/custom-fields`. All custom fields at once.
   * @deprecated
   */
  listCustomFieldsUnpaged: {
    input: Record<never, never>;
    payload: CustomFieldList;
  };
  /**
   * List custom fields.
   * Custom fields come from the accounting system; their values are on the records they apply to.
   */
  listCustomFields: {
    input: {
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
    };
    payload: CustomFieldPage;
    file: FileInput<Operations["listCustomFields"]["input"]>;
  };
  /** List event types. */
  listEventTypes: {
    input: {
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
      /**
       * `field:rule:value`, several separated by commas ("Filters" above). Fields and rules:
       * - `name`: eq, neq, like, nlike, in, nin, isnull, isnotnull
       * - `aggregation`: eq, neq, in, nin
       */
      filter?: string | FilterOf<{
        name: "eq" | "neq" | "like" | "nlike" | "in" | "nin" | "isnull" | "isnotnull";
        aggregation: "eq" | "neq" | "in" | "nin";
      }> | undefined;
    };
    payload: EventTypePage;
    file: FileInput<Operations["listEventTypes"]["input"]>;
  };
  /** Create an event type. */
  createEventType: {
    input: {
      body: CreateEventTypeDto;
    };
    payload: EventType;
  };
  /** Get an event type. */
  getEventType: {
    input: {
      /** Id of the event type. */
      eventTypeId: string;
    };
    payload: EventType;
  };
  /**
   * Delete an event type.
   * Rejected while anything names it. Its name is free again afterwards.
   */
  deleteEventType: {
    input: {
      /** Id of the event type. */
      eventTypeId: string;
    };
    payload: EventType;
  };
  /**
   * List contracts.
   * Contracts that are not deleted, newest first. Values of several currencies are compared by their figures.
   */
  listContracts: {
    input: {
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** `true` also answers the sums of all rows that pass the filters, by currency, whatever the page. Not beside a `format` of a file. */
      totals?: boolean | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
      /**
       * `field:rule:value`, several separated by commas ("Filters" above). Fields and rules:
       * - `name`, `externalIds.externalId`, `externalIds.sourceType`, `source`, `status`: eq, neq, like, nlike, in, nin, isnull, isnotnull
       * - `customerId`: eq, neq, in, nin, isnull, isnotnull
       * - `currency`: eq, in
       * - `startDate`, `endDate`, `totalContractValue`: eq, neq, gt, gte, lt, lte, isnull, isnotnull
       * - `createdAt`, `lastUpdatedAt`: eq, neq, gt, gte, lt, lte
       */
      filter?: string | FilterOf<{
        name: "eq" | "neq" | "like" | "nlike" | "in" | "nin" | "isnull" | "isnotnull";
        "externalIds.externalId": "eq" | "neq" | "like" | "nlike" | "in" | "nin" | "isnull" | "isnotnull";
        "externalIds.sourceType": "eq" | "neq" | "like" | "nlike" | "in" | "nin" | "isnull" | "isnotnull";
        source: "eq" | "neq" | "like" | "nlike" | "in" | "nin" | "isnull" | "isnotnull";
        status: "eq" | "neq" | "like" | "nlike" | "in" | "nin" | "isnull" | "isnotnull";
        customerId: "eq" | "neq" | "in" | "nin" | "isnull" | "isnotnull";
        currency: "eq" | "in";
        startDate: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "isnull" | "isnotnull";
        endDate: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "isnull" | "isnotnull";
        totalContractValue: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "isnull" | "isnotnull";
        createdAt: "eq" | "neq" | "gt" | "gte" | "lt" | "lte";
        lastUpdatedAt: "eq" | "neq" | "gt" | "gte" | "lt" | "lte";
      }> | undefined;
    };
    payload: ContractPage;
    file: FileInput<Operations["listContracts"]["input"]>;
  };
  /**
   * Create a contract.
   * A contract is NEW until it has an obligation or a billing term. They can come with it, as can its customer, performance obligations, commitments and the approval: all or nothing, as separate requests would do it. The problems of all parts are reported at once, each with its path.
   */
  createContract: {
    input: {
      body: CreateContractV3Dto;
    };
    payload: Contract;
  };
  /**
   * List deleted contracts.
   * Contracts that were deleted, the last one first.
   */
  listDeletedContracts: {
    input: {
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** `true` also answers the sums of all rows that pass the filters, by currency, whatever the page. Not beside a `format` of a file. */
      totals?: boolean | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
      /**
       * `field:rule:value`, several separated by commas ("Filters" above). Fields and rules:
       * - `name`, `externalIds.externalId`, `externalIds.sourceType`, `source`, `status`: eq, neq, like, nlike, in, nin, isnull, isnotnull
       * - `customerId`: eq, neq, in, nin, isnull, isnotnull
       * - `currency`: eq, in
       * - `startDate`, `endDate`, `totalContractValue`, `deletedAt`: eq, neq, gt, gte, lt, lte, isnull, isnotnull
       * - `createdAt`, `lastUpdatedAt`: eq, neq, gt, gte, lt, lte
       */
      filter?: string | FilterOf<{
        name: "eq" | "neq" | "like" | "nlike" | "in" | "nin" | "isnull" | "isnotnull";
        "externalIds.externalId": "eq" | "neq" | "like" | "nlike" | "in" | "nin" | "isnull" | "isnotnull";
        "externalIds.sourceType": "eq" | "neq" | "like" | "nlike" | "in" | "nin" | "isnull" | "isnotnull";
        source: "eq" | "neq" | "like" | "nlike" | "in" | "nin" | "isnull" | "isnotnull";
        status: "eq" | "neq" | "like" | "nlike" | "in" | "nin" | "isnull" | "isnotnull";
        customerId: "eq" | "neq" | "in" | "nin" | "isnull" | "isnotnull";
        currency: "eq" | "in";
        startDate: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "isnull" | "isnotnull";
        endDate: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "isnull" | "isnotnull";
        totalContractValue: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "isnull" | "isnotnull";
        deletedAt: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "isnull" | "isnotnull";
        createdAt: "eq" | "neq" | "gt" | "gte" | "lt" | "lte";
        lastUpdatedAt: "eq" | "neq" | "gt" | "gte" | "lt" | "lte";
      }> | undefined;
    };
    payload: ContractPage;
    file: FileInput<Operations["listDeletedContracts"]["input"]>;
  };
  /** Get a contract. */
  getContract: {
    input: {
      /** Id of the contract. */
      id: string;
    };
    payload: Contract;
  };
  /**
   * Change a contract.
   * Only fields that are sent change; null clears a nullable one. External ids are set by sourceType. Commitments for the full duration move with startDate and endDate.
   */
  updateContract: {
    input: {
      /** Id of the contract. */
      id: string;
      body: UpdateContractV3Dto;
    };
    payload: Contract;
  };
  /**
   * Delete a contract.
   * With its terms and drafts, and what its opening loaded. Rejected while it has an issued invoice, entries in a closed month or an adjustment.
   */
  deleteContract: {
    input: {
      /** Id of the contract. */
      id: string;
    };
    payload: Contract;
  };
  /**
   * Preview: create a contract.
   * What `createContract` would do.
   */
  previewCreateContract: {
    input: {
      body: CreateContractV3Dto;
    };
    payload: Preview;
  };
  /**
   * Preview: change a contract.
   * What `updateContract` would do.
   */
  previewUpdateContract: {
    input: {
      /** Id of the contract. */
      id: string;
      body: UpdateContractV3Dto;
    };
    payload: Preview;
  };
  /**
   * Preview: delete a contract.
   * What `deleteContract` would do.
   */
  previewDeleteContract: {
    input: {
      /** Id of the contract. */
      id: string;
    };
    payload: Preview;
  };
  /**
   * Approve, process, block or unblock a contract.
   * APPROVE marks a PROCESSED contract as final: its invoices may be issued and its revenue posts. PROCESS has its file read and the contract checked, BLOCK holds a PROCESSED one back, and UNBLOCK checks a BLOCKED one again.
   */
  actOnContract: {
    input: {
      /** Id of the contract. */
      id: string;
      body: ContractActionDto;
    };
    payload: Contract;
  };
  /**
   * Preview: approve, process, block or unblock a contract.
   * What `actOnContract` would do.
   */
  previewActOnContract: {
    input: {
      /** Id of the contract. */
      id: string;
      body: ContractActionDto;
    };
    payload: Preview;
  };
  /** Download the file of a contract. */
  getContractFile: {
    input: {
      /** Id of the contract. */
      id: string;
    };
    payload: import("./exchange.ts").FileAnswer;
  };
  /**
   * Upload the file of a contract.
   * Replaces the file. The contract is PROCESSING until the file was read; an APPROVED one stays APPROVED.
   */
  uploadContractFile: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Read the file and check the contract; true unless sent. */
      shouldProcess?: boolean | undefined;
      file: File;
    };
    payload: Contract;
  };
  /**
   * Remove the file of a contract.
   * Only while the contract is BLOCKED. Its status stays until the next change checks it again.
   */
  deleteContractFile: {
    input: {
      /** Id of the contract. */
      id: string;
    };
    payload: Contract;
  };
  /** Get the metadata of a contract. */
  getContractMetadata: {
    input: {
      /** Id of the contract. */
      id: string;
    };
    payload: ContractMetadata;
  };
  /**
   * Merge into the metadata of a contract.
   * A shallow merge: a value sets or replaces its key, null removes it, keys left out stay. The result may have 16,384 bytes as compact UTF-8 JSON; requests that only remove keys are always allowed.
   */
  updateContractMetadata: {
    input: {
      /** Id of the contract. */
      id: string;
      body: UpdateContractMetadataDto;
    };
    payload: ContractMetadata;
  };
  /**
   * Clear the metadata of a contract.
   * Sets it back to null; removing every key by PATCH leaves an empty object.
   */
  clearContractMetadata: {
    input: {
      /** Id of the contract. */
      id: string;
    };
    payload: ContractMetadata;
  };
  /**
   * Preview: merge into the metadata of a contract.
   * What `updateContractMetadata` would do.
   */
  previewUpdateContractMetadata: {
    input: {
      /** Id of the contract. */
      id: string;
      body: UpdateContractMetadataDto;
    };
    payload: Preview;
  };
  /**
   * Preview: clear the metadata of a contract.
   * What `clearContractMetadata` would do.
   */
  previewClearContractMetadata: {
    input: {
      /** Id of the contract. */
      id: string;
    };
    payload: Preview;
  };
  /**
   * Get the opening of a contract.
   * What was loaded from the old books, and what that posted.
   */
  getContractOpening: {
    input: {
      /** Id of the contract. */
      id: string;
    };
    payload: Opening;
  };
  /**
   * Load a running contract as of a day.
   * For a contract that old books billed and recognized until then. It approves the contract; what was billed and recognized there is not repeated, and balances are posted against MIGRATION_CLEARING. Once only, and before the contract has invoices here. Open months up to asOf must not have entries of contracts that were not loaded.
   */
  openContract: {
    input: {
      /** Id of the contract. */
      id: string;
      body: CreateOpeningDto;
    };
    payload: Opening;
  };
  /**
   * Preview: load a running contract as of a day.
   * What `openContract` would do.
   */
  previewOpenContract: {
    input: {
      /** Id of the contract. */
      id: string;
      body: CreateOpeningDto;
    };
    payload: Preview;
  };
  /**
   * Add an obligation to a contract.
   * What is billed (billingSchedule) and over which days it is earned, in one request.
   */
  createObligation: {
    input: {
      /** Id of the contract. */
      id: string;
      body: CreateObligationDto;
    };
    payload: Obligation;
  };
  /** List the obligations of a contract. */
  listObligations: {
    input: {
      /** Id of the contract. */
      id: string;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
    };
    payload: ObligationPage;
    file: FileInput<Operations["listObligations"]["input"]>;
  };
  /**
   * Preview: add an obligation to a contract.
   * What `createObligation` would do.
   */
  previewCreateObligation: {
    input: {
      /** Id of the contract. */
      id: string;
      body: CreateObligationDto;
    };
    payload: Preview;
  };
  /** Delete an obligation. */
  deleteObligation: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the obligation. */
      obligationId: string;
      /** When it was agreed, today or earlier: no earlier month changes. Default its first day, of an end its last day, today at the latest. */
      agreedOn?: Day | undefined;
    };
    payload: Obligation;
  };
  /** Get an obligation. */
  getObligation: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the obligation. */
      obligationId: string;
    };
    payload: Obligation;
  };
  /**
   * Preview: delete an obligation.
   * What `deleteObligation` would do.
   */
  previewDeleteObligation: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the obligation. */
      obligationId: string;
      /** When it was agreed, today or earlier: no earlier month changes. Default its first day, of an end its last day, today at the latest. */
      agreedOn?: Day | undefined;
    };
    payload: Preview;
  };
  /**
   * Change an obligation.
   * A null is ignored. Other fields that were adapted are reported as warnings in `error`.
   */
  updateObligation: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the obligation. */
      obligationId: string;
      body: UpdateObligationDto;
    };
    payload: Obligation;
  };
  /**
   * Preview: change an obligation.
   * What `updateObligation` would do.
   */
  previewUpdateObligation: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the obligation. */
      obligationId: string;
      body: UpdateObligationDto;
    };
    payload: Preview;
  };
  /**
   * Change an obligation.
   * A null clears the field. Other fields that were adapted are reported as warnings, also in the payload.
   */
  updateObligationV31: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the obligation. */
      obligationId: string;
      body: UpdateObligationDto;
    };
    payload: UpdateObligationV31Answer;
  };
  /**
   * Preview: change an obligation.
   * What `updateObligationV31` would do.
   */
  previewUpdateObligationV31: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the obligation. */
      obligationId: string;
      body: UpdateObligationDto;
    };
    payload: Preview;
  };
  /**
   * Set the revenue of months manually.
   * Each listed month earns the stated amount; the other open months share the rest by the pattern. Only months of service. Not for revenue as billed or as consumed, nor without a last day of service: there is no price to share.
   */
  setCustomRevenue: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the obligation. */
      obligationId: string;
      body: CustomRevenueEntries;
    };
    payload: Obligation;
  };
  /**
   * Preview: set the revenue of months manually.
   * What `setCustomRevenue` would do.
   */
  previewSetCustomRevenue: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the obligation. */
      obligationId: string;
      body: CustomRevenueEntries;
    };
    payload: Preview;
  };
  /** List billing terms of all contracts. */
  listBillingTerms: {
    input: {
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
      /**
       * `field:rule:value`, several separated by commas ("Filters" above). Fields and rules:
       * - `contractId`, `customerId`, `billingTermGroupId`, `productId`: eq, neq, in, nin, isnull, isnotnull
       * - `startDate`, `endDate`: eq, neq, gt, gte, lt, lte
       */
      filter?: string | FilterOf<{
        contractId: "eq" | "neq" | "in" | "nin" | "isnull" | "isnotnull";
        customerId: "eq" | "neq" | "in" | "nin" | "isnull" | "isnotnull";
        billingTermGroupId: "eq" | "neq" | "in" | "nin" | "isnull" | "isnotnull";
        productId: "eq" | "neq" | "in" | "nin" | "isnull" | "isnotnull";
        startDate: "eq" | "neq" | "gt" | "gte" | "lt" | "lte";
        endDate: "eq" | "neq" | "gt" | "gte" | "lt" | "lte";
      }> | undefined;
    };
    payload: BillingTermPage;
    file: FileInput<Operations["listBillingTerms"]["input"]>;
  };
  /** List the billing terms of a contract. */
  listContractBillingTerms: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Only the terms of one group. */
      billingTermGroupId?: string | undefined;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
    };
    payload: BillingTermPage;
    file: FileInput<Operations["listContractBillingTerms"]["input"]>;
  };
  /**
   * Add a billing term to a contract.
   * What is billed, how much, how often and when invoices are dated.
   */
  createBillingTerm: {
    input: {
      /** Id of the contract. */
      id: string;
      body: CreateBillingTermDto;
    };
    payload: BillingTerm;
  };
  /**
   * Preview: add a billing term to a contract.
   * What `createBillingTerm` would do.
   */
  previewCreateBillingTerm: {
    input: {
      /** Id of the contract. */
      id: string;
      body: CreateBillingTermDto;
    };
    payload: Preview;
  };
  /**
   * Change a billing term.
   * What issued invoices cover stays. Once anything is issued the anchor and the kind of price are fixed. A new price or quantity holds from effectiveDate on, today unless stated, and never before what is invoiced. Before approval it replaces the old one.
   */
  updateBillingTerm: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the billing term. */
      billingTermId: string;
      body: PatchBillingTermDto;
    };
    payload: ChangedBillingTerm;
  };
  /**
   * Delete a billing term.
   * With the performance obligation that follows it; the last term of a group takes the group and its performance obligations along. Rejected once it is invoiced, and while a performance obligation of its group needs its event type.
   */
  deleteBillingTerm: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the billing term. */
      billingTermId: string;
      /** When it was agreed, today or earlier: no earlier month changes. Default its first day, of an end its last day, today at the latest. */
      agreedOn?: Day | undefined;
    };
    payload: BillingTerm;
  };
  /**
   * Preview: change a billing term.
   * What `updateBillingTerm` would do.
   */
  previewUpdateBillingTerm: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the billing term. */
      billingTermId: string;
      body: PatchBillingTermDto;
    };
    payload: Preview;
  };
  /**
   * Preview: delete a billing term.
   * What `deleteBillingTerm` would do.
   */
  previewDeleteBillingTerm: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the billing term. */
      billingTermId: string;
      /** When it was agreed, today or earlier: no earlier month changes. Default its first day, of an end its last day, today at the latest. */
      agreedOn?: Day | undefined;
    };
    payload: Preview;
  };
  /**
   * Report that a milestone was reached.
   * The invoice of the term is dated from that day, and a milestone of the term's name in a performance obligation of the contract is reached with it, unless it has a day of its own. The same day again changes nothing.
   */
  reachMilestone: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the billing term. */
      billingTermId: string;
      body: ReachMilestoneDto;
    };
    payload: ChangedBillingTerm;
  };
  /**
   * Preview: report that a milestone was reached.
   * What `reachMilestone` would do.
   */
  previewReachMilestone: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the billing term. */
      billingTermId: string;
      body: ReachMilestoneDto;
    };
    payload: Preview;
  };
  /**
   * Terminate a billing term.
   * Irreversible: a terminated term can never be changed again. Its last period is short, and none follows.
   */
  terminateBillingTerm: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the billing term. */
      billingTermId: string;
      body: TerminateBillingTermDto;
    };
    payload: ChangedBillingTerm;
  };
  /**
   * Preview: terminate a billing term.
   * What `terminateBillingTerm` would do.
   */
  previewTerminateBillingTerm: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the billing term. */
      billingTermId: string;
      body: TerminateBillingTermDto;
    };
    payload: Preview;
  };
  /**
   * List the amendments of a fixed billing term.
   * By effective date, each with the price before and after it.
   */
  listTermAmendments: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the billing term. */
      billingTermId: string;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
    };
    payload: TermAmendmentPage;
    file: FileInput<Operations["listTermAmendments"]["input"]>;
  };
  /**
   * Change the price or quantity of a fixed billing term, also of invoiced days.
   * The difference of invoiced days is billed at once (IMMEDIATE), with the next regular invoice (CO_TERM) or not at all (NONE). Less is credited where the term's creditOnDecrease is PRORATED. For recurring FLAT terms and quantities at a price.
   */
  createTermAmendment: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the billing term. */
      billingTermId: string;
      body: CreateTermAmendmentDto;
    };
    payload: TermAmendment;
  };
  /**
   * Preview: change the price or quantity of a fixed billing term, also of invoiced days.
   * What `createTermAmendment` would do.
   */
  previewCreateTermAmendment: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the billing term. */
      billingTermId: string;
      body: CreateTermAmendmentDto;
    };
    payload: Preview;
  };
  /**
   * Replace a billing term by another one.
   * The term ends for good on the day before effectiveDate; the new one begins on effectiveDate, in the same group unless it names another. What was billed beyond that end is credited on the first invoice of the new term; any excess is a credit memo. The log of modifications has one entry.
   */
  swapBillingTerm: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the billing term. */
      billingTermId: string;
      body: SwapBillingTermDto;
    };
    payload: SwappedBillingTerms;
  };
  /**
   * Preview: replace a billing term by another one.
   * What `swapBillingTerm` would do.
   */
  previewSwapBillingTerm: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the billing term. */
      billingTermId: string;
      body: SwapBillingTermDto;
    };
    payload: Preview;
  };
  /**
   * List the seat amendments of a billing term.
   * By effective date, each with the count of seats before and after it.
   */
  listSeatAmendments: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the billing term. */
      billingTermId: string;
      /** Only this one. */
      seatAmendmentId?: string | undefined;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
    };
    payload: SeatAmendmentPage;
    file: FileInput<Operations["listSeatAmendments"]["input"]>;
  };
  /**
   * Change the number of seats of a billing term.
   * More seats are charged for the rest of the billing period, at once or with the next regular invoice; fewer count from the first period that is not invoiced.
   */
  createSeatAmendment: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the billing term. */
      billingTermId: string;
      body: CreateSeatAmendmentDto;
    };
    payload: SeatAmendment;
  };
  /**
   * Preview: change the number of seats of a billing term.
   * What `createSeatAmendment` would do.
   */
  previewCreateSeatAmendment: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the billing term. */
      billingTermId: string;
      body: CreateSeatAmendmentDto;
    };
    payload: Preview;
  };
  /**
   * Withdraw a seat amendment.
   * The others apply as if it had never been made. Rejected once it is invoiced.
   */
  deleteSeatAmendment: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the billing term. */
      billingTermId: string;
      /** Id of the seat amendment. */
      seatAmendmentId: string;
      /** When it was agreed, today or earlier: no earlier month changes. Default its first day, of an end its last day, today at the latest. */
      agreedOn?: Day | undefined;
    };
    payload: SeatAmendment;
  };
  /**
   * Preview: withdraw a seat amendment.
   * What `deleteSeatAmendment` would do.
   */
  previewDeleteSeatAmendment: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the billing term. */
      billingTermId: string;
      /** Id of the seat amendment. */
      seatAmendmentId: string;
      /** When it was agreed, today or earlier: no earlier month changes. Default its first day, of an end its last day, today at the latest. */
      agreedOn?: Day | undefined;
    };
    payload: Preview;
  };
  /**
   * List the billing term groups of a contract.
   * A group is the set of terms and performance obligations inside which billing and revenue add up.
   */
  listBillingTermGroups: {
    input: {
      /** Id of the contract. */
      id: string;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
      /**
       * `field:rule:value`, several separated by commas ("Filters" above). Fields and rules:
       * - `createdAt`, `updatedAt`: eq, neq, gt, gte, lt, lte
       */
      filter?: string | FilterOf<{
        createdAt: "eq" | "neq" | "gt" | "gte" | "lt" | "lte";
        updatedAt: "eq" | "neq" | "gt" | "gte" | "lt" | "lte";
      }> | undefined;
    };
    payload: BillingTermGroupPage;
    file: FileInput<Operations["listBillingTermGroups"]["input"]>;
  };
  /**
   * Delete a billing term group.
   * With its terms and performance obligations. Rejected once one is invoiced or recognized in a closed month.
   */
  deleteBillingTermGroup: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the billing term group. */
      groupId: string;
      /** When it was agreed, today or earlier: no earlier month changes. Default its first day, of an end its last day, today at the latest. */
      agreedOn?: Day | undefined;
    };
    payload: BillingTermGroup;
  };
  /**
   * Preview: delete a billing term group.
   * What `deleteBillingTermGroup` would do.
   */
  previewDeleteBillingTermGroup: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the billing term group. */
      groupId: string;
      /** When it was agreed, today or earlier: no earlier month changes. Default its first day, of an end its last day, today at the latest. */
      agreedOn?: Day | undefined;
    };
    payload: Preview;
  };
  /**
   * Move terms and performance obligations of a group to another event type.
   * All or none, and only if every event type of the group is billed and earned in step afterwards. Usage of the former event type is no longer billed; what it earned in closed months is reversed in the first open one.
   */
  changeBillingTermGroupEventType: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the billing term group. */
      groupId: string;
      body: ChangeBillingTermGroupEventTypeDto;
    };
    payload: ChangeBillingTermGroupEventTypeAnswer;
  };
  /**
   * Preview: move terms and performance obligations of a group to another event type.
   * What `changeBillingTermGroupEventType` would do.
   */
  previewChangeBillingTermGroupEventType: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the billing term group. */
      groupId: string;
      body: ChangeBillingTermGroupEventTypeDto;
    };
    payload: Preview;
  };
  /** List performance obligations of all contracts. */
  listPerformanceObligations: {
    input: {
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
      /**
       * `field:rule:value`, several separated by commas ("Filters" above). Fields and rules:
       * - `createdAt`, `updatedAt`: eq, neq, gt, gte, lt, lte
       * - `contractId`, `billingTermGroupId`: eq, in
       */
      filter?: string | FilterOf<{
        createdAt: "eq" | "neq" | "gt" | "gte" | "lt" | "lte";
        updatedAt: "eq" | "neq" | "gt" | "gte" | "lt" | "lte";
        contractId: "eq" | "in";
        billingTermGroupId: "eq" | "in";
      }> | undefined;
    };
    payload: PerformanceObligationPage;
    file: FileInput<Operations["listPerformanceObligations"]["input"]>;
  };
  /** List the performance obligations of a contract. */
  listContractPerformanceObligations: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Only those of one group. */
      billingTermGroupId?: string | undefined;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
      /**
       * `field:rule:value`, several separated by commas ("Filters" above). Fields and rules:
       * - `createdAt`, `updatedAt`: eq, neq, gt, gte, lt, lte
       */
      filter?: string | FilterOf<{
        createdAt: "eq" | "neq" | "gt" | "gte" | "lt" | "lte";
        updatedAt: "eq" | "neq" | "gt" | "gte" | "lt" | "lte";
      }> | undefined;
    };
    payload: PerformanceObligationPage;
    file: FileInput<Operations["listContractPerformanceObligations"]["input"]>;
  };
  /**
   * Create, change and delete the performance obligations of a group.
   * All or nothing. Warnings report fields that were adapted, and what is still out of balance.
   */
  savePerformanceObligations: {
    input: {
      /** Id of the contract. */
      id: string;
      body: BatchSavePobsForContractDto;
    };
    payload: SavePerformanceObligationsAnswer;
  };
  /**
   * Preview: create, change and delete the performance obligations of a group.
   * What `savePerformanceObligations` would do.
   */
  previewSavePerformanceObligations: {
    input: {
      /** Id of the contract. */
      id: string;
      body: BatchSavePobsForContractDto;
    };
    payload: Preview;
  };
  /**
   * Change a performance obligation.
   * Fields that do not fit a new recognition pattern are adapted, each with a warning.
   */
  updatePerformanceObligation: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the performance obligation. */
      pobId: string;
      body: UpdatePerformanceObligationForContractDto;
    };
    payload: UpdatePerformanceObligationAnswer;
  };
  /**
   * Preview: change a performance obligation.
   * What `updatePerformanceObligation` would do.
   */
  previewUpdatePerformanceObligation: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the performance obligation. */
      pobId: string;
      body: UpdatePerformanceObligationForContractDto;
    };
    payload: Preview;
  };
  /**
   * Set the revenue of months of a performance obligation manually.
   * Each listed month earns the stated amount; the other open months share the rest by the pattern. Only months of service, or that of `recognitionDate`. `CUSTOM` earns only in listed months, which after the request must add up to the price. Not for revenue as reported (`MILESTONE`, `PERCENT_COMPLETE`: report it), as billed or as consumed, nor without a last day of service: there is no price to share.
   */
  setRecognizedRevenue: {
    input: {
      /** Id of the performance obligation. */
      pobId: string;
      body: CustomRevenueEntries;
    };
    payload: PerformanceObligation;
  };
  /**
   * Preview: set the revenue of months of a performance obligation manually.
   * What `setRecognizedRevenue` would do.
   */
  previewSetRecognizedRevenue: {
    input: {
      /** Id of the performance obligation. */
      pobId: string;
      body: CustomRevenueEntries;
    };
    payload: Preview;
  };
  /**
   * List discount allocations.
   * Discounts of some obligations only, with the evidence for the three conditions and who stated it.
   */
  listDiscountAllocations: {
    input: {
      /** Id of the contract. */
      id: string;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
    };
    payload: DiscountAllocationPage;
    file: FileInput<Operations["listDiscountAllocations"]["input"]>;
  };
  /**
   * Allocate a discount to some obligations only.
   * Before approval, where prices are allocated by standalone selling price, and all three conditions hold.
   */
  createDiscountAllocation: {
    input: {
      /** Id of the contract. */
      id: string;
      body: CreateDiscountAllocationDto;
    };
    payload: DiscountAllocation;
  };
  /**
   * Preview: allocate a discount to some obligations only.
   * What `createDiscountAllocation` would do.
   */
  previewCreateDiscountAllocation: {
    input: {
      /** Id of the contract. */
      id: string;
      body: CreateDiscountAllocationDto;
    };
    payload: Preview;
  };
  /** Delete a discount allocation: all obligations share it again. */
  deleteDiscountAllocation: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the discount allocation. */
      discountAllocationId: string;
    };
    payload: DiscountAllocation;
  };
  /**
   * Preview: delete a discount allocation: all obligations share it again.
   * What `deleteDiscountAllocation` would do.
   */
  previewDeleteDiscountAllocation: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the discount allocation. */
      discountAllocationId: string;
    };
    payload: Preview;
  };
  /** List commitments. */
  listCommitments: {
    input: {
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
      /**
       * `field:rule:value`, several separated by commas ("Filters" above). Fields and rules:
       * - `customerId`, `contractId`: eq, neq, in, nin, isnull, isnotnull
       */
      filter?: string | FilterOf<{
        customerId: "eq" | "neq" | "in" | "nin" | "isnull" | "isnotnull";
        contractId: "eq" | "neq" | "in" | "nin" | "isnull" | "isnotnull";
      }> | undefined;
    };
    payload: ListedCommitmentPage;
    file: FileInput<Operations["listCommitments"]["input"]>;
  };
  /**
   * Add commitments of one schedule and one step.
   * Deprecated: POST /v3/contracts/{id}/commitments does the same and more.
   * @deprecated
   */
  createFlatCommitments: {
    input: {
      body: CreateUsageCommitmentsV3RequestDto;
    };
    payload: CreateFlatCommitmentsAnswer;
  };
  /** List the commitments of a contract. */
  listContractCommitments: {
    input: {
      /** Id of the contract. */
      id: string;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
    };
    payload: ListedCommitmentPage;
    file: FileInput<Operations["listContractCommitments"]["input"]>;
  };
  /**
   * Add commitments to a contract.
   * What the customer commits to use, when, at which prices, and what happens with the rest. All or none.
   */
  createCommitments: {
    input: {
      /** Id of the contract. */
      id: string;
      body: CreateNestedUsageCommitmentsV3RequestDto;
    };
    payload: CreateCommitmentsAnswer;
  };
  /**
   * Read a commitment with its periods.
   * Drawdown, overage, prepaid value and true-up of each commitment period, by the usage so far.
   */
  getCommitment: {
    input: {
      /** Id of the commitment. */
      commitmentId: string;
    };
    payload: Commitment;
  };
  /**
   * Change a commitment of one schedule and one step.
   * Deprecated: the endpoints of schedules and steps change any commitment. Rejected once it is invoiced.
   * @deprecated
   */
  updateFlatCommitment: {
    input: {
      /** Id of the commitment. */
      commitmentId: string;
      body: UpdateUsageCommitmentV3RequestDto;
    };
    payload: Commitment;
  };
  /**
   * Forecast the burn-down of a commitment.
   * If usage goes on as on the observed days. An estimate: nothing is billed or recognized from it.
   */
  forecastCommitment: {
    input: {
      /** Id of the commitment. */
      commitmentId: string;
      /** FLAT (default): at the mean of the observed days. TREND: along their linear trend. */
      method?: "FLAT" | "TREND" | undefined;
      /** First observed day; by default 90 days before today. */
      observedFrom?: Day | undefined;
      /** Last observed day, before today; by default yesterday. */
      observedTo?: Day | undefined;
    };
    payload: CommitmentForecast;
  };
  /**
   * Preview: add commitments to a contract.
   * What `createCommitments` would do.
   */
  previewCreateCommitments: {
    input: {
      /** Id of the contract. */
      id: string;
      body: CreateNestedUsageCommitmentsV3RequestDto;
    };
    payload: Preview;
  };
  /**
   * Terminate a commitment.
   * It ends with one of its periods, not before what is invoiced, and can never be changed again.
   */
  terminateCommitment: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the commitment. */
      commitmentId: string;
      body: TerminateCommitmentDto;
    };
    payload: Commitment;
  };
  /**
   * Preview: terminate a commitment.
   * What `terminateCommitment` would do.
   */
  previewTerminateCommitment: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the commitment. */
      commitmentId: string;
      body: TerminateCommitmentDto;
    };
    payload: Preview;
  };
  /**
   * Preview: add commitments of one schedule and one step.
   * What `createFlatCommitments` would do.
   * @deprecated
   */
  previewCreateFlatCommitments: {
    input: {
      body: CreateUsageCommitmentsV3RequestDto;
    };
    payload: Preview;
  };
  /**
   * Preview: change a commitment of one schedule and one step.
   * What `updateFlatCommitment` would do.
   * @deprecated
   */
  previewUpdateFlatCommitment: {
    input: {
      /** Id of the commitment. */
      commitmentId: string;
      body: UpdateUsageCommitmentV3RequestDto;
    };
    payload: Preview;
  };
  /**
   * Append a schedule to a commitment.
   * It starts the day after the last one ends and has the event types of the commitment.
   */
  appendCommitmentSchedule: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the commitment. */
      commitmentId: string;
      body: AppendScheduleRequestDto;
    };
    payload: CommitmentSchedule;
  };
  /**
   * Preview: append a schedule to a commitment.
   * What `appendCommitmentSchedule` would do.
   */
  previewAppendCommitmentSchedule: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the commitment. */
      commitmentId: string;
      body: AppendScheduleRequestDto;
    };
    payload: Preview;
  };
  /**
   * Change a schedule of a commitment.
   * Invoiced periods keep their days and rules; the last schedule may still end with any later period.
   */
  updateCommitmentSchedule: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the commitment. */
      commitmentId: string;
      /** Id of the schedule. */
      scheduleId: string;
      body: PatchScheduleRequestDto;
    };
    payload: CommitmentSchedule;
  };
  /**
   * Delete the last schedule of a commitment.
   * The commitment ends earlier, or the schedule before takes over its days. A body is optional.
   */
  deleteCommitmentSchedule: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the commitment. */
      commitmentId: string;
      /** Id of the schedule. */
      scheduleId: string;
      body?: DeleteScheduleRequestDto | undefined;
    };
    payload: CommitmentSchedule;
  };
  /**
   * Preview: change a schedule of a commitment.
   * What `updateCommitmentSchedule` would do.
   */
  previewUpdateCommitmentSchedule: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the commitment. */
      commitmentId: string;
      /** Id of the schedule. */
      scheduleId: string;
      body: PatchScheduleRequestDto;
    };
    payload: Preview;
  };
  /**
   * Preview: delete the last schedule of a commitment.
   * What `deleteCommitmentSchedule` would do.
   */
  previewDeleteCommitmentSchedule: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the commitment. */
      commitmentId: string;
      /** Id of the schedule. */
      scheduleId: string;
      body?: DeleteScheduleRequestDto | undefined;
    };
    payload: Preview;
  };
  /**
   * Append a step to a schedule.
   * It is drawn down when the steps before it are used up.
   */
  appendCommitmentStep: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the commitment. */
      commitmentId: string;
      body: AppendUsageCommitmentStepV3RequestDto;
    };
    payload: CommitmentStep;
  };
  /**
   * Preview: append a step to a schedule.
   * What `appendCommitmentStep` would do.
   */
  previewAppendCommitmentStep: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the commitment. */
      commitmentId: string;
      body: AppendUsageCommitmentStepV3RequestDto;
    };
    payload: Preview;
  };
  /**
   * Change a step.
   * Its value, its terms of the same event types, or its name.
   */
  updateCommitmentStep: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the commitment. */
      commitmentId: string;
      /** Id of the step. */
      stepId: string;
      body: UpdateUsageCommitmentStepV3RequestDto;
    };
    payload: CommitmentStep;
  };
  /** Delete the last step of a schedule. */
  deleteCommitmentStep: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the commitment. */
      commitmentId: string;
      /** Id of the step. */
      stepId: string;
      /** When it was agreed, today or earlier: no earlier month changes. Default its first day, of an end its last day, today at the latest. */
      agreedOn?: Day | undefined;
    };
    payload: CommitmentStep;
  };
  /**
   * Preview: change a step.
   * What `updateCommitmentStep` would do.
   */
  previewUpdateCommitmentStep: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the commitment. */
      commitmentId: string;
      /** Id of the step. */
      stepId: string;
      body: UpdateUsageCommitmentStepV3RequestDto;
    };
    payload: Preview;
  };
  /**
   * Preview: delete the last step of a schedule.
   * What `deleteCommitmentStep` would do.
   */
  previewDeleteCommitmentStep: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the commitment. */
      commitmentId: string;
      /** Id of the step. */
      stepId: string;
      /** When it was agreed, today or earlier: no earlier month changes. Default its first day, of an end its last day, today at the latest. */
      agreedOn?: Day | undefined;
    };
    payload: Preview;
  };
  /**
   * List the modifications of a contract and their treatment.
   * Oldest first unless it is sorted: what changed after approval, the treatment that was proposed with its paragraph, the one that holds, who chose it and why, and what it does to revenue.
   */
  listContractModifications: {
    input: {
      /** Id of the contract. */
      id: string;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
    };
    payload: ContractModificationPage;
    file: FileInput<Operations["listContractModifications"]["input"]>;
  };
  /**
   * Choose another treatment of a modification.
   * Closed months stay: the difference for them is caught up in the first open month.
   */
  treatContractModification: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the modification. */
      modificationId: string;
      body: TreatContractModificationDto;
    };
    payload: ContractModification;
  };
  /**
   * Preview: choose another treatment of a modification.
   * What `treatContractModification` would do.
   */
  previewTreatContractModification: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Id of the modification. */
      modificationId: string;
      body: TreatContractModificationDto;
    };
    payload: Preview;
  };
  /**
   * Change many contracts by a CSV file.
   * Each row is one request, carried out in the order of the file and by the same rules: PRICE changes or amends a term, SEATS its number of seats, DATES moves it, TERMINATION ends it, DELETION takes out what is not invoiced. COMMITMENT_DATES moves a schedule of a commitment, COMMITMENT_TERMINATION ends one, and TREATMENT chooses how a modification is treated. CONTRACT_APPROVAL, CONTRACT_HOLD and CONTRACT_DELETION are of whole contracts. All of them or none: BULK_CHANGE_REFUSED lists every rejected row in `details.rows`, with its line, columns, codes and what to do. A dry run has the plan of every contract and one planHash over all.
   */
  createBulkChange: {
    input: {
      body: CreateBulkChangeDto;
    };
    payload: BulkChange;
  };
  /**
   * Preview: change many contracts by a CSV file.
   * What `createBulkChange` would do.
   */
  previewCreateBulkChange: {
    input: {
      body: CreateBulkChangeDto;
    };
    payload: Preview;
  };
  /**
   * List usage events.
   * Newest first, deleted ones too without `deletedAt:isnull`; `matched:eq:true` are those that a usage term covers.
   */
  listUsageEvents: {
    input: {
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
      /**
       * `field:rule:value`, several separated by commas ("Filters" above). Fields and rules:
       * - `customerId`, `eventTypeId`: eq, neq, in, nin, isnull, isnotnull
       * - `datetime`: eq, neq, gt, gte, lt, lte
       * - `differentiator`: eq, neq, like, nlike, in, nin, isnull, isnotnull
       * - `matched`: eq
       * - `deletedAt`: isnull, isnotnull
       */
      filter?: string | FilterOf<{
        customerId: "eq" | "neq" | "in" | "nin" | "isnull" | "isnotnull";
        eventTypeId: "eq" | "neq" | "in" | "nin" | "isnull" | "isnotnull";
        datetime: "eq" | "neq" | "gt" | "gte" | "lt" | "lte";
        differentiator: "eq" | "neq" | "like" | "nlike" | "in" | "nin" | "isnull" | "isnotnull";
        matched: "eq";
        deletedAt: "isnull" | "isnotnull";
      }> | undefined;
    };
    payload: UsageEventPage;
    file: FileInput<Operations["listUsageEvents"]["input"]>;
  };
  /**
   * Record a usage event.
   * The same event under the same key answers 200 with the first one; a different event under that key, 409.
   */
  recordUsageEvent: {
    input: {
      body: CreateUsageEventDto;
    };
    payload: RecordedUsageEvent;
  };
  /** Get a usage event. */
  getUsageEvent: {
    input: {
      /** Id of the event. */
      id: string;
    };
    payload: UsageEvent;
  };
  /**
   * Delete a usage event.
   * Appends a deletion event. The event can still be read, and its key stays taken.
   */
  deleteUsageEvent: {
    input: {
      /** Id of the event. */
      id: string;
    };
    payload: UsageEvent;
  };
  /**
   * Preview: record a usage event.
   * What `recordUsageEvent` would do.
   */
  previewRecordUsageEvent: {
    input: {
      body: CreateUsageEventDto;
    };
    payload: Preview;
  };
  /**
   * Record up to 1,000 usage events.
   * Each event is recorded or rejected separately: see its result. Sending the request again records nothing twice.
   */
  recordUsageEvents: {
    input: {
      body: CreateUsageEventsDto;
    };
    payload: UsageEventResults;
  };
  /**
   * Delete up to 1,000 usage events.
   * All of them, or none where one is unknown or deleted already.
   */
  deleteUsageEvents: {
    input: {
      body: DeleteUsageEventsDto;
    };
    payload: DeletedUsageEvents;
  };
  /**
   * Preview: delete a usage event.
   * What `deleteUsageEvent` would do.
   */
  previewDeleteUsageEvent: {
    input: {
      /** Id of the event. */
      id: string;
    };
    payload: Preview;
  };
  /**
   * Get the usage statement of a customer.
   * From usage to invoice lines: events, quantities, charges, drawdown of commitments, and the lines that are issued and planned. Billing periods with a day from `from` to `to` are shown whole.
   */
  getUsageStatement: {
    input: {
      /** Id of the customer. */
      id: string;
      /** First day. */
      from: Day;
      /** Last day, inclusive; at most 366 days in all. */
      to: Day;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
    };
    payload: UsageStatement;
    file: {
      /** Id of the customer. */
      id: string;
      /** First day. */
      from: Day;
      /** Last day, inclusive; at most 366 days in all. */
      to: Day;
      /** `csv` answers a table; default json. */
      format?: "json" | "csv" | undefined;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
    };
  };
  /**
   * Get the invoice schedule of a contract.
   * Every invoice of the contract, made or planned, oldest first unless it is sorted; works in any status of the contract. Planned invoices have the tax as of now. A page has 1,000 unless `limit` says otherwise.
   */
  getInvoiceSchedule: {
    input: {
      /** Id of the contract. */
      id: string;
      /** Last planned issue date; default 12 months on for open-ended terms. */
      until?: Day | undefined;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
    };
    payload: InvoiceSchedule;
    file: FileInput<Operations["getInvoiceSchedule"]["input"]>;
  };
  /**
   * Get the pro forma of a contract.
   * What a contract in any status that has a customer will bill, as of now: the invoices to come. It has no number and is not owed.
   */
  getContractProForma: {
    input: {
      /** Id of the contract. */
      id: string;
      /** First planned issue date; default: whatever is not issued yet. */
      from?: Day | undefined;
      /** Last planned issue date; default: 12 months on. */
      until?: Day | undefined;
    };
    payload: GetContractProFormaAnswer;
  };
  /**
   * Get the pro forma of a contract as PDF.
   * What a contract in any status that has a customer will bill, marked PRO FORMA on every page; rejected where nothing is to be billed.
   */
  getContractProFormaPdf: {
    input: {
      /** Id of the contract. */
      id: string;
      /** First planned issue date; default: whatever is not issued yet. */
      from?: Day | undefined;
      /** Last planned issue date; default: 12 months on. */
      until?: Day | undefined;
    };
    payload: import("./exchange.ts").FileAnswer;
  };
  /**
   * Get the pro forma of a customer.
   * What the approved contracts of a customer will bill, as of now: the invoices to come. It has no number and is not owed.
   */
  getCustomerProForma: {
    input: {
      /** Id of the customer. */
      id: string;
      /** First planned issue date; default: whatever is not issued yet. */
      from?: Day | undefined;
      /** Last planned issue date; default: 12 months on. */
      until?: Day | undefined;
    };
    payload: GetCustomerProFormaAnswer;
  };
  /**
   * Get the pro forma of a customer as PDF.
   * What the approved contracts of a customer will bill, marked PRO FORMA on every page; rejected where nothing is to be billed.
   */
  getCustomerProFormaPdf: {
    input: {
      /** Id of the customer. */
      id: string;
      /** First planned issue date; default: whatever is not issued yet. */
      from?: Day | undefined;
      /** Last planned issue date; default: 12 months on. */
      until?: Day | undefined;
      /** Needed where contracts bill in several. */
      currency?: CurrencyCode | undefined;
    };
    payload: import("./exchange.ts").FileAnswer;
  };
  /**
   * List invoices.
   * Issued invoices and the drafts of the next ones, newest first. Drafts show the tax as of now; the filter `total` finds them by what it was when they were last rebuilt. `owedOn` finds those owed at the end of a day, each with amountOwed: the ageing report of that day.
   */
  listInvoices: {
    input: {
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** `true` also answers the sums of all rows that pass the filters, by currency, whatever the page. Not beside a `format` of a file. */
      totals?: boolean | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
      /**
       * `field:rule:value`, several separated by commas ("Filters" above). Fields and rules:
       * - `customerId`, `contractId`, `consolidatedInvoiceId`: eq, neq, in, nin, isnull, isnotnull
       * - `billingTermId`, `currency`, `syncStatus`: eq, in
       * - `status`, `source`: eq, neq, in, nin
       * - `issueDate`, `dueDate`, `total`, `lastUpdatedAt`: eq, neq, gt, gte, lt, lte
       * - `owedOn`: eq
       * - `invoiceNumber`: eq, neq, like, nlike, in, nin, isnull, isnotnull
       */
      filter?: string | FilterOf<{
        customerId: "eq" | "neq" | "in" | "nin" | "isnull" | "isnotnull";
        contractId: "eq" | "neq" | "in" | "nin" | "isnull" | "isnotnull";
        consolidatedInvoiceId: "eq" | "neq" | "in" | "nin" | "isnull" | "isnotnull";
        billingTermId: "eq" | "in";
        currency: "eq" | "in";
        syncStatus: "eq" | "in";
        status: "eq" | "neq" | "in" | "nin";
        source: "eq" | "neq" | "in" | "nin";
        issueDate: "eq" | "neq" | "gt" | "gte" | "lt" | "lte";
        dueDate: "eq" | "neq" | "gt" | "gte" | "lt" | "lte";
        total: "eq" | "neq" | "gt" | "gte" | "lt" | "lte";
        lastUpdatedAt: "eq" | "neq" | "gt" | "gte" | "lt" | "lte";
        owedOn: "eq";
        invoiceNumber: "eq" | "neq" | "like" | "nlike" | "in" | "nin" | "isnull" | "isnotnull";
      }> | undefined;
    };
    payload: InvoicePage;
    file: FileInput<Operations["listInvoices"]["input"]>;
  };
  /**
   * Create a manual invoice, for what no billing term bills.
   * For an approved contract, or for a customer without one. Each line states what it earns: a stated obligation, one day, or days of service.
   */
  createInvoice: {
    input: {
      body: CreateInvoiceDto;
    };
    payload: Invoice;
  };
  /** Get an invoice. */
  getInvoice: {
    input: {
      /** Id of the invoice. */
      id: string;
    };
    payload: Invoice;
  };
  /**
   * Change the memo, PO number or custom fields of an issued invoice.
   * Only fields that are sent change; null clears one. Custom fields that are not sent stay. Everything else of an issued invoice is final, and so is the PO number once it is paid or void. A draft follows its contract.
   */
  updateInvoice: {
    input: {
      /** Id of the invoice. */
      id: string;
      body: UpdateInvoiceDto;
    };
    payload: Invoice;
  };
  /**
   * List the reminders of an invoice.
   * Those that became due 3, 10 and 21 days after the due date while it was unpaid, the next 7 and 11 days after the one before at the earliest.
   */
  listRemindersOfInvoice: {
    input: {
      /** Id of the invoice. */
      id: string;
    };
    payload: ListRemindersOfInvoiceAnswer;
  };
  /**
   * List the invoices of a customer.
   * As the list of all invoices, of one customer.
   */
  listCustomerInvoices: {
    input: {
      /** Id of the customer. */
      id: string;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** `true` also answers the sums of all rows that pass the filters, by currency, whatever the page. Not beside a `format` of a file. */
      totals?: boolean | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
      /**
       * `field:rule:value`, several separated by commas ("Filters" above). Fields and rules:
       * - `customerId`, `contractId`, `consolidatedInvoiceId`: eq, neq, in, nin, isnull, isnotnull
       * - `billingTermId`, `currency`, `syncStatus`: eq, in
       * - `status`, `source`: eq, neq, in, nin
       * - `issueDate`, `dueDate`, `total`, `lastUpdatedAt`: eq, neq, gt, gte, lt, lte
       * - `owedOn`: eq
       * - `invoiceNumber`: eq, neq, like, nlike, in, nin, isnull, isnotnull
       */
      filter?: string | FilterOf<{
        customerId: "eq" | "neq" | "in" | "nin" | "isnull" | "isnotnull";
        contractId: "eq" | "neq" | "in" | "nin" | "isnull" | "isnotnull";
        consolidatedInvoiceId: "eq" | "neq" | "in" | "nin" | "isnull" | "isnotnull";
        billingTermId: "eq" | "in";
        currency: "eq" | "in";
        syncStatus: "eq" | "in";
        status: "eq" | "neq" | "in" | "nin";
        source: "eq" | "neq" | "in" | "nin";
        issueDate: "eq" | "neq" | "gt" | "gte" | "lt" | "lte";
        dueDate: "eq" | "neq" | "gt" | "gte" | "lt" | "lte";
        total: "eq" | "neq" | "gt" | "gte" | "lt" | "lte";
        lastUpdatedAt: "eq" | "neq" | "gt" | "gte" | "lt" | "lte";
        owedOn: "eq";
        invoiceNumber: "eq" | "neq" | "like" | "nlike" | "in" | "nin" | "isnull" | "isnotnull";
      }> | undefined;
    };
    payload: InvoicePage;
    file: FileInput<Operations["listCustomerInvoices"]["input"]>;
  };
  /** Get an invoice of a customer. */
  getCustomerInvoice: {
    input: {
      /** Id of the customer. */
      id: string;
      /** Id of the invoice. */
      invoiceId: string;
    };
    payload: Invoice;
  };
  /**
   * Get an invoice as PDF.
   * A draft is a preview, marked as such on every page. Payments and credits are those of now.
   */
  getInvoicePdf: {
    input: {
      /** Id of the invoice. */
      id: string;
    };
    payload: import("./exchange.ts").FileAnswer;
  };
  /**
   * Get an issued invoice as an e-invoice.
   * UBL 2.1 for EN 16931, in the form of Peppol BIS Billing 3.0. Drafts have none. An invoice that breaks rules of the standard is rejected with all of them and the fields of the merchant or the customer to fill in; what was not recorded when it was issued is taken as it is recorded now.
   */
  getInvoiceXml: {
    input: {
      /** Id of the invoice. */
      id: string;
    };
    payload: import("./exchange.ts").FileAnswer;
  };
  /**
   * Preview: create a manual invoice, for what no billing term bills.
   * What `createInvoice` would do.
   */
  previewCreateInvoice: {
    input: {
      body: CreateInvoiceDto;
    };
    payload: Preview;
  };
  /**
   * Issue, send, void, write off or reinstate an invoice.
   * ISSUE: a draft whose day has come. VOID: one with nothing applied whose month is open; its periods can be billed again. MARK_UNCOLLECTIBLE: what is owed becomes bad debt, except for service that was not delivered yet. REINSTATE: reverses a write-off as far as it was not recovered; service that was not delivered then is earned again.
   */
  actOnInvoice: {
    input: {
      /** Id of the invoice. */
      id: string;
      body: InvoiceActionDto;
    };
    payload: Invoice;
  };
  /**
   * Preview: issue, send, void, write off or reinstate an invoice.
   * What `actOnInvoice` would do.
   */
  previewActOnInvoice: {
    input: {
      /** Id of the invoice. */
      id: string;
      body: InvoiceActionDto;
    };
    payload: Preview;
  };
  /**
   * Set external ids of an issued invoice.
   * Each entry creates or replaces the id of its source type, all together or none. Source types left out stay as they are; none is ever deleted. Several invoices may have the same external id.
   */
  updateInvoiceExternalIds: {
    input: {
      /** Id of the invoice. */
      id: string;
      body: UpdateInvoiceExternalIdsDto;
    };
    payload: InvoiceExternalIds;
  };
  /**
   * List consolidated invoices.
   * Documents that bill several contracts of a customer with one consolidation key, newest first; `contractId` finds those with a section of it.
   */
  listConsolidatedInvoices: {
    input: {
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
      /**
       * `field:rule:value`, several separated by commas ("Filters" above). Fields and rules:
       * - `customerId`, `contractId`: eq, neq, in, nin, isnull, isnotnull
       * - `status`: eq, neq, in, nin
       * - `issueDate`, `dueDate`: eq, neq, gt, gte, lt, lte
       * - `invoiceNumber`: eq, neq, like, nlike, in, nin, isnull, isnotnull
       */
      filter?: string | FilterOf<{
        customerId: "eq" | "neq" | "in" | "nin" | "isnull" | "isnotnull";
        contractId: "eq" | "neq" | "in" | "nin" | "isnull" | "isnotnull";
        status: "eq" | "neq" | "in" | "nin";
        issueDate: "eq" | "neq" | "gt" | "gte" | "lt" | "lte";
        dueDate: "eq" | "neq" | "gt" | "gte" | "lt" | "lte";
        invoiceNumber: "eq" | "neq" | "like" | "nlike" | "in" | "nin" | "isnull" | "isnotnull";
      }> | undefined;
    };
    payload: ConsolidatedInvoicePage;
    file: FileInput<Operations["listConsolidatedInvoices"]["input"]>;
  };
  /** Get a consolidated invoice. */
  getConsolidatedInvoice: {
    input: {
      /** Id of the consolidated invoice. */
      id: string;
    };
    payload: ConsolidatedInvoice;
  };
  /**
   * Get a consolidated invoice as PDF.
   * A section for each contract, with current payments and credits. Its sections have the same PDF.
   */
  getConsolidatedInvoicePdf: {
    input: {
      /** Id of the consolidated invoice. */
      id: string;
    };
    payload: import("./exchange.ts").FileAnswer;
  };
  /**
   * Get a consolidated invoice as an e-invoice.
   * UBL 2.1 for EN 16931, in the form of Peppol BIS Billing 3.0; notes of its lines name the contract. Rejected, as that of an invoice, where it breaks rules.
   */
  getConsolidatedInvoiceXml: {
    input: {
      /** Id of the consolidated invoice. */
      id: string;
    };
    payload: import("./exchange.ts").FileAnswer;
  };
  /**
   * Send, void, write off or reinstate a consolidated invoice.
   * As the actions on an invoice, on every section: all are sent or voided, what is owed is written off, what is written off is reinstated.
   */
  actOnConsolidatedInvoice: {
    input: {
      /** Id of the consolidated invoice. */
      id: string;
      body: ConsolidatedInvoiceActionDto;
    };
    payload: ConsolidatedInvoice;
  };
  /**
   * Preview: send, void, write off or reinstate a consolidated invoice.
   * What `actOnConsolidatedInvoice` would do.
   */
  previewActOnConsolidatedInvoice: {
    input: {
      /** Id of the consolidated invoice. */
      id: string;
      body: ConsolidatedInvoiceActionDto;
    };
    payload: Preview;
  };
  /**
   * Record the payment of a consolidated invoice.
   * The balance due unless an amount is sent; it settles the sections pro rata to their balances. Any excess stays the customer's credit.
   */
  payConsolidatedInvoice: {
    input: {
      /** Id of the consolidated invoice. */
      id: string;
      body: PayInvoiceDto;
    };
    payload: Payment;
  };
  /**
   * Preview: record the payment of a consolidated invoice.
   * What `payConsolidatedInvoice` would do.
   */
  previewPayConsolidatedInvoice: {
    input: {
      /** Id of the consolidated invoice. */
      id: string;
      body: PayInvoiceDto;
    };
    payload: Preview;
  };
  /**
   * Apply the unapplied part of a payment to a consolidated invoice.
   * It settles the sections pro rata to their balances; to choose, apply it to a section.
   */
  applyPaymentToConsolidatedInvoice: {
    input: {
      /** Id of the consolidated invoice. */
      id: string;
      body: ApplyPaymentToConsolidatedInvoiceDto;
    };
    payload: ApplyPaymentToConsolidatedInvoiceAnswer;
  };
  /**
   * Preview: apply the unapplied part of a payment to a consolidated invoice.
   * What `applyPaymentToConsolidatedInvoice` would do.
   */
  previewApplyPaymentToConsolidatedInvoice: {
    input: {
      /** Id of the consolidated invoice. */
      id: string;
      body: ApplyPaymentToConsolidatedInvoiceDto;
    };
    payload: Preview;
  };
  /**
   * Apply a credit memo to a consolidated invoice.
   * It settles the sections pro rata to their balances; to choose, apply it to a section.
   */
  applyCreditMemoToConsolidatedInvoice: {
    input: {
      /** Id of the consolidated invoice. */
      id: string;
      body: ApplyCreditMemoToConsolidatedInvoiceDto;
    };
    payload: ApplyCreditMemoToConsolidatedInvoiceAnswer;
  };
  /**
   * Preview: apply a credit memo to a consolidated invoice.
   * What `applyCreditMemoToConsolidatedInvoice` would do.
   */
  previewApplyCreditMemoToConsolidatedInvoice: {
    input: {
      /** Id of the consolidated invoice. */
      id: string;
      body: ApplyCreditMemoToConsolidatedInvoiceDto;
    };
    payload: Preview;
  };
  /**
   * List credit memos.
   * Newest first.
   */
  listCreditMemos: {
    input: {
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** `true` also answers the sums of all rows that pass the filters, by currency, whatever the page. Not beside a `format` of a file. */
      totals?: boolean | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
      /**
       * `field:rule:value`, several separated by commas ("Filters" above). Fields and rules:
       * - `creditMemoNumber`, `customerId`: eq
       * - `issueDateFrom`: gte
       * - `issueDateTo`: lte
       * - `status`, `syncStatus`: eq, in
       * - `lastUpdatedAt`: eq, gt, gte, lt, lte
       */
      filter?: string | FilterOf<{
        creditMemoNumber: "eq";
        customerId: "eq";
        issueDateFrom: "gte";
        issueDateTo: "lte";
        status: "eq" | "in";
        syncStatus: "eq" | "in";
        lastUpdatedAt: "eq" | "gt" | "gte" | "lt" | "lte";
      }> | undefined;
    };
    payload: CreditMemoPage;
    file: FileInput<Operations["listCreditMemos"]["input"]>;
  };
  /**
   * Issue a credit memo.
   * Items linked to an invoice's line credit what it billed and reverse its revenue; others are contra revenue at once.
   */
  createCreditMemo: {
    input: {
      body: CreateCreditMemoRequestDto;
    };
    payload: CreditMemo;
  };
  /** Get a credit memo. */
  getCreditMemo: {
    input: {
      /** Id of the credit memo. */
      id: string;
    };
    payload: CreditMemo;
  };
  /**
   * List the credit memos of an invoice.
   * Those that credit its lines and those applied to it, newest first.
   */
  listCreditMemosOfInvoice: {
    input: {
      /** Id of the customer. */
      id: string;
      /** Id of the invoice. */
      invoiceId: string;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** `true` also answers the sums of all rows that pass the filters, by currency, whatever the page. Not beside a `format` of a file. */
      totals?: boolean | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
    };
    payload: CreditMemoPage;
    file: FileInput<Operations["listCreditMemosOfInvoice"]["input"]>;
  };
  /**
   * Get a credit memo as PDF.
   * In the layout of invoices, with the invoices that it is applied to now.
   */
  getCreditMemoPdf: {
    input: {
      /** Id of the credit memo. */
      id: string;
    };
    payload: import("./exchange.ts").FileAnswer;
  };
  /**
   * Get a credit memo as an e-invoice.
   * A credit note (381) of UBL 2.1 for EN 16931; refused as that of an invoice is, where it breaks rules.
   */
  getCreditMemoXml: {
    input: {
      /** Id of the credit memo. */
      id: string;
    };
    payload: import("./exchange.ts").FileAnswer;
  };
  /**
   * Preview: issue a credit memo.
   * What `createCreditMemo` would do.
   */
  previewCreateCreditMemo: {
    input: {
      body: CreateCreditMemoRequestDto;
    };
    payload: Preview;
  };
  /**
   * Apply a credit memo to an invoice.
   * Never more than either balance: a larger amount is rejected.
   */
  applyCreditMemo: {
    input: {
      /** Id of the credit memo. */
      id: string;
      body: ApplyCreditMemoRequestDto;
    };
    payload: CreditMemoApplication;
  };
  /**
   * Preview: apply a credit memo to an invoice.
   * What `applyCreditMemo` would do.
   */
  previewApplyCreditMemo: {
    input: {
      /** Id of the credit memo. */
      id: string;
      body: ApplyCreditMemoRequestDto;
    };
    payload: Preview;
  };
  /** Reverse an application of a credit memo. */
  unapplyCreditMemo: {
    input: {
      /** Id of the credit memo. */
      id: string;
      /** Id of the application. */
      applicationId: string;
    };
    payload: CreditMemo;
  };
  /**
   * Preview: reverse an application of a credit memo.
   * What `unapplyCreditMemo` would do.
   */
  previewUnapplyCreditMemo: {
    input: {
      /** Id of the credit memo. */
      id: string;
      /** Id of the application. */
      applicationId: string;
    };
    payload: Preview;
  };
  /**
   * Void a credit memo.
   * Only while no part is applied or refunded, and its month is open. The credit memo keeps its number.
   */
  voidCreditMemo: {
    input: {
      /** Id of the credit memo. */
      id: string;
      body: VoidCreditMemoDto;
    };
    payload: CreditMemo;
  };
  /**
   * Preview: void a credit memo.
   * What `voidCreditMemo` would do.
   */
  previewVoidCreditMemo: {
    input: {
      /** Id of the credit memo. */
      id: string;
      body: VoidCreditMemoDto;
    };
    payload: Preview;
  };
  /**
   * Refund a credit memo.
   * Records that its unapplied part was refunded as money.
   */
  refundCreditMemo: {
    input: {
      /** Id of the credit memo. */
      id: string;
      body: RefundDto;
    };
    payload: Refund;
  };
  /**
   * Preview: refund a credit memo.
   * What `refundCreditMemo` would do.
   */
  previewRefundCreditMemo: {
    input: {
      /** Id of the credit memo. */
      id: string;
      body: RefundDto;
    };
    payload: Preview;
  };
  /**
   * List payments.
   * Newest first.
   */
  listPayments: {
    input: {
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** `true` also answers the sums of all rows that pass the filters, by currency, whatever the page. Not beside a `format` of a file. */
      totals?: boolean | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
      /**
       * `field:rule:value`, several separated by commas ("Filters" above). Fields and rules:
       * - `customerId`, `status`, `syncStatus`: eq, in
       * - `receivedAt`, `lastUpdatedAt`: eq, neq, gt, gte, lt, lte
       * - `reference`: eq, neq, like, nlike, in, nin, isnull, isnotnull
       */
      filter?: string | FilterOf<{
        customerId: "eq" | "in";
        status: "eq" | "in";
        syncStatus: "eq" | "in";
        receivedAt: "eq" | "neq" | "gt" | "gte" | "lt" | "lte";
        lastUpdatedAt: "eq" | "neq" | "gt" | "gte" | "lt" | "lte";
        reference: "eq" | "neq" | "like" | "nlike" | "in" | "nin" | "isnull" | "isnotnull";
      }> | undefined;
    };
    payload: PaymentPage;
    file: FileInput<Operations["listPayments"]["input"]>;
  };
  /**
   * Record a payment.
   * Settles the invoices it names; the rest stays the customer's credit.
   */
  createPayment: {
    input: {
      body: CreatePaymentDto;
    };
    payload: Payment;
  };
  /** Get a payment. */
  getPayment: {
    input: {
      /** Id of the payment. */
      id: string;
    };
    payload: Payment;
  };
  /**
   * Preview: record a payment.
   * What `createPayment` would do.
   */
  previewCreatePayment: {
    input: {
      body: CreatePaymentDto;
    };
    payload: Preview;
  };
  /**
   * Record the payment of an invoice.
   * The balance due unless an amount is sent; any excess stays the customer's credit.
   */
  payInvoice: {
    input: {
      /** Id of the invoice. */
      id: string;
      body: PayInvoiceDto;
    };
    payload: Payment;
  };
  /**
   * Preview: record the payment of an invoice.
   * What `payInvoice` would do.
   */
  previewPayInvoice: {
    input: {
      /** Id of the invoice. */
      id: string;
      body: PayInvoiceDto;
    };
    payload: Preview;
  };
  /** Apply the unapplied part of a payment to an invoice. */
  applyPayment: {
    input: {
      /** Id of the payment. */
      id: string;
      body: ApplyPaymentDto;
    };
    payload: PaymentApplication;
  };
  /**
   * Preview: apply the unapplied part of a payment to an invoice.
   * What `applyPayment` would do.
   */
  previewApplyPayment: {
    input: {
      /** Id of the payment. */
      id: string;
      body: ApplyPaymentDto;
    };
    payload: Preview;
  };
  /**
   * Reverse an application of a payment.
   * The amount becomes the customer's credit.
   */
  unapplyPayment: {
    input: {
      /** Id of the payment. */
      id: string;
      /** Id of the application. */
      applicationId: string;
    };
    payload: Payment;
  };
  /**
   * Preview: reverse an application of a payment.
   * What `unapplyPayment` would do.
   */
  previewUnapplyPayment: {
    input: {
      /** Id of the payment. */
      id: string;
      /** Id of the application. */
      applicationId: string;
    };
    payload: Preview;
  };
  /** Refund the unapplied part of a payment. */
  refundPayment: {
    input: {
      /** Id of the payment. */
      id: string;
      body: RefundDto;
    };
    payload: Refund;
  };
  /**
   * Preview: refund the unapplied part of a payment.
   * What `refundPayment` would do.
   */
  previewRefundPayment: {
    input: {
      /** Id of the payment. */
      id: string;
      body: RefundDto;
    };
    payload: Preview;
  };
  /**
   * Record that a payment was returned or charged back.
   * What it settled is owed again.
   */
  returnPayment: {
    input: {
      /** Id of the payment. */
      id: string;
      body: ReturnPaymentDto;
    };
    payload: Payment;
  };
  /**
   * Preview: record that a payment was returned or charged back.
   * What `returnPayment` would do.
   */
  previewReturnPayment: {
    input: {
      /** Id of the payment. */
      id: string;
      body: ReturnPaymentDto;
    };
    payload: Preview;
  };
  /**
   * List revenue by obligation and month.
   * Posted, accrued and planned revenue of approved contracts, 12 months ahead for open-ended ones.
   */
  listRevenueSchedules: {
    input: {
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /**
       * `field:rule:value`, several separated by commas ("Filters" above). Fields and rules:
       * - `contractId`, `customerId`, `performanceObligationId`, `productId`, `status`: eq, in
       * - `timeframe`: eq, gt, gte, lt, lte, in
       */
      filter?: string | FilterOf<{
        contractId: "eq" | "in";
        customerId: "eq" | "in";
        performanceObligationId: "eq" | "in";
        productId: "eq" | "in";
        status: "eq" | "in";
        timeframe: "eq" | "gt" | "gte" | "lt" | "lte" | "in";
      }> | undefined;
    };
    payload: RevenueEntryPage;
    file: FileInput<Operations["listRevenueSchedules"]["input"]>;
  };
  /**
   * List adjustments.
   * Newest first.
   */
  listAdjustments: {
    input: {
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
      /**
       * `field:rule:value`, several separated by commas ("Filters" above). Fields and rules:
       * - `adjustmentNumber`: eq
       * - `month`: eq, gt, gte, lt, lte, in
       */
      filter?: string | FilterOf<{
        adjustmentNumber: "eq";
        month: "eq" | "gt" | "gte" | "lt" | "lte" | "in";
      }> | undefined;
    };
    payload: AdjustmentPage;
    file: FileInput<Operations["listAdjustments"]["input"]>;
  };
  /**
   * Post an adjustment.
   * A manual journal entry for what no document records. It stays until it is reversed: a close neither repeats nor reverses it.
   */
  createAdjustment: {
    input: {
      body: CreateAdjustmentRequestDto;
    };
    payload: Adjustment;
  };
  /** Get an adjustment. */
  getAdjustment: {
    input: {
      /** Id of the adjustment. */
      id: string;
    };
    payload: Adjustment;
  };
  /**
   * Preview: post an adjustment.
   * What `createAdjustment` would do.
   */
  previewCreateAdjustment: {
    input: {
      body: CreateAdjustmentRequestDto;
    };
    payload: Preview;
  };
  /**
   * Reverse an adjustment.
   * Posts the opposite entry as another adjustment, once.
   */
  reverseAdjustment: {
    input: {
      /** Id of the adjustment. */
      id: string;
      body: ReverseAdjustmentDto;
    };
    payload: Adjustment;
  };
  /**
   * Preview: reverse an adjustment.
   * What `reverseAdjustment` would do.
   */
  previewReverseAdjustment: {
    input: {
      /** Id of the adjustment. */
      id: string;
      body: ReverseAdjustmentDto;
    };
    payload: Preview;
  };
  /**
   * List journal entries.
   * Posted entries with their lines, newest number first. Posted entries never change.
   */
  listJournalEntries: {
    input: {
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
      /**
       * `field:rule:value`, several separated by commas ("Filters" above). Fields and rules:
       * - `month`: eq, gt, gte, lt, lte, in
       * - `type`: eq, neq, in, nin
       * - `contractId`, `journalExportId`: eq, neq, in, nin, isnull, isnotnull
       * - `sourceId`, `syncStatus`: eq, in
       */
      filter?: string | FilterOf<{
        month: "eq" | "gt" | "gte" | "lt" | "lte" | "in";
        type: "eq" | "neq" | "in" | "nin";
        contractId: "eq" | "neq" | "in" | "nin" | "isnull" | "isnotnull";
        journalExportId: "eq" | "neq" | "in" | "nin" | "isnull" | "isnotnull";
        sourceId: "eq" | "in";
        syncStatus: "eq" | "in";
      }> | undefined;
    };
    payload: JournalEntryPage;
    file: FileInput<Operations["listJournalEntries"]["input"]>;
  };
  /** Get a journal entry. */
  getJournalEntry: {
    input: {
      /** Id of the journal entry. */
      id: string;
    };
    payload: JournalEntry;
  };
  /**
   * List sync records.
   * One for every invoice, credit memo, payment, journal entry and customer, with the sync status of its current version; drafts and deleted customers left out. The latest change first.
   */
  listSyncRecords: {
    input: {
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
      /**
       * `field:rule:value`, several separated by commas ("Filters" above). Fields and rules:
       * - `entityType`, `entityId`, `status`: eq, in
       * - `externalId`: eq, neq, like, nlike, in, nin, isnull, isnotnull
       * - `lastUpdatedAt`: eq, neq, gt, gte, lt, lte
       */
      filter?: string | FilterOf<{
        entityType: "eq" | "in";
        entityId: "eq" | "in";
        status: "eq" | "in";
        externalId: "eq" | "neq" | "like" | "nlike" | "in" | "nin" | "isnull" | "isnotnull";
        lastUpdatedAt: "eq" | "neq" | "gt" | "gte" | "lt" | "lte";
      }> | undefined;
    };
    payload: SyncRecordPage;
    file: FileInput<Operations["listSyncRecords"]["input"]>;
  };
  /**
   * Report the sync status of an invoice.
   * For connectors. Replaces the report before: fields left out are cleared. The same report again changes nothing and counts no try; one of an earlier version than was reported changes nothing either. A later change of the record makes it NOT_SYNCED.
   */
  reportInvoiceSync: {
    input: {
      /** Id of the invoice. */
      id: string;
      body: ReportSyncDto;
    };
    payload: SyncRecord;
  };
  /**
   * Report the sync status of a credit memo.
   * For connectors. Replaces the report before: fields left out are cleared. The same report again changes nothing and counts no try; one of an earlier version than was reported changes nothing either. A later change of the record makes it NOT_SYNCED.
   */
  reportCreditMemoSync: {
    input: {
      /** Id of the credit memo. */
      id: string;
      body: ReportSyncDto;
    };
    payload: SyncRecord;
  };
  /**
   * Report the sync status of a payment.
   * For connectors. Replaces the report before: fields left out are cleared. The same report again changes nothing and counts no try; one of an earlier version than was reported changes nothing either. A later change of the record makes it NOT_SYNCED.
   */
  reportPaymentSync: {
    input: {
      /** Id of the payment. */
      id: string;
      body: ReportSyncDto;
    };
    payload: SyncRecord;
  };
  /**
   * Report the sync status of a journal entry.
   * For connectors. Replaces the report before: fields left out are cleared. The same report again changes nothing and counts no try; one of an earlier version than was reported changes nothing either. A later change of the record makes it NOT_SYNCED.
   */
  reportJournalEntrySync: {
    input: {
      /** Id of the journal entry. */
      id: string;
      body: ReportSyncDto;
    };
    payload: SyncRecord;
  };
  /**
   * Report the sync status of a customer.
   * For connectors. Replaces the report before: fields left out are cleared. The same report again changes nothing and counts no try; one of an earlier version than was reported changes nothing either. A later change of the record makes it NOT_SYNCED.
   */
  reportCustomerSync: {
    input: {
      /** Id of the customer. */
      id: string;
      body: ReportSyncDto;
    };
    payload: SyncRecord;
  };
  /**
   * Retry a record that the accounting system did not accept.
   * It becomes NOT_SYNCED, as after a change, and keeps its id in the accounting system.
   */
  retrySync: {
    input: {
      /** Id of the record. */
      id: string;
    };
    payload: SyncRecord;
  };
  /**
   * Get the chart of accounts.
   * Which account of the general ledger lines go to. Empty before it is set.
   */
  getChartOfAccounts: {
    input: Record<never, never>;
    payload: ChartOfAccounts;
  };
  /**
   * Set the chart of accounts.
   * As a whole, for journal exports made from now on. Earlier ones keep their numbers. `formats` is what files of some general ledgers also need.
   */
  setChartOfAccounts: {
    input: {
      body: SetChartOfAccountsDto;
    };
    payload: ChartOfAccounts;
  };
  /**
   * Export the journal of a month.
   * Makes a batch of the entries dated in the month that are in none yet. It never changes, and no entry is in two: what is posted into the month later goes into its next batch. The month need not be closed.
   */
  createJournalExport: {
    input: {
      body: CreateJournalExportDto;
    };
    payload: JournalExport;
  };
  /**
   * List journal exports.
   * Newest first.
   */
  listJournalExports: {
    input: {
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
      /**
       * `field:rule:value`, several separated by commas ("Filters" above). Fields and rules:
       * - `month`: eq, gt, gte, lt, lte, in
       * - `format`: eq, neq, in, nin
       */
      filter?: string | FilterOf<{
        month: "eq" | "gt" | "gte" | "lt" | "lte" | "in";
        format: "eq" | "neq" | "in" | "nin";
      }> | undefined;
    };
    payload: JournalExportPage;
    file: FileInput<Operations["listJournalExports"]["input"]>;
  };
  /**
   * Preview: export the journal of a month.
   * What `createJournalExport` would do.
   */
  previewCreateJournalExport: {
    input: {
      body: CreateJournalExportDto;
    };
    payload: Preview;
  };
  /**
   * Compare the general ledger's trial balance with the journal.
   * Account by account, by the chart of accounts. Changes nothing; that it was done, and what differed, is in the audit log.
   */
  reconcileLedger: {
    input: {
      body: ReconcileLedgerDto;
    };
    payload: LedgerReconciliation;
  };
  /** Get a journal export. */
  getJournalExport: {
    input: {
      /** Id of the journal export. */
      id: string;
    };
    payload: JournalExport;
  };
  /**
   * Download a journal export.
   * The file of its format, the same bytes each time; `format` asks for plain CSV, JSON or XLSX of the same content. The JSON file has the `sha256` of the batch. CSV is in UTF-8, for DATEV in windows-1252.
   */
  downloadJournalExport: {
    input: {
      /** Id of the journal export. */
      id: string;
      /** Another format than its own. */
      format?: "CSV" | "XLSX" | "JSON" | undefined;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
    };
    payload: import("./exchange.ts").FileAnswer;
  };
  /**
   * Close a month.
   * Posts the month's revenue, freezes it and keeps a close package. Earlier months that are still open are closed first; all of it in one transaction.
   */
  closePeriod: {
    input: {
      /** The month, YYYY-MM. */
      month: string;
    };
    payload: ClosePeriodAnswer;
  };
  /**
   * Preview: close a month.
   * What `closePeriod` would do.
   */
  previewClosePeriod: {
    input: {
      /** The month, YYYY-MM. */
      month: string;
    };
    payload: Preview;
  };
  /**
   * Reopen a closed month.
   * Reopens the month and every later closed one. Needs a key whose creator is still an active member.
   */
  reopenPeriod: {
    input: {
      /** The month, YYYY-MM. */
      month: string;
      /** Recorded on the reopened period. */
      reason?: string | undefined;
    };
    payload: ReopenPeriodAnswer;
  };
  /**
   * Preview: reopen a closed month.
   * What `reopenPeriod` would do.
   */
  previewReopenPeriod: {
    input: {
      /** The month, YYYY-MM. */
      month: string;
      /** Recorded on the reopened period. */
      reason?: string | undefined;
    };
    payload: Preview;
  };
  /**
   * List accounting periods.
   * Months that were closed at least once or have a sub-ledger locked, newest first. A month that is not listed is open, unless a later one is closed: closing a month closes every earlier one.
   */
  listAccountingPeriods: {
    input: {
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
      /**
       * `field:rule:value`, several separated by commas ("Filters" above). Fields and rules:
       * - `month`: eq, gt, gte, lt, lte, in
       * - `status`: eq, in
       */
      filter?: string | FilterOf<{
        month: "eq" | "gt" | "gte" | "lt" | "lte" | "in";
        status: "eq" | "in";
      }> | undefined;
    };
    payload: AccountingPeriodPage;
    file: FileInput<Operations["listAccountingPeriods"]["input"]>;
  };
  /**
   * Preview the close of a month.
   * Every check of the month, and the entries that closing would post, of months that have begun. Pending changes are processed first, as by a close; nothing of the preview is stored.
   */
  previewClose: {
    input: {
      /** The month, YYYY-MM. */
      month: string;
    };
    payload: PreviewCloseAnswer;
  };
  /**
   * Show what changed since a month was first closed.
   * By contract and account, with the entries that were posted into the month since, and the revenue of the month that later months posted as a catch-up.
   */
  listMonthChanges: {
    input: {
      /** The month, YYYY-MM. */
      month: string;
    };
    payload: MonthChanges;
  };
  /**
   * Hold a contract out of closes.
   * Its invoices stay posted; closes leave out its revenue and its position, and are not blocked by its problems. After its release the next close catches up.
   */
  holdContract: {
    input: {
      /** Id of the contract. */
      id: string;
      body: HoldContractDto;
    };
    payload: CloseHold;
  };
  /**
   * Release a held contract.
   * The next close posts what the closes before it left out, as a catch-up in its own month.
   */
  releaseContract: {
    input: {
      /** Id of the contract. */
      id: string;
    };
    payload: CloseHold;
  };
  /**
   * Preview: hold a contract out of closes.
   * What `holdContract` would do.
   */
  previewHoldContract: {
    input: {
      /** Id of the contract. */
      id: string;
      body: HoldContractDto;
    };
    payload: Preview;
  };
  /**
   * Preview: release a held contract.
   * What `releaseContract` would do.
   */
  previewReleaseContract: {
    input: {
      /** Id of the contract. */
      id: string;
    };
    payload: Preview;
  };
  /**
   * List holds of contracts.
   * The latest first; `filter=status:eq:HELD` answers those that closes leave out now.
   */
  listCloseHolds: {
    input: {
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
      /**
       * `field:rule:value`, several separated by commas ("Filters" above). Fields and rules:
       * - `contractId`, `status`: eq, in
       */
      filter?: string | FilterOf<{
        contractId: "eq" | "in";
        status: "eq" | "in";
      }> | undefined;
    };
    payload: CloseHoldPage;
    file: FileInput<Operations["listCloseHolds"]["input"]>;
  };
  /**
   * Lock a sub-ledger of a month.
   * Of every earlier month too. BILLING: no invoice, credit memo or write-off is dated in them any more. CASH: payments, returns and refunds dated in them are posted on the first open day.
   */
  lockSubLedger: {
    input: {
      body: LockSubLedgerDto;
    };
    payload: SubLedgerLock;
  };
  /**
   * Unlock a sub-ledger of a month.
   * Of every later month too. Needs what reopening a month needs: a key whose creator is still an active member, and a reason.
   */
  unlockSubLedger: {
    input: {
      body: UnlockSubLedgerDto;
    };
    payload: SubLedgerLock;
  };
  /**
   * List close packages.
   * One for each close of a month, newest first. A package never changes, even when its month is reopened.
   */
  listClosePackages: {
    input: {
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
      /**
       * `field:rule:value`, several separated by commas ("Filters" above). Fields and rules:
       * - `month`: eq, gt, gte, lt, lte, in
       */
      filter?: string | FilterOf<{
        month: "eq" | "gt" | "gte" | "lt" | "lte" | "in";
      }> | undefined;
    };
    payload: ClosePackagePage;
    file: FileInput<Operations["listClosePackages"]["input"]>;
  };
  /** Get a close package. */
  getClosePackage: {
    input: {
      /** Id of the package. */
      id: string;
    };
    payload: ClosePackage;
  };
  /**
   * Download the manifest of a close package.
   * The manifest byte by byte: its SHA-256 is the package's hash.
   */
  downloadClosePackage: {
    input: {
      /** Id of the package. */
      id: string;
    };
    payload: import("./exchange.ts").FileAnswer;
  };
  /**
   * Compare a month at a close with the month now.
   * Accounts whose figures at the month's end differ now, and the entries posted into the month since: what a reopening changed.
   */
  compareClosePackage: {
    input: {
      /** Id of the package. */
      id: string;
    };
    payload: CompareClosePackageAnswer;
  };
  /**
   * List templates of close tasks.
   * As they are now, the latest first.
   */
  listCloseTaskTemplates: {
    input: {
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
      /**
       * `field:rule:value`, several separated by commas ("Filters" above). Fields and rules:
       * - `ownerEmail`: eq, in
       * - `title`: eq, like
       */
      filter?: string | FilterOf<{
        ownerEmail: "eq" | "in";
        title: "eq" | "like";
      }> | undefined;
    };
    payload: CloseTaskTemplatePage;
    file: FileInput<Operations["listCloseTaskTemplates"]["input"]>;
  };
  /**
   * Create a template of close tasks.
   * Each month from `fromMonth` through `throughMonth` has a task of it at once; with both the same it is a task of one month.
   */
  createCloseTaskTemplate: {
    input: {
      body: CreateCloseTaskTemplateRequestDto;
    };
    payload: CloseTaskTemplate;
  };
  /**
   * Preview: create a template of close tasks.
   * What `createCloseTaskTemplate` would do.
   */
  previewCreateCloseTaskTemplate: {
    input: {
      body: CreateCloseTaskTemplateRequestDto;
    };
    payload: Preview;
  };
  /**
   * Change a template of close tasks.
   * Of open months alone: closed ones keep what they had. With `throughMonth` it ends; one before `fromMonth` takes it out of every open month.
   */
  changeCloseTaskTemplate: {
    input: {
      /** Id of the task template. */
      id: string;
      body: ChangeCloseTaskTemplateRequestDto;
    };
    payload: CloseTaskTemplate;
  };
  /**
   * Preview: change a template of close tasks.
   * What `changeCloseTaskTemplate` would do.
   */
  previewChangeCloseTaskTemplate: {
    input: {
      /** Id of the task template. */
      id: string;
      body: ChangeCloseTaskTemplateRequestDto;
    };
    payload: Preview;
  };
  /**
   * List the tasks of a month.
   * The tasks that its templates give the month, up to 200, with what was done.
   */
  listCloseTasks: {
    input: {
      /** The month, YYYY-MM. */
      month: string;
    };
    payload: ListCloseTasksAnswer;
  };
  /**
   * Complete a task of a month.
   * With evidence of what was done. It is kept with the close package of the month.
   */
  completeCloseTask: {
    input: {
      /** Id of the task. */
      id: string;
      body: CompleteCloseTaskDto;
    };
    payload: CloseTask;
  };
  /**
   * Preview: complete a task of a month.
   * What `completeCloseTask` would do.
   */
  previewCompleteCloseTask: {
    input: {
      /** Id of the task. */
      id: string;
      body: CompleteCloseTaskDto;
    };
    payload: Preview;
  };
  /**
   * Reopen a task of a month.
   * Of an open month. What was done before stays in the audit log.
   */
  reopenCloseTask: {
    input: {
      /** Id of the task. */
      id: string;
      body: ReopenCloseTaskDto;
    };
    payload: CloseTask;
  };
  /**
   * Preview: reopen a task of a month.
   * What `reopenCloseTask` would do.
   */
  previewReopenCloseTask: {
    input: {
      /** Id of the task. */
      id: string;
      body: ReopenCloseTaskDto;
    };
    payload: Preview;
  };
  /**
   * List books that were loaded from files.
   * The latest first.
   */
  listBookImports: {
    input: {
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
    };
    payload: BookImportPage;
    file: FileInput<Operations["listBookImports"]["input"]>;
  };
  /**
   * List loaded balances beside those of the old ledger.
   * By contract and account, as it was when the book was loaded.
   */
  listBookImportTies: {
    input: {
      /** Id of the book import. */
      id: string;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
      /**
       * `field:rule:value`, several separated by commas ("Filters" above). Fields and rules:
       * - `contractId`, `account`, `status`: eq, in
       */
      filter?: string | FilterOf<{
        contractId: "eq" | "in";
        account: "eq" | "in";
        status: "eq" | "in";
      }> | undefined;
    };
    payload: BookImportTiePage;
    file: FileInput<Operations["listBookImportTies"]["input"]>;
  };
  /**
   * Accept loaded balances that differ from the old ledger.
   * All of a book, with the reason. Until then no month that has one of them is closed.
   */
  acceptBookImportDifferences: {
    input: {
      /** Id of the book import. */
      id: string;
      body: AcceptBookImportDifferencesDto;
    };
    payload: BookImport;
  };
  /**
   * Preview: accept loaded balances that differ from the old ledger.
   * What `acceptBookImportDifferences` would do.
   */
  previewAcceptBookImportDifferences: {
    input: {
      /** Id of the book import. */
      id: string;
      body: AcceptBookImportDifferencesDto;
    };
    payload: Preview;
  };
  /** Get the book close date. */
  getBookCloseDate: {
    input: Record<never, never>;
    payload: GetBookCloseDateAnswer;
  };
  /**
   * Get the trial balance of a month.
   * Balances over all entries dated up to the month's end.
   */
  getTrialBalance: {
    input: {
      /** The month, YYYY-MM; at most 10 years ahead. */
      month: string;
      /** The report as of the end of this day in the merchant's time zone; default now. */
      asOf?: Day | undefined;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
    };
    payload: TrialBalance;
    file: {
      /** The month, YYYY-MM; at most 10 years ahead. */
      month: string;
      /** The report as of the end of this day in the merchant's time zone; default now. */
      asOf?: Day | undefined;
      /** json (default), csv, or xlsx. */
      format?: "json" | "csv" | "xlsx" | undefined;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
    };
  };
  /**
   * Get revenue waterfall.
   * Revenue of approved contracts in the twelve months from `month` on: posted, accrued and planned.
   */
  getWaterfall: {
    input: {
      /** The month, YYYY-MM; at most 10 years ahead. */
      month: string;
      /** What each row is; default contract. */
      groupBy?: "contract" | "customer" | "category" | "product" | undefined;
      /** Reports are in one currency, the merchant's own unless another is asked for. */
      currency?: CurrencyCode | undefined;
      /** The report as of the end of this day in the merchant's time zone; default now. */
      asOf?: Day | undefined;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
    };
    payload: WaterfallReport;
    file: {
      /** The month, YYYY-MM; at most 10 years ahead. */
      month: string;
      /** What each row is; default contract. */
      groupBy?: "contract" | "customer" | "category" | "product" | undefined;
      /** Reports are in one currency, the merchant's own unless another is asked for. */
      currency?: CurrencyCode | undefined;
      /** The report as of the end of this day in the merchant's time zone; default now. */
      asOf?: Day | undefined;
      /** json (default), csv, or xlsx. */
      format?: "json" | "csv" | "xlsx" | undefined;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
    };
  };
  /**
   * Get revenue by month.
   * Revenue less contra revenue: the change of the revenue accounts in the trial balance.
   */
  getRevenueReport: {
    input: {
      /** The first month, YYYY-MM; the eleventh before this one unless stated. Not beside `month`. */
      startMonth?: string | undefined;
      /** The last month, YYYY-MM; this one unless stated; at most 60 months, and at most 10 years ahead. Not beside `month`. */
      endMonth?: string | undefined;
      /** One month. Not beside `startMonth` or `endMonth`. */
      month?: string | undefined;
      /** What each row is; default customer. */
      groupBy?: "customer" | "category" | "product" | "contract" | undefined;
      /** POSTED (default), or ALL: what open months have accrued and planned as well. */
      basis?: "POSTED" | "ALL" | undefined;
      /** Reports are in one currency, the merchant's own unless another is asked for. */
      currency?: CurrencyCode | undefined;
      /** The report as of the end of this day in the merchant's time zone; default now. */
      asOf?: Day | undefined;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
    };
    payload: RevenueReport;
    file: {
      /** The first month, YYYY-MM; the eleventh before this one unless stated. Not beside `month`. */
      startMonth?: string | undefined;
      /** The last month, YYYY-MM; this one unless stated; at most 60 months, and at most 10 years ahead. Not beside `month`. */
      endMonth?: string | undefined;
      /** One month. Not beside `startMonth` or `endMonth`. */
      month?: string | undefined;
      /** What each row is; default customer. */
      groupBy?: "customer" | "category" | "product" | "contract" | undefined;
      /** POSTED (default), or ALL: what open months have accrued and planned as well. */
      basis?: "POSTED" | "ALL" | undefined;
      /** Reports are in one currency, the merchant's own unless another is asked for. */
      currency?: CurrencyCode | undefined;
      /** The report as of the end of this day in the merchant's time zone; default now. */
      asOf?: Day | undefined;
      /** json (default), csv, or xlsx. */
      format?: "json" | "csv" | "xlsx" | undefined;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
    };
  };
  /**
   * Get roll-forward of the net contract position.
   * Contract liability − contract asset − unbilled receivable. Opening + billed − credited − written off − recognized + reclassified = closing, from the journal.
   */
  getContractLiabilityRollForward: {
    input: {
      /** The first month, YYYY-MM; the eleventh before this one unless stated. Not beside `month`. */
      startMonth?: string | undefined;
      /** The last month, YYYY-MM; this one unless stated; at most 60 months, and at most 10 years ahead. Not beside `month`. */
      endMonth?: string | undefined;
      /** One month. Not beside `startMonth` or `endMonth`. */
      month?: string | undefined;
      /** What each row is; default contract. */
      groupBy?: "contract" | "customer" | "category" | undefined;
      /** Only this contract. */
      contractId?: string | undefined;
      /** Only the contracts of this customer. */
      customerId?: string | undefined;
      /** Reports are in one currency, the merchant's own unless another is asked for. */
      currency?: CurrencyCode | undefined;
      /** The report as of the end of this day in the merchant's time zone; default now. */
      asOf?: Day | undefined;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
    };
    payload: ContractLiabilityRollForwardReport;
    file: {
      /** The first month, YYYY-MM; the eleventh before this one unless stated. Not beside `month`. */
      startMonth?: string | undefined;
      /** The last month, YYYY-MM; this one unless stated; at most 60 months, and at most 10 years ahead. Not beside `month`. */
      endMonth?: string | undefined;
      /** One month. Not beside `startMonth` or `endMonth`. */
      month?: string | undefined;
      /** What each row is; default contract. */
      groupBy?: "contract" | "customer" | "category" | undefined;
      /** Only this contract. */
      contractId?: string | undefined;
      /** Only the contracts of this customer. */
      customerId?: string | undefined;
      /** Reports are in one currency, the merchant's own unless another is asked for. */
      currency?: CurrencyCode | undefined;
      /** The report as of the end of this day in the merchant's time zone; default now. */
      asOf?: Day | undefined;
      /** json (default), csv, or xlsx. */
      format?: "json" | "csv" | "xlsx" | undefined;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
    };
  };
  /**
   * Get contract balances.
   * Contract liability, contract asset and unbilled receivable of each contract at a month end.
   */
  getContractBalances: {
    input: {
      /** The month, YYYY-MM; at most 10 years ahead. */
      month: string;
      /** Only this contract. */
      contractId?: string | undefined;
      /** Only the contracts of this customer. */
      customerId?: string | undefined;
      /** Reports are in one currency, the merchant's own unless another is asked for. */
      currency?: CurrencyCode | undefined;
      /** The report as of the end of this day in the merchant's time zone; default now. */
      asOf?: Day | undefined;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
    };
    payload: ContractBalancesReport;
    file: {
      /** The month, YYYY-MM; at most 10 years ahead. */
      month: string;
      /** Only this contract. */
      contractId?: string | undefined;
      /** Only the contracts of this customer. */
      customerId?: string | undefined;
      /** Reports are in one currency, the merchant's own unless another is asked for. */
      currency?: CurrencyCode | undefined;
      /** The report as of the end of this day in the merchant's time zone; default now. */
      asOf?: Day | undefined;
      /** json (default), csv, or xlsx. */
      format?: "json" | "csv" | "xlsx" | undefined;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
    };
  };
  /**
   * Get remaining performance obligations.
   * What is promised at a month end and not yet earned, within 12 months, later and by year.
   */
  getRemainingPerformanceObligations: {
    input: {
      /** The month, YYYY-MM; at most 10 years ahead. */
      month: string;
      /** What each row is; default contract. */
      groupBy?: "contract" | "customer" | "category" | "product" | undefined;
      /** Only this contract. */
      contractId?: string | undefined;
      /** Only the contracts of this customer. */
      customerId?: string | undefined;
      /** Reports are in one currency, the merchant's own unless another is asked for. */
      currency?: CurrencyCode | undefined;
      /** The report as of the end of this day in the merchant's time zone; default now. */
      asOf?: Day | undefined;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
    };
    payload: RemainingPerformanceObligationsReport;
    file: {
      /** The month, YYYY-MM; at most 10 years ahead. */
      month: string;
      /** What each row is; default contract. */
      groupBy?: "contract" | "customer" | "category" | "product" | undefined;
      /** Only this contract. */
      contractId?: string | undefined;
      /** Only the contracts of this customer. */
      customerId?: string | undefined;
      /** Reports are in one currency, the merchant's own unless another is asked for. */
      currency?: CurrencyCode | undefined;
      /** The report as of the end of this day in the merchant's time zone; default now. */
      asOf?: Day | undefined;
      /** json (default), csv, or xlsx. */
      format?: "json" | "csv" | "xlsx" | undefined;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
    };
  };
  /**
   * Get disclosures of revenue from contracts with customers.
   * What ASC 606-10-50 and IFRS 15.110 ff. ask for over some months: revenue disaggregated, contract balances and their changes, revenue out of the opening contract liability and of earlier periods, remaining performance obligations. The report's own rows tie each figure to the books.
   */
  getDisclosures: {
    input: {
      /** The first month, YYYY-MM; the eleventh before this one unless stated. Not beside `month`. */
      startMonth?: string | undefined;
      /** The last month, YYYY-MM; this one unless stated; at most 60 months, and at most 10 years ahead. Not beside `month`. */
      endMonth?: string | undefined;
      /** One month. Not beside `startMonth` or `endMonth`. */
      month?: string | undefined;
      /** What revenue is disaggregated by: category (default), product, customer, contract, or several with commas. */
      groupBy?: string | undefined;
      /** What remaining performance obligations leave out, several with commas: ONE_YEAR, contracts of a year or less (ASC 606-10-50-14(a)); USAGE, fixed amounts of usage, owed whatever is used, where 606-10-55-18 applies. Nothing unless stated. */
      expedients?: string | undefined;
      /** Reports are in one currency, the merchant's own unless another is asked for. */
      currency?: CurrencyCode | undefined;
      /** The report as of the end of this day in the merchant's time zone; default now. */
      asOf?: Day | undefined;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
    };
    payload: DisclosuresReport;
    file: {
      /** The first month, YYYY-MM; the eleventh before this one unless stated. Not beside `month`. */
      startMonth?: string | undefined;
      /** The last month, YYYY-MM; this one unless stated; at most 60 months, and at most 10 years ahead. Not beside `month`. */
      endMonth?: string | undefined;
      /** One month. Not beside `startMonth` or `endMonth`. */
      month?: string | undefined;
      /** What revenue is disaggregated by: category (default), product, customer, contract, or several with commas. */
      groupBy?: string | undefined;
      /** What remaining performance obligations leave out, several with commas: ONE_YEAR, contracts of a year or less (ASC 606-10-50-14(a)); USAGE, fixed amounts of usage, owed whatever is used, where 606-10-55-18 applies. Nothing unless stated. */
      expedients?: string | undefined;
      /** Reports are in one currency, the merchant's own unless another is asked for. */
      currency?: CurrencyCode | undefined;
      /** The report as of the end of this day in the merchant's time zone; default now. */
      asOf?: Day | undefined;
      /** json (default), csv, or xlsx. */
      format?: "json" | "csv" | "xlsx" | undefined;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
    };
  };
  /**
   * Get flux of revenue and contract liability.
   * Why revenue of a month differs from the month before, contract by contract: new, modified, ended, credited, caught up, usage, schedule. The causes add up to the change. The same for the contract liability (deferred revenue).
   */
  getFlux: {
    input: {
      /** The month, YYYY-MM; at most 10 years ahead. */
      month: string;
      /** Reports are in one currency, the merchant's own unless another is asked for. */
      currency?: CurrencyCode | undefined;
      /** The report as of the end of this day in the merchant's time zone; default now. */
      asOf?: Day | undefined;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
    };
    payload: FluxReport;
    file: {
      /** The month, YYYY-MM; at most 10 years ahead. */
      month: string;
      /** Reports are in one currency, the merchant's own unless another is asked for. */
      currency?: CurrencyCode | undefined;
      /** The report as of the end of this day in the merchant's time zone; default now. */
      asOf?: Day | undefined;
      /** json (default), csv, or xlsx. */
      format?: "json" | "csv" | "xlsx" | undefined;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
    };
  };
  /**
   * Get annual recurring revenue.
   * ARR and MRR at each month end and what moved them; the last twelve months unless others are asked for.
   */
  getAnnualRecurringRevenue: {
    input: {
      /** The first month, YYYY-MM; the eleventh before this one unless stated. Not beside `month`. */
      startMonth?: string | undefined;
      /** The last month, YYYY-MM; this one unless stated; at most 60 months, and at most 10 years ahead. Not beside `month`. */
      endMonth?: string | undefined;
      /** One month. Not beside `startMonth` or `endMonth`. */
      month?: string | undefined;
      /** Only what this contract brings. */
      contractId?: string | undefined;
      /** Reports are in one currency, the merchant's own unless another is asked for. */
      currency?: CurrencyCode | undefined;
      /** The report as of the end of this day in the merchant's time zone; default now. */
      asOf?: Day | undefined;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
    };
    payload: ArrReport;
    file: {
      /** The first month, YYYY-MM; the eleventh before this one unless stated. Not beside `month`. */
      startMonth?: string | undefined;
      /** The last month, YYYY-MM; this one unless stated; at most 60 months, and at most 10 years ahead. Not beside `month`. */
      endMonth?: string | undefined;
      /** One month. Not beside `startMonth` or `endMonth`. */
      month?: string | undefined;
      /** Only what this contract brings. */
      contractId?: string | undefined;
      /** Reports are in one currency, the merchant's own unless another is asked for. */
      currency?: CurrencyCode | undefined;
      /** The report as of the end of this day in the merchant's time zone; default now. */
      asOf?: Day | undefined;
      /** json (default), csv, or xlsx. */
      format?: "json" | "csv" | "xlsx" | undefined;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
    };
  };
  /**
   * Get annual recurring revenue by customer.
   * Who moved ARR over some months: opening, movements and closing of each customer. They add up to the ARR report.
   */
  getRecurringRevenueByCustomer: {
    input: {
      /** The first month, YYYY-MM; the eleventh before this one unless stated. Not beside `month`. */
      startMonth?: string | undefined;
      /** The last month, YYYY-MM; this one unless stated; at most 60 months, and at most 10 years ahead. Not beside `month`. */
      endMonth?: string | undefined;
      /** One month. Not beside `startMonth` or `endMonth`. */
      month?: string | undefined;
      /** Reports are in one currency, the merchant's own unless another is asked for. */
      currency?: CurrencyCode | undefined;
      /** The report as of the end of this day in the merchant's time zone; default now. */
      asOf?: Day | undefined;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
    };
    payload: ArrByCustomerReport;
    file: {
      /** The first month, YYYY-MM; the eleventh before this one unless stated. Not beside `month`. */
      startMonth?: string | undefined;
      /** The last month, YYYY-MM; this one unless stated; at most 60 months, and at most 10 years ahead. Not beside `month`. */
      endMonth?: string | undefined;
      /** One month. Not beside `startMonth` or `endMonth`. */
      month?: string | undefined;
      /** Reports are in one currency, the merchant's own unless another is asked for. */
      currency?: CurrencyCode | undefined;
      /** The report as of the end of this day in the merchant's time zone; default now. */
      asOf?: Day | undefined;
      /** json (default), csv, or xlsx. */
      format?: "json" | "csv" | "xlsx" | undefined;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
    };
  };
  /**
   * Get receivables ageing.
   * What customers owe on a day by how long it is overdue. It equals the receivable account on that day.
   */
  getReceivablesAgeing: {
    input: {
      /** The day; today unless stated. Not beside `month`. */
      date?: Day | undefined;
      /** The last day of a month. Not beside `date`. */
      month?: string | undefined;
      /** What each row is; default customer. With none there are only the totals. */
      groupBy?: "customer" | "none" | undefined;
      /** Reports are in one currency, the merchant's own unless another is asked for. */
      currency?: CurrencyCode | undefined;
      /** The report as of the end of this day in the merchant's time zone; default now. */
      asOf?: Day | undefined;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
    };
    payload: ReceivablesAgeingReport;
    file: {
      /** The day; today unless stated. Not beside `month`. */
      date?: Day | undefined;
      /** The last day of a month. Not beside `date`. */
      month?: string | undefined;
      /** What each row is; default customer. With none there are only the totals. */
      groupBy?: "customer" | "none" | undefined;
      /** Reports are in one currency, the merchant's own unless another is asked for. */
      currency?: CurrencyCode | undefined;
      /** The report as of the end of this day in the merchant's time zone; default now. */
      asOf?: Day | undefined;
      /** json (default), csv, or xlsx. */
      format?: "json" | "csv" | "xlsx" | undefined;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
    };
  };
  /**
   * Get journal.
   * Every line of the entries dated in a month, with accounts and names, and their totals; all currencies unless one is named. It is streamed, so no month is too large; by pages: `GET /v3/journal-entries`.
   */
  exportJournal: {
    input: {
      /** The month, YYYY-MM; at most 10 years ahead. */
      month: string;
      /** Reports are in one currency, the merchant's own unless another is asked for. */
      currency?: CurrencyCode | undefined;
      /** The report as of the end of this day in the merchant's time zone; default now. */
      asOf?: Day | undefined;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
    };
    payload: JournalReport;
    file: {
      /** The month, YYYY-MM; at most 10 years ahead. */
      month: string;
      /** Reports are in one currency, the merchant's own unless another is asked for. */
      currency?: CurrencyCode | undefined;
      /** The report as of the end of this day in the merchant's time zone; default now. */
      asOf?: Day | undefined;
      /** json (default), csv, or xlsx. */
      format?: "json" | "csv" | "xlsx" | undefined;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
    };
  };
  /**
   * Get account activity.
   * Opening balance, every line and closing balance of an account, or of all accounts of a role.
   */
  getAccountActivity: {
    input: {
      /** The name of an account; required without `role`. */
      account?: string | undefined;
      /** The role of accounts; required without `account`. */
      role?: "RECEIVABLE" | "UNBILLED_RECEIVABLE" | "CONTRACT_ASSET" | "CONTRACT_LIABILITY" | "REVENUE" | "BREAKAGE_REVENUE" | "CONTRA_REVENUE" | "TAX_PAYABLE" | "CUSTOMER_CREDIT" | "CASH" | "BAD_DEBT" | "BAD_DEBT_RECOVERED" | "MIGRATION_CLEARING" | undefined;
      /** The first day; required without `month`. Not beside `month`. */
      from?: Day | undefined;
      /** The last day, inclusive, at most twelve months in all; required without `month`. Not beside `month`. */
      to?: Day | undefined;
      /** The days of a month. Not beside `from` or `to`. */
      month?: string | undefined;
      /** Reports are in one currency, the merchant's own unless another is asked for. */
      currency?: CurrencyCode | undefined;
      /** The report as of the end of this day in the merchant's time zone; default now. */
      asOf?: Day | undefined;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
    };
    payload: AccountActivityReport;
    file: {
      /** The name of an account; required without `role`. */
      account?: string | undefined;
      /** The role of accounts; required without `account`. */
      role?: "RECEIVABLE" | "UNBILLED_RECEIVABLE" | "CONTRACT_ASSET" | "CONTRACT_LIABILITY" | "REVENUE" | "BREAKAGE_REVENUE" | "CONTRA_REVENUE" | "TAX_PAYABLE" | "CUSTOMER_CREDIT" | "CASH" | "BAD_DEBT" | "BAD_DEBT_RECOVERED" | "MIGRATION_CLEARING" | undefined;
      /** The first day; required without `month`. Not beside `month`. */
      from?: Day | undefined;
      /** The last day, inclusive, at most twelve months in all; required without `month`. Not beside `month`. */
      to?: Day | undefined;
      /** The days of a month. Not beside `from` or `to`. */
      month?: string | undefined;
      /** Reports are in one currency, the merchant's own unless another is asked for. */
      currency?: CurrencyCode | undefined;
      /** The report as of the end of this day in the merchant's time zone; default now. */
      asOf?: Day | undefined;
      /** json (default), csv, or xlsx. */
      format?: "json" | "csv" | "xlsx" | undefined;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
    };
  };
  /**
   * Get statement of account.
   * What a customer owed at the beginning, what was charged, paid and credited, and what it owes at the end, less unused credit; in the customer's currency unless another is asked for.
   */
  getAccountStatement: {
    input: {
      /** The customer. */
      customerId: string;
      /** The first day; required without `month`. Not beside `month`. */
      from?: Day | undefined;
      /** The last day, inclusive, at most twelve months in all; required without `month`. Not beside `month`. */
      to?: Day | undefined;
      /** The days of a month. Not beside `from` or `to`. */
      month?: string | undefined;
      /** Reports are in one currency, the merchant's own unless another is asked for. */
      currency?: CurrencyCode | undefined;
      /** The report as of the end of this day in the merchant's time zone; default now. */
      asOf?: Day | undefined;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
    };
    payload: AccountStatementReport;
    file: {
      /** The customer. */
      customerId: string;
      /** The first day; required without `month`. Not beside `month`. */
      from?: Day | undefined;
      /** The last day, inclusive, at most twelve months in all; required without `month`. Not beside `month`. */
      to?: Day | undefined;
      /** The days of a month. Not beside `from` or `to`. */
      month?: string | undefined;
      /** Reports are in one currency, the merchant's own unless another is asked for. */
      currency?: CurrencyCode | undefined;
      /** The report as of the end of this day in the merchant's time zone; default now. */
      asOf?: Day | undefined;
      /** json (default), csv, or xlsx. */
      format?: "json" | "csv" | "xlsx" | undefined;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
    };
  };
  /**
   * List revenue by customer and month.
   * Posted in closed months, accrued and planned in open ones. The last twelve months unless stated.
   */
  listCustomerRevenue: {
    input: {
      /** The first month, YYYY-MM. */
      startMonth?: string | undefined;
      /** The last month, YYYY-MM; at most 60 months, and at most 10 years ahead. */
      endMonth?: string | undefined;
      /** Only this customer. */
      customerId?: string | undefined;
      /** The merchant's own unless another is asked for. */
      currency?: CurrencyCode | undefined;
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
    };
    payload: CustomerRevenuePage;
    file: FileInput<Operations["listCustomerRevenue"]["input"]>;
  };
  /** Get the open work, and the figures of a month and those before it. */
  getOverview: {
    input: {
      /** Default: the merchant's current month. */
      month?: string | undefined;
      /** Default: the merchant's own. */
      currency?: CurrencyCode | undefined;
    };
    payload: Overview;
  };
  /**
   * Create a temporary link to a file.
   * Of a list or a report with `format=csv` or `format=xlsx`, or of a document such as the PDF of an invoice; for a browser or a spreadsheet's "data from web". No Authorization header is needed. Valid for 15 minutes, for this path and query, with the rights of the key or session when it is opened; once that has ended it answers `DOWNLOAD_INVALID`. Nothing is stored.
   */
  createDownload: {
    input: {
      body: CreateDownloadDto;
    };
    payload: Download;
  };
  /**
   * Find records by name or number.
   * Customers, contracts, invoices, credit memos, payments, products, commitments and adjustments that contain a text, in any case: a few of each, those that begin with it first, then the newest. Payments and credit memos are found by the reference of a refund too. Journal entries are found by their whole number, usage events by the beginning of their idempotency key as it was sent, close packages by year or month (`2026-01`).
   */
  search: {
    input: {
      /** A part of a name, number, purchase order or reference. */
      q: string;
      /** Of each type: 5 unless stated. */
      limit?: number | undefined;
    };
    payload: SearchAnswer;
  };
  /**
   * List your saved views.
   * By screen and name.
   */
  listSavedViews: {
    input: {
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
      /**
       * `field:rule:value`, several separated by commas ("Filters" above). Fields and rules:
       * - `screen`, `name`: eq, neq, like, nlike, in, nin, isnull, isnotnull
       */
      filter?: string | FilterOf<{
        screen: "eq" | "neq" | "like" | "nlike" | "in" | "nin" | "isnull" | "isnotnull";
        name: "eq" | "neq" | "like" | "nlike" | "in" | "nin" | "isnull" | "isnotnull";
      }> | undefined;
    };
    payload: SavedViewPage;
    file: FileInput<Operations["listSavedViews"]["input"]>;
  };
  /** Save a view of a screen. */
  createSavedView: {
    input: {
      body: CreateSavedViewDto;
    };
    payload: SavedView;
  };
  /** Rename or replace a saved view. */
  updateSavedView: {
    input: {
      /** Id of the saved view. */
      id: string;
      body: UpdateSavedViewDto;
    };
    payload: SavedView;
  };
  /** Delete a saved view. */
  deleteSavedView: {
    input: {
      /** Id of the saved view. */
      id: string;
    };
    payload: DeleteSavedViewAnswer;
  };
  /**
   * List approval policies.
   * None by default. Once there is one, changes of policies and roles need a second person as well.
   */
  listApprovalPolicies: {
    input: Record<never, never>;
    payload: ListApprovalPoliciesAnswer;
  };
  /**
   * Require a second person for writes of a kind.
   * Replaces the policy of that kind. Above an amount, or always; in another currency always. The first policy needs no approval.
   */
  setApprovalPolicy: {
    input: {
      body: SetApprovalPolicyDto;
    };
    payload: ApprovalPolicy;
  };
  /**
   * Delete an approval policy.
   * A second person approves it, as every change of policies once there is one.
   */
  deleteApprovalPolicy: {
    input: {
      /** The kind of writes. */
      kind: "APPROVE_CONTRACT" | "CREDIT_MEMO" | "WRITE_OFF" | "TREATMENT" | "MANUAL_REVENUE" | "ADJUSTMENT" | "JOURNAL_EXPORT" | "CLOSE" | "REOPEN" | "APPROVALS";
    };
    payload: ChangeRequest;
  };
  /**
   * Give a member another role.
   * As an OWNER. PATCH /v3/users/{id} does the same and more.
   */
  setMemberRole: {
    input: {
      /** Id of the member. */
      id: string;
      body: SetMemberRoleDto;
    };
    payload: SetMemberRoleAnswer;
  };
  /** List change requests: writes that wait, or waited, for a second person. */
  listChangeRequests: {
    input: {
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
      /**
       * `field:rule:value`, several separated by commas ("Filters" above). Fields and rules:
       * - `status`, `kind`: eq, neq, in, nin
       */
      filter?: string | FilterOf<{
        status: "eq" | "neq" | "in" | "nin";
        kind: "eq" | "neq" | "in" | "nin";
      }> | undefined;
    };
    payload: ChangeRequestPage;
    file: FileInput<Operations["listChangeRequests"]["input"]>;
  };
  /** Get a change request with its dry run. */
  getChangeRequest: {
    input: {
      /** Id of the change request. */
      id: string;
    };
    payload: ChangeRequest;
  };
  /**
   * Approve a change request and carry it out.
   * Carries out the stored write if it still does what its dry run showed, and marks the request APPROVED, both or neither. Otherwise 409 PLAN_CHANGED with both plans, and the request keeps waiting. Not by its requester.
   */
  approveChangeRequest: {
    input: {
      /** Id of the change request. */
      id: string;
      body?: ApproveChangeRequestDto | undefined;
    };
    payload: ApprovedChange;
  };
  /**
   * Reject a change request, or withdraw your own.
   * Whoever may approve it may reject it; its requester withdraws it. Nothing else changes.
   */
  rejectChangeRequest: {
    input: {
      /** Id of the change request. */
      id: string;
      body: RejectChangeRequestDto;
    };
    payload: ChangeRequest;
  };
  /**
   * List the audit log: what was done, by whom and when.
   * Newest first. Every write that succeeded has its rows; one that was rejected has none.
   */
  listAuditLog: {
    input: {
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
      /**
       * `field:rule:value`, several separated by commas ("Filters" above). Fields and rules:
       * - `id`: eq, in
       * - `entityType`, `entityId`, `actorId`, `action`: eq, neq, like, nlike, in, nin
       * - `at`: eq, neq, gt, gte, lt, lte
       */
      filter?: string | FilterOf<{
        id: "eq" | "in";
        entityType: "eq" | "neq" | "like" | "nlike" | "in" | "nin";
        entityId: "eq" | "neq" | "like" | "nlike" | "in" | "nin";
        actorId: "eq" | "neq" | "like" | "nlike" | "in" | "nin";
        action: "eq" | "neq" | "like" | "nlike" | "in" | "nin";
        at: "eq" | "neq" | "gt" | "gte" | "lt" | "lte";
      }> | undefined;
    };
    payload: AuditEntryPage;
    file: FileInput<Operations["listAuditLog"]["input"]>;
  };
  /**
   * List writes and rejected requests.
   * Newest first, of the last 7 days, a second or two behind. Reads that succeed and recorded usage events are not logged.
   */
  listRequestLog: {
    input: {
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
      /**
       * `field:rule:value`, several separated by commas ("Filters" above). Fields and rules:
       * - `method`, `outcome`: eq, neq, in, nin
       * - `path`, `errorCode`, `requestId`: eq, neq, like, nlike, in, nin, isnull, isnotnull
       * - `keyId`, `userId`: eq, neq, in, nin, isnull, isnotnull
       * - `at`: eq, neq, gt, gte, lt, lte
       */
      filter?: string | FilterOf<{
        method: "eq" | "neq" | "in" | "nin";
        outcome: "eq" | "neq" | "in" | "nin";
        path: "eq" | "neq" | "like" | "nlike" | "in" | "nin" | "isnull" | "isnotnull";
        errorCode: "eq" | "neq" | "like" | "nlike" | "in" | "nin" | "isnull" | "isnotnull";
        requestId: "eq" | "neq" | "like" | "nlike" | "in" | "nin" | "isnull" | "isnotnull";
        keyId: "eq" | "neq" | "in" | "nin" | "isnull" | "isnotnull";
        userId: "eq" | "neq" | "in" | "nin" | "isnull" | "isnotnull";
        at: "eq" | "neq" | "gt" | "gte" | "lt" | "lte";
      }> | undefined;
    };
    payload: LoggedRequestPage;
    file: FileInput<Operations["listRequestLog"]["input"]>;
  };
  /** Get a request with what was sent and answered. */
  getLoggedRequest: {
    input: {
      /** Id of the request log. */
      id: string;
    };
    payload: LoggedRequestWithBodies;
  };
  /**
   * Read events in the order in which they happened.
   * Every event once, in a fixed order: store `nextCursor` together with your own work, and continue where you stopped. Events about one contract are in the order of its changes. Nothing is ever removed from the feed.
   */
  readEventsFeed: {
    input: {
      /** The cursor to continue from; 0, or none, is the beginning. */
      after?: string | undefined;
      /** The most events to answer: 1 to 1000, default 100. */
      limit?: number | undefined;
      /** Only these types, separated by commas. */
      types?: string | undefined;
      /** How many seconds to wait for the first event, 20 at most. */
      wait?: number | undefined;
    };
    payload: EventPage;
  };
  /**
   * List the types of events.
   * Of webhooks and of the feed, each with the schema of its data and an example.
   */
  listWebhookEventTypes: {
    input: {
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
    };
    payload: WebhookEventTypePage;
    file: FileInput<Operations["listWebhookEventTypes"]["input"]>;
  };
  /** List webhook endpoints. */
  listWebhookEndpoints: {
    input: {
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
    };
    payload: WebhookEndpointPage;
    file: FileInput<Operations["listWebhookEndpoints"]["input"]>;
  };
  /**
   * Create a webhook endpoint.
   * It gets the events from now on, each at least once and signed by Standard Webhooks: eight tries in three days, under the same webhook-id. 410 disables it, and so do five days without a success. The secret is shown only now.
   */
  createWebhookEndpoint: {
    input: {
      body: CreateWebhookEndpointDto;
    };
    payload: WebhookEndpointWithSecret;
  };
  /** Get a webhook endpoint. */
  getWebhookEndpoint: {
    input: {
      /** Id of the webhook endpoint. */
      id: string;
    };
    payload: WebhookEndpoint;
  };
  /**
   * Change, disable or enable a webhook endpoint.
   * Once enabled again it continues with what waited. A replay sends the events from the time between.
   */
  updateWebhookEndpoint: {
    input: {
      /** Id of the webhook endpoint. */
      id: string;
      body: UpdateWebhookEndpointDto;
    };
    payload: WebhookEndpoint;
  };
  /**
   * Delete a webhook endpoint.
   * Nothing more is sent to it; what was sent can still be read.
   */
  deleteWebhookEndpoint: {
    input: {
      /** Id of the webhook endpoint. */
      id: string;
    };
    payload: WebhookEndpoint;
  };
  /**
   * Give a webhook endpoint a new secret.
   * For 24 hours both secrets sign, so that receivers can change over without a loss. Shown only now.
   */
  rotateWebhookSecret: {
    input: {
      /** Id of the webhook endpoint. */
      id: string;
    };
    payload: WebhookEndpointWithSecret;
  };
  /**
   * Send a test event to a webhook endpoint.
   * An event `webhook-endpoint.tested`, to this endpoint alone, whatever types it gets.
   */
  testWebhookEndpoint: {
    input: {
      /** Id of the webhook endpoint. */
      id: string;
    };
    payload: WebhookEndpoint;
  };
  /**
   * Send a range of events to a webhook endpoint again.
   * Including those that it never got, of the types that it gets; each under the id of its event.
   */
  replayWebhooks: {
    input: {
      /** Id of the webhook endpoint. */
      id: string;
      body: ReplayWebhooksDto;
    };
    payload: ReplayWebhooksAnswer;
  };
  /**
   * List webhook deliveries.
   * Newest first: one for each event and endpoint, with its tries and when the next one is.
   */
  listWebhookDeliveries: {
    input: {
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
      /**
       * `field:rule:value`, several separated by commas ("Filters" above). Fields and rules:
       * - `webhookEndpointId`: eq, in
       * - `status`: eq, neq, in, nin
       */
      filter?: string | FilterOf<{
        webhookEndpointId: "eq" | "in";
        status: "eq" | "neq" | "in" | "nin";
      }> | undefined;
    };
    payload: WebhookDeliveryPage;
    file: FileInput<Operations["listWebhookDeliveries"]["input"]>;
  };
  /** Get a webhook delivery. */
  getWebhookDelivery: {
    input: {
      /** Id of the webhook delivery. */
      id: string;
    };
    payload: WebhookDelivery;
  };
  /**
   * Send an event to its endpoint again.
   * At once, whether it was delivered or not, under the id of its event; the schedule of tries starts over.
   */
  retryWebhookDelivery: {
    input: {
      /** Id of the webhook delivery. */
      id: string;
    };
    payload: WebhookDelivery;
  };
  /**
   * List the jobs of the merchant.
   * Newest first. Finished jobs are deleted after some days.
   */
  listJobs: {
    input: {
      /** `primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete. */
      readFrom?: "primary" | "replica" | undefined;
      /** The page, from 1. */
      page?: number | undefined;
      /** Rows per page. */
      limit?: number | undefined;
      /** The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another `sort` than that page had. */
      cursor?: string | undefined;
      /** What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone. */
      headings?: "fields" | "words" | undefined;
      /** In which order: `field:asc` or `field:desc`. */
      sort?: string | undefined;
      /**
       * `field:rule:value`, several separated by commas ("Filters" above). Fields and rules:
       * - `type`, `status`: eq, neq, in, nin
       * - `createdAt`: eq, neq, gt, gte, lt, lte
       */
      filter?: string | FilterOf<{
        type: "eq" | "neq" | "in" | "nin";
        status: "eq" | "neq" | "in" | "nin";
        createdAt: "eq" | "neq" | "gt" | "gte" | "lt" | "lte";
      }> | undefined;
    };
    payload: JobPage;
    file: FileInput<Operations["listJobs"]["input"]>;
  };
  /** Get a job. */
  getJob: {
    input: {
      /** Id of the job. */
      id: string;
    };
    payload: Job;
  };
  /** Get the sandbox clock. */
  getTestClock: {
    input: Record<never, never>;
    payload: GetTestClockAnswer;
  };
  /**
   * Advance the sandbox clock.
   * Forward only. Everything due on the way, such as issuing invoices, is done before the call answers. An advance of more than 90 s takes several calls: 503 says how far it came, and the same request continues.
   */
  advanceTestClock: {
    input: {
      body: AdvanceTestClockDto;
    };
    payload: AdvanceTestClockAnswer;
  };
};

/** Method and path of every operation, and its success status if that is 202. */
export const operations = {
  signIn: "POST /v3/session",
  getSession: "GET /v3/session",
  switchMerchant: "PATCH /v3/session",
  signOut: "DELETE /v3/session",
  changePassword: "POST /v3/session/password",
  listUsers: "GET /v3/users",
  inviteUser: "POST /v3/users",
  getUser: "GET /v3/users/{id}",
  updateUser: "PATCH /v3/users/{id}",
  createSignInLink: "POST /v3/users/{id}/sign-in-link",
  listApiKeys: "GET /v3/api-keys",
  createApiKey: "POST /v3/api-keys",
  revokeApiKey: "POST /v3/api-keys/{id}/revoke",
  getMerchant: "GET /v3/merchant",
  updateMerchant: "PATCH /v3/merchant",
  drawSampleInvoice: "POST /v3/merchant/sample-invoice",
  getMerchantInfo: "GET /v3/merchant/info",
  listCustomers: "GET /v3/customers",
  createCustomer: "POST /v3/customers",
  getCustomer: "GET /v3/customers/{id}",
  updateCustomer: "PATCH /v3/customers/{id}",
  deleteCustomer: "DELETE /v3/customers/{id}",
  createSubCustomer: "POST /v3/customers/{id}/sub-customers",
  setCustomerAddress: "POST /v3/customers/{id}/address",
  setCustomerExternalIds: "POST /v3/customers/{id}/external-ids",
  setCustomerAutoCharge: "PUT /v3/customers/{id}/autocharge",
  setCustomerCustomField: "PUT /v3/customers/{id}/custom-field",
  listContacts: "GET /v3/customers/{id}/contacts",
  createContact: "POST /v3/customers/{id}/contacts",
  updateContact: "PATCH /v3/customers/{id}/contacts/{contactId}",
  deleteContact: "DELETE /v3/customers/{id}/contacts/{contactId}",
  bulkLinkPaymentAccounts: "POST /v3/payment-accounts/bulk-link 202",
  listProducts: "GET /v3/products",
  createProduct: "POST /v3/products",
  getProduct: "GET /v3/products/{id}",
  updateProduct: "PATCH /v3/products/{id}",
  listStandaloneSellingPrices: "GET /v3/products/{id}/standalone-selling-prices",
  createStandaloneSellingPrice: "POST /v3/products/{id}/standalone-selling-prices",
  deleteStandaloneSellingPrice: "DELETE /v3/products/{id}/standalone-selling-prices",
  listCategories: "GET /v3/categories",
  createCategory: "POST /v3/categories",
  getCategory: "GET /v3/categories/{id}",
  updateCategory: "PATCH /v3/categories/{id}",
  deleteCategory: "DELETE /v3/categories/{id}",
  listItems: "GET /v3/items",
  createItem: "POST /v3/items",
  getItem: "GET /v3/items/{id}",
  updateItem: "PATCH /v3/items/{id}",
  updateItemExternalIds: "PATCH /v3/items/{id}/external-ids",
  listClassesUnpaged: "GET /v3/classes",
  listClasses: "GET /v3.1/classes",
  listCustomFieldsUnpaged: "GET /v3/custom-fields",
  listCustomFields: "GET /v3.1/custom-fields",
  listEventTypes: "GET /v3/events/types",
  createEventType: "POST /v3/events/types",
  getEventType: "GET /v3/events/types/{eventTypeId}",
  deleteEventType: "DELETE /v3/events/types/{eventTypeId}",
  listContracts: "GET /v3/contracts",
  createContract: "POST /v3/contracts",
  listDeletedContracts: "GET /v3/contracts/deleted",
  getContract: "GET /v3/contracts/{id}",
  updateContract: "PATCH /v3/contracts/{id}",
  deleteContract: "DELETE /v3/contracts/{id}",
  previewCreateContract: "POST /v3/contracts/preview",
  previewUpdateContract: "PATCH /v3/contracts/{id}/preview",
  previewDeleteContract: "DELETE /v3/contracts/{id}/preview",
  actOnContract: "POST /v3/contracts/{id}/actions",
  previewActOnContract: "POST /v3/contracts/{id}/actions/preview",
  getContractFile: "GET /v3/contracts/{id}/file",
  uploadContractFile: "POST /v3/contracts/{id}/file",
  deleteContractFile: "DELETE /v3/contracts/{id}/file",
  getContractMetadata: "GET /v3/contracts/{id}/metadata",
  updateContractMetadata: "PATCH /v3/contracts/{id}/metadata",
  clearContractMetadata: "DELETE /v3/contracts/{id}/metadata",
  previewUpdateContractMetadata: "PATCH /v3/contracts/{id}/metadata/preview",
  previewClearContractMetadata: "DELETE /v3/contracts/{id}/metadata/preview",
  getContractOpening: "GET /v3/contracts/{id}/opening",
  openContract: "POST /v3/contracts/{id}/opening",
  previewOpenContract: "POST /v3/contracts/{id}/opening/preview",
  createObligation: "POST /v3/contracts/{id}/obligations",
  listObligations: "GET /v3/contracts/{id}/obligations",
  previewCreateObligation: "POST /v3/contracts/{id}/obligations/preview",
  deleteObligation: "DELETE /v3/contracts/{id}/obligations/{obligationId}",
  getObligation: "GET /v3/contracts/{id}/obligations/{obligationId}",
  previewDeleteObligation: "DELETE /v3/contracts/{id}/obligations/{obligationId}/preview",
  updateObligation: "PATCH /v3/contracts/{id}/obligation/{obligationId}",
  previewUpdateObligation: "PATCH /v3/contracts/{id}/obligation/{obligationId}/preview",
  updateObligationV31: "PATCH /v3.1/contracts/{id}/obligation/{obligationId}",
  previewUpdateObligationV31: "PATCH /v3.1/contracts/{id}/obligation/{obligationId}/preview",
  setCustomRevenue: "POST /v3/contracts/{id}/obligation/{obligationId}/custom-revenue",
  previewSetCustomRevenue: "POST /v3/contracts/{id}/obligation/{obligationId}/custom-revenue/preview",
  listBillingTerms: "GET /v3/billing-terms",
  listContractBillingTerms: "GET /v3/contracts/{id}/billing-terms",
  createBillingTerm: "POST /v3/contracts/{id}/billing-terms",
  previewCreateBillingTerm: "POST /v3/contracts/{id}/billing-terms/preview",
  updateBillingTerm: "PATCH /v3/contracts/{id}/billing-terms/{billingTermId}",
  deleteBillingTerm: "DELETE /v3/contracts/{id}/billing-terms/{billingTermId}",
  previewUpdateBillingTerm: "PATCH /v3/contracts/{id}/billing-terms/{billingTermId}/preview",
  previewDeleteBillingTerm: "DELETE /v3/contracts/{id}/billing-terms/{billingTermId}/preview",
  reachMilestone: "POST /v3/contracts/{id}/billing-terms/{billingTermId}/milestone",
  previewReachMilestone: "POST /v3/contracts/{id}/billing-terms/{billingTermId}/milestone/preview",
  terminateBillingTerm: "PATCH /v3/contracts/{id}/billing-terms/{billingTermId}/terminate",
  previewTerminateBillingTerm: "PATCH /v3/contracts/{id}/billing-terms/{billingTermId}/terminate/preview",
  listTermAmendments: "GET /v3/contracts/{id}/billing-terms/{billingTermId}/amendments",
  createTermAmendment: "POST /v3/contracts/{id}/billing-terms/{billingTermId}/amendments",
  previewCreateTermAmendment: "POST /v3/contracts/{id}/billing-terms/{billingTermId}/amendments/preview",
  swapBillingTerm: "POST /v3/contracts/{id}/billing-terms/{billingTermId}/swap",
  previewSwapBillingTerm: "POST /v3/contracts/{id}/billing-terms/{billingTermId}/swap/preview",
  listSeatAmendments: "GET /v3/contracts/{id}/billing-terms/{billingTermId}/seat-amendments",
  createSeatAmendment: "POST /v3/contracts/{id}/billing-terms/{billingTermId}/seat-amendment",
  previewCreateSeatAmendment: "POST /v3/contracts/{id}/billing-terms/{billingTermId}/seat-amendment/preview",
  deleteSeatAmendment: "DELETE /v3/contracts/{id}/billing-terms/{billingTermId}/seat-amendments/{seatAmendmentId}",
  previewDeleteSeatAmendment: "DELETE /v3/contracts/{id}/billing-terms/{billingTermId}/seat-amendments/{seatAmendmentId}/preview",
  listBillingTermGroups: "GET /v3/contracts/{id}/billing-term-groups",
  deleteBillingTermGroup: "DELETE /v3/contracts/{id}/billing-term-groups/{groupId}",
  previewDeleteBillingTermGroup: "DELETE /v3/contracts/{id}/billing-term-groups/{groupId}/preview",
  changeBillingTermGroupEventType: "PATCH /v3/contracts/{id}/billing-term-groups/{groupId}/event-type",
  previewChangeBillingTermGroupEventType: "PATCH /v3/contracts/{id}/billing-term-groups/{groupId}/event-type/preview",
  listPerformanceObligations: "GET /v3/performance-obligations",
  listContractPerformanceObligations: "GET /v3/contracts/{id}/performance-obligations",
  savePerformanceObligations: "POST /v3/contracts/{id}/performance-obligations",
  previewSavePerformanceObligations: "POST /v3/contracts/{id}/performance-obligations/preview",
  updatePerformanceObligation: "PATCH /v3/contracts/{id}/performance-obligations/{pobId}",
  previewUpdatePerformanceObligation: "PATCH /v3/contracts/{id}/performance-obligations/{pobId}/preview",
  setRecognizedRevenue: "POST /v3/performance-obligations/{pobId}/recognized",
  previewSetRecognizedRevenue: "POST /v3/performance-obligations/{pobId}/recognized/preview",
  listDiscountAllocations: "GET /v3/contracts/{id}/discount-allocations",
  createDiscountAllocation: "POST /v3/contracts/{id}/discount-allocations",
  previewCreateDiscountAllocation: "POST /v3/contracts/{id}/discount-allocations/preview",
  deleteDiscountAllocation: "DELETE /v3/contracts/{id}/discount-allocations/{discountAllocationId}",
  previewDeleteDiscountAllocation: "DELETE /v3/contracts/{id}/discount-allocations/{discountAllocationId}/preview",
  listCommitments: "GET /v3/commitments",
  createFlatCommitments: "POST /v3/commitments",
  listContractCommitments: "GET /v3/contracts/{id}/commitments",
  createCommitments: "POST /v3/contracts/{id}/commitments",
  getCommitment: "GET /v3/commitments/{commitmentId}",
  updateFlatCommitment: "PATCH /v3/commitments/{commitmentId}",
  forecastCommitment: "GET /v3/commitments/{commitmentId}/forecast",
  previewCreateCommitments: "POST /v3/contracts/{id}/commitments/preview",
  terminateCommitment: "POST /v3/contracts/{id}/commitments/{commitmentId}/terminate",
  previewTerminateCommitment: "POST /v3/contracts/{id}/commitments/{commitmentId}/terminate/preview",
  previewCreateFlatCommitments: "POST /v3/commitments/preview",
  previewUpdateFlatCommitment: "PATCH /v3/commitments/{commitmentId}/preview",
  appendCommitmentSchedule: "POST /v3/contracts/{id}/commitments/{commitmentId}/schedules",
  previewAppendCommitmentSchedule: "POST /v3/contracts/{id}/commitments/{commitmentId}/schedules/preview",
  updateCommitmentSchedule: "PATCH /v3/contracts/{id}/commitments/{commitmentId}/schedules/{scheduleId}",
  deleteCommitmentSchedule: "DELETE /v3/contracts/{id}/commitments/{commitmentId}/schedules/{scheduleId}",
  previewUpdateCommitmentSchedule: "PATCH /v3/contracts/{id}/commitments/{commitmentId}/schedules/{scheduleId}/preview",
  previewDeleteCommitmentSchedule: "DELETE /v3/contracts/{id}/commitments/{commitmentId}/schedules/{scheduleId}/preview",
  appendCommitmentStep: "POST /v3/contracts/{id}/commitments/{commitmentId}/steps",
  previewAppendCommitmentStep: "POST /v3/contracts/{id}/commitments/{commitmentId}/steps/preview",
  updateCommitmentStep: "PATCH /v3/contracts/{id}/commitments/{commitmentId}/steps/{stepId}",
  deleteCommitmentStep: "DELETE /v3/contracts/{id}/commitments/{commitmentId}/steps/{stepId}",
  previewUpdateCommitmentStep: "PATCH /v3/contracts/{id}/commitments/{commitmentId}/steps/{stepId}/preview",
  previewDeleteCommitmentStep: "DELETE /v3/contracts/{id}/commitments/{commitmentId}/steps/{stepId}/preview",
  listContractModifications: "GET /v3/contracts/{id}/modifications",
  treatContractModification: "PATCH /v3/contracts/{id}/modifications/{modificationId}",
  previewTreatContractModification: "PATCH /v3/contracts/{id}/modifications/{modificationId}/preview",
  createBulkChange: "POST /v3/bulk-changes",
  previewCreateBulkChange: "POST /v3/bulk-changes/preview",
  listUsageEvents: "GET /v3/events",
  recordUsageEvent: "POST /v3/events",
  getUsageEvent: "GET /v3/events/{id}",
  deleteUsageEvent: "DELETE /v3/events/{id}",
  previewRecordUsageEvent: "POST /v3/events/preview",
  recordUsageEvents: "POST /v3/events/bulk",
  deleteUsageEvents: "DELETE /v3/events/bulk",
  previewDeleteUsageEvent: "DELETE /v3/events/{id}/preview",
  getUsageStatement: "GET /v3/customers/{id}/usage-statement",
  getInvoiceSchedule: "GET /v3/contracts/{id}/invoice-schedule",
  getContractProForma: "GET /v3/contracts/{id}/pro-forma",
  getContractProFormaPdf: "GET /v3/contracts/{id}/pro-forma/pdf",
  getCustomerProForma: "GET /v3/customers/{id}/pro-forma",
  getCustomerProFormaPdf: "GET /v3/customers/{id}/pro-forma/pdf",
  listInvoices: "GET /v3/invoices",
  createInvoice: "POST /v3/invoices",
  getInvoice: "GET /v3/invoices/{id}",
  updateInvoice: "PATCH /v3/invoices/{id}",
  listRemindersOfInvoice: "GET /v3/invoices/{id}/reminders",
  listCustomerInvoices: "GET /v3/customers/{id}/invoices",
  getCustomerInvoice: "GET /v3/customers/{id}/invoices/{invoiceId}",
  getInvoicePdf: "GET /v3/invoices/{id}/pdf",
  getInvoiceXml: "GET /v3/invoices/{id}/xml",
  previewCreateInvoice: "POST /v3/invoices/preview",
  actOnInvoice: "POST /v3/invoices/{id}/actions",
  previewActOnInvoice: "POST /v3/invoices/{id}/actions/preview",
  updateInvoiceExternalIds: "PATCH /v3/invoices/{id}/external-ids",
  listConsolidatedInvoices: "GET /v3/consolidated-invoices",
  getConsolidatedInvoice: "GET /v3/consolidated-invoices/{id}",
  getConsolidatedInvoicePdf: "GET /v3/consolidated-invoices/{id}/pdf",
  getConsolidatedInvoiceXml: "GET /v3/consolidated-invoices/{id}/xml",
  actOnConsolidatedInvoice: "POST /v3/consolidated-invoices/{id}/actions",
  previewActOnConsolidatedInvoice: "POST /v3/consolidated-invoices/{id}/actions/preview",
  payConsolidatedInvoice: "POST /v3/consolidated-invoices/{id}/payments",
  previewPayConsolidatedInvoice: "POST /v3/consolidated-invoices/{id}/payments/preview",
  applyPaymentToConsolidatedInvoice: "POST /v3/consolidated-invoices/{id}/payment-applications",
  previewApplyPaymentToConsolidatedInvoice: "POST /v3/consolidated-invoices/{id}/payment-applications/preview",
  applyCreditMemoToConsolidatedInvoice: "POST /v3/consolidated-invoices/{id}/credit-memo-applications",
  previewApplyCreditMemoToConsolidatedInvoice: "POST /v3/consolidated-invoices/{id}/credit-memo-applications/preview",
  listCreditMemos: "GET /v3/credit-memos",
  createCreditMemo: "POST /v3/credit-memos",
  getCreditMemo: "GET /v3/credit-memos/{id}",
  listCreditMemosOfInvoice: "GET /v3/customers/{id}/invoices/{invoiceId}/credit-memos",
  getCreditMemoPdf: "GET /v3/credit-memos/{id}/pdf",
  getCreditMemoXml: "GET /v3/credit-memos/{id}/xml",
  previewCreateCreditMemo: "POST /v3/credit-memos/preview",
  applyCreditMemo: "POST /v3/credit-memos/{id}/applications",
  previewApplyCreditMemo: "POST /v3/credit-memos/{id}/applications/preview",
  unapplyCreditMemo: "DELETE /v3/credit-memos/{id}/applications/{applicationId}",
  previewUnapplyCreditMemo: "DELETE /v3/credit-memos/{id}/applications/{applicationId}/preview",
  voidCreditMemo: "POST /v3/credit-memos/{id}/void",
  previewVoidCreditMemo: "POST /v3/credit-memos/{id}/void/preview",
  refundCreditMemo: "POST /v3/credit-memos/{id}/refunds",
  previewRefundCreditMemo: "POST /v3/credit-memos/{id}/refunds/preview",
  listPayments: "GET /v3/payments",
  createPayment: "POST /v3/payments",
  getPayment: "GET /v3/payments/{id}",
  previewCreatePayment: "POST /v3/payments/preview",
  payInvoice: "POST /v3/invoices/{id}/payments",
  previewPayInvoice: "POST /v3/invoices/{id}/payments/preview",
  applyPayment: "POST /v3/payments/{id}/applications",
  previewApplyPayment: "POST /v3/payments/{id}/applications/preview",
  unapplyPayment: "DELETE /v3/payments/{id}/applications/{applicationId}",
  previewUnapplyPayment: "DELETE /v3/payments/{id}/applications/{applicationId}/preview",
  refundPayment: "POST /v3/payments/{id}/refunds",
  previewRefundPayment: "POST /v3/payments/{id}/refunds/preview",
  returnPayment: "POST /v3/payments/{id}/return",
  previewReturnPayment: "POST /v3/payments/{id}/return/preview",
  listRevenueSchedules: "GET /v3/revenue-schedules",
  listAdjustments: "GET /v3/adjustments",
  createAdjustment: "POST /v3/adjustments",
  getAdjustment: "GET /v3/adjustments/{id}",
  previewCreateAdjustment: "POST /v3/adjustments/preview",
  reverseAdjustment: "POST /v3/adjustments/{id}/reverse",
  previewReverseAdjustment: "POST /v3/adjustments/{id}/reverse/preview",
  listJournalEntries: "GET /v3/journal-entries",
  getJournalEntry: "GET /v3/journal-entries/{id}",
  listSyncRecords: "GET /v3/sync/records",
  reportInvoiceSync: "PUT /v3/sync/INVOICE/{id}",
  reportCreditMemoSync: "PUT /v3/sync/CREDIT_MEMO/{id}",
  reportPaymentSync: "PUT /v3/sync/PAYMENT/{id}",
  reportJournalEntrySync: "PUT /v3/sync/JOURNAL_ENTRY/{id}",
  reportCustomerSync: "PUT /v3/sync/CUSTOMER/{id}",
  retrySync: "POST /v3/sync/records/{id}/retry",
  getChartOfAccounts: "GET /v3/chart-of-accounts",
  setChartOfAccounts: "PUT /v3/chart-of-accounts",
  createJournalExport: "POST /v3/journal-exports",
  listJournalExports: "GET /v3/journal-exports",
  previewCreateJournalExport: "POST /v3/journal-exports/preview",
  reconcileLedger: "POST /v3/journal-exports/reconciliation",
  getJournalExport: "GET /v3/journal-exports/{id}",
  downloadJournalExport: "GET /v3/journal-exports/{id}/file",
  closePeriod: "POST /v3/month-end-close/close-period",
  previewClosePeriod: "POST /v3/month-end-close/close-period/preview",
  reopenPeriod: "POST /v3/month-end-close/reopen-period",
  previewReopenPeriod: "POST /v3/month-end-close/reopen-period/preview",
  listAccountingPeriods: "GET /v3/month-end-close/periods",
  previewClose: "GET /v3/month-end-close/preview",
  listMonthChanges: "GET /v3/month-end-close/changes",
  holdContract: "POST /v3/contracts/{id}/close-hold",
  releaseContract: "DELETE /v3/contracts/{id}/close-hold",
  previewHoldContract: "POST /v3/contracts/{id}/close-hold/preview",
  previewReleaseContract: "DELETE /v3/contracts/{id}/close-hold/preview",
  listCloseHolds: "GET /v3/month-end-close/holds",
  lockSubLedger: "POST /v3/month-end-close/lock",
  unlockSubLedger: "POST /v3/month-end-close/unlock",
  listClosePackages: "GET /v3/month-end-close/packages",
  getClosePackage: "GET /v3/month-end-close/packages/{id}",
  downloadClosePackage: "GET /v3/month-end-close/packages/{id}/file",
  compareClosePackage: "GET /v3/month-end-close/packages/{id}/difference",
  listCloseTaskTemplates: "GET /v3/month-end-close/task-templates",
  createCloseTaskTemplate: "POST /v3/month-end-close/task-templates",
  previewCreateCloseTaskTemplate: "POST /v3/month-end-close/task-templates/preview",
  changeCloseTaskTemplate: "PATCH /v3/month-end-close/task-templates/{id}",
  previewChangeCloseTaskTemplate: "PATCH /v3/month-end-close/task-templates/{id}/preview",
  listCloseTasks: "GET /v3/month-end-close/tasks",
  completeCloseTask: "POST /v3/month-end-close/tasks/{id}/complete",
  previewCompleteCloseTask: "POST /v3/month-end-close/tasks/{id}/complete/preview",
  reopenCloseTask: "POST /v3/month-end-close/tasks/{id}/reopen",
  previewReopenCloseTask: "POST /v3/month-end-close/tasks/{id}/reopen/preview",
  listBookImports: "GET /v3/book-imports",
  listBookImportTies: "GET /v3/book-imports/{id}/tie-out",
  acceptBookImportDifferences: "POST /v3/book-imports/{id}/accept-differences",
  previewAcceptBookImportDifferences: "POST /v3/book-imports/{id}/accept-differences/preview",
  getBookCloseDate: "GET /v3/merchant/book-close-date",
  getTrialBalance: "GET /v3/reports/trial-balance",
  getWaterfall: "GET /v3/reports/waterfall",
  getRevenueReport: "GET /v3/reports/revenue",
  getContractLiabilityRollForward: "GET /v3/reports/contract-liability-roll-forward",
  getContractBalances: "GET /v3/reports/contract-balances",
  getRemainingPerformanceObligations: "GET /v3/reports/remaining-performance-obligations",
  getDisclosures: "GET /v3/reports/disclosures",
  getFlux: "GET /v3/reports/flux",
  getAnnualRecurringRevenue: "GET /v3/reports/arr",
  getRecurringRevenueByCustomer: "GET /v3/reports/arr-by-customer",
  getReceivablesAgeing: "GET /v3/reports/receivables-ageing",
  exportJournal: "GET /v3/reports/journal",
  getAccountActivity: "GET /v3/reports/account-activity",
  getAccountStatement: "GET /v3/reports/account-statement",
  listCustomerRevenue: "GET /v3.1/revenue",
  getOverview: "GET /v3/overview",
  createDownload: "POST /v3/downloads",
  search: "GET /v3/search",
  listSavedViews: "GET /v3/saved-views",
  createSavedView: "POST /v3/saved-views",
  updateSavedView: "PATCH /v3/saved-views/{id}",
  deleteSavedView: "DELETE /v3/saved-views/{id}",
  listApprovalPolicies: "GET /v3/approval-policies",
  setApprovalPolicy: "PUT /v3/approval-policies",
  deleteApprovalPolicy: "DELETE /v3/approval-policies 202",
  setMemberRole: "PUT /v3/members/{id}/role",
  listChangeRequests: "GET /v3/change-requests",
  getChangeRequest: "GET /v3/change-requests/{id}",
  approveChangeRequest: "POST /v3/change-requests/{id}/approve",
  rejectChangeRequest: "POST /v3/change-requests/{id}/reject",
  listAuditLog: "GET /v3/audit-log",
  listRequestLog: "GET /v3/request-log",
  getLoggedRequest: "GET /v3/request-log/{id}",
  readEventsFeed: "GET /v3/events-feed",
  listWebhookEventTypes: "GET /v3/webhook-event-types",
  listWebhookEndpoints: "GET /v3/webhook-endpoints",
  createWebhookEndpoint: "POST /v3/webhook-endpoints",
  getWebhookEndpoint: "GET /v3/webhook-endpoints/{id}",
  updateWebhookEndpoint: "PATCH /v3/webhook-endpoints/{id}",
  deleteWebhookEndpoint: "DELETE /v3/webhook-endpoints/{id}",
  rotateWebhookSecret: "POST /v3/webhook-endpoints/{id}/rotate-secret",
  testWebhookEndpoint: "POST /v3/webhook-endpoints/{id}/test",
  replayWebhooks: "POST /v3/webhook-endpoints/{id}/replay",
  listWebhookDeliveries: "GET /v3/webhook-deliveries",
  getWebhookDelivery: "GET /v3/webhook-deliveries/{id}",
  retryWebhookDelivery: "POST /v3/webhook-deliveries/{id}/retry",
  listJobs: "GET /v3/jobs",
  getJob: "GET /v3/jobs/{id}",
  getTestClock: "GET /v3/test-clock",
  advanceTestClock: "POST /v3/test-clock/advance",
} as const satisfies Record<keyof Operations, string>;

import { type DomainError, type Issue, invalid, invalidIssues, notFound } from "../../kernel/errors.ts";

/**
 * The catalogue of error codes: behaviour 5.3 and rules 1. A code that is not here may not leave the service; texts may
 * change, codes may not. A capability brings its codes with it, so each of them can be produced, and is by the tests.
 */
export const codesByStatus = {
  400: [
    // requests
    "MALFORMED_JSON",
    "INVALID_ENCODING",
    "INVALID_STRING",
    "JSON_TOO_DEEP",
    "DUPLICATE_JSON_KEY",
    "FORBIDDEN_KEY",
    "UNSUPPORTED_CONTENT_TYPE",
    "UNSUPPORTED_CONTENT_ENCODING",
    "VALIDATION_FAILED",
    "INVALID_ID",
    "INVALID_DATE",
    "AMOUNT_INVALID",
    "CURRENCY_INVALID",
    "TOO_MANY_ITEMS",
    "IDEMPOTENCY_KEY_INVALID",
    // lists
    "PAGE_INVALID",
    "LIMIT_INVALID",
    "LIMIT_TOO_LARGE",
    "FILTER_MALFORMED",
    "FILTER_FIELD_UNKNOWN",
    "FILTER_RULE_NOT_ALLOWED",
    "FILTER_VALUE_INVALID",
    // contracts
    "CONTRACT_DELETED",
    "INVALID_CONTRACT_STATE",
    "INVALID_ACTION",
    "CONTRACT_NOT_BLOCKED",
    "METADATA_TOO_LARGE",
    "CLASS_NOT_SUPPORTED",
    "CONTRACT_INVOICED",
    "OBLIGATION_LOCKED",
    "CUSTOM_REVENUE_NOT_ARRAY",
    "CUSTOM_REVENUE_TIMEFRAME_MISSING",
    "CUSTOM_REVENUE_UNBALANCED",
    "CUSTOM_REVENUE_EXCEEDS_PRICE",
    // records that a body names, where the endpoint has no 404 (rules 1)
    "OBLIGATION_NOT_FOUND",
    "CUSTOMER_NOT_FOUND",
    "CATEGORY_NOT_FOUND",
    "ITEM_NOT_FOUND",
    "CLASS_NOT_FOUND",
    "PRODUCT_NOT_FOUND",
    "EVENT_TYPE_NOT_FOUND",
    "INVOICE_NOT_FOUND",
    "POB_NOT_FOUND",
    // files
    "FILE_MISSING",
    "FILE_FIELD_UNEXPECTED",
    "FILE_TOO_MANY",
    "FILE_EMPTY",
    "FILE_NOT_PDF",
    "MULTIPART_MALFORMED",
    // categories
    "CATEGORY_EXISTS",
    // groups and performance obligations
    "FEATURE_NOT_ENABLED",
    "BILLING_TERM_NOT_IN_GROUP",
    "POB_NOT_IN_GROUP",
    "GROUP_NOT_DELETABLE",
    "POB_HAS_RECOGNIZED_REVENUE",
    "TREATMENT_NOT_POSSIBLE",
    "DISCOUNT_NOT_ALLOCABLE",
    // billing terms
    "BILLING_TERM_TERMINATED",
    "BILLING_TERM_LOCKED",
    "BILLING_TERM_INELIGIBLE",
    "TERMINATION_DATE_INVALID",
    "TIER_INVALID",
    "SEAT_AMENDMENT_INVOICED",
    "TERM_TOO_LONG",
    "EVENT_TYPE_IN_USE",
    "EVENT_TYPE_EXISTS",
    // invoices, credit memos and payments
    "CREDIT_MEMO_INSUFFICIENT",
    "CREDIT_MEMO_VOID",
    "INVOICE_NOT_OPEN",
    "INVOICE_OVERAPPLIED",
    "INVOICE_HAS_APPLICATIONS",
    "CREDIT_MEMO_CUSTOMER_MISMATCH",
    "CREDIT_MEMO_CURRENCY_MISMATCH",
    "EXCEEDS_INVOICE_LINE",
    // items
    "DUPLICATE_SOURCE_TYPE",
    "UNSUPPORTED_SOURCE_TYPE",
    // commitments
    "COMMITMENT_LOCKED",
    "SCHEDULE_NOT_CONTIGUOUS",
    "SCHEDULE_EVENT_TYPE_MISMATCH",
    "SCHEDULE_STRUCTURE_INVALID",
    "SCHEDULE_ALIGNMENT_INVALID",
    "SCHEDULE_INVOICE_GATE",
    "SCHEDULE_NOT_LAST",
    "SCHEDULE_ONLY_ONE",
    "SCHEDULE_HAS_INVOICED_PERIODS",
    "SCHEDULE_NOT_IN_COMMITMENT",
    "STEP_NOT_IN_COMMITMENT",
    "STEP_EVENT_TYPE_MISMATCH",
    "STEP_CONFIG_INVALID",
    "STEP_NOT_LAST",
    "STEP_ONLY_ONE",
    "OVERAGE_CONFIG_IMMUTABLE",
    "USE_NESTED_ENDPOINTS",
    // periods and the sandbox clock
    "INVALID_MONTH",
    "PERIOD_NOT_CLOSED",
    "PERIOD_CANNOT_CLOSE",
    "PERIOD_CLOSED",
    "PERIOD_SYNCED",
    "NOT_SANDBOX",
    "CLOCK_BACKWARDS",
    // usage
    "USAGE_EVENT_INVALID",
  ],
  401: ["API_KEY_MISSING", "API_KEY_INVALID"],
  403: ["KEY_READ_ONLY", "KEY_CREATOR_INACTIVE"],
  404: [
    "ROUTE_NOT_FOUND",
    "CATEGORY_NOT_FOUND",
    "CONTRACT_NOT_FOUND",
    "CUSTOMER_NOT_FOUND",
    "CONTACT_NOT_FOUND",
    "OBLIGATION_NOT_FOUND",
    "CLASS_NOT_FOUND",
    "CUSTOM_FIELD_NOT_FOUND",
    "EVENT_TYPE_NOT_FOUND",
    "BILLING_TERM_NOT_FOUND",
    "BILLING_TERM_GROUP_NOT_FOUND",
    "POB_NOT_FOUND",
    "MODIFICATION_NOT_FOUND",
    "DISCOUNT_ALLOCATION_NOT_FOUND",
    "SEAT_AMENDMENT_NOT_FOUND",
    "COMMITMENT_NOT_FOUND",
    "SCHEDULE_NOT_FOUND",
    "STEP_NOT_FOUND",
    "CREDIT_MEMO_NOT_FOUND",
    "PAYMENT_NOT_FOUND",
    "USAGE_EVENT_NOT_FOUND",
    "APPLICATION_NOT_FOUND",
    "INVOICE_NOT_FOUND",
    "JOURNAL_ENTRY_NOT_FOUND",
    "ITEM_NOT_FOUND",
    "PRODUCT_NOT_FOUND",
    "STANDALONE_SELLING_PRICE_NOT_FOUND",
    "CONTRACT_FILE_MISSING",
    "MERCHANT_NOT_FOUND",
    "JOB_NOT_FOUND",
    "CLOSE_PACKAGE_NOT_FOUND",
  ],
  405: ["METHOD_NOT_ALLOWED"],
  408: ["REQUEST_TIMEOUT"],
  409: [
    "CONTRACT_INVOICED",
    "PLAN_CHANGED",
    "USAGE_EVENT_CONFLICT",
    "CUSTOMER_IN_USE",
    "CATEGORY_IN_USE",
    "BILLING_TERM_DELETE_BLOCKED",
    "EVENT_TYPE_INVARIANT",
    "IDEMPOTENCY_IN_PROGRESS",
  ],
  413: ["BODY_TOO_LARGE", "FILE_TOO_LARGE"],
  414: ["URI_TOO_LONG"],
  422: ["IDEMPOTENCY_KEY_REUSED"],
  429: ["RATE_LIMITED"],
  431: ["HEADERS_TOO_LARGE"],
  500: ["INTERNAL_ERROR", "CONTRACT_FILE_MISSING"],
  503: ["SERVICE_UNAVAILABLE", "LOCK_TIMEOUT"],
} as const;

export type ErrorStatus = keyof typeof codesByStatus;
export type ErrorCode = (typeof codesByStatus)[ErrorStatus][number];
export type NotFoundCode = Exclude<(typeof codesByStatus)[404][number], "ROUTE_NOT_FOUND">;

const known: ReadonlySet<string> = new Set(Object.values(codesByStatus).flat());

export function isErrorCode(code: string): code is ErrorCode {
  return known.has(code);
}

const recordNames: Partial<Record<NotFoundCode, string>> = {
  POB_NOT_FOUND: "Performance obligation",
  CONTRACT_FILE_MISSING: "Contract file",
};

/**
 * The 404 of a record, one text per code wherever it is thrown, so that a malformed id, an unknown one and another
 * merchant's cannot be told apart (behaviour ISO-1, rules 1).
 */
export function recordNotFound(code: NotFoundCode): DomainError {
  const words = code
    .replace(/_NOT_FOUND$/, "")
    .toLowerCase()
    .replaceAll("_", " ");
  const name = recordNames[code] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  return notFound(code, `${name} not found`);
}

/** Codes of issues that are error codes themselves: sent as `errorCode` when every issue has the same one. */
const issueCodes: ReadonlySet<string> = new Set([
  "INVALID_DATE",
  "AMOUNT_INVALID",
  "CURRENCY_INVALID",
  "INVALID_ID",
  "INVALID_MONTH",
  "INVALID_STRING",
  "PERIOD_CLOSED",
  "TOO_MANY_ITEMS",
  "TIER_INVALID",
]);

const issuesShown = 100;

/** 400 for the issues of a body or query, under the code they share or else VALIDATION_FAILED. */
export function refusalOf(issues: readonly Issue[]): DomainError {
  const [first] = issues;
  const shared = first !== undefined && issues.every((issue) => issue.code === first.code) ? first.code : "";
  const code = issueCodes.has(shared) && isErrorCode(shared) ? shared : "VALIDATION_FAILED";
  const refusal = invalidIssues(issues, code);
  if (issues.length <= issuesShown) return refusal;
  return invalid(code, refusal.message, { issues: issues.slice(0, issuesShown), issueCount: issues.length });
}

/** 400 under the code that all issues share where it is one of the catalogue, else VALIDATION_FAILED. */
export function refusalOfShared(
  issues: readonly Issue[],
  details: Readonly<Record<string, unknown>> = {},
): DomainError {
  const codes = new Set(issues.map(({ code }) => code));
  const [shared = ""] = codes;
  const code = codes.size === 1 && isErrorCode(shared) ? shared : "VALIDATION_FAILED";
  const refusal = invalidIssues(issues, code);
  return invalid(code, refusal.message, { ...refusal.details, ...details });
}

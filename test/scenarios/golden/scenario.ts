/**
 * A story of one contract and what it must come to, worked out by hand.
 *
 * The worksheet has three parts. INVOICES: date, lines, total, status. JOURNAL: date, debits, credits, one row an entry.
 * MONTH ENDS: what each close left, one row a closed month in the order of the closes: revenue of the month, then the balance
 * of every account that is ever used. Accounts are named by role; an account of a category follows its role in brackets.
 * A fourth, ANSWERS, is there where a story asks something: the day, what was asked, and field by field what the answer says,
 * one row for each row of a report or record of a list; of a request that is rejected its status and code.
 */
export type Scenario = {
  readonly title: string;
  /** Books with performance obligations of their own. */
  readonly pobs?: true;
  readonly contract?: object;
  readonly steps: readonly Step[];
  readonly worksheet: string;
};

/** What happens on a day, at nine in the morning. */
export type Step = { readonly day: string; readonly acts: readonly Act[] };

/**
 * A request. `$name.path` in it stands for a part of the answer that was kept `as` that name; `$contract`, `$customer`,
 * `$invoices` and `$memos`, by number, are always there.
 */
export type Act = {
  readonly send: string;
  readonly body?: unknown;
  readonly as?: string;
  /** What the worksheet calls it, and the fields that it shows of the answer. */
  readonly shows?: { readonly name: string; readonly fields: readonly string[] };
  /** What the worksheet calls a request that must be rejected. */
  readonly rejectedAs?: string;
};

export const on = (day: string, ...acts: readonly Act[]): Step => ({ day, acts });

export const act = (send: string, body?: unknown, as?: string): Act => ({
  send,
  ...(body === undefined ? {} : { body }),
  ...(as === undefined ? {} : { as }),
});

/** A question whose answer the worksheet has, by these fields. */
export const ask = (name: string, path: string, ...fields: readonly string[]): Act => ({
  ...{ send: `GET ${path}`, shows: { name, fields } },
});
/** A report, as it is at that moment of the story. */
export const report = (path: string, ...fields: readonly string[]): Act => ask(path, `/v3/reports/${path}`, ...fields);
/** A request that must be rejected. */
export const rejected = (rejectedAs: string, send: string, body?: unknown): Act => ({ ...act(send, body), rejectedAs });

export const approve = act("POST /v3/contracts/$contract/actions", { action: "APPROVE" });
export const close = (month: string): Act => act(`POST /v3/month-end-close/close-period?month=${month}`);
export const reopen = (month: string): Act =>
  act(`POST /v3/month-end-close/reopen-period?month=${month}&reason=correction`);

/** What is billed; the rest are fields of a billing term. */
type Billing = {
  readonly price: string;
  readonly from: string;
  readonly to?: string;
  readonly [field: string]: unknown;
};

function scheduleOf(name: string, { price, from, to, ...rest }: Billing): object {
  return {
    name,
    startDate: from,
    ...(to === undefined ? {} : { endDate: to }),
    interval: "MONTH",
    invoiceDateStrategy: "FIRST_OF_PERIOD",
    billingType: "FLAT",
    pricing: [{ amount: price, amountType: rest.billingType === "UNIT" ? "PER_ITEM" : "TOTAL_INVOICE" }],
    ...rest,
  };
}

/** An obligation, by the month in advance unless it says otherwise, served while it is billed. */
export const obligation = (name: string, billing: Billing, parts: object = {}): Act =>
  act(
    "POST /v3/contracts/$contract/obligations",
    {
      serviceStartDate: billing.from,
      ...(billing.to === undefined ? {} : { serviceEndDate: billing.to }),
      ...parts,
      billingSchedule: scheduleOf(name, billing),
    },
    name,
  );

/** A billing term without an obligation of its own. */
export const term = (name: string, billing: Billing): Act =>
  act("POST /v3/contracts/$contract/billing-terms", scheduleOf(name, billing), name);

/** Performance obligations for the group of a term. */
export const pobs = (termName: string, ...toCreate: readonly object[]): Act =>
  act(
    "POST /v3/contracts/$contract/performance-obligations",
    { billingTermGroupId: `$${termName}.billingTermGroupId`, toCreate },
    "pobs",
  );

/** What is metered, known as `calls`. */
export const eventType = act("POST /v3/events/types", { name: "Calls" }, "calls");

/** A usage term, billed by the month in arrears unless it says otherwise. */
export const usageTerm = (name: string, billing: Billing): Act =>
  term(name, { invoiceDateStrategy: "ARREARS", billingType: "UNIT", eventTypeId: "$calls.id", ...billing });

let events = 0;

/** Usage of a day; with a key of its own where it is added among others, whose keys books know that are frozen. */
export const use = (day: string, value: string, idempotencyKey = `golden-${++events}`): Act =>
  act("POST /v3/events", {
    idempotencyKey,
    customerId: "$customer",
    eventTypeId: "$calls.id",
    datetime: `${day}T08:00:00Z`,
    value,
  });

/** Usage is billed that many days after its period. */
export const grace = (usageGraceDays: number): Act => act("PATCH /v3/merchant", { usageGraceDays });

import { type Static, Type } from "typebox";
import { lineTypes } from "../../billing-terms/line-type.ts";
import { commitmentPeriodId } from "../../commitments/commitment-periods.ts";
import type { UsageStatement } from "../../invoicing/statement-service.ts";
import { type CsvCell, csvText } from "../../kernel/csv.ts";
import { type Day, formatDay, parseDay } from "../../kernel/day.ts";
import { invalidIssues } from "../../kernel/errors.ts";
import { formatMoney, type Money, sum } from "../../kernel/money.ts";
import type { Period } from "../../kernel/periods.ts";
import { CivilDate, Closed, Named, Nullable, OneOf, Uuid } from "../../platform/http/wire.ts";

const mostDays = 366;

/** @throws DomainError VALIDATION_FAILED (RANGE) if the last day is before the first, or there are too many days */
export function spanFrom(query: Readonly<Record<string, string>>): Period {
  const [from, to] = [parseDay(query.from ?? ""), parseDay(query.to ?? "")];
  const reject = (message: string) => invalidIssues([{ path: "/to", code: "RANGE", message }]);
  if (from === undefined || to === undefined || to < from) throw reject("to must be on or after from.");
  if (to - from >= mostDays) throw reject(`Ask for at most ${mostDays} days.`);
  return { start: from, end: to + 1 };
}

const Key = {
  differentiator: Nullable(Type.String()),
  invoiceSplitKey: Nullable(Type.String()),
};

const Tier = Closed({
  tier: Type.Integer(),
  quantity: Type.String(),
  unitPrice: Nullable(Type.String()),
  amount: Type.String(),
});

const Measured = Closed({ amount: Type.String(), units: Type.String() });

const Drawdown = Closed({
  committed: Type.String({ description: "In the unit of the commitment, as are consumed and remaining." }),
  consumed: Type.String(),
  remaining: Type.String(),
  cumulative: Measured,
  overage: Type.String(),
  trueUp: Type.String(),
  prepaid: Closed({
    opening: Type.String(),
    drawn: Type.String(),
    lapsed: Type.String(),
    balance: Type.String(),
  }),
  steps: Type.Array(
    Closed({ stepId: Uuid(), committed: Type.String(), consumed: Type.String(), remaining: Type.String() }),
  ),
  eventTypes: Type.Array(Closed({ eventTypeId: Uuid(), consumed: Measured, overages: Measured, cumulative: Measured })),
});

const Charged = {
  type: OneOf(lineTypes),
  billingTermId: Uuid(),
  serviceStartDate: CivilDate(),
  serviceEndDate: CivilDate({ description: "Last day, inclusive." }),
  ...Key,
};

const PeriodView = Closed({
  contractId: Uuid(),
  currency: Type.String(),
  billingTermId: Nullable(Uuid({ description: "Whose own usage it is; null of a commitment." })),
  commitmentId: Nullable(Uuid()),
  commitmentPeriodId: Nullable(Type.String()),
  periodStart: CivilDate(),
  periodEnd: CivilDate({ description: "Last day, inclusive." }),
  quantities: Type.Array(
    Closed({
      eventTypeId: Uuid(),
      eventTypeName: Type.String(),
      ...Key,
      events: Type.Integer({ description: "Those that are not deleted." }),
      quantity: Type.String({ description: "Their quantity by the aggregation of the event type." }),
    }),
  ),
  charges: Type.Array(
    Closed({
      ...Charged,
      quantity: Type.String(),
      unitPrice: Nullable(Type.String()),
      tiers: Type.Array(Tier),
      total: Type.String(),
    }),
    { description: "The amount of the usage so far, tax excluded." },
  ),
  drawdown: Nullable(Drawdown),
  lines: Type.Array(
    Closed({
      status: OneOf(["ISSUED", "CREDITED", "PLANNED"]),
      invoiceId: Nullable(Uuid()),
      invoiceNumber: Nullable(Type.String()),
      issueDate: CivilDate(),
      ...Charged,
      quantity: Nullable(Type.String()),
      total: Type.String(),
    }),
    { description: "What of the charges is billed and what is still to bill; together they are the charges." },
  ),
  charged: Type.String(),
  issued: Type.String({ description: "Of issued invoices, less what was credited because less was used." }),
  planned: Type.String(),
});

export const UsageStatementView = Named(
  "UsageStatement",
  Closed({
    customerId: Uuid(),
    from: CivilDate(),
    to: CivilDate(),
    periods: Type.Array(PeriodView, { description: "Whole billing periods that have a day in the span, by contract." }),
  }),
);

type View = Static<typeof UsageStatementView>;

export function viewOfStatement({ customerId, span, periods, eventTypeNames }: UsageStatement): View {
  return {
    customerId,
    from: formatDay(span.start),
    to: lastDay(span.end),
    periods: periods.map(({ contractId, currency, billingTermId, commitment, period, ...parts }) => {
      const { quantities, charges, drawdown, lines } = parts;
      const planned = lines.filter(({ status }) => status === "PLANNED");
      const made = lines.filter(({ status }) => status !== "PLANNED");
      const totalOf = (of: readonly { readonly total: Money }[]) =>
        formatMoney(
          sum(
            of.map(({ total }) => total),
            currency,
          ),
        );
      return {
        contractId,
        currency,
        billingTermId,
        commitmentId: commitment?.id ?? null,
        commitmentPeriodId:
          commitment === null
            ? null
            : commitmentPeriodId({ scheduleId: commitment.scheduleId, periodStart: period.start }),
        periodStart: formatDay(period.start),
        periodEnd: lastDay(period.end),
        quantities: quantities.map((each) => ({ ...each, eventTypeName: eventTypeNames.get(each.eventTypeId) ?? "" })),
        charges: charges.map(({ quantity, unitPrice, tiers, total, ...charge }) => {
          return { ...place(charge), quantity, unitPrice, tiers: [...tiers], total: formatMoney(total) };
        }),
        drawdown: drawdown && { ...drawdown, steps: [...drawdown.steps], eventTypes: [...drawdown.eventTypes] },
        lines: lines.map(({ status, invoice, issueDate, quantity, total, ...line }) => ({
          status,
          invoiceId: invoice?.id ?? null,
          invoiceNumber: invoice?.number ?? null,
          issueDate: formatDay(issueDate),
          ...place(line),
          quantity,
          total: formatMoney(total),
        })),
        charged: totalOf(charges),
        issued: totalOf(made),
        planned: totalOf(planned),
      };
    }),
  };
}

type Placed = Omit<UsageStatement["periods"][number]["charges"][number], "quantity" | "unitPrice" | "tiers" | "total">;

function place({ type, billingTermId, service, differentiator, invoiceSplitKey }: Placed) {
  const days = { serviceStartDate: formatDay(service.start), serviceEndDate: lastDay(service.end) };
  return { type, billingTermId, ...days, differentiator, invoiceSplitKey };
}

function lastDay(end: Day): string {
  return formatDay(end - 1);
}

const columns = [
  ...["row", "contractId", "billingTermId", "commitmentId", "commitmentPeriodId", "periodStart", "periodEnd"],
  ...[
    "eventTypeId",
    "eventTypeName",
    "type",
    "serviceStartDate",
    "serviceEndDate",
    "differentiator",
    "invoiceSplitKey",
  ],
  ...["events", "quantity", "tier", "unitPrice", "committed", "consumed", "remaining", "total", "currency"],
  ...["status", "invoiceNumber", "issueDate"],
] as const;

type Row = Readonly<Record<string, string | number | null>>;

/**
 * The statement as a table (RFC 4180): a row for each quantity, charge, tier, step and line; the first column says which. The total
 * of a tier is exact, all other amounts have the decimals of the currency.
 */
export function csvOfStatement({ periods }: View): string {
  const rows = periods.flatMap(({ quantities, charges, drawdown, lines, ...period }): Row[] => [
    ...quantities.map((each) => ({ ...period, ...each, row: "QUANTITY" })),
    ...charges.flatMap(({ tiers, ...charge }) => [
      { ...period, ...charge, row: "CHARGE" },
      ...tiers.map(({ amount, ...tier }) => ({ ...period, ...charge, ...tier, total: amount, row: "TIER" })),
    ]),
    ...(drawdown?.steps ?? []).map((step) => ({ ...period, ...step, row: "STEP" })),
    ...lines.map((line) => ({ ...period, ...line, row: "LINE" })),
  ]);
  return csvText([[...columns], ...rows.map((row) => columns.map((name) => cell(row[name] ?? null)))]);
}

/** Text that reads as a number is a number cell. Other text stays text, so that no spreadsheet runs it as a formula. */
function cell(value: string | number | null): CsvCell {
  const isNumber = typeof value === "number" || (value !== null && /^-?\d+(\.\d+)?$/.test(value));
  return isNumber ? { number: value } : value;
}

import { type Static, Type } from "typebox";
import type { InvoiceDraft, InvoiceLineDraft, LineRevenue } from "../../actions/create-invoice.ts";
import { dayFrom } from "../../kernel/day.ts";
import type { Issue } from "../../kernel/errors.ts";
import { rejectionOf } from "../../platform/http/error-codes.ts";
import {
  Amount,
  both,
  CivilDate,
  Closed,
  CurrencyCode,
  Integer,
  List,
  MultilineText,
  Nullable,
  neither,
  OneOf,
  Quantity,
  Text,
  UnitPrice,
  Uuid,
  without,
} from "../../platform/http/wire.ts";

const patterns = ["STRAIGHT_LINE", "STRAIGHT_LINE_DAILY", "POINT_IN_TIME"] as const;

const LineRevenueBody = Closed(
  {
    performanceObligationId: Type.Optional(
      Uuid({ description: "An obligation of the contract with a stated price, which is raised by the line." }),
    ),
    recognitionDate: Type.Optional(CivilDate({ description: "All of it is earned on this day." })),
    serviceStartDate: Type.Optional(CivilDate({ description: "First day of service." })),
    serviceEndDate: Type.Optional(CivilDate({ description: "Last day of service, inclusive." })),
    pattern: Type.Optional(OneOf(patterns, { description: "Over the days of service; default STRAIGHT_LINE." })),
    categoryId: Type.Optional(Nullable(Uuid({ description: "Revenue category." }))),
    standaloneSellingPrice: Type.Optional(
      Amount({ description: "Where the contract shares its price by standalone selling prices." }),
    ),
  },
  {
    description:
      "What the line earns: performanceObligationId, or recognitionDate, or serviceStartDate with serviceEndDate. Exactly one of them.",
    never: [
      both("performanceObligationId", "recognitionDate"),
      both("performanceObligationId", "serviceStartDate"),
      both("recognitionDate", "serviceStartDate"),
      both("recognitionDate", "pattern"),
      without("serviceStartDate", "serviceEndDate"),
      without("serviceEndDate", "serviceStartDate"),
      without("pattern", "serviceStartDate"),
      {
        not: {
          anyOf: ["performanceObligationId", "recognitionDate", "serviceStartDate"].map((way) => ({ required: [way] })),
        },
      },
    ],
  },
);

const InvoiceLineBody = Closed({
  name: Text(1, 255),
  description: Type.Optional(Nullable(MultilineText(0, 2000))),
  itemId: Type.Optional(Uuid()),
  classId: Type.Optional(Uuid()),
  quantity: Type.Optional(Quantity({ description: "Default 1." })),
  unitPrice: UnitPrice({ description: "Without tax." }),
  revenue: LineRevenueBody,
});

/** A manual invoice. */
export const CreateInvoiceBody = Closed(
  {
    contractId: Type.Optional(
      Uuid({ description: "An approved contract. Without it the invoice gets a contract of its own." }),
    ),
    customerId: Type.Optional(Uuid({ description: "Required without contractId." })),
    currency: Type.Optional(CurrencyCode({ description: "Default the customer's." })),
    issueDate: Type.Optional(CivilDate({ description: "Default today; on a day to come it is a draft until then." })),
    netPaymentTerms: Type.Optional(Integer(0, 365, { description: "Days from issue to due; default the contract's." })),
    poNumber: Type.Optional(Nullable(Text(1, 255, { description: "Of an invoice without contractId." }))),
    memo: Type.Optional(Nullable(MultilineText(0, 4095))),
    lines: List(InvoiceLineBody, { min: 1, max: 100 }),
  },
  {
    never: [neither("contractId", "customerId")],
    examples: [
      {
        customerId: "0197f1a0-5c1e-7b9a-9a55-000000000001",
        issueDate: "2026-03-15",
        lines: [
          { name: "Workshop", unitPrice: "1500.00", revenue: { recognitionDate: "2026-03-12" } },
          {
            ...{ name: "Extended support", quantity: "3", unitPrice: "100.00" },
            revenue: { serviceStartDate: "2026-03-01", serviceEndDate: "2026-05-31" },
          },
        ],
      },
    ],
  },
);

/**
 * The draft of a manual invoice.
 *
 * @throws DomainError VALIDATION_FAILED for a line that states no way in which its revenue is earned, or more than one
 */
export function invoiceDraftFrom(body: Static<typeof CreateInvoiceBody>): InvoiceDraft {
  const issues = body.lines.flatMap(({ revenue }, index) => issuesOfRevenue(revenue, `/lines/${index}/revenue`));
  if (issues.length > 0) throw rejectionOf(issues);
  const { contractId, customerId, currency, issueDate, netPaymentTerms, poNumber, memo, lines } = body;
  return {
    ...{ contractId, customerId, currency, netPaymentTerms },
    issueDate: issueDate === undefined ? undefined : dayFrom(issueDate),
    poNumber: poNumber ?? null,
    memo: memo ?? null,
    lines: lines.map((line): InvoiceLineDraft => {
      const { name, description, itemId, classId, quantity, unitPrice, revenue } = line;
      return {
        ...{ name, itemId, classId, unitPrice },
        description: description ?? null,
        quantity: quantity ?? "1",
        revenue: revenueFrom(revenue),
      };
    }),
  };
}

type RevenueBody = Static<typeof LineRevenueBody>;

function issuesOfRevenue(revenue: RevenueBody, path: string): Issue[] {
  const { performanceObligationId, recognitionDate, serviceStartDate, serviceEndDate, pattern } = revenue;
  const isOverTime = serviceStartDate !== undefined || serviceEndDate !== undefined;
  const ways = [performanceObligationId, recognitionDate, isOverTime || undefined].filter((way) => way !== undefined);
  const message =
    "Say what the line earns: performanceObligationId, recognitionDate, or the first and last day of service.";
  if (ways.length !== 1) return [{ path, code: ways.length === 0 ? "REQUIRED" : "CONFLICT", message }];
  const issues: Issue[] = [];
  if (isOverTime && serviceStartDate === undefined)
    issues.push({ path: `${path}/serviceStartDate`, code: "REQUIRED", message });
  if (isOverTime && serviceEndDate === undefined)
    issues.push({ path: `${path}/serviceEndDate`, code: "REQUIRED", message });
  if (!isOverTime && pattern !== undefined) {
    issues.push({ path: `${path}/pattern`, code: "CONFLICT", message: "A pattern spreads over days of service." });
  }
  return issues;
}

function revenueFrom(revenue: RevenueBody): LineRevenue {
  const { performanceObligationId, recognitionDate, serviceStartDate, serviceEndDate, pattern } = revenue;
  if (performanceObligationId !== undefined) return { performanceObligationId };
  const common = {
    categoryId: revenue.categoryId ?? null,
    standaloneSellingPrice: revenue.standaloneSellingPrice ?? null,
  };
  if (recognitionDate !== undefined) {
    const day = dayFrom(recognitionDate);
    return { ...common, service: { start: day, last: day, pattern: "POINT_IN_TIME" } };
  }
  const [start, last] = [dayFrom(serviceStartDate ?? ""), dayFrom(serviceEndDate ?? "")];
  return { ...common, service: { start, last, pattern: pattern ?? "STRAIGHT_LINE" } };
}

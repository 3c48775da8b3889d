import { type Static, Type } from "typebox";
import type { ObligationPatch } from "../../actions/update-obligation.ts";
import { invoiceDateStrategies, type Price } from "../../billing-terms/billing-term.ts";
import { required } from "../../kernel/assert.ts";
import { dayFrom, parseMonth } from "../../kernel/day.ts";
import { type Issue, withPaths } from "../../kernel/errors.ts";
import { parseMoney } from "../../kernel/money.ts";
import { intervals } from "../../kernel/periods.ts";
import { type ErrorCode, rejectionOf } from "../../platform/http/error-codes.ts";
import {
  Amount,
  CivilDate,
  Closed,
  Integer,
  List,
  Month,
  MultilineText,
  Named,
  Nullable,
  OneOf,
  Quantity,
  Text,
  UnitPrice,
  Uuid,
} from "../../platform/http/wire.ts";
import type { CustomRevenueEntry } from "../../revenue/custom-revenue.ts";
import { DiscountBody, discountFrom, PatchBillingTermBody, patchFromBody } from "./billing-term-bodies.ts";
import { StandaloneSellingPrice } from "./performance-obligation-bodies.ts";
import { ReasonCodeField } from "./reason-code.ts";
import { RecognitionPatternWord } from "./shared-words.ts";

/** `UpdateObligationDto` (data model 4.3): flat, everything optional. */
export const UpdateObligationBody = Named(
  "UpdateObligationDto",
  Closed(
    {
      name: Type.Optional(Nullable(Text(1, 255))),
      description: Type.Optional(Nullable(MultilineText(0, 2000))),
      itemId: Type.Optional(Nullable(Uuid())),
      eventTypeId: Type.Optional(
        Nullable(Uuid({ description: "Of usage; moves the term and its performance obligation together." })),
      ),
      netPaymentTerms: Type.Optional(Nullable(Integer(0, 365))),
      invoiceDateStrategy: Type.Optional(Nullable(OneOf(invoiceDateStrategies))),
      productId: Type.Optional(Nullable(Uuid())),
      classId: Type.Optional(Nullable(Uuid())),
      categoryId: Type.Optional(Nullable(Uuid())),
      price: Type.Optional(Nullable(UnitPrice({ description: "The amount of a SIMPLE price." }))),
      pricing: Type.Optional(PatchBillingTermBody.properties.pricing),
      quantity: Type.Optional(Nullable(Quantity())),
      billingStartDate: Type.Optional(Nullable(CivilDate({ description: "Not once anything is invoiced." }))),
      billingFrequency: Type.Optional(Nullable(Integer(1, 120, { description: "Every n intervals." }))),
      billingFrequencyUnit: Type.Optional(Nullable(OneOf(intervals))),
      totalNumberOfInvoices: Type.Optional(Nullable(Integer(1, 1200, { description: "At least those issued." }))),
      revenueStartDate: Type.Optional(Nullable(CivilDate({ description: "First day of service." }))),
      revenueEndDate: Type.Optional(Nullable(CivilDate({ description: "Last day of service, inclusive." }))),
      recognitionPattern: Type.Optional(Nullable(RecognitionPatternWord())),
      standaloneSellingPrice: Type.Optional(StandaloneSellingPrice),
      discount: Type.Optional(
        Nullable(Type.Union([DiscountBody, Closed({})], { description: "{} or null removes the discounts." })),
      ),
      effectiveDate: Type.Optional(
        Nullable(
          CivilDate({
            description:
              "First day of a changed price, or from which other days of service are agreed, on an approved contract; default today.",
          }),
        ),
      ),
      reasonCode: Type.Optional(Nullable(ReasonCodeField)),
      regenerateInvoices: Type.Optional(
        Nullable(Type.Boolean({ description: "false keeps drafts until the next change; default true." })),
      ),
    },
    {
      examples: [
        {
          name: "Premium support",
          description: "Around the clock",
          price: "12.50",
          discount: { type: "PERCENTAGE", amount: "0.10", startDate: "2026-03-01", endDate: "2026-05-31" },
          effectiveDate: "2026-03-01",
        },
      ],
    },
  ),
);
export type UpdateObligationBody = Static<typeof UpdateObligationBody>;

/** Fields that null may clear; for the others null has no effect. */
const clearable: readonly (keyof UpdateObligationBody)[] = [
  "description",
  "itemId",
  "productId",
  "classId",
  "categoryId",
  "discount",
];

/**
 * The changes in a body. In v3 a null is like a missing field, except that `discount` null removes the discounts; in v3.1 it clears
 * the field (data model 4.3).
 *
 * @param isSimple whether the price is a single amount, which `price` may change
 * @throws DomainError VALIDATION_FAILED
 */
export function obligationPatchFrom(body: UpdateObligationBody, version: "v3" | "v3.1", price: Price): ObligationPatch {
  const stated = Object.fromEntries(
    Object.entries(body).filter(
      ([field, value]) =>
        value !== null ||
        field === "discount" ||
        (version === "v3.1" && clearable.includes(field as keyof UpdateObligationBody)),
    ),
  ) as { [Field in keyof UpdateObligationBody]: Exclude<UpdateObligationBody[Field], null> } & {
    [Field in
      | "description"
      | "itemId"
      | "productId"
      | "classId"
      | "categoryId"
      | "discount"]?: UpdateObligationBody[Field];
  };
  rejectUnclearable(body, version);
  const amount =
    stated.price === undefined ? undefined : simplePricing(stated.price, stated.pricing !== undefined, price);
  const { discount } = stated;
  const isRemoved = discount === null || (discount !== undefined && !("type" in discount));
  return {
    term: {
      ...patchFromBody({
        ...(stated.pricing === undefined ? {} : { pricing: stated.pricing, pricingType: price.pricingType }),
      }),
      name: stated.name,
      description: stated.description,
      itemId: stated.itemId,
      productId: stated.productId,
      classId: stated.classId,
      netPaymentTerms: stated.netPaymentTerms,
      invoiceDateStrategy: stated.invoiceDateStrategy,
      ...(amount === undefined ? {} : { pricing: amount }),
      quantity: stated.quantity,
      start: stated.billingStartDate === undefined ? undefined : dayFrom(stated.billingStartDate),
      intervalFrequency: stated.billingFrequency,
      interval: stated.billingFrequencyUnit,
      duration: stated.totalNumberOfInvoices,
      discounts:
        discount === undefined ? undefined : isRemoved ? [] : [discountFrom(discount as Static<typeof DiscountBody>)],
      effectiveDate: stated.effectiveDate === undefined ? undefined : dayFrom(stated.effectiveDate),
      reasonCode: stated.reasonCode,
    },
    standaloneSellingPrice: stated.standaloneSellingPrice,
    eventTypeId: stated.eventTypeId,
    categoryId: stated.categoryId,
    classId: stated.classId,
    serviceStart: stated.revenueStartDate === undefined ? undefined : dayFrom(stated.revenueStartDate),
    serviceLast: stated.revenueEndDate === undefined ? undefined : dayFrom(stated.revenueEndDate),
    recognitionPattern: stated.recognitionPattern,
    regenerates: stated.regenerateInvoices ?? true,
  };
}

/** The names of a term's fields in this request. */
const requestNames: Readonly<Record<string, keyof UpdateObligationBody>> = {
  startDate: "billingStartDate",
  endDate: "totalNumberOfInvoices",
  duration: "totalNumberOfInvoices",
  intervalFrequency: "billingFrequency",
  interval: "billingFrequencyUnit",
  "discounts/0": "discount",
};

/** The same rejection with paths in the names of this request, and not those of a term. */
export function inRequestNames(error: unknown, body: UpdateObligationBody): unknown {
  const names = Object.entries({
    ...requestNames,
    ...(body.price === undefined ? {} : { "pricing/0/amount": "price" }),
  });
  return withPaths(error, (path) => {
    const found = names.find(([name]) => path === `/${name}` || path.startsWith(`/${name}/`));
    return found === undefined ? path : `/${found[1]}${path.slice(found[0].length + 1)}`;
  });
}

function rejectUnclearable(body: UpdateObligationBody, version: "v3" | "v3.1"): void {
  if (version === "v3") return;
  const issues = Object.entries(body).flatMap(([field, value]): Issue[] =>
    value !== null || clearable.includes(field as keyof UpdateObligationBody)
      ? []
      : [{ path: `/${field}`, code: "REQUIRED", message: `${field} cannot be cleared; leave it out to keep it.` }],
  );
  if (issues.length > 0) throw rejectionOf(issues);
}

function simplePricing(amount: string, hasPricing: boolean, { pricingType, pricing: [tier] }: Price) {
  const isSimple = pricingType === "SIMPLE" && !hasPricing;
  if (!isSimple || tier === undefined) {
    const message = "price changes a SIMPLE price; send pricing for the others.";
    throw rejectionOf([{ path: "/price", code: "CONFLICT", message }]);
  }
  return [{ ...tier, amount }];
}

/** The body of a custom revenue upsert (data model 4.4). */
export const CustomRevenueBody = Named(
  "CustomRevenueEntries",
  List(
    Closed({
      timeframe: Month(),
      total: Nullable(Amount({ sign: "any", description: "Revenue of the month; null follows the pattern again." })),
    }),
    { min: 1, max: 600, examples: [[{ timeframe: "2026-03", total: "80.00" }]] },
  ),
);

/** The codes according to the endpoint's row: for a body that is no array, and for an entry without a month. */
export function customRevenueCode(issues: readonly Issue[]): ErrorCode | undefined {
  if (issues.some(({ path, code }) => path === "" && (code === "TYPE" || code === "REQUIRED"))) {
    return "CUSTOM_REVENUE_NOT_ARRAY";
  }
  return issues.every(({ path }) => path.endsWith("/timeframe")) ? "CUSTOM_REVENUE_TIMEFRAME_MISSING" : undefined;
}

/** @throws DomainError AMOUNT_INVALID for amounts with more decimals than the currency */
export function entriesFrom(body: Static<typeof CustomRevenueBody>, currency: string): CustomRevenueEntry[] {
  const issues: Issue[] = [];
  const entries = body.map(({ timeframe, total }, index) => {
    const month = required(parseMonth(timeframe), `the month ${timeframe}`);
    const amount = total === null ? null : parseMoney(total, currency);
    if (amount === undefined) {
      const message = `The amount has too many decimals for ${currency}.`;
      issues.push({ path: `/${index}/total`, code: "AMOUNT_INVALID", message });
    }
    return { month, total: amount ?? null };
  });
  if (issues.length > 0) throw rejectionOf(issues);
  return entries;
}

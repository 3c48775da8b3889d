import { type Static, Type } from "typebox";
import type { NewTerm } from "../../actions/add-billing-term.ts";
import {
  amountTypes,
  billingTypes,
  discountTypes,
  type Escalator,
  invoiceDateStrategies,
  optionsOf,
  pricingTypes,
  statedOptions,
  tierBoundaries,
  usageScopes,
} from "../../billing-terms/billing-term.ts";
import { optionalDay } from "../../billing-terms/civil-date.ts";
import type { DiscountDraft } from "../../billing-terms/price-draft.ts";
import { decreaseCredits, seatProrationPolicies, trueUpTimings } from "../../billing-terms/seats.ts";
import type { SeatConfigDraft, TermDraft } from "../../billing-terms/term-draft.ts";
import type { TermPatch } from "../../billing-terms/term-patch.ts";
import { type Day, dayFrom } from "../../kernel/day.ts";
import { placed } from "../../kernel/errors.ts";
import { intervals } from "../../kernel/periods.ts";
import { rejectionOf } from "../../platform/http/error-codes.ts";
import {
  both,
  CivilDate,
  Closed,
  Integer,
  List,
  MultilineText,
  Named,
  Nullable,
  neither,
  OneOf,
  Quantity,
  Text,
  UnitPrice,
  Unsupported,
  Uuid,
} from "../../platform/http/wire.ts";
import { issuesOfTermFields } from "./either-field.ts";
import { StandaloneSellingPrice } from "./performance-obligation-bodies.ts";
import { ReasonCodeField } from "./reason-code.ts";
import { optionsBody } from "./term-options.ts";

const PricingTierBody = Named(
  "PricingTierDto",
  Closed({
    tier: Type.Optional(
      Integer(0, 100, { description: "0, 1, 2 … in order. Any number for a SIMPLE price; stored as 0." }),
    ),
    amount: UnitPrice(),
    amountType: OneOf(amountTypes, {
      description:
        "PER_ITEM multiplies by quantity; TOTAL_INVOICE is the whole amount of a period, or a flat amount of a tier.",
    }),
    tierMinimum: Type.Optional(
      Quantity({
        description:
          "Where the tier begins. With tierBoundary UPPER a quantity equal to it belongs to this tier: 1–1000 at one price and from 1001 at another is 1000 for TIERED, and 1001 for VOLUME if exactly 1000 still costs the first price.",
      }),
    ),
  }),
);

const discountExample = {
  type: "PERCENTAGE",
  amount: "0.10",
  note: "Launch offer",
  startDate: "2026-02-01",
  endDate: "2026-04-30",
};

export const DiscountBody = Named(
  "DiscountDto",
  Closed(
    {
      type: OneOf(discountTypes),
      amount: UnitPrice({ description: 'PERCENTAGE: a fraction, "0.10" is 10 %. FIXED: an amount a billing period.' }),
      note: Type.Optional(Nullable(MultilineText(0, 255))),
      startDate: Type.Optional(
        Nullable(CivilDate({ description: "It holds for billing periods that begin from this day on." })),
      ),
      endDate: Type.Optional(Nullable(CivilDate({ description: "… and through this day, inclusive." }))),
    },
    { examples: [discountExample] },
  ),
);

const EscalatorBody = Named(
  "EscalatorDto",
  Closed({
    type: OneOf(discountTypes),
    amount: UnitPrice({ description: 'PERCENTAGE: an uplift, "0.05" is 5 %. FIXED: added to every amount.' }),
    everyMonths: Type.Optional(Integer(1, 1200, { description: "Default 12, counted from startDate." })),
    firstDate: Type.Optional(Nullable(CivilDate({ description: "Default startDate + everyMonths." }))),
  }),
);

const SeatConfigBody = Named(
  "SeatConfigDto",
  Closed({
    minQuantity: Type.Optional(Quantity({ description: "Billed seats never fall below it; default 0." })),
    isMovingMinimum: Type.Optional(Type.Boolean({ description: "Each increase raises the minimum to the new count." })),
    defaultProrationPolicy: Type.Optional(OneOf(seatProrationPolicies)),
    defaultTrueUpTiming: Type.Optional(OneOf(trueUpTimings)),
    creditOnDecrease: Type.Optional(
      OneOf(decreaseCredits, { description: "PRORATED credits seats removed in a period that is invoiced." }),
    ),
  }),
);

/** Fields that have the same form in every request about a term. */
const common = {
  description: Type.Optional(Nullable(MultilineText(0, 2000))),
  productId: Type.Optional(Nullable(Uuid({ description: "Fills the fields that the request leaves out." }))),
  itemId: Type.Optional(Nullable(Uuid())),
  classId: Type.Optional(Nullable(Uuid())),
  endDate: Type.Optional(Nullable(CivilDate({ description: "Last day of service, inclusive." }))),
  duration: Type.Optional(Integer(0, 1200, { description: "Number of billing periods; 0 is open-ended." })),
  isRecurring: Type.Optional(Type.Boolean()),
  netPaymentTerms: Type.Optional(Integer(0, 365, { description: "Days from issue to due; default the contract's." })),
  pricingType: Type.Optional(OneOf(pricingTypes, { description: "Default SIMPLE." })),
  tierBoundary: Type.Optional(
    OneOf(tierBoundaries, { description: "Which tier a quantity equal to tierMinimum belongs to; default UPPER." }),
  ),
  packageSize: Type.Optional(Nullable(Quantity({ description: "Units of a package, for PACKAGE." }))),
  minimumPackages: Type.Optional(Integer(0, 1, { description: "Packages due at no quantity, for PACKAGE." })),
  quantity: Type.Optional(
    Quantity({ description: "Units a period, or the first count of seats; default 1 for FLAT." }),
  ),
  discounts: Type.Optional(List(DiscountBody, { max: 5 })),
  discount: Type.Optional(DiscountBody),
  escalator: Type.Optional(Nullable(EscalatorBody)),
  minimumAmount: Type.Optional(Nullable(UnitPrice({ description: "Minimum of a billing period, for usage." }))),
  maximumAmount: Type.Optional(Nullable(UnitPrice({ description: "Maximum of a billing period, for usage." }))),
  usageScope: Type.Optional(OneOf(usageScopes)),
  ...optionsBody,
  departmentId: Type.Optional(Unsupported()),
  projectId: Type.Optional(Unsupported()),
};

export const PricingBody = List(PricingTierBody, { min: 1, max: 100 });

const scheduleExample = {
  name: "Premium support",
  description: "Around the clock",
  startDate: "2026-02-01",
  endDate: "2026-12-31",
  interval: "MONTH",
  intervalFrequency: 1,
  invoiceDateStrategy: "FIRST_OF_PERIOD",
  netPaymentTerms: 30,
  billingType: "UNIT",
  pricing: [{ amount: "25.00", amountType: "PER_ITEM" }],
  quantity: "4",
  invoiceGroup: null,
};

const anchor = "First day of the first billing period, and the anchor of all.";
const strategy =
  "Day of each invoice: first or last day of the period, ARREARS the day after it, ADVANCED_DUE_START so early that it is " +
  "due on the first day.";

/** `CreateBillingScheduleDto` (data model 4.2): every field of a billing term (rules 13). */
export const BillingScheduleBody = Named(
  "CreateBillingScheduleDto",
  Closed(
    {
      ...common,
      name: Type.Optional(Text(1, 255, { description: "Name of the invoice line; required without a product." })),
      startDate: CivilDate({ description: anchor }),
      interval: OneOf(intervals, { description: "Length of a billing period. NONE bills once, on startDate." }),
      invoiceDateStrategy: Type.Optional(
        OneOf(invoiceDateStrategies, { description: `${strategy} Required, unless isArrears is sent.` }),
      ),
      isArrears: Type.Optional(Type.Boolean({ description: "Deprecated: send invoiceDateStrategy instead." })),
      invoiceType: Type.Optional(OneOf(["INVOICE"])),
      billingType: OneOf(billingTypes, { description: "FLAT: an amount a period. UNIT: quantity times a price." }),
      pricing: PricingBody,
      eventTypeId: Type.Optional(Nullable(Uuid({ description: "Makes the term usage-based." }))),
      seatConfig: Type.Optional(Nullable(SeatConfigBody)),
    },
    {
      examples: [scheduleExample],
      never: [both("invoiceDateStrategy", "isArrears"), neither("invoiceDateStrategy", "isArrears")],
    },
  ),
);
export type BillingScheduleBody = Static<typeof BillingScheduleBody>;

/** Combinations that no term may have: a date under both of its names, or neither a name nor a product. */
const neverOfAnyTerm = [
  both("startDate", "billingStartDate"),
  both("endDate", "billingEndDate"),
  neither("name", "productId"),
];
export const neverOfNewTerm = [...neverOfAnyTerm, neither("startDate", "billingStartDate")];

/** `CreateBillingTermDto` (data model 5.1). */
export const CreateBillingTermBody = Named(
  "CreateBillingTermDto",
  Closed(
    {
      ...common,
      name: Type.Optional(Text(1, 255, { description: "Name of the invoice line; required without a product." })),
      startDate: Type.Optional(CivilDate({ description: anchor })),
      billingStartDate: Type.Optional(CivilDate({ description: "The same as startDate." })),
      billingEndDate: Type.Optional(Nullable(CivilDate({ description: "The same as endDate." }))),
      interval: OneOf(intervals, { description: "Length of a billing period. NONE bills once, on startDate." }),
      invoiceDateStrategy: OneOf(invoiceDateStrategies, { description: strategy }),
      billingType: OneOf(billingTypes, { description: "FLAT: an amount a period. UNIT: quantity times a price." }),
      pricing: PricingBody,
      eventTypeId: Type.Optional(Nullable(Uuid({ description: "Makes the term usage-based." }))),
      seatConfig: Type.Optional(Nullable(SeatConfigBody)),
      billingTermGroupId: Type.Optional(Uuid({ description: "Joins a group; default a new one." })),
      standaloneSellingPrice: Type.Optional(StandaloneSellingPrice),
    },
    { examples: [scheduleExample], never: neverOfNewTerm },
  ),
);
/** The body of a term that replaces another one: it begins where the other ends. */
export const ReplacingTermBody = Named(
  "NewBillingTermDto",
  Closed(CreateBillingTermBody.properties, { examples: [scheduleExample], never: neverOfAnyTerm }),
);
export type CreateBillingTermBody = Static<typeof CreateBillingTermBody>;

/** `PatchBillingTermDto` (data model 5.7). */
export const PatchBillingTermBody = Named(
  "PatchBillingTermDto",
  Closed(
    {
      ...common,
      name: Type.Optional(Text(1, 255)),
      startDate: Type.Optional(CivilDate()),
      interval: Type.Optional(OneOf(intervals)),
      invoiceDateStrategy: Type.Optional(OneOf(invoiceDateStrategies)),
      billingType: Type.Optional(OneOf(billingTypes)),
      pricing: Type.Optional(PricingBody),
      effectiveDate: Type.Optional(
        CivilDate({ description: "First day of a changed price or quantity on an approved contract; default today." }),
      ),
      reasonCode: Type.Optional(ReasonCodeField),
    },
    {
      examples: [
        {
          description: "Around the clock",
          netPaymentTerms: 14,
          pricing: [{ amount: "27.50", amountType: "TOTAL_INVOICE" }],
          discounts: [discountExample],
          effectiveDate: "2026-03-01",
        },
      ],
    },
  ),
);
export type PatchBillingTermBody = Static<typeof PatchBillingTermBody>;

export { SeatConfigBody };

type CommonBody = Omit<PatchBillingTermBody, "pricing"> & { pricing?: Static<typeof PricingBody> };

/** The draft of a new term; the schema has accepted the body, and the domain checks the rest. */
export function termDraftFromBody(
  body: Omit<CommonBody, "name" | "effectiveDate" | "reasonCode"> &
    Pick<CreateBillingTermBody, "interval" | "billingType" | "pricing"> & {
      name?: string;
      eventTypeId?: string | null;
      seatConfig?: Static<typeof SeatConfigBody> | null;
    },
  start: Day,
): Omit<TermDraft, "invoiceDateStrategy"> {
  return {
    ...optionsOf(body),
    name: body.name,
    description: body.description,
    productId: body.productId ?? null,
    itemId: body.itemId,
    classId: body.classId,
    eventTypeId: body.eventTypeId ?? null,
    start,
    last: optionalDay(body.endDate),
    duration: body.duration ?? 0,
    interval: body.interval,
    isRecurring: body.isRecurring,
    netPaymentTerms: body.netPaymentTerms,
    billingType: body.billingType,
    pricingType: body.pricingType ?? "SIMPLE",
    pricing: pricingFrom(body.pricing, body.pricingType ?? "SIMPLE"),
    tierBoundary: body.tierBoundary ?? "UPPER",
    packageSize: body.packageSize ?? null,
    minimumPackages: body.minimumPackages === 1 ? 1 : 0,
    quantity: body.quantity,
    discounts: discountsFrom(body) ?? [],
    escalator: body.escalator === null || body.escalator === undefined ? null : escalatorFrom(body.escalator),
    minimumAmount: body.minimumAmount ?? null,
    maximumAmount: body.maximumAmount ?? null,
    usageScope: body.usageScope,
    seatConfig: body.seatConfig === null || body.seatConfig === undefined ? null : seatConfigFrom(body.seatConfig),
  };
}

/** The changes in a body; undefined keeps a field. */
export function patchFromBody(body: PatchBillingTermBody): TermPatch {
  const { startDate, endDate, effectiveDate, pricing: tiers, escalator, minimumPackages } = body;
  return {
    ...statedOptions(body),
    name: body.name,
    description: body.description,
    productId: body.productId,
    itemId: body.itemId,
    classId: body.classId,
    start: startDate === undefined ? undefined : dayFrom(startDate),
    last: endDate === undefined ? undefined : optionalDay(endDate),
    duration: body.duration,
    interval: body.interval,
    isRecurring: body.isRecurring,
    invoiceDateStrategy: body.invoiceDateStrategy,
    netPaymentTerms: body.netPaymentTerms,
    billingType: body.billingType,
    pricingType: body.pricingType,
    pricing: tiers === undefined ? undefined : pricingFrom(tiers, body.pricingType ?? "TIERED"),
    tierBoundary: body.tierBoundary,
    packageSize: body.packageSize,
    minimumPackages: minimumPackages === undefined ? undefined : minimumPackages === 1 ? 1 : 0,
    quantity: body.quantity,
    discounts: discountsFrom(body),
    escalator: escalator === undefined ? undefined : escalator === null ? null : escalatorFrom(escalator),
    minimumAmount: body.minimumAmount,
    maximumAmount: body.maximumAmount,
    usageScope: body.usageScope,
    effectiveDate: effectiveDate === undefined ? undefined : dayFrom(effectiveDate),
    reasonCode: body.reasonCode,
  };
}

/** The number of a single tier is ignored: integrators send 0 or 1 (data model 5.2). */
export function pricingFrom(tiers: Static<typeof PricingBody>, pricingType: string): TermDraft["pricing"] {
  const isSingle = tiers.length === 1 && pricingType !== "TIERED" && pricingType !== "VOLUME";
  return tiers.map(({ tier, tierMinimum, ...rest }) => ({
    ...rest,
    tier: isSingle ? 0 : tier,
    tierMinimum: tierMinimum ?? "0",
  }));
}

/** All discounts of a body, each with its path; undefined if the body has none of their fields. */
export function discountsFrom(body: {
  discounts?: readonly Static<typeof DiscountBody>[];
  discount?: Static<typeof DiscountBody>;
}): DiscountDraft[] | undefined {
  const { discounts, discount } = body;
  if (discounts === undefined && discount === undefined) return undefined;
  const listed = (discounts ?? []).map(discountFrom);
  return discount === undefined ? listed : [...listed, { ...discountFrom(discount), place: "/discount" }];
}

export function discountFrom(discount: Static<typeof DiscountBody>): DiscountDraft {
  const { type, amount, note, startDate, endDate } = discount;
  return { type, amount, note: note ?? null, start: optionalDay(startDate), last: optionalDay(endDate) };
}

function escalatorFrom(escalator: Static<typeof EscalatorBody>): Escalator {
  const { type, amount, everyMonths, firstDate } = escalator;
  return { type, amount, everyMonths: everyMonths ?? 12, firstDate: optionalDay(firstDate) };
}

function seatConfigFrom(config: Static<typeof SeatConfigBody>): SeatConfigDraft {
  return {
    minQuantity: config.minQuantity,
    isMovingMinimum: config.isMovingMinimum,
    defaultProrationPolicy: config.defaultProrationPolicy,
    defaultTrueUpTiming: config.defaultTrueUpTiming,
    creditOnDecrease: config.creditOnDecrease,
  };
}

/**
 * The draft of a new term, the group that it joins, if stated, and its standalone selling price.
 *
 * @param path of the term in the request
 * @throws DomainError VALIDATION_FAILED for a date under both of its names, or without a first day
 */
export function newTermFrom(body: Static<typeof CreateBillingTermBody>, path = ""): NewTerm {
  const { startDate, billingStartDate, endDate, billingEndDate, ...fields } = body;
  const { billingTermGroupId: groupId, standaloneSellingPrice, ...rest } = fields;
  const start = startDate ?? billingStartDate;
  const issues = issuesOfTermFields(body);
  if (start === undefined || issues.some((issue) => issue.path !== "/name")) throw rejectionOf(placed(path, issues));
  const end = endDate ?? billingEndDate;
  const draft = termDraftFromBody({ ...rest, ...(end === undefined ? {} : { endDate: end }) }, dayFrom(start));
  return { draft: { ...draft, invoiceDateStrategy: body.invoiceDateStrategy }, groupId, standaloneSellingPrice };
}

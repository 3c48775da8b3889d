import { type Static, Type } from "typebox";
import { considerationTypes } from "../../billing-terms/performance-obligations/performance-obligation.ts";
import type { PobDraft } from "../../billing-terms/performance-obligations/pob-request.ts";
import { required } from "../../kernel/assert.ts";
import { dayFrom, parseMonth } from "../../kernel/day.ts";
import { canonicalDecimal } from "../../kernel/decimal.ts";
import {
  Amount,
  CivilDate,
  Closed,
  Fraction,
  List,
  Month,
  Named,
  Nullable,
  OneOf,
  Quantity,
  Text,
  Uuid,
} from "../../platform/http/wire.ts";
import { ReasonCodeField } from "./reason-code.ts";
import { RecognitionPatternWord } from "./shared-words.ts";

const asBilledNote = "Not for RECOGNIZE_AS_BILLED and RECOGNIZE_AS_CONSUMED, which take it from the group's terms.";

export const StandaloneSellingPrice = Nullable(
  Amount({ sign: "positive", description: "For the whole service; default the product's." }),
);

/** The fields of a performance obligation, all optional (data model 6.2). */
const pobFields = {
  name: Type.Optional(Nullable(Text(1, 255))),
  productId: Type.Optional(Nullable(Uuid({ description: "Fills the fields that the request leaves out." }))),
  itemId: Type.Optional(Nullable(Uuid())),
  erpClassId: Type.Optional(Nullable(Uuid())),
  classId: Type.Optional(Nullable(Uuid({ description: "The same as erpClassId." }))),
  categoryId: Type.Optional(Nullable(Uuid({ description: "Revenue category; default the product's." }))),
  category: Type.Optional(Text(1, 255, { description: "The category by its name, in place of categoryId." })),
  serviceStartDate: Type.Optional(CivilDate({ description: `First day of service. ${asBilledNote}` })),
  serviceEndDate: Type.Optional(CivilDate({ description: `Last day of service, inclusive. ${asBilledNote}` })),
  transactionPrice: Type.Optional(Amount({ description: `Its price. ${asBilledNote}` })),
  standaloneSellingPrice: Type.Optional(StandaloneSellingPrice),
  considerationType: Type.Optional(OneOf(considerationTypes, { description: "Default by pattern." })),
  recognitionPattern: Type.Optional(RecognitionPatternWord()),
  eventTypeId: Type.Optional(Nullable(Uuid({ description: "The usage that RECOGNIZE_AS_CONSUMED earns." }))),
  recognitionDate: Type.Optional(Nullable(CivilDate({ description: "The day on which POINT_IN_TIME earns all." }))),
  milestones: Type.Optional(
    List(
      Named(
        "PobMilestoneDto",
        Closed({
          name: Text(1, 255),
          weight: Quantity({ sign: "positive", description: "Its part of the price is weight ÷ the sum of weights." }),
          reachedDate: Type.Optional(Nullable(CivilDate({ description: "Today or before." }))),
        }),
      ),
      { max: 100 },
    ),
  ),
  progress: Type.Optional(
    List(
      Named(
        "PobProgressDto",
        Closed({
          asOf: CivilDate({ description: "Today or before." }),
          percentComplete: Fraction({ description: 'How much is complete by that day: "0.35" is 35 %.' }),
        }),
      ),
      { max: 600 },
    ),
  ),
  effectiveDate: Type.Optional(
    CivilDate({ description: "First day of the change, on an approved contract; default today." }),
  ),
  reasonCode: Type.Optional(ReasonCodeField),
  correction: Type.Optional(Type.Boolean({ description: "Lets progress fall below what was reported before." })),
  customRevenue: Type.Optional(
    List(Named("PobMonthDto", Closed({ timeframe: Month(), total: Amount({ sign: "any" }) })), { max: 600 }),
  ),
};

export const PobBody = Named(
  "PerformanceObligationDto",
  Closed(pobFields, {
    examples: [{ name: "Platform access", standaloneSellingPrice: "1500.00" }],
  }),
);

/** `BatchSavePobsForContractDto` (data model 6.1). */
export const SavePobsBody = Named(
  "BatchSavePobsForContractDto",
  Closed(
    {
      billingTermGroupId: Uuid({ description: "The group of everything below." }),
      toCreate: Type.Optional(List(PobBody, { max: 100 })),
      toUpdate: Type.Optional(List(Closed({ id: Uuid(), ...pobFields }), { max: 100 })),
      toDelete: Type.Optional(List(Uuid(), { max: 100 })),
      allocate: Type.Optional(
        Type.Boolean({
          description: "Sets the stated prices to shares of what the group bills, by standalone selling price.",
        }),
      ),
    },
    {
      examples: [
        {
          billingTermGroupId: "0197f1a0-5c1e-7b9a-9a55-3f0d2c7e8b10",
          toCreate: [
            {
              name: "Onboarding",
              recognitionPattern: "STRAIGHT_LINE",
              serviceStartDate: "2026-02-01",
              serviceEndDate: "2026-03-31",
              transactionPrice: "20.00",
            },
          ],
          toUpdate: [{ id: "0197f1a0-5c1e-7b9a-9a55-3f0d2c7e8b11", name: "Platform access" }],
          toDelete: [],
          allocate: false,
        },
      ],
    },
  ),
);

/** The domain's draft of an accepted body. */
export function pobDraftFrom(body: Static<typeof PobBody>): PobDraft {
  const { erpClassId, classId, serviceStartDate, serviceEndDate, recognitionDate, effectiveDate, ...rest } = body;
  return {
    name: rest.name,
    productId: rest.productId,
    itemId: rest.itemId,
    classId: erpClassId === undefined ? classId : erpClassId,
    categoryId: rest.categoryId,
    categoryName: rest.category,
    serviceStart: serviceStartDate === undefined ? undefined : dayFrom(serviceStartDate),
    serviceLast: serviceEndDate === undefined ? undefined : dayFrom(serviceEndDate),
    transactionPrice: rest.transactionPrice,
    standaloneSellingPrice: rest.standaloneSellingPrice,
    considerationType: rest.considerationType,
    recognitionPattern: rest.recognitionPattern,
    eventTypeId: rest.eventTypeId,
    recognitionDate:
      recognitionDate === undefined || recognitionDate === null ? recognitionDate : dayFrom(recognitionDate),
    milestones: rest.milestones?.map(({ name, weight, reachedDate }) => ({
      name,
      weight: canonicalDecimal(weight),
      reachedDate: reachedDate === undefined || reachedDate === null ? null : dayFrom(reachedDate),
    })),
    progress: rest.progress?.map(({ asOf, percentComplete }) => ({
      asOf: dayFrom(asOf),
      percentComplete: canonicalDecimal(percentComplete),
    })),
    effectiveFrom: effectiveDate === undefined ? undefined : dayFrom(effectiveDate),
    reasonCode: rest.reasonCode,
    isCorrection: rest.correction,
    customRevenue: rest.customRevenue?.map(({ timeframe, total }) => ({
      month: required(parseMonth(timeframe), `the month ${timeframe}`),
      total,
    })),
  };
}

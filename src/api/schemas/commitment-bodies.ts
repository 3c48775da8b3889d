import { type Static, Type } from "typebox";
import {
  type CommitmentPattern,
  type CommitmentUnitType,
  commitmentIntervals,
  commitmentPatterns,
  commitmentUnitTypes,
  prepaymentScheduleTypes,
  pricePriorities,
  tierPricingTypes,
  trueUpBehaviors,
} from "../../commitments/commitment.ts";
import type {
  CommitmentDraft,
  OverageDraft,
  ScheduleDraft,
  ScheduleFields,
  StepDraft,
} from "../../commitments/commitment-draft.ts";
import { dayFrom } from "../../kernel/day.ts";
import {
  CivilDate,
  Closed,
  CurrencyCode,
  Integer,
  List,
  MultilineText,
  Named,
  Nullable,
  OneOf,
  Quantity,
  Text,
  UnitPrice,
  Unsupported,
  Uuid,
} from "../../platform/http/wire.ts";

const OverageTierBody = Named(
  "OveragePricingDto",
  Closed({
    name: Type.Optional(Nullable(Text(0, 255))),
    tier: Type.Optional(Integer(0, 100, { description: "0, 1, 2 … in order." })),
    conditionValue: Quantity({
      description: "Overage units of the commitment period from which the price holds, from 0.",
    }),
    price: UnitPrice({ description: "For one unit." }),
    currency: Type.Optional(CurrencyCode({ description: "The contract's." })),
    isOverage: Type.Optional(Type.Boolean({ description: "Ignored." })),
    mantissa: Type.Optional(Unsupported()),
    exponent: Type.Optional(Unsupported()),
  }),
);

export const OverageConfigBody = Named(
  "OverageConfigDto",
  Closed({
    billingTermId: Type.Optional(Uuid({ description: "A term of the event type; or send eventTypeId." })),
    eventTypeId: Type.Optional(Uuid()),
    overagePrice: Type.Optional(UnitPrice({ description: "One price for every unit; or send overagePricings." })),
    overagePricings: Type.Optional(List(OverageTierBody, { min: 1, max: 100 })),
    tierPricingType: Type.Optional(
      OneOf(tierPricingTypes, {
        description:
          "USE_ALL_TIER_PRICES (default) prices each tier's part; USE_TOP_TIER_PRICE_ONLY all units at one price.",
      }),
    ),
    overageInvoiceLineName: Type.Optional(Nullable(Text(1, 255))),
    overageIntegrationItemId: Type.Optional(Nullable(Uuid())),
  }),
);

const overageConfigs = Type.Optional(
  List(OverageConfigBody, { max: 100, description: "One for each event type; without, the last step's prices go on." }),
);

/** Fields of a schedule about prepayment, true-up and overage. */
export const billing = {
  commitmentInterval: Type.Optional(
    Nullable(OneOf(commitmentIntervals, { description: "How often the value starts over; null is never." })),
  ),
  trueUpBehavior: Type.Optional(
    OneOf(trueUpBehaviors, {
      description:
        "When unused value is billed. Where none is sent, EACH_PERIOD, and NONE while the schedule is fully prepaid.",
    }),
  ),
  trueUpName: Type.Optional(Nullable(Text(1, 255))),
  trueUpIntegrationItem: Type.Optional(Nullable(Uuid())),
  prepaidEnabled: Type.Optional(Type.Boolean()),
  prepaidValue: Type.Optional(Quantity({ description: "For each commitment period, in the commitment's unit." })),
  prepaymentScheduleType: Type.Optional(
    OneOf(prepaymentScheduleTypes, { description: "Default FULL_UPFRONT. Without effect where nothing is prepaid." }),
  ),
  prepaymentInvoiceLineName: Type.Optional(Nullable(Text(1, 255))),
  prepaymentIntegrationItem: Type.Optional(Nullable(Uuid())),
  netPaymentTerms: Type.Optional(
    Nullable(Integer(0, 365, { description: "Of prepayments and true-ups; default the contract's." })),
  ),
  overageConfigs,
};

const days = {
  startDate: Type.Optional(CivilDate({ description: "First day." })),
  endDate: Type.Optional(CivilDate({ description: "Last day, inclusive: the end of a commitment period." })),
};

export const commitmentValue = Quantity({
  sign: "positive",
  description: "For each commitment period: money, or units of usage, by commitmentUnitType.",
});
export const billingTermIds = List(Uuid(), { min: 1, max: 100, description: "Usage terms, one for each event type." });
const stepName = Type.Optional(Nullable(Text(1, 255)));
const StepBody = Closed({ name: stepName, commitmentValue, billingTermIds });
const steps = List(StepBody, { min: 1, max: 20, description: "In the order in which they are drawn down." });

const ScheduleBody = Closed({ ...days, ...billing, steps });

export const example = "0197f1a0-5c1e-7b9a-9a55-000000000000";
const scheduleExample = {
  startDate: "2027-01-01",
  endDate: "2027-12-31",
  commitmentInterval: "QUARTERLY",
  prepaidEnabled: true,
  prepaidValue: "600.00",
  prepaymentScheduleType: "PER_COMMITMENT_PERIOD",
  overageConfigs: [{ billingTermId: example, overagePrice: "0.009" }],
  steps: [{ name: "First calls", commitmentValue: "1200.00", billingTermIds: [example] }],
};

export const common = {
  name: Type.Optional(Nullable(Text(1, 255))),
  commitmentUnitType: OneOf([...commitmentUnitTypes, "DOLLARS"], {
    description: "DOLLARS is another name of CURRENCY.",
  }),
  isFullDuration: Type.Optional(
    Type.Boolean({ description: "The first schedule starts, and the last ends, with the contract." }),
  ),
  pricePriority: Type.Optional(
    OneOf(pricePriorities, { description: "Which event type draws first inside a billing period; default LOW." }),
  ),
  revenueRecognitionPattern: Type.Optional(
    OneOf([...commitmentPatterns, "recognize_as_consumed", "straight_line"], {
      description: "Default RECOGNIZE_AS_CONSUMED; any case.",
    }),
  ),
};

const CommonBody = Closed(common);

/** One commitment of a request. */
export const CommitmentBody = Named(
  "UsageCommitmentDto",
  Closed({ ...common, schedules: List(ScheduleBody, { min: 1, max: 100, description: "One after the other." }) }),
);

/** `CreateNestedUsageCommitmentsV3RequestDto` (data model 8.2). */
export const CreateCommitmentsBody = Named(
  "CreateNestedUsageCommitmentsV3RequestDto",
  Closed(
    {
      contractId: Type.Optional(Uuid({ description: "The contract of the path, if sent." })),
      commitments: List(CommitmentBody, { min: 1, max: 50, description: "All or none are created." }),
    },
    { examples: [{ commitments: [{ commitmentUnitType: "CURRENCY", schedules: [scheduleExample] }] }] },
  ),
);
export type CreateCommitmentsBody = Static<typeof CreateCommitmentsBody>;

const { startDate: _startDate, ...withoutStart } = scheduleExample;
const laterExample = { ...withoutStart, endDate: "2027-06-30" };

export const AppendScheduleBody = Named(
  "AppendScheduleRequestDto",
  Closed({ ...days, ...billing, steps }, { examples: [laterExample] }),
);
export type AppendScheduleBody = Static<typeof AppendScheduleBody>;

export const PatchScheduleBody = Named(
  "PatchScheduleRequestDto",
  Closed({ ...days, ...billing }, { examples: [{ trueUpName: "Unused calls", netPaymentTerms: 45 }] }),
);
export type PatchScheduleBody = Static<typeof PatchScheduleBody>;

export const DeleteScheduleBody = Named(
  "DeleteScheduleRequestDto",
  Closed(
    {
      reason: Type.Optional(Nullable(MultilineText(1, 500))),
      extendPreviousSchedule: Type.Optional(
        Type.Boolean({ description: "The schedule before takes over its days; else the commitment ends earlier." }),
      ),
    },
    { examples: [{ reason: "Agreed by mistake", extendPreviousSchedule: false }] },
  ),
);

export const AppendStepBody = Named(
  "AppendUsageCommitmentStepV3RequestDto",
  Closed(
    { scheduleId: Uuid(), name: stepName, commitmentValue, billingTermIds },
    { examples: [{ scheduleId: example, commitmentValue: "600.00", billingTermIds: [example] }] },
  ),
);

export const UpdateStepBody = Named(
  "UpdateUsageCommitmentStepV3RequestDto",
  Closed(
    {
      name: stepName,
      commitmentValue: Type.Optional(commitmentValue),
      billingTermIds: Type.Optional(billingTermIds),
    },
    { examples: [{ commitmentValue: "900.00" }] },
  ),
);

export const TerminateCommitmentBody = Closed(
  {
    endDate: CivilDate({ description: "Last day, inclusive: the end of a period, and not before what is invoiced." }),
    reason: Type.Optional(Nullable(MultilineText(1, 500))),
  },
  { examples: [{ endDate: "2026-03-31", reason: "Bought out" }] },
);

type BillingBody = Static<typeof PatchScheduleBody>;

export function fieldsFromBody(body: BillingBody): ScheduleFields {
  return {
    start: body.startDate === undefined ? undefined : dayFrom(body.startDate),
    end: body.endDate === undefined ? undefined : dayFrom(body.endDate) + 1,
    interval: body.commitmentInterval,
    trueUpBehavior: body.trueUpBehavior,
    trueUpName: body.trueUpName,
    trueUpItemId: body.trueUpIntegrationItem,
    prepaidEnabled: body.prepaidEnabled,
    prepaidValue: body.prepaidValue,
    prepaymentScheduleType: body.prepaymentScheduleType,
    prepaymentLineName: body.prepaymentInvoiceLineName,
    prepaymentItemId: body.prepaymentIntegrationItem,
    netPaymentTerms: body.netPaymentTerms,
    overageConfigs: body.overageConfigs?.map(overageFromBody),
  };
}

export function scheduleFromBody(body: Static<typeof ScheduleBody>): ScheduleDraft {
  return { ...fieldsFromBody(body), steps: body.steps.map(stepFromBody) };
}

export function stepFromBody(body: Static<typeof StepBody>): StepDraft {
  return { name: body.name ?? null, value: body.commitmentValue, billingTermIds: body.billingTermIds };
}

export function draftsFromBody({ commitments }: CreateCommitmentsBody): CommitmentDraft[] {
  return commitments.map(commitmentFromBody);
}

export function commitmentFromBody(body: Static<typeof CommitmentBody>): CommitmentDraft {
  return { ...headFromBody(body), schedules: body.schedules.map(scheduleFromBody) };
}

/** The fields of a commitment without its schedules, with aliases replaced by our names. */
export function headFromBody(body: Static<typeof CommonBody>) {
  const { name, commitmentUnitType, isFullDuration, pricePriority, revenueRecognitionPattern } = body;
  const unitType: CommitmentUnitType = commitmentUnitType === "UNITS" ? "UNITS" : "CURRENCY";
  const isStraight = revenueRecognitionPattern?.toUpperCase() === "STRAIGHT_LINE";
  const pattern: CommitmentPattern = isStraight ? "STRAIGHT_LINE" : "RECOGNIZE_AS_CONSUMED";
  return {
    name: name ?? null,
    unitType,
    isFullDuration: isFullDuration ?? false,
    pricePriority: pricePriority ?? ("LOW" as const),
    pattern,
  };
}

function overageFromBody(body: Static<typeof OverageConfigBody>): OverageDraft {
  return {
    billingTermId: body.billingTermId,
    eventTypeId: body.eventTypeId,
    price: body.overagePrice,
    tiers: body.overagePricings?.map(({ name, tier, conditionValue, price, currency }) => {
      return { name: name ?? null, tier, from: conditionValue, price, currency };
    }),
    tierPricingType: body.tierPricingType,
    lineName: body.overageInvoiceLineName ?? null,
    itemId: body.overageIntegrationItemId ?? null,
  };
}

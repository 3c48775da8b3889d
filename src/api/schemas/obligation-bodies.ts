import { isDeepStrictEqual } from "node:util";
import { type Static, Type } from "typebox";
import { optionalDay } from "../../billing-terms/civil-date.ts";
import type { ObligationDraft } from "../../billing-terms/obligation.ts";
import type { DiscountDraft } from "../../billing-terms/price-draft.ts";
import { dayFrom } from "../../kernel/day.ts";
import type { Issue } from "../../kernel/errors.ts";
import { rejectionOf } from "../../platform/http/error-codes.ts";
import { CivilDate, Closed, List, Nullable, Uuid } from "../../platform/http/wire.ts";
import {
  BillingScheduleBody,
  DiscountBody,
  discountsFrom,
  SeatConfigBody,
  termDraftFromBody,
} from "./billing-term-bodies.ts";
import { StandaloneSellingPrice } from "./performance-obligation-bodies.ts";
import { RecognitionPatternWord } from "./shared-words.ts";

/** `CreateObligationDto` (data model 4.1). */
export const CreateObligationBody = Closed({
  serviceStartDate: CivilDate({ description: "First day revenue is earned.", examples: ["2026-02-01"] }),
  serviceEndDate: Type.Optional(
    Nullable(CivilDate({ description: "Last day, inclusive; required where billing ends.", examples: ["2026-12-31"] })),
  ),
  categoryId: Type.Optional(Nullable(Uuid({ description: "Revenue category; its accounts are posted to." }))),
  recognitionPattern: Type.Optional(
    RecognitionPatternWord({
      description: "STRAIGHT_LINE: evenly by month. STRAIGHT_LINE_DAILY: by day. POINT_IN_TIME: all on the last day.",
    }),
  ),
  classId: Type.Optional(Nullable(Uuid({ description: "The same as the billing schedule's." }))),
  standaloneSellingPrice: Type.Optional(StandaloneSellingPrice),
  billingSchedule: BillingScheduleBody,
  discounts: Type.Optional(List(DiscountBody, { max: 5 })),
  discount: Type.Optional(DiscountBody),
  seatConfig: Type.Optional(Nullable(SeatConfigBody)),
});

export type CreateObligationBody = Static<typeof CreateObligationBody>;

/**
 * The domain's draft of an accepted body. End dates stay inclusive until the facts are made. Discounts and seats mean the same
 * beside the schedule and inside it (rules 13).
 *
 * @throws DomainError VALIDATION_FAILED if the two places differ
 */
export function draftFromBody(body: CreateObligationBody): ObligationDraft {
  const schedule = body.billingSchedule;
  const [own, inSchedule] = [discountsFrom(body), discountsFrom(schedule)];
  const seats = [body.seatConfig, schedule.seatConfig];
  const issues = [...differing("discounts", [own, inSchedule].map(unplaced)), ...differing("seatConfig", seats)];
  if (issues.length > 0) throw rejectionOf(issues);
  const { discounts: _discounts, discount: _discount, ...rest } = schedule;
  const seatConfig = body.seatConfig ?? schedule.seatConfig ?? null;
  return {
    serviceStart: dayFrom(body.serviceStartDate),
    serviceLast: optionalDay(body.serviceEndDate),
    categoryId: body.categoryId ?? null,
    classId: body.classId,
    recognitionPattern: body.recognitionPattern,
    standaloneSellingPrice: body.standaloneSellingPrice,
    schedule: {
      ...termDraftFromBody({ ...rest, seatConfig }, dayFrom(schedule.startDate)),
      discounts: own ?? inSchedule?.map(placedInSchedule) ?? [],
      isArrears: schedule.isArrears,
      invoiceDateStrategy: schedule.invoiceDateStrategy,
    },
  };
}

function unplaced(discounts: readonly DiscountDraft[] | undefined) {
  return discounts?.map(({ place: _place, ...discount }) => discount);
}

function placedInSchedule(discount: DiscountDraft, index: number): DiscountDraft {
  return { ...discount, place: `/billingSchedule${discount.place ?? `/discounts/${index}`}` };
}

function differing(field: string, [beside, inSchedule]: readonly unknown[]): Issue[] {
  if (beside === undefined || inSchedule === undefined || isDeepStrictEqual(beside, inSchedule)) return [];
  const message = `${field} and billingSchedule.${field} differ; send one of them.`;
  return [{ path: `/${field}`, code: "CONFLICT", message }];
}

import type { InputOf } from "@accord/client";
import { isAmount } from "../../../format/money.ts";
import { isNumber } from "../change/form.ts";

/** How a stated performance obligation is earned, in the order in which it is offered. */
export const pobPatterns = [
  { value: "STRAIGHT_LINE", label: "Evenly by month" },
  { value: "STRAIGHT_LINE_DAILY", label: "Evenly by day" },
  { value: "POINT_IN_TIME", label: "All on one day" },
  { value: "MILESTONE", label: "By milestones" },
  { value: "PERCENT_COMPLETE", label: "By progress" },
  { value: "RECOGNIZE_AS_BILLED", label: "As it is billed" },
  { value: "RECOGNIZE_AS_CONSUMED", label: "As it is used" },
] as const;

export type PobPattern = (typeof pobPatterns)[number]["value"];
export type MilestoneDraft = { readonly name: string; readonly weight: string };

/** One performance obligation of a group, as typed texts. */
export type PobDraft = {
  readonly productId: string | null;
  readonly name: string;
  readonly pattern: PobPattern;
  readonly start: string;
  readonly end: string;
  /** The stated part of what the group bills. */
  readonly price: string;
  readonly standalone: string;
  readonly categoryId: string | null;
  readonly eventTypeId: string | null;
  readonly milestones: readonly MilestoneDraft[];
};

type Body = NonNullable<InputOf<"createContract">["body"]["performanceObligations"]>[number];

export function blankPob(start: string, end: string): PobDraft {
  return {
    ...{ productId: null, name: "", pattern: "STRAIGHT_LINE", start, end, price: "", standalone: "" },
    ...{ categoryId: null, eventTypeId: null, milestones: [{ name: "", weight: "" }] },
  };
}

/** True if it has its own days and price; obligations that follow billing or usage have not. */
export function isStated({ pattern }: Pick<PobDraft, "pattern">): boolean {
  return pattern !== "RECOGNIZE_AS_BILLED" && pattern !== "RECOGNIZE_AS_CONSUMED";
}

/** Its part of the request body; undefined while something is missing or not a number. */
export function pobBodyOf(draft: PobDraft, billingTermGroupId: string): Body | undefined {
  const { productId, name, pattern, start, end, price, categoryId, eventTypeId } = draft;
  const standalone = isStated(draft) ? draft.standalone.trim() : "";
  const milestones = draft.milestones.filter((each) => each.name.trim() !== "" || each.weight.trim() !== "");
  const isComplete =
    name.trim() !== "" &&
    (!isStated(draft) || ((start !== "" || pattern === "POINT_IN_TIME") && end !== "" && isAmount(price))) &&
    (standalone === "" || isAmount(standalone)) &&
    (pattern !== "RECOGNIZE_AS_CONSUMED" || eventTypeId !== null) &&
    (pattern !== "MILESTONE" ||
      (milestones.length > 0 && milestones.every((each) => each.name.trim() !== "" && isNumber(each.weight))));
  if (!isComplete) return undefined;
  return {
    billingTermGroupId,
    ...(productId && { productId }),
    ...{ name: name.trim(), recognitionPattern: pattern },
    ...(isStated(draft) && {
      serviceStartDate: pattern === "POINT_IN_TIME" ? end : start,
      ...{ serviceEndDate: end, transactionPrice: price.trim() },
    }),
    ...(standalone && { standaloneSellingPrice: standalone }),
    ...(categoryId && { categoryId }),
    ...(pattern === "POINT_IN_TIME" && { recognitionDate: end }),
    ...(pattern === "RECOGNIZE_AS_CONSUMED" && eventTypeId && { eventTypeId }),
    ...(pattern === "MILESTONE" && {
      milestones: milestones.map((each) => ({ name: each.name.trim(), weight: each.weight.trim() })),
    }),
  } as Body;
}

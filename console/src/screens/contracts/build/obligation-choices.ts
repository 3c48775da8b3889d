import { type Draft, hasCount, isOnce, type Kind } from "./obligation-draft.ts";

type Choice = { readonly value: string; readonly label: string };

export const kinds: readonly (Choice & { readonly value: Kind })[] = [
  { value: "FLAT", label: "Flat" },
  { value: "SEATS", label: "Seats" },
  { value: "UNITS", label: "Units" },
  { value: "USAGE", label: "Usage" },
  { value: "ONE_OFF", label: "One-off" },
  { value: "MILESTONE", label: "Milestone" },
];

/** Possible kinds of pricing: by quantity tiers and, if several terms can be drafted at once, by day. */
export function pricingsOf(kind: Kind, mayRamp: boolean): readonly (Choice & { readonly value: Draft["pricing"] })[] {
  const isByQuantity = hasCount({ kind }) || kind === "USAGE";
  return [
    { value: "SIMPLE", label: "One price" },
    ...(isByQuantity ? ([{ value: "TIERED", label: "Tiers" }] as const) : []),
    ...(isByQuantity ? ([{ value: "VOLUME", label: "Volume" }] as const) : []),
    ...(mayRamp && !isOnce({ kind }) ? ([{ value: "RAMP", label: "Ramp" }] as const) : []),
  ];
}

/** Possible recognition patterns: usage only as consumed, open-ended terms only over time. */
export function patternsOf({ kind, end }: Pick<Draft, "kind" | "end">): readonly Choice[] {
  if (kind === "USAGE") return [{ value: "RECOGNIZE_AS_CONSUMED", label: "As it is used" }];
  if (kind === "MILESTONE") return [{ value: "POINT_IN_TIME", label: "All when it is reached" }];
  return [
    { value: "STRAIGHT_LINE", label: "Evenly by month" },
    { value: "STRAIGHT_LINE_DAILY", label: "Evenly by day" },
    ...(end === "" ? [] : [{ value: "POINT_IN_TIME", label: "All on the last day" }]),
    { value: "RECOGNIZE_AS_BILLED", label: "As it is billed" },
  ];
}

/** When it can be invoiced: usage is known after its period. */
export function daysOf(kind: Kind): readonly (Choice & { readonly value: Draft["when"] })[] {
  const after = [
    { value: "ARREARS", label: "Day after each period" },
    { value: "LAST_OF_PERIOD", label: "Last day of each period" },
  ] as const;
  if (kind === "USAGE") return after;
  if (kind === "MILESTONE") return [{ value: "FIRST_OF_PERIOD", label: "The day on which it is reached" }];
  return [
    { value: "FIRST_OF_PERIOD", label: "First day of each period" },
    { value: "ADVANCED_DUE_START", label: "Early, so that it is due on the first day" },
    ...after,
  ];
}

/** The draft with what was chosen before, where that can still be chosen. */
export function fitting(draft: Draft): Draft {
  const { kind, when, pattern, pricing } = draft;
  const days = daysOf(kind);
  return {
    ...draft,
    when: days.find(({ value }) => value === when)?.value ?? days[0]?.value ?? when,
    pattern: patternsOf(draft).some(({ value }) => value === pattern) ? pattern : "",
    pricing: pricingsOf(kind, true).some(({ value }) => value === pricing) ? pricing : "SIMPLE",
  };
}

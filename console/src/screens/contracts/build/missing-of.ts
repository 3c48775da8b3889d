import { isNumber } from "../change/form.ts";
import { type Draft, hasCount } from "./obligation-draft.ts";

/** The missing fields of a draft, in words: "“Support” needs a price and a number of seats." */
export function missingOf(draft: Draft, step?: number): string {
  const { name, start, kind, pricing, layers, quantity, eventTypeId } = draft;
  const prices = pricing === "SIMPLE" ? layers.slice(0, 1) : layers;
  const wanted = [
    name.trim() === "" && "a name",
    start === "" && "a first day",
    hasCount(draft) && !isNumber(quantity) && `a number of ${kind === "SEATS" ? "seats" : "units"}`,
    kind === "USAGE" && eventTypeId === null && "what is counted",
    !prices.every(({ amount }) => isNumber(amount)) && (pricing === "SIMPLE" ? "a price" : "a price in each tier"),
  ].filter((each) => each !== false);
  const what = name.trim() === "" ? "What is sold" : `“${name.trim()}”`;
  const which = step === undefined ? what : `${what}, step ${step},`;
  return wanted.length === 0 ? `${which} is not complete yet.` : `${which} needs ${inALine(wanted)}.`;
}

function inALine(words: readonly string[]): string {
  const [last = "", ...before] = words.toReversed();
  return before.length === 0 ? last : `${before.toReversed().join(", ")} and ${last}`;
}

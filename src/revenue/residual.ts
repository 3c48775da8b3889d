import type { Correction } from "../billing-terms/performance-obligation.ts";
import type { Day } from "../kernel/day.ts";
import { add, isNegative, isZero, type Money, min, money, negate, subtract, sum, zero } from "../kernel/money.ts";
import type { ContractFacts, PobFacts } from "./contract-facts.ts";
import { treatmentOf } from "./modifications.ts";
import type { PricedAmount, TermAmount } from "./term-price.ts";

/** What a correction adds to a stated price, below zero where it lowers it; nothing where there is no price before and after it. */
export function priceChangeOf({ changes }: Pick<Correction, "changes">): Money[] {
  const { from, to } = changes.transactionPrice ?? {};
  return isStored(from) && isStored(to) ? [money(BigInt(to.minor) - BigInt(from.minor), to.currency)] : [];
}

/** An amount as corrections keep it. */
function isStored(value: unknown): value is { readonly minor: string; readonly currency: string } {
  return typeof value === "object" && value !== null && "minor" in value && "currency" in value;
}

/**
 * What the residual of a billing term earns: the parts of what the term bills beyond the stated prices of its group, each from
 * its own day. Where stated prices change with a modification, what they leave or take counts from the day of it.
 *
 * @param stated  the part of the stated prices that is the term's
 * @param amounts the parts of what the term bills
 */
export function residualAmounts(
  facts: ContractFacts,
  pob: PobFacts,
  stated: Money,
  amounts: readonly TermAmount[],
): PricedAmount[] {
  const parts = beyondStated(amounts, stated, statedChanges(facts, pob));
  return parts.map(({ amount, from }) => ({ amount, from, reason: { of: "INCEPTION" } }));
}

/**
 * What the changes of the stated prices leave to the residual, or take from it below zero. Where its own term changed with
 * them, as it ended, what the term bills says it all; and where it came to leave all to what is recognized as billed, or no
 * longer does, that is another pattern, which catches up.
 */
function statedChanges(facts: ContractFacts, { corrections }: PobFacts): StatedChanges {
  const { treatments } = facts;
  if (treatments.size === 0) return {};
  const ofTerm = new Set(corrections.flatMap(({ of, id }) => (of === "TERM" ? [id] : [])));
  const shifts: StatedShift[] = [];
  let lowered: Money | undefined;
  for (const { modificationId, changes } of corrections) {
    const id = modificationId ?? "";
    const [more] = priceChangeOf({ changes });
    if (more === undefined || changes.recognitionPattern !== undefined || ofTerm.has(id)) continue;
    const amount = negate(more);
    const change = treatments.get(id);
    const isCatchUp = treatmentOf(facts, id) === "CUMULATIVE_CATCH_UP";
    if (change !== undefined && !isCatchUp) shifts.push({ amount, from: change.effectiveFrom });
    else if (amount.minor > 0n) lowered = lowered === undefined ? amount : add(lowered, amount);
  }
  return { shifts, ...(lowered === undefined ? {} : { lowered }) };
}

type Part = { readonly amount: Money; readonly from: Day; readonly isCatchUp?: boolean };

/** A part of a term's price that goes from stated obligations to the residual from a day on, or back below zero. */
type StatedShift = { readonly amount: Money; readonly from: Day };

type StatedChanges = {
  readonly shifts?: readonly StatedShift[];
  /** What stated prices were lowered by as if it had been agreed at first, above zero. */
  readonly lowered?: Money;
};

/**
 * What is left of a term's price beyond what stated performance obligations of its group earn of it (rules 7). They
 * take its first parts, and what the parts do not come to is missing from the first day on. The rest sums to the price
 * less `stated`.
 *
 * What stated prices and the term change by together is nothing beyond them, however each of the two is treated: on one
 * day they are one change, and one of them that catches up has no day that could set it apart from the other.
 *
 * @param parts  the first is what was agreed at first
 * @param stated the part of the stated prices that is the term's; null where none is stated
 */
function beyondStated(
  parts: readonly Part[],
  stated: Money | null,
  { shifts = [], lowered }: StatedChanges = {},
): Part[] {
  if (stated === null) return [...parts];
  let left = [...parts];
  const apart: Part[] = [];
  for (const { amount, from } of shifts) {
    const isOnItsDay = (part: Part) => part.from === from && part.isCatchUp !== true;
    const onItsDay = setOff(left, amount, isOnItsDay);
    const settled = setOff(onItsDay.parts, onItsDay.left, ({ isCatchUp = false }) => isCatchUp);
    const place = settled.parts.findIndex(isOnItsDay);
    left = settled.parts.map((part, index) =>
      index === place ? { ...part, amount: add(part.amount, settled.left) } : part,
    );
    if (place < 0) apart.push({ amount: settled.left, from });
  }
  // Without what stated prices changed by from a day on, they count from the first one.
  const amounts = shifts.map(({ amount }) => amount);
  const rest = taken(catchUpsAsOne(left), add(stated, sum(amounts, stated.currency)));
  return [...(lowered === undefined ? rest : matched(rest, lowered)), ...apart];
}

/** What catches up counts from the first day, as one change. */
function catchUpsAsOne(parts: readonly Part[]): Part[] {
  const catchUps = parts.filter(({ isCatchUp = false }) => isCatchUp);
  const [one] = catchUps;
  if (one === undefined) return [...parts];
  const amounts = catchUps.map(({ amount }) => amount);
  const whole = { ...one, amount: sum(amounts, one.amount.currency) };
  return parts.flatMap((part) => (part === one ? [whole] : catchUps.includes(part) ? [] : [part]));
}

function taken(parts: readonly Part[], stated: Money): Part[] {
  let left = stated;
  const rest = parts.map((part) => {
    const amount = isNegative(part.amount) ? zero(stated.currency) : min(part.amount, left);
    left = subtract(left, amount);
    return { ...part, amount: subtract(part.amount, amount) };
  });
  const from = parts[0]?.from;
  return from === undefined || isZero(left) ? rest : [{ amount: negate(left), from }, ...rest];
}

/** The parts where what stated prices were lowered by, which they leave over, is what the term itself fell by. */
function matched(parts: readonly Part[], lowered: Money): Part[] {
  const totalOf = (isFall: boolean) =>
    sum(
      parts.map(({ amount }) => amount).filter((amount) => isNegative(amount) === isFall),
      lowered.currency,
    );
  const both = min(lowered, min(totalOf(false), negate(totalOf(true))));
  return setOff(setOff(parts, negate(both)).parts, both).parts;
}

/** Parts of the other sign, the first ones first, without what `against` comes to; and what is left of that. */
function setOff(
  parts: readonly Part[],
  against: Money,
  isMet: (part: Part) => boolean = () => true,
): { readonly parts: Part[]; readonly left: Money } {
  let left = against;
  const settled = parts.map((part) => {
    if (!isMet(part) || isNegative(part.amount) === isNegative(left)) return part;
    const whole = add(part.amount, left);
    const isMore = isNegative(whole) === isNegative(part.amount);
    left = isMore ? zero(left.currency) : whole;
    return { ...part, amount: isMore ? whole : zero(whole.currency) };
  });
  return { parts: settled, left };
}

import type { Treatment } from "../billing-terms/modification.ts";
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

export function residualAmounts(
  facts: ContractFacts,
  pob: PobFacts,
  stated: Money,
  amounts: readonly TermAmount[],
): PricedAmount[] {
  const ofTerm = new Set(pob.corrections.flatMap(({ of, id }) => (of === "TERM" ? [id] : [])));
  const shifts: { amount: Money; from: Day }[] = [];
  let lowered: Money | undefined;
  for (const { modificationId, changes } of facts.treatments.size === 0 ? [] : pob.corrections) {
    const [more] = priceChangeOf({ changes });
    if (more === undefined || changes.recognitionPattern !== undefined || ofTerm.has(modificationId ?? "")) continue;
    const amount = negate(more);
    const change = facts.treatments.get(modificationId ?? "");
    const treatment: Treatment | undefined = treatmentOf(facts, modificationId ?? "");
    if (change !== undefined && treatment !== "CUMULATIVE_CATCH_UP")
      shifts.push({ amount, from: change.effectiveFrom });
    else if (amount.minor > 0n) lowered = lowered === undefined ? amount : add(lowered, amount);
  }
  const parts = amounts.map(({ amount, from, isCatchUp }) => ({ amount, from, isCatchUp: isCatchUp }));
  const changes = { ...(shifts.length === 0 ? {} : { shifts }), ...(lowered === undefined ? {} : { lowered }) };
  return beyondStated(parts, stated, changes).map(({ amount, from }) => ({
    amount,
    from,
    reason: { of: "INCEPTION" },
  }));
}

type Part = { readonly amount: Money; readonly from: Day; readonly isCatchUp?: boolean };

type StatedChanges = {
  readonly shifts?: readonly { readonly amount: Money; readonly from: Day }[];
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

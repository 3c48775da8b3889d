import type { BillingTerm } from "../billing-terms/billing-term.ts";
import type { PricingContext } from "../billing-terms/price.ts";
import { seatTimeline } from "../billing-terms/seats.ts";
import { ratioFromMoney, roundToMoney, subtract } from "../kernel/money.ts";
import {
  compareRatios,
  divideRatios,
  minRatio,
  multiplyRatios,
  oneRatio,
  type Ratio,
  subtractRatios,
  sumRatios,
  zeroRatio,
} from "../kernel/ratio.ts";
import type { PricedAmount } from "./term-price.ts";

/** Units that came together. */
type Lot = { readonly units: Ratio; readonly isSeparate: boolean };

/**
 * The parts of the price of a term that are of its contract, and those of seats that were added as a contract of their own (ASC
 * 606-10-25-12). Seats that are removed are those that came last, as they are billed (ADR 0025): what goes with them is of the contract that
 * they are of. A later price is of both, by their seats.
 *
 * ```
 *            10 seats      + 6 at their selling price      − 8
 * contract   |── 10 ───────────────────────────────────────|── 8 ──
 * its own                  |── 6 ──────────────────────────|
 * ```
 *
 * @param parts as they come one after the other, each named by the change that it is of
 * @param isSeparate whether a change is a contract of its own
 */
export function separateUnits(
  term: BillingTerm,
  parts: readonly PricedAmount[],
  isSeparate: (part: PricedAmount) => boolean,
  context: PricingContext,
): { readonly shared: readonly PricedAmount[]; readonly separate: readonly PricedAmount[] } {
  if (!parts.some(isSeparate)) return { shared: parts, separate: [] };
  const counts = countsOf(term);
  let lots: readonly Lot[] = [{ units: counts.get(null)?.billed ?? zeroRatio, isSeparate: false }];
  const [shared, separate]: [PricedAmount[], PricedAmount[]] = [[], []];
  for (const part of parts) {
    const count = counts.get(part.reason.of === "MODIFICATION" ? part.reason.id : null);
    const added = count?.added ?? zeroRatio;
    let ofSeparate = isSeparate(part) ? oneRatio : zeroRatio;
    if (compareRatios(added, zeroRatio) > 0) lots = [...lots, { units: added, isSeparate: isSeparate(part) }];
    else if (compareRatios(added, zeroRatio) < 0) {
      const left = withoutLast(lots, subtractRatios(zeroRatio, added));
      ofSeparate = divideRatios(subtractRatios(separateOf(left), separateOf(lots)), added);
      lots = left;
    } else if (!isSeparate(part) && part.reason.of === "MODIFICATION") {
      const all = unitsOf(lots);
      ofSeparate = compareRatios(all, zeroRatio) > 0 ? divideRatios(separateOf(lots), all) : zeroRatio;
    }
    const own = roundToMoney(multiplyRatios(ratioFromMoney(part.amount), ofSeparate), context.currency, "HALF_UP");
    const rest = subtract(part.amount, own);
    if (compareRatios(ofSeparate, zeroRatio) > 0) separate.push({ ...part, amount: own });
    if (compareRatios(ofSeparate, oneRatio) < 0) shared.push({ ...part, amount: rest });
  }
  return { shared, separate };
}

/** The seats that are billed by each change of seats of a term, and what it added to them; under null as it began. */
function countsOf({ start, price, seatConfig, amendments }: BillingTerm) {
  if (seatConfig === null || price.quantity === null) return new Map();
  const counts = new Map<string | null, { readonly billed: Ratio; readonly added: Ratio }>();
  let before: Ratio | null = null;
  for (const { amendmentId, billed } of seatTimeline({ start, quantity: price.quantity, seatConfig, amendments })) {
    counts.set(amendmentId, { billed, added: before === null ? zeroRatio : subtractRatios(billed, before) });
    before = billed;
  }
  return counts;
}

/** What is left when units are removed, those that came last first. */
function withoutLast(lots: readonly Lot[], removed: Ratio): Lot[] {
  let left = removed;
  const kept: Lot[] = [];
  for (const lot of lots.toReversed()) {
    const taken = minRatio(lot.units, left);
    left = subtractRatios(left, taken);
    if (compareRatios(taken, lot.units) < 0) kept.unshift({ ...lot, units: subtractRatios(lot.units, taken) });
  }
  return kept;
}

function unitsOf(lots: readonly Lot[]): Ratio {
  return sumRatios(lots.map(({ units }) => units));
}

function separateOf(lots: readonly Lot[]): Ratio {
  return unitsOf(lots.filter(({ isSeparate }) => isSeparate));
}

import type { BillingTerm } from "../billing-terms/billing-term.ts";
import type { PricingContext } from "../billing-terms/charges/price.ts";
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

/** Units that were added together. */
type Lot = { readonly units: Ratio; readonly isSeparate: boolean };

/**
 * Divides the price of a term between its contract and the seats that were added as a separate contract (ASC 606-10-25-12). Removed seats
 * are those that were added last, as in billing (ADR 0025), so their price is taken from the contract that they belong to. A later price
 * change is divided by the number of seats of each.
 *
 * ```
 *            10 seats      + 6 at selling price            − 8
 * contract   |── 10 ───────────────────────────────────────|── 8 ──
 * separate                 |── 6 ──────────────────────────|
 * ```
 *
 * @param parts the price and its changes in order; the reason of each names its change
 * @param isSeparate true if a change is a separate contract
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

/** By seat amendment: the seats billed from then on, and how many it added. The key null has the initial seats. */
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

/** The lots that remain when units are removed, last added first. */
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

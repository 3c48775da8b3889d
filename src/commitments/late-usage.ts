import type { TierCharge } from "../billing-terms/tier-price.ts";
import type { Day } from "../kernel/day.ts";
import { ratioFromDecimal } from "../kernel/decimal.ts";
import { formatMoney, isZero, type Money, subtract, zero } from "../kernel/money.ts";
import { addRatios, type Ratio, subtractRatios, zeroRatio } from "../kernel/ratio.ts";
import { shownDecimal } from "../kernel/ratio-text.ts";
import type { CommitmentExplanation } from "./commitment-explanation.ts";
import type { CommitmentLine, CommitmentLineKey } from "./commitment-lines.ts";

/** A line of an issued document that is not void; a LATE_USAGE line has the key of the usage that it belongs to. */
export type BilledLine = CommitmentLine;

/** Through when an event type's usage is invoiced, exclusive; bills without a line count as well. */
export type InvoicedThrough = ReadonlyMap<string, Day>;

/**
 * What is still to be billed: for every line of the recomputed commitment, new − billed (data model 12.6, rules 7). A line
 * that nothing was billed of stays as it is; usage of a billing period that is invoiced becomes LATE_USAGE, with its
 * original days of service and the differences per tier. What was billed and is owed no more comes back as its negative.
 *
 * Invariant: billed + result = lines, for every key. So billing the result and asking again gives nothing.
 */
export function unbilledLines(
  lines: readonly CommitmentLine[],
  billed: readonly BilledLine[],
  invoicedThrough: InvoicedThrough,
): CommitmentLine[] {
  const before = Map.groupBy(billed, keyOf);
  const wanted = new Set(lines.map(keyOf));
  const isInvoiced = ({ type, eventTypeId, service }: CommitmentLine) =>
    type === "USAGE" && service.end <= (invoicedThrough.get(eventTypeId ?? "") ?? Number.NEGATIVE_INFINITY);

  const owed = lines.flatMap((line): CommitmentLine[] => {
    const same = before.get(keyOf(line)) ?? [];
    if (same.length === 0) return isInvoiced(line) ? [{ ...line, type: "LATE_USAGE" }] : [line];
    return changed(line, same, line);
  });
  const owedNoMore = [...before]
    .filter(([key]) => !wanted.has(key))
    .flatMap(([, same]) => (same[0] === undefined ? [] : changed(same[0], same, undefined)));
  return [...owed, ...owedNoMore];
}

function changed(
  place: CommitmentLine,
  billed: readonly BilledLine[],
  now: CommitmentLine | undefined,
): CommitmentLine[] {
  const { currency } = place.price.total;
  const total = billed.reduce((rest, { price }) => subtract(rest, price.total), now?.price.total ?? zero(currency));
  const isMeasured = place.type === "USAGE" || place.type === "LATE_USAGE" || place.type === "OVERAGE";
  const quantity = difference(
    now?.quantity,
    billed.map((line) => line.quantity),
  );
  if (isZero(total) && (!isMeasured || quantity.numerator === 0n)) return [];
  return [
    {
      ...place,
      type: place.type === "USAGE" ? "LATE_USAGE" : place.type,
      quantity: isMeasured ? shownDecimal(quantity) : "1",
      unitPrice: null,
      tiers: isMeasured
        ? tierDifferences(
            now?.tiers ?? [],
            billed.flatMap(({ tiers }) => tiers),
          )
        : [],
      price: priceOf(total),
      explanation: correctionOf(now?.explanation ?? nothing(place), total, now),
    },
  ];
}

/** The recomputed line is explained, and what was billed of it. */
function correctionOf(explanation: CommitmentExplanation, change: Money, now: CommitmentLine | undefined) {
  const total = now?.price.total ?? zero(change.currency);
  return { ...explanation, billed: formatMoney(subtract(total, change)) };
}

function nothing({ explanation, price }: CommitmentLine): CommitmentExplanation {
  return { ...explanation, parts: [], exact: "0", total: formatMoney(zero(price.total.currency)) };
}

function tierDifferences(now: readonly TierCharge[], billed: readonly TierCharge[]): TierCharge[] {
  const keyOfTier = ({ tier, unitPrice }: TierCharge) => `${tier} ${unitPrice}`;
  const current = Map.groupBy(now, keyOfTier);
  const before = Map.groupBy(billed, keyOfTier);
  return [...new Set([...current.keys(), ...before.keys()])].flatMap((key): TierCharge[] => {
    const [ours, theirs] = [current.get(key) ?? [], before.get(key) ?? []];
    const place = ours[0] ?? theirs[0];
    const quantity = difference(
      ours[0]?.quantity,
      theirs.map((each) => each.quantity),
    );
    const amount = difference(
      ours[0]?.amount,
      theirs.map((each) => each.amount),
    );
    if (place === undefined || (quantity.numerator === 0n && amount.numerator === 0n)) return [];
    return [{ ...place, quantity: shownDecimal(quantity), amount: shownDecimal(amount) }];
  });
}

function difference(now: string | undefined, billed: readonly string[]): Ratio {
  const before = billed.reduce((sum, text) => addRatios(sum, ratioFromDecimal(text)), zeroRatio);
  return subtractRatios(now === undefined ? zeroRatio : ratioFromDecimal(now), before);
}

function priceOf(total: Money): CommitmentLine["price"] {
  return { subtotal: total, discountTotal: zero(total.currency), total };
}

function keyOf(line: CommitmentLineKey): string {
  const { scheduleId, periodStart, service, billingTermId, differentiator, invoiceSplitKey } = line;
  const type = line.type === "LATE_USAGE" ? "USAGE" : line.type;
  return JSON.stringify([
    type,
    scheduleId,
    periodStart,
    service.start,
    service.end,
    billingTermId,
    differentiator,
    invoiceSplitKey,
  ]);
}

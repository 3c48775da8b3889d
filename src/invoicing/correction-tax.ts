import { add, isNegative, isZero, type Money, min, negate, subtract, zero } from "../kernel/money.ts";
import { type BilledUsage, keyOf } from "../usage/late-usage.ts";
import type { PlannedLine } from "./plan.ts";
import type { TaxTreatment } from "./tax.ts";

/** A billed or credited usage line and its tax; null if its row has none. */
export type TaxedUsage = BilledUsage & {
  readonly commitmentId: string | null;
  readonly treatment: TaxTreatment | null;
};

/**
 * Gives crediting lines of usage the tax of the lines that billed them (rules 5: a credit has the tax of its line). Lines of the same days are
 * credited first, then others, the last billed first, as credit memos do. Applied prepaid value has the tax of its prepayment; if a
 * prepayment was billed twice, the first one is credited first. A credit of amounts with two tax rates becomes two lines.
 *
 * Lines that bill have the rate of their issue date, because tax is computed at issue (data model 13.2).
 */
export function taxedAsBilled(lines: readonly PlannedLine[], billed: readonly TaxedUsage[]): PlannedLine[] {
  const taken = new Map<TaxedUsage, Money>();
  return lines.flatMap((line) => (isCrediting(line) ? byTreatment(line, openOf(line, billed, taken), taken) : [line]));
}

const isPrepaid = ({ type }: Pick<PlannedLine, "type">) => type === "PREPAID_APPLIED";

/** True if the line reverses billed amounts. A positive correction of applied prepaid value does so too: less of it is applied. */
function isCrediting(line: PlannedLine): boolean {
  return isNegative(line.total) || (isPrepaid(line) && line.isCorrection);
}

/** The amount still to be credited of billed lines with the same tax; with the sign of the billed lines. */
type Open = {
  readonly lines: readonly TaxedUsage[];
  readonly treatment: TaxTreatment | null;
  readonly amount: Money;
};

/** The billed amounts that a line can credit, by tax, in the order in which they are credited. */
function openOf(
  line: PlannedLine,
  billed: readonly TaxedUsage[],
  taken: ReadonlyMap<TaxedUsage, Money>,
): readonly Open[] {
  const nothing = zero(line.total.currency);
  return billedFor(line, billed).flatMap((alike) =>
    [...Map.groupBy(alike, ({ treatment }) => `${treatment?.category} ${treatment?.rate}`).values()].flatMap(
      (lines) => {
        const amounts = lines.map((each) => subtract(each.total, taken.get(each) ?? nothing));
        const amount = amounts.reduce(add, nothing);
        const isOpen = !isZero(amount) && isNegative(amount) !== isNegative(line.total);
        return isOpen ? [{ lines, treatment: lines[0]?.treatment ?? null, amount }] : [];
      },
    ),
  );
}

/** The billed lines that a line can credit: first those of the same days, then others. */
function billedFor(line: PlannedLine, billed: readonly TaxedUsage[]): readonly (readonly TaxedUsage[])[] {
  if (isPrepaid(line) && isNegative(line.total)) {
    const ofValue = ({ type }: TaxedUsage) => type === "PREPAYMENT" || type === "PREPAID_APPLIED";
    return [billed.filter((each) => ofValue(each) && isOfPeriod(line, each))];
  }
  const key = keyOf({ ...line, ...line.commitment, service: line.period });
  const alike = billed.filter((each) => keyOf({ ...each, service: line.period }) === key);
  const latestFirst = line.type === "PREPAYMENT" ? alike : alike.toReversed();
  const isSameDays = (each: TaxedUsage) => keyOf(each) === key;
  return [latestFirst.filter(isSameDays), latestFirst.filter((each) => !isSameDays(each))];
}

function isOfPeriod({ commitment }: PlannedLine, { commitmentId, periodStart }: TaxedUsage): boolean {
  return commitment !== null && commitmentId === commitment.id && periodStart === commitment.periodStart;
}

/** Splits a line by the tax of what it credits. An amount that was never billed goes with the first part. */
function byTreatment(line: PlannedLine, open: readonly Open[], taken: Map<TaxedUsage, Money>): PlannedLine[] {
  const { total } = line;
  const sizeOf = (amount: Money) => (isNegative(amount) ? negate(amount) : amount);
  const parts = new Map<string, { readonly treatment: TaxTreatment | null; readonly amount: Money }>();
  let rest = sizeOf(total);
  // Prepaid value stays one line, even if its instalments had different rates.
  for (const { lines, treatment, amount } of isPrepaid(line) ? open.slice(0, 1) : open) {
    const part = isPrepaid(line) ? rest : min(sizeOf(amount), rest);
    if (isZero(part)) continue;
    rest = subtract(rest, part);
    const [first] = lines;
    const before = first === undefined ? undefined : taken.get(first);
    const signed = isNegative(amount) ? negate(part) : part;
    if (first !== undefined) taken.set(first, before === undefined ? signed : add(before, signed));
    const key = `${treatment?.category} ${treatment?.rate}`;
    const same = parts.get(key);
    parts.set(key, { treatment, amount: same === undefined ? part : add(same.amount, part) });
  }
  const [main, ...others] = parts.values();
  if (main === undefined) return [line];
  if (others.length === 0) return [{ ...taxedAs(line, main.treatment), ...prepaidBy(line, open) }];
  const priced = (amount: Money) => {
    const signed = isNegative(total) ? negate(amount) : amount;
    return { subtotal: signed, discountTotal: zero(total.currency), total: signed };
  };
  // Only the first part shows the quantity.
  return [
    taxedAs({ ...line, ...priced(add(main.amount, rest)) }, main.treatment),
    ...others.map(({ treatment, amount }) =>
      taxedAs({ ...line, ...priced(amount), quantity: "0", unitPrice: null, tiers: [] }, treatment),
    ),
  ];
}

/** The prepayment that a line applies; empty for a correction that applies less of it. */
function prepaidBy(line: PlannedLine, open: readonly Open[]): Pick<PlannedLine, "prepaidBy"> {
  const paid = open[0]?.lines.find(({ type }) => type === "PREPAYMENT");
  if (!isPrepaid(line) || paid === undefined) return {};
  return { prepaidBy: { billingTermId: paid.billingTermId, period: paid.service } };
}

function taxedAs(line: PlannedLine, treatment: TaxTreatment | null): PlannedLine {
  return treatment === null ? line : { ...line, taxedAs: treatment };
}

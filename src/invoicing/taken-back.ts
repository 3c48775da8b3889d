import { add, isNegative, isZero, type Money, min, negate, subtract, zero } from "../kernel/money.ts";
import { type BilledUsage, keyOf } from "../usage/late-usage.ts";
import type { PlannedLine } from "./plan.ts";
import type { TaxTreatment } from "./tax.ts";

/** What an issued document says of usage, and how it was taxed; null where it was issued before tax was charged. */
export type TaxedUsage = BilledUsage & {
  readonly commitmentId: string | null;
  readonly treatment: TaxTreatment | null;
};

/**
 * Lines of usage that take something back, each with the tax of the lines that billed it (rules 5: the tax of a credit is that of its
 * line). What was billed last is taken back first, that of the same days before other days, as a credit memo does it. Applied prepaid
 * value has the tax of its prepayment, and of a prepayment that was billed twice the first bill is taken back first. A line that takes
 * back what was billed at two rates is two lines.
 *
 * What is billed, late or not, has the rate of its issue date, because tax is computed at issue (data model 13.2).
 */
export function taxedAsBilled(lines: readonly PlannedLine[], billed: readonly TaxedUsage[]): PlannedLine[] {
  const taken = new Map<TaxedUsage, Money>();
  return lines.flatMap((line) => (takesBack(line) ? byTreatment(line, openOf(line, billed, taken), taken) : [line]));
}

const isPrepaid = ({ type }: Pick<PlannedLine, "type">) => type === "PREPAID_APPLIED";

/** Less applied of what was prepaid is above zero, and takes back all the same. */
function takesBack(line: PlannedLine): boolean {
  return isNegative(line.total) || (isPrepaid(line) && line.isCorrection);
}

/** What is left to take back of lines that were taxed alike, on the side of the billed lines. */
type Open = {
  readonly lines: readonly TaxedUsage[];
  readonly treatment: TaxTreatment | null;
  readonly amount: Money;
};

/** What a line can take back, by the days and the tax of what was billed, in order. */
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

/** The billed lines that a line takes back: those of the same days, and those of others. */
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

/** The line as one of each treatment. What was billed of it by nothing goes with the first. */
function byTreatment(line: PlannedLine, open: readonly Open[], taken: Map<TaxedUsage, Money>): PlannedLine[] {
  const { total } = line;
  const sizeOf = (amount: Money) => (isNegative(amount) ? negate(amount) : amount);
  const parts = new Map<string, { readonly treatment: TaxTreatment | null; readonly amount: Money }>();
  let rest = sizeOf(total);
  // Prepaid value is one line for its days, whatever rates its instalments were billed at.
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
  // What was used is told by the first of them.
  return [
    taxedAs({ ...line, ...priced(add(main.amount, rest)) }, main.treatment),
    ...others.map(({ treatment, amount }) =>
      taxedAs({ ...line, ...priced(amount), quantity: "0", unitPrice: null, tiers: [] }, treatment),
    ),
  ];
}

/** The prepayment that a line applies; none for less applied of it. */
function prepaidBy(line: PlannedLine, open: readonly Open[]): Pick<PlannedLine, "prepaidBy"> {
  const paid = open[0]?.lines.find(({ type }) => type === "PREPAYMENT");
  if (!isPrepaid(line) || paid === undefined) return {};
  return { prepaidBy: { billingTermId: paid.billingTermId, period: paid.service } };
}

function taxedAs(line: PlannedLine, treatment: TaxTreatment | null): PlannedLine {
  return treatment === null ? line : { ...line, taxedAs: treatment };
}

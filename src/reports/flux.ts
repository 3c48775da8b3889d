import type { PricingContext } from "../billing-terms/charges/price.ts";
import {
  effectiveBookMonth,
  type PerformanceObligationRecord,
} from "../billing-terms/performance-obligations/performance-obligation.ts";
import { firstDayOf, type Month } from "../kernel/day.ts";
import { money } from "../kernel/money.ts";
import type { PobRevenue } from "../revenue/contract-revenue.ts";
import { type EarningSegment, earnedBefore, monthsOf } from "../revenue/earning-segment.ts";
import type { RevenueEntry } from "../revenue/schedule.ts";
import { type Column, type Row, type Table, tableOf } from "./table.ts";

/** Causes of the difference between the revenue of a month and of the month before. */
export const fluxCauses = ["new", "modified", "ended", "credited", "caughtUp", "usage", "schedule", "other"] as const;
export type FluxCause = (typeof fluxCauses)[number];

/** Amounts in minor units by cause. */
export type FluxAmounts = Record<FluxCause, bigint>;

/** The revenue of a contract in two months and the causes of the difference. */
export type ContractFlux = { readonly before: bigint; readonly after: bigint; readonly causes: FluxAmounts };

/** A performance obligation with its earning segments and its revenue by month. */
export type FluxPob = {
  readonly record: Pick<PerformanceObligationRecord, "bookMonth" | "deletionBookMonth">;
  readonly contract: { readonly approvedBookMonth: Month | null };
  readonly revenue: Pick<PobRevenue, "pob" | "segments" | "credits">;
  readonly schedule: readonly Pick<RevenueEntry, "month" | "amount" | "source" | "earnedMonth">[];
  /** Revenue that its opening posted; other books recognized it, so it is subtracted (ADR 0077). */
  readonly opened?: readonly Pick<RevenueEntry, "month" | "amount" | "source">[];
};

export function noFlux(): FluxAmounts {
  return { new: 0n, modified: 0n, ended: 0n, credited: 0n, caughtUp: 0n, usage: 0n, schedule: 0n, other: 0n };
}

/**
 * Splits the difference between the revenue of a contract in `month` and in the month before by cause, for each obligation in this order:
 *
 * 1. `caughtUp`: catch-ups of earlier months, without credits, less those of the month before;
 * 2. `credited`: reductions by credit memos and write-offs;
 * 3. `usage`: lapsed prepaid value, and all the rest of obligations that are earned by usage or as billed;
 * 4. the rest of other obligations has one cause. It is `ended` if revenue falls and the service ended by the end of `month`, or the obligation is
 *    deleted. If the obligation began after the first day of the month before, or is effective from `month` on, it is `new` if that is so of all
 *    obligations of the contract, else `modified`. It is `modified` if a modification took effect in one of the two months. Else it is `ended`, if it
 *    ended although revenue does not fall, or `schedule`: the pattern and the steps of the price.
 *
 * The causes sum to the difference exactly.
 */
export function contractFlux(pobs: readonly FluxPob[], month: Month, context: PricingContext): ContractFlux {
  const isNew = pobs.every((pob) => hasBegun(pob, month));
  const causes = noFlux();
  let [before, after] = [0n, 0n];
  for (const pob of pobs) {
    const [was, is] = [partsOf(pob, month - 1, context), partsOf(pob, month, context)];
    before += was.total;
    after += is.total;
    causes.caughtUp += is.caughtUp - was.caughtUp;
    causes.credited += is.credited - was.credited;
    causes.usage += is.lapsed - was.lapsed;
    const rest = is.own - was.own;
    if (rest !== 0n) causes[causeOf(pob, month, rest, isNew)] += rest;
  }
  return { before, after, causes };
}

type Parts = { total: bigint; own: bigint; caughtUp: bigint; credited: bigint; lapsed: bigint };

function partsOf({ revenue, schedule, opened = [] }: FluxPob, month: Month, context: PricingContext): Parts {
  const parts: Parts = { total: 0n, own: 0n, caughtUp: 0n, credited: 0n, lapsed: 0n };
  for (const { month: of, amount, source } of schedule) {
    if (of !== month) continue;
    parts.total += amount.minor;
    if (source === "CATCH_UP") parts.caughtUp += amount.minor;
    else if (source === "BREAKAGE") parts.lapsed += amount.minor;
    else parts.own += amount.minor;
  }
  for (const { month: of, amount, source } of opened) {
    if (of !== month) continue;
    parts.total -= amount.minor;
    if (source === "CATCH_UP") parts.caughtUp -= amount.minor;
    else parts.own -= amount.minor;
  }
  const bookMonths = new Map(revenue.credits.map(({ id, bookMonth }) => [id, bookMonth]));
  for (const segment of revenue.segments) {
    const bookMonth = segment.reason.of === "CREDIT" ? bookMonths.get(segment.reason.id) : undefined;
    if (bookMonth === undefined || bookMonth > month) continue;
    const [earlier, through] = [month, month + 1].map((of) => earned(segment, of, context));
    const inMonth = (through ?? 0n) - (earlier ?? 0n);
    // In its book month, a credit also lowers the months before: that part of the catch-up is `credited`.
    const late = bookMonth === month && parts.caughtUp !== 0n ? (earlier ?? 0n) : 0n;
    parts.own -= inMonth;
    parts.caughtUp -= late;
    parts.credited += inMonth + late;
  }
  return parts;
}

function earned(segment: EarningSegment, month: Month, { rounding }: PricingContext): bigint {
  return earnedBefore(segment, firstDayOf(month), rounding).minor;
}

function causeOf(pob: FluxPob, month: Month, change: bigint, isNew: boolean): FluxCause {
  const { revenue } = pob;
  const { service, price } = revenue.pob;
  if (price.of === "USAGE" || price.of === "BILLING") return "usage";
  const isGone = pob.record.deletionBookMonth !== null && pob.record.deletionBookMonth <= month;
  const hasEnded = isGone || (service.end !== null && service.end <= firstDayOf(month + 1));
  if (hasEnded && change < 0n) return "ended";
  if (hasBegun(pob, month)) return isNew ? "new" : "modified";
  const isModified = revenue.segments.some(
    (segment) =>
      (segment.reason.of === "MODIFICATION" && beginsIn(segment, month)) ||
      (segment.until !== null && isIn(segment.until, month)),
  );
  return isModified ? "modified" : hasEnded ? "ended" : "schedule";
}

/** True if the obligation began after the first day of the month before, or is effective from `month` on. */
function hasBegun({ revenue, record, contract }: FluxPob, month: Month): boolean {
  return revenue.pob.service.start > firstDayOf(month - 1) || effectiveBookMonth(record, contract) === month;
}

function beginsIn(segment: EarningSegment, month: Month): boolean {
  const { first } = monthsOf(segment);
  return first === month || first === month - 1;
}

function isIn(day: number, month: Month): boolean {
  return day >= firstDayOf(month - 1) && day < firstDayOf(month + 1);
}

/** The flux of a contract with its names; `contractId` is null for revenue without a contract. */
export type NamedFlux = ContractFlux & {
  readonly contractId: string | null;
  readonly contractName: string;
  readonly customerName: string | null;
};

export const fluxColumns: readonly Column[] = [
  { key: "name", label: "Contract", kind: "text" },
  { key: "customerName", label: "Customer", kind: "text" },
  { key: "before", label: "Month before", kind: "money" },
  {
    key: "new",
    label: "New",
    kind: "money",
    description: "Contracts that did not run for all of the month before.",
  },
  { key: "modified", label: "Modified", kind: "money", description: "Price, seats, quantity, something added." },
  { key: "ended", label: "Ended", kind: "money", description: "Service that ended in one of the two months." },
  { key: "credited", label: "Credited", kind: "money", description: "Credit memos and write-offs." },
  {
    key: "caughtUp",
    label: "Caught up",
    kind: "money",
    description: "Of earlier months, less that of the month before.",
  },
  {
    key: "usage",
    label: "Usage",
    kind: "money",
    description: "Usage, what follows billing, prepaid value that lapses.",
  },
  { key: "schedule", label: "Schedule", kind: "money", description: "Pattern, progress and steps of the price." },
  {
    key: "other",
    label: "Other",
    kind: "money",
    description: "Of no performance obligation: adjustments, other credits.",
  },
  { key: "change", label: "Change", kind: "money", description: "The sum of the causes." },
  { key: "after", label: "Month", kind: "money" },
  { key: "id", label: "Contract id", kind: "text", isId: true },
];

/** The flux of revenue, one row for each contract: month before + causes = month. Rows whose amounts are all zero are left out. */
export function revenueFlux(fluxes: readonly NamedFlux[], currency: string, notes: readonly string[]): Table {
  const rows = fluxes.flatMap(({ contractId, contractName, customerName, before, after, causes }): Row[] => {
    const amounts = Object.fromEntries(fluxCauses.map((cause) => [cause, money(causes[cause], currency)]));
    const change = money(after - before, currency);
    const [was, is] = [money(before, currency), money(after, currency)];
    if (![was, is, ...Object.values(amounts)].some(({ minor }) => minor !== 0n)) return [];
    return [
      { cells: { id: contractId, name: contractName, customerName, before: was, ...amounts, change, after: is } },
    ];
  });
  return tableOf({ columns: fluxColumns, notes }, rows, currency);
}

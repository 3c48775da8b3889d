import type { Obligation, PerformanceObligation } from "@accord/client";
import { useAll, useApi } from "../../api/use-api.ts";
import { day } from "../../format/day.ts";
import { sum } from "../../format/decimal.ts";
import { percent } from "../../format/percent.ts";
import { useContractId, useTerms } from "./use-contract.ts";

/** A performance obligation, created alone or with a billing term. */
export type ObligationRow = {
  /** Of the performance obligation. */
  readonly id: string;
  readonly name: string;
  readonly group: string | null;
  readonly category: string | null;
  readonly pattern: string;
  readonly from: string;
  readonly to: string | null;
  readonly standalonePrice: string | null;
  /** Allocated by standalone selling price, else as stated or as its terms bill. */
  readonly transactionPrice: string | null;
  readonly recognized: string;
  readonly remaining: string | null;
  /** The reported progress in words; null for patterns without reports. */
  readonly progress: string | null;
  /** Null of a merchant without that feature. */
  readonly record: PerformanceObligation | null;
  /** The obligation it was created with, for merchants without the performance-obligation feature. */
  readonly obligation: { readonly id: string; readonly obligationId: string } | null;
  readonly months: readonly MonthOfObligation[];
};

/** What a month earns, and whether that was set in place of the pattern. */
export type MonthOfObligation = { readonly timeframe: string; readonly total: string; readonly pinned: boolean };

/** The performance obligations of the contract by first day; for merchants without that feature, those of its obligations. */
export function useObligations() {
  const id = useContractId();
  const info = useApi("getMerchantInfo").data;
  const hasFeature = info?.features.performanceObligations;
  const performance = useAll("listContractPerformanceObligations", hasFeature === true && { id });
  const simple = useAll("listObligations", hasFeature === false && { id });
  const termNames = new Map(useTerms().data?.map((term) => [term.id, term.name]));
  const rows = performance.data?.map((each) => rowOfPob(each, termNames)) ?? simple.data?.map(rowOfObligation);
  return {
    data: rows?.sort((a, b) => (a.from < b.from ? -1 : Number(a.from > b.from))),
    error: performance.error ?? simple.error,
  };
}

/** A performance obligation created with a billing term and without a name is shown with the name of the term. */
function rowOfPob(each: PerformanceObligation, termNames: ReadonlyMap<string, string>): ObligationRow {
  const ofTerms = each.billingTermIds.flatMap((id) => termNames.get(id) ?? []);
  return {
    id: each.id,
    name:
      each.name ??
      each.productName ??
      each.itemName ??
      each.billingTermGroupName ??
      ([...new Set(ofTerms)].join(", ") || "Performance obligation"),
    group: each.billingTermGroupName,
    category: each.category,
    pattern: each.recognitionPattern,
    from: each.serviceStartDate,
    to: each.serviceEndDate,
    standalonePrice: each.standaloneSellingPrice,
    transactionPrice: each.allocatedPrice ?? each.transactionPrice,
    recognized: each.recognizedToDate,
    remaining: each.remaining,
    progress: progressOf(each),
    record: each,
    obligation: null,
    months: each.recognizedRevenue,
  };
}

function progressOf({ recognitionPattern, progress, milestones }: PerformanceObligation): string | null {
  if (recognitionPattern === "MILESTONE") {
    const reached = milestones.filter(({ reachedDate }) => reachedDate !== null);
    return `${reached.length} of ${milestones.length} milestones reached`;
  }
  if (recognitionPattern !== "PERCENT_COMPLETE") return null;
  const last = progress.at(-1);
  return last ? `${percent(last.percentComplete)} by ${day(last.asOf)}` : "No progress yet";
}

function rowOfObligation(each: Obligation): ObligationRow {
  const months = each.revenueSchedule?.recognizedRevenue ?? [];
  const total = (isClosed: boolean) =>
    sum(months.filter((month) => month.booksClosed === isClosed).map((month) => month.total));
  return {
    id: each.performanceObligationId,
    name: each.billingSchedule.name,
    group: null,
    category: null,
    pattern: each.recognitionPattern,
    from: each.serviceStartDate,
    to: each.serviceEndDate,
    standalonePrice: each.standaloneSellingPrice,
    transactionPrice: each.serviceEndDate === null ? null : sum([total(true), total(false)]),
    recognized: total(true),
    remaining: each.serviceEndDate === null ? null : total(false),
    progress: null,
    record: null,
    obligation: { id: each.contractId, obligationId: each.id },
    months,
  };
}

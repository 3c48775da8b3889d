import type { Obligation, PerformanceObligation } from "@accord/client";
import { useAll, useApi } from "../../api/use-api.ts";
import { sum } from "../../format/decimal.ts";
import { useContractId } from "./use-contract.ts";

/** What earns revenue, whether it was made with a billing term or by itself. */
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
  readonly allocatedPrice: string | null;
  readonly recognized: string;
  readonly remaining: string | null;
};

/** The performance obligations of the contract; of a merchant without that feature those of its obligations. */
export function useObligations() {
  const id = useContractId();
  const info = useApi("getMerchantInfo").data;
  const hasFeature = info?.features.performanceObligations;
  const performance = useAll("listContractPerformanceObligations", hasFeature === true && { id });
  const simple = useAll("listObligations", hasFeature === false && { id });
  const rows = performance.data?.map(ofPerformance) ?? simple.data?.map(ofObligation);
  return { data: rows, error: performance.error ?? simple.error };
}

function ofPerformance(each: PerformanceObligation): ObligationRow {
  return {
    id: each.id,
    name: each.name ?? each.productName ?? each.itemName ?? each.billingTermGroupName ?? "Performance obligation",
    group: each.billingTermGroupName,
    category: each.category,
    pattern: each.recognitionPattern,
    from: each.serviceStartDate,
    to: each.serviceEndDate,
    standalonePrice: each.standaloneSellingPrice,
    allocatedPrice: each.allocatedPrice,
    recognized: each.recognizedToDate,
    remaining: each.remaining,
  };
}

function ofObligation(each: Obligation): ObligationRow {
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
    allocatedPrice: null,
    recognized: total(true),
    remaining: each.serviceEndDate === null ? null : total(false),
  };
}

import { CreateBillingTermBody } from "../../api/schemas/billing-term-bodies.ts";
import { viewOfDiscounts, viewOfPrice, viewOfSchedule } from "../../api/schemas/billing-terms.ts";
import { CreateObligationBody } from "../../api/schemas/obligation-bodies.ts";
import { PobBody } from "../../api/schemas/performance-obligation-bodies.ts";
import { viewOfPobFacts } from "../../api/schemas/performance-obligations.ts";
import type { BillingTerm } from "../../billing-terms/billing-term.ts";
import { lastDay } from "../../billing-terms/civil-date.ts";
import type { DiscountAllocation } from "../../billing-terms/performance-obligations/discount-allocation.ts";
import type { PerformanceObligation } from "../../billing-terms/performance-obligations/performance-obligation.ts";
import { byMaking } from "../../billing-terms/seats.ts";
import type { Contract } from "../../contracts/contract.ts";
import { formatDay, formatMonth } from "../../kernel/day.ts";
import { formatMoney } from "../../kernel/money.ts";
import { bodyOf } from "./body.ts";
import { termAsLoaded } from "./term-as-loaded.ts";

type Row = Readonly<Record<string, unknown>>;

/**
 * The rows of later prices of terms. Each has all fields of a price, with null for those that it does not have: a field left out would
 * keep its previous value.
 */
export function priceRows(contractId: string, terms: readonly BillingTerm[]): Row[] {
  return terms.flatMap((term) =>
    termAsLoaded(term).layers.map(({ price, effectiveFrom }) => {
      const { pricingType, pricing, tierBoundary, packageSize, minimumPackages, quantity, ...rest } = viewOfPrice(
        price,
        term.start,
      );
      const { escalator, minimumAmount, maximumAmount } = rest;
      return {
        ...{ contract: contractId, billingTermId: term.id, effectiveDate: formatDay(effectiveFrom) },
        ...{ pricingType, pricing, tierBoundary, packageSize, minimumPackages, discounts: viewOfDiscounts(price) },
        // Prices of usage terms have no quantity.
        ...(term.eventTypeId === null ? { quantity } : {}),
        ...{
          escalator: price.escalator?.firstDate === null ? price.escalator : escalator,
          minimumAmount,
          maximumAmount,
        },
      };
    }),
  );
}

/** The rows of seat amendments, in the order in which they were made. */
export function seatAmendmentRows(contractId: string, terms: readonly BillingTerm[]): Row[] {
  return terms.flatMap(({ id, amendments }) =>
    amendments.toSorted(byMaking).map(({ effectiveDate, quantity, delta, prorationPolicy, trueUpTiming, note }) => ({
      ...{ contract: contractId, billingTermId: id, effectiveDate: formatDay(effectiveDate) },
      ...(quantity === null ? { delta } : { quantity }),
      ...{ prorationPolicy, trueUpTiming, note },
    })),
  );
}

/** The rows of milestones that were reached. */
export function milestoneRows(contractId: string, terms: readonly BillingTerm[]): Row[] {
  return terms.flatMap(({ id, reachedOn }) =>
    reachedOn === null ? [] : [{ contract: contractId, billingTermId: id, reachedOn: formatDay(reachedOn) }],
  );
}

/**
 * The rows of revenue that was set by hand for months of obligations, including the amounts that closed months had at that time: the
 * other months share the remainder.
 */
export function customRevenueRows(contractId: string, pobs: readonly PerformanceObligation[]): Row[] {
  return pobs.flatMap(({ id, billingTerm, recognitionPattern, manualMonths }) => {
    // With a custom pattern, the list of months is the pattern itself and is part of the obligation's row.
    if (manualMonths.length === 0 || recognitionPattern === "CUSTOM") return [];
    const customRevenue = manualMonths.map(({ month, total }) => {
      return { timeframe: formatMonth(month), total: formatMoney(total) };
    });
    return [{ contract: contractId, performanceObligationId: billingTerm?.id ?? id, customRevenue }];
  });
}

/** The rows of discounts that are allocated to only some obligations. All three conditions hold, otherwise there would be none. */
export function discountRows(discounts: readonly DiscountAllocation[], pobs: readonly PerformanceObligation[]): Row[] {
  const keys = new Map(pobs.map(({ id, billingTerm }) => [id, billingTerm?.id ?? id]));
  const conditions = {
    regularlySoldSeparately: true,
    bundleRegularlySoldAtDiscount: true,
    discountSubstantiallySame: true,
  };
  return discounts.map(({ contractId, discount, pobIds, evidence }) => ({
    ...{ contract: contractId, discount: formatMoney(discount) },
    ...{ performanceObligationIds: pobIds.map((id) => keys.get(id) ?? id), conditions, evidence },
  }));
}

/** The rows of a contract's terms and obligations. A term with an obligation of its own is one row with the term's id. */
export function partsOf(
  contract: Contract,
  terms: readonly BillingTerm[],
  pobs: readonly PerformanceObligation[],
  isObligation: (termId: string) => boolean,
): Readonly<Record<"billing-terms" | "obligations" | "performance-obligations", readonly Row[]>> {
  const implied = new Map(
    pobs.flatMap((pob) => (pob.billingTerm === null || pob.isResidual ? [] : [[pob.billingTerm.id, pob] as const])),
  );
  const statedGroups = new Set(pobs.flatMap((pob) => (pob.billingTerm === null ? [pob.billingTermGroupId] : [])));
  // A merchant with stated obligations makes none with a term alone, so a term that has its own is a row of both.
  const isBoth = (term: BillingTerm) =>
    implied.has(term.id) && (isObligation(term.id) || !statedGroups.has(term.billingTermGroupId));
  const at = (id: string) => ({ id, contract: contract.id });
  const scheduleOf = (term: BillingTerm) => {
    const first = termAsLoaded(term);
    const {
      isArrears: _flag,
      isRecurring: _recurs,
      usageScope,
      quantity,
      ...schedule
    } = viewOfSchedule({ ...first, layers: [] });
    // Only usage terms have a usage scope, and only the others a quantity.
    const own = term.eventTypeId === null ? { quantity } : { usageScope };
    const { discounts, escalator } = first.price;
    // Without a stated first date of the escalator, none is exported, so that it follows the term's first day in the other books too.
    const uplift = escalator?.firstDate === null ? { escalator } : {};
    const price = { ...uplift, discounts: viewOfDiscounts({ discounts }) };
    return { ...schedule, ...own, ...price, seatConfig: term.seatConfig };
  };
  const selling = (pob: PerformanceObligation | undefined) =>
    pob?.standaloneSellingPrice === null || pob === undefined ? null : formatMoney(pob.standaloneSellingPrice);
  return {
    obligations: terms.flatMap((term) => {
      const pob = implied.get(term.id);
      if (pob === undefined || !isBoth(term)) return [];
      const { discounts, seatConfig, ...billingSchedule } = scheduleOf(term);
      const view = {
        ...{ serviceStartDate: formatDay(pob.service.start), serviceEndDate: lastDay(pob.service.end) },
        ...{ categoryId: pob.categoryId, classId: pob.classId, recognitionPattern: pob.recognitionPattern },
        ...{ standaloneSellingPrice: selling(pob), billingSchedule, discounts, seatConfig },
      };
      return [{ ...at(term.id), ...bodyOf({ ...CreateObligationBody }, view) }];
    }),
    "billing-terms": terms.flatMap((term) => {
      if (isBoth(term)) return [];
      const view = {
        ...scheduleOf(term),
        ...{ billingTermGroupId: term.billingTermGroupId, standaloneSellingPrice: selling(implied.get(term.id)) },
      };
      return [{ ...at(term.id), ...bodyOf({ ...CreateBillingTermBody }, view) }];
    }),
    "performance-obligations": pobs.flatMap((pob) => {
      if (pob.billingTerm !== null) return [];
      const price = pob.transactionPrice === null ? null : formatMoney(pob.transactionPrice);
      const body = bodyOf({ ...PobBody }, { ...statedFacts(pob), transactionPrice: price });
      return [{ ...at(pob.id), billingTermGroupId: pob.billingTermGroupId, ...body }];
    }),
  };
}

/** The fields of a stated obligation that its pattern takes: days follow the terms where it earns what is billed or used. */
function statedFacts(pob: PerformanceObligation) {
  const { customRevenue, serviceStartDate, serviceEndDate, ...facts } = viewOfPobFacts(pob);
  const followsTerms = ["RECOGNIZE_AS_BILLED", "RECOGNIZE_AS_CONSUMED"].includes(pob.recognitionPattern);
  return {
    ...facts,
    ...(followsTerms ? {} : { serviceStartDate, serviceEndDate }),
    ...(pob.recognitionPattern === "CUSTOM" ? { customRevenue } : {}),
  };
}

import type { BlockReason, ReadinessReport } from "./block-reason.ts";
import type { Contract } from "./contract.ts";

/** The capability whose first report makes a contract more than a header. */
export const termsSource = "billing-terms";

/** The contract's own file, which reports once it is processed. */
export const fileSource = "contract-file";

/** The hold that BLOCK sets and UNBLOCK removes. */
export const holdSource = "manual-hold";

/** Obligations without a category: reported always, and held against the contract where the merchant requires one. */
export const uncategorizedSource = "obligations-without-category";
const categorySource = "required-category";

/** The customer's address, which says what tax its invoices have. */
const taxLocationSource = "tax-location";

/** The settings of a merchant that readiness depends on. */
export type ReadinessRules = { readonly requireCategory: boolean; readonly chargesTax: boolean };

/**
 * What keeps a price from being allocated by standalone selling price: reported always, held against a contract that allocates by
 * it.
 */
export const sellingPriceSource = "standalone-selling-prices";

const missingCustomer: BlockReason = {
  code: "MISSING_CUSTOMER",
  message: "The contract has no customer; set customerId.",
  path: "/customerId",
};

/** Also what holds the drafts of an approved contract (rules 8). */
export const missingTaxLocation: BlockReason = {
  code: "TAX_LOCATION_MISSING",
  message:
    "The customer has no billing address, so its tax is unknown; set billingAddress with its country, or isTaxExempt.",
  path: "/customerId",
};

const missingTerms: BlockReason = {
  code: "MISSING_TERMS",
  message: "The contract has no billing term; add one.",
};

/**
 * The contract with the status and the block reasons that follow from its reports: NEW until it has billing terms
 * or was processed, then BLOCKED while anybody has a reason, else PROCESSED. While PROCESSING only what was found may end
 * that (`processed`), and APPROVED never leaves (data model 3.5 and 3.7). Reasons of a file that is gone go here too, and
 * the rules of the merchant count as they are now.
 */
export function withReadiness(contract: Contract, rules: ReadinessRules): Contract {
  if (contract.status === "APPROVED") return contract;
  if (contract.status === "PROCESSING") return { ...contract, blockReasons: [] };
  const ofFile = contract.file === null ? withoutReasons(contract.reports, fileSource) : contract.reports;
  const reports = withTaxLocation(withCategories(ofFile, rules), isTaxUnknown(contract, rules));
  if (!reports.some(({ source }) => source === termsSource || source === fileSource)) {
    return { ...contract, reports, status: "NEW", blockReasons: [] };
  }
  const blockReasons = allReasons({ ...contract, reports });
  return { ...contract, reports, status: blockReasons.length === 0 ? "PROCESSED" : "BLOCKED", blockReasons };
}

/** The contract waiting for what a job finds in its file; an APPROVED one stays what it is. */
export function processing(contract: Contract, jobId: string, rules: ReadinessRules): Contract {
  const status = contract.status === "APPROVED" ? "APPROVED" : "PROCESSING";
  return withReadiness({ ...contract, status, jobId, awaitsJob: true }, rules);
}

/** The contract with what processing found against its file. */
export function processed(contract: Contract, reasons: readonly BlockReason[], rules: ReadinessRules): Contract {
  return notProcessing({ ...contract, reports: withReport(contract.reports, { source: fileSource, reasons }) }, rules);
}

/** The contract with a new file that is not processed: the reports about the old one are dropped. */
export function unprocessed(contract: Contract, rules: ReadinessRules): Contract {
  return notProcessing({ ...contract, reports: withoutReasons(contract.reports, fileSource) }, rules);
}

function notProcessing(contract: Contract, rules: ReadinessRules): Contract {
  const status = contract.status === "PROCESSING" ? "NEW" : contract.status;
  return withReadiness({ ...contract, status, awaitsJob: false }, rules);
}

/** The contract's own reasons first, then those of every capability, by its name. */
export function allReasons(contract: Pick<Contract, "customerId" | "reports" | "allocationMethod">): BlockReason[] {
  const customer = contract.customerId === null ? [missingCustomer] : [];
  const terms = contract.reports.some(({ source }) => source === termsSource) ? [] : [missingTerms];
  const allocates = contract.allocationMethod === "RELATIVE_SSP";
  const counted = contract.reports.filter(
    ({ source }) => source !== uncategorizedSource && (allocates || source !== sellingPriceSource),
  );
  return [...customer, ...terms, ...counted.flatMap((report) => report.reasons)];
}

/** The reports with a reason for each obligation, by id, that has no category. */
export function withUncategorized(
  reports: readonly ReadinessReport[],
  places: readonly string[],
): readonly ReadinessReport[] {
  const isNews = places.length > 0 || reports.some(({ source }) => source === uncategorizedSource);
  const reasons = places.map((place) => ({
    code: "MISSING_CATEGORY" as const,
    message: "The obligation has no revenue category; set categoryId.",
    path: `${place}/categoryId`,
  }));
  return isNews ? withReport(reports, { source: uncategorizedSource, reasons }) : reports;
}

function withCategories(
  reports: readonly ReadinessReport[],
  { requireCategory }: ReadinessRules,
): readonly ReadinessReport[] {
  const missing = reports.find(({ source }) => source === uncategorizedSource);
  if (missing === undefined) return reports;
  return withReport(reports, { source: categorySource, reasons: requireCategory ? missing.reasons : [] });
}

/** Does the tax of a contract's invoices depend on an address that its customer does not have? */
export function isTaxUnknown(
  { lacksTaxLocation }: Pick<Contract, "lacksTaxLocation">,
  { chargesTax }: Pick<ReadinessRules, "chargesTax">,
): boolean {
  return chargesTax && lacksTaxLocation;
}

function withTaxLocation(reports: readonly ReadinessReport[], isMissing: boolean): readonly ReadinessReport[] {
  if (!isMissing && !reports.some(({ source }) => source === taxLocationSource)) return reports;
  return withReport(reports, { source: taxLocationSource, reasons: isMissing ? [missingTaxLocation] : [] });
}

function withoutReasons(reports: readonly ReadinessReport[], source: string): ReadinessReport[] {
  return reports.map((report) => (report.source === source ? { ...report, reasons: [] } : report));
}

/** The reports with one source's replaced or added, ordered by source. */
export function withReport(reports: readonly ReadinessReport[], report: ReadinessReport): ReadinessReport[] {
  const others = reports.filter(({ source }) => source !== report.source);
  return [...others, report].sort((a, b) => (a.source < b.source ? -1 : 1));
}

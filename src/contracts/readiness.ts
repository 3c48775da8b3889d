import type { BlockReason, ReadinessReport } from "./block-reason.ts";
import type { Contract } from "./contract.ts";

/** The source of reports about billing terms. With its first report a contract is no longer NEW. */
export const termsSource = "billing-terms";

/** The source of the report about the contract's file, after processing. */
export const fileSource = "contract-file";

/** The source of the hold that BLOCK sets and UNBLOCK removes. */
export const holdSource = "manual-hold";

/** The source of reports about obligations without a category: always stored, but a block reason only if the merchant requires categories. */
export const uncategorizedSource = "obligations-without-category";
const categorySource = "required-category";

/** The source of the report about the customer's address, on which the tax of invoices depends. */
const taxLocationSource = "tax-location";

/** The settings of a merchant that readiness depends on. */
export type ReadinessRules = { readonly requireCategory: boolean; readonly chargesTax: boolean };

/** The source of reports about missing standalone selling prices: always stored, but a block reason only if the contract allocates by them. */
export const sellingPriceSource = "standalone-selling-prices";

const missingCustomer: BlockReason = {
  code: "MISSING_CUSTOMER",
  message: "The contract has no customer; set customerId.",
  path: "/customerId",
};

/** Also the reason why drafts of an approved contract are not issued (rules 8). */
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
 * Derives status and block reasons of a contract from its reports (data model 3.5 and 3.7): NEW until it has billing terms or was processed; then
 * BLOCKED if there are reasons, else PROCESSED. PROCESSING ends only with the result of the job (`processed`) or a new file (`unprocessed`); APPROVED
 * never ends. Reasons about a removed file are dropped, and the present settings of the merchant apply.
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

/** The contract waiting for the result of a job; an APPROVED one keeps its status. */
export function processing(contract: Contract, jobId: string, rules: ReadinessRules): Contract {
  const status = contract.status === "APPROVED" ? "APPROVED" : "PROCESSING";
  return withReadiness({ ...contract, status, jobId, awaitsJob: true }, rules);
}

/** The contract after processing, with the block reasons about its file. */
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

/** All block reasons: the contract's own first, then those of the capabilities, ordered by source. */
export function allReasons(contract: Pick<Contract, "customerId" | "reports" | "allocationMethod">): BlockReason[] {
  const customer = contract.customerId === null ? [missingCustomer] : [];
  const terms = contract.reports.some(({ source }) => source === termsSource) ? [] : [missingTerms];
  const allocates = contract.allocationMethod === "RELATIVE_SSP";
  const counted = contract.reports.filter(
    ({ source }) => source !== uncategorizedSource && (allocates || source !== sellingPriceSource),
  );
  return [...customer, ...terms, ...counted.flatMap((report) => report.reasons)];
}

/** The reports with a reason for each obligation without a category; `places` are paths such as `/obligations/{id}`. */
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

/** True if the tax of a contract's invoices is unknown, because its customer has no address for it. */
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

/** The reports with that of one source replaced or added, ordered by source. */
export function withReport(reports: readonly ReadinessReport[], report: ReadinessReport): ReadinessReport[] {
  const others = reports.filter(({ source }) => source !== report.source);
  return [...others, report].sort((a, b) => (a.source < b.source ? -1 : 1));
}

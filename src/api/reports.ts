import type { FastifyInstance } from "fastify";
import { accountRoles } from "../kernel/account.ts";
import type { QueryParameter } from "../platform/http/endpoint.ts";
import type { Platform } from "../platform/write.ts";
import { statementColumns } from "../reports/account-statement.ts";
import { accountStatementReport } from "../reports/account-statement-service.ts";
import { ageingColumns } from "../reports/ageing.ts";
import { balancesReport, rollForwardReport } from "../reports/balance-service.ts";
import { balanceColumns } from "../reports/balances.ts";
import { disaggregationColumns } from "../reports/disaggregation.ts";
import { dimensionList, disclosuresReport, expedientList } from "../reports/disclosure-service.ts";
import { fluxColumns } from "../reports/flux.ts";
import { fluxReport } from "../reports/flux-service.ts";
import { activityColumns, journalColumns } from "../reports/journal.ts";
import { activityReport, journalReport } from "../reports/journal-service.ts";
import { liabilityFluxColumns } from "../reports/liability-flux.ts";
import { earlierRevenueColumns, openingLiabilityColumns } from "../reports/opening-liability.ts";
import { positionSummaryColumns } from "../reports/position-summary.ts";
import { ageingReport } from "../reports/receivable-service.ts";
import { arrByCustomerColumns, arrColumns } from "../reports/recurring.ts";
import { arrByCustomerReport, arrReport } from "../reports/recurring-service.ts";
import { remainingColumns } from "../reports/remaining.ts";
import { remainingReport, revenueReport, waterfallReport } from "../reports/revenue-service.ts";
import { rollForwardColumns } from "../reports/roll-forward.ts";
import { tieOutColumns } from "../reports/tie-out.ts";
import { revenueColumns, waterfallColumns } from "../reports/waterfall.ts";
import type { XlsxWriter } from "../reports/xlsx.ts";
import { atMostAhead, type ReportDeclaration, reportRoute } from "./report-route.ts";

const month: QueryParameter = {
  format: "month",
  required: true,
  description: `The month, YYYY-MM; ${atMostAhead}.`,
};
/** Parameters of a report over months: by default the last twelve. */
const months: Readonly<Record<string, QueryParameter>> = {
  startMonth: { format: "month", description: "The first month, YYYY-MM; the eleventh before this one unless stated." },
  endMonth: {
    format: "month",
    description: `The last month, YYYY-MM; this one unless stated; at most 60 months, and ${atMostAhead}.`,
  },
  month: { format: "month", description: "One month.", insteadOf: ["startMonth", "endMonth"] },
};
/** Parameters of a report all of whose amounts belong to contracts. */
const narrowing: Readonly<Record<string, QueryParameter>> = {
  contractId: { format: "uuid", description: "Only this contract." },
  customerId: { format: "uuid", description: "Only the contracts of this customer." },
};
const monthOfDays: QueryParameter = { format: "month", description: "The days of a month.", insteadOf: ["from", "to"] };
const rowsBy = (...values: string[]): QueryParameter => ({
  description: `What each row is; default ${values[0]}.`,
  values,
});

/** Every report that is a table, in the order of the documentation. */
const reports: readonly ReportDeclaration[] = [
  {
    name: "waterfall",
    operationId: "getWaterfall",
    title: "Revenue waterfall",
    description: "Revenue of approved contracts in the twelve months from `month` on: posted, accrued and planned.",
    query: { month, groupBy: rowsBy("contract", "customer", "category", "product") },
    columns: waterfallColumns,
    periods: "months",
    readsRevenue: true,
    load: waterfallReport,
  },
  {
    name: "revenue",
    operationId: "getRevenueReport",
    title: "Revenue by month",
    description: "Revenue less contra revenue: the change of the revenue accounts in the trial balance.",
    query: {
      ...months,
      groupBy: rowsBy("customer", "category", "product", "contract"),
      basis: {
        description: "POSTED (default), or ALL: what open months have accrued and planned as well.",
        values: ["POSTED", "ALL"],
      },
    },
    columns: revenueColumns,
    periods: "months",
    readsRevenue: true,
    load: revenueReport,
  },
  {
    name: "contract-liability-roll-forward",
    operationId: "getContractLiabilityRollForward",
    title: "Roll-forward of the net contract position",
    sheet: "Net position roll-forward",
    description:
      "Contract liability − contract asset − unbilled receivable. Opening + billed − credited − written off − recognized + reclassified = closing, from the journal.",
    query: { ...months, groupBy: rowsBy("contract", "customer", "category"), ...narrowing },
    columns: rollForwardColumns,
    readsBalances: true,
    load: rollForwardReport,
  },
  {
    name: "contract-balances",
    operationId: "getContractBalances",
    title: "Contract balances",
    description: "Contract liability, contract asset and unbilled receivable of each contract at a month end.",
    query: { month, ...narrowing },
    columns: balanceColumns,
    readsRevenue: true,
    readsBalances: true,
    load: balancesReport,
  },
  {
    name: "remaining-performance-obligations",
    operationId: "getRemainingPerformanceObligations",
    title: "Remaining performance obligations",
    sheet: "Remaining obligations",
    description: "What is promised at a month end and not yet earned, within 12 months, later and by year.",
    query: { month, groupBy: rowsBy("contract", "customer", "category", "product"), ...narrowing },
    columns: remainingColumns,
    periods: "years",
    readsRevenue: true,
    load: remainingReport,
  },
  {
    name: "disclosures",
    operationId: "getDisclosures",
    title: "Disclosures of revenue from contracts with customers",
    sheet: "Tie-out",
    description:
      "What ASC 606-10-50 and IFRS 15.110 ff. ask for over some months: revenue disaggregated, contract balances and their changes, revenue out of the opening contract liability and of earlier periods, remaining performance obligations. The report's own rows tie each figure to the books.",
    query: {
      ...months,
      groupBy: {
        description:
          "What revenue is disaggregated by: category (default), product, customer, contract, or several with commas.",
        pattern: dimensionList,
      },
      expedients: {
        description:
          "What remaining performance obligations leave out, several with commas: ONE_YEAR, contracts of a year or less (ASC 606-10-50-14(a)); USAGE, fixed amounts of usage, owed whatever is used, where 606-10-55-18 applies. Nothing unless stated.",
        pattern: expedientList,
      },
    },
    columns: tieOutColumns,
    sections: [
      { key: "revenue", columns: disaggregationColumns },
      { key: "contractBalances", columns: positionSummaryColumns },
      { key: "openingLiability", columns: openingLiabilityColumns },
      { key: "earlierPeriods", columns: earlierRevenueColumns },
      { key: "changes", columns: rollForwardColumns },
      { key: "remaining", columns: remainingColumns, periods: "years" },
      { key: "leftOut", columns: remainingColumns, periods: "years" },
    ],
    readsRevenue: true,
    readsBalances: true,
    load: disclosuresReport,
  },
  {
    name: "flux",
    operationId: "getFlux",
    title: "Flux of revenue and contract liability",
    sheet: "Revenue",
    description:
      "Why revenue of a month differs from the month before, contract by contract: new, modified, ended, credited, caught up, usage, schedule. The causes add up to the change. The same for the contract liability (deferred revenue).",
    query: { month },
    columns: fluxColumns,
    sections: [{ key: "liability", columns: liabilityFluxColumns }],
    readsBalances: true,
    load: fluxReport,
  },
  {
    name: "arr",
    operationId: "getAnnualRecurringRevenue",
    title: "Annual recurring revenue",
    description:
      "ARR and MRR at each month end and what moved them; the last twelve months unless others are asked for.",
    query: { ...months, contractId: { format: "uuid", description: "Only what this contract brings." } },
    columns: arrColumns,
    readsRevenue: true,
    load: arrReport,
  },
  {
    name: "arr-by-customer",
    operationId: "getRecurringRevenueByCustomer",
    title: "Annual recurring revenue by customer",
    sheet: "Recurring revenue by customer",
    description:
      "Who moved ARR over some months: opening, movements and closing of each customer. They add up to the ARR report.",
    query: months,
    columns: arrByCustomerColumns,
    readsRevenue: true,
    load: arrByCustomerReport,
  },
  {
    name: "receivables-ageing",
    operationId: "getReceivablesAgeing",
    title: "Receivables ageing",
    description: "What customers owe on a day by how long it is overdue. It equals the receivable account on that day.",
    query: {
      date: { format: "date", description: "The day; today unless stated." },
      month: { format: "month", description: "The last day of a month.", insteadOf: ["date"] },
      groupBy: {
        description: "What each row is; default customer. With none there are only the totals.",
        values: ["customer", "none"],
      },
    },
    columns: ageingColumns,
    load: ageingReport,
  },
  {
    name: "journal",
    operationId: "exportJournal",
    title: "Journal",
    description:
      "Every line of the entries dated in a month, with accounts and names, and their totals; all currencies unless one is named. It is streamed, so no month is too large; by pages: `GET /v3/journal-entries`.",
    query: { month },
    columns: journalColumns,
    load: journalReport,
  },
  {
    name: "account-activity",
    operationId: "getAccountActivity",
    title: "Account activity",
    description: "Opening balance, every line and closing balance of an account, or of all accounts of a role.",
    query: {
      account: { description: "The name of an account; required without `role`." },
      role: { description: "The role of accounts; required without `account`.", values: accountRoles },
      from: { format: "date", description: "The first day; required without `month`." },
      to: {
        format: "date",
        description: "The last day, inclusive, at most twelve months in all; required without `month`.",
      },
      month: monthOfDays,
    },
    columns: activityColumns,
    notFound: "ACCOUNT_NOT_FOUND",
    load: activityReport,
  },
  {
    name: "account-statement",
    operationId: "getAccountStatement",
    title: "Statement of account",
    description:
      "What a customer owed at the beginning, what was charged, paid and credited, and what it owes at the end, less unused credit; in the customer's currency unless another is asked for.",
    query: {
      customerId: { format: "uuid", required: true, description: "The customer." },
      from: { format: "date", description: "The first day; required without `month`." },
      to: {
        format: "date",
        description: "The last day, inclusive, at most twelve months in all; required without `month`.",
      },
      month: monthOfDays,
    },
    columns: statementColumns,
    notFound: "CUSTOMER_NOT_FOUND",
    load: accountStatementReport,
  },
];

export function registerReportRoutes(app: FastifyInstance, platform: Platform, xlsx: XlsxWriter): void {
  for (const report of reports) reportRoute(app, platform, xlsx, report);
}

import { ages, dueWithin } from "../../format/ages.ts";
import { addMonths, lastDayOf } from "../../format/day.ts";
import { paths } from "../../paths.ts";
import { useClosedThrough } from "../../shell/use-month.ts";
import { useUrl } from "../../use-url.ts";
import type { Definition } from "./definitions.ts";
import { movements } from "./movements.ts";
import { type Report, type ReportRow, textOf } from "./report.ts";
import { useReportInput } from "./use-report-input.ts";

type Links = {
  readonly name: (row: ReportRow, key: string) => string | undefined;
  readonly cell: (row: ReportRow, key: string) => string | undefined;
  readonly total: (key: string) => string | undefined;
  /** What a month of the chart opens. */
  readonly month: (month: string) => string;
};

type Search = Readonly<Record<string, string | undefined>>;

const isMonth = (key: string) => /^\d{4}-\d{2}$/.test(key);
const ofMovements = new Set<string>(["opening", "closing", "mrr", ...movements.map(({ key }) => key)]);
/** The accounts whose balances sum up to the contract balances. */
const roles: Readonly<Record<string, string>> = {
  contractLiability: "CONTRACT_LIABILITY",
  contractAsset: "CONTRACT_ASSET",
  unbilledReceivable: "UNBILLED_RECEIVABLE",
};

/** What is behind the names and amounts of a report: a sum opens its customers, they their contracts, and those their records. */
export function useReportLinks(definition: Definition, report: Report): Links {
  const { groupBy, month, startMonth, endMonth, contractId, customerId } = useReportInput(definition);
  const closedThrough = useClosedThrough();
  const [url] = useUrl();
  const { name, rowOf } = definition;
  const of = groupBy ?? rowOf;
  const at = endMonth ?? month;
  const currency = report.currency ?? url.currency;
  const asked: Search = {
    ...{ month: month ?? url.month, from: url.from, to: url.to, basis: url.basis, asOf: url.asOf },
    ...{ currency, contract: contractId, customer: customerId },
  };
  const same = (search: Search) => paths.report(name, { ...asked, ...search });
  const entries = (search: Search) =>
    paths.report("entries", {
      ...{ currency, report: name, month: asked.month, group: groupBy, from: url.from, to: url.to },
      ...{ basis: url.basis, asOf: url.asOf, withinContract: contractId, withinCustomer: customerId },
      ...search,
    });
  const recurring = (from = startMonth, to = endMonth) =>
    contractId === undefined
      ? paths.report("arr-by-customer", { from, to, currency, asOf: url.asOf })
      : paths.contract(contractId, { tab: "terms" });
  /** What was recognized in the months of a roll-forward. */
  const recognized = (search: Search) =>
    entries({ timeframe: startMonth, through: endMonth, status: "POSTED", ...search });
  const billed = (search: Search) =>
    paths.invoices({
      ...search,
      ...(startMonth && { from: `${startMonth}-01` }),
      ...(at && { to: lastDayOf(at) }),
    });
  /** The invoices of a cell of the ageing report; undefined with `asOf`, which the list of invoices does not support. */
  const owed = (key: string, customer?: string) => {
    const age = ages.find(({ column }) => column === key);
    if (month === undefined || url.asOf !== undefined || (age === undefined && key !== "total")) return undefined;
    const owedOn = lastDayOf(month);
    return paths.invoices({
      ...{ owedOn, currency, customer, ...(age && dueWithin(age, owedOn)) },
      ...{ report: name, month: asked.month },
    });
  };
  /** What a figure of the disclosures is compared with: an opening balance is the closing one of the month before. */
  const comparedWith = (row: ReportRow) => {
    const source = textOf(row, "source");
    if (source === "Revenue entries of closes") return recognized({});
    if (source === "Remaining performance obligations")
      return paths.report("remaining-performance-obligations", { month: endMonth, currency, asOf: url.asOf });
    if (source !== "Trial balance" || startMonth === undefined) return undefined;
    const isOpening = /, opening$/.test(textOf(row, "name") ?? "");
    return paths.report("trial-balance", { month: isOpening ? addMonths(startMonth, -1) : endMonth, asOf: url.asOf });
  };
  const isRollForward = name === "contract-liability-roll-forward";
  const isGrouped = isRollForward || name === "remaining-performance-obligations";

  function ofContract(id: string, key: string): string {
    if (isRollForward && key === "recognized") return recognized({ contract: id });
    if (key === "billed") return billed({ contract: id });
    if (isRollForward && key === "closing") {
      return paths.report("contract-balances", { month: endMonth, currency, asOf: url.asOf, contract: id });
    }
    if (isRollForward || name === "contract-balances" || name === "flux") {
      const isPosted = closedThrough !== undefined && at !== undefined && at <= closedThrough;
      return paths.contract(id, { tab: "journal", journalMonth: isPosted && !isRollForward ? at : undefined });
    }
    return paths.contract(id, { tab: "revenue" });
  }
  return {
    name: (row, key) => {
      if (key === "number") return link(textOf(row, "entryId"), paths.journalEntry);
      if (key === "contractName") return link(textOf(row, "contractId"), paths.contract);
      if (key === "customerName") return link(textOf(row, "customerId"), paths.customer);
      if (key === "source") return comparedWith(row);
      if (key !== "name") return undefined;
      return of === "contract"
        ? link(textOf(row, "id"), paths.contract)
        : of === "customer"
          ? link(textOf(row, "id"), paths.customer)
          : undefined;
    },
    cell: (row, key) => {
      const id = textOf(row, "id");
      if (isMonth(key) && of !== undefined) return entries({ timeframe: key, [of]: id ?? "none" });
      if (name === "arr")
        return ofMovements.has(key) ? recurring(textOf(row, "month"), textOf(row, "month")) : undefined;
      if (name === "arr-by-customer") return link(id, (customer) => paths.contracts({ customer }));
      if (name === "receivables-ageing") return owed(key, id) ?? link(id, (customer) => paths.invoices({ customer }));
      if (of === "contract") return link(id, (contract) => ofContract(contract, key));
      if (isRollForward && key === "recognized" && of !== undefined) return recognized({ [of]: id ?? "none" });
      if (isGrouped && of === "customer") return link(id, (customer) => same({ group: "contract", customer }));
      return undefined;
    },
    total: (key) => {
      if (isMonth(key)) return entries({ timeframe: key });
      if (name === "arr") return ofMovements.has(key) ? recurring() : undefined;
      if (name === "arr-by-customer")
        return paths.report("arr", { from: url.from, to: url.to, currency, asOf: url.asOf });
      if (name === "receivables-ageing") return owed(key);
      const role = name === "contract-balances" && customerId === undefined && contractId === undefined && roles[key];
      if (role) return paths.report("account-activity", { month, role, currency, asOf: url.asOf });
      if (isRollForward && key === "recognized") return recognized({});
      // The total of one customer by contract has no link: its parts are the rows above.
      if (!isGrouped || contractId !== undefined || (of === "contract" && customerId !== undefined)) return undefined;
      return same({ group: of === "contract" ? "customer" : "contract" });
    },
    month: (each) => (name === "arr" ? recurring(each, each) : entries({ timeframe: each })),
  };
}

function link(id: string | undefined, path: (id: string) => string): string | undefined {
  return id === undefined ? undefined : path(id);
}

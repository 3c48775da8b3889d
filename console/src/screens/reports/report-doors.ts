import { doors } from "../../doors.ts";
import { lastDayOf } from "../../format/day.ts";
import { useClosedThrough } from "../../shell/use-month.ts";
import { useUrl } from "../../use-url.ts";
import type { Definition } from "./definitions.ts";
import { type Report, type ReportRow, textOf } from "./report.ts";
import { useReportInput } from "./use-report-input.ts";

type Doors = {
  readonly name: (row: ReportRow, key: string) => string | undefined;
  readonly cell: (row: ReportRow, key: string) => string | undefined;
  readonly total: (key: string) => string | undefined;
};

const isMonth = (key: string) => /^\d{4}-\d{2}$/.test(key);

/** What is behind the names and amounts of a report. */
export function useReportDoors(definition: Definition, report: Report): Doors {
  const { groupBy, month, endMonth, currency } = useReportInput(definition);
  const closedThrough = useClosedThrough();
  const [url] = useUrl();
  const { name, rowOf } = definition;
  const of = groupBy ?? rowOf;
  const wayBack = {
    report: name,
    month: month ?? url.month,
    group: groupBy,
    from: url.from,
    to: url.to,
    basis: url.basis,
    asOf: url.asOf,
  };
  const entries = (search: Record<string, string | undefined>) =>
    doors.report("entries", { currency: report.currency ?? currency, ...wayBack, ...search });
  return {
    name: (row, key) => {
      if (key === "number") return link(textOf(row, "entryId"), doors.journalEntry);
      if (key === "contractName") return link(textOf(row, "contractId"), doors.contract);
      if (key === "customerName") return link(textOf(row, "customerId"), doors.customer);
      if (key !== "name") return undefined;
      return of === "contract"
        ? link(textOf(row, "id"), doors.contract)
        : of === "customer"
          ? link(textOf(row, "id"), doors.customer)
          : undefined;
    },
    cell: (row, key) => {
      const id = textOf(row, "id");
      if (isMonth(key) && of !== undefined) return entries({ timeframe: key, [of]: id ?? "none" });
      if (name === "receivables-ageing" && id) return doors.invoices({ customer: id });
      if (id === undefined || of !== "contract") return undefined;
      const at = endMonth ?? month;
      if (name === "contract-balances" || name === "contract-liability-roll-forward" || name === "flux") {
        const isPosted = closedThrough !== undefined && at !== undefined && at <= closedThrough;
        if (key === "billed") return doors.invoices({ contract: id, ...(at && { to: lastDayOf(at) }) });
        return doors.contract(id, {
          tab: "journal",
          journalMonth: isPosted && name !== "contract-liability-roll-forward" ? at : undefined,
        });
      }
      return doors.contract(id, { tab: "revenue" });
    },
    total: (key) => (isMonth(key) ? entries({ timeframe: key }) : undefined),
  };
}

function link(id: string | undefined, door: (id: string) => string): string | undefined {
  return id === undefined ? undefined : door(id);
}

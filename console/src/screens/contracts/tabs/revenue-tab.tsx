import type { RevenueEntry } from "@accord/client";
import { month as monthName } from "../../../format/day.ts";
import { sum } from "../../../format/decimal.ts";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { Status } from "../../../parts/status.tsx";
import { TextLink } from "../../../parts/text-link.tsx";
import { paths } from "../../../paths.ts";
import { Amount } from "../../../table/cell.tsx";
import type { Column } from "../../../table/column.ts";
import { DataTable } from "../../../table/data-table.tsx";
import { useObligations } from "../obligation-rows.ts";
import { useContractId, useRevenue } from "../use-contract.ts";

type MonthRow = {
  readonly month: string;
  readonly status: string;
  readonly entries: readonly RevenueEntry[];
  readonly toDate: string;
};

const words: Readonly<Record<string, string>> = { POSTED: "Posted", ACCRUED: "Earned, not posted", PLANNED: "Planned" };

/** What each obligation earns in each month: posted in closed months, planned in those to come. */
export default function RevenueTab() {
  const id = useContractId();
  const obligations = useObligations();
  return (
    <Loaded of={useRevenue()}>
      {(entries) => {
        if (entries.length === 0) {
          return <EmptyState title="No revenue yet">It follows from the billing terms once they are there.</EmptyState>;
        }
        const rows = rowsOf(entries);
        const named = (obligations.data ?? []).filter((each) =>
          entries.some(({ performanceObligationId }) => performanceObligationId === each.id),
        );
        const columns: readonly Column<MonthRow>[] = [
          {
            id: "month",
            onPhone: true,
            title: "Month",
            value: ({ month }) => month,
            cell: ({ month }) => monthName(month),
          },
          {
            id: "status",
            onPhone: "beneath",
            title: "Status",
            value: ({ status }) => status,
            cell: ({ status }) => (
              <Status code={status} tone={status === "POSTED" ? "good" : "quiet"}>
                {words[status] ?? status}
              </Status>
            ),
          },
          ...(named.length > 1 ? named : []).map((each) => ({
            id: each.id,
            title: each.name,
            kind: "money" as const,
            value: (row: MonthRow) => sum(of(row.entries, each.id)),
          })),
          {
            id: "total",
            onPhone: true,
            title: "Revenue",
            kind: "money",
            value: (row) => sum(row.entries.map(({ amount }) => amount)),
            cell: (row) => (
              <TextLink href={paths.contract(id, { tab: "journal", journalMonth: row.month })}>
                <Amount text={sum(row.entries.map(({ amount }) => amount))} />
              </TextLink>
            ),
          },
          { id: "toDate", onPhone: true, title: "To date", kind: "money", value: ({ toDate }) => toDate },
        ];
        return (
          <DataTable
            label="Revenue by month"
            columns={columns}
            rows={rows}
            rowId={({ month }) => month}
            totals={{
              ...Object.fromEntries(
                named.map((each) => [each.id, <Amount key={each.id} text={sum(of(entries, each.id))} />]),
              ),
              total: <Amount text={sum(entries.map(({ amount }) => amount))} />,
            }}
          />
        );
      }}
    </Loaded>
  );
}

function of(entries: readonly RevenueEntry[], obligation: string): string[] {
  return entries
    .filter(({ performanceObligationId }) => performanceObligationId === obligation)
    .map(({ amount }) => amount);
}

function rowsOf(entries: readonly RevenueEntry[]): MonthRow[] {
  const months = [...Map.groupBy(entries, ({ timeframe }) => timeframe)].sort(([a], [b]) => (a < b ? -1 : 1));
  let toDate = "0";
  return months.map(([month, each]) => {
    toDate = sum([toDate, ...each.map(({ amount }) => amount)]);
    return { month, entries: each, toDate, status: each[0]?.status ?? "PLANNED" };
  });
}

import type { JournalEntry, RevenueEntry } from "@accord/client";
import { useAll, useApi } from "../../api/use-api.ts";
import { EmptyState } from "../../parts/empty-state.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { RevenueSource } from "../../parts/revenue-source.tsx";
import { Section } from "../../parts/section.tsx";
import { TextLink } from "../../parts/text-link.tsx";
import { paths } from "../../paths.ts";
import type { Column } from "../../table/column.ts";
import { DataTable } from "../../table/data-table.tsx";
import { sumsOf } from "../../table/sums.tsx";

/** What the contract of a revenue entry earned in its month: each obligation, with the clause, bill or usage that it comes from. */
export function Earned({ entry }: { entry: JournalEntry }) {
  const { contractId, month } = entry;
  if (entry.type !== "REVENUE_RECOGNIZED" || contractId === null) return null;
  return <OfMonth contractId={contractId} month={month} />;
}

/** What the obligations of a contract are called, by their ids; of a merchant that makes them with billing terms alone as those are. */
function useObligationNames(contractId: string): ReadonlyMap<string, string | null> {
  const hasFeature = useApi("getMerchantInfo").data?.features.performanceObligations;
  const performance = useAll("listContractPerformanceObligations", hasFeature === true && { id: contractId });
  const simple = useAll("listObligations", hasFeature === false && { id: contractId });
  return new Map([
    ...(performance.data ?? []).map(
      ({ id, name, productName, itemName, billingTermGroupName }) =>
        [id, name ?? productName ?? itemName ?? billingTermGroupName] as const,
    ),
    ...(simple.data ?? []).map((each) => [each.performanceObligationId, each.billingSchedule.name] as const),
  ]);
}

function OfMonth({ contractId, month }: { contractId: string; month: string }) {
  const filter = { contractId, timeframe: month, status: "POSTED" };
  const earned = useAll("listRevenueSchedules", { filter });
  const names = useObligationNames(contractId);
  const columns: readonly Column<RevenueEntry>[] = [
    {
      id: "obligation",
      title: "Performance obligation",
      value: ({ performanceObligationId }) => names.get(performanceObligationId) ?? "",
      cell: ({ performanceObligationId }) => (
        <TextLink href={paths.contract(contractId, { tab: "obligations" })}>
          {names.get(performanceObligationId) ?? "Performance obligation"}
        </TextLink>
      ),
    },
    { id: "source", title: "Earned", value: ({ source }) => source, cell: (row) => <RevenueSource of={row} /> },
    { id: "amount", title: "Amount", kind: "money", value: ({ amount }) => amount },
  ];
  return (
    <Section
      title="What was earned"
      note="By the obligations of the contract in this month, in all entries of it."
      aside={<TextLink href={paths.contract(contractId, { tab: "terms" })}>The terms of the contract</TextLink>}
    >
      <Loaded of={earned}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="The month is open again">
              Revenue of the month is recalculated, and its next close posts the difference. The{" "}
              <TextLink href={paths.contract(contractId, { tab: "revenue" })}>revenue by month</TextLink> shows the
              present amounts.
            </EmptyState>
          ) : (
            <DataTable
              label="What was earned"
              columns={columns}
              rows={rows}
              rowId={(row) => `${row.performanceObligationId} ${row.source} ${row.earnedTimeframe} ${row.categoryId}`}
              isWhole
              totals={sumsOf(columns, rows)}
            />
          )
        }
      </Loaded>
    </Section>
  );
}

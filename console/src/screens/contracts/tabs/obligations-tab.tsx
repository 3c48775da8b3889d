import type { PerformanceObligation } from "@accord/client";
import { day } from "../../../format/day.ts";
import { sum } from "../../../format/decimal.ts";
import { word } from "../../../format/words.ts";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { Amount } from "../../../table/cell.tsx";
import type { Column } from "../../../table/column.ts";
import { DataTable } from "../../../table/data-table.tsx";
import { useObligations } from "../use-contract.ts";

const columns: readonly Column<PerformanceObligation>[] = [
  { id: "name", title: "Performance obligation", value: nameOf },
  { id: "group", title: "Group", value: (each) => each.billingTermGroupName },
  { id: "category", title: "Category", value: (each) => each.category },
  {
    id: "pattern",
    title: "Recognized",
    value: (each) => each.recognitionPattern,
    cell: (each) => word(each.recognitionPattern),
  },
  { id: "from", title: "From", kind: "day", value: (each) => each.serviceStartDate },
  {
    id: "to",
    title: "To",
    value: (each) => each.serviceEndDate,
    cell: (each) => (each.serviceEndDate ? day(each.serviceEndDate) : "open"),
  },
  { id: "ssp", title: "Standalone price", kind: "money", value: (each) => each.standaloneSellingPrice },
  { id: "price", title: "Allocated price", kind: "money", value: (each) => each.allocatedPrice },
  { id: "recognized", title: "Recognized to date", kind: "money", value: (each) => each.recognizedToDate },
  { id: "remaining", title: "Remaining", kind: "money", value: (each) => each.remaining },
];

/** What earns the revenue of the contract. */
export default function ObligationsTab() {
  return (
    <Loaded of={useObligations()}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState title="No performance obligation yet">One is made with each billing term.</EmptyState>
        ) : (
          <DataTable
            label="Performance obligations"
            columns={columns}
            rows={rows}
            rowId={({ id }) => id}
            isWhole
            totals={{
              price: <Amount text={sum(rows.map(({ allocatedPrice }) => allocatedPrice ?? "0"))} />,
              recognized: <Amount text={sum(rows.map(({ recognizedToDate }) => recognizedToDate))} />,
              remaining: <Amount text={sum(rows.map(({ remaining }) => remaining ?? "0"))} />,
            }}
          />
        )
      }
    </Loaded>
  );
}

export function nameOf(each: PerformanceObligation): string {
  return each.name ?? each.productName ?? each.itemName ?? each.billingTermGroupName ?? "Performance obligation";
}

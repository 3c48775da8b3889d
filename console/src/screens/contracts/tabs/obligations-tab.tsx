import { Button } from "@mantine/core";
import { useState } from "react";
import { useMayWrite } from "../../../api/session.ts";
import { day } from "../../../format/day.ts";
import { sum } from "../../../format/decimal.ts";
import { word } from "../../../format/words.ts";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Failure } from "../../../parts/failure.tsx";
import { Waiting } from "../../../parts/waiting.tsx";
import { Amount } from "../../../table/cell.tsx";
import type { Column } from "../../../table/column.ts";
import { DataTable } from "../../../table/data-table.tsx";
import { type ObligationRow, useObligations } from "../obligation-rows.ts";
import { MilestonesDialog } from "../progress/milestones-dialog.tsx";
import { ProgressDialog } from "../progress/progress-dialog.tsx";

const columns: readonly Column<ObligationRow>[] = [
  { id: "group", title: "Group", value: ({ group }) => group, optional: true },
  { id: "category", title: "Category", value: ({ category }) => category, optional: true },
  { id: "from", title: "From", kind: "day", value: ({ from }) => from },
  { id: "to", title: "To", value: ({ to }) => to, cell: ({ to }) => (to ? day(to) : "open") },
  { id: "ssp", title: "Standalone", kind: "money", value: (each) => each.standalonePrice },
  { id: "price", title: "Transaction price", kind: "money", value: ({ transactionPrice }) => transactionPrice },
  { id: "recognized", title: "Recognized", kind: "money", value: ({ recognized }) => recognized },
  { id: "remaining", title: "Remaining", kind: "money", value: ({ remaining }) => remaining },
];

/** What earns the revenue of the contract, and how far what is earned as it is reported is. */
export default function ObligationsTab() {
  const mayWrite = useMayWrite();
  const [chosen, setChosen] = useState<ObligationRow>();
  const { data: rows, error } = useObligations();
  if (error) return <Failure error={error} />;
  if (rows === undefined) return <Waiting />;
  if (rows.length === 0) {
    return <EmptyState title="No performance obligation yet">One is made with each billing term.</EmptyState>;
  }
  const first: readonly Column<ObligationRow>[] = [
    { id: "name", title: "Performance obligation", value: ({ name }) => name },
    {
      id: "earned",
      title: "Earned",
      value: ({ progress, pattern }) => progress ?? word(pattern),
      cell: (row) => (
        <>
          {row.progress ?? word(row.pattern)}
          {mayWrite && row.progress !== null && (
            <Button variant="subtle" size="compact-xs" onClick={() => setChosen(row)}>
              {row.pattern === "MILESTONE" ? "Milestones …" : "Progress …"}
            </Button>
          )}
        </>
      ),
    },
  ];
  const Dialog = chosen?.pattern === "MILESTONE" ? MilestonesDialog : ProgressDialog;
  return (
    <>
      <DataTable
        label="Performance obligations"
        columns={[...first, ...columns]}
        rows={rows}
        rowId={({ id }) => id}
        hidden={{
          group: rows.every(({ group }) => group === null),
          category: rows.every(({ category }) => category === null),
          ssp: rows.every(({ standalonePrice }) => standalonePrice === null),
        }}
        isWhole
        totals={{
          price: <Amount text={sum(rows.map(({ transactionPrice }) => transactionPrice ?? "0"))} />,
          recognized: <Amount text={sum(rows.map(({ recognized }) => recognized))} />,
          remaining: <Amount text={sum(rows.map(({ remaining }) => remaining ?? "0"))} />,
        }}
      />
      {chosen?.record && <Dialog obligation={chosen.record} name={chosen.name} close={() => setChosen(undefined)} />}
    </>
  );
}

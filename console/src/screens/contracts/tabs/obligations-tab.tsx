import { Button } from "@mantine/core";
import { useState } from "react";
import { useMayWrite } from "../../../api/session.ts";
import { day } from "../../../format/day.ts";
import { sum } from "../../../format/decimal.ts";
import { plural, word } from "../../../format/words.ts";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Failure } from "../../../parts/failure.tsx";
import { Waiting } from "../../../parts/waiting.tsx";
import { Amount } from "../../../table/cell.tsx";
import type { Column } from "../../../table/column.ts";
import { DataTable } from "../../../table/data-table.tsx";
import { type ObligationRow, useObligations } from "../obligation-rows.ts";
import { hasManualMonths } from "../progress/manual-month.ts";
import { MilestonesDialog } from "../progress/milestones-dialog.tsx";
import { MonthsDialog } from "../progress/months-dialog.tsx";
import { ProgressDialog } from "../progress/progress-dialog.tsx";

const first: readonly Column<ObligationRow>[] = [
  { id: "name", title: "Performance obligation", value: ({ name }) => name },
  { id: "earned", title: "Earned", value: earned },
];

const others: readonly Column<ObligationRow>[] = [
  { id: "group", title: "Group", value: ({ group }) => group, optional: true },
  { id: "category", title: "Category", value: ({ category }) => category, optional: true },
  { id: "from", title: "From", kind: "day", value: ({ from }) => from },
  { id: "to", title: "To", value: ({ to }) => to, cell: ({ to }) => (to ? day(to) : "open") },
  { id: "ssp", title: "Standalone", kind: "money", value: (each) => each.standalonePrice },
  { id: "price", title: "Transaction price", kind: "money", value: ({ transactionPrice }) => transactionPrice },
  { id: "recognized", title: "Recognized", kind: "money", value: ({ recognized }) => recognized },
  { id: "remaining", title: "Remaining", kind: "money", value: ({ remaining }) => remaining },
];

/** "30% by 31 Jan 2026" of what is earned as it is reported, of all else its pattern and how many months were set. */
function earned({ progress, pattern, months }: ObligationRow): string {
  const manual = pattern === "CUSTOM" ? 0 : months.filter(({ pinned }) => pinned).length;
  return progress ?? (manual === 0 ? word(pattern) : `${word(pattern)}, ${plural(manual, "manual month")}`);
}

/** What a row can be changed by; undefined where nothing is reported of it or set. */
function actionOf(row: ObligationRow): string | undefined {
  if (row.progress !== null) return row.pattern === "MILESTONE" ? "Milestones …" : "Progress …";
  return hasManualMonths(row) ? "Set a month …" : undefined;
}

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
  const action: Column<ObligationRow> = {
    id: "action",
    title: "",
    value: () => "",
    cell: (row) =>
      actionOf(row) && (
        <Button variant="subtle" size="compact-xs" onClick={() => setChosen(row)}>
          {actionOf(row)}
        </Button>
      ),
  };
  return (
    <>
      <DataTable
        label="Performance obligations"
        columns={[...first, action, ...others]}
        rows={rows}
        rowId={({ id }) => id}
        hidden={{
          group: rows.every(({ group }) => group === null),
          category: rows.every(({ category }) => category === null),
          action: !mayWrite || rows.every((row) => actionOf(row) === undefined),
          ssp: rows.every(({ standalonePrice }) => standalonePrice === null),
        }}
        isWhole
        totals={{
          price: <Amount text={sum(rows.map(({ transactionPrice }) => transactionPrice ?? "0"))} />,
          recognized: <Amount text={sum(rows.map(({ recognized }) => recognized))} />,
          remaining: <Amount text={sum(rows.map(({ remaining }) => remaining ?? "0"))} />,
        }}
      />
      {chosen && <ReportDialog row={chosen} close={() => setChosen(undefined)} />}
    </>
  );
}

function ReportDialog({ row, close }: { row: ObligationRow; close: () => void }) {
  const { record, name, pattern } = row;
  if (record === null || row.progress === null) return <MonthsDialog row={row} close={close} />;
  const Dialog = pattern === "MILESTONE" ? MilestonesDialog : ProgressDialog;
  return <Dialog obligation={record} name={name} close={close} />;
}

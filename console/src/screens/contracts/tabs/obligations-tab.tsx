import { Button } from "@mantine/core";
import { useState } from "react";
import { useMayWrite } from "../../../api/session.ts";
import { dayRange } from "../../../format/day.ts";
import { sum } from "../../../format/decimal.ts";
import { plural, word } from "../../../format/words.ts";
import { ButtonLink } from "../../../parts/button-link.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Failure } from "../../../parts/failure.tsx";
import { Waiting } from "../../../parts/waiting.tsx";
import { Amount } from "../../../table/cell.tsx";
import type { Column } from "../../../table/column.ts";
import { DataTable } from "../../../table/data-table.tsx";
import { Discounts } from "../discounts/discounts.tsx";
import { type ObligationRow, useObligations } from "../obligation-rows.ts";
import { hasManualMonths } from "../progress/manual-month.ts";
import { MilestonesDialog } from "../progress/milestones-dialog.tsx";
import { MonthsDialog } from "../progress/months-dialog.tsx";
import { ProgressDialog } from "../progress/progress-dialog.tsx";
import { useContractId } from "../use-contract.ts";
import classes from "./obligations-tab.module.css";

const first: readonly Column<ObligationRow>[] = [
  {
    id: "name",
    onPhone: true,
    title: "Obligation",
    value: ({ name }) => name,
    cell: ({ name, category }) => (
      <span className={classes.name}>
        {name}
        {category !== null && <small>{category}</small>}
      </span>
    ),
  },
  { id: "earned", title: "Earned", value: earned },
];

const others: readonly Column<ObligationRow>[] = [
  { id: "group", title: "Group", value: ({ group }) => group, optional: true },
  {
    id: "service",
    onPhone: "beneath",
    title: "Service",
    value: ({ from }) => from,
    cell: ({ from, to }) => dayRange(from, to),
  },
  { id: "ssp", title: "Standalone", kind: "money", value: (each) => each.standalonePrice },
  { id: "price", onPhone: true, title: "Price", kind: "money", value: ({ transactionPrice }) => transactionPrice },
  { id: "recognized", title: "Recognized", kind: "money", value: ({ recognized }) => recognized },
  { id: "remaining", onPhone: true, title: "Remaining", kind: "money", value: ({ remaining }) => remaining },
];

/** "30% by 31 Jan 2026" for reported progress; otherwise the pattern and the number of manual months. */
function earned({ progress, pattern, months }: ObligationRow): string {
  const manual = pattern === "CUSTOM" ? 0 : months.filter(({ pinned }) => pinned).length;
  return progress ?? (manual === 0 ? word(pattern) : `${word(pattern)}, ${plural(manual, "manual month")}`);
}

/** The change that a row offers; undefined if its progress and months cannot be set. */
function actionOf(row: ObligationRow): string | undefined {
  if (row.progress !== null) return row.pattern === "MILESTONE" ? "Milestones …" : "Progress …";
  return hasManualMonths(row) ? "Months …" : undefined;
}

/** The performance obligations of the contract, with reported progress. */
export default function ObligationsTab() {
  const mayWrite = useMayWrite();
  const contractId = useContractId();
  const [chosen, setChosen] = useState<ObligationRow>();
  const { data: rows, error } = useObligations();
  if (error) return <Failure error={error} />;
  if (rows === undefined) return <Waiting />;
  if (rows.length === 0) {
    return <EmptyState title="No performance obligation yet">One is made with each billing term.</EmptyState>;
  }
  const action: Column<ObligationRow> = {
    id: "action",
    onPhone: true,
    title: "",
    value: () => "",
    cell: (row) => (
      <span className={classes.rowActions}>
        {actionOf(row) && (
          <Button variant="subtle" size="compact-xs" onClick={() => setChosen(row)}>
            {actionOf(row)}
          </Button>
        )}
        <ButtonLink variant="subtle" size="compact-xs" href={`/contracts/${contractId}/change?part=${row.id}`}>
          Change
        </ButtonLink>
      </span>
    ),
  };
  return (
    <div className={classes.tab}>
      <DataTable
        label="Performance obligations"
        columns={[...first, ...others, action]}
        rows={rows}
        rowId={({ id }) => id}
        hidden={{
          group: rows.every(({ group }) => group === null),
          action: !mayWrite,
          ssp: rows.every(({ standalonePrice }) => standalonePrice === null),
        }}
        isWhole
        totals={{
          price: <Amount text={sum(rows.map(({ transactionPrice }) => transactionPrice ?? "0"))} />,
          recognized: <Amount text={sum(rows.map(({ recognized }) => recognized))} />,
          remaining: <Amount text={sum(rows.map(({ remaining }) => remaining ?? "0"))} />,
        }}
      />
      <Discounts obligations={rows} />
      {chosen && <ReportDialog row={chosen} close={() => setChosen(undefined)} />}
    </div>
  );
}

function ReportDialog({ row, close }: { row: ObligationRow; close: () => void }) {
  const { record, name, pattern } = row;
  if (record === null || row.progress === null) return <MonthsDialog row={row} close={close} />;
  const Dialog = pattern === "MILESTONE" ? MilestonesDialog : ProgressDialog;
  return <Dialog obligation={record} name={name} close={close} />;
}

import { TextInput } from "@mantine/core";
import { useState } from "react";
import { month } from "../../../format/day.ts";
import table from "../../../parts/open-invoices.module.css";
import { ScrollArea } from "../../../parts/scroll-area.tsx";
import { PreviewDialog } from "../../../preview/preview-dialog.tsx";
import { write } from "../../../preview/write.ts";
import { useClosedThrough } from "../../../shell/use-month.ts";
import { Amount } from "../../../table/cell.tsx";
import { isNumber } from "../change/form.ts";
import type { ObligationRow } from "../obligation-rows.ts";
import { entriesOf, openMonths, type Typed } from "./manual-month.ts";

/** Sets manual months of an obligation; the other open months share the rest of its price. */
export function MonthsDialog({ row, close }: { row: ObligationRow; close: () => void }) {
  const months = openMonths(row, useClosedThrough());
  const [typed, setTyped] = useState<Typed>({});
  const body = entriesOf(months, typed);
  const { id: pobId, obligation } = row;
  return (
    <PreviewDialog
      title={`Months of ${row.name}`}
      verb="Set"
      write={
        body === undefined || body.length === 0
          ? undefined
          : obligation === null
            ? write("setRecognizedRevenue", { pobId, body })
            : write("setCustomRevenue", { ...obligation, body })
      }
      waitingFor="Say what a month earns, and what the others earn then is shown here. An empty month follows the pattern."
      close={close}
    >
      <ScrollArea label="Open months" className={table.area}>
        <table className={table.table} aria-label="Open months">
          <thead>
            <tr>
              <th>Month</th>
              <th className={table.right}>Earns now</th>
              <th className={table.right}>Set to</th>
            </tr>
          </thead>
          <tbody>
            {months.map(({ timeframe, total, pinned }) => {
              const text = typed[timeframe] ?? (pinned ? total : "");
              return (
                <tr key={timeframe}>
                  <td>{month(timeframe)}</td>
                  <td className={table.right}>
                    <Amount text={total} />
                  </td>
                  <td className={table.right}>
                    <TextInput
                      aria-label={`Revenue of ${month(timeframe)}`}
                      size="xs"
                      inputMode="decimal"
                      className={table.amount}
                      value={text}
                      error={text.trim() !== "" && !isNumber(text)}
                      onChange={(event) => setTyped({ ...typed, [timeframe]: event.currentTarget.value })}
                    />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollArea>
    </PreviewDialog>
  );
}

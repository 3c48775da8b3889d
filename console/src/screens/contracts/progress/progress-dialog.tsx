import type { PerformanceObligation } from "@accord/client";
import { ActionIcon, Button, Checkbox, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { type ClipboardEvent, useState } from "react";
import { asFraction } from "../../../format/percent.ts";
import { DayField } from "../../../parts/day-field.tsx";
import table from "../../../parts/open-invoices.module.css";
import { ScrollArea } from "../../../parts/scroll-area.tsx";
import { PreviewDialog } from "../../../preview/preview-dialog.tsx";
import { write } from "../../../preview/write.ts";
import { useClosedThrough, useToday } from "../../../shell/use-month.ts";
import {
  dayToMeasure,
  isOverstated,
  isSame,
  type Measurement,
  measurementsOf,
  pastedMeasurements,
  progressOf,
  withPasted,
} from "./measurement.ts";
import classes from "./progress-dialog.module.css";

type Props = { readonly obligation: PerformanceObligation; readonly name: string; readonly close: () => void };

const blank: Measurement = { asOf: undefined, percent: "" };

/** How much of the work is complete by which day; lines that were copied from a spreadsheet can be pasted into it. */
export function ProgressDialog({ obligation, name, close }: Props) {
  const { id: pobId, contractId, progress: reported } = obligation;
  const today = useToday();
  const offered = dayToMeasure(today, useClosedThrough(), reported);
  const [rows, setRows] = useState<readonly Measurement[]>([...measurementsOf(reported), blank]);
  const [isCorrection, setCorrection] = useState(false);
  const progress = progressOf(rows, offered);
  const isFall = progress !== undefined && isOverstated(progress, reported);
  const isReady = progress !== undefined && !isSame(progress, reported) && (isCorrection || !isFall);
  const body = { progress: progress ?? [], ...(isFall && { correction: true }) };
  const put = (at: number, changes: Partial<Measurement>) =>
    setRows(rows.map((row, index) => (index === at ? { ...row, ...changes } : row)));
  const paste = (event: ClipboardEvent) => {
    const pasted = pastedMeasurements(event.clipboardData.getData("text"));
    if (pasted.length === 0) return;
    event.preventDefault();
    setRows(withPasted(rows, pasted));
  };
  return (
    <PreviewDialog
      title={`Progress of ${name}`}
      verb="Report"
      write={isReady ? write("updatePerformanceObligation", { id: contractId, pobId, body }) : undefined}
      waitingFor={
        isFall
          ? "Less is complete than before. If it was overstated, say so, and what is reversed is shown here."
          : "Say how much is complete by which day, and the revenue that follows from it is shown here."
      }
      close={close}
    >
      <div className={classes.progress} onPaste={paste}>
        <ScrollArea label="Progress" className={table.area}>
          <table className={table.table} aria-label="Progress">
            <thead>
              <tr>
                <th>By the end of</th>
                <th className={table.right}>Percent complete</th>
                <th />
              </tr>
            </thead>
            <tbody>
              {rows.map((row, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a measurement is known by its place
                <tr key={at}>
                  <td>
                    <DayField
                      aria-label={`Day of measurement ${at + 1}`}
                      size="xs"
                      className={classes.day}
                      max={today}
                      value={row.asOf ?? offered}
                      onChange={(asOf) => put(at, { asOf })}
                    />
                  </td>
                  <td className={table.right}>
                    <TextInput
                      aria-label={`Percent of measurement ${at + 1}`}
                      size="xs"
                      inputMode="decimal"
                      className={classes.percent}
                      data-autofocus={at === rows.length - 1 || undefined}
                      value={row.percent}
                      error={row.percent.trim() !== "" && asFraction(row.percent) === undefined}
                      onChange={(event) => put(at, { percent: event.currentTarget.value })}
                    />
                  </td>
                  <td className={classes.remove}>
                    <ActionIcon
                      aria-label={`Remove measurement ${at + 1}`}
                      disabled={rows.length < 2}
                      onClick={() => setRows(rows.filter((_, index) => index !== at))}
                    >
                      <IconX size={14} />
                    </ActionIcon>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollArea>
        <div className={classes.more}>
          <Button
            variant="subtle"
            leftSection={<IconPlus size={14} />}
            onClick={() => setRows([...rows, { asOf: "", percent: "" }])}
          >
            Add a measurement
          </Button>
          <span className={classes.note}>Two columns of a spreadsheet can be pasted here.</span>
        </div>
        {isFall && (
          <Checkbox
            label="It was overstated before"
            description="Revenue recognized in excess is reversed in the first open month."
            checked={isCorrection}
            onChange={(event) => setCorrection(event.currentTarget.checked)}
          />
        )}
      </div>
    </PreviewDialog>
  );
}

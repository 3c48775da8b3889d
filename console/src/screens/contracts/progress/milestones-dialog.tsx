import type { PerformanceObligation } from "@accord/client";
import { useState } from "react";
import { quantity } from "../../../format/money.ts";
import { DayField } from "../../../parts/day-field.tsx";
import table from "../../../parts/open-invoices.module.css";
import { ScrollArea } from "../../../parts/scroll-area.tsx";
import { PreviewDialog } from "../../../preview/preview-dialog.tsx";
import { write } from "../../../preview/write.ts";
import { useToday } from "../../../shell/use-month.ts";
import classes from "./progress-dialog.module.css";

type Props = { readonly obligation: PerformanceObligation; readonly name: string; readonly close: () => void };

/** The milestones of an obligation with the days on which they were reached; each earns its weight of the price. */
export function MilestonesDialog({ obligation, name, close }: Props) {
  const { id: pobId, contractId, milestones: reported } = obligation;
  const today = useToday();
  const [days, setDays] = useState(reported.map(({ reachedDate }) => reachedDate ?? ""));
  const milestones = reported.map((each, at) => ({ ...each, reachedDate: days[at] || null }));
  const isMoved = milestones.some(({ reachedDate }, at) => reachedDate !== reported[at]?.reachedDate);
  return (
    <PreviewDialog
      title={`Milestones of ${name}`}
      verb="Report"
      write={
        isMoved ? write("updatePerformanceObligation", { id: contractId, pobId, body: { milestones } }) : undefined
      }
      waitingFor="Say which milestone was reached on which day, and the revenue that follows from it is shown here."
      close={close}
    >
      <ScrollArea label="Milestones" className={table.area}>
        <table className={table.table} aria-label="Milestones">
          <thead>
            <tr>
              <th>Milestone</th>
              <th className={table.right}>Weight</th>
              <th>Reached on</th>
            </tr>
          </thead>
          <tbody>
            {reported.map((milestone, at) => (
              <tr key={milestone.name}>
                <td>{milestone.name}</td>
                <td className={table.right}>{quantity(milestone.weight)}</td>
                <td>
                  <DayField
                    aria-label={`${milestone.name} reached on`}
                    size="xs"
                    className={classes.day}
                    max={today}
                    value={days[at] ?? ""}
                    onChange={(next) => setDays(days.map((each, index) => (index === at ? next : each)))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </PreviewDialog>
  );
}

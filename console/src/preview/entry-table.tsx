import { day } from "../format/day.ts";
import { word } from "../format/words.ts";
import { ScrollArea } from "../parts/scroll-area.tsx";
import { Amount } from "../table/cell.tsx";
import classes from "./before-after.module.css";
import type { PlannedEntry } from "./plan.ts";

/** Journal entries with their lines: debits and credits of each entry are equal. */
export function EntryTable({ entries }: { entries: readonly PlannedEntry[] }) {
  return (
    <ScrollArea label="Journal entries" className={classes.area}>
      <table className={classes.table} aria-label="Journal entries">
        <thead>
          <tr>
            <th>Account</th>
            <th>Debit</th>
            <th>Credit</th>
          </tr>
        </thead>
        {entries.map((entry, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: planned entries have no id yet
          <tbody key={at}>
            <tr>
              <th colSpan={3} scope="rowgroup" className={classes.entry}>
                {day(entry.date)} · {word(entry.type)}
              </th>
            </tr>
            {entry.lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of an entry keep their order
              <tr key={index}>
                <td>{line.account}</td>
                <td>{line.debit.match(/[1-9]/) ? <Amount text={line.debit} /> : ""}</td>
                <td>{line.credit.match(/[1-9]/) ? <Amount text={line.credit} /> : ""}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </ScrollArea>
  );
}

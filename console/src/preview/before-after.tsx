import { isNegative, isZero, sum } from "../format/decimal.ts";
import { ScrollArea } from "../parts/scroll-area.tsx";
import { Amount } from "../table/cell.tsx";
import classes from "./before-after.module.css";

export type ChangedLine = {
  readonly key: string;
  readonly title: string;
  readonly detail?: string;
  readonly mark?: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly change: string;
};

/** Amounts before and after, their differences, and the sum of each. */
export function BeforeAfter({ label, first, lines }: { label: string; first: string; lines: readonly ChangedLine[] }) {
  const total = (amounts: readonly (string | undefined)[]) => sum(amounts.map((amount) => amount ?? "0"));
  return (
    <ScrollArea label="Before and after" className={classes.area}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            <th>{first}</th>
            <th className={classes.before}>Before</th>
            <th>After</th>
            <th>Change</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.key}>
              <td>
                {line.title}
                {line.mark && <span className={classes.mark}>{line.mark}</span>}
                {line.detail && <span className={classes.detail}>{line.detail}</span>}
              </td>
              <td className={classes.before}>{line.before === undefined ? "" : <Amount text={line.before} />}</td>
              <td>
                {line.after === undefined ? "" : <Amount text={line.after} />}
                {line.before !== undefined && <Was text={line.before} />}
              </td>
              <td>
                <Change text={line.change} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td>Together</td>
            <td className={classes.before}>
              <Amount text={total(lines.map(({ before }) => before))} />
            </td>
            <td>
              <Amount text={total(lines.map(({ after }) => after))} />
              <Was text={total(lines.map(({ before }) => before))} />
            </td>
            <td>
              <Change text={total(lines.map(({ change }) => change))} />
            </td>
          </tr>
        </tfoot>
      </table>
    </ScrollArea>
  );
}

/** On a phone, where three columns have no room for a fourth: what was before, beneath what comes after. */
function Was({ text }: { text: string }) {
  return (
    <span className={classes.was}>
      was <Amount text={text} />
    </span>
  );
}

function Change({ text }: { text: string }) {
  const className = isZero(text) ? undefined : isNegative(text) ? classes.less : classes.more;
  return (
    <span className={className}>
      {!isZero(text) && !isNegative(text) && "+"}
      <Amount text={text} />
    </span>
  );
}

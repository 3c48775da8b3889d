import { doors } from "../../doors.ts";
import { count } from "../../format/money.ts";
import { plural } from "../../format/words.ts";
import { Door } from "../../parts/door.tsx";
import classes from "../../parts/each-dialog.module.css";
import type { Refused } from "./bulk-run.ts";

const mostNamed = 20;

/** Contracts that cannot, below what keeps them; the reason of most comes first. */
export function RefusedList({ refused }: { refused: readonly Refused[] }) {
  if (refused.length === 0) return null;
  const groups = [...Map.groupBy(refused, ({ why }) => why)].sort(([, a], [, b]) => b.length - a.length);
  return (
    <ul className={classes.list}>
      {groups.map(([why, each]) => (
        <li key={why}>
          <span className={classes.why}>
            {groups.length > 1 && `${plural(each.length, "contract")}: `}
            {why}
          </span>
          {each.slice(0, mostNamed).map(({ contract: { id, name } }, at) => (
            <span key={id}>
              {at > 0 && ", "}
              <Door href={doors.contract(id)}>{name}</Door>
            </span>
          ))}
          {each.length > mostNamed && ` and ${count(each.length - mostNamed)} more`}
        </li>
      ))}
    </ul>
  );
}

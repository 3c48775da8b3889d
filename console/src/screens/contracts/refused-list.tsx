import { count } from "../../format/money.ts";
import { plural } from "../../format/words.ts";
import classes from "../../parts/each-dialog.module.css";
import { TextLink } from "../../parts/text-link.tsx";
import { paths } from "../../paths.ts";
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
              <TextLink href={paths.contract(id)}>{name}</TextLink>
            </span>
          ))}
          {each.length > mostNamed && ` and ${count(each.length - mostNamed)} more`}
        </li>
      ))}
    </ul>
  );
}

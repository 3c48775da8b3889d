import type { ReactNode } from "react";
import classes from "./facts.module.css";

export type Fact = readonly [title: string, value: ReactNode];

/** Fields of a record: labels at the left, values beside them. Lines without a value are left out. */
export function Facts({ facts }: { facts: readonly (Fact | false | "" | null | undefined)[] }) {
  const shown = facts.filter(
    (fact): fact is Fact => Boolean(fact) && (fact as Fact)[1] !== null && (fact as Fact)[1] !== undefined,
  );
  return (
    <dl className={classes.facts}>
      {shown.map(([title, value]) => (
        <div key={title} className={classes.fact}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

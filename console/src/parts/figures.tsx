import { Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./figures.module.css";
import { Link } from "./link.tsx";

export function Figures({ children, label }: { children: ReactNode; label: string }) {
  return (
    <dl className={classes.figures} aria-label={label}>
      {children}
    </dl>
  );
}

type Props = {
  readonly title: string;
  /** Undefined while it is not known yet. */
  readonly value: ReactNode;
  /** Beneath: what it is compared with, or what it is of. */
  readonly note?: ReactNode;
  /** What opens when one wants to know why. */
  readonly href?: string | undefined;
};

/** One number that matters, with its name, as a link. */
export function Figure({ title, value, note, href }: Props) {
  const shown = value === undefined ? <Skeleton height={24} width="62%" /> : value;
  return (
    <div className={classes.figure}>
      <dt>{title}</dt>
      <dd className={classes.value}>
        {href && value !== undefined ? (
          <Link href={href} className={classes.link}>
            {shown}
          </Link>
        ) : (
          shown
        )}
      </dd>
      <dd className={classes.note}>{note}</dd>
    </div>
  );
}

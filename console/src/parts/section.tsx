import type { ReactNode } from "react";
import classes from "./section.module.css";

type Props = {
  readonly title: string;
  readonly note?: ReactNode;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
};

/** A part of a screen with its heading. */
export function Section({ title, note, aside, children }: Props) {
  return (
    <section className={classes.section} aria-label={title}>
      <header className={classes.head}>
        <div>
          <h2 className={classes.title}>{title}</h2>
          {note && <p className={classes.note}>{note}</p>}
        </div>
        {aside}
      </header>
      {children}
    </section>
  );
}

/** White ground with a border, for what is read as one thing. */
export function Card({ children }: { children: ReactNode }) {
  return <div className={classes.card}>{children}</div>;
}

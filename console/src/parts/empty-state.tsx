import type { ReactNode } from "react";
import classes from "./empty-state.module.css";

type Props = { readonly title: string; readonly children?: ReactNode; readonly action?: ReactNode };

/** Shown instead of an empty list: why it is empty, and what to do next. */
export function EmptyState({ title, children, action }: Props) {
  return (
    <div className={classes.state}>
      <h2 className={classes.title}>{title}</h2>
      {children && <p className={classes.text}>{children}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}

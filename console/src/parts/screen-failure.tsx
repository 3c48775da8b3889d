import type { ErrorComponentProps } from "@tanstack/react-router";
import { Failure } from "./failure.tsx";
import classes from "./page.module.css";

/** A screen that broke down. The shell around it stays. */
export function ScreenFailure({ error, reset }: ErrorComponentProps) {
  return (
    <div className={classes.page}>
      <Failure error={error} retry={reset} />
    </div>
  );
}

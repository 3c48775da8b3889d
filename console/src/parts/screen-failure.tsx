import type { ErrorComponentProps } from "@tanstack/react-router";
import { isMissingPart } from "../api/failure-message.ts";
import { Failure } from "./failure.tsx";
import classes from "./page.module.css";

/** A screen that broke down. The shell around it stays. */
export function ScreenFailure({ error, reset }: ErrorComponentProps) {
  return (
    <div className={classes.page}>
      {/* A script that failed to come stays failed until the page is loaded anew. */}
      <Failure error={error} retry={isMissingPart(error) ? () => window.location.reload() : reset} />
    </div>
  );
}

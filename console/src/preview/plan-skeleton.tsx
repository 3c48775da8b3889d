import { Skeleton } from "@mantine/core";
import classes from "./plan-view.module.css";

/** Placeholder for a plan. */
export function PlanSkeleton() {
  return (
    <div className={classes.plan} aria-busy>
      <Skeleton height={62} />
      <Skeleton height={18} width="40%" />
      <Skeleton height={140} />
    </div>
  );
}

import { Alert } from "@mantine/core";

/** Why nothing was done: what was shown would not be what happens. */
export function PlanChanged() {
  return (
    <Alert color="yellow" title="The plan has changed since you looked" role="alert">
      Somebody else, or the clock, changed what this would do, so nothing was done. Below is what it would do now: look
      again, then confirm.
    </Alert>
  );
}

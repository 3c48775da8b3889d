import { Alert } from "@mantine/core";
import type { Filter } from "../table/filters.ts";
import { Status } from "./status.tsx";

/** How far the ledger has the records of a list. */
export const syncFilter: Filter = {
  kind: "choice",
  name: "sync",
  field: "syncStatus",
  label: "In the ledger",
  options: [
    { value: "NOT_SYNCED", label: "Not sent yet" },
    { value: "SYNCED", label: "There" },
    { value: "SYNC_FAILED", label: "Sending failed" },
  ],
};

/** The same of one record, among what is recorded of it. */
export function syncFact(syncStatus: string) {
  return ["In the ledger", <Status key="sync" code={syncStatus} />] as const;
}

/** Shown above a record that the ledger did not take. `what` names it: "invoice". */
export function NotTaken({ syncStatus, what }: { syncStatus: string; what: string }) {
  if (syncStatus !== "SYNC_FAILED") return null;
  return (
    <Alert color="red" title={`The accounting system did not take this ${what}`}>
      What it answered is in the history of the {what}. It is sent again by what connects the two systems.
    </Alert>
  );
}

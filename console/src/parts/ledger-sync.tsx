import type { Filter } from "../table/filters.ts";
import { Status } from "./status.tsx";

/** How far the ledger has the records of a list. */
export const syncFilter = {
  kind: "choice",
  name: "sync",
  field: "syncStatus",
  label: "In the ledger",
  options: [
    { value: "NOT_SYNCED", label: "Not sent yet" },
    { value: "SYNCED", label: "There" },
    { value: "SYNC_FAILED", label: "Sending failed" },
  ],
} as const satisfies Filter;

/** The sync status of one record, among its fields. */
export function syncFact(syncStatus: string) {
  return ["In the ledger", <Status key="sync" code={syncStatus} />] as const;
}

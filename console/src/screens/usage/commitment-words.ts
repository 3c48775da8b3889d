import type { ListedCommitment } from "@accord/client";
import { word } from "../../format/words.ts";

type Named = Pick<ListedCommitment, "name" | "eventTypesIncluded" | "commitmentInterval">;

/** Its own name, or what it commits to. */
export function commitmentName({ name, eventTypesIncluded, commitmentInterval }: Named): string {
  if (name !== null) return name;
  const types = eventTypesIncluded.map((type) => type.name).join(", ");
  return [types || "Commitment", commitmentInterval && word(commitmentInterval).toLowerCase()]
    .filter(Boolean)
    .join(", ");
}

const statuses = {
  FUTURE: "Not begun",
  OPEN: "Under way",
  AWAITING_INVOICES: "Over, to be invoiced",
  FINALIZED: "Settled",
} as const;

export function periodStatus(status: keyof typeof statuses): string {
  return statuses[status];
}

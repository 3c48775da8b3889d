import type { BillingTerm, ListedCommitment } from "@accord/client";
import { day, dayRange } from "../../../format/day.ts";
import { commitmentName } from "../../usage/commitment-words.ts";
import type { FileRow } from "./change-file.ts";

/** A term or a commitment among all that hang on a contract. */
export type Part = {
  readonly id: string;
  readonly name: string;
  readonly startDate: string;
  readonly endDate: string | null;
  readonly place: Readonly<Record<string, string>>;
  readonly isCommitment: boolean;
  /** The schedule of a commitment that ends with it. */
  readonly lastScheduleId: string | undefined;
};

/** The active parts, commitments first: a term cannot end before a commitment that it prices. */
export function partsOf(terms: readonly BillingTerm[], commitments: readonly ListedCommitment[]): Part[] {
  const active = commitments.filter(({ status }) => status === "ACTIVE");
  return [
    ...active.map((each) => ({
      ...{ id: each.id, name: commitmentName(each), isCommitment: true },
      ...{ startDate: each.commitmentStartDate, endDate: each.commitmentEndDate },
      place: { contractId: each.contractId, commitmentId: each.id },
      lastScheduleId: each.schedules.at(-1)?.id,
    })),
    ...terms.map(({ id, name, contractId, startDate, endDate }) => ({
      ...{ id, name, startDate, endDate, isCommitment: false, lastScheduleId: undefined },
      place: { contractId, billingTermId: id },
    })),
  ];
}

/** The effect of a contract's end on a part: it ends, it never begins, or it already ends by then. */
export type Ending = "ends" | "dropped" | "over";

export function endingOf({ startDate, endDate, isCommitment }: Part, last: string): Ending {
  if (endDate !== null && endDate <= last) return "over";
  return startDate > last && !isCommitment ? "dropped" : "ends";
}

type Termination = { readonly last: string; readonly credits: boolean; readonly reason: string };

/** The rows that end the parts of a contract; parts that begin later are deleted. */
export function terminationRows(parts: readonly Part[], { last, credits, reason }: Termination): FileRow[] {
  const why = reason.trim();
  return parts.flatMap((part): FileRow[] => {
    const { name, place, isCommitment } = part;
    const ending = endingOf(part, last);
    if (ending === "over") return [];
    if (ending === "dropped") return [{ name, cells: { action: "DELETION", ...place } }];
    const cells = { ...place, endDate: last, ...(why && { reason: why }) };
    if (isCommitment) return [{ name, cells: { action: "COMMITMENT_TERMINATION", ...cells } }];
    return [{ name, cells: { action: "TERMINATION", ...cells, creditUnused: String(credits) } }];
  });
}

/** The rows that have parts end on a day; a commitment that ends later than its terms do is moved before them, any other after. */
export function endRows(parts: readonly Part[], last: string, reasonCode: string): FileRow[] {
  const moved = parts.filter(({ endDate, startDate }) => endDate !== last && startDate <= last);
  const isShorter = ({ endDate }: Part) => endDate === null || endDate > last;
  const commitments = moved.filter(({ isCommitment }) => isCommitment);
  const inOrder = [
    ...commitments.filter(isShorter),
    ...moved.filter(({ isCommitment }) => !isCommitment),
    ...commitments.filter((part) => !isShorter(part)),
  ];
  return inOrder.map(({ name, place, isCommitment, lastScheduleId = "" }) => ({
    name,
    cells: isCommitment
      ? { action: "COMMITMENT_DATES", ...place, scheduleId: lastScheduleId, endDate: last }
      : { action: "DATES", ...place, endDate: last, ...(reasonCode && { reasonCode }) },
  }));
}

/** What becomes of a part when the contract ends, in words. */
export function endingText(part: Part, last: string): string {
  const days = dayRange(part.startDate, part.endDate);
  if (last === "") return days;
  const ending = endingOf(part, last);
  if (ending === "over") return `${days}, over by then`;
  return ending === "dropped" ? `${days}, not begun by then: taken out` : `${days}, ends on ${day(last)}`;
}

/** The last day on which any part ends: what it is to end with the contract. */
export function lastEnd(parts: readonly Part[]): string | null {
  return parts.reduce<string | null>(
    (last, { endDate }) => (endDate !== null && endDate > (last ?? "") ? endDate : last),
    null,
  );
}

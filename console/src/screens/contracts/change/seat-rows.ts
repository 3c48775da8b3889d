import type { BillingTerm } from "@accord/client";
import { day } from "../../../format/day.ts";
import { quantity } from "../../../format/money.ts";
import type { Write } from "../../../preview/write.ts";
import type { EditColumn } from "../build/pasted-into.ts";
import { fileWrite } from "./change-file.ts";
import { isNumber } from "./form.ts";

/** A number of seats from a day on, as typed or pasted texts. */
export type SeatRow = { readonly from: string; readonly seats: string; readonly note: string };

export const blankSeatRow: SeatRow = { from: "", seats: "", note: "" };

export const seatColumns: readonly EditColumn<SeatRow>[] = [
  { id: "from", title: "From", kind: "day" },
  { id: "seats", title: "Seats", kind: "number" },
  { id: "note", title: "Note", kind: "text" },
];

/** All rows as one write, by day; undefined while a row is incomplete. Empty rows are left out. */
export function seatWrite(
  { contractId, id }: Pick<BillingTerm, "contractId" | "id">,
  rows: readonly SeatRow[],
  trueUpTiming: string,
): Write | undefined {
  const filled = rows.filter(({ from, seats, note }) => from !== "" || seats.trim() !== "" || note.trim() !== "");
  if (!filled.every(({ from, seats }) => from !== "" && isNumber(seats))) return undefined;
  const inOrder = filled.toSorted((a, b) => (a.from < b.from ? -1 : Number(a.from > b.from)));
  return fileWrite(
    inOrder.map(({ from, seats, note }) => ({
      name: `${quantity(seats.trim())} seats from ${day(from)}`,
      cells: {
        ...{
          action: "SEATS",
          contractId,
          billingTermId: id,
          effectiveDate: from,
          quantity: seats.trim(),
          trueUpTiming,
        },
        ...(note.trim() && { reason: note.trim() }),
      },
    })),
  );
}

import { Type } from "typebox";
import { CivilDate, Closed, MultilineText, Nullable } from "../../platform/http/wire.ts";

/** The day on which the milestone of a term was reached. */
export const MilestoneBody = Closed(
  {
    reachedOn: CivilDate({ description: "Today or before." }),
    note: Type.Optional(Nullable(MultilineText(0, 500))),
  },
  { examples: [{ reachedOn: "2026-01-10", note: "Accepted by the customer" }] },
);

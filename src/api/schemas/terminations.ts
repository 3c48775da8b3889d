import { type Static, Type } from "typebox";
import type { Termination } from "../../actions/terminate-billing-term.ts";
import { dayFrom } from "../../kernel/day.ts";
import { CivilDate, Closed, MultilineText, Named, Nullable } from "../../platform/http/wire.ts";

/** `TerminateBillingTermDto` (data model 5.7). */
export const TerminateBody = Named(
  "TerminateBillingTermDto",
  Closed({
    endDate: CivilDate({ description: "Last day of service, inclusive." }),
    reason: Type.Optional(Nullable(MultilineText(1, 500))),
    creditUnused: Type.Optional(
      Type.Boolean({ description: "Allows an end before what is invoiced, and credits what was billed beyond it." }),
    ),
  }),
);

export function terminationFromBody({ endDate, reason, creditUnused }: Static<typeof TerminateBody>): Termination {
  return { last: dayFrom(endDate), reason: reason ?? null, creditUnused: creditUnused ?? false };
}

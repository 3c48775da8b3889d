import { Type } from "typebox";
import { type TermOptions, tierScopes, triggers } from "../../billing-terms/billing-term.ts";
import { decreaseCredits } from "../../billing-terms/seats.ts";
import { prorationPolicies } from "../../kernel/proration.ts";
import { Integer, Nullable, OneOf, Text } from "../../platform/http/wire.ts";

/** The options of a billing term, the same in requests and views. */
export const optionsView = {
  intervalFrequency: Integer(1, 120, { description: "Every n intervals; default 1." }),
  prorationPolicy: OneOf(prorationPolicies, {
    description:
      "Price of a short period; default DAY. MONTH divides days left by the days of the month, counted from startDate, they begin in.",
  }),
  trigger: OneOf(triggers, { description: "MILESTONE bills a one-off when it is reached." }),
  tierScope: OneOf(tierScopes, { description: "What tiers of usage count; default TERM." }),
  creditOnDecrease: OneOf(decreaseCredits, {
    description:
      "What an amendment that lowers the price credits of invoiced days: NONE (default) or PRORATED. Seats have it in seatConfig.",
  }),
  invoiceGroup: Nullable(Text(1, 48, { description: "Different keys never share an invoice." })),
} satisfies Record<keyof TermOptions, unknown>;

/** In a request each is optional. */
export const optionsBody = Type.Partial(Type.Object(optionsView)).properties;

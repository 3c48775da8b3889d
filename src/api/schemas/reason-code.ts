import { reasonCodes } from "../../billing-terms/modification.ts";
import { Named, OneOf } from "../../platform/http/wire.ts";

/** In requests that may change days of service on an approved contract. */
export const ReasonCodeField = Named(
  "ReasonCode",
  OneOf(reasonCodes, {
    description:
      "Why days are others. CORRECTION: they were said wrongly, and revenue is as if they had been right. CONCESSION: they are given " +
      "free of charge; RENEWAL: they are sold, as a contract of their own where they cost what they sell for alone; both leave the days served alone. Without it, only days to come that move leave them " +
      "alone.",
  }),
);

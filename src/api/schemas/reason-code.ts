import { reasonCodes } from "../../billing-terms/modifications/modification.ts";
import { Named, OneOf } from "../../platform/http/wire.ts";

/** In requests that may change days of service on an approved contract. */
export const ReasonCodeField = Named(
  "ReasonCode",
  OneOf(reasonCodes, {
    description:
      "Why days change. CORRECTION: they were recorded wrongly, and revenue is as if they had been right. CONCESSION: they are given " +
      "free of charge; RENEWAL: they are sold, as a separate contract if at their standalone selling price; both leave served days unchanged. Without it, only moved future days leave served days " +
      "unchanged.",
  }),
);

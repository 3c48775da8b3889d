import { type Static, Type } from "typebox";
import type { Hold, HoldDraft } from "../../close/hold.ts";
import { required } from "../../kernel/assert.ts";
import { formatMonth, parseMonth } from "../../kernel/day.ts";
import { instantOut } from "../../platform/clock.ts";
import { enumField, uuidField } from "../../platform/http/filter.ts";
import type { ListDeclaration } from "../../platform/http/list-query.ts";
import { Closed, Instant, Month, MultilineText, Named, Nullable, OneOf, Uuid } from "../../platform/http/wire.ts";

const statuses = ["HELD", "RELEASED"] as const;

export const holdList: ListDeclaration = {
  fields: { contractId: uuidField("eq", "in"), status: enumField(statuses, "eq", "in") },
};

export const HoldContractBody = Closed(
  {
    reason: MultilineText(1, 1000, { description: "Shown in previews, in close packages and in the audit log." }),
    fromMonth: Type.Optional(
      Nullable(Month({ description: "The first month that the contract is left out of; without it every open one." })),
    ),
  },
  { examples: [{ reason: "The order form is disputed", fromMonth: "2026-02" }] },
);

export const holdFromBody = ({ reason, fromMonth }: Static<typeof HoldContractBody>): HoldDraft => ({
  reason,
  fromMonth: fromMonth == null ? null : required(parseMonth(fromMonth), "a month that was checked"),
});

export const CloseHoldView = Named(
  "CloseHold",
  Closed({
    id: Uuid(),
    contractId: Uuid(),
    status: OneOf(statuses),
    fromMonth: Nullable(Month({ description: "The first month that it is left out of; null for every open one." })),
    reason: Type.String(),
    heldAt: Instant(),
    heldBy: Type.String(),
    releasedAt: Nullable(Instant()),
    releasedBy: Nullable(Type.String()),
  }),
);

export function viewOfHold(hold: Hold) {
  const { id, contractId, fromMonth, reason, heldAt, heldBy, releasedAt, releasedBy } = hold;
  return {
    id,
    contractId,
    status: releasedAt === null ? ("HELD" as const) : ("RELEASED" as const),
    fromMonth: fromMonth === null ? null : formatMonth(fromMonth),
    reason,
    heldAt: instantOut(heldAt),
    heldBy,
    releasedAt: releasedAt === null ? null : instantOut(releasedAt),
    releasedBy,
  };
}

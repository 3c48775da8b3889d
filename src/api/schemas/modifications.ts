import { type Static, Type } from "typebox";
import { type Decider, modificationKinds, treatments } from "../../billing-terms/modifications/modification.ts";
import { formatDay, formatMonth, type Month as KernelMonth } from "../../kernel/day.ts";
import { formatMoney } from "../../kernel/money.ts";
import { instantOut } from "../../platform/clock.ts";
import {
  CivilDate,
  Closed,
  Instant,
  Month,
  MultilineText,
  Named,
  Nullable,
  OneOf,
  Uuid,
} from "../../platform/http/wire.ts";
import type { ModificationRecord } from "../../revenue/modification-record-service.ts";

export const TreatModificationBody = Closed(
  {
    treatment: OneOf(treatments),
    reason: MultilineText(1, 2000, { description: "Why the change is treated so; kept in the decision log." }),
  },
  {
    examples: [{ treatment: "CUMULATIVE_CATCH_UP", reason: "The remaining work is not distinct from what was done." }],
  },
);

const ActorView = Closed({ kind: OneOf(["KEY", "USER", "SYSTEM"]), id: Type.String() });
const bookMonth = Nullable(Month({ description: "The first month that it may move; null while nothing was closed." }));

export const ModificationView = Named(
  "ContractModification",
  Closed({
    id: Uuid(),
    contractId: Uuid(),
    kind: OneOf(modificationKinds),
    billingTermId: Nullable(Uuid()),
    performanceObligationId: Nullable(Uuid()),
    commitmentId: Nullable(Uuid()),
    effectiveDate: CivilDate({ description: "The first day of what was agreed." }),
    agreedOn: Nullable(CivilDate({ description: "It moves no month before; null for a correction." })),
    changes: Type.Array(Closed({ path: Type.String(), from: Type.Unknown(), to: Type.Unknown() })),
    proposedTreatment: OneOf(treatments),
    paragraph: Type.String({ description: "Of the standard, for the proposal." }),
    proposalReason: Type.String(),
    treatment: OneOf(treatments, { description: "The proposal, or what was chosen last in its place." }),
    choices: Type.Array(
      Closed({
        treatment: OneOf(treatments),
        reason: Type.String(),
        bookMonth,
        actor: ActorView,
        createdAt: Instant(),
      }),
    ),
    bookMonth,
    actor: ActorView,
    createdAt: Instant(),
    effect: Closed({
      catchUp: Type.String({ description: "Of months before the book month, posted in the first open one." }),
      months: Type.Array(Closed({ timeframe: Month(), amount: Type.String() })),
      total: Type.String({ description: "Of all months." }),
      undated: Type.String({
        description: "Of the price of what waits for a milestone or for progress; in no month, and not in the total.",
      }),
    }),
  }),
);

export function viewOfModification({ modification, effect }: ModificationRecord): Static<typeof ModificationView> {
  const { proposal, choices, effectiveFrom, agreedOn, createdAt, changes, actor, ...facts } = modification;
  return {
    id: facts.id,
    contractId: facts.contractId,
    kind: facts.kind,
    billingTermId: facts.billingTermId,
    performanceObligationId: facts.performanceObligationId,
    commitmentId: facts.commitmentId,
    effectiveDate: formatDay(effectiveFrom),
    agreedOn: agreedOn === null ? null : formatDay(agreedOn),
    changes: changes.map(({ path, from, to }) => ({ path, from, to })),
    proposedTreatment: proposal.treatment,
    paragraph: proposal.paragraph,
    proposalReason: proposal.reason,
    treatment: choices.at(-1)?.treatment ?? proposal.treatment,
    choices: choices.map((choice) => ({
      treatment: choice.treatment,
      reason: choice.reason,
      bookMonth: monthOut(choice.bookMonth),
      actor: actorOut(choice.actor),
      createdAt: instantOut(choice.createdAt),
    })),
    bookMonth: monthOut(facts.bookMonth),
    actor: actorOut(actor),
    createdAt: instantOut(createdAt),
    effect: {
      catchUp: formatMoney(effect.catchUp),
      months: effect.months.map(({ month, amount }) => ({
        timeframe: formatMonth(month),
        amount: formatMoney(amount),
      })),
      total: formatMoney(effect.total),
      undated: formatMoney(effect.undated),
    },
  };
}

function monthOut(month: KernelMonth | null): string | null {
  return month === null ? null : formatMonth(month);
}

function actorOut({ kind, id }: Decider): Decider {
  return { kind, id };
}

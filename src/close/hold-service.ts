import { getContract, lockContract, lockContracts } from "../contracts/record-service.ts";
import { formatMonth } from "../kernel/day.ts";
import { invalid } from "../kernel/errors.ts";
import { shareBooks } from "../ledger/books-store.ts";
import { changesBetween } from "../platform/audit.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import { type Hold, type HoldDraft, problemOfHold } from "./hold.ts";
import * as store from "./hold-store.ts";

/**
 * Puts a contract on hold for closes, from a month on: closes neither post its revenue and position nor check it. Its documents stay posted, and
 * so does what earlier closes posted.
 *
 * @throws DomainError CONTRACT_NOT_FOUND, CONTRACT_DELETED, CONTRACT_HELD, PERIOD_CLOSED
 */
export async function holdContract(ctx: WriteContext, contractId: string, draft: HoldDraft): Promise<Hold> {
  await lockContract(ctx, contractId, "CONTRACT_DELETED");
  const books = await shareBooks(ctx.tx, ctx.merchant.id);
  const problem = problemOfHold(draft, books, await store.currentHold(ctx.tx, ctx.merchant.id, contractId));
  if (problem !== undefined) throw problem;
  const by = { heldAt: ctx.clock.timestamp, heldBy: `${ctx.actor.kind}:${ctx.actor.id}` };
  const hold: Hold = { id: ctx.newId(), contractId, ...draft, ...by, releasedAt: null, releasedBy: null };
  await store.insertHold(ctx.tx, ctx.merchant.id, hold);
  ctx.audit({
    action: "contract.hold",
    entityType: "CONTRACT",
    entityId: contractId,
    changes: changesBetween({ closeHold: null }, { closeHold: audited(hold) }),
    reason: hold.reason,
  });
  ctx.publish({ type: "contract.held", contractId });
  return hold;
}

/**
 * Releases a contract from its hold; the next close posts what earlier ones left out, as a catch-up. A deleted contract can be released too, so
 * that a close reverses what it had posted.
 *
 * @throws DomainError CONTRACT_NOT_FOUND, CONTRACT_NOT_HELD; CONTRACT_DELETED for a deleted one that is not held
 */
export async function releaseContract(ctx: WriteContext, contractId: string): Promise<Hold> {
  const [contract] = await lockContracts(ctx, [contractId]);
  if (contract === undefined) throw recordNotFound("CONTRACT_NOT_FOUND");
  await shareBooks(ctx.tx, ctx.merchant.id);
  const before = await store.currentHold(ctx.tx, ctx.merchant.id, contractId);
  if (before === undefined) {
    await getContract(ctx, contractId, "CONTRACT_DELETED");
    throw invalid("CONTRACT_NOT_HELD", "The contract is not held, so there is nothing to release.");
  }
  const released = {
    ...before,
    releasedAt: ctx.clock.timestamp,
    releasedBy: `${ctx.actor.kind}:${ctx.actor.id}`,
  };
  await store.releaseHold(ctx.tx, ctx.merchant.id, released);
  ctx.audit({
    action: "contract.release",
    entityType: "CONTRACT",
    entityId: contractId,
    changes: changesBetween({ closeHold: audited(before) }, { closeHold: null }),
  });
  ctx.publish({ type: "contract.released", contractId });
  return released;
}

function audited({ reason, fromMonth }: Hold) {
  return { reason, fromMonth: fromMonth === null ? null : formatMonth(fromMonth) };
}

export const { listHolds } = store;

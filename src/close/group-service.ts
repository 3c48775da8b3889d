import { required } from "../kernel/assert.ts";
import type { WriteContext } from "../platform/write.ts";
import { type GroupMonth, type GroupPosition, groupPosition } from "./group-position.ts";
import { movesOfGroups } from "./group-store.ts";

/** The positions of groups at the ends of closed months, in the order of the request. */
export async function groupPositions(
  { tx, merchant }: Pick<WriteContext, "tx" | "merchant">,
  requested: readonly GroupMonth[],
): Promise<GroupPosition[]> {
  if (requested.length === 0) return [];
  const ids = [...new Set(requested.map(({ billingTermGroupId }) => billingTermGroupId))];
  const moves = await movesOfGroups(tx, merchant.id, ids, Math.max(...requested.map(({ month }) => month)));
  return requested.map(({ billingTermGroupId, month, currency }) => {
    const own = required(moves.get(billingTermGroupId), "the moves of a group that was asked for");
    return groupPosition(own, month, currency);
  });
}

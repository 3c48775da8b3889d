import { approvedContracts } from "../../contracts/service.ts";
import { monthOf } from "../../kernel/day.ts";
import { monthsAhead } from "../../revenue/service.ts";
import { computedRevenue } from "../../revenue/stored-revenue-service.ts";
import { contractsStoredOtherwise, staleContracts } from "../../revenue/stored-revenue-store.ts";
import { type Invariant, merged, violationsOf } from "./check-result.ts";
import { type Check, check } from "./check-store.ts";
import { countApproved, storedWithoutApproval } from "./contracts-store.ts";

const contractsPerChunk = 250;
// Of a larger book, a different part is recalculated each day.
const sampledContracts = 1_000;

const stored: Invariant = {
  id: "INV-37",
  severity: "violation",
  sentence: "The stored revenue of each contract, for lists and reports, matches the recalculated revenue.",
};

/**
 * INV-37: compares stored revenue of contracts with recalculated revenue, row by row. Contracts whose stored revenue is out of date are left out:
 * readers recalculate them.
 */
export const storedRevenueCheck: Check = check(stored, async ({ tx, merchant, clock, full }) => {
  const stride = full ? 1 : Math.ceil((await countApproved(tx, merchant.id)) / sampledContracts) || 1;
  let [found, position] = [await storedWithoutApproval(tx, merchant.id), clock.today];
  let after: string | undefined;
  for (;;) {
    const chunk = await approvedContracts(tx, merchant.id, { after, limit: contractsPerChunk });
    if (chunk.length === 0) return found;
    const ids = chunk.map(({ id }) => id).filter(() => position++ % stride === 0);
    const last = monthOf(clock.today) + monthsAhead;
    const waiting = new Set(await staleContracts(tx, merchant.id, { last, contractIds: ids }));
    const current = ids.filter((id) => !waiting.has(id));
    const computed = await computedRevenue({ tx, merchant, clock }, current);
    found = merged(found, violationsOf(await contractsStoredOtherwise(tx, merchant.id, current, computed)));
    after = chunk.at(-1)?.id;
  }
});

import type { Contract } from "../contracts/contract.ts";
import { firstOpenMonth } from "../ledger/books.ts";
import { shareBooks } from "../ledger/books-store.ts";
import type { WriteContext } from "../platform/write.ts";
import { deleteAllOfContract } from "./deletion-store.ts";

/**
 * Takes out all that a locked contract bills and promises, because the contract itself goes: its audit row and its fact
 * tell of it, so nothing is told or reported of the parts.
 */
export async function removeAllOfContract(ctx: WriteContext, contract: Contract): Promise<void> {
  const bookMonth = firstOpenMonth(await shareBooks(ctx.tx, ctx.merchant.id));
  await deleteAllOfContract(ctx.tx, ctx.merchant.id, contract.id, { deletedAt: ctx.clock.timestamp, bookMonth });
}

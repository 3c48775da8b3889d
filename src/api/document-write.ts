import type { Tx } from "../platform/db/pool.ts";
import type { RouteAnswer, RouteRequest } from "../platform/http/route.ts";
import type { WritingPlatform } from "../platform/preview.ts";
import { runWrite } from "../platform/run-write.ts";
import type { WriteContext } from "../platform/write.ts";

/** Finds the contracts that a write about a document touches: what ties them to it is read by its first statement. */
export type Touches = (tx: Tx, merchantId: string) => Promise<readonly string[]>;

/**
 * Runs a write about a document, for real or as a dry run. A preview of one that touches a single contract shows all that
 * becomes of the contract; of any other, what the write makes.
 */
export function runDocumentWrite<Result>(
  platform: WritingPlatform,
  request: RouteRequest<unknown>,
  { touches, message }: { readonly touches: Touches; readonly message: string },
  use: (ctx: WriteContext) => Promise<Result>,
): Promise<RouteAnswer> {
  const onlyContract = async (tx: Tx, merchantId: string) => {
    const [only, ...others] = await touches(tx, merchantId);
    return only !== undefined && others.length === 0 ? only : null;
  };
  return runWrite(platform, request, { contractId: onlyContract, message }, async (ctx) => {
    // Asked first, for a write may free a document of what ties it to its contract; in one packet with what the write asks.
    const [contractId, payload] = await Promise.all([onlyContract(ctx.tx, ctx.merchant.id), use(ctx)]);
    return { payload, contractId };
  });
}

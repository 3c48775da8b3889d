import type { Tx } from "../platform/db/pool.ts";
import type { RouteAnswer } from "../platform/http/answer.ts";
import type { RouteRequest } from "../platform/http/route-declaration.ts";
import type { WritingPlatform } from "../platform/preview.ts";
import { runWrite } from "../platform/run-write.ts";
import type { WriteContext } from "../platform/write.ts";

/** Finds the contracts that a write about a document touches, with its first statement. */
export type Touches = (tx: Tx, merchantId: string) => Promise<readonly string[]>;

/**
 * Runs a write about a document, for real or as a dry run. If it touches a single contract, the preview shows all effects on the
 * contract; otherwise only what the write creates.
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
    // Sent before the statements of the write, which may separate a document from its contract, and in one packet with them.
    const [contractId, payload] = await Promise.all([onlyContract(ctx.tx, ctx.merchant.id), use(ctx)]);
    return { payload, contractId };
  });
}

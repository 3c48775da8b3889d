import type { BillingTerm } from "../billing-terms/billing-term.ts";
import type { WriteContext } from "../platform/write.ts";
import type { BilledLine } from "./billed-line.ts";
import { linesOfTerm } from "./billed-line-store.ts";
import { creditableLines } from "./invoice-store.ts";

/** The lines that bill a term, with what may still be credited of each. */
export async function billedLines(ctx: WriteContext, term: BillingTerm): Promise<BilledLine[]> {
  const lines = await linesOfTerm(ctx.tx, ctx.merchant.id, term.id);
  const creditable = await creditableLines(ctx.tx, ctx.merchant.id, { lineIds: lines.map(({ id }) => id) });
  const byId = new Map(creditable.map((line) => [line.invoiceLineId, line]));
  return lines.flatMap((line) => {
    const found = byId.get(line.id);
    if (found === undefined) return [];
    const { isOpen, isWrittenOff, total, credited } = found;
    return [{ ...line, isOpen, isWrittenOff, total, credited }];
  });
}

import type { SwappedLine } from "../billing-terms/swap-store.ts";
import { money, zero } from "../kernel/money.ts";
import { roundRatio } from "../kernel/ratio.ts";
import type { WriteContext } from "../platform/write.ts";
import { creditableLines } from "../receivables/invoice-store.ts";

/** Parts of lines with their share of the tax of the line, rounded once. */
export async function withTax(
  ctx: WriteContext,
  parts: readonly Pick<SwappedLine, "invoiceLineId" | "amount">[],
): Promise<SwappedLine[]> {
  const lineIds = parts.map(({ invoiceLineId }) => invoiceLineId);
  const lines = await creditableLines(ctx.tx, ctx.merchant.id, { lineIds });
  const byId = new Map(lines.map((line) => [line.invoiceLineId, line]));
  return parts.map(({ invoiceLineId, amount }) => {
    const line = byId.get(invoiceLineId);
    if (line === undefined || line.total.minor <= 0n) return { invoiceLineId, amount, tax: zero(amount.currency) };
    const exact = { numerator: line.tax.minor * amount.minor, denominator: line.total.minor };
    return { invoiceLineId, amount, tax: money(roundRatio(exact, ctx.merchant.rounding), amount.currency) };
  });
}

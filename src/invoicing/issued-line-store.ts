import { type Day, dayFrom } from "../kernel/day.ts";
import { cachedStatement } from "../platform/db/cached-statement.ts";
import { oneOf } from "../platform/db/columns.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { RowOf } from "../schema/tables.ts";
import { lineKey } from "./difference.ts";
import { isUsageLine } from "./usage-plan.ts";

/** An issued line that is not void. A base line bills the term itself, other lines bill its amendments. */
export type IssuedLine = {
  readonly billingTermId: string;
  readonly key: string;
  readonly isBase: boolean;
  /** Usage is billed as new − billed, so several lines can have the same key. */
  readonly isUsage: boolean;
  readonly start: Day;
  readonly end: Day;
};

/** Issued, non-void lines of some terms, by term. */
export async function issuedLineKeys(
  tx: Tx,
  merchantId: string,
  termIds: readonly string[],
): Promise<Map<string, IssuedLine[]>> {
  const { rows } = await tx.executeQuery(linesOfTerms(tx, { merchantId, termIds }));
  const lines = rows.map((row) => {
    const start = dayFrom(row.service_start);
    const amendmentId = row.seat_amendment_id ?? row.price_amendment_id;
    const key = { type: row.type, start, amendmentId };
    return {
      billingTermId: row.billing_term_id,
      key: lineKey({ ...key, billingTermId: row.billing_term_id }),
      isBase: amendmentId === null,
      isUsage: isUsageLine({ type: row.type, commitmentId: row.commitment_id }),
      start,
      end: dayFrom(row.service_end),
    };
  });
  return Map.groupBy(lines, (line) => line.billingTermId);
}

const keyColumns = [
  ...(["billing_term_id", "type", "service_start", "service_end", "commitment_id"] as const),
  ...(["seat_amendment_id", "price_amendment_id"] as const),
] as const;
const linesOfTerms = cachedStatement<
  "merchantId" | "termIds",
  Pick<RowOf<"invoice_line">, (typeof keyColumns)[number]>
>((tx, given) =>
  tx
    .selectFrom("invoice_line")
    .select(keyColumns)
    .where("merchant_id", "=", given.merchantId)
    .where("billing_term_id", "=", given.termIds)
    .where("is_void", "=", false),
);

/** Minor units of swap credits that issued, non-void invoices deducted, by replaced term (ADR 0033). */
export async function carriedSwapCredits(
  tx: Tx,
  merchantId: string,
  endedTermIds: readonly string[],
): Promise<Map<string, bigint>> {
  if (endedTermIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom("invoice_line")
    .select(["billing_term_id", (eb) => eb.fn.sum<string>("total_minor").as("minor")])
    .where("merchant_id", "=", merchantId)
    .where("billing_term_id", "=", oneOf(endedTermIds))
    .where("type", "=", "ADJUSTMENT")
    .where("is_void", "=", false)
    .groupBy("billing_term_id")
    .execute();
  return new Map(rows.map((row) => [row.billing_term_id, -BigInt(row.minor)]));
}

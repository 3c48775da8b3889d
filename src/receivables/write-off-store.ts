import { type Day, formatDay } from "../kernel/day.ts";
import { type Money, money } from "../kernel/money.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { InvoiceAccount } from "./invoice-account.ts";
import type { StandingWriteOff } from "./recovery.ts";

/** The write-off of an invoice that is not reversed; undefined if there is none. */
export async function standingWriteOff(
  tx: Tx,
  merchantId: string,
  { id: invoiceId, currency }: Pick<InvoiceAccount, "id" | "currency">,
): Promise<StandingWriteOff | undefined> {
  const rows = await tx
    .selectFrom("invoice_write_off")
    .select(["id", "reverses_id", "contract_liability_minor", "bad_debt_minor", "tax_minor", "created_at"])
    .where("merchant_id", "=", merchantId)
    .where("invoice_id", "=", invoiceId)
    .execute();
  const reversed = new Set(rows.flatMap((row) => row.reverses_id ?? []));
  const row = rows.find(({ id, reverses_id }) => reverses_id === null && !reversed.has(id));
  if (row === undefined) return undefined;
  const amount = (minor: string) => money(BigInt(minor), currency);
  return {
    id: row.id,
    contractLiability: amount(row.contract_liability_minor),
    badDebt: amount(row.bad_debt_minor),
    tax: amount(row.tax_minor),
    createdAt: row.created_at,
  };
}

/** Stores a write-off of an invoice, or with negative amounts its reversal. */
export async function insertWriteOff(
  tx: Tx,
  merchantId: string,
  writeOff: {
    readonly id: string;
    readonly invoiceId: string;
    readonly date: Day;
    readonly contractLiability: Money;
    readonly badDebt: Money;
    readonly tax: Money;
    readonly reversesId: string | null;
  },
  at: string,
): Promise<void> {
  await tx
    .insertInto("invoice_write_off")
    .values({
      merchant_id: merchantId,
      id: writeOff.id,
      invoice_id: writeOff.invoiceId,
      date: formatDay(writeOff.date),
      posted_on: formatDay(writeOff.date),
      contract_liability_minor: writeOff.contractLiability.minor,
      bad_debt_minor: writeOff.badDebt.minor,
      tax_minor: writeOff.tax.minor,
      reverses_id: writeOff.reversesId,
      created_at: at,
    })
    .execute();
}

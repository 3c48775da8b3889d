import { sql } from "kysely";
import { dayFrom, formatDay } from "../kernel/day.ts";
import { money } from "../kernel/money.ts";
import type { Tx } from "../platform/db/pool.ts";
import { insertRow } from "../platform/db/single-row.ts";
import type { Application, InvoiceSide } from "./application.ts";
import type { CreditKind } from "./invoice-account.ts";

const creditColumn = { CREDIT_MEMO: "credit_memo_id", PAYMENT: "payment_id" } as const;

/** Records an application. A reversal names the one it reverses and has an amount below zero. */
export function insertApplication(
  tx: Tx,
  merchantId: string,
  act: Pick<Application, "id" | "kind" | "creditId" | "invoiceId" | "amount" | "appliedOn" | "postedOn" | "role"> & {
    readonly reversesId?: string;
  },
  at: string,
): void {
  insertRow(tx, "application", {
    merchant_id: merchantId,
    id: act.id,
    credit_memo_id: act.kind === "CREDIT_MEMO" ? act.creditId : null,
    payment_id: act.kind === "PAYMENT" ? act.creditId : null,
    invoice_id: act.invoiceId,
    amount_minor: act.amount.minor,
    applied_on: formatDay(act.appliedOn),
    posted_on: formatDay(act.postedOn),
    account_role: act.role,
    reverses_id: act.reversesId ?? null,
    created_at: at,
  });
}

/** The applications of some credit memos or payments that stand, oldest first. */
export async function applicationsOf(
  tx: Tx,
  merchantId: string,
  kind: CreditKind,
  creditIds: readonly string[],
): Promise<Application[]> {
  const { rows } = await sql<{
    id: string;
    credit_id: string;
    invoice_id: string;
    invoice_number: string | null;
    currency: string;
    amount_minor: string;
    applied_on: string;
    posted_on: string;
    account_role: InvoiceSide;
  }>`
    select application.id, ${sql.ref(`application.${creditColumn[kind]}`)} as credit_id, application.invoice_id,
      invoice.invoice_number, invoice.currency, application.amount_minor, application.applied_on, application.posted_on,
      application.account_role
    from application
      join invoice on invoice.merchant_id = application.merchant_id and invoice.id = application.invoice_id
    where application.merchant_id = ${merchantId} and application.reverses_id is null
      and ${sql.ref(`application.${creditColumn[kind]}`)} = any(${creditIds}::uuid[])
      and not exists (
        select from application as reversal
        where reversal.merchant_id = application.merchant_id and reversal.reverses_id = application.id)
    order by application.created_at, application.id`.execute(tx);
  return rows.map((row) => ({
    id: row.id,
    kind,
    creditId: row.credit_id,
    invoiceId: row.invoice_id,
    invoiceNumber: row.invoice_number,
    amount: money(BigInt(row.amount_minor), row.currency),
    appliedOn: dayFrom(row.applied_on),
    postedOn: dayFrom(row.posted_on),
    role: row.account_role,
  }));
}

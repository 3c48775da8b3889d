import { sql } from "kysely";
import type { AppliedCredit } from "../invoicing/document/invoice-document.ts";
import { dayFrom } from "../kernel/day.ts";
import { money } from "../kernel/money.ts";
import type { Tx } from "../platform/db/pool.ts";

/**
 * Applications to an invoice or to the sections of one document, oldest first: credit memos on the day of application, payments on the day they
 * were received. Amounts for several sections on one day are summed. Reversed applications are left out, so the amounts sum to what is paid
 * and credited.
 */
export async function appliedToInvoices(
  tx: Tx,
  merchantId: string,
  invoiceIds: readonly string[],
): Promise<AppliedCredit[]> {
  const { rows } = await sql<{
    kind: AppliedCredit["kind"];
    date: string;
    reference: string | null;
    amount_minor: string;
    currency: string;
  }>`
    select case when application.payment_id is null then 'CREDIT_MEMO' else 'PAYMENT' end as kind,
      coalesce(payment.received_at, application.applied_on) as date,
      coalesce(memo.credit_memo_number, payment.reference) as reference,
      sum(application.amount_minor) as amount_minor, coalesce(memo.currency, payment.currency) as currency
    from application
      left join credit_memo as memo on memo.merchant_id = application.merchant_id and memo.id = application.credit_memo_id
      left join payment on payment.merchant_id = application.merchant_id and payment.id = application.payment_id
    where application.merchant_id = ${merchantId} and application.invoice_id = any(${invoiceIds}::uuid[])
      and application.reverses_id is null
      and not exists (
        select from application as reversal
        where reversal.merchant_id = application.merchant_id and reversal.reverses_id = application.id)
    group by application.payment_id, application.credit_memo_id, payment.received_at, application.applied_on,
      memo.credit_memo_number, payment.reference, memo.currency, payment.currency,
      case when cardinality(${invoiceIds}::uuid[]) = 1 then application.id end
    order by date, min(application.created_at), min(application.id::text)`.execute(tx);
  return rows.map(({ kind, date, reference, amount_minor, currency }) => {
    return { kind, date: dayFrom(date), reference, amount: money(BigInt(amount_minor), currency) };
  });
}

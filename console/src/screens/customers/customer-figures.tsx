import type { Customer } from "@accord/client";
import { useAll } from "../../api/use-api.ts";
import { sum } from "../../format/decimal.ts";
import { moneyWithCurrency } from "../../format/money.ts";
import { plural } from "../../format/words.ts";
import { Figure, Figures } from "../../parts/figures.tsx";
import { paths } from "../../paths.ts";
import { useToday } from "../../shell/use-month.ts";

/** Balance, overdue balance and credit of the customer, in the customer's currency. */
export function CustomerFigures({ customer }: { customer: Customer }) {
  const { id, defaultCurrency: currency } = customer;
  const today = useToday();
  const open = useAll("listCustomerInvoices", { id, filter: { status: { in: ["ISSUED", "PARTIALLY_PAID"] } } });
  const memos = useAll("listCreditMemos", {
    filter: { customerId: { eq: id }, status: { in: ["OPEN", "PARTIALLY_APPLIED"] } },
  });
  const payments = useAll("listPayments", { filter: { customerId: { eq: id }, status: { in: ["COMPLETED"] } } });
  const owed = open.data?.filter((invoice) => invoice.currency === currency);
  const overdue = owed?.filter(({ dueDate }) => dueDate < today);
  const credit =
    memos.data && payments.data
      ? sum([
          ...memos.data.filter((memo) => memo.currency === currency).map(({ balance }) => balance),
          ...payments.data.filter((each) => each.currency === currency).map(({ unappliedAmount }) => unappliedAmount),
        ])
      : undefined;
  const total = (invoices: typeof owed) =>
    invoices && moneyWithCurrency(sum(invoices.map(({ balanceRemaining }) => balanceRemaining)), currency);
  return (
    <Figures label="Figures of the customer">
      <Figure
        title="To be paid"
        value={total(owed)}
        note={owed && plural(owed.length, "open invoice")}
        href={paths.invoices({ customer: id, status: "ISSUED,PARTIALLY_PAID" })}
      />
      <Figure
        title="Overdue"
        value={total(overdue)}
        note={overdue && (overdue.length === 0 ? "Nothing is overdue" : plural(overdue.length, "invoice"))}
        href={paths.invoices({ customer: id, status: "ISSUED,PARTIALLY_PAID", dueBefore: today })}
      />
      <Figure
        title="Unused credit"
        value={credit && moneyWithCurrency(credit, currency)}
        note="Credit memos and payments that are not applied"
        href={`${paths.customer(id)}?tab=credit-memos`}
      />
    </Figures>
  );
}

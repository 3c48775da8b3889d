import type { Invoice } from "@accord/client";
import { Checkbox, TextInput } from "@mantine/core";
import { useAll } from "../api/use-api.ts";
import { day } from "../format/day.ts";
import { compare, subtract, sum } from "../format/decimal.ts";
import { isAmount, money } from "../format/money.ts";
import { useToday } from "../shell/use-month.ts";
import { EmptyState } from "./empty-state.tsx";
import { Loaded } from "./loaded.tsx";
import classes from "./open-invoices.module.css";
import { ScrollArea } from "./scroll-area.tsx";

/** What is applied to which invoice, by its id, as typed. */
export type Applied = Readonly<Record<string, string>>;

type Props = {
  readonly customerId: string;
  readonly currency: string;
  readonly applied: Applied;
  readonly onChange: (applied: Applied) => void;
  /** The amount that can be applied; a click applies as much as the invoice needs. If absent, the whole balance of the invoice. */
  readonly available?: string | undefined;
  /** Only one invoice can be chosen: a click on another one replaces it. */
  readonly isSingle?: boolean;
};

/** The open invoices of a customer in a currency, oldest first: a click applies money to one, and the amount can be typed over. */
export function OpenInvoices({ customerId, currency, applied, onChange, available, isSingle }: Props) {
  const today = useToday();
  const invoices = useOpenInvoices(customerId);
  const taken = isSingle ? "0" : appliedTotal(applied);
  const left = available === undefined ? undefined : subtract(available, taken);
  const toggle = ({ id, balanceRemaining }: Invoice) => {
    if (id in applied) {
      const { [id]: _, ...rest } = applied;
      return onChange(rest);
    }
    const isEnough = left === undefined || compare(left, balanceRemaining) >= 0;
    onChange({ ...(isSingle ? {} : applied), [id]: isEnough ? balanceRemaining : left });
  };
  return (
    <Loaded of={invoices}>
      {(rows) => {
        const open = rows.filter((invoice) => invoice.currency === currency);
        if (open.length === 0) {
          return (
            <EmptyState title={`No open invoices in ${currency}`}>
              What comes in stays credit of the customer.
            </EmptyState>
          );
        }
        return (
          <ScrollArea label="Open invoices to choose from" className={classes.area}>
            <table className={classes.table} aria-label="Open invoices">
              <thead>
                <tr>
                  <th>Invoice</th>
                  <th>Due</th>
                  <th className={classes.right}>To be paid</th>
                  <th className={classes.right}>Applied</th>
                </tr>
              </thead>
              <tbody>
                {open.map((invoice) => (
                  <tr key={invoice.id}>
                    <td>
                      <Checkbox
                        label={invoice.invoiceNumber}
                        checked={invoice.id in applied}
                        disabled={!(invoice.id in applied) && left !== undefined && compare(left, "0") <= 0}
                        onChange={() => toggle(invoice)}
                      />
                    </td>
                    <td data-late={invoice.dueDate < today || undefined}>{day(invoice.dueDate)}</td>
                    <td className={classes.right}>{money(invoice.balanceRemaining)}</td>
                    <td className={classes.right}>
                      {invoice.id in applied && (
                        <TextInput
                          aria-label={`Applied to ${invoice.invoiceNumber}`}
                          size="xs"
                          inputMode="decimal"
                          className={classes.amount}
                          value={applied[invoice.id] ?? ""}
                          error={!isAmount(applied[invoice.id] ?? "", currency)}
                          onChange={(event) => onChange({ ...applied, [invoice.id]: event.currentTarget.value })}
                        />
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollArea>
        );
      }}
    </Loaded>
  );
}

/** The invoices of a customer that have something to be paid, of every currency, the one that is due first before the others. */
export function useOpenInvoices(customerId: string | undefined) {
  const filter = { status: { in: ["ISSUED", "PARTIALLY_PAID"] } };
  return useAll("listCustomerInvoices", customerId !== undefined && { id: customerId, filter, sort: "dueDate:asc" });
}

/** The sum of what is applied, without what is no amount yet. */
export function appliedTotal(applied: Applied): string {
  return sum(Object.values(applied).filter((amount) => isAmount(amount)));
}

/** The applications in the form of the API; undefined while one of them is not a valid amount. */
export function applicationsOf(
  applied: Applied,
  currency: string,
): { invoiceId: string; amount: string }[] | undefined {
  const all = Object.entries(applied).map(([invoiceId, amount]) => ({ invoiceId, amount: amount.trim() }));
  return all.every(({ amount }) => isAmount(amount, currency)) ? all : undefined;
}

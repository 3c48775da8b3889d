import type { Customer } from "../customers/customer.ts";
import type { Money } from "../kernel/money.ts";

/** What a customer owes in one currency, and how much of it is overdue. */
export type CustomerBalance = { readonly open: Money; readonly overdue: Money };

/** A customer with what it owes by currency; none where it owes nothing. */
export type CustomerWithBalances = Customer & { readonly balances: readonly CustomerBalance[] };

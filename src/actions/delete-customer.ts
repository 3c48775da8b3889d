import type { Customer } from "../customers/customer.ts";
import * as customers from "../customers/service.ts";
import { conflict } from "../kernel/errors.ts";
import { formatMoney } from "../kernel/money.ts";
import type { WriteContext } from "../platform/write.ts";
import { unusedCreditOf } from "../receivables/customer-credit-store.ts";

/**
 * Deletes a customer that no contract and no sub-customer names, and that has nothing to its credit: what it overpaid or was credited
 * is owed to it, so it is applied or refunded first.
 *
 * @throws DomainError CUSTOMER_NOT_FOUND, CUSTOMER_IN_USE with the unused credit by currency
 */
export async function deleteCustomer(ctx: WriteContext, customerId: string): Promise<Customer> {
  const customer = await customers.deleteCustomer(ctx, customerId);
  // Asked once the row is locked, when nobody gives it credit any more; the rejection takes the deletion back.
  const credit = await unusedCreditOf(ctx.tx, ctx.merchant.id, customerId);
  if (credit.length === 0) return customer;
  const unusedCredit = credit.map((amount) => ({ currency: amount.currency, amount: formatMoney(amount) }));
  const amounts = unusedCredit.map(({ currency, amount }) => `${amount} ${currency}`).join(", ");
  const message = `This customer has unused credit of ${amounts}; apply or refund it, or void its credit memos, first.`;
  throw conflict("CUSTOMER_IN_USE", message, { unusedCredit });
}

import type { Customer } from "../customers/customer.ts";
import * as customers from "../customers/service.ts";
import { conflict } from "../kernel/errors.ts";
import { formatMoney } from "../kernel/money.ts";
import type { WriteContext } from "../platform/write.ts";
import { unusedCreditOf } from "../receivables/customer-credit-store.ts";

/**
 * Deletes a customer without contracts, sub-customers and unused credit. Credit is owed to the customer, so it must be applied or refunded first.
 *
 * @throws DomainError CUSTOMER_NOT_FOUND, CUSTOMER_IN_USE with the unused credit by currency
 */
export async function deleteCustomer(ctx: WriteContext, customerId: string): Promise<Customer> {
  const customer = await customers.deleteCustomer(ctx, customerId);
  // Checked while the row is locked, so that no credit can be added; a rejection rolls the deletion back.
  const credit = await unusedCreditOf(ctx.tx, ctx.merchant.id, customerId);
  if (credit.length === 0) return customer;
  const unusedCredit = credit.map((amount) => ({ currency: amount.currency, amount: formatMoney(amount) }));
  const amounts = unusedCredit.map(({ currency, amount }) => `${amount} ${currency}`).join(", ");
  const message = `This customer has unused credit of ${amounts}; apply or refund it, or void its credit memos, first.`;
  throw conflict("CUSTOMER_IN_USE", message, { unusedCredit });
}

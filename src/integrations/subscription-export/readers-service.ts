import { chargebeeExport } from "./chargebee.ts";
import { CustomerEntry, InvoiceEntry, ItemPriceEntry, SubscriptionEntry } from "./chargebee-records.ts";
import { type PageForm, readRecords } from "./pages-service.ts";
import { stripeExport } from "./stripe.ts";
import { StripeCustomer, StripeInvoice, StripePrice, StripeProduct, StripeSubscription } from "./stripe-records.ts";
import type { SubscriptionExport } from "./subscription.ts";

type Reader = (folder: string, timeZone: string) => Promise<SubscriptionExport>;

/**
 * Readers of the supported systems, by their name in the command. Each reads a folder with list responses of the system's API.
 *
 * @throws DomainError EXPORT_INVALID
 */
export const readers = { stripe: readStripe, chargebee: readChargebee } as const satisfies Readonly<
  Record<string, Reader>
>;
export type System = keyof typeof readers;

async function readStripe(folder: string, timeZone: string): Promise<SubscriptionExport> {
  const form: PageForm = { records: "data", more: "has_more" };
  const records = {
    customers: await readRecords(folder, "customers", { form, schema: StripeCustomer }),
    subscriptions: await readRecords(folder, "subscriptions", { form, schema: StripeSubscription }),
    invoices: await readRecords(folder, "invoices", { form, schema: StripeInvoice }),
    prices: await readRecords(folder, "prices", { form, schema: StripePrice, isOptional: true }),
    products: await readRecords(folder, "products", { form, schema: StripeProduct, isOptional: true }),
  };
  return stripeExport(records, timeZone);
}

async function readChargebee(folder: string, timeZone: string): Promise<SubscriptionExport> {
  const form: PageForm = { records: "list", more: "next_offset" };
  const customers = await readRecords(folder, "customers", { form, schema: CustomerEntry });
  const subscriptions = await readRecords(folder, "subscriptions", { form, schema: SubscriptionEntry });
  const invoices = await readRecords(folder, "invoices", { form, schema: InvoiceEntry });
  const prices = await readRecords(folder, "item_prices", { form, schema: ItemPriceEntry });
  const records = {
    customers: customers.map(({ customer }) => customer),
    subscriptions: subscriptions.map(({ subscription }) => subscription),
    invoices: invoices.map(({ invoice }) => invoice),
    itemPrices: prices.map(({ item_price }) => item_price),
  };
  return chargebeeExport(records, timeZone);
}

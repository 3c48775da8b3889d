import { type Sold, taxCategoriesOf } from "../catalog/tax-category-service.ts";
import { type Customer, hasTaxLocation } from "../customers/customer.ts";
import { findCustomers } from "../customers/service.ts";
import { required } from "../kernel/assert.ts";
import type { Day } from "../kernel/day.ts";
import { ratioFromDecimal } from "../kernel/decimal.ts";
import { type Money, zero } from "../kernel/money.ts";
import { compareRatios } from "../kernel/ratio.ts";
import type { Merchant } from "../platform/clock.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { MerchantProfile } from "../platform/merchant/profile.ts";
import { readProfile } from "../platform/merchant/profile-store.ts";
import type { WriteContext } from "../platform/write.ts";
import type { Parties, Seller } from "./document/invoice-document.ts";
import { type InvoiceTax, type TaxTreatment, taxOfLines, taxTableOf } from "./tax.ts";

/** The customer and currency of an invoice or contract. A contract without a customer is not billed. */
export type Billed = { readonly customerId: string | null; readonly currency: string };

/** @property taxedAs the tax of the lines that it credits */
export type TaxableLine = Sold & { readonly total: Money; readonly taxedAs?: TaxTreatment };

/** Everything that tax and documents need of the merchant and its customers, loaded once for many invoices. */
export type Taxation = {
  /** @param date the issue date, which decides the rates */
  readonly taxOf: (billed: Billed, lines: readonly TaxableLine[], date: Day) => InvoiceTax;
  /** True if a sale on that day can carry a credit: same tax category, rate not lower. Else their total with tax could be below zero. */
  readonly carries: (billed: Billed, sold: Sold, credited: TaxTreatment, date: Day) => boolean;
  /** True if the location of the customer, and so its tax, is unknown. */
  readonly isUnknownOf: (billed: Billed) => boolean;
  /** Seller and buyer with their present data. */
  readonly partiesOf: (billed: Billed) => Parties;
};

type Reader = Pick<WriteContext, "tx" | "merchant">;
type ToTax = Billed & { readonly lines: readonly Sold[] };

/** Loads what the tax of these invoices depends on: the profile with its rates, the customers, and what is sold. */
export async function loadTaxation(reader: Reader, invoices: readonly ToTax[]): Promise<Taxation> {
  return (await loadTaxFacts(reader.tx, reader.merchant.id, invoices))(reader.merchant);
}

/** Like `loadTaxation`, for a merchant whose settings are not read yet; they have the rounding of tax and the name of the seller. */
export async function loadTaxFacts(
  tx: Tx,
  merchantId: string,
  invoices: readonly ToTax[],
): Promise<(merchant: Pick<Merchant, "name" | "rounding">) => Taxation> {
  const customerIds = new Set(invoices.flatMap(({ customerId }) => customerId ?? []));
  const sold = invoices.flatMap(({ lines }) => lines);
  const [profile, customers, categoryOf] = await Promise.all([
    readProfile(tx, merchantId),
    findCustomers(tx, merchantId, [...customerIds]),
    taxCategoriesOf(tx, merchantId, sold),
  ]);
  const byId = new Map(customers.map((customer) => [customer.id, customer]));
  const buyerOf = ({ customerId }: Billed) => required(byId.get(customerId ?? ""), "the customer of an invoice");
  const taxedBy =
    (merchant: Pick<Merchant, "rounding">): Taxation["taxOf"] =>
    (billed, lines, date) => {
      const { billingAddress, taxInfo } = buyerOf(billed);
      return taxOfLines(
        lines.map((line) => ({ ...line, category: categoryOf(line) })),
        {
          table: taxTableOf(profile.taxRates),
          date,
          seller: { country: profile.address?.country ?? null, vatId: profile.vatId },
          buyer: {
            country: billingAddress?.country ?? null,
            region: billingAddress?.state ?? null,
            vatId: taxInfo.vatId,
            isTaxExempt: taxInfo.isTaxExempt,
          },
        },
        { currency: billed.currency, rounding: merchant.rounding },
      );
    };
  return (merchant) => ({
    taxOf: taxedBy(merchant),
    carries: (billed, { itemId, productId }, { category, rate }, date) => {
      const sale = taxedBy(merchant)(billed, [{ itemId, productId, total: zero(billed.currency) }], date).lines[0];
      const isAsHigh = (of: string) => compareRatios(ratioFromDecimal(of), ratioFromDecimal(rate)) >= 0;
      return sale !== undefined && sale.category === category && isAsHigh(sale.rate);
    },
    isUnknownOf: (billed) => profile.taxRates.length > 0 && !hasTaxLocation(buyerOf(billed)),
    partiesOf: (billed) => partiesOf(merchant.name, profile, buyerOf(billed)),
  });
}

/** The merchant as seller on documents. */
export function sellerOf(merchantName: string, profile: MerchantProfile): Seller {
  const { legalName, address, vatId, registrationNumber, email, bankAccount } = profile;
  return { name: merchantName, legalName, address, vatId, registrationNumber, email, bankAccount };
}

function partiesOf(merchantName: string, profile: MerchantProfile, customer: Customer): Parties {
  return {
    seller: sellerOf(merchantName, profile),
    buyer: {
      name: customer.name,
      legalName: customer.companyName,
      address: customer.billingAddress,
      vatId: customer.taxInfo.vatId,
      registrationNumber: customer.taxInfo.ein,
      email: customer.primaryBillingContactEmail,
    },
  };
}

import type { Static } from "typebox";
import { pricesFrom, type StandaloneSellingPrice } from "../../catalog/product.ts";
import { required } from "../../kernel/assert.ts";
import { formatDay, parseDay } from "../../kernel/day.ts";
import { formatMoney } from "../../kernel/money.ts";
import { rejectionOf } from "../../platform/http/error-codes.ts";
import { Amount, CivilDate, Closed, CurrencyCode, Named } from "../../platform/http/wire.ts";

export const CreateSellingPriceBody = Closed(
  {
    currency: CurrencyCode(),
    price: Amount({ sign: "positive", description: "Of one unit sold by itself." }),
    validFrom: CivilDate({ description: "The first day it holds, until the next one of its currency." }),
  },
  { examples: [{ currency: "USD", price: "95.00", validFrom: "2026-01-01" }] },
);

export const SellingPriceView = Named(
  "StandaloneSellingPrice",
  Closed({ currency: CurrencyCode(), price: Amount(), validFrom: CivilDate() }),
);

/** @throws DomainError AMOUNT_INVALID for an amount with more decimals than its currency */
export function sellingPriceFrom(body: Static<typeof CreateSellingPriceBody>): StandaloneSellingPrice {
  const validFrom = required(parseDay(body.validFrom), "the checked day");
  const { prices, issues } = pricesFrom([{ currency: body.currency, amount: body.price, validFrom }]);
  if (issues.length > 0) throw rejectionOf(issues.map((issue) => ({ ...issue, path: "/price" })));
  return required(prices[0], "the price");
}

export function viewOfSellingPrice({ amount, validFrom }: StandaloneSellingPrice): Static<typeof SellingPriceView> {
  return { currency: amount.currency, price: formatMoney(amount), validFrom: formatDay(validFrom) };
}

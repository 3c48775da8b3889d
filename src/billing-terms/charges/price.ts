import type { Money } from "../../kernel/money.ts";
import type { Rounding } from "../../kernel/ratio.ts";

/** What a term charges for one billing period, tax excluded. `total` = `subtotal` − `discountTotal`, never below zero. */
export type PeriodPrice = { readonly subtotal: Money; readonly discountTotal: Money; readonly total: Money };

export type PricingContext = { readonly currency: string; readonly rounding: Rounding };

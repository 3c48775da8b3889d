import { anchorsAndLeapDayDeals } from "./anchors-and-leap-days.ts";
import { daysAndPolicyDeals } from "./days-and-policies.ts";
import { escalatorDeals } from "./escalators.ts";
import { escalatorAndAmendmentDeals } from "./escalators-and-amendments.ts";
import { fractionalPricesAndQuantityDeals } from "./fractional-prices-and-quantities.ts";
import { freeMonthsAtTheStartDeals } from "./free-months-at-the-start.ts";
import { freeMonthsGrantedLaterDeals } from "./free-months-granted-later.ts";
import { priceChangesWithinAPeriodDeals } from "./price-changes-within-a-period.ts";
import { prorationDeals } from "./proration.ts";
import { roundingHalfEvenDeals } from "./rounding-half-even.ts";
import { taxDeals } from "./tax.ts";
import { taxByPlaceDeals } from "./tax-by-place.ts";
import { taxRatesAndExemptionDeals } from "./tax-rates-and-exemptions.ts";

export const billingDeals = [
  anchorsAndLeapDayDeals,
  daysAndPolicyDeals,
  escalatorAndAmendmentDeals,
  escalatorDeals,
  fractionalPricesAndQuantityDeals,
  freeMonthsAtTheStartDeals,
  freeMonthsGrantedLaterDeals,
  priceChangesWithinAPeriodDeals,
  prorationDeals,
  roundingHalfEvenDeals,
  taxByPlaceDeals,
  taxDeals,
  taxRatesAndExemptionDeals,
].flat();

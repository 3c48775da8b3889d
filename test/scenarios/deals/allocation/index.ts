import { chainOfChangeDeals } from "./chains-of-changes.ts";
import { changesOfSeveralPartDeals } from "./changes-of-several-parts.ts";
import { creditedDecreasesBesideOtherObligationDeals } from "./credited-decreases-beside-other-obligations.ts";
import { creditedPriceDecreaseDeals } from "./credited-price-decreases.ts";
import { creditsAfterChangeDeals } from "./credits-after-changes.ts";
import { creditBeforeIncreaseDeals } from "./credits-before-increases.ts";
import { discountsAndPremiumDeals } from "./discounts-and-premiums.ts";
import { endBeforeDeliveryDeals } from "./ends-before-delivery.ts";
import { extensionsAtStandaloneSellingPriceDeals } from "./extensions-at-standalone-selling-price.ts";
import { freeObligationDeals } from "./free-obligations.ts";
import { priceDecreaseDeals } from "./price-decreases.ts";
import { priceIncreaseDeals } from "./price-increases.ts";
import { removedObligationDeals } from "./removed-obligations.ts";
import { renewalOfStatedPriceDeals } from "./renewals-of-stated-prices.ts";
import { seatIncreaseDeals } from "./seat-increases.ts";
import { singleObligationDeals } from "./single-obligations.ts";
import { statedPricesAndResidualDeals } from "./stated-prices-and-residuals.ts";
import { successiveModificationDeals } from "./successive-modifications.ts";
import { terminationDeals } from "./terminations.ts";
import { terminationsBesideMeasuredWorkDeals } from "./terminations-beside-measured-work.ts";
import { writeOffDeals } from "./write-offs.ts";

export const allocationDeals = [
  chainOfChangeDeals,
  changesOfSeveralPartDeals,
  creditBeforeIncreaseDeals,
  creditedDecreasesBesideOtherObligationDeals,
  creditedPriceDecreaseDeals,
  creditsAfterChangeDeals,
  discountsAndPremiumDeals,
  endBeforeDeliveryDeals,
  extensionsAtStandaloneSellingPriceDeals,
  freeObligationDeals,
  priceDecreaseDeals,
  priceIncreaseDeals,
  removedObligationDeals,
  renewalOfStatedPriceDeals,
  seatIncreaseDeals,
  singleObligationDeals,
  statedPricesAndResidualDeals,
  successiveModificationDeals,
  terminationDeals,
  terminationsBesideMeasuredWorkDeals,
  writeOffDeals,
].flat();

import { backdatedChangeDeals } from "./backdated-changes.ts";
import { billingFrequencyDeals } from "./billing-frequencies.ts";
import { chainOfChangeDeals } from "./chains-of-changes.ts";
import {
  changeBesideCreditsAndWriteOffDeals,
  changeInSeveralCurrencyDeals,
} from "./changes-beside-credits-and-write-offs.ts";
import { changesRecordedOutOfOrderDeals } from "./changes-recorded-out-of-order.ts";
import { cumulativeCatchUpDeals } from "./cumulative-catch-up.ts";
import { planSwapDeals } from "./plan-swaps.ts";
import { planUpgradesAndDowngradeDeals } from "./plan-upgrades-and-downgrades.ts";
import { priceDecreasesWithCreditDeals } from "./price-decreases-with-credit.ts";
import { priceIncreaseDeals } from "./price-increases.ts";
import { renewalDeals } from "./renewals.ts";
import { seatChangeDeals } from "./seat-changes.ts";
import { seatPolicyDeals } from "./seat-policies.ts";
import { seatBesideCorrectionDeals } from "./seats-beside-corrections.ts";
import { separateContractDeals } from "./separate-contracts.ts";
import { serviceDateChangeDeals } from "./service-date-changes.ts";
import { severalChangeInOneMonthDeals } from "./several-changes-in-one-month.ts";
import { severalChangesOnOneDayDeals } from "./several-changes-on-one-day.ts";
import { terminationDeals } from "./terminations.ts";
import { terminationsAfterPriceChangeDeals } from "./terminations-after-price-changes.ts";
import { terminationsOnTheFirstOrLastDayDeals } from "./terminations-on-the-first-or-last-day.ts";

export const contractModificationDeals = [
  backdatedChangeDeals,
  billingFrequencyDeals,
  chainOfChangeDeals,
  changeBesideCreditsAndWriteOffDeals,
  changeInSeveralCurrencyDeals,
  changesRecordedOutOfOrderDeals,
  cumulativeCatchUpDeals,
  planSwapDeals,
  planUpgradesAndDowngradeDeals,
  priceDecreasesWithCreditDeals,
  priceIncreaseDeals,
  renewalDeals,
  seatBesideCorrectionDeals,
  seatChangeDeals,
  seatPolicyDeals,
  separateContractDeals,
  serviceDateChangeDeals,
  severalChangeInOneMonthDeals,
  severalChangesOnOneDayDeals,
  terminationDeals,
  terminationsAfterPriceChangeDeals,
  terminationsOnTheFirstOrLastDayDeals,
].flat();

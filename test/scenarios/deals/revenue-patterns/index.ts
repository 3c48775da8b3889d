import { changedPatternAndPriceDeals } from "./changed-patterns-and-prices.ts";
import { deliveryBeforeBillingDeals } from "./delivery-before-billing.ts";
import { longServiceAndRefundDeals } from "./long-service-and-refunds.ts";
import { manualInvoiceOfMeasuredWorkDeals } from "./manual-invoices-of-measured-work.ts";
import { milestoneDeals } from "./milestones.ts";
import { progressBasedWorkDeals } from "./progress-based-work.ts";
import { progressCorrectionDeals } from "./progress-corrections.ts";
import { rampDeals } from "./ramps.ts";
import { serviceExtendedAndEndedDeals } from "./service-extended-and-ended.ts";

export const revenuePatternDeals = [
  changedPatternAndPriceDeals,
  deliveryBeforeBillingDeals,
  longServiceAndRefundDeals,
  manualInvoiceOfMeasuredWorkDeals,
  milestoneDeals,
  progressBasedWorkDeals,
  progressCorrectionDeals,
  rampDeals,
  serviceExtendedAndEndedDeals,
].flat();

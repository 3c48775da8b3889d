import { appliedAndRefundedCreditMemoDeals } from "./applied-and-refunded-credit-memos.ts";
import { creditMemosOfBundlesDeals } from "./credit-memos-of-bundles.ts";
import { creditMemosOfClosedMonthsDeals } from "./credit-memos-of-closed-months.ts";
import { refundAndReopenedCloseDeals } from "./refunds-and-reopened-closes.ts";

export const creditDeals = [
  appliedAndRefundedCreditMemoDeals,
  creditMemosOfBundlesDeals,
  creditMemosOfClosedMonthsDeals,
  refundAndReopenedCloseDeals,
].flat();

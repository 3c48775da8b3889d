import { changesAndTerminationDeals } from "./changes-and-terminations.ts";
import { creditedTrueUpDeals } from "./credited-true-ups.ts";
import { creditsAndWriteOffDeals } from "./credits-and-write-offs.ts";
import { drawdownAndTrueUpDeals } from "./drawdown-and-true-ups.ts";
import { lateApprovalDeals } from "./late-approvals.ts";
import { lateUsageDeals } from "./late-usage.ts";
import { prepaymentDeals } from "./prepayments.ts";
import { raisedAndLoweredDeals } from "./raised-and-lowered.ts";
import { renewalDeals } from "./renewals.ts";
import { severalEventTypeDeals } from "./several-event-types.ts";

export const commitmentDeals = [
  changesAndTerminationDeals,
  creditedTrueUpDeals,
  creditsAndWriteOffDeals,
  drawdownAndTrueUpDeals,
  lateApprovalDeals,
  lateUsageDeals,
  prepaymentDeals,
  raisedAndLoweredDeals,
  renewalDeals,
  severalEventTypeDeals,
].flat();

import { changeAfterTheMoveDeals } from "./changes-after-the-move.ts";
import { seatAndPriceChangeDeals } from "./changes-of-seats-and-prices.ts";
import { openInvoicesAndCommitmentDeals } from "./open-invoices-and-commitments.ts";
import { terminationsAndWriteOffDeals } from "./terminations-and-write-offs.ts";

export const openingDeals = [
  changeAfterTheMoveDeals,
  openInvoicesAndCommitmentDeals,
  seatAndPriceChangeDeals,
  terminationsAndWriteOffDeals,
].flat();

import { closeHoldDeals } from "./close-holds.ts";
import { invoicesIssuedLateDeals } from "./invoices-issued-late.ts";
import { journalExportDeals } from "./journal-exports.ts";
import { reopenedMonthDeals } from "./reopened-months.ts";

export const monthEndCloseDeals = [
  closeHoldDeals,
  invoicesIssuedLateDeals,
  journalExportDeals,
  reopenedMonthDeals,
].flat();

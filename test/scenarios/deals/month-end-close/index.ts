import { closeHoldDeals } from "./close-holds.ts";
import { contractsApprovedLateDeals } from "./contracts-approved-late.ts";
import { invoicesIssuedLateDeals } from "./invoices-issued-late.ts";
import { journalExportDeals } from "./journal-exports.ts";
import { reopenedForChangeDeals } from "./reopened-for-changes.ts";
import { reopenedMonthDeals } from "./reopened-months.ts";

export const monthEndCloseDeals = [
  closeHoldDeals,
  contractsApprovedLateDeals,
  invoicesIssuedLateDeals,
  journalExportDeals,
  reopenedForChangeDeals,
  reopenedMonthDeals,
].flat();

import { openInvoicesAndCommitmentDeals } from "./open-invoices-and-commitments.ts";
import { terminationsAndWriteOffDeals } from "./terminations-and-write-offs.ts";

export const openingDeals = [openInvoicesAndCommitmentDeals, terminationsAndWriteOffDeals].flat();

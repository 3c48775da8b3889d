import { consolidatedInvoiceDeals } from "./consolidated-invoices.ts";
import { dueDateAndAgeingDeals } from "./due-dates-and-ageing.ts";
import { overpaymentsAndReturnedPaymentDeals } from "./overpayments-and-returned-payments.ts";
import { parentsAndStatementDeals } from "./parents-and-statements.ts";
import { severalCurrencyDeals } from "./several-currencies.ts";
import { writeOffDeals } from "./write-offs.ts";
import { writeOffsAndLaterPaymentDeals } from "./write-offs-and-later-payments.ts";
import { writeOffOfMeasuredWorkDeals } from "./write-offs-of-measured-work.ts";

export const receivableDeals = [
  consolidatedInvoiceDeals,
  dueDateAndAgeingDeals,
  overpaymentsAndReturnedPaymentDeals,
  parentsAndStatementDeals,
  severalCurrencyDeals,
  writeOffDeals,
  writeOffOfMeasuredWorkDeals,
  writeOffsAndLaterPaymentDeals,
].flat();

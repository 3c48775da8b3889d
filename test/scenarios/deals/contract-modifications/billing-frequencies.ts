import { act, approve, obligation, on } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, shown, taxed, termPath } from "../deal.ts";

// Plans replaced by others that are billed more often or less often.

const from = "2026-01-01";
const swapped = (effectiveDate: string, newTerm: object, amount: string) =>
  act(`POST ${termPath("Plan")}/swap`, {
    effectiveDate,
    newTerm: {
      ...{ name: "Next", invoiceDateStrategy: "FIRST_OF_PERIOD", billingType: "FLAT", ...newTerm },
      pricing: [{ amount, amountType: "TOTAL_INVOICE" }],
    },
  });
const paidWithMemo = (invoice: number) =>
  act("POST /v3/credit-memos/$memos.0.id/applications", { invoiceId: `$invoices.${invoice}.id` });

export const billingFrequencyDeals: readonly Deal[] = [
  {
    // 21 of 31 days of March, 67.74, come off a year of 1,095.00: 1,027.26 with 102.73 of tax. The months earn 232.26, of which 32.26 are March's; the year 91.25 a month, and 61.81 for 21 days.
    title:
      "months replaced by a year in the midst of March: the rest of March comes off its only invoice, with its tax",
    steps: [
      on(from, ...taxed("0.10"), obligation("Plan", { price: "100.00", from, to: "2026-12-31" }), approve),
      ...closedInTurn("2026-01", "2026-02"),
      on("2026-03-11", swapped("2026-03-11", { interval: "YEAR", endDate: "2027-03-10" }, "1095.00")),
      ...closedInTurn("2026-03", "2026-04", "2026-05"),
      on(
        "2026-06-02",
        shown(
          "arr",
          act("GET /v3/reports/arr?startMonth=2026-01&endMonth=2026-04"),
          ...["month", "opening", "new", "expansion", "contraction", "closing", "mrr"],
        ),
        shown(
          "March",
          act("GET /v3/reports/contract-liability-roll-forward?month=2026-03"),
          ...["opening", "billed", "credited", "writtenOff", "recognized", "closing"],
        ),
        shown(
          "balance",
          act("GET /v3/reports/contract-balances?month=2026-03"),
          ...["contractLiability", "currentLiability", "nonCurrentLiability"],
        ),
      ),
    ],
    table: `
      2026-01-01 | 110.00  | 10.00  | ISSUED
      2026-02-01 | 110.00  | 10.00  | ISSUED
      2026-03-01 | 110.00  | 10.00  | ISSUED
      2026-03-11 | 1129.99 | 102.73 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 110.00  | 0 | 0 | 0       | 10.00  | 0
      2026-02 | 100.00 | 220.00  | 0 | 0 | 0       | 20.00  | 0
      2026-03 | 94.07  | 1459.99 | 0 | 0 | 1033.19 | 132.73 | 0
      2026-04 | 91.25  | 1459.99 | 0 | 0 | 941.94  | 132.73 | 0
      2026-05 | 91.25  | 1459.99 | 0 | 0 | 850.69  | 132.73 | 0
      answers
      arr | 2026-01 | 0.00 | 1200.00 | 0.00 | 0.00 | 1200.00 | 100.00
      arr | 2026-02 | 1200.00 | 0.00 | 0.00 | 0.00 | 1200.00 | 100.00
      arr | 2026-03 | 1200.00 | 0.00 | 0.00 | -105.00 | 1095.00 | 91.25
      arr | 2026-04 | 1095.00 | 0.00 | 0.00 | 0.00 | 1095.00 | 91.25
      March | 0.00 | 1127.26 | 0.00 | 0.00 | 94.07 | 1033.19
      balance | 1033.19 | 1033.19 | 0.00`,
  },
  {
    // 365.000 less 36.500 with 16.425 of tax. 181 of 365 days are 162.900, so 165.600 are unused: July's 40.000 take as much of them, and 125.600 with 6.280 are credited. With that August, September and October are paid,
    // and 5.880 of November.
    title:
      "a year in dinars replaced by months in July: its rest pays for July by itself and for later ones as a credit",
    contract: { currency: "KWD" },
    steps: [
      on(
        from,
        ...taxed("0.05"),
        obligation(
          "Plan",
          { price: "365.000", interval: "YEAR", from, to: "2026-12-31" },
          { discounts: [{ type: "FIXED", amount: "36.500" }] },
        ),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02", "2026-03", "2026-04", "2026-05"),
      on("2026-06-20", swapped("2026-07-01", { interval: "MONTH", endDate: "2026-12-31" }, "40.000")),
      ...closedInTurn("2026-06", "2026-07"),
      on("2026-08-05", paidWithMemo(2)),
      ...closedInTurn("2026-08"),
      on("2026-09-05", paidWithMemo(3)),
      ...closedInTurn("2026-09"),
      on("2026-10-05", paidWithMemo(4)),
      ...closedInTurn("2026-10"),
      on("2026-11-05", paidWithMemo(5)),
      ...closedInTurn("2026-11", "2026-12"),
    ],
    table: `
      2026-01-01 | 344.925 | 16.425 | ISSUED
      2026-07-01 | 0.000   | 0      | PAID
      2026-08-01 | 42.000  | 2.000  | PAID
      2026-09-01 | 42.000  | 2.000  | PAID
      2026-10-01 | 42.000  | 2.000  | PAID
      2026-11-01 | 42.000  | 2.000  | PARTIALLY_PAID
      2026-12-01 | 42.000  | 2.000  | ISSUED
      2026-06-20 | 131.880 | 6.280  | APPLIED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 27.375 | 344.925 | 0 | 0 | 301.125 | 16.425 | 0
      2026-02 | 27.375 | 344.925 | 0 | 0 | 273.750 | 16.425 | 0
      2026-03 | 27.375 | 344.925 | 0 | 0 | 246.375 | 16.425 | 0
      2026-04 | 27.375 | 344.925 | 0 | 0 | 219.000 | 16.425 | 0
      2026-05 | 27.375 | 344.925 | 0 | 0 | 191.625 | 16.425 | 0
      2026-06 | 26.025 | 344.925 | 0 | 0 | 40.000  | 10.145 | 131.880
      2026-07 | 40.000 | 344.925 | 0 | 0 | 0       | 10.145 | 131.880
      2026-08 | 40.000 | 344.925 | 0 | 0 | 0       | 12.145 | 89.880
      2026-09 | 40.000 | 344.925 | 0 | 0 | 0       | 14.145 | 47.880
      2026-10 | 40.000 | 344.925 | 0 | 0 | 0       | 16.145 | 5.880
      2026-11 | 40.000 | 381.045 | 0 | 0 | 0       | 18.145 | 0
      2026-12 | 40.000 | 423.045 | 0 | 0 | 0       | 20.145 | 0`,
  },
];

import { act, approve, on, pobs, term } from "../../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal } from "../deal.ts";

// Performance obligations whose pattern, price or parts change after some of it is earned.

const [from, to] = ["2026-01-01", "2026-12-31"];
const pob = (index: number, body: object) =>
  act(`PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.${index}.id`, body);
const once = { from, to: from, interval: "NONE" };

export const changedPatternAndPriceDeals: readonly Deal[] = [
  {
    // 100.00 a month; by its progress 40 % of 1,200.00 were done by 10 April: 180.00 of April. 120.00 that are credited in May take 40 % of it back at once, and July has the other 60 % of 1,080.00.
    title: "a year that turns out to be measured work, and a credit before the rest is done",
    pobs: true,
    steps: [
      on(
        from,
        term("Work", { price: "1200.00", ...once }),
        pobs("Work", {
          ...{ name: "Work", serviceStartDate: from, serviceEndDate: to },
          ...{ transactionPrice: "1200.00", recognitionPattern: "STRAIGHT_LINE" },
        }),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02", "2026-03"),
      on(
        "2026-04-10",
        pob(0, {
          recognitionPattern: "PERCENT_COMPLETE",
          progress: [{ asOf: "2026-04-10", percentComplete: "0.4" }],
        }),
      ),
      ...closedInTurn("2026-04"),
      on("2026-05-10", creditOfLine(0, 0, "2026-05-10", "120.00")),
      ...closedInTurn("2026-05", "2026-06"),
      on(
        "2026-07-20",
        pob(0, {
          progress: [
            { asOf: "2026-04-10", percentComplete: "0.4" },
            { asOf: "2026-07-20", percentComplete: "1" },
          ],
        }),
      ),
      ...closedInTurn("2026-07"),
    ],
    table: `
      2026-01-01 | 1200.00 | 0 | ISSUED
      2026-05-10 | 120.00  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 1200.00 | 0 | 0 | 1100.00 | 0 | 0 | 1100.00
      2026-02 | 100.00 | 1200.00 | 0 | 0 | 1000.00 | 0 | 0 | 1000.00
      2026-03 | 100.00 | 1200.00 | 0 | 0 | 900.00 | 0 | 0 | 900.00
      2026-04 | 180.00 | 1200.00 | 0 | 0 | 720.00 | 0 | 0 | 720.00
      2026-05 | -48.00 | 1200.00 | 0 | 0 | 648.00 | 0 | 120.00 | 648.00
      2026-06 | 0 | 1200.00 | 0 | 0 | 648.00 | 0 | 120.00 | 648.00
      2026-07 | 648.00 | 1200.00 | 0 | 0 | 0 | 0 | 120.00 | 0`,
  },
  {
    // 1,000.00 over the year and 2,000.00 for a licence in September. In its place come half a year of hosting for 1,200.00 and another licence for 800.00 in October: the first is earned as before.
    title: "a licence that is replaced by hosting and another licence at the same price, before it is delivered",
    pobs: true,
    steps: [
      on(
        from,
        term("Deal", { price: "3000.00", ...once }),
        pobs(
          "Deal",
          {
            ...{ name: "Support", serviceStartDate: from, serviceEndDate: to },
            ...{ transactionPrice: "1000.00", recognitionPattern: "STRAIGHT_LINE" },
          },
          {
            ...{ name: "Licence", serviceStartDate: "2026-09-01", serviceEndDate: "2026-09-01" },
            ...{ recognitionDate: "2026-09-01", transactionPrice: "2000.00", recognitionPattern: "POINT_IN_TIME" },
          },
        ),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02", "2026-03"),
      on(
        "2026-04-10",
        act("POST /v3/contracts/$contract/performance-obligations", {
          billingTermGroupId: "$Deal.billingTermGroupId",
          toDelete: ["$pobs.created.1.id"],
          toCreate: [
            {
              ...{ name: "Hosting", serviceStartDate: "2026-07-01", serviceEndDate: to },
              ...{ transactionPrice: "1200.00", recognitionPattern: "STRAIGHT_LINE" },
            },
            {
              ...{ name: "Other licence", serviceStartDate: "2026-10-01", serviceEndDate: "2026-10-01" },
              ...{ recognitionDate: "2026-10-01", transactionPrice: "800.00", recognitionPattern: "POINT_IN_TIME" },
            },
          ],
        }),
      ),
      ...closedInTurn(...Array.from({ length: 9 }, (_, index) => `2026-${String(index + 4).padStart(2, "0")}`)),
    ],
    table: `
      2026-01-01 | 3000.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 83.33 | 3000.00 | 0 | 0 | 2916.67 | 0 | 0 | 2916.67
      2026-02 | 83.34 | 3000.00 | 0 | 0 | 2833.33 | 0 | 0 | 2833.33
      2026-03 | 83.33 | 3000.00 | 0 | 0 | 2750.00 | 0 | 0 | 2750.00
      2026-04 | 83.33 | 3000.00 | 0 | 0 | 2666.67 | 0 | 0 | 2666.67
      2026-05 | 83.34 | 3000.00 | 0 | 0 | 2583.33 | 0 | 0 | 2583.33
      2026-06 | 83.33 | 3000.00 | 0 | 0 | 2500.00 | 0 | 0 | 2500.00
      2026-07 | 283.33 | 3000.00 | 0 | 0 | 2216.67 | 0 | 0 | 2216.67
      2026-08 | 283.34 | 3000.00 | 0 | 0 | 1933.33 | 0 | 0 | 1933.33
      2026-09 | 283.33 | 3000.00 | 0 | 0 | 1650.00 | 0 | 0 | 1650.00
      2026-10 | 1083.33 | 3000.00 | 0 | 0 | 566.67 | 0 | 0 | 566.67
      2026-11 | 283.34 | 3000.00 | 0 | 0 | 283.33 | 0 | 0 | 283.33
      2026-12 | 283.33 | 3000.00 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // On 10 March 229.03 are earned, and 300.00 by hand make 1,270.97 for 22/31 and nine months. The fee ends with June: 604.93 are credited, and 895.07 are earned by then.
    title: "a stated year, more of it by an invoice by hand, and the end of its fee and of its service",
    pobs: true,
    steps: [
      on(
        from,
        term("Fee", { price: "1200.00", interval: "YEAR", from, to }),
        pobs("Fee", {
          ...{ name: "Service", serviceStartDate: from, serviceEndDate: to },
          ...{ transactionPrice: "1200.00", recognitionPattern: "STRAIGHT_LINE" },
        }),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on(
        "2026-03-10",
        act("POST /v3/invoices", {
          ...{ contractId: "$contract", issueDate: "2026-03-10" },
          lines: [{ name: "More", unitPrice: "300.00", revenue: { performanceObligationId: "$pobs.created.0.id" } }],
        }),
      ),
      ...closedInTurn("2026-03", "2026-04", "2026-05"),
      on(
        "2026-06-20",
        act("PATCH /v3/contracts/$contract/billing-terms/$Fee.id/terminate", {
          ...{ endDate: "2026-06-30", creditUnused: true },
        }),
        pob(0, { serviceEndDate: "2026-06-30" }),
      ),
      ...closedInTurn("2026-06", "2026-07"),
    ],
    table: `
      2026-01-01 | 1200.00 | 0 | ISSUED
      2026-03-10 | 300.00  | 0 | ISSUED
      2026-06-20 | 604.93  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 1200.00 | 0 | 0 | 1100.00 | 0 | 0 | 1100.00
      2026-02 | 100.00 | 1200.00 | 0 | 0 | 1000.00 | 0 | 0 | 1000.00
      2026-03 | 121.92 | 1500.00 | 0 | 0 | 1178.08 | 0 | 0 | 1178.08
      2026-04 | 130.90 | 1500.00 | 0 | 0 | 1047.18 | 0 | 0 | 1047.18
      2026-05 | 130.90 | 1500.00 | 0 | 0 | 916.28 | 0 | 0 | 916.28
      2026-06 | 311.35 | 1500.00 | 0 | 0 | 0 | 0 | 604.93 | 0
      2026-07 | 0 | 1500.00 | 0 | 0 | 0 | 0 | 604.93 | 0`,
  },
];

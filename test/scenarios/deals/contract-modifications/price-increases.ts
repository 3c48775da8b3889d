import { act, approve, close, obligation, on } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, termPath, total } from "../deal.ts";

// Higher prices: before and after a close, open-ended, and after a lower one.

const amended = (effectiveDate: string, amount: string) =>
  act(`POST ${termPath("Hosting")}/amendments`, { effectiveDate, settlement: "IMMEDIATE", ...total(amount) });
const patch = (name: string, body: object) => act(`PATCH ${termPath(name)}`, body);

export const priceIncreaseDeals: readonly Deal[] = [
  {
    // 10.00 a day of March are billed. 6.00 from the 6th on and 9.00 from the 16th on are not credited, and replaced before the next bill: no day is billed at them. 12.00 from the 21st on are 2.00 more
    // for 11 days, 22.00, and 12.00 a day in April and May.
    title:
      "a lower price that is not credited, and two higher ones, of which one is above what is billed, in one invoiced month",
    steps: [
      on("2026-03-01", obligation("Hosting", { price: "310.00", from: "2026-03-01", to: "2026-05-31" }), approve),
      on("2026-03-05", amended("2026-03-06", "186.00")),
      on("2026-03-12", amended("2026-03-16", "279.00")),
      on("2026-03-20", amended("2026-03-21", "372.00")),
      ...closedInTurn("2026-03", "2026-04", "2026-05"),
    ],
    table: `
      2026-03-01 | 310.00 | 0 | ISSUED
      2026-03-21 | 22.00  | 0 | ISSUED
      2026-04-01 | 372.00 | 0 | ISSUED
      2026-05-01 | 372.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-03 | 332.00 | 332.00  | 0 | 0 | 0 | 0 | 0 | 744.00
      2026-04 | 372.00 | 704.00  | 0 | 0 | 0 | 0 | 0 | 372.00
      2026-05 | 372.00 | 1076.00 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // Said on 10 April, agreed in March, which is closed: 150.00 from June on remain from April on. Said on 2 May, agreed on 28 April:
    // 160.00 from July on. The training, said on 3 May, is none of April's: 100.00 + 150.00 + 6 × 160.00 = 1,210.00 remain at its end.
    title: "prices and an obligation that are agreed before a close, and after it",
    steps: [
      on("2026-01-01", obligation("Platform", { price: "100.00", from: "2026-01-01", to: "2026-12-31" }), approve),
      on("2026-04-05", close("2026-03")),
      on(
        "2026-04-10",
        act(`PATCH ${termPath("Platform")}`, {
          ...total("150.00"),
          effectiveDate: "2026-06-01",
          agreedOn: "2026-03-20",
        }),
      ),
      on(
        "2026-05-02",
        act(`PATCH ${termPath("Platform")}`, {
          ...total("160.00"),
          effectiveDate: "2026-07-01",
          agreedOn: "2026-04-28",
        }),
      ),
      on("2026-05-03", obligation("Training", { price: "100.00", from: "2026-06-01", to: "2026-08-31" })),
      on("2026-05-05", close("2026-04")),
      ...closedInTurn("2026-05", "2026-06", "2026-07"),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-05-01 | 100.00 | 0 | ISSUED
      2026-06-01 | 250.00 | 0 | ISSUED
      2026-07-01 | 260.00 | 0 | ISSUED
      2026-08-01 | 260.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 100.00  | 0 | 0 | 0 | 0 | 0 | 1100.00
      2026-02 | 100.00 | 200.00  | 0 | 0 | 0 | 0 | 0 | 1000.00
      2026-03 | 100.00 | 300.00  | 0 | 0 | 0 | 0 | 0 | 900.00
      2026-04 | 100.00 | 400.00  | 0 | 0 | 0 | 0 | 0 | 1210.00
      2026-05 | 100.00 | 500.00  | 0 | 0 | 0 | 0 | 0 | 1410.00
      2026-06 | 250.00 | 750.00  | 0 | 0 | 0 | 0 | 0 | 1160.00
      2026-07 | 260.00 | 1010.00 | 0 | 0 | 0 | 0 | 0 | 900.00`,
  },
  {
    // Each period is a price of its own: 17/31 of January weigh against 14/28 of February. The last one has 17 of 31 days.
    title: "open-ended seats in arrears from the 15th, more expensive, and ended",
    steps: [
      on(
        "2026-01-15",
        obligation("Seats", {
          price: "20.00",
          from: "2026-01-15",
          billingType: "UNIT",
          quantity: "10",
          seatConfig: {},
          invoiceDateStrategy: "ARREARS",
        }),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on(
        "2026-03-10",
        patch("Seats", { pricing: [{ amount: "25.00", amountType: "PER_ITEM" }], effectiveDate: "2026-03-15" }),
      ),
      ...closedInTurn("2026-03", "2026-04"),
      on("2026-05-20", act(`PATCH ${termPath("Seats")}/terminate`, { endDate: "2026-05-31" })),
      ...closedInTurn("2026-05", "2026-06"),
    ],
    table: `
      2026-02-15 | 200.00 | 0 | ISSUED
      2026-03-15 | 200.00 | 0 | ISSUED
      2026-04-15 | 250.00 | 0 | ISSUED
      2026-05-15 | 250.00 | 0 | ISSUED
      2026-06-01 | 137.10 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 104.62 | 0 | 104.62 | 0 | 0 | 0 | 0
      2026-02 | 200.46 | 200.00 | 105.08 | 0 | 0 | 0 | 0
      2026-03 | 229.98 | 400.00 | 135.06 | 0 | 0 | 0 | 0
      2026-04 | 250.31 | 650.00 | 135.37 | 0 | 0 | 0 | 0
      2026-05 | 251.73 | 900.00 | 137.10 | 0 | 0 | 0 | 0
      2026-06 | 0 | 1037.10 | 0 | 0 | 0 | 0 | 0`,
  },
];

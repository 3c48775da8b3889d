import { act, approve, obligation, on } from "../golden/scenario.ts";
import { closedInTurn, type Deal, taxed, termPath, total } from "./deal.ts";

// Prices and plans that change in the midst of a billing period that then ends, and what is carried over.

const amended = (name: string, effectiveDate: string, amount: string) =>
  act(`POST ${termPath(name)}/amendments`, { effectiveDate, settlement: "CO_TERM", ...total(amount) });
const plan = (name: string, amount: string, intervalFrequency: number) => ({
  ...{ name, intervalFrequency, endDate: "2026-12-31", interval: "MONTH", invoiceDateStrategy: "FIRST_OF_PERIOD" },
  ...{ billingType: "FLAT", ...total(amount) },
});

export const carriedOverDeals: readonly Deal[] = [
  {
    // 900.00 a quarter, 300.00 a month. From March on 1,200.00 a quarter, and it ends with March: 44 and 31 of 90 days are 440.00 and 413.33, billed the day after.
    title: "quarters in arrears from the 16th, more expensive from March on, that end with March",
    steps: [
      on(
        "2026-01-16",
        obligation("Support", {
          ...{ price: "900.00", interval: "QUARTER", from: "2026-01-16", to: "2027-01-15" },
          invoiceDateStrategy: "ARREARS",
        }),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on("2026-03-10", amended("Support", "2026-03-01", "1200.00")),
      on("2026-03-20", act(`PATCH ${termPath("Support")}/terminate`, { endDate: "2026-03-31" })),
      ...closedInTurn("2026-03", "2026-04"),
    ],
    table: `
      2026-04-01 | 853.33 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 154.84 | 0      | 154.84 | 0 | 0 | 0 | 0 | 3445.16
      2026-02 | 300.00 | 0      | 454.84 | 0 | 0 | 0 | 0 | 3145.16
      2026-03 | 398.49 | 0      | 853.33 | 0 | 0 | 0 | 0 | 0
      2026-04 | 0      | 853.33 | 0      | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 245 of 365 days of 1,200.00 are 805.48, so 5.48 more than was served are taken back. Of 1,600.00 for eight months 122 of 245 days are 796.73: 60.00 of it pay for September's
    // bill of the small plan, and 736.73 are credited. 803.27 stay, 3.27 more than the months earned.
    title: "a year paid ahead, a larger plan from May on, and a small one from September on",
    steps: [
      on(
        "2026-01-01",
        ...taxed("0.20"),
        obligation("Basic", { price: "1200.00", interval: "YEAR", from: "2026-01-01", to: "2026-12-31" }),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02", "2026-03", "2026-04"),
      on(
        "2026-05-01",
        act(`POST ${termPath("Basic")}/swap`, { effectiveDate: "2026-05-01", newTerm: plan("Large", "1600.00", 8) }),
        act("GET /v3/contracts/$contract/billing-terms", undefined, "terms"),
      ),
      ...closedInTurn("2026-05", "2026-06", "2026-07", "2026-08"),
      on(
        "2026-09-01",
        act("POST /v3/contracts/$contract/billing-terms/$terms.data.0.id/swap", {
          effectiveDate: "2026-09-01",
          newTerm: plan("Small", "60.00", 1),
        }),
      ),
      ...closedInTurn("2026-09", "2026-10", "2026-11", "2026-12"),
    ],
    table: `
      2026-01-01 | 1440.00 | 240.00 | ISSUED
      2026-05-01 | 953.42  | 158.90 | ISSUED
      2026-09-01 | 0.00    | 0      | PAID
      2026-10-01 | 72.00   | 12.00  | ISSUED
      2026-11-01 | 72.00   | 12.00  | ISSUED
      2026-12-01 | 72.00   | 12.00  | ISSUED
      2026-09-01 | 884.08  | 147.35 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 1440.00 | 0 | 0 | 1100.00 | 240.00 | 0
      2026-02 | 100.00 | 1440.00 | 0 | 0 | 1000.00 | 240.00 | 0
      2026-03 | 100.00 | 1440.00 | 0 | 0 | 900.00  | 240.00 | 0
      2026-04 | 100.00 | 1440.00 | 0 | 0 | 800.00  | 240.00 | 0
      2026-05 | 194.52 | 2393.42 | 0 | 0 | 1400.00 | 398.90 | 0
      2026-06 | 200.00 | 2393.42 | 0 | 0 | 1200.00 | 398.90 | 0
      2026-07 | 200.00 | 2393.42 | 0 | 0 | 1000.00 | 398.90 | 0
      2026-08 | 200.00 | 2393.42 | 0 | 0 | 800.00  | 398.90 | 0
      2026-09 | 63.27  | 2393.42 | 0 | 0 | 0       | 251.55 | 884.08
      2026-10 | 60.00  | 2465.42 | 0 | 0 | 0       | 263.55 | 884.08
      2026-11 | 60.00  | 2537.42 | 0 | 0 | 0       | 275.55 | 884.08
      2026-12 | 60.00  | 2609.42 | 0 | 0 | 0       | 287.55 | 884.08`,
  },
  {
    // From 11 March on 50.00 more a month, to be billed in April. It ends on the 20th: 64.52 of the 100.00 that are billed are owed, so 35.48 are
    // credited, and 16.13 are billed the day after.
    title: "a month that becomes more expensive by its next bill, and ends before that",
    steps: [
      on("2026-03-01", obligation("Support", { price: "100.00", from: "2026-03-01", to: "2026-08-31" }), approve),
      on("2026-03-11", amended("Support", "2026-03-11", "150.00")),
      on("2026-03-20", act(`PATCH ${termPath("Support")}/terminate`, { endDate: "2026-03-20", creditUnused: true })),
      ...closedInTurn("2026-03", "2026-04"),
    ],
    table: `
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-03-21 | 16.13  | 0 | ISSUED
      2026-03-20 | 35.48  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-03 | 80.65 | 116.13 | 0 | 0 | 0 | 0 | 35.48 | 0
      2026-04 | 0     | 116.13 | 0 | 0 | 0 | 0 | 35.48 | 0`,
  },
  {
    // 16 of 31 days of March and April are 151.61 of the old plan, so 8.39 of the new one's first month are to pay. In April March has 51.61 less and 82.58 more than was posted.
    title: "a larger plan from a day of a closed month on, as is recorded later",
    steps: [
      on("2026-01-01", obligation("Basic", { price: "100.00", from: "2026-01-01", to: "2026-12-31" }), approve),
      ...closedInTurn("2026-01", "2026-02", "2026-03"),
      on(
        "2026-04-10",
        act(`POST ${termPath("Basic")}/swap`, { effectiveDate: "2026-03-16", newTerm: plan("Large", "160.00", 1) }),
      ),
      ...closedInTurn("2026-04", "2026-05"),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-04-10 | 8.39   | 0 | ISSUED
      2026-04-16 | 160.00 | 0 | ISSUED
      2026-05-16 | 160.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 100.00 | 0 | 0 | 0     | 0 | 0 | 1100.00
      2026-02 | 100.00 | 200.00 | 0 | 0 | 0     | 0 | 0 | 1000.00
      2026-03 | 100.00 | 300.00 | 0 | 0 | 0     | 0 | 0 | 900.00
      2026-04 | 190.97 | 568.39 | 0 | 0 | 77.42 | 0 | 0 | 1280.00
      2026-05 | 160.00 | 728.39 | 0 | 0 | 77.42 | 0 | 0 | 1120.00`,
  },
];

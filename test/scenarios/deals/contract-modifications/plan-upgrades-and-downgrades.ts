import { act, approve, close, obligation, on } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, taxed, termPath, total } from "../deal.ts";

// A larger or a smaller plan from a day on, also in the middle of an invoiced period or of a closed month.

const [from, to] = ["2026-01-01", "2026-12-31"];
const plan = (name: string, amount: string, intervalFrequency: number) => ({
  ...{ name, intervalFrequency, endDate: "2026-12-31", interval: "MONTH", invoiceDateStrategy: "FIRST_OF_PERIOD" },
  ...{ billingType: "FLAT", ...total(amount) },
});

export const planUpgradesAndDowngradeDeals: readonly Deal[] = [
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
    // 16 of 31 days of March and April are 151.61 of the old plan, so 8.39 of the new one's first month are to pay. In April March has 51.61 less and 82.58 more than was posted.
    title: "a larger plan from a day of a closed month on, recorded later",
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
  {
    // 45 of 90 days are unused: 600.00 − 150.00 = 450.00. The larger plan is 3 × 600.00 and 47/92 of it, 2,106.52 over ten months and a
    // half. Back on 1 April: 45 of 89 days are 303.37, 2.44 more than it had earned; 300.00 − 296.63 = 3.37.
    title: "a larger plan in the middle of a quarter, and back again",
    steps: [
      on(
        "2026-01-01",
        obligation("Small", { price: "300.00", interval: "QUARTER", from: "2026-01-01", to: "2026-12-31" }),
        approve,
      ),
      on(
        "2026-02-15",
        close("2026-01"),
        act(
          `POST ${termPath("Small")}/swap`,
          {
            effectiveDate: "2026-02-15",
            newTerm: {
              name: "Large",
              endDate: "2026-12-31",
              interval: "QUARTER",
              invoiceDateStrategy: "FIRST_OF_PERIOD",
              billingType: "FLAT",
              ...total("600.00"),
            },
          },
          "swapped",
        ),
      ),
      on(
        "2026-04-01",
        close("2026-02"),
        close("2026-03"),
        act(`GET /v3/contracts/$contract/billing-terms`, undefined, "terms"),
        act(`POST /v3/contracts/$contract/billing-terms/$terms.data.0.id/swap`, {
          effectiveDate: "2026-04-01",
          newTerm: {
            name: "Small again",
            endDate: "2026-12-31",
            interval: "QUARTER",
            invoiceDateStrategy: "FIRST_OF_PERIOD",
            billingType: "FLAT",
            ...total("300.00"),
          },
        }),
      ),
      ...closedInTurn("2026-04", "2026-05"),
    ],
    table: `
      2026-01-01 | 300.00 | 0 | ISSUED
      2026-02-15 | 450.00 | 0 | ISSUED
      2026-04-01 | 3.37   | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 300.00 | 0 | 0 | 200.00 | 0 | 0 | 1100.00
      2026-02 | 150.31 | 750.00 | 0 | 0 | 499.69 | 0 | 0 | 2006.21
      2026-03 | 200.62 | 750.00 | 0 | 0 | 299.07 | 0 | 0 | 1805.59
      2026-04 | 102.44 | 753.37 | 0 | 0 | 200.00 | 0 | 0 | 800.00
      2026-05 | 100.00 | 753.37 | 0 | 0 | 100.00 | 0 | 0 | 700.00`,
  },
  {
    // 181 of 365 days of 1,200.00 are 595.07. Of the 604.93 that were billed beyond them 600.00 are taken off the new plan's year, and 4.93 credited. By
    // 20 June 563.33 are earned, so 31.74 are left for eleven days.
    title: "a smaller plan from July on, half of a year in advance",
    steps: [
      on(from, obligation("Large", { price: "1200.00", interval: "YEAR", from, to }), approve),
      ...closedInTurn("2026-01", "2026-02", "2026-03", "2026-04", "2026-05"),
      on(
        "2026-06-20",
        act(`POST ${termPath("Large")}/swap`, {
          effectiveDate: "2026-07-01",
          newTerm: {
            name: "Small",
            endDate: "2027-06-30",
            interval: "YEAR",
            invoiceDateStrategy: "FIRST_OF_PERIOD",
            billingType: "FLAT",
            ...total("600.00"),
          },
        }),
      ),
      ...closedInTurn("2026-06", "2026-07", "2026-08", "2026-09"),
    ],
    table: `
      2026-01-01 | 1200.00 | 0 | ISSUED
      2026-07-01 | 0.00 | 0 | PAID
      2026-06-20 | 4.93 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 1200.00 | 0 | 0 | 1100.00 | 0 | 0
      2026-02 | 100.00 | 1200.00 | 0 | 0 | 1000.00 | 0 | 0
      2026-03 | 100.00 | 1200.00 | 0 | 0 | 900.00 | 0 | 0
      2026-04 | 100.00 | 1200.00 | 0 | 0 | 800.00 | 0 | 0
      2026-05 | 100.00 | 1200.00 | 0 | 0 | 700.00 | 0 | 0
      2026-06 | 95.07 | 1200.00 | 0 | 0 | 600.00 | 0 | 4.93
      2026-07 | 50.00 | 1200.00 | 0 | 0 | 550.00 | 0 | 4.93
      2026-08 | 50.00 | 1200.00 | 0 | 0 | 500.00 | 0 | 4.93
      2026-09 | 50.00 | 1200.00 | 0 | 0 | 450.00 | 0 | 4.93`,
  },
];

import { act, approve, close, obligation, on, pobs, term } from "../../golden/scenario.ts";
import { closedInTurn, credit, type Deal, termPath, total } from "../deal.ts";

// Service that turns out to have begun on another day.

const [from, to] = ["2026-01-01", "2026-12-31"];
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const patch = (name: string, body: object) => act(`PATCH ${termPath(name)}`, body);
const shared = { allocationMethod: "RELATIVE_SSP" };
const once = { from, to: from, interval: "NONE" };
const by = (name: string) => `/v3/contracts/$contract/billing-terms/$${name}.id`;
const pob = (body: object) => act("PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.0.id", body);
const oneOff = { interval: "NONE" };

export const serviceDateChangeDeals: readonly Deal[] = [
  {
    // 150.00 a month; from August on 200.00 more, of which June knows. Then support turns out to have begun in February: its 900.00 over eleven months,
    // 81.82 a month, so that five months have 409.09 by June, of 450.00. On 1 August 984.09 are left, by 375.00 and 409.09 of what is still to serve.
    title: "a price of days to come, and then service that turns out to have begun later",
    contract: shared,
    steps: [
      on(
        from,
        obligation("Platform", { price: "100.00", from, to }, { standaloneSellingPrice: "900.00" }),
        obligation(
          "Support",
          { price: "600.00", ...once },
          {
            serviceEndDate: to,
            recognitionPattern: "STRAIGHT_LINE",
            standaloneSellingPrice: "900.00",
          },
        ),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 5)),
      on("2026-06-10", patch("Platform", { ...total("140.00"), effectiveDate: "2026-08-01" })),
      on(
        "2026-06-20",
        act("PATCH /v3/contracts/$contract/obligation/$Support.id", {
          revenueStartDate: "2026-02-01",
          reasonCode: "CORRECTION",
        }),
      ),
      ...closedInTurn(...months.slice(5)),
    ],
    table: `
      2026-01-01 | 700.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-05-01 | 100.00 | 0 | ISSUED
      2026-06-01 | 100.00 | 0 | ISSUED
      2026-07-01 | 100.00 | 0 | ISSUED
      2026-08-01 | 140.00 | 0 | ISSUED
      2026-09-01 | 140.00 | 0 | ISSUED
      2026-10-01 | 140.00 | 0 | ISSUED
      2026-11-01 | 140.00 | 0 | ISSUED
      2026-12-01 | 140.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 150.00 | 700.00  | 0 | 0 | 550.00 | 0 | 0
      2026-02 | 150.00 | 800.00  | 0 | 0 | 500.00 | 0 | 0
      2026-03 | 150.00 | 900.00  | 0 | 0 | 450.00 | 0 | 0
      2026-04 | 150.00 | 1000.00 | 0 | 0 | 400.00 | 0 | 0
      2026-05 | 150.00 | 1100.00 | 0 | 0 | 350.00 | 0 | 0
      2026-06 | 109.09 | 1200.00 | 0 | 0 | 340.91 | 0 | 0
      2026-07 | 156.82 | 1300.00 | 0 | 0 | 284.09 | 0 | 0
      2026-08 | 196.82 | 1440.00 | 0 | 0 | 227.27 | 0 | 0
      2026-09 | 196.82 | 1580.00 | 0 | 0 | 170.45 | 0 | 0
      2026-10 | 196.81 | 1720.00 | 0 | 0 | 113.64 | 0 | 0
      2026-11 | 196.82 | 1860.00 | 0 | 0 | 56.82  | 0 | 0
      2026-12 | 196.82 | 2000.00 | 0 | 0 | 0      | 0 | 0`,
  },
  {
    // 200.00 more from August on, of which June knows. Service began in February: 1,200.00 over eleven months, 545.45 by June, of which 500.00 are posted. On 1
    // August 745.45 are left.
    title: "a stated price of days to come, and then service that turns out to have begun later",
    pobs: true,
    steps: [
      on(
        from,
        term("Plan", { price: "100.00", from, to }),
        pobs("Plan", {
          ...{ name: "Service", serviceStartDate: from, serviceEndDate: to },
          ...{ transactionPrice: "1200.00", recognitionPattern: "STRAIGHT_LINE" },
        }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 5)),
      on(
        "2026-06-10",
        act(`PATCH ${by("Plan")}`, { ...total("140.00"), effectiveDate: "2026-08-01" }),
        pob({ transactionPrice: "1400.00", effectiveDate: "2026-08-01" }),
      ),
      on("2026-06-20", pob({ serviceStartDate: "2026-02-01", reasonCode: "CORRECTION" })),
      ...closedInTurn(...months.slice(5)),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-05-01 | 100.00 | 0 | ISSUED
      2026-06-01 | 100.00 | 0 | ISSUED
      2026-07-01 | 100.00 | 0 | ISSUED
      2026-08-01 | 140.00 | 0 | ISSUED
      2026-09-01 | 140.00 | 0 | ISSUED
      2026-10-01 | 140.00 | 0 | ISSUED
      2026-11-01 | 140.00 | 0 | ISSUED
      2026-12-01 | 140.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 100.00  | 0 | 0 | 0     | 0 | 0
      2026-02 | 100.00 | 200.00  | 0 | 0 | 0     | 0 | 0
      2026-03 | 100.00 | 300.00  | 0 | 0 | 0     | 0 | 0
      2026-04 | 100.00 | 400.00  | 0 | 0 | 0     | 0 | 0
      2026-05 | 100.00 | 500.00  | 0 | 0 | 0     | 0 | 0
      2026-06 | 45.45  | 600.00  | 0 | 0 | 54.55 | 0 | 0
      2026-07 | 109.10 | 700.00  | 0 | 0 | 45.45 | 0 | 0
      2026-08 | 149.09 | 840.00  | 0 | 0 | 36.36 | 0 | 0
      2026-09 | 149.09 | 980.00  | 0 | 0 | 27.27 | 0 | 0
      2026-10 | 149.09 | 1120.00 | 0 | 0 | 18.18 | 0 | 0
      2026-11 | 149.09 | 1260.00 | 0 | 0 | 9.09  | 0 | 0
      2026-12 | 149.09 | 1400.00 | 0 | 0 | 0     | 0 | 0`,
  },
  {
    // 600.00 over 181 days; in March 60.00 are credited. It began on 1 February: 540.00 over 150 days, 3.60 a day, 320.40 by April, of
    // which 268.51 are posted.
    title: "a credit, and then service that turns out to have begun a month later",
    steps: [
      on(
        "2026-01-01",
        obligation(
          "Support",
          { ...oneOff, price: "600.00", from: "2026-01-01", to: "2026-01-01" },
          { serviceEndDate: "2026-06-30", recognitionPattern: "STRAIGHT_LINE_DAILY" },
        ),
        approve,
      ),
      on("2026-03-20", close("2026-02"), credit("2026-03-20", "60.00")),
      on(
        "2026-04-08",
        close("2026-03"),
        act(`PATCH /v3/contracts/$contract/obligation/$Support.id`, {
          revenueStartDate: "2026-02-01",
          reasonCode: "CORRECTION",
        }),
      ),
      ...closedInTurn("2026-04", "2026-05", "2026-06"),
    ],
    table: `
      2026-01-01 | 600.00 | 0 | ISSUED
      2026-03-20 | 60.00  | 0 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 102.76 | 600.00 | 0 | 0 | 497.24 | 0 | 0     | 497.24
      2026-02 | 92.82  | 600.00 | 0 | 0 | 404.42 | 0 | 0     | 404.42
      2026-03 | 72.93  | 600.00 | 0 | 0 | 271.49 | 0 | 60.00 | 271.49
      2026-04 | 51.89  | 600.00 | 0 | 0 | 219.60 | 0 | 60.00 | 219.60
      2026-05 | 111.60 | 600.00 | 0 | 0 | 108.00 | 0 | 60.00 | 108.00
      2026-06 | 108.00 | 600.00 | 0 | 0 | 0      | 0 | 60.00 | 0`,
  },
  {
    // 1,000.00 of the platform's 1,200.00 are left on 1 March, with 400.00, by 1,000 and 800: 777.78 and 622.22. It was agreed in April, so April has 366.67, 133.33 of them of March. The training is billed
    // in June: 100.00 a month of it are unbilled receivable until then, as only time must pass, and are not netted against the liability:
    // 1,200.00 billed, less 666.67 earned by April, 200.00 of which are unbilled, leaves 733.33.
    title:
      "training that began in March, agreed in April, and recorded in June before April is closed, in an allocated contract",
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        obligation(
          "Platform",
          { price: "1200.00", interval: "YEAR", from, to: "2026-12-31" },
          { standaloneSellingPrice: "1200.00" },
        ),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02", "2026-03"),
      on(
        "2026-06-10",
        obligation(
          "Training",
          { price: "400.00", interval: "NONE", from: "2026-03-01", to: "2026-03-01" },
          {
            ...{ serviceEndDate: "2026-06-30", recognitionPattern: "STRAIGHT_LINE", standaloneSellingPrice: "800.00" },
            agreedOn: "2026-04-28",
          },
        ),
        close("2026-04"),
        close("2026-05"),
      ),
      ...closedInTurn("2026-06", "2026-07"),
    ],
    table: `
      2026-01-01 | 1200.00 | 0 | ISSUED
      2026-06-10 | 400.00  | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 1200.00 | 0 | 0 | 1100.00 | 0 | 0 | 1100.00
      2026-02 | 100.00 | 1200.00 | 0 | 0 | 1000.00 | 0 | 0 | 1000.00
      2026-03 | 100.00 | 1200.00 | 0 | 0 | 900.00  | 0 | 0 | 900.00
      2026-04 | 366.67 | 1200.00 | 200.00 | 0 | 733.33  | 0 | 0 | 933.33
      2026-05 | 233.33 | 1200.00 | 300.00 | 0 | 600.00  | 0 | 0 | 700.00
      2026-06 | 233.33 | 1600.00 | 0 | 0 | 466.67  | 0 | 0 | 466.67
      2026-07 | 77.78  | 1600.00 | 0 | 0 | 388.89  | 0 | 0 | 388.89`,
  },
];

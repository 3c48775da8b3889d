import { act, approve, close, obligation, on } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, termPath, total } from "../deal.ts";

// Terms that are extended: at another price, before their end, several to one day.

const [from, to] = ["2026-01-01", "2026-12-31"];
const start = "2026-01-01";
const year = { interval: "YEAR", from: start, to: "2026-12-31" };
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const patch = (name: string, body: object) => act(`PATCH ${termPath(name)}`, body);
const seats = (effectiveDate: string, delta: string) =>
  act(`POST ${termPath("Seats")}/seat-amendment`, { effectiveDate, delta });

export const renewalDeals: readonly Deal[] = [
  {
    // On 15 November a year is added, 10 % dearer: 1,320.00. 1,000.00 and 14/30 of 100.00 are earned; the other 1,473.33 are spread over 16/30
    // of November and thirteen months: 58.06 more in November, and then 108.87 (108.86 in February).
    title: "a year in euros, renewed before its end at a higher price",
    contract: { currency: "EUR" },
    steps: [
      on(
        start,
        obligation("Hosting", { ...year, price: "1200.00", escalator: { type: "PERCENTAGE", amount: "0.10" } }),
        approve,
      ),
      on(
        "2026-11-15",
        close("2026-10"),
        act("PATCH /v3/contracts/$contract/billing-terms/$Hosting.billingTermId", {
          ...{ endDate: "2027-12-31", reasonCode: "RENEWAL" },
        }),
      ),
      on("2027-03-01", close("2027-02")),
    ],
    table: `
      2026-01-01 | 1200.00 | 0 | ISSUED
      2027-01-01 | 1320.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 1200.00 | 0 | 0     | 1100.00 | 0 | 0
      2026-02 | 100.00 | 1200.00 | 0 | 0     | 1000.00 | 0 | 0
      2026-03 | 100.00 | 1200.00 | 0 | 0     | 900.00  | 0 | 0
      2026-04 | 100.00 | 1200.00 | 0 | 0     | 800.00  | 0 | 0
      2026-05 | 100.00 | 1200.00 | 0 | 0     | 700.00  | 0 | 0
      2026-06 | 100.00 | 1200.00 | 0 | 0     | 600.00  | 0 | 0
      2026-07 | 100.00 | 1200.00 | 0 | 0     | 500.00  | 0 | 0
      2026-08 | 100.00 | 1200.00 | 0 | 0     | 400.00  | 0 | 0
      2026-09 | 100.00 | 1200.00 | 0 | 0     | 300.00  | 0 | 0
      2026-10 | 100.00 | 1200.00 | 0 | 0     | 200.00  | 0 | 0
      2026-11 | 104.73 | 1200.00 | 0 | 0     | 95.27   | 0 | 0
      2026-12 | 108.87 | 1200.00 | 0 | 13.60 | 0       | 0 | 0
      2027-01 | 108.87 | 2520.00 | 0 | 0     | 1197.53 | 0 | 0
      2027-02 | 108.86 | 2520.00 | 0 | 0     | 1088.67 | 0 | 0`,
  },
  {
    // The days that are added have a price of their own, 90.00 a month; those of 2026 keep theirs.
    title: "renewed in November for half a year, at a lower price",
    steps: [
      on(from, obligation("Plan", { price: "100.00", from, to }), approve),
      ...closedInTurn(...months.slice(0, 10)),
      on(
        "2026-11-15",
        patch("Plan", { endDate: "2027-06-30", reasonCode: "RENEWAL" }),
        patch("Plan", { ...total("90.00"), effectiveDate: "2027-01-01" }),
      ),
      ...closedInTurn("2026-11", "2026-12", "2027-01", "2027-02", "2027-03", "2027-04", "2027-05", "2027-06"),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-05-01 | 100.00 | 0 | ISSUED
      2026-06-01 | 100.00 | 0 | ISSUED
      2026-07-01 | 100.00 | 0 | ISSUED
      2026-08-01 | 100.00 | 0 | ISSUED
      2026-09-01 | 100.00 | 0 | ISSUED
      2026-10-01 | 100.00 | 0 | ISSUED
      2026-11-01 | 100.00 | 0 | ISSUED
      2026-12-01 | 100.00 | 0 | ISSUED
      2027-01-01 | 90.00 | 0 | ISSUED
      2027-02-01 | 90.00 | 0 | ISSUED
      2027-03-01 | 90.00 | 0 | ISSUED
      2027-04-01 | 90.00 | 0 | ISSUED
      2027-05-01 | 90.00 | 0 | ISSUED
      2027-06-01 | 90.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 100.00 | 0 | 0 | 0 | 0 | 0
      2026-02 | 100.00 | 200.00 | 0 | 0 | 0 | 0 | 0
      2026-03 | 100.00 | 300.00 | 0 | 0 | 0 | 0 | 0
      2026-04 | 100.00 | 400.00 | 0 | 0 | 0 | 0 | 0
      2026-05 | 100.00 | 500.00 | 0 | 0 | 0 | 0 | 0
      2026-06 | 100.00 | 600.00 | 0 | 0 | 0 | 0 | 0
      2026-07 | 100.00 | 700.00 | 0 | 0 | 0 | 0 | 0
      2026-08 | 100.00 | 800.00 | 0 | 0 | 0 | 0 | 0
      2026-09 | 100.00 | 900.00 | 0 | 0 | 0 | 0 | 0
      2026-10 | 100.00 | 1000.00 | 0 | 0 | 0 | 0 | 0
      2026-11 | 100.00 | 1100.00 | 0 | 0 | 0 | 0 | 0
      2026-12 | 100.00 | 1200.00 | 0 | 0 | 0 | 0 | 0
      2027-01 | 90.00 | 1290.00 | 0 | 0 | 0 | 0 | 0
      2027-02 | 90.00 | 1380.00 | 0 | 0 | 0 | 0 | 0
      2027-03 | 90.00 | 1470.00 | 0 | 0 | 0 | 0 | 0
      2027-04 | 90.00 | 1560.00 | 0 | 0 | 0 | 0 | 0
      2027-05 | 90.00 | 1650.00 | 0 | 0 | 0 | 0 | 0
      2027-06 | 90.00 | 1740.00 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 30.00 more for the quarter that is added: 10.00 a month. Two seats more from 16 December on, told in January: 10.43 and 60.00 at the price of December, and 6.00 of the rise. 10.34 of that are
    // December's, which is closed.
    title: "a renewal at a higher price, and seats that were added before it, recorded after it",
    steps: [
      on(
        "2026-10-01",
        obligation("Seats", {
          ...{ price: "30.00", interval: "QUARTER", from: "2026-10-01", to, billingType: "UNIT", quantity: "10" },
          seatConfig: { defaultTrueUpTiming: "IMMEDIATE" },
        }),
        approve,
      ),
      ...closedInTurn("2026-10"),
      on(
        "2026-11-15",
        act(`PATCH ${termPath("Seats")}`, { endDate: "2027-03-31", reasonCode: "RENEWAL" }),
        act(`PATCH ${termPath("Seats")}`, {
          ...{ pricing: [{ amount: "33.00", amountType: "PER_ITEM" }], effectiveDate: "2027-01-01" },
        }),
      ),
      ...closedInTurn("2026-11", "2026-12"),
      on("2027-01-20", seats("2026-12-16", "2")),
      ...closedInTurn("2027-01", "2027-02", "2027-03"),
    ],
    table: `
      2026-10-01 | 300.00 | 0 | ISSUED
      2027-01-01 | 330.00 | 0 | ISSUED
      2027-01-20 | 76.43  | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-10 | 100.00 | 300.00 | 0 | 0 | 200.00 | 0 | 0
      2026-11 | 100.00 | 300.00 | 0 | 0 | 100.00 | 0 | 0
      2026-12 | 100.00 | 300.00 | 0 | 0 | 0 | 0 | 0
      2027-01 | 142.37 | 706.43 | 0 | 0 | 264.06 | 0 | 0
      2027-02 | 132.03 | 706.43 | 0 | 0 | 132.03 | 0 | 0
      2027-03 | 132.03 | 706.43 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // Three months more are 600.00 × 90/181 = 298.34. On 16 March 248.39 are earned; 1,249.95 are left for 16/31 and twelve months.
    // Support goes on at 50.00 a month.
    title: "half years and months in arrears, both extended to one day",
    steps: [
      on(
        "2026-01-01",
        obligation("Platform", { price: "600.00", intervalFrequency: 6, from: "2026-01-01", to: "2026-12-31" }),
        obligation("Support", { price: "50.00", from: "2026-01-01", to: "2026-06-30", invoiceDateStrategy: "ARREARS" }),
        approve,
      ),
      on(
        "2026-03-16",
        close("2026-02"),
        act(`PATCH ${termPath("Platform")}`, { endDate: "2027-03-31", reasonCode: "RENEWAL" }),
        act(`PATCH ${termPath("Support")}`, { endDate: "2027-03-31", reasonCode: "RENEWAL" }),
      ),
      ...closedInTurn("2026-03", "2026-04", "2026-05", "2026-06", "2026-07"),
    ],
    table: `
      2026-01-01 | 600.00 | 0 | ISSUED
      2026-02-01 | 50.00  | 0 | ISSUED
      2026-03-01 | 50.00  | 0 | ISSUED
      2026-04-01 | 50.00  | 0 | ISSUED
      2026-05-01 | 50.00  | 0 | ISSUED
      2026-06-01 | 50.00  | 0 | ISSUED
      2026-07-01 | 650.00 | 0 | ISSUED
      2026-08-01 | 50.00  | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 150.00 | 600.00  | 50.00 | 0 | 500.00 | 0 | 0 | 1350.00
      2026-02 | 150.00 | 650.00  | 50.00 | 0 | 400.00 | 0 | 0 | 1200.00
      2026-03 | 149.93 | 700.00  | 50.00 | 0 | 300.07 | 0 | 0 | 1798.41
      2026-04 | 149.87 | 750.00  | 50.00 | 0 | 200.20 | 0 | 0 | 1648.54
      2026-05 | 149.87 | 800.00  | 50.00 | 0 | 100.33 | 0 | 0 | 1498.67
      2026-06 | 149.87 | 850.00  | 50.00 | 0 | 0.46   | 0 | 0 | 1348.80
      2026-07 | 149.86 | 1500.00 | 50.00 | 0 | 500.60 | 0 | 0 | 1198.94`,
  },
];

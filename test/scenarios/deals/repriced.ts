import { act, approve, close, obligation, on, pobs, reopen, term } from "../golden/scenario.ts";
import { closedInTurn, type Deal, termPath, total } from "./deal.ts";

// Later prices, each of days of its own.

const [from, to] = ["2026-01-01", "2026-12-31"];
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const patch = (name: string, body: object) => act(`PATCH ${termPath(name)}`, body);
const by = (name: string) => `/v3/contracts/$contract/billing-terms/$${name}.id`;
const pob = (index: number, body: object) =>
  act(`PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.${index}.id`, body);

export const repricedDeals: readonly Deal[] = [
  {
    // Each price holds for days of its own, whichever was said first.
    title: "a price from September on, and then one from May on",
    steps: [
      on(
        from,
        obligation("Plan", { price: "100.00", from, to }),
        obligation("Support", { price: "600.00", interval: "YEAR", from, to }),
        approve,
      ),
      on("2026-03-10", close("2026-02"), patch("Plan", { ...total("150.00"), effectiveDate: "2026-09-01" })),
      on("2026-04-10", close("2026-03"), patch("Plan", { ...total("120.00"), effectiveDate: "2026-05-01" })),
      ...closedInTurn(...months.slice(3)),
    ],
    table: `
      2026-01-01 | 700.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-05-01 | 120.00 | 0 | ISSUED
      2026-06-01 | 120.00 | 0 | ISSUED
      2026-07-01 | 120.00 | 0 | ISSUED
      2026-08-01 | 120.00 | 0 | ISSUED
      2026-09-01 | 150.00 | 0 | ISSUED
      2026-10-01 | 150.00 | 0 | ISSUED
      2026-11-01 | 150.00 | 0 | ISSUED
      2026-12-01 | 150.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 150.00 | 700.00 | 0 | 0 | 550.00 | 0 | 0
      2026-02 | 150.00 | 800.00 | 0 | 0 | 500.00 | 0 | 0
      2026-03 | 150.00 | 900.00 | 0 | 0 | 450.00 | 0 | 0
      2026-04 | 150.00 | 1000.00 | 0 | 0 | 400.00 | 0 | 0
      2026-05 | 170.00 | 1120.00 | 0 | 0 | 350.00 | 0 | 0
      2026-06 | 170.00 | 1240.00 | 0 | 0 | 300.00 | 0 | 0
      2026-07 | 170.00 | 1360.00 | 0 | 0 | 250.00 | 0 | 0
      2026-08 | 170.00 | 1480.00 | 0 | 0 | 200.00 | 0 | 0
      2026-09 | 200.00 | 1630.00 | 0 | 0 | 150.00 | 0 | 0
      2026-10 | 200.00 | 1780.00 | 0 | 0 | 100.00 | 0 | 0
      2026-11 | 200.00 | 1930.00 | 0 | 0 | 50.00 | 0 | 0
      2026-12 | 200.00 | 2080.00 | 0 | 0 | 0 | 0 | 0`,
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
    // 21 of 31 days of 155.00 are credited, and earned less in May.
    title: "half of the price from the middle of an invoiced month, credited by its days",
    steps: [
      on(from, obligation("Plan", { price: "310.00", from, to, creditOnDecrease: "PRORATED" }), approve),
      ...closedInTurn(...months.slice(0, 4)),
      on(
        "2026-05-20",
        act(`POST ${termPath("Plan")}/amendments`, {
          effectiveDate: "2026-05-11",
          settlement: "IMMEDIATE",
          pricing: [{ amount: "155.00", amountType: "TOTAL_INVOICE" }],
        }),
      ),
      ...closedInTurn(...months.slice(4)),
    ],
    table: `
      2026-01-01 | 310.00 | 0 | ISSUED
      2026-02-01 | 310.00 | 0 | ISSUED
      2026-03-01 | 310.00 | 0 | ISSUED
      2026-04-01 | 310.00 | 0 | ISSUED
      2026-05-01 | 310.00 | 0 | ISSUED
      2026-06-01 | 155.00 | 0 | ISSUED
      2026-07-01 | 155.00 | 0 | ISSUED
      2026-08-01 | 155.00 | 0 | ISSUED
      2026-09-01 | 155.00 | 0 | ISSUED
      2026-10-01 | 155.00 | 0 | ISSUED
      2026-11-01 | 155.00 | 0 | ISSUED
      2026-12-01 | 155.00 | 0 | ISSUED
      2026-05-20 | 105.00 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 310.00 | 310.00 | 0 | 0 | 0 | 0 | 0
      2026-02 | 310.00 | 620.00 | 0 | 0 | 0 | 0 | 0
      2026-03 | 310.00 | 930.00 | 0 | 0 | 0 | 0 | 0
      2026-04 | 310.00 | 1240.00 | 0 | 0 | 0 | 0 | 0
      2026-05 | 205.00 | 1550.00 | 0 | 0 | 0 | 0 | 105.00
      2026-06 | 155.00 | 1705.00 | 0 | 0 | 0 | 0 | 105.00
      2026-07 | 155.00 | 1860.00 | 0 | 0 | 0 | 0 | 105.00
      2026-08 | 155.00 | 2015.00 | 0 | 0 | 0 | 0 | 105.00
      2026-09 | 155.00 | 2170.00 | 0 | 0 | 0 | 0 | 105.00
      2026-10 | 155.00 | 2325.00 | 0 | 0 | 0 | 0 | 105.00
      2026-11 | 155.00 | 2480.00 | 0 | 0 | 0 | 0 | 105.00
      2026-12 | 155.00 | 2635.00 | 0 | 0 | 0 | 0 | 105.00`,
  },
  {
    // 600.00 less, stated of support: 3,000.00 of it are earned by July, and 2,400.00 are left.
    title: "a licence and support in one fee, cheaper from July on",
    pobs: true,
    steps: [
      on(
        from,
        term("Fee", { price: "1000.00", from, to }),
        pobs(
          "Fee",
          {
            name: "Licence",
            serviceStartDate: "2026-01-20",
            serviceEndDate: "2026-01-20",
            recognitionPattern: "POINT_IN_TIME",
            recognitionDate: "2026-01-20",
            transactionPrice: "6000.00",
          },
          {
            name: "Support",
            serviceStartDate: from,
            serviceEndDate: to,
            recognitionPattern: "STRAIGHT_LINE",
            transactionPrice: "6000.00",
          },
        ),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 5)),
      on(
        "2026-06-20",
        act(`PATCH ${by("Fee")}`, { ...total("900.00"), effectiveDate: "2026-07-01" }),
        pob(1, { transactionPrice: "5400.00", effectiveDate: "2026-07-01" }),
      ),
      ...closedInTurn(...months.slice(5)),
    ],
    table: `
      2026-01-01 | 1000.00 | 0 | ISSUED
      2026-02-01 | 1000.00 | 0 | ISSUED
      2026-03-01 | 1000.00 | 0 | ISSUED
      2026-04-01 | 1000.00 | 0 | ISSUED
      2026-05-01 | 1000.00 | 0 | ISSUED
      2026-06-01 | 1000.00 | 0 | ISSUED
      2026-07-01 | 900.00 | 0 | ISSUED
      2026-08-01 | 900.00 | 0 | ISSUED
      2026-09-01 | 900.00 | 0 | ISSUED
      2026-10-01 | 900.00 | 0 | ISSUED
      2026-11-01 | 900.00 | 0 | ISSUED
      2026-12-01 | 900.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 6500.00 | 1000.00 | 0 | 5500.00 | 0 | 0 | 0
      2026-02 | 500.00 | 2000.00 | 0 | 5000.00 | 0 | 0 | 0
      2026-03 | 500.00 | 3000.00 | 0 | 4500.00 | 0 | 0 | 0
      2026-04 | 500.00 | 4000.00 | 0 | 4000.00 | 0 | 0 | 0
      2026-05 | 500.00 | 5000.00 | 0 | 3500.00 | 0 | 0 | 0
      2026-06 | 500.00 | 6000.00 | 0 | 3000.00 | 0 | 0 | 0
      2026-07 | 400.00 | 6900.00 | 0 | 2500.00 | 0 | 0 | 0
      2026-08 | 400.00 | 7800.00 | 0 | 2000.00 | 0 | 0 | 0
      2026-09 | 400.00 | 8700.00 | 0 | 1500.00 | 0 | 0 | 0
      2026-10 | 400.00 | 9600.00 | 0 | 1000.00 | 0 | 0 | 0
      2026-11 | 400.00 | 10500.00 | 0 | 500.00 | 0 | 0 | 0
      2026-12 | 400.00 | 11400.00 | 0 | 0 | 0 | 0 | 0`,
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
  {
    // 30.00 a month more from 15 February on, said in April, when February was opened again: 15.00 of February and 30.00 of each later month. The bill of
    // 75.00 has the day from which the price holds, which is open.
    title: "reopened for a price of a served month",
    steps: [
      on(from, obligation("Plan", { price: "100.00", from, to }), approve),
      ...closedInTurn(...months.slice(0, 3)),
      on(
        "2026-04-05",
        reopen("2026-02"),
        act(`POST ${termPath("Plan")}/amendments`, {
          effectiveDate: "2026-02-15",
          settlement: "IMMEDIATE",
          pricing: [{ amount: "130.00", amountType: "TOTAL_INVOICE" }],
        }),
        close("2026-03"),
      ),
      ...closedInTurn("2026-04", "2026-05"),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-02-15 | 75.00 | 0 | ISSUED
      2026-05-01 | 130.00 | 0 | ISSUED
      2026-06-01 | 130.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 100.00 | 0 | 0 | 0 | 0 | 0
      2026-02 | 100.00 | 200.00 | 0 | 0 | 0 | 0 | 0
      2026-03 | 100.00 | 300.00 | 0 | 0 | 0 | 0 | 0
      2026-02 | 115.00 | 275.00 | 0 | 0 | 60.00 | 0 | 0
      2026-03 | 130.00 | 375.00 | 0 | 0 | 30.00 | 0 | 0
      2026-04 | 130.00 | 475.00 | 0 | 0 | 0 | 0 | 0
      2026-05 | 130.00 | 605.00 | 0 | 0 | 0 | 0 | 0`,
  },
];

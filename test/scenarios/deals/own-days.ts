import { act, approve, close, obligation, on, pobs, reopen, term } from "../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal, termPath, total } from "./deal.ts";

// Changes that are of days of their own: of the steps of a ramp, of months that are added, and of what goes on beside an end.

const [from, to] = ["2026-01-01", "2026-12-31"];
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const shared = { allocationMethod: "RELATIVE_SSP" };
const by = (name: string) => `/v3/contracts/$contract/billing-terms/$${name}.id`;
const licence = {
  ...{ name: "Licence", serviceStartDate: "2026-01-15", serviceEndDate: "2026-01-15" },
  ...{ recognitionPattern: "POINT_IN_TIME", recognitionDate: "2026-01-15" },
};
const support = { name: "Support", serviceStartDate: from, serviceEndDate: to, recognitionPattern: "STRAIGHT_LINE" };
const product = (amount: string) =>
  act(
    "POST /v3/products",
    { name: "Plan", standaloneSellingPrices: [{ currency: "USD", amount, validFrom: "2026-01-01" }] },
    "product",
  );

export const ownDaysDeals: readonly Deal[] = [
  {
    // 50.00 a month more from March on in the first step and 100.00 in the second are beyond the stated price; from September on 175.00 less of the second. Each
    // month earns what it bills.
    title:
      "a ramp in two terms at a stated price: more expensive in both steps, and then cheaper in the second than it was at first",
    pobs: true,
    steps: [
      on(
        from,
        term("First", { price: "100.00", from, to: "2026-06-30" }),
        act(
          "POST /v3/contracts/$contract/billing-terms",
          {
            ...{ name: "Second", startDate: "2026-07-01", endDate: to, interval: "MONTH" },
            ...{ invoiceDateStrategy: "FIRST_OF_PERIOD", billingType: "FLAT", ...total("100.00") },
            billingTermGroupId: "$First.billingTermGroupId",
          },
          "Second",
        ),
        pobs("First", { ...support, transactionPrice: "1200.00" }),
        approve,
      ),
      ...closedInTurn("2026-01"),
      on(
        "2026-02-10",
        act(`PATCH ${by("First")}`, { ...total("150.00"), effectiveDate: "2026-03-01" }),
        act(`PATCH ${by("Second")}`, { ...total("200.00"), effectiveDate: "2026-07-01" }),
      ),
      ...closedInTurn("2026-02", "2026-03", "2026-04"),
      on("2026-05-10", act(`PATCH ${by("Second")}`, { ...total("25.00"), effectiveDate: "2026-09-01" })),
      ...closedInTurn(...months.slice(4)),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 150.00 | 0 | ISSUED
      2026-04-01 | 150.00 | 0 | ISSUED
      2026-05-01 | 150.00 | 0 | ISSUED
      2026-06-01 | 150.00 | 0 | ISSUED
      2026-07-01 | 200.00 | 0 | ISSUED
      2026-08-01 | 200.00 | 0 | ISSUED
      2026-09-01 | 25.00  | 0 | ISSUED
      2026-10-01 | 25.00  | 0 | ISSUED
      2026-11-01 | 25.00  | 0 | ISSUED
      2026-12-01 | 25.00  | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 100.00  | 0 | 0 | 0 | 0 | 0
      2026-02 | 100.00 | 200.00  | 0 | 0 | 0 | 0 | 0
      2026-03 | 150.00 | 350.00  | 0 | 0 | 0 | 0 | 0
      2026-04 | 150.00 | 500.00  | 0 | 0 | 0 | 0 | 0
      2026-05 | 150.00 | 650.00  | 0 | 0 | 0 | 0 | 0
      2026-06 | 150.00 | 800.00  | 0 | 0 | 0 | 0 | 0
      2026-07 | 200.00 | 1000.00 | 0 | 0 | 0 | 0 | 0
      2026-08 | 200.00 | 1200.00 | 0 | 0 | 0 | 0 | 0
      2026-09 | 25.00  | 1225.00 | 0 | 0 | 0 | 0 | 0
      2026-10 | 25.00  | 1250.00 | 0 | 0 | 0 | 0 | 0
      2026-11 | 25.00  | 1275.00 | 0 | 0 | 0 | 0 | 0
      2026-12 | 25.00  | 1300.00 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 1,080.00 by 900 and 180: 150.00 and 15.00 a month. The renewal is told when January is closed: it catches up 100.00 in February, and February comes to the
    // same when it is reopened.
    title:
      "half a year added at its standalone selling price, recorded when its first month is closed, and that month's next reopened",
    contract: shared,
    steps: [
      on(
        "2026-07-01",
        product("100.00"),
        obligation(
          "Plan",
          { price: "100.00", from: "2026-07-01", to, productId: "$product.id" },
          { standaloneSellingPrice: "900.00" },
        ),
        obligation(
          "Support",
          { price: "40.00", from: "2026-07-01", to: "2027-06-30" },
          { standaloneSellingPrice: "180.00" },
        ),
        approve,
      ),
      ...closedInTurn("2026-12", "2027-01"),
      on("2027-02-10", act(`PATCH ${termPath("Plan")}`, { endDate: "2027-06-30", reasonCode: "RENEWAL" })),
      ...closedInTurn("2027-02"),
      on("2027-03-05", reopen("2027-02"), close("2027-02")),
      ...closedInTurn("2027-03", "2027-04", "2027-05", "2027-06"),
    ],
    table: `
      2026-07-01 | 140.00 | 0 | ISSUED
      2026-08-01 | 140.00 | 0 | ISSUED
      2026-09-01 | 140.00 | 0 | ISSUED
      2026-10-01 | 140.00 | 0 | ISSUED
      2026-11-01 | 140.00 | 0 | ISSUED
      2026-12-01 | 140.00 | 0 | ISSUED
      2027-01-01 | 40.00  | 0 | ISSUED
      2027-02-01 | 40.00  | 0 | ISSUED
      2027-02-10 | 100.00 | 0 | ISSUED
      2027-02-01 | 100.00 | 0 | ISSUED
      2027-03-01 | 140.00 | 0 | ISSUED
      2027-04-01 | 140.00 | 0 | ISSUED
      2027-05-01 | 140.00 | 0 | ISSUED
      2027-06-01 | 140.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-07 | 165.00 | 140.00  | 0 | 25.00  | 0 | 0 | 0
      2026-08 | 165.00 | 280.00  | 0 | 50.00  | 0 | 0 | 0
      2026-09 | 165.00 | 420.00  | 0 | 75.00  | 0 | 0 | 0
      2026-10 | 165.00 | 560.00  | 0 | 100.00 | 0 | 0 | 0
      2026-11 | 165.00 | 700.00  | 0 | 125.00 | 0 | 0 | 0
      2026-12 | 165.00 | 840.00  | 0 | 150.00 | 0 | 0 | 0
      2027-01 | 15.00  | 880.00  | 0 | 125.00 | 0 | 0 | 0
      2027-02 | 215.00 | 1120.00 | 0 | 100.00 | 0 | 0 | 0
      2027-02 | 215.00 | 1120.00 | 0 | 100.00 | 0 | 0 | 0
      2027-03 | 115.00 | 1260.00 | 0 | 75.00  | 0 | 0 | 0
      2027-04 | 115.00 | 1400.00 | 0 | 50.00  | 0 | 0 | 0
      2027-05 | 115.00 | 1540.00 | 0 | 25.00  | 0 | 0 | 0
      2027-06 | 115.00 | 1680.00 | 0 | 0      | 0 | 0 | 0`,
  },
  {
    // 500.00 are credited in June, half of the licence and half of support in January. Ended with September 9,000.00 are billed, and the licence and nine months
    // of support are more: 4,500.00 each. Support keeps its 500.00 a month.
    title: "a licence in instalments and support, credited in June, whose last three instalments are cancelled",
    pobs: true,
    steps: [
      on(
        from,
        term("Fee", { price: "1000.00", from, to }),
        pobs("Fee", { ...licence, transactionPrice: "6000.00" }, { ...support, transactionPrice: "6000.00" }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 5)),
      on("2026-06-10", creditOfLine(0, 0, "2026-06-10", "500.00")),
      ...closedInTurn(...months.slice(5, 8)),
      on("2026-09-10", act(`PATCH ${by("Fee")}/terminate`, { endDate: "2026-09-30" })),
      ...closedInTurn("2026-09", "2026-10"),
    ],
    table: `
      2026-01-01 | 1000.00 | 0 | ISSUED
      2026-02-01 | 1000.00 | 0 | ISSUED
      2026-03-01 | 1000.00 | 0 | ISSUED
      2026-04-01 | 1000.00 | 0 | ISSUED
      2026-05-01 | 1000.00 | 0 | ISSUED
      2026-06-01 | 1000.00 | 0 | ISSUED
      2026-07-01 | 1000.00 | 0 | ISSUED
      2026-08-01 | 1000.00 | 0 | ISSUED
      2026-09-01 | 1000.00 | 0 | ISSUED
      2026-06-10 | 500.00  | 0 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 6500.00  | 1000.00 | 0 | 5500.00 | 0 | 0 | 0
      2026-02 | 500.00   | 2000.00 | 0 | 5000.00 | 0 | 0 | 0
      2026-03 | 500.00   | 3000.00 | 0 | 4500.00 | 0 | 0 | 0
      2026-04 | 500.00   | 4000.00 | 0 | 4000.00 | 0 | 0 | 0
      2026-05 | 500.00   | 5000.00 | 0 | 3500.00 | 0 | 0 | 0
      2026-06 | 0        | 6000.00 | 0 | 3000.00 | 0 | 0 | 500.00
      2026-07 | 500.00   | 7000.00 | 0 | 2500.00 | 0 | 0 | 500.00
      2026-08 | 500.00   | 8000.00 | 0 | 2000.00 | 0 | 0 | 500.00
      2026-09 | -1000.00 | 9000.00 | 0 | 0       | 0 | 0 | 500.00
      2026-10 | 0        | 9000.00 | 0 | 0       | 0 | 0 | 500.00`,
  },
  {
    // 12,120.00 by 9,000, 3,000 and 120. By the end of October 9,000.00 are delivered, and 2,500.00 and 99.95 served: more than the 10,120.00 that are billed. So
    // 7,514.85, 2,504.95 and 100.20 of these are theirs: 4.95 of support more in October, 1,485.15 of the licence less, and 0.20 of hosting for the last months.
    title: "a shared price that falls short of what was delivered and served, beside hosting that goes on",
    pobs: true,
    contract: shared,
    steps: [
      on(
        from,
        term("Fee", { price: "1000.00", from, to }),
        pobs(
          "Fee",
          { ...licence, transactionPrice: "6000.00", standaloneSellingPrice: "9000.00" },
          { ...support, transactionPrice: "6000.00", standaloneSellingPrice: "3000.00" },
        ),
        term("Hosting", { price: "10.00", from, to }),
        pobs("Hosting", { ...support, name: "Hosting", transactionPrice: "120.00", standaloneSellingPrice: "120.00" }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 9)),
      on("2026-10-20", act(`PATCH ${by("Fee")}/terminate`, { endDate: "2026-10-31" })),
      ...closedInTurn("2026-10", "2026-11", "2026-12"),
    ],
    table: `
      2026-01-01 | 1010.00 | 0 | ISSUED
      2026-02-01 | 1010.00 | 0 | ISSUED
      2026-03-01 | 1010.00 | 0 | ISSUED
      2026-04-01 | 1010.00 | 0 | ISSUED
      2026-05-01 | 1010.00 | 0 | ISSUED
      2026-06-01 | 1010.00 | 0 | ISSUED
      2026-07-01 | 1010.00 | 0 | ISSUED
      2026-08-01 | 1010.00 | 0 | ISSUED
      2026-09-01 | 1010.00 | 0 | ISSUED
      2026-10-01 | 1010.00 | 0 | ISSUED
      2026-11-01 | 10.00   | 0 | ISSUED
      2026-12-01 | 10.00   | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 9260.00  | 1010.00  | 0 | 8250.00 | 0 | 0 | 0
      2026-02 | 260.00   | 2020.00  | 0 | 7500.00 | 0 | 0 | 0
      2026-03 | 260.00   | 3030.00  | 0 | 6750.00 | 0 | 0 | 0
      2026-04 | 260.00   | 4040.00  | 0 | 6000.00 | 0 | 0 | 0
      2026-05 | 260.00   | 5050.00  | 0 | 5250.00 | 0 | 0 | 0
      2026-06 | 260.00   | 6060.00  | 0 | 4500.00 | 0 | 0 | 0
      2026-07 | 260.00   | 7070.00  | 0 | 3750.00 | 0 | 0 | 0
      2026-08 | 260.00   | 8080.00  | 0 | 3000.00 | 0 | 0 | 0
      2026-09 | 260.00   | 9090.00  | 0 | 2250.00 | 0 | 0 | 0
      2026-10 | -1220.20 | 10100.00 | 0 | 19.80   | 0 | 0 | 0
      2026-11 | 0.10     | 10110.00 | 0 | 9.90    | 0 | 0 | 0
      2026-12 | 0.10     | 10120.00 | 0 | 0       | 0 | 0 | 0`,
  },
  {
    // 2,400.00 by halves. A seat more from April on sells for 0.075 where ten sell for 1.00 a year: 2,040.00 are left by 0.825 and 0.875, so seats have 110.00 a
    // month and support its 50.00.
    title: "a seat more in a contract allocated by standalone selling prices of cents",
    contract: shared,
    steps: [
      on(
        from,
        obligation(
          "Seats",
          { price: "10.00", from, to, billingType: "UNIT", quantity: "10", seatConfig: {} },
          { standaloneSellingPrice: "1.00" },
        ),
        obligation("Support", { price: "50.00", from, to: "2027-12-31" }, { standaloneSellingPrice: "1.00" }),
        approve,
      ),
      on("2026-03-20", act(`POST ${termPath("Seats")}/seat-amendment`, { effectiveDate: "2026-04-01", delta: "1" })),
      ...closedInTurn("2026-05", "2027-01"),
    ],
    table: `
      2026-01-01 | 150.00 | 0 | ISSUED
      2026-02-01 | 150.00 | 0 | ISSUED
      2026-03-01 | 150.00 | 0 | ISSUED
      2026-04-01 | 160.00 | 0 | ISSUED
      2026-05-01 | 160.00 | 0 | ISSUED
      2026-06-01 | 160.00 | 0 | ISSUED
      2026-07-01 | 160.00 | 0 | ISSUED
      2026-08-01 | 160.00 | 0 | ISSUED
      2026-09-01 | 160.00 | 0 | ISSUED
      2026-10-01 | 160.00 | 0 | ISSUED
      2026-11-01 | 160.00 | 0 | ISSUED
      2026-12-01 | 160.00 | 0 | ISSUED
      2027-01-01 | 50.00  | 0 | ISSUED
      2027-02-01 | 50.00  | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 150.00 | 150.00  | 0 | 0 | 0 | 0 | 0
      2026-02 | 150.00 | 300.00  | 0 | 0 | 0 | 0 | 0
      2026-03 | 150.00 | 450.00  | 0 | 0 | 0 | 0 | 0
      2026-04 | 160.00 | 610.00  | 0 | 0 | 0 | 0 | 0
      2026-05 | 160.00 | 770.00  | 0 | 0 | 0 | 0 | 0
      2026-06 | 160.00 | 930.00  | 0 | 0 | 0 | 0 | 0
      2026-07 | 160.00 | 1090.00 | 0 | 0 | 0 | 0 | 0
      2026-08 | 160.00 | 1250.00 | 0 | 0 | 0 | 0 | 0
      2026-09 | 160.00 | 1410.00 | 0 | 0 | 0 | 0 | 0
      2026-10 | 160.00 | 1570.00 | 0 | 0 | 0 | 0 | 0
      2026-11 | 160.00 | 1730.00 | 0 | 0 | 0 | 0 | 0
      2026-12 | 160.00 | 1890.00 | 0 | 0 | 0 | 0 | 0
      2027-01 | 50.00  | 1940.00 | 0 | 0 | 0 | 0 | 0`,
  },
];

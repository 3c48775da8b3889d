import { type Act, act, approve, close, obligation, on, pobs, reopen, term } from "../../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal, shown, termPath, total } from "../deal.ts";

// Changes before and after credits, write-offs, holds and other changes of the same contract.

const [from, to] = ["2026-01-01", "2026-12-31"];
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const year = { interval: "YEAR", from, to };
const patch = (name: string, body: object) => act(`PATCH ${termPath(name)}`, body);
const end = (name: string, endDate: string) =>
  act(`PATCH ${termPath(name)}/terminate`, { endDate, creditUnused: true });
const amended = (name: string, effectiveDate: string, amount: string) =>
  act(`POST ${termPath(name)}/amendments`, { ...total(amount), effectiveDate, settlement: "IMMEDIATE" });
const stated = (path: string, effectiveDate: string, amount: string, transactionPrice: string) => [
  act(`POST /v3/contracts/$contract/billing-terms/$${path}.id/amendments`, {
    ...{ ...total(amount), effectiveDate, settlement: "IMMEDIATE" },
  }),
  act("PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.0.id", { transactionPrice, effectiveDate }),
];
const report = (name: string, path: string, ...fields: string[]): Act =>
  shown(name, act(`GET /v3/reports/${path}`), ...fields);
const remaining = (month: string, currency: string) =>
  report(
    `${month} ${currency}`,
    `remaining-performance-obligations?month=${month}&currency=${currency}`,
    ...["total", "within12Months", "later"],
  );

export const changeBesideCreditsAndWriteOffDeals: readonly Deal[] = [
  {
    // 1,000.00 a month. From May on 150.00 more, 1,200.00, and from April on 100.00 more until May, 100.00. The price of 13,300.00 that is stated last is that of April: 3,000.00 are earned
    // before it, and 1,144.44 a month from then on, so that July has 1,577.78.
    title: "a stated price from May on, and one from April on that is recorded after it, in closed months",
    pobs: true,
    steps: [
      on(
        from,
        term("Base", { price: "1000.00", from, to }),
        pobs("Base", {
          ...{ name: "Support", serviceStartDate: from, serviceEndDate: to },
          ...{ transactionPrice: "12000.00", recognitionPattern: "STRAIGHT_LINE" },
        }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 6)),
      on("2026-07-10", ...stated("Base", "2026-05-01", "1150.00", "13200.00")),
      on("2026-07-20", ...stated("Base", "2026-04-01", "1100.00", "13300.00")),
      ...closedInTurn(...months.slice(6)),
    ],
    table: `
      ${months
        .slice(0, 7)
        .map((month) => `${month}-01 | 1000.00 | 0 | ISSUED`)
        .join("\n")}
      2026-07-10 | 450.00 | 0 | ISSUED
      2026-07-20 | 100.00 | 0 | ISSUED
      ${months
        .slice(7)
        .map((month) => `${month}-01 | 1150.00 | 0 | ISSUED`)
        .join("\n")}
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 1000.00 | 1000.00 | 0 | 0 | 0 | 0 | 0 | 11000.00
      2026-02 | 1000.00 | 2000.00 | 0 | 0 | 0 | 0 | 0 | 10000.00
      2026-03 | 1000.00 | 3000.00 | 0 | 0 | 0 | 0 | 0 | 9000.00
      2026-04 | 1000.00 | 4000.00 | 0 | 0 | 0 | 0 | 0 | 8000.00
      2026-05 | 1000.00 | 5000.00 | 0 | 0 | 0 | 0 | 0 | 7000.00
      2026-06 | 1000.00 | 6000.00 | 0 | 0 | 0 | 0 | 0 | 6000.00
      2026-07 | 1577.78 | 7550.00 | 0 | 27.78 | 0 | 0 | 0 | 5722.22
      2026-08 | 1144.44 | 8700.00 | 0 | 22.22 | 0 | 0 | 0 | 4577.78
      2026-09 | 1144.45 | 9850.00 | 0 | 16.67 | 0 | 0 | 0 | 3433.33
      2026-10 | 1144.44 | 11000.00 | 0 | 11.11 | 0 | 0 | 0 | 2288.89
      2026-11 | 1144.45 | 12150.00 | 0 | 5.56 | 0 | 0 | 0 | 1144.44
      2026-12 | 1144.44 | 13300.00 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 2027 costs 120.00 a month. In February 40.00 of December are credited, which is February's; in March it ends with that month.
    title: "a renewal at a higher price, a credit of the old year after it, and an end: revenue, backlog and ARR",
    steps: [
      on(from, obligation("Plan", { price: "100.00", from, to }), approve),
      ...closedInTurn(...months.slice(0, 10)),
      on(
        "2026-11-15",
        patch("Plan", { endDate: "2027-12-31", reasonCode: "RENEWAL" }),
        patch("Plan", { ...total("120.00"), effectiveDate: "2027-01-01" }),
      ),
      ...closedInTurn("2026-11", "2026-12", "2027-01"),
      on("2027-02-10", creditOfLine(11, 0, "2027-02-10", "40.00")),
      ...closedInTurn("2027-02"),
      on("2027-03-10", act(`PATCH ${termPath("Plan")}/terminate`, { endDate: "2027-03-31" })),
      ...closedInTurn("2027-03", "2027-04"),
      on(
        "2027-05-02",
        remaining("2026-11", "USD"),
        report(
          "ARR",
          "arr?startMonth=2026-12&endMonth=2027-04",
          ...["month", "opening", "expansion", "churn", "closing"],
        ),
        report(
          "February",
          "contract-liability-roll-forward?month=2027-02",
          ...["opening", "billed", "credited", "recognized", "closing"],
        ),
      ),
    ],
    table: `
      ${months.map((month) => `${month}-01 | 100.00 | 0 | ISSUED`).join("\n")}
      2027-01-01 | 120.00 | 0 | ISSUED
      2027-02-01 | 120.00 | 0 | ISSUED
      2027-03-01 | 120.00 | 0 | ISSUED
      2027-02-10 | 40.00  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 100.00 | 0 | 0 | 0 | 0 | 0 | 1100.00
      2026-02 | 100.00 | 200.00 | 0 | 0 | 0 | 0 | 0 | 1000.00
      2026-03 | 100.00 | 300.00 | 0 | 0 | 0 | 0 | 0 | 900.00
      2026-04 | 100.00 | 400.00 | 0 | 0 | 0 | 0 | 0 | 800.00
      2026-05 | 100.00 | 500.00 | 0 | 0 | 0 | 0 | 0 | 700.00
      2026-06 | 100.00 | 600.00 | 0 | 0 | 0 | 0 | 0 | 600.00
      2026-07 | 100.00 | 700.00 | 0 | 0 | 0 | 0 | 0 | 500.00
      2026-08 | 100.00 | 800.00 | 0 | 0 | 0 | 0 | 0 | 400.00
      2026-09 | 100.00 | 900.00 | 0 | 0 | 0 | 0 | 0 | 300.00
      2026-10 | 100.00 | 1000.00 | 0 | 0 | 0 | 0 | 0 | 200.00
      2026-11 | 100.00 | 1100.00 | 0 | 0 | 0 | 0 | 0 | 1540.00
      2026-12 | 100.00 | 1200.00 | 0 | 0 | 0 | 0 | 0 | 1440.00
      2027-01 | 120.00 | 1320.00 | 0 | 0 | 0 | 0 | 0 | 1320.00
      2027-02 | 80.00 | 1440.00 | 0 | 0 | 0 | 0 | 40.00 | 1200.00
      2027-03 | 120.00 | 1560.00 | 0 | 0 | 0 | 0 | 40.00 | 0
      2027-04 | 0 | 1560.00 | 0 | 0 | 0 | 0 | 40.00 | 0
      answers
      2026-11 USD | 1540.00 | 1420.00 | 120.00
      ARR | 2026-12 | 1200.00 | 0.00 | 0.00 | 1200.00
      ARR | 2027-01 | 1200.00 | 240.00 | 0.00 | 1440.00
      ARR | 2027-02 | 1440.00 | 0.00 | 0.00 | 1440.00
      ARR | 2027-03 | 1440.00 | 0.00 | 0.00 | 1440.00
      ARR | 2027-04 | 1440.00 | 0.00 | -1440.00 | 0.00
      February | 0.00 | 120.00 | 40.00 | 80.00 | 0.00`,
  },
  {
    // By 10 April 333.33 are earned, and 866.67 are not: nothing more is until June, which has 266.67 once the invoice is owed again. From July on 151.23 more. Ended with
    // October 1,100.55 are billed: 929.03 and 82.93 by 9 October leave 88.59 for the rest of it.
    title: "a year written off, reinstated in June, dearer from July on, and ended with October",
    steps: [
      on(from, obligation("Platform", { ...year, price: "1200.00" }), approve),
      ...closedInTurn("2026-01", "2026-02", "2026-03"),
      on("2026-04-10", act("POST /v3/invoices/$invoices.0.id/actions", { action: "MARK_UNCOLLECTIBLE" })),
      ...closedInTurn("2026-04", "2026-05"),
      on("2026-06-20", act("POST /v3/invoices/$invoices.0.id/actions", { action: "REINSTATE" })),
      on("2026-07-01", close("2026-06"), amended("Platform", "2026-07-01", "1500.00")),
      ...closedInTurn("2026-07", "2026-08", "2026-09"),
      on("2026-10-10", end("Platform", "2026-10-31")),
      ...closedInTurn("2026-10"),
    ],
    table: `
      2026-01-01 | 1200.00 | 0 | ISSUED
      2026-07-01 | 151.23  | 0 | ISSUED
      2026-10-10 | 250.68  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 1200.00 | 0 | 0 | 1100.00 | 0 | 0 | 1100.00
      2026-02 | 100.00 | 1200.00 | 0 | 0 | 1000.00 | 0 | 0 | 1000.00
      2026-03 | 100.00 | 1200.00 | 0 | 0 | 900.00 | 0 | 0 | 900.00
      2026-04 | 33.33 | 0 | 0 | 0 | 0 | 0 | 0 | 0
      2026-05 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0
      2026-06 | 266.67 | 1200.00 | 0 | 0 | 600.00 | 0 | 0 | 600.00
      2026-07 | 125.21 | 1351.23 | 0 | 0 | 626.02 | 0 | 0 | 626.02
      2026-08 | 125.20 | 1351.23 | 0 | 0 | 500.82 | 0 | 0 | 500.82
      2026-09 | 125.21 | 1351.23 | 0 | 0 | 375.61 | 0 | 0 | 375.61
      2026-10 | 124.93 | 1351.23 | 0 | 0 | 0 | 0 | 250.68 | 0`,
  },
  {
    // 480.00 of a licence and 60.00 a month of support. By June 840.00 are earned and 600.00 billed, so the 900.00 of the new plan pay for 240.00 of it: 660.00 are left (25-13(a)). By days support
    // comes to 357.04, 2.96 less than its months earned, which is July's, and 662.96 are 110.49 a month.
    title: "a plan of more in the place of a fee for a delivered licence and support, at stated prices",
    pobs: true,
    steps: [
      on(
        from,
        term("Fee", { price: "100.00", from, to }),
        pobs(
          "Fee",
          {
            ...{ name: "Licence", serviceStartDate: "2026-01-15", serviceEndDate: "2026-01-15" },
            ...{ recognitionPattern: "POINT_IN_TIME", recognitionDate: "2026-01-15", transactionPrice: "480.00" },
          },
          {
            ...{ name: "Support", serviceStartDate: from, serviceEndDate: to, transactionPrice: "720.00" },
            recognitionPattern: "STRAIGHT_LINE",
          },
        ),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 5)),
      on(
        "2026-07-01",
        close("2026-06"),
        act("POST /v3/contracts/$contract/billing-terms/$Fee.id/swap", {
          effectiveDate: "2026-07-01",
          newTerm: {
            ...{ name: "Plan", endDate: to, interval: "MONTH", invoiceDateStrategy: "FIRST_OF_PERIOD" },
            ...{ billingType: "FLAT", ...total("150.00") },
          },
        }),
      ),
      ...closedInTurn(...months.slice(6)),
    ],
    table: `
      ${months
        .slice(0, 7)
        .map((month) => `${month}-01 | 100.00 | 0 | ISSUED`)
        .join("\n")}
      2026-07-01 | 50.00 | 0 | ISSUED
      ${months
        .slice(7)
        .map((month) => `${month}-01 | 150.00 | 0 | ISSUED`)
        .join("\n")}
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 540.00 | 100.00 | 0 | 440.00 | 0 | 0 | 0 | 660.00
      2026-02 | 60.00 | 200.00 | 0 | 400.00 | 0 | 0 | 0 | 600.00
      2026-03 | 60.00 | 300.00 | 0 | 360.00 | 0 | 0 | 0 | 540.00
      2026-04 | 60.00 | 400.00 | 0 | 320.00 | 0 | 0 | 0 | 480.00
      2026-05 | 60.00 | 500.00 | 0 | 280.00 | 0 | 0 | 0 | 420.00
      2026-06 | 60.00 | 600.00 | 0 | 240.00 | 0 | 0 | 0 | 360.00
      2026-07 | 107.53 | 750.00 | 0 | 197.53 | 0 | 0 | 0 | 552.47
      2026-08 | 110.50 | 900.00 | 0 | 158.03 | 0 | 0 | 0 | 441.97
      2026-09 | 110.49 | 1050.00 | 0 | 118.52 | 0 | 0 | 0 | 331.48
      2026-10 | 110.49 | 1200.00 | 0 | 79.01 | 0 | 0 | 0 | 220.99
      2026-11 | 110.50 | 1350.00 | 0 | 39.51 | 0 | 0 | 0 | 110.49
      2026-12 | 110.49 | 1500.00 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
];

export const changeInSeveralCurrencyDeals: readonly Deal[] = [
  {
    // The dollars: 530.00 of 1,200.00 are earned by 9 June; ended with June, 604.93 are credited and refunded, and 65.07 are left. The yen: three seats more for half of February, and then
    // 1,100 a seat: 14,300 a month.
    title: "dollars that end and are refunded, and seats in yen that grow and are dearer",
    steps: [
      on(
        from,
        obligation("Plan", { ...year, price: "1200.00" }),
        approve,
        act("POST /v3/contracts", { name: "Port", customerId: "$customer", currency: "JPY" }, "port"),
        {
          ...obligation("Seats", {
            ...{ price: "1000", from, to, billingType: "UNIT", quantity: "10" },
            seatConfig: { defaultTrueUpTiming: "IMMEDIATE" },
          }),
          send: "POST /v3/contracts/$port.id/obligations",
        },
        act("POST /v3/contracts/$port.id/actions", { action: "APPROVE" }),
      ),
      on("2026-01-05", act("POST /v3/invoices/$invoices.0.id/payments", { amount: "1200.00" })),
      ...closedInTurn("2026-01"),
      on(
        "2026-02-15",
        act("POST /v3/contracts/$port.id/billing-terms/$Seats.billingTermId/seat-amendment", {
          ...{ effectiveDate: "2026-02-15", delta: "3" },
        }),
      ),
      ...closedInTurn("2026-02"),
      on(
        "2026-03-20",
        act("PATCH /v3/contracts/$port.id/billing-terms/$Seats.billingTermId", {
          ...{ pricing: [{ amount: "1100", amountType: "PER_ITEM" }], effectiveDate: "2026-04-01" },
        }),
      ),
      ...closedInTurn("2026-03"),
      on("2026-04-02", remaining("2026-03", "USD"), remaining("2026-03", "JPY")),
      ...closedInTurn("2026-05"),
      on("2026-06-10", end("Plan", "2026-06-30")),
      on("2026-06-15", act("POST /v3/credit-memos/$memos.0.id/refunds", { amount: "604.93" })),
      ...closedInTurn("2026-06"),
    ],
    table: `
      2026-01-01 | 1200.00 USD | 0 | PAID
      2026-01-01 | 10000 JPY | 0 | ISSUED
      2026-02-01 | 10000 JPY | 0 | ISSUED
      2026-02-15 | 1500 JPY | 0 | ISSUED
      2026-03-01 | 13000 JPY | 0 | ISSUED
      2026-04-01 | 14300 JPY | 0 | ISSUED
      2026-05-01 | 14300 JPY | 0 | ISSUED
      2026-06-01 | 14300 JPY | 0 | ISSUED
      2026-07-01 | 14300 JPY | 0 | ISSUED
      2026-06-10 | 604.93 USD | 0 | APPLIED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 JPY | 10000 | 10000 | 0 | 0 | 0 | 0 | 0
      2026-01 USD | 100.00 | 0 | 0 | 0 | 1100.00 | 0 | 0
      2026-02 JPY | 11500 | 21500 | 0 | 0 | 0 | 0 | 0
      2026-02 USD | 100.00 | 0 | 0 | 0 | 1000.00 | 0 | 0
      2026-03 JPY | 13000 | 34500 | 0 | 0 | 0 | 0 | 0
      2026-03 USD | 100.00 | 0 | 0 | 0 | 900.00 | 0 | 0
      2026-04 JPY | 14300 | 48800 | 0 | 0 | 0 | 0 | 0
      2026-04 USD | 100.00 | 0 | 0 | 0 | 800.00 | 0 | 0
      2026-05 JPY | 14300 | 63100 | 0 | 0 | 0 | 0 | 0
      2026-05 USD | 100.00 | 0 | 0 | 0 | 700.00 | 0 | 0
      2026-06 JPY | 14300 | 77400 | 0 | 0 | 0 | 0 | 0
      2026-06 USD | 95.07 | 0 | 0 | 0 | 0 | 0 | 0
      answers
      2026-03 USD | 900.00 | 900.00 | 0.00
      2026-03 JPY | 128700 | 128700 | 0`,
  },
  {
    // Two seats more from 10 February on, and 6.00 more for each from 20 January on, both told in March: 387.33 for the quarter. Price and seats are each earned from their own day:
    // 107.33 from 20 January and 112.00 from 10 February on.
    title: "seats in arrears from a day of a closed month on, and then a higher price from a day before it",
    steps: [
      on(
        from,
        obligation("Seats", {
          ...{ price: "30.00", interval: "QUARTER", invoiceDateStrategy: "ARREARS", from, to: "2026-06-30" },
          ...{ billingType: "UNIT", quantity: "10", seatConfig: { defaultTrueUpTiming: "IMMEDIATE" } },
        }),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on("2026-03-10", act(`POST ${termPath("Seats")}/seat-amendment`, { effectiveDate: "2026-02-10", delta: "2" })),
      on(
        "2026-03-12",
        patch("Seats", { pricing: [{ amount: "36.00", amountType: "PER_ITEM" }], effectiveDate: "2026-01-20" }),
      ),
      ...closedInTurn("2026-03", "2026-04", "2026-05", "2026-06", "2026-07"),
    ],
    table: `
      2026-04-01 | 387.33 | 0 | ISSUED
      2026-07-01 | 432.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 0 | 100.00 | 0 | 0 | 0 | 0 | 500.00
      2026-02 | 100.00 | 0 | 200.00 | 0 | 0 | 0 | 0 | 400.00
      2026-03 | 187.74 | 0 | 387.33 | 0.41 | 0 | 0 | 0 | 431.59
      2026-04 | 143.86 | 387.33 | 144.00 | 0.27 | 0 | 0 | 0 | 287.73
      2026-05 | 143.87 | 387.33 | 288.00 | 0.14 | 0 | 0 | 0 | 143.86
      2026-06 | 143.86 | 387.33 | 432.00 | 0 | 0 | 0 | 0 | 0
      2026-07 | 0 | 819.33 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // Held, February posts nothing. Opened again in March, with 30.00 more from 15 February on, it has 115.00, and the invoice of 45.00 is dated on that day.
    title: "a month that was held out of its close, reopened for its revenue and a higher price from its middle on",
    steps: [
      on(from, obligation("Plan", { price: "100.00", from, to }), approve),
      ...closedInTurn("2026-01"),
      on("2026-02-10", act("POST /v3/contracts/$contract/close-hold", { reason: "Disputed" })),
      ...closedInTurn("2026-02"),
      on(
        "2026-03-05",
        act("DELETE /v3/contracts/$contract/close-hold"),
        reopen("2026-02"),
        amended("Plan", "2026-02-15", "130.00"),
        close("2026-02"),
      ),
      ...closedInTurn("2026-03", "2026-04"),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-02-15 | 45.00  | 0 | ISSUED
      2026-04-01 | 130.00 | 0 | ISSUED
      2026-05-01 | 130.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 100.00 | 0 | 0 | 0 | 0 | 0
      2026-02 | 0 | 200.00 | 0 | 0 | 100.00 | 0 | 0
      2026-02 | 115.00 | 245.00 | 0 | 0 | 30.00 | 0 | 0
      2026-03 | 130.00 | 345.00 | 0 | 0 | 0 | 0 | 0
      2026-04 | 130.00 | 475.00 | 0 | 0 | 0 | 0 | 0`,
  },
];

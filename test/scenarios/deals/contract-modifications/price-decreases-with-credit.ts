import { act, approve, obligation, on } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, shown, termPath, total } from "../deal.ts";

// Lower prices and fewer seats of invoiced days, credited, and what happens to the invoice, the credit or the change after that.

const [from, to] = ["2026-01-01", "2026-12-31"];
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const shared = { allocationMethod: "RELATIVE_SSP" };
const amended = (name: string, effectiveDate: string, amount: string) =>
  act(`POST ${termPath(name)}/amendments`, { ...total(amount), effectiveDate, settlement: "IMMEDIATE" });
const invoiceIs = (index: number, action: string) => act(`POST /v3/invoices/$invoices.${index}.id/actions`, { action });
const voided = act("POST /v3/credit-memos/$memos.0.id/void", { reason: "In error" });
const yearly = (name: string) =>
  obligation(
    name,
    { price: "1200.00", interval: "YEAR", from, to, creditOnDecrease: "PRORATED" },
    { standaloneSellingPrice: "1200.00" },
  );

export const priceDecreasesWithCreditDeals: readonly Deal[] = [
  {
    // 302.47 are credited in July, and 897.53 are left of what they share. 221.97 of that are earned by 15 August, when the bill is lost: 675.56 are not, and 1,724.44 are bad debt. It is owed again in September, which
    // makes good what August had not.
    title: "access that is half as much from July on, credited, whose invoice is written off in August and reinstated",
    contract: shared,
    steps: [
      on(from, yearly("Access"), yearly("Support"), approve),
      ...closedInTurn(...months.slice(0, 6)),
      on(
        "2026-07-01",
        amended("Access", "2026-07-01", "600.00"),
        shown("log", act("GET /v3/contracts/$contract/modifications"), "kind", "treatment", "effect.total"),
      ),
      ...closedInTurn("2026-07"),
      on("2026-08-15", invoiceIs(0, "MARK_UNCOLLECTIBLE")),
      ...closedInTurn("2026-08"),
      on("2026-09-10", invoiceIs(0, "REINSTATE")),
      ...closedInTurn(...months.slice(8)),
    ],
    table: `
      2026-01-01 | 2400.00 | 0 | ISSUED
      2026-07-01 | 302.47  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 200.00 | 2400.00 | 0 | 0 | 2200.00 | 0 | 0
      2026-02 | 200.00 | 2400.00 | 0 | 0 | 2000.00 | 0 | 0
      2026-03 | 200.00 | 2400.00 | 0 | 0 | 1800.00 | 0 | 0
      2026-04 | 200.00 | 2400.00 | 0 | 0 | 1600.00 | 0 | 0
      2026-05 | 200.00 | 2400.00 | 0 | 0 | 1400.00 | 0 | 0
      2026-06 | 200.00 | 2400.00 | 0 | 0 | 1200.00 | 0 | 0
      2026-07 | 149.59 | 2400.00 | 0 | 0 | 747.94 | 0 | 302.47
      2026-08 | 72.38 | 0 | 0 | 0 | 0 | 0 | 302.47
      2026-09 | 226.80 | 2400.00 | 0 | 0 | 448.76 | 0 | 302.47
      2026-10 | 149.58 | 2400.00 | 0 | 0 | 299.18 | 0 | 302.47
      2026-11 | 149.60 | 2400.00 | 0 | 0 | 149.58 | 0 | 302.47
      2026-12 | 149.58 | 2400.00 | 0 | 0 | 0 | 0 | 302.47
      answers
      log | TERM_PRICE | PROSPECTIVE | -302.47`,
  },
  {
    // As if it had been agreed at first: 3,297.53 are 1,099.18 of the licence, 1,099.18 of access and 1,099.17 of support. July has 100.82 less of the licence, and 41.19 and 41.18 of seven months.
    title: "access that is half as much from July on, credited, which catches up with a licence that is delivered",
    contract: shared,
    steps: [
      on(
        from,
        obligation(
          "Licence",
          { price: "1200.00", from, to: from, interval: "NONE" },
          {
            ...{ serviceStartDate: "2026-01-15", serviceEndDate: "2026-01-15" },
            ...{ recognitionPattern: "POINT_IN_TIME", standaloneSellingPrice: "1200.00" },
          },
        ),
        yearly("Access"),
        yearly("Support"),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 6)),
      on(
        "2026-07-01",
        amended("Access", "2026-07-01", "600.00"),
        act("GET /v3/contracts/$contract/modifications", undefined, "log"),
        act("PATCH /v3/contracts/$contract/modifications/$log.data.0.id", {
          ...{ treatment: "CUMULATIVE_CATCH_UP", reason: "It was to cost that from the first" },
        }),
      ),
      ...closedInTurn(...months.slice(6)),
    ],
    table: `
      2026-01-01 | 3600.00 | 0 | ISSUED
      2026-07-01 | 302.47  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 1400.00 | 3600.00 | 0 | 0 | 2200.00 | 0 | 0
      2026-02 | 200.00 | 3600.00 | 0 | 0 | 2000.00 | 0 | 0
      2026-03 | 200.00 | 3600.00 | 0 | 0 | 1800.00 | 0 | 0
      2026-04 | 200.00 | 3600.00 | 0 | 0 | 1600.00 | 0 | 0
      2026-05 | 200.00 | 3600.00 | 0 | 0 | 1400.00 | 0 | 0
      2026-06 | 200.00 | 3600.00 | 0 | 0 | 1200.00 | 0 | 0
      2026-07 | -18.45 | 3600.00 | 0 | 0 | 915.98 | 0 | 302.47
      2026-08 | 183.20 | 3600.00 | 0 | 0 | 732.78 | 0 | 302.47
      2026-09 | 183.20 | 3600.00 | 0 | 0 | 549.58 | 0 | 302.47
      2026-10 | 183.19 | 3600.00 | 0 | 0 | 366.39 | 0 | 302.47
      2026-11 | 183.19 | 3600.00 | 0 | 0 | 183.20 | 0 | 302.47
      2026-12 | 183.20 | 3600.00 | 0 | 0 | 0 | 0 | 302.47`,
  },
  {
    title: "half of the seats of a shared price go, are credited, and were not to go at all",
    contract: shared,
    steps: [
      on(
        from,
        obligation(
          "Seats",
          {
            ...{ price: "120.00", interval: "YEAR", from, to, billingType: "UNIT", quantity: "10" },
            seatConfig: { defaultTrueUpTiming: "IMMEDIATE", creditOnDecrease: "PRORATED" },
          },
          { standaloneSellingPrice: "1200.00" },
        ),
        yearly("Support"),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 6)),
      on(
        "2026-07-01",
        act(`POST ${termPath("Seats")}/seat-amendment`, { effectiveDate: "2026-07-01", delta: "-5" }, "fewer"),
      ),
      on("2026-07-10", voided, act(`DELETE ${termPath("Seats")}/seat-amendments/$fewer.id`)),
      ...closedInTurn(...months.slice(6)),
    ],
    table: `
      2026-01-01 | 2400.00 | 0 | ISSUED
      2026-07-01 | 302.47  | 0 | VOID
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 200.00 | 2400.00 | 0 | 0 | 2200.00 | 0 | 0
      2026-02 | 200.00 | 2400.00 | 0 | 0 | 2000.00 | 0 | 0
      2026-03 | 200.00 | 2400.00 | 0 | 0 | 1800.00 | 0 | 0
      2026-04 | 200.00 | 2400.00 | 0 | 0 | 1600.00 | 0 | 0
      2026-05 | 200.00 | 2400.00 | 0 | 0 | 1400.00 | 0 | 0
      2026-06 | 200.00 | 2400.00 | 0 | 0 | 1200.00 | 0 | 0
      2026-07 | 200.00 | 2400.00 | 0 | 0 | 1000.00 | 0 | 0
      2026-08 | 200.00 | 2400.00 | 0 | 0 | 800.00 | 0 | 0
      2026-09 | 200.00 | 2400.00 | 0 | 0 | 600.00 | 0 | 0
      2026-10 | 200.00 | 2400.00 | 0 | 0 | 400.00 | 0 | 0
      2026-11 | 200.00 | 2400.00 | 0 | 0 | 200.00 | 0 | 0
      2026-12 | 200.00 | 2400.00 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // Told in June of September on: 600.00 × 122/365 = 200.55 are credited at once, and July and August are as they were. 599.45 are left for four months.
    title: "access that is half as much from September on, credited in June",
    contract: shared,
    steps: [
      on(from, yearly("Access"), yearly("Support"), approve),
      ...closedInTurn(...months.slice(0, 5)),
      on("2026-06-10", amended("Access", "2026-09-01", "600.00")),
      ...closedInTurn(...months.slice(5)),
    ],
    table: `
      2026-01-01 | 2400.00 | 0 | ISSUED
      2026-06-10 | 200.55  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 200.00 | 2400.00 | 0 | 0 | 2200.00 | 0 | 0
      2026-02 | 200.00 | 2400.00 | 0 | 0 | 2000.00 | 0 | 0
      2026-03 | 200.00 | 2400.00 | 0 | 0 | 1800.00 | 0 | 0
      2026-04 | 200.00 | 2400.00 | 0 | 0 | 1600.00 | 0 | 0
      2026-05 | 200.00 | 2400.00 | 0 | 0 | 1400.00 | 0 | 0
      2026-06 | 200.00 | 2400.00 | 0 | 0 | 999.45 | 0 | 200.55
      2026-07 | 200.00 | 2400.00 | 0 | 0 | 799.45 | 0 | 200.55
      2026-08 | 200.00 | 2400.00 | 0 | 0 | 599.45 | 0 | 200.55
      2026-09 | 149.86 | 2400.00 | 0 | 0 | 449.59 | 0 | 200.55
      2026-10 | 149.87 | 2400.00 | 0 | 0 | 299.72 | 0 | 200.55
      2026-11 | 149.86 | 2400.00 | 0 | 0 | 149.86 | 0 | 200.55
      2026-12 | 149.86 | 2400.00 | 0 | 0 | 0 | 0 | 200.55`,
  },
  {
    // 448.77 and 448.76 are left in July, half of which is earned by October. Then the year comes to 1,048.77 in place of 897.53: 151.24 more are billed, and 600.00 are left by halves.
    title: "access that is half as much from July on, credited, and as much as before from October on",
    contract: shared,
    steps: [
      on(from, yearly("Access"), yearly("Support"), approve),
      ...closedInTurn(...months.slice(0, 6)),
      on("2026-07-01", amended("Access", "2026-07-01", "600.00")),
      ...closedInTurn(...months.slice(6, 9)),
      on("2026-10-01", amended("Access", "2026-10-01", "1200.00")),
      ...closedInTurn(...months.slice(9)),
    ],
    table: `
      2026-01-01 | 2400.00 | 0 | ISSUED
      2026-10-01 | 151.24  | 0 | ISSUED
      2026-07-01 | 302.47  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 200.00 | 2400.00 | 0 | 0 | 2200.00 | 0 | 0
      2026-02 | 200.00 | 2400.00 | 0 | 0 | 2000.00 | 0 | 0
      2026-03 | 200.00 | 2400.00 | 0 | 0 | 1800.00 | 0 | 0
      2026-04 | 200.00 | 2400.00 | 0 | 0 | 1600.00 | 0 | 0
      2026-05 | 200.00 | 2400.00 | 0 | 0 | 1400.00 | 0 | 0
      2026-06 | 200.00 | 2400.00 | 0 | 0 | 1200.00 | 0 | 0
      2026-07 | 149.59 | 2400.00 | 0 | 0 | 747.94 | 0 | 302.47
      2026-08 | 149.59 | 2400.00 | 0 | 0 | 598.35 | 0 | 302.47
      2026-09 | 149.59 | 2400.00 | 0 | 0 | 448.76 | 0 | 302.47
      2026-10 | 200.00 | 2551.24 | 0 | 0 | 400.00 | 0 | 302.47
      2026-11 | 200.00 | 2551.24 | 0 | 0 | 200.00 | 0 | 302.47
      2026-12 | 200.00 | 2551.24 | 0 | 0 | 0 | 0 | 302.47`,
  },
  {
    // 100.00 a month of each. Told in May of 16 March on: 25.81 and 50.00 of March and April are credited, and 50.00 a month are billed less. 248.39 each are earned by then, and 527.41 are left for 16/31 of March
    // and three months: 874.19 in all by May, 800.00 of them posted. May's 50.00 of access wait for their bill, and June of support is paid.
    title:
      "months in arrears that are half as much from a day in March on, credited in May, beside support that is paid ahead",
    contract: shared,
    steps: [
      on(
        from,
        obligation(
          "Access",
          {
            ...{ price: "100.00", invoiceDateStrategy: "ARREARS", from, to: "2026-06-30" },
            creditOnDecrease: "PRORATED",
          },
          { standaloneSellingPrice: "600.00" },
        ),
        obligation(
          "Support",
          { price: "600.00", from, to: from, interval: "NONE" },
          { serviceEndDate: "2026-06-30", recognitionPattern: "STRAIGHT_LINE", standaloneSellingPrice: "600.00" },
        ),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 4)),
      on("2026-05-10", amended("Access", "2026-03-16", "50.00")),
      ...closedInTurn(...months.slice(4, 7)),
    ],
    table: `
      2026-01-01 | 600.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-05-01 | 100.00 | 0 | ISSUED
      2026-06-01 | 50.00  | 0 | ISSUED
      2026-07-01 | 50.00  | 0 | ISSUED
      2026-05-10 | 75.81  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 200.00 | 600.00  | 100.00 | 0 | 500.00 | 0 | 0
      2026-02 | 200.00 | 700.00  | 100.00 | 0 | 400.00 | 0 | 0
      2026-03 | 200.00 | 800.00  | 100.00 | 0 | 300.00 | 0 | 0
      2026-04 | 200.00 | 900.00  | 100.00 | 0 | 200.00 | 0 | 0
      2026-05 | 74.19  | 1000.00 | 50.00  | 0 | 100.00 | 0 | 75.81
      2026-06 | 150.00 | 1050.00 | 50.00  | 0 | 0      | 0 | 75.81
      2026-07 | 0      | 1100.00 | 0      | 0 | 0      | 0 | 75.81`,
  },
  {
    // 302.47 of July to December are credited and owed again. The bill is void as well, and its days are billed at the former price; the lower price is recorded once more: 897.53 are billed instead. 600.00 are earned
    // by June, and 297.53 are left for six months.
    title: "access that is half as much from July on, whose credit and invoice are void, and that is recorded again",
    steps: [
      on(
        from,
        obligation("Access", { price: "1200.00", interval: "YEAR", from, to, creditOnDecrease: "PRORATED" }),
        approve,
      ),
      on(
        "2026-01-10",
        amended("Access", "2026-07-01", "600.00"),
        voided,
        invoiceIs(0, "VOID"),
        amended("Access", "2026-07-01", "600.00"),
      ),
      ...closedInTurn(...months),
    ],
    table: `
      2026-01-01 | 1200.00 | 0 | VOID
      2026-01-01 | 897.53 | 0 | ISSUED
      2026-01-10 | 302.47 | 0 | VOID
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 897.53 | 0 | 0 | 797.53 | 0 | 0
      2026-02 | 100.00 | 897.53 | 0 | 0 | 697.53 | 0 | 0
      2026-03 | 100.00 | 897.53 | 0 | 0 | 597.53 | 0 | 0
      2026-04 | 100.00 | 897.53 | 0 | 0 | 497.53 | 0 | 0
      2026-05 | 100.00 | 897.53 | 0 | 0 | 397.53 | 0 | 0
      2026-06 | 100.00 | 897.53 | 0 | 0 | 297.53 | 0 | 0
      2026-07 | 49.59 | 897.53 | 0 | 0 | 247.94 | 0 | 0
      2026-08 | 49.59 | 897.53 | 0 | 0 | 198.35 | 0 | 0
      2026-09 | 49.58 | 897.53 | 0 | 0 | 148.77 | 0 | 0
      2026-10 | 49.59 | 897.53 | 0 | 0 | 99.18 | 0 | 0
      2026-11 | 49.59 | 897.53 | 0 | 0 | 49.59 | 0 | 0
      2026-12 | 49.59 | 897.53 | 0 | 0 | 0 | 0 | 0`,
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
];

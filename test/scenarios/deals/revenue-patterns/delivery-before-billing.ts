import { act, approve, close, obligation, on, pobs, term } from "../../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal, taxed, termPath, total } from "../deal.ts";

// What is delivered before it is billed, and then credited, repriced, written off or cancelled.

const [from, to] = ["2026-01-01", "2026-12-31"];
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const by = (name: string) => `/v3/contracts/$contract/billing-terms/$${name}.id`;
const licence = {
  ...{ name: "Licence", serviceStartDate: "2026-01-15", serviceEndDate: "2026-01-15" },
  ...{ recognitionPattern: "POINT_IN_TIME", recognitionDate: "2026-01-15" },
};
const support = { name: "Support", serviceStartDate: from, serviceEndDate: to, recognitionPattern: "STRAIGHT_LINE" };
const once = (name: string, price: string, day: string, served: string, alone: string) =>
  obligation(
    name,
    { price, from: day, to: day, interval: "NONE" },
    {
      ...{ serviceStartDate: served, serviceEndDate: served },
      ...{ recognitionPattern: "POINT_IN_TIME", standaloneSellingPrice: alone },
    },
  );

export const deliveryBeforeBillingDeals: readonly Deal[] = [
  {
    // 1,200.00 of hardware wait for three dates. 100.00 of the first bill are credited, and in May the other two become 50.00 less: that is May's. Support of 50.00 a month is paid ahead.
    // All that is left of the hardware waits for time alone, whatever it costs.
    title: "hardware delivered before its three invoices, one of them credited and two made cheaper, beside support",
    steps: [
      on(
        from,
        obligation(
          "Hardware",
          { price: "400.00", from: "2026-04-01", to, interval: "QUARTER" },
          {
            ...{ serviceStartDate: "2026-01-20", serviceEndDate: "2026-01-20" },
            recognitionPattern: "POINT_IN_TIME",
          },
        ),
        obligation("Support", { price: "600.00", from: "2026-02-01", to: "2027-01-31", interval: "YEAR" }),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02", "2026-03"),
      on("2026-04-05", creditOfLine(1, 0, "2026-04-05", "100.00")),
      ...closedInTurn("2026-04"),
      on("2026-05-10", act(`PATCH ${termPath("Hardware")}`, { ...total("350.00"), effectiveDate: "2026-07-01" })),
      ...closedInTurn(...months.slice(4, 10)),
    ],
    table: `
      2026-02-01 | 600.00 | 0 | ISSUED
      2026-04-01 | 400.00 | 0 | ISSUED
      2026-07-01 | 350.00 | 0 | ISSUED
      2026-10-01 | 350.00 | 0 | ISSUED
      2026-04-05 | 100.00 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 1200.00 | 0       | 1200.00 | 0 | 0      | 0 | 0      | 600.00
      2026-02 | 50.00   | 600.00  | 1200.00 | 0 | 550.00 | 0 | 0      | 550.00
      2026-03 | 50.00   | 600.00  | 1200.00 | 0 | 500.00 | 0 | 0      | 500.00
      2026-04 | -50.00  | 1000.00 | 800.00  | 0 | 450.00 | 0 | 100.00 | 450.00
      2026-05 | -50.00  | 1000.00 | 700.00  | 0 | 400.00 | 0 | 100.00 | 400.00
      2026-06 | 50.00   | 1000.00 | 700.00  | 0 | 350.00 | 0 | 100.00 | 350.00
      2026-07 | 50.00   | 1350.00 | 350.00  | 0 | 300.00 | 0 | 100.00 | 300.00
      2026-08 | 50.00   | 1350.00 | 350.00  | 0 | 250.00 | 0 | 100.00 | 250.00
      2026-09 | 50.00   | 1350.00 | 350.00  | 0 | 200.00 | 0 | 100.00 | 200.00
      2026-10 | 50.00   | 1700.00 | 0       | 0 | 150.00 | 0 | 100.00 | 150.00`,
  },
  {
    // 100.00 a month for service to March, billed from April on. On 10 February the last bill becomes 130.00: no day of service is
    // left for what it adds from June on, so the last one earns it.
    title: "service that is over before its three invoices, the last of which becomes more expensive",
    steps: [
      on(
        from,
        obligation(
          "Service",
          { price: "100.00", from: "2026-04-01", to: "2026-06-30" },
          { serviceStartDate: from, serviceEndDate: "2026-03-31" },
        ),
        approve,
      ),
      ...closedInTurn("2026-01"),
      on("2026-02-10", act(`PATCH ${termPath("Service")}`, { ...total("130.00"), effectiveDate: "2026-06-01" })),
      ...closedInTurn("2026-02", "2026-03", "2026-04", "2026-05", "2026-06"),
    ],
    table: `
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-05-01 | 100.00 | 0 | ISSUED
      2026-06-01 | 130.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 0      | 100.00 | 0      | 0 | 0 | 0 | 200.00
      2026-02 | 100.00 | 0      | 0      | 200.00 | 0 | 0 | 0 | 130.00
      2026-03 | 130.00 | 0      | 330.00 | 0      | 0 | 0 | 0 | 0
      2026-04 | 0      | 100.00 | 230.00 | 0      | 0 | 0 | 0 | 0
      2026-05 | 0      | 200.00 | 130.00 | 0      | 0 | 0 | 0 | 0
      2026-06 | 0      | 330.00 | 0      | 0      | 0 | 0 | 0 | 0`,
  },
  {
    // All of the hardware is earned in January, so 480.00 of its first bill are lost. The other two become 50.00 less in May, which is May's. What was lost comes after all.
    title:
      "hardware delivered before its three invoices: the first is written off, two become cheaper, and it is paid after all",
    steps: [
      on(
        from,
        ...taxed("0.20"),
        obligation(
          "Hardware",
          { price: "400.00", from: "2026-04-01", to, interval: "QUARTER" },
          {
            ...{ serviceStartDate: "2026-01-20", serviceEndDate: "2026-01-20" },
            recognitionPattern: "POINT_IN_TIME",
          },
        ),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02", "2026-03"),
      on("2026-04-20", act("POST /v3/invoices/$invoices.0.id/actions", { action: "MARK_UNCOLLECTIBLE" })),
      ...closedInTurn("2026-04"),
      on("2026-05-10", act(`PATCH ${termPath("Hardware")}`, { ...total("350.00"), effectiveDate: "2026-07-01" })),
      ...closedInTurn("2026-05", "2026-06"),
      on("2026-07-20", act("POST /v3/invoices/$invoices.0.id/payments", { amount: "480.00" })),
      ...closedInTurn("2026-07", "2026-08", "2026-09", "2026-10"),
    ],
    table: `
      2026-04-01 | 480.00 | 80.00 | PAID
      2026-07-01 | 420.00 | 70.00 | ISSUED
      2026-10-01 | 420.00 | 70.00 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 1200.00 | 0      | 1200.00 | 0 | 0 | 0      | 0
      2026-02 | 0       | 0      | 1200.00 | 0 | 0 | 0      | 0
      2026-03 | 0       | 0      | 1200.00 | 0 | 0 | 0      | 0
      2026-04 | 0       | 0      | 800.00  | 0 | 0 | 80.00  | 0
      2026-05 | -100.00 | 0      | 700.00  | 0 | 0 | 80.00  | 0
      2026-06 | 0       | 0      | 700.00  | 0 | 0 | 80.00  | 0
      2026-07 | 0       | 420.00 | 350.00  | 0 | 0 | 150.00 | 0
      2026-08 | 0       | 420.00 | 350.00  | 0 | 0 | 150.00 | 0
      2026-09 | 0       | 420.00 | 350.00  | 0 | 0 | 150.00 | 0
      2026-10 | 0       | 840.00 | 0       | 0 | 0 | 220.00 | 0`,
  },
  {
    // 1,000.00, 1,050.00 and 1,102.50 for what is delivered in January.
    title: "hardware delivered before three yearly invoices that rise by an escalator",
    steps: [
      on(
        from,
        obligation(
          "Hardware",
          {
            ...{ price: "1000.00", from: "2026-02-01", to: "2029-01-31", interval: "YEAR" },
            escalator: { type: "PERCENTAGE", amount: "0.05" },
          },
          { serviceStartDate: "2026-01-20", serviceEndDate: "2026-01-20", recognitionPattern: "POINT_IN_TIME" },
        ),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on("2027-03-01", close("2027-02")),
    ],
    table: `
      2026-02-01 | 1000.00 | 0 | ISSUED
      2027-02-01 | 1050.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 3152.50 | 0       | 3152.50 | 0 | 0 | 0 | 0
      2026-02 | 0       | 1000.00 | 2152.50 | 0 | 0 | 0 | 0
      2026-03 | 0       | 1000.00 | 2152.50 | 0 | 0 | 0 | 0
      2026-04 | 0       | 1000.00 | 2152.50 | 0 | 0 | 0 | 0
      2026-05 | 0       | 1000.00 | 2152.50 | 0 | 0 | 0 | 0
      2026-06 | 0       | 1000.00 | 2152.50 | 0 | 0 | 0 | 0
      2026-07 | 0       | 1000.00 | 2152.50 | 0 | 0 | 0 | 0
      2026-08 | 0       | 1000.00 | 2152.50 | 0 | 0 | 0 | 0
      2026-09 | 0       | 1000.00 | 2152.50 | 0 | 0 | 0 | 0
      2026-10 | 0       | 1000.00 | 2152.50 | 0 | 0 | 0 | 0
      2026-11 | 0       | 1000.00 | 2152.50 | 0 | 0 | 0 | 0
      2026-12 | 0       | 1000.00 | 2152.50 | 0 | 0 | 0 | 0
      2027-01 | 0       | 1000.00 | 2152.50 | 0 | 0 | 0 | 0
      2027-02 | 0       | 2050.00 | 1102.50 | 0 | 0 | 0 | 0`,
  },
  {
    // From 16 April on 300.00 a quarter: 76 of 91 days of the first bill are 83.52 less, and the others 300.00 each. 916.48 in all, 283.52 less than January earned, of which
    // 600.00 wait for their dates.
    title: "hardware delivered before its three invoices, cheaper from a day of the first one on",
    steps: [
      on(
        from,
        obligation(
          "Hardware",
          {
            ...{ price: "400.00", from: "2026-04-01", to, interval: "QUARTER" },
            creditOnDecrease: "PRORATED",
          },
          { serviceStartDate: "2026-01-20", serviceEndDate: "2026-01-20", recognitionPattern: "POINT_IN_TIME" },
        ),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02", "2026-03"),
      on(
        "2026-04-16",
        act(`POST ${termPath("Hardware")}/amendments`, {
          ...{ effectiveDate: "2026-04-16", settlement: "IMMEDIATE" },
          ...total("300.00"),
        }),
      ),
      ...closedInTurn("2026-04", "2026-05", "2026-06", "2026-07", "2026-08", "2026-09", "2026-10"),
    ],
    table: `
      2026-04-01 | 400.00 | 0 | ISSUED
      2026-07-01 | 300.00 | 0 | ISSUED
      2026-10-01 | 300.00 | 0 | ISSUED
      2026-04-16 | 83.52  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 1200.00 | 0       | 1200.00 | 0 | 0 | 0 | 0
      2026-02 | 0       | 0       | 1200.00 | 0 | 0 | 0 | 0
      2026-03 | 0       | 0       | 1200.00 | 0 | 0 | 0 | 0
      2026-04 | -283.52 | 400.00  | 600.00  | 0 | 0 | 0 | 83.52
      2026-05 | 0       | 400.00  | 600.00  | 0 | 0 | 0 | 83.52
      2026-06 | 0       | 400.00  | 600.00  | 0 | 0 | 0 | 83.52
      2026-07 | 0       | 700.00  | 300.00  | 0 | 0 | 0 | 83.52
      2026-08 | 0       | 700.00  | 300.00  | 0 | 0 | 0 | 83.52
      2026-09 | 0       | 700.00  | 300.00  | 0 | 0 | 0 | 83.52
      2026-10 | 0       | 1000.00 | 0       | 0 | 0 | 0 | 83.52`,
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
    // 750.00 each, and two months are closed before anybody approved it: March has the device and three months. Of 150.00 that are credited of the device 75.00 are of it, and 12.50 of each month.
    title: "a device and a subscription that are approved when two months are closed, and a credit of the device",
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        once("Device", "900.00", from, "2026-01-15", "1000.00"),
        obligation("Subscription", { price: "100.00", from, to: "2026-06-30" }, { standaloneSellingPrice: "1000.00" }),
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on("2026-03-10", approve),
      ...closedInTurn("2026-03"),
      on("2026-04-05", creditOfLine(0, 0, "2026-04-05", "150.00")),
      ...closedInTurn("2026-04", "2026-05", "2026-06"),
    ],
    table: `
      2026-03-10 | 1000.00 | 0 | ISSUED
      2026-03-10 | 100.00  | 0 | ISSUED
      2026-03-01 | 100.00  | 0 | ISSUED
      2026-04-01 | 100.00  | 0 | ISSUED
      2026-05-01 | 100.00  | 0 | ISSUED
      2026-06-01 | 100.00  | 0 | ISSUED
      2026-04-05 | 150.00  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 0 | 0 | 0 | 0 | 0 | 0 | 0
      2026-02 | 0 | 0 | 0 | 0 | 0 | 0 | 0
      2026-03 | 1125.00 | 1200.00 | 0 | 0 | 75.00 | 0 | 0
      2026-04 | 0 | 1300.00 | 0 | 0 | 25.00 | 0 | 150.00
      2026-05 | 112.50 | 1400.00 | 0 | 0 | 12.50 | 0 | 150.00
      2026-06 | 112.50 | 1500.00 | 0 | 0 | 0 | 0 | 150.00`,
  },
];

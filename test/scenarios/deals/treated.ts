import { act, approve, obligation, on, pobs, term } from "../golden/scenario.ts";
import { closedInTurn, type Deal, termPath, total } from "./deal.ts";

// Changes that are treated otherwise than was proposed, and others that are contracts of their own in part.

const [from, to] = ["2026-01-01", "2026-12-31"];
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const by = (name: string) => `/v3/contracts/$contract/billing-terms/$${name}.id`;
const pob = (index: number, body: object) =>
  act(`PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.${index}.id`, body);
const treat = (place: number, treatment: string, reason: string) => [
  act("GET /v3/contracts/$contract/modifications", undefined, "log"),
  act(`PATCH /v3/contracts/$contract/modifications/$log.data.${place}.id`, { treatment, reason }),
];
const shared = { allocationMethod: "RELATIVE_SSP" };
const once = { from, to: from, interval: "NONE" };
const bundled = { serviceStartDate: from, serviceEndDate: to, standaloneSellingPrice: "6000.00" };
const seats = (name: string, effectiveDate: string, delta: string) =>
  act(`POST ${termPath(name)}/seat-amendment`, { effectiveDate, delta });

export const treatedDeals: readonly Deal[] = [
  {
    // 5,000.00 each. In July 2,000.00 more catch up in all: 6,000.00 each, 2,400.00 of the build at 40 % and 3,500.00 of seven months, 1,400.00 more than
    // was posted. In August they are shared by what is left again: 6,333.33, of which 40 % are 2,533.33, and 2,500.00 + 2 × 527.78 of 5,666.67.
    title: "progress-based work and support: a higher price caught up in all, and then in part",
    pobs: true,
    contract: shared,
    steps: [
      on(
        from,
        term("Deal", { ...once, price: "10000.00" }),
        pobs(
          "Deal",
          { ...bundled, name: "Build", transactionPrice: "6000.00", recognitionPattern: "PERCENT_COMPLETE" },
          { ...bundled, name: "Support", transactionPrice: "4000.00", recognitionPattern: "STRAIGHT_LINE" },
        ),
        approve,
      ),
      on("2026-02-01", pob(0, { progress: [{ asOf: "2026-01-31", percentComplete: "0.4" }] })),
      ...closedInTurn(...months.slice(0, 6)),
      on(
        "2026-07-02",
        term("More", {
          ...{ price: "2000.00", from: "2026-07-02", to: "2026-07-02", interval: "NONE" },
          billingTermGroupId: "$Deal.billingTermGroupId",
        }),
        pob(1, { transactionPrice: "6000.00", effectiveDate: "2026-07-01" }),
      ),
      on("2026-07-10", ...treat(1, "CUMULATIVE_CATCH_UP", "Support is a part of the build")),
      ...closedInTurn("2026-07"),
      on("2026-08-10", ...treat(1, "MIXED", "Support is distinct day by day")),
      ...closedInTurn("2026-08"),
      on(
        "2026-09-20",
        pob(0, {
          progress: [
            { asOf: "2026-01-31", percentComplete: "0.4" },
            { asOf: "2026-09-20", percentComplete: "1" },
          ],
        }),
      ),
      ...closedInTurn(...months.slice(8)),
    ],
    table: `
      2026-01-01 | 10000.00 | 0 | ISSUED
      2026-07-02 | 2000.00  | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 2416.67 | 10000.00 | 0 | 0 | 7583.33 | 0 | 0
      2026-02 | 416.66  | 10000.00 | 0 | 0 | 7166.67 | 0 | 0
      2026-03 | 416.67  | 10000.00 | 0 | 0 | 6750.00 | 0 | 0
      2026-04 | 416.67  | 10000.00 | 0 | 0 | 6333.33 | 0 | 0
      2026-05 | 416.66  | 10000.00 | 0 | 0 | 5916.67 | 0 | 0
      2026-06 | 416.67  | 10000.00 | 0 | 0 | 5500.00 | 0 | 0
      2026-07 | 1400.00 | 12000.00 | 0 | 0 | 6100.00 | 0 | 0
      2026-08 | 188.89  | 12000.00 | 0 | 0 | 5911.11 | 0 | 0
      2026-09 | 4327.78 | 12000.00 | 0 | 0 | 1583.33 | 0 | 0
      2026-10 | 527.77  | 12000.00 | 0 | 0 | 1055.56 | 0 | 0
      2026-11 | 527.78  | 12000.00 | 0 | 0 | 527.78  | 0 | 0
      2026-12 | 527.78  | 12000.00 | 0 | 0 | 0       | 0 | 0`,
  },
  {
    // From July on 150.00 a month. Treated as a catch-up in August: 125.00 a month since January, 1,000.00 by August. In October as it was proposed: 1,200.00
    // by October, 75.00 more than the 1,125.00 that were posted.
    title: "a higher price that is caught up in August, and in October is not",
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
        act(`PATCH ${by("Plan")}`, { ...total("150.00"), effectiveDate: "2026-07-01" }),
        pob(0, { transactionPrice: "1500.00", effectiveDate: "2026-07-01" }),
      ),
      ...closedInTurn("2026-06", "2026-07"),
      on("2026-08-10", ...treat(1, "CUMULATIVE_CATCH_UP", "Not distinct")),
      ...closedInTurn("2026-08", "2026-09"),
      on("2026-10-10", ...treat(1, "PROSPECTIVE", "Distinct after all")),
      ...closedInTurn("2026-10", "2026-11", "2026-12"),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-05-01 | 100.00 | 0 | ISSUED
      2026-06-01 | 100.00 | 0 | ISSUED
      2026-07-01 | 150.00 | 0 | ISSUED
      2026-08-01 | 150.00 | 0 | ISSUED
      2026-09-01 | 150.00 | 0 | ISSUED
      2026-10-01 | 150.00 | 0 | ISSUED
      2026-11-01 | 150.00 | 0 | ISSUED
      2026-12-01 | 150.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 100.00  | 0 | 0      | 0 | 0 | 0 | 1100.00
      2026-02 | 100.00 | 200.00  | 0 | 0      | 0 | 0 | 0 | 1000.00
      2026-03 | 100.00 | 300.00  | 0 | 0      | 0 | 0 | 0 | 900.00
      2026-04 | 100.00 | 400.00  | 0 | 0      | 0 | 0 | 0 | 800.00
      2026-05 | 100.00 | 500.00  | 0 | 0      | 0 | 0 | 0 | 700.00
      2026-06 | 100.00 | 600.00  | 0 | 0      | 0 | 0 | 0 | 900.00
      2026-07 | 150.00 | 750.00  | 0 | 0      | 0 | 0 | 0 | 750.00
      2026-08 | 250.00 | 900.00  | 0 | 100.00 | 0 | 0 | 0 | 500.00
      2026-09 | 125.00 | 1050.00 | 0 | 75.00  | 0 | 0 | 0 | 375.00
      2026-10 | 75.00  | 1200.00 | 0 | 0      | 0 | 0 | 0 | 300.00
      2026-11 | 150.00 | 1350.00 | 0 | 0      | 0 | 0 | 0 | 150.00
      2026-12 | 150.00 | 1500.00 | 0 | 0      | 0 | 0 | 0 | 0`,
  },
  {
    // 900.00 each. Six seats from April on at what a seat sells for are a contract of their own, 60.00 a month. From July on eight less: those six, and two of
    // ten. 1,680.00 − 450.00 = 1,230.00 are left, by 480 and 1,200: 351.43 for six months, and 878.57 on 15 December.
    title: "seats that are a separate contract are removed before others",
    contract: shared,
    steps: [
      on(
        from,
        act(
          "POST /v3/products",
          { name: "Seat", standaloneSellingPrices: [{ currency: "USD", amount: "10.00", validFrom: "2026-01-01" }] },
          "product",
        ),
        obligation(
          "Seats",
          { price: "10.00", from, to, billingType: "UNIT", quantity: "10", productId: "$product.id" },
          { seatConfig: { defaultTrueUpTiming: "IMMEDIATE" }, standaloneSellingPrice: "1200.00" },
        ),
        obligation(
          "Setup",
          { ...once, price: "600.00" },
          {
            ...{ serviceStartDate: "2026-12-15", serviceEndDate: "2026-12-15", standaloneSellingPrice: "1200.00" },
            recognitionPattern: "POINT_IN_TIME",
          },
        ),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 3)),
      on("2026-04-01", seats("Seats", "2026-04-01", "6")),
      ...closedInTurn("2026-04", "2026-05"),
      on("2026-06-20", seats("Seats", "2026-07-01", "-8")),
      ...closedInTurn(...months.slice(5)),
    ],
    table: `
      2026-01-01 | 700.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 60.00  | 0 | ISSUED
      2026-05-01 | 160.00 | 0 | ISSUED
      2026-06-01 | 160.00 | 0 | ISSUED
      2026-07-01 | 80.00  | 0 | ISSUED
      2026-08-01 | 80.00  | 0 | ISSUED
      2026-09-01 | 80.00  | 0 | ISSUED
      2026-10-01 | 80.00  | 0 | ISSUED
      2026-11-01 | 80.00  | 0 | ISSUED
      2026-12-01 | 80.00  | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 75.00  | 700.00  | 0 | 0 | 625.00 | 0 | 0
      2026-02 | 75.00  | 800.00  | 0 | 0 | 650.00 | 0 | 0
      2026-03 | 75.00  | 900.00  | 0 | 0 | 675.00 | 0 | 0
      2026-04 | 135.00 | 1060.00 | 0 | 0 | 700.00 | 0 | 0
      2026-05 | 135.00 | 1220.00 | 0 | 0 | 725.00 | 0 | 0
      2026-06 | 135.00 | 1380.00 | 0 | 0 | 750.00 | 0 | 0
      2026-07 | 58.57  | 1460.00 | 0 | 0 | 771.43 | 0 | 0
      2026-08 | 58.57  | 1540.00 | 0 | 0 | 792.86 | 0 | 0
      2026-09 | 58.58  | 1620.00 | 0 | 0 | 814.28 | 0 | 0
      2026-10 | 58.57  | 1700.00 | 0 | 0 | 835.71 | 0 | 0
      2026-11 | 58.57  | 1780.00 | 0 | 0 | 857.14 | 0 | 0
      2026-12 | 937.14 | 1860.00 | 0 | 0 | 0      | 0 | 0`,
  },
  {
    // 250.00 a month. Five seats more in February and March are 100.00 a month of nobody's price. Four more from 16 April on are 40.00 and 2 × 80.00, 80.00
    // a month for two months and a half, and two of them go again with May.
    title: "a ramp of seats: more in its first step, more and fewer in its second",
    pobs: true,
    steps: [
      on(
        from,
        ...(
          [
            ["First", "10", from, "2026-03-31", {}],
            ["Second", "15", "2026-04-01", "2026-06-30", { billingTermGroupId: "$First.billingTermGroupId" }],
          ] as const
        ).map(([name, quantity, start, last, parts]) =>
          term(name, {
            ...{ price: "20.00", billingType: "UNIT", quantity, from: start, to: last },
            ...{ seatConfig: { defaultTrueUpTiming: "IMMEDIATE" }, ...parts },
          }),
        ),
        pobs("First", {
          ...{ serviceStartDate: from, serviceEndDate: "2026-06-30" },
          ...{ transactionPrice: "1500.00", recognitionPattern: "STRAIGHT_LINE" },
        }),
        approve,
      ),
      ...closedInTurn("2026-01"),
      on("2026-02-01", act(`POST ${by("First")}/seat-amendment`, { effectiveDate: "2026-02-01", delta: "5" })),
      ...closedInTurn("2026-02", "2026-03"),
      on("2026-04-16", act(`POST ${by("Second")}/seat-amendment`, { effectiveDate: "2026-04-16", delta: "4" })),
      ...closedInTurn("2026-04"),
      on("2026-05-10", act(`POST ${by("Second")}/seat-amendment`, { effectiveDate: "2026-06-01", delta: "-2" })),
      ...closedInTurn("2026-05", "2026-06"),
    ],
    table: `
      2026-01-01 | 200.00 | 0 | ISSUED
      2026-02-01 | 200.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 300.00 | 0 | ISSUED
      2026-04-01 | 300.00 | 0 | ISSUED
      2026-04-16 | 40.00  | 0 | ISSUED
      2026-05-01 | 380.00 | 0 | ISSUED
      2026-06-01 | 340.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 250.00 | 200.00  | 0 | 50.00  | 0 | 0 | 0
      2026-02 | 350.00 | 500.00  | 0 | 100.00 | 0 | 0 | 0
      2026-03 | 350.00 | 800.00  | 0 | 150.00 | 0 | 0 | 0
      2026-04 | 290.00 | 1140.00 | 0 | 100.00 | 0 | 0 | 0
      2026-05 | 330.00 | 1520.00 | 0 | 50.00  | 0 | 0 | 0
      2026-06 | 290.00 | 1860.00 | 0 | 0      | 0 | 0 | 0`,
  },
  {
    // 500.00 by the day and 1,500.00 by the month: 236.26 and 712.10 are earned by 10 April. 300.00 more leave 1,351.64, by 527.47 and 1,575.81 of what is
    // still to serve: 338.97 over 96 days, and 1,012.67 over 21/30, two months and 14/31.
    title:
      "a leap year by the day and by the month, in an allocated contract in euros, more expensive in the middle of a month",
    pobs: true,
    contract: { ...shared, currency: "EUR" },
    steps: [
      on(
        "2028-01-15",
        term("Fee", { price: "2000.00", interval: "NONE", from: "2028-01-15", to: "2028-01-15" }),
        pobs(
          "Fee",
          ...(
            [
              ["Hosting", "STRAIGHT_LINE_DAILY", "1000.00"],
              ["Support", "STRAIGHT_LINE", "3000.00"],
            ] as const
          ).map(([name, recognitionPattern, standaloneSellingPrice]) => ({
            ...{ name, serviceStartDate: "2028-01-15", serviceEndDate: "2028-07-14", transactionPrice: "1000.00" },
            ...{ recognitionPattern, standaloneSellingPrice },
          })),
        ),
        approve,
      ),
      ...closedInTurn("2028-01", "2028-02", "2028-03"),
      on(
        "2028-04-10",
        term("More", {
          ...{ price: "300.00", interval: "NONE", from: "2028-04-10", to: "2028-04-10" },
          billingTermGroupId: "$Fee.billingTermGroupId",
        }),
        pob(0, { transactionPrice: "1300.00" }),
      ),
      ...closedInTurn("2028-04", "2028-05", "2028-06", "2028-07"),
    ],
    table: `
      2028-01-15 | 2000.00 | 0 | ISSUED
      2028-04-10 | 300.00  | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2028-01 | 183.80 | 2000.00 | 0 | 0 | 1816.20 | 0 | 0
      2028-02 | 329.67 | 2000.00 | 0 | 0 | 1486.53 | 0 | 0
      2028-03 | 335.17 | 2000.00 | 0 | 0 | 1151.36 | 0 | 0
      2028-04 | 398.79 | 2300.00 | 0 | 0 | 1052.57 | 0 | 0
      2028-05 | 430.78 | 2300.00 | 0 | 0 | 621.79  | 0 | 0
      2028-06 | 427.25 | 2300.00 | 0 | 0 | 194.54  | 0 | 0
      2028-07 | 194.54 | 2300.00 | 0 | 0 | 0       | 0 | 0`,
  },
  {
    // 800.00 and 1,600.00, 200.00 a month. A further year of support is added for what it sells for: a contract of its own, 100.00 a month.
    title: "a bundle, and a further year of one part at its standalone selling price",
    pobs: true,
    contract: shared,
    steps: [
      on(
        from,
        term("Fee", { ...once, price: "2400.00" }),
        pobs(
          "Fee",
          {
            name: "Support",
            serviceStartDate: from,
            serviceEndDate: to,
            transactionPrice: "1200.00",
            recognitionPattern: "STRAIGHT_LINE",
            standaloneSellingPrice: "1200.00",
          },
          {
            name: "Platform",
            serviceStartDate: from,
            serviceEndDate: to,
            transactionPrice: "1200.00",
            recognitionPattern: "STRAIGHT_LINE",
            standaloneSellingPrice: "2400.00",
          },
        ),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 10)),
      on(
        "2026-11-10",
        term("Renewal", {
          ...{ price: "1200.00", interval: "NONE", from: "2027-01-01", to: "2027-01-01" },
          billingTermGroupId: "$Fee.billingTermGroupId",
        }),
        pobs("Fee", {
          ...{ name: "Second year", serviceStartDate: "2027-01-01", serviceEndDate: "2027-12-31" },
          ...{ transactionPrice: "1200.00", standaloneSellingPrice: "1200.00", recognitionPattern: "STRAIGHT_LINE" },
        }),
      ),
      ...closedInTurn("2026-11", "2026-12", "2027-01", "2027-02"),
    ],
    table: `
      2026-01-01 | 2400.00 | 0 | ISSUED
      2027-01-01 | 1200.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 200.00 | 2400.00 | 0 | 0 | 2200.00 | 0 | 0
      2026-02 | 200.00 | 2400.00 | 0 | 0 | 2000.00 | 0 | 0
      2026-03 | 200.00 | 2400.00 | 0 | 0 | 1800.00 | 0 | 0
      2026-04 | 200.00 | 2400.00 | 0 | 0 | 1600.00 | 0 | 0
      2026-05 | 200.00 | 2400.00 | 0 | 0 | 1400.00 | 0 | 0
      2026-06 | 200.00 | 2400.00 | 0 | 0 | 1200.00 | 0 | 0
      2026-07 | 200.00 | 2400.00 | 0 | 0 | 1000.00 | 0 | 0
      2026-08 | 200.00 | 2400.00 | 0 | 0 | 800.00  | 0 | 0
      2026-09 | 200.00 | 2400.00 | 0 | 0 | 600.00  | 0 | 0
      2026-10 | 200.00 | 2400.00 | 0 | 0 | 400.00  | 0 | 0
      2026-11 | 200.00 | 2400.00 | 0 | 0 | 200.00  | 0 | 0
      2026-12 | 200.00 | 2400.00 | 0 | 0 | 0       | 0 | 0
      2027-01 | 100.00 | 3600.00 | 0 | 0 | 1100.00 | 0 | 0
      2027-02 | 100.00 | 3600.00 | 0 | 0 | 1000.00 | 0 | 0`,
  },
];

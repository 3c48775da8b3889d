import { act, approve, on, pobs, term } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, total } from "../deal.ts";

// Stated prices of obligations, and the residual of what is billed.

const [from, to] = ["2026-01-01", "2026-12-31"];
const by = (name: string) => `/v3/contracts/$contract/billing-terms/$${name}.id`;
const evenly = (name: string, transactionPrice: string, parts: object = {}) => ({
  ...{ name, serviceStartDate: from, serviceEndDate: to, recognitionPattern: "STRAIGHT_LINE", transactionPrice },
  ...parts,
});
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const shared = { allocationMethod: "RELATIVE_SSP" };
const licence = {
  ...{ name: "Licence", serviceStartDate: "2026-01-15", serviceEndDate: "2026-01-15" },
  ...{ recognitionPattern: "POINT_IN_TIME", recognitionDate: "2026-01-15" },
};
const support = { name: "Support", serviceStartDate: from, serviceEndDate: to, recognitionPattern: "STRAIGHT_LINE" };
const end = (path: string, endDate: string, parts: object = {}) =>
  act(`PATCH ${path}/terminate`, { endDate, ...parts });

export const statedPricesAndResidualDeals: readonly Deal[] = [
  {
    // A quarter is billed as a whole, though it ends with January: 300.00, of which 175.00 and 125.00 are stated then. The licence was never agreed: its
    // 175.00 are nobody's price, and January's as well.
    title: "a quarter that ends in its first month, and an obligation that was none",
    pobs: true,
    steps: [
      on(
        from,
        term("Service", { price: "300.00", interval: "QUARTER", prorationPolicy: "NONE", from, to }),
        pobs("Service", evenly("Licence", "700.00"), evenly("Support", "500.00")),
        approve,
      ),
      on(
        "2026-01-15",
        act(`PATCH ${by("Service")}/terminate`, { endDate: "2026-01-31", creditUnused: true }),
        act("POST /v3/contracts/$contract/performance-obligations", {
          ...{ billingTermGroupId: "$Service.billingTermGroupId", toDelete: ["$pobs.created.0.id"] },
        }),
      ),
      ...closedInTurn("2026-01", "2026-02"),
    ],
    table: `
      2026-01-01 | 300.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 300.00 | 300.00 | 0 | 0 | 0 | 0 | 0
      2026-02 | 0      | 300.00 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 1,000.00 a month, 12,000.00 stated. From April on 200.00 more a month are nobody's price, 1,800.00. From July on 1,200.00 of it are of support: its
    // 1,200.00 are earned over six months, and 600.00 stay what April to June earned.
    title: "more is billed from April on than was agreed, and in July it is agreed",
    pobs: true,
    steps: [
      on(from, term("Base", { price: "1000.00", from, to }), pobs("Base", evenly("Support", "12000.00")), approve),
      ...closedInTurn("2026-01", "2026-02"),
      on(
        "2026-03-10",
        act(`PATCH ${by("Base")}`, {
          pricing: [{ amount: "1200.00", amountType: "TOTAL_INVOICE" }],
          effectiveDate: "2026-04-01",
        }),
      ),
      ...closedInTurn("2026-03", "2026-04", "2026-05", "2026-06"),
      on(
        "2026-07-05",
        act("PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.0.id", {
          ...{ transactionPrice: "13200.00", effectiveDate: "2026-07-01" },
        }),
      ),
      ...closedInTurn("2026-07", "2026-08"),
    ],
    table: `
      2026-01-01 | 1000.00 | 0 | ISSUED
      2026-02-01 | 1000.00 | 0 | ISSUED
      2026-03-01 | 1000.00 | 0 | ISSUED
      2026-04-01 | 1200.00 | 0 | ISSUED
      2026-05-01 | 1200.00 | 0 | ISSUED
      2026-06-01 | 1200.00 | 0 | ISSUED
      2026-07-01 | 1200.00 | 0 | ISSUED
      2026-08-01 | 1200.00 | 0 | ISSUED
      2026-09-01 | 1200.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 1000.00 | 1000.00 | 0 | 0 | 0 | 0 | 0
      2026-02 | 1000.00 | 2000.00 | 0 | 0 | 0 | 0 | 0
      2026-03 | 1000.00 | 3000.00 | 0 | 0 | 0 | 0 | 0
      2026-04 | 1200.00 | 4200.00 | 0 | 0 | 0 | 0 | 0
      2026-05 | 1200.00 | 5400.00 | 0 | 0 | 0 | 0 | 0
      2026-06 | 1200.00 | 6600.00 | 0 | 0 | 0 | 0 | 0
      2026-07 | 1200.00 | 7800.00 | 0 | 0 | 0 | 0 | 0
      2026-08 | 1200.00 | 9000.00 | 0 | 0 | 0 | 0 | 0`,
  },
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
    // What is stated bears the credit by its days: 302.47 of July to December.
    title: "a stated price whose invoice becomes less by half from July on, and is credited",
    pobs: true,
    steps: [
      on(
        from,
        act(
          "POST /v3/contracts/$contract/billing-terms",
          {
            ...{ name: "Fee", startDate: from, endDate: to, interval: "YEAR", invoiceDateStrategy: "FIRST_OF_PERIOD" },
            ...{ billingType: "FLAT", ...total("1200.00"), creditOnDecrease: "PRORATED" },
          },
          "Fee",
        ),
        pobs("Fee", {
          ...{ name: "Support", serviceStartDate: from, serviceEndDate: to },
          ...{ transactionPrice: "1200.00", recognitionPattern: "STRAIGHT_LINE" },
        }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 6)),
      on(
        "2026-07-01",
        act("POST /v3/contracts/$contract/billing-terms/$Fee.id/amendments", {
          ...{ ...total("600.00"), effectiveDate: "2026-07-01", settlement: "IMMEDIATE" },
        }),
      ),
      ...closedInTurn(...months.slice(6)),
    ],
    table: `
      2026-01-01 | 1200.00 | 0 | ISSUED
      2026-07-01 | 302.47  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 1200.00 | 0 | 0 | 1100.00 | 0 | 0
      2026-02 | 100.00 | 1200.00 | 0 | 0 | 1000.00 | 0 | 0
      2026-03 | 100.00 | 1200.00 | 0 | 0 | 900.00 | 0 | 0
      2026-04 | 100.00 | 1200.00 | 0 | 0 | 800.00 | 0 | 0
      2026-05 | 100.00 | 1200.00 | 0 | 0 | 700.00 | 0 | 0
      2026-06 | 100.00 | 1200.00 | 0 | 0 | 600.00 | 0 | 0
      2026-07 | 49.59 | 1200.00 | 0 | 0 | 247.94 | 0 | 302.47
      2026-08 | 49.59 | 1200.00 | 0 | 0 | 198.35 | 0 | 302.47
      2026-09 | 49.58 | 1200.00 | 0 | 0 | 148.77 | 0 | 302.47
      2026-10 | 49.59 | 1200.00 | 0 | 0 | 99.18 | 0 | 302.47
      2026-11 | 49.59 | 1200.00 | 0 | 0 | 49.59 | 0 | 302.47
      2026-12 | 49.59 | 1200.00 | 0 | 0 | 0 | 0 | 302.47`,
  },
  {
    // 200.00 a month more from July to December are nobody's price: the residual earns them. They end with September, 600.00, and the 12,000.00 that
    // were stated without them stay.
    title: "more is billed from July on than was agreed, and that ends with September",
    pobs: true,
    steps: [
      on(
        from,
        term("Base", { price: "1000.00", from, to }),
        pobs("Base", {
          name: "Service",
          serviceStartDate: from,
          serviceEndDate: to,
          transactionPrice: "12000.00",
          recognitionPattern: "STRAIGHT_LINE",
        }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 5)),
      on(
        "2026-06-10",
        term("Extra", { price: "200.00", from: "2026-07-01", to, billingTermGroupId: "$Base.billingTermGroupId" }),
      ),
      ...closedInTurn(...months.slice(5, 8)),
      on("2026-09-05", end(by("Extra"), "2026-09-30")),
      ...closedInTurn(...months.slice(8)),
    ],
    table: `
      2026-01-01 | 1000.00 | 0 | ISSUED
      2026-02-01 | 1000.00 | 0 | ISSUED
      2026-03-01 | 1000.00 | 0 | ISSUED
      2026-04-01 | 1000.00 | 0 | ISSUED
      2026-05-01 | 1000.00 | 0 | ISSUED
      2026-06-01 | 1000.00 | 0 | ISSUED
      2026-07-01 | 1200.00 | 0 | ISSUED
      2026-08-01 | 1200.00 | 0 | ISSUED
      2026-09-01 | 1200.00 | 0 | ISSUED
      2026-10-01 | 1000.00 | 0 | ISSUED
      2026-11-01 | 1000.00 | 0 | ISSUED
      2026-12-01 | 1000.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 1000.00 | 1000.00 | 0 | 0 | 0 | 0 | 0
      2026-02 | 1000.00 | 2000.00 | 0 | 0 | 0 | 0 | 0
      2026-03 | 1000.00 | 3000.00 | 0 | 0 | 0 | 0 | 0
      2026-04 | 1000.00 | 4000.00 | 0 | 0 | 0 | 0 | 0
      2026-05 | 1000.00 | 5000.00 | 0 | 0 | 0 | 0 | 0
      2026-06 | 1000.00 | 6000.00 | 0 | 0 | 0 | 0 | 0
      2026-07 | 1200.00 | 7200.00 | 0 | 0 | 0 | 0 | 0
      2026-08 | 1200.00 | 8400.00 | 0 | 0 | 0 | 0 | 0
      2026-09 | 1200.00 | 9600.00 | 0 | 0 | 0 | 0 | 0
      2026-10 | 1000.00 | 10600.00 | 0 | 0 | 0 | 0 | 0
      2026-11 | 1000.00 | 11600.00 | 0 | 0 | 0 | 0 | 0
      2026-12 | 1000.00 | 12600.00 | 0 | 0 | 0 | 0 | 0`,
  },
];

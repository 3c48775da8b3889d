import { act, approve, on, pobs, term } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, total } from "../deal.ts";

// Terms of groups with stated prices that are renewed or dearer, and end: what residuals earn, and on which days.

const [from, to] = ["2026-01-01", "2026-12-31"];
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const by = (name: string) => `/v3/contracts/$contract/billing-terms/$${name}.id`;
const patch = (name: string, body: object) => act(`PATCH ${by(name)}`, body);
const evenly = (name: string, transactionPrice: string) => ({
  ...{ name, serviceStartDate: from, serviceEndDate: to, transactionPrice, recognitionPattern: "STRAIGHT_LINE" },
});

export const renewalOfStatedPriceDeals: readonly Deal[] = [
  {
    // 1,200.00 are stated for 2026. The half year more has a price of its own, which moves no month of 2026: 90.00 a month, 120.00 from March on, and 60.00 for half of April.
    title: "a stated year, half a year more at a lower price, and an end in that",
    pobs: true,
    steps: [
      on(from, term("Plan", { price: "100.00", from, to }), pobs("Plan", evenly("Access", "1200.00")), approve),
      ...closedInTurn(...months.slice(0, 10)),
      on(
        "2026-11-15",
        patch("Plan", { endDate: "2027-06-30", reasonCode: "RENEWAL" }),
        patch("Plan", { ...total("90.00"), effectiveDate: "2027-01-01" }),
      ),
      ...closedInTurn("2026-11", "2026-12", "2027-01"),
      on("2027-02-10", patch("Plan", { ...total("120.00"), effectiveDate: "2027-03-01" })),
      ...closedInTurn("2027-02"),
      on("2027-03-10", act(`PATCH ${by("Plan")}/terminate`, { endDate: "2027-04-15" })),
      ...closedInTurn("2027-03", "2027-04"),
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
      2027-03-01 | 120.00 | 0 | ISSUED
      2027-04-01 | 60.00 | 0 | ISSUED
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
      2026-11 | 100.00 | 1100.00 | 0 | 0 | 0 | 0 | 0 | 640.00
      2026-12 | 100.00 | 1200.00 | 0 | 0 | 0 | 0 | 0 | 540.00
      2027-01 | 90.00 | 1290.00 | 0 | 0 | 0 | 0 | 0 | 450.00
      2027-02 | 90.00 | 1380.00 | 0 | 0 | 0 | 0 | 0 | 480.00
      2027-03 | 120.00 | 1500.00 | 0 | 0 | 0 | 0 | 0 | 60.00
      2027-04 | 60.00 | 1560.00 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // The other year is 1,200.00 of support, 100.00 a month, whether its price is stated or not.
    title: "a licence and support in one yearly fee, renewed for a year before support is stated for it",
    pobs: true,
    steps: [
      on(
        from,
        term("Fee", { price: "1200.00", interval: "YEAR", from, to }),
        pobs(
          "Fee",
          {
            name: "Licence",
            serviceStartDate: from,
            serviceEndDate: from,
            transactionPrice: "600.00",
            recognitionPattern: "POINT_IN_TIME",
            recognitionDate: from,
          },
          evenly("Support", "600.00"),
        ),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 9)),
      on("2026-10-10", patch("Fee", { endDate: "2027-12-31", reasonCode: "RENEWAL" })),
      ...closedInTurn("2026-10"),
      on(
        "2026-11-10",
        act("PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.1.id", {
          transactionPrice: "1800.00",
          serviceEndDate: "2027-12-31",
          reasonCode: "RENEWAL",
          effectiveDate: "2027-01-01",
        }),
      ),
      ...closedInTurn("2026-11", "2026-12", "2027-01", "2027-02"),
    ],
    table: `
      2026-01-01 | 1200.00 | 0 | ISSUED
      2027-01-01 | 1200.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 650.00 | 1200.00 | 0 | 0 | 550.00 | 0 | 0 | 550.00
      2026-02 | 50.00 | 1200.00 | 0 | 0 | 500.00 | 0 | 0 | 500.00
      2026-03 | 50.00 | 1200.00 | 0 | 0 | 450.00 | 0 | 0 | 450.00
      2026-04 | 50.00 | 1200.00 | 0 | 0 | 400.00 | 0 | 0 | 400.00
      2026-05 | 50.00 | 1200.00 | 0 | 0 | 350.00 | 0 | 0 | 350.00
      2026-06 | 50.00 | 1200.00 | 0 | 0 | 300.00 | 0 | 0 | 300.00
      2026-07 | 50.00 | 1200.00 | 0 | 0 | 250.00 | 0 | 0 | 250.00
      2026-08 | 50.00 | 1200.00 | 0 | 0 | 200.00 | 0 | 0 | 200.00
      2026-09 | 50.00 | 1200.00 | 0 | 0 | 150.00 | 0 | 0 | 150.00
      2026-10 | 50.00 | 1200.00 | 0 | 0 | 100.00 | 0 | 0 | 1300.00
      2026-11 | 50.00 | 1200.00 | 0 | 0 | 50.00 | 0 | 0 | 1250.00
      2026-12 | 50.00 | 1200.00 | 0 | 0 | 0 | 0 | 0 | 1200.00
      2027-01 | 100.00 | 2400.00 | 0 | 0 | 1100.00 | 0 | 0 | 1100.00
      2027-02 | 100.00 | 2400.00 | 0 | 0 | 1000.00 | 0 | 0 | 1000.00`,
  },
  {
    // 100.00 of November's 150.00 are stated: 50.00 of the licence, and half of the other 100.00. Support keeps 319/365 of its 600.00, 524.38; 175.62 are left of what the fee rose by, 39.03 a month from July on.
    title: "a delivered licence and support in one fee that rises, ended in the middle of a month",
    pobs: true,
    steps: [
      on(
        from,
        term("Fee", { price: "100.00", from, to }),
        pobs(
          "Fee",
          {
            ...{ name: "Licence", serviceStartDate: from, serviceEndDate: from, transactionPrice: "600.00" },
            ...{ recognitionPattern: "POINT_IN_TIME", recognitionDate: from },
          },
          evenly("Support", "600.00"),
        ),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 5)),
      on("2026-06-20", patch("Fee", { ...total("150.00"), effectiveDate: "2026-07-01" })),
      ...closedInTurn("2026-06", "2026-07", "2026-08", "2026-09"),
      on("2026-10-10", act(`PATCH ${by("Fee")}/terminate`, { endDate: "2026-11-15" })),
      ...closedInTurn("2026-10", "2026-11"),
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
      2026-11-01 | 100.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 650.00 | 100.00 | 0 | 550.00 | 0 | 0 | 0 | 550.00
      2026-02 | 50.00 | 200.00 | 0 | 500.00 | 0 | 0 | 0 | 500.00
      2026-03 | 50.00 | 300.00 | 0 | 450.00 | 0 | 0 | 0 | 450.00
      2026-04 | 50.00 | 400.00 | 0 | 400.00 | 0 | 0 | 0 | 400.00
      2026-05 | 50.00 | 500.00 | 0 | 350.00 | 0 | 0 | 0 | 350.00
      2026-06 | 50.00 | 600.00 | 0 | 300.00 | 0 | 0 | 0 | 600.00
      2026-07 | 100.00 | 750.00 | 0 | 250.00 | 0 | 0 | 0 | 500.00
      2026-08 | 100.00 | 900.00 | 0 | 200.00 | 0 | 0 | 0 | 400.00
      2026-09 | 100.00 | 1050.00 | 0 | 150.00 | 0 | 0 | 0 | 300.00
      2026-10 | 55.75 | 1200.00 | 0 | 55.75 | 0 | 0 | 0 | 44.25
      2026-11 | 44.25 | 1300.00 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 150.00 a month are stated for 2026. The renewal is no part of that: the hosting that ends takes its 300.00 of the second half of the year.
    title: "access and hosting at one stated price: access is renewed for a year, and then hosting ends",
    pobs: true,
    steps: [
      on(
        from,
        term("Access", { price: "100.00", from, to }),
        term("Hosting", { price: "50.00", from, to, billingTermGroupId: "$Access.billingTermGroupId" }),
        pobs("Access", evenly("Service", "1800.00")),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 4)),
      on("2026-05-10", patch("Access", { endDate: "2027-12-31", reasonCode: "RENEWAL" })),
      ...closedInTurn("2026-05"),
      on("2026-06-10", act(`PATCH ${by("Hosting")}/terminate`, { endDate: "2026-06-30" })),
      ...closedInTurn(...months.slice(5), "2027-01"),
    ],
    table: `
      2026-01-01 | 150.00 | 0 | ISSUED
      2026-02-01 | 150.00 | 0 | ISSUED
      2026-03-01 | 150.00 | 0 | ISSUED
      2026-04-01 | 150.00 | 0 | ISSUED
      2026-05-01 | 150.00 | 0 | ISSUED
      2026-06-01 | 150.00 | 0 | ISSUED
      2026-07-01 | 100.00 | 0 | ISSUED
      2026-08-01 | 100.00 | 0 | ISSUED
      2026-09-01 | 100.00 | 0 | ISSUED
      2026-10-01 | 100.00 | 0 | ISSUED
      2026-11-01 | 100.00 | 0 | ISSUED
      2026-12-01 | 100.00 | 0 | ISSUED
      2027-01-01 | 100.00 | 0 | ISSUED
      2027-02-01 | 100.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 150.00 | 150.00 | 0 | 0 | 0 | 0 | 0 | 1650.00
      2026-02 | 150.00 | 300.00 | 0 | 0 | 0 | 0 | 0 | 1500.00
      2026-03 | 150.00 | 450.00 | 0 | 0 | 0 | 0 | 0 | 1350.00
      2026-04 | 150.00 | 600.00 | 0 | 0 | 0 | 0 | 0 | 1200.00
      2026-05 | 150.00 | 750.00 | 0 | 0 | 0 | 0 | 0 | 2250.00
      2026-06 | 150.00 | 900.00 | 0 | 0 | 0 | 0 | 0 | 1800.00
      2026-07 | 100.00 | 1000.00 | 0 | 0 | 0 | 0 | 0 | 1700.00
      2026-08 | 100.00 | 1100.00 | 0 | 0 | 0 | 0 | 0 | 1600.00
      2026-09 | 100.00 | 1200.00 | 0 | 0 | 0 | 0 | 0 | 1500.00
      2026-10 | 100.00 | 1300.00 | 0 | 0 | 0 | 0 | 0 | 1400.00
      2026-11 | 100.00 | 1400.00 | 0 | 0 | 0 | 0 | 0 | 1300.00
      2026-12 | 100.00 | 1500.00 | 0 | 0 | 0 | 0 | 0 | 1200.00
      2027-01 | 100.00 | 1600.00 | 0 | 0 | 0 | 0 | 0 | 1100.00`,
  },
];

import { act, approve, obligation, on, pobs, term } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, termPath, total } from "../deal.ts";

// Terms that end on their first day, or change on their last.

const [from, to] = ["2026-01-01", "2026-12-31"];
const shared = { allocationMethod: "RELATIVE_SSP" };
const end = (name: string, endDate: string, creditUnused = true) =>
  act(`PATCH ${termPath(name)}/terminate`, { endDate, creditUnused });
const once = (name: string, price: string, served: string, standaloneSellingPrice: string) =>
  obligation(
    name,
    { price, from, to: from, interval: "NONE" },
    {
      ...{ serviceStartDate: served, serviceEndDate: served },
      ...{ recognitionPattern: "POINT_IN_TIME", standaloneSellingPrice },
    },
  );

export const terminationsOnTheFirstOrLastDayDeals: readonly Deal[] = [
  {
    // One day of January is 10.00. What is left of 310.00 is of the setup, which is delivered in January.
    title: "a plan that ends on its first day, beside a setup, at a price they share",
    contract: shared,
    steps: [
      on(
        from,
        obligation("Plan", { price: "310.00", from, to }, { standaloneSellingPrice: "3720.00" }),
        once("Setup", "300.00", "2026-01-15", "930.00"),
        approve,
      ),
      on("2026-01-10", end("Plan", from)),
      ...closedInTurn("2026-01", "2026-02"),
    ],
    table: `
      2026-01-01 | 610.00 | 0 | ISSUED
      2026-01-10 | 300.00 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 310.00 | 610.00 | 0 | 0 | 0 | 0 | 300.00 | 0
      2026-02 | 0      | 610.00 | 0 | 0 | 0 | 0 | 300.00 | 0`,
  },
  {
    // The licence keeps its 6,000.00. A day of support is 16.44, and 5,983.56 are credited.
    title: "a fee for a delivered licence and support, which ends on its first day",
    pobs: true,
    steps: [
      on(
        from,
        term("Fee", { price: "12000.00", interval: "YEAR", from, to }),
        pobs(
          "Fee",
          {
            ...{ name: "Licence", transactionPrice: "6000.00", recognitionPattern: "POINT_IN_TIME" },
            ...{ serviceStartDate: from, serviceEndDate: from, recognitionDate: from },
          },
          {
            ...{ name: "Support", transactionPrice: "6000.00", recognitionPattern: "STRAIGHT_LINE_DAILY" },
            ...{ serviceStartDate: from, serviceEndDate: to },
          },
        ),
        approve,
      ),
      on(
        "2026-01-05",
        act("PATCH /v3/contracts/$contract/billing-terms/$Fee.id/terminate", { endDate: from, creditUnused: true }),
      ),
      ...closedInTurn("2026-01", "2026-02"),
    ],
    table: `
      2026-01-01 | 12000.00 | 0 | ISSUED
      2026-01-05 | 5983.56  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 6016.44 | 12000.00 | 0 | 0 | 0 | 0 | 5983.56
      2026-02 | 0       | 12000.00 | 0 | 0 | 0 | 0 | 5983.56`,
  },
  {
    // 900.00 twice as much for its last day: 10.00 more of 90 days, all of which wait for the bill.
    title: "a quarter in arrears that is more expensive on its last day, on which it ends",
    steps: [
      on(
        from,
        obligation("Plan", { price: "900.00", interval: "QUARTER", from, to, invoiceDateStrategy: "ARREARS" }),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on(
        "2026-03-31",
        act(`POST ${termPath("Plan")}/amendments`, {
          ...total("1800.00"),
          ...{ effectiveDate: "2026-03-31", settlement: "IMMEDIATE" },
        }),
        end("Plan", "2026-03-31", false),
      ),
      ...closedInTurn("2026-03", "2026-04"),
    ],
    table: `
      2026-04-01 | 910.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 300.00 | 0      | 300.00 | 0 | 0 | 0 | 0 | 3300.00
      2026-02 | 300.00 | 0      | 600.00 | 0 | 0 | 0 | 0 | 3000.00
      2026-03 | 310.00 | 0      | 910.00 | 0 | 0 | 0 | 0 | 0
      2026-04 | 0      | 910.00 | 0      | 0 | 0 | 0 | 0 | 0`,
  },
];

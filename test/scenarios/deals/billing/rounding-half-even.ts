import { act, approve, eventType, grace, obligation, on, usageTerm, use } from "../../golden/scenario.ts";
import { closedInTurn, commitment, creditOfLine, type Deal, taxed } from "../deal.ts";

// A merchant that rounds half to even: of every amount that is half a minor unit off, the even neighbour.

const from = "2026-01-01";
const settings = { rounding: "HALF_EVEN" } as const;
const one = (name: string, price: string, parts: object = {}) =>
  obligation(name, { price, billingType: "UNIT", quantity: "1", from, to: "2026-01-31", ...parts });

export const roundingHalfEvenDeals: readonly Deal[] = [
  {
    // 10.125 is 10.12, 10.375 is 10.38. Tax of 5 %: 0.506 is 0.51; of 20.50 together 1.025, which is 1.02.
    title: "half to even: lines, and the tax of all of them",
    settings,
    steps: [
      on(from, ...taxed("0.05"), one("One", "10.125"), one("Two", "10.375"), approve),
      ...closedInTurn("2026-01"),
    ],
    table: `
      2026-01-01 | 21.52 | 1.02 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 20.50 | 21.52 | 0 | 0 | 0 | 1.02 | 0`,
  },
  {
    // The first 15 of 30 days: 30.01 is 15.005, 15.00; 30.03 is 15.015, 15.02. Tax of 25 %: 3.75, and of 30.02 7.505, which is 7.50.
    title: "half to even: half a month",
    settings,
    steps: [
      on(
        "2026-06-01",
        ...taxed("0.25"),
        ...[
          ["One", "30.01"],
          ["Two", "30.03"],
        ].map(([name = "", price = ""]) => obligation(name, { price, from: "2026-06-01", to: "2026-06-15" })),
        approve,
      ),
      ...closedInTurn("2026-06"),
    ],
    table: `
      2026-06-01 | 37.52 | 7.50 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-06 | 30.02 | 37.52 | 0 | 0 | 0 | 7.50 | 0`,
  },
  {
    // 100.01 for two months: 50.005 by the end of January, 50.00, and the rest. 100.03 by two months: 50.015, 50.02, and 50.01.
    title: "half to even: revenue up to a month",
    settings,
    steps: [
      on(
        from,
        ...[
          ["One", "100.01"],
          ["Two", "100.03"],
        ].map(([name = "", price = ""]) =>
          obligation(name, { price, interval: "MONTH", intervalFrequency: 2, from, to: "2026-02-28" }),
        ),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
    ],
    table: `
      2026-01-01 | 200.04 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.02 | 200.04 | 0 | 0 | 100.02 | 0 | 0 | 100.02
      2026-02 | 100.02 | 200.04 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 10.00 and 0.50 of tax. Credits of 2.50, 2.50 and 5.00: of the tax 0.125, 0.12; 0.25, 0.13 more; and the rest.
    title: "half to even: the tax of credits of a line",
    settings,
    steps: [
      on(from, ...taxed("0.05"), obligation("Hosting", { price: "10.00", from, to: "2026-01-31" }), approve),
      on(
        "2026-01-20",
        creditOfLine(0, 0, "2026-01-20", "2.50"),
        creditOfLine(0, 0, "2026-01-20", "2.50"),
        creditOfLine(0, 0, "2026-01-20", "5.00"),
      ),
      ...closedInTurn("2026-01"),
    ],
    table: `
      2026-01-01 | 10.50 | 0.50 | ISSUED
      2026-01-20 | 2.62 | 0.12 | OPEN
      2026-01-20 | 2.63 | 0.13 | OPEN
      2026-01-20 | 5.25 | 0.25 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 0 | 10.50 | 0 | 0 | 0 | 0 | 10.50`,
  },
  {
    // A commitment of 1.00 at 0.001 a call: 0.325 by January, 0.32; 0.65 by February, 0.33; 1.00, 0.35.
    title: "half to even: what is used of a commitment so far",
    contract: { startDate: from, endDate: "2026-12-31" },
    settings,
    steps: [
      on(
        from,
        eventType,
        grace(0),
        usageTerm("Calls", { price: "0.001", from, to: "2026-03-31", usageScope: "COMMITMENT" }),
        commitment({
          trueUpBehavior: "EACH_PERIOD",
          steps: [{ commitmentValue: "1.00", billingTermIds: ["$Calls.id"] }],
        }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "325")),
      ...closedInTurn("2026-01"),
      on("2026-02-20", use("2026-02-20", "325")),
      ...closedInTurn("2026-02"),
      on("2026-03-20", use("2026-03-20", "350")),
      ...closedInTurn("2026-03"),
    ],
    table: `
      2026-02-01 | 0.32 | 0 | ISSUED
      2026-03-01 | 0.33 | 0 | ISSUED
      2026-04-01 | 0.35 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 0.32 | 0 | 0.32 | 0 | 0 | 0 | 0
      2026-02 | 0.33 | 0.32 | 0.33 | 0 | 0 | 0 | 0
      2026-03 | 0.35 | 0.65 | 0.35 | 0 | 0 | 0 | 0`,
  },
  {
    // Half of 25 yen is 12.5, 12; its tax of 25 %, 3. Ended after 15 of 30 days and credited: 12.5 of 25 are kept, 12, so 13 go back, with
    // 6.25 × 13/25 = 3.12 of 6 yen of tax, 3.
    title: "half to even: a month terminated half-way and credited, in yen",
    contract: { currency: "JPY" },
    settings,
    steps: [
      on(
        "2026-06-01",
        ...taxed("0.25"),
        obligation("Hosting", { price: "25", from: "2026-06-01", to: "2026-06-30" }),
        approve,
      ),
      on(
        "2026-06-10",
        act("PATCH /v3/contracts/$contract/billing-terms/$Hosting.billingTermId/terminate", {
          ...{ endDate: "2026-06-15", creditUnused: true },
        }),
      ),
      ...closedInTurn("2026-06"),
    ],
    table: `
      2026-06-01 | 31 | 6 | ISSUED
      2026-06-10 | 16 | 3 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-06 | 12 | 31 | 0 | 0 | 0 | 3 | 16`,
  },
];

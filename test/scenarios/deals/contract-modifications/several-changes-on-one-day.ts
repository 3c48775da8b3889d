import { act, approve, obligation, on } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, termPath, total } from "../deal.ts";

// Several changes of one price, all effective on the same day.

const [from, to] = ["2026-03-01", "2026-05-31"];
const months = ["2026-03", "2026-04", "2026-05"];
const amended = (amount: string) =>
  act(`POST ${termPath("Plan")}/amendments`, {
    ...total(amount),
    ...{ effectiveDate: "2026-03-16", settlement: "IMMEDIATE" },
  });
const plan = (parts: object, alone: object = {}) => obligation("Plan", { price: "310.00", from, to, ...parts }, alone);
const credited = { creditOnDecrease: "PRORATED" };

export const severalChangesOnOneDayDeals: readonly Deal[] = [
  {
    // 20.00 a day from 16 March on are 160.00 more, of which 80.00 are credited: 150.00 and 16 days at 15.00 are earned in March.
    title: "a price that is raised from a day on, and lowered again from that day on with a credit",
    steps: [
      on(from, plan(credited), approve),
      on("2026-03-16", amended("620.00"), amended("465.00")),
      ...closedInTurn(...months),
    ],
    table: `
      2026-03-01 | 310.00 | 0 | ISSUED
      2026-03-16 | 160.00 | 0 | ISSUED
      2026-04-01 | 465.00 | 0 | ISSUED
      2026-05-01 | 465.00 | 0 | ISSUED
      2026-03-16 | 80.00  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-03 | 390.00 | 470.00  | 0 | 0 | 0 | 0 | 80.00
      2026-04 | 465.00 | 935.00  | 0 | 0 | 0 | 0 | 80.00
      2026-05 | 465.00 | 1400.00 | 0 | 0 | 0 | 0 | 80.00`,
  },
  {
    // Nothing is credited: March stays at the 20.00 a day that were billed, and 15.00 apply from April on.
    title: "a price that is raised from a day on, and lowered again from that day on without a credit",
    steps: [
      on(from, plan({}), approve),
      on("2026-03-16", amended("620.00"), amended("465.00")),
      ...closedInTurn(...months),
    ],
    table: `
      2026-03-01 | 310.00 | 0 | ISSUED
      2026-03-16 | 160.00 | 0 | ISSUED
      2026-04-01 | 465.00 | 0 | ISSUED
      2026-05-01 | 465.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-03 | 470.00 | 470.00  | 0 | 0 | 0 | 0 | 0
      2026-04 | 465.00 | 935.00  | 0 | 0 | 0 | 0 | 0
      2026-05 | 465.00 | 1400.00 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 5.00 a day are not credited, so they apply to nothing: 15.00 from the same day on are 5.00 more than the 10.00 that were billed.
    title: "a price that is lowered from a day on without a credit, and raised above the first one from that day on",
    steps: [
      on(from, plan({}), approve),
      on("2026-03-16", amended("155.00"), amended("465.00")),
      ...closedInTurn(...months),
    ],
    table: `
      2026-03-01 | 310.00 | 0 | ISSUED
      2026-03-16 | 80.00  | 0 | ISSUED
      2026-04-01 | 465.00 | 0 | ISSUED
      2026-05-01 | 465.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-03 | 390.00 | 390.00  | 0 | 0 | 0 | 0 | 0
      2026-04 | 465.00 | 855.00  | 0 | 0 | 0 | 0 | 0
      2026-05 | 465.00 | 1320.00 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 160.00 more, 160.00 less with a credit, and 80.00 more: 150.00 and 16 days at 15.00.
    title: "a price that is raised, lowered with a credit and raised again, from one day on",
    steps: [
      on(from, plan(credited), approve),
      on("2026-03-16", amended("620.00"), amended("310.00"), amended("465.00")),
      ...closedInTurn(...months),
    ],
    table: `
      2026-03-01 | 310.00 | 0 | ISSUED
      2026-03-16 | 160.00 | 0 | ISSUED
      2026-03-16 | 80.00  | 0 | ISSUED
      2026-04-01 | 465.00 | 0 | ISSUED
      2026-05-01 | 465.00 | 0 | ISSUED
      2026-03-16 | 160.00 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-03 | 390.00 | 550.00  | 0 | 0 | 0 | 0 | 160.00
      2026-04 | 465.00 | 1015.00 | 0 | 0 | 0 | 0 | 160.00
      2026-05 | 465.00 | 1480.00 | 0 | 0 | 0 | 0 | 160.00`,
  },
  {
    // Each of two parts sells for the same. 310.00 a month of both are earned to 15 March, and what the plan bills more after it is shared by halves.
    title: "a price that is raised and lowered with a credit from one day on, beside support, at a price they share",
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        plan(credited, { standaloneSellingPrice: "930.00" }),
        obligation("Support", { price: "310.00", from, to }, { standaloneSellingPrice: "930.00" }),
        approve,
      ),
      on("2026-03-16", amended("620.00"), amended("465.00")),
      ...closedInTurn(...months),
    ],
    table: `
      2026-03-01 | 620.00 | 0 | ISSUED
      2026-03-16 | 160.00 | 0 | ISSUED
      2026-04-01 | 775.00 | 0 | ISSUED
      2026-05-01 | 775.00 | 0 | ISSUED
      2026-03-16 | 80.00  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-03 | 700.00 | 780.00  | 0 | 0 | 0 | 0 | 80.00
      2026-04 | 775.00 | 1555.00 | 0 | 0 | 0 | 0 | 80.00
      2026-05 | 775.00 | 2330.00 | 0 | 0 | 0 | 0 | 80.00`,
  },
  {
    // Four of ten seats are credited for 16 days, 64.00, and a seat costs 62.00 from April on, as is said on the same day.
    title: "fewer seats with a credit and a higher price from the next invoice on, recorded on one day",
    steps: [
      on(
        from,
        obligation("Plan", {
          ...{ price: "31.00", billingType: "UNIT", quantity: "10", from, to },
          seatConfig: { defaultTrueUpTiming: "IMMEDIATE", creditOnDecrease: "PRORATED" },
        }),
        approve,
      ),
      on(
        "2026-03-16",
        act(`POST ${termPath("Plan")}/seat-amendment`, { effectiveDate: "2026-03-16", delta: "-4" }),
        act(`PATCH ${termPath("Plan")}`, {
          ...{ pricing: [{ amount: "62.00", amountType: "PER_ITEM" }], effectiveDate: "2026-04-01" },
        }),
      ),
      ...closedInTurn(...months),
    ],
    table: `
      2026-03-01 | 310.00 | 0 | ISSUED
      2026-04-01 | 372.00 | 0 | ISSUED
      2026-05-01 | 372.00 | 0 | ISSUED
      2026-03-16 | 64.00  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-03 | 246.00 | 310.00  | 0 | 0 | 0 | 0 | 64.00
      2026-04 | 372.00 | 682.00  | 0 | 0 | 0 | 0 | 64.00
      2026-05 | 372.00 | 1054.00 | 0 | 0 | 0 | 0 | 64.00`,
  },
];

import { act, approve, close, obligation, on, reopen } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, taxed, termPath, total } from "../deal.ts";

// Changes of price and seats that are recorded after their effective day, in months that are closed or are still open.

const [from, to] = ["2026-01-01", "2026-12-31"];
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const amended = (name: string, effectiveDate: string, amount: string) =>
  act(`POST ${termPath(name)}/amendments`, { ...total(amount), effectiveDate, settlement: "IMMEDIATE" });

export const backdatedChangeDeals: readonly Deal[] = [
  {
    // Support is dearer by 60.00 from 16 March on, as was agreed in April: 30.97 of March catch up in it, and wait for the bill of July. Three seats from the same day on were agreed in May: 48.00 and 93.00
    // of two closed months catch up in that, and are billed in June.
    title:
      "a price agreed in April and seats agreed in May, both from a day in March, recorded in June before April is closed",
    steps: [
      on(
        from,
        obligation("Seats", {
          ...{ price: "31.00", from, to: "2026-08-31", billingType: "UNIT", quantity: "10" },
          seatConfig: { defaultTrueUpTiming: "IMMEDIATE" },
        }),
        obligation("Support", { price: "100.00", from, to: "2026-08-31" }),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02", "2026-03"),
      on(
        "2026-06-10",
        act(`POST ${termPath("Seats")}/seat-amendment`, {
          ...{ effectiveDate: "2026-03-16", delta: "3", agreedOn: "2026-05-05" },
        }),
        act(`POST ${termPath("Support")}/amendments`, {
          ...{ effectiveDate: "2026-03-16", settlement: "CO_TERM", ...total("160.00"), agreedOn: "2026-04-20" },
        }),
        close("2026-04"),
        close("2026-05"),
      ),
      ...closedInTurn("2026-06", "2026-07", "2026-08"),
    ],
    table: `
      2026-01-01 | 410.00 | 0 | ISSUED
      2026-02-01 | 410.00 | 0 | ISSUED
      2026-03-01 | 410.00 | 0 | ISSUED
      2026-04-01 | 410.00 | 0 | ISSUED
      2026-05-01 | 410.00 | 0 | ISSUED
      2026-06-01 | 410.00 | 0 | ISSUED
      2026-06-10 | 327.00 | 0 | ISSUED
      2026-07-01 | 773.97 | 0 | ISSUED
      2026-08-01 | 563.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 410.00 | 410.00  | 0      | 0 | 0 | 0 | 0 | 2870.00
      2026-02 | 410.00 | 820.00  | 0      | 0 | 0 | 0 | 0 | 2460.00
      2026-03 | 410.00 | 1230.00 | 0      | 0 | 0 | 0 | 0 | 2050.00
      2026-04 | 500.97 | 1640.00 | 90.97  | 0 | 0 | 0 | 0 | 1880.00
      2026-05 | 704.00 | 2050.00 | 384.97 | 0 | 0 | 0 | 0 | 1689.00
      2026-06 | 563.00 | 2787.00 | 210.97 | 0 | 0 | 0 | 0 | 1126.00
      2026-07 | 563.00 | 3560.97 | 0      | 0 | 0 | 0 | 0 | 563.00
      2026-08 | 563.00 | 4123.97 | 0      | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 50.00 more a month from May on, agreed in April and treated as a catch-up: 133.33 a month from January on, so that April has 233.33. It is billed from 1 May on; until then and after it more is earned than billed.
    title: "a price from May on, agreed in April, recorded in June with a catch-up before April is closed",
    steps: [
      on(from, obligation("Hosting", { price: "100.00", from, to: "2026-12-31" }), approve),
      ...closedInTurn("2026-01", "2026-02", "2026-03"),
      on(
        "2026-06-10",
        act(`POST ${termPath("Hosting")}/amendments`, {
          ...{ effectiveDate: "2026-05-01", settlement: "IMMEDIATE", ...total("150.00"), agreedOn: "2026-04-20" },
        }),
      ),
      on(
        "2026-06-12",
        act("GET /v3/contracts/$contract/modifications", undefined, "log"),
        act("PATCH /v3/contracts/$contract/modifications/$log.data.0.id", {
          ...{ treatment: "CUMULATIVE_CATCH_UP", reason: "Not distinct" },
        }),
        close("2026-04"),
        close("2026-05"),
      ),
      ...closedInTurn("2026-06", "2026-07"),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-05-01 | 100.00 | 0 | ISSUED
      2026-06-01 | 100.00 | 0 | ISSUED
      2026-05-01 | 100.00 | 0 | ISSUED
      2026-07-01 | 150.00 | 0 | ISSUED
      2026-08-01 | 150.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 100.00 | 0 | 0      | 0 | 0 | 0 | 1100.00
      2026-02 | 100.00 | 200.00 | 0 | 0      | 0 | 0 | 0 | 1000.00
      2026-03 | 100.00 | 300.00 | 0 | 0      | 0 | 0 | 0 | 900.00
      2026-04 | 233.33 | 400.00 | 0 | 133.33 | 0 | 0 | 0 | 1066.67
      2026-05 | 133.34 | 600.00 | 0 | 66.67  | 0 | 0 | 0 | 933.33
      2026-06 | 133.33 | 700.00 | 0 | 100.00 | 0 | 0 | 0 | 800.00
      2026-07 | 133.33 | 850.00 | 0 | 83.33  | 0 | 0 | 0 | 666.67`,
  },
  {
    // Three seats less from 16 March on, as was agreed in April and is told in June: 48.00, and three times 93.00, are credited then. April takes back 48.00 of March and earns 217.00 like the months after it.
    title: "fewer seats agreed in April from a day in March on, recorded in June before April is closed",
    steps: [
      on(
        from,
        obligation("Seats", {
          ...{ price: "31.00", from, to: "2026-08-31", billingType: "UNIT", quantity: "10" },
          seatConfig: { defaultTrueUpTiming: "IMMEDIATE", creditOnDecrease: "PRORATED" },
        }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 3)),
      on(
        "2026-06-10",
        act(`POST ${termPath("Seats")}/seat-amendment`, {
          ...{ effectiveDate: "2026-03-16", delta: "-3", agreedOn: "2026-04-20" },
        }),
        close("2026-04"),
        close("2026-05"),
      ),
      ...closedInTurn(...months.slice(5, 8)),
    ],
    table: `
      2026-01-01 | 310.00 | 0 | ISSUED
      2026-02-01 | 310.00 | 0 | ISSUED
      2026-03-01 | 310.00 | 0 | ISSUED
      2026-04-01 | 310.00 | 0 | ISSUED
      2026-05-01 | 310.00 | 0 | ISSUED
      2026-06-01 | 310.00 | 0 | ISSUED
      2026-07-01 | 217.00 | 0 | ISSUED
      2026-08-01 | 217.00 | 0 | ISSUED
      2026-06-10 | 327.00 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 310.00 | 310.00  | 0 | 0 | 0      | 0 | 0      | 2170.00
      2026-02 | 310.00 | 620.00  | 0 | 0 | 0      | 0 | 0      | 1860.00
      2026-03 | 310.00 | 930.00  | 0 | 0 | 0      | 0 | 0      | 1550.00
      2026-04 | 169.00 | 1240.00 | 0 | 0 | 141.00 | 0 | 0      | 868.00
      2026-05 | 217.00 | 1550.00 | 0 | 0 | 234.00 | 0 | 0      | 651.00
      2026-06 | 217.00 | 1860.00 | 0 | 0 | 0      | 0 | 327.00 | 434.00
      2026-07 | 217.00 | 2077.00 | 0 | 0 | 0      | 0 | 327.00 | 217.00
      2026-08 | 217.00 | 2294.00 | 0 | 0 | 0      | 0 | 327.00 | 0`,
  },
  {
    // 217.00 in place of 310.00, agreed and told as above. The credit is void: June has its 327.00 again, and what April took back stays April's.
    title: "a lower price agreed in April from a day in March on, recorded in June, and its credit void",
    steps: [
      on(
        from,
        obligation("Hosting", { price: "310.00", from, to: "2026-08-31", creditOnDecrease: "PRORATED" }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 3)),
      on(
        "2026-06-10",
        act(`POST ${termPath("Hosting")}/amendments`, {
          ...{ effectiveDate: "2026-03-16", settlement: "IMMEDIATE", ...total("217.00"), agreedOn: "2026-04-20" },
        }),
        close("2026-04"),
        close("2026-05"),
      ),
      on("2026-06-20", act("POST /v3/credit-memos/$memos.0.id/void", { reason: "In error" })),
      ...closedInTurn(...months.slice(5, 8)),
    ],
    table: `
      2026-01-01 | 310.00 | 0 | ISSUED
      2026-02-01 | 310.00 | 0 | ISSUED
      2026-03-01 | 310.00 | 0 | ISSUED
      2026-04-01 | 310.00 | 0 | ISSUED
      2026-05-01 | 310.00 | 0 | ISSUED
      2026-06-01 | 310.00 | 0 | ISSUED
      2026-07-01 | 217.00 | 0 | ISSUED
      2026-08-01 | 217.00 | 0 | ISSUED
      2026-06-10 | 327.00 | 0 | VOID
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 310.00 | 310.00  | 0 | 0 | 0      | 0 | 0 | 2170.00
      2026-02 | 310.00 | 620.00  | 0 | 0 | 0      | 0 | 0 | 1860.00
      2026-03 | 310.00 | 930.00  | 0 | 0 | 0      | 0 | 0 | 1550.00
      2026-04 | 169.00 | 1240.00 | 0 | 0 | 141.00 | 0 | 0 | 868.00
      2026-05 | 217.00 | 1550.00 | 0 | 0 | 234.00 | 0 | 0 | 651.00
      2026-06 | 544.00 | 1860.00 | 0 | 0 | 0      | 0 | 0 | 434.00
      2026-07 | 217.00 | 2077.00 | 0 | 0 | 0      | 0 | 0 | 217.00
      2026-08 | 217.00 | 2294.00 | 0 | 0 | 0      | 0 | 0 | 0`,
  },
  {
    // From 15 February on 360.00 a quarter: 300.00 × 76/91 + 360.00 × 15/91 = 309.89 to the leap day. February is opened again for 420.00 from the 20th on: 316.48, 6.59 more at once. 69.89 and 66.59 are
    // earned by 15/29 and 10/29 of February and three months, a few cents otherwise than by the days of the quarter.
    title:
      "a quarter in arrears to a leap day, more expensive in its last month, and more expensive again once that was closed",
    steps: [
      on(
        "2027-12-01",
        ...taxed("0.21"),
        obligation("Hosting", {
          ...{ price: "300.00", interval: "QUARTER", invoiceDateStrategy: "ARREARS" },
          ...{ from: "2027-12-01", to: "2028-05-31" },
        }),
        approve,
      ),
      ...closedInTurn("2027-12", "2028-01"),
      on("2028-02-10", amended("Hosting", "2028-02-15", "360.00")),
      ...closedInTurn("2028-02"),
      on("2028-03-10", reopen("2028-02"), amended("Hosting", "2028-02-20", "420.00"), close("2028-02")),
      ...closedInTurn("2028-03", "2028-04", "2028-05", "2028-06"),
    ],
    table: `
      2028-03-01 | 374.97 | 65.08 | ISSUED
      2028-02-20 | 7.97   | 1.38  | ISSUED
      2028-06-01 | 508.20 | 88.20 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2027-12 | 100.00 | 0 | 100.00 | 0 | 0 | 0 | 0
      2028-01 | 100.00 | 0 | 200.00 | 0 | 0 | 0 | 0
      2028-02 | 110.28 | 0 | 309.89 | 0.39 | 0 | 0 | 0
      2028-02 | 117.14 | 7.97 | 309.89 | 0.66 | 0 | 1.38 | 0
      2028-03 | 139.78 | 382.94 | 140.00 | 0.44 | 0 | 66.46 | 0
      2028-04 | 139.78 | 382.94 | 280.00 | 0.22 | 0 | 66.46 | 0
      2028-05 | 139.78 | 382.94 | 420.00 | 0 | 0 | 66.46 | 0
      2028-06 | 0 | 891.14 | 0 | 0 | 0 | 154.66 | 0`,
  },
  {
    // 30.00 a month more from 15 February on, said in April, when February was opened again: 15.00 of February and 30.00 of each later month. The bill of
    // 75.00 has the day from which the price holds, which is open.
    title: "reopened for a price of a served month",
    steps: [
      on(from, obligation("Plan", { price: "100.00", from, to }), approve),
      ...closedInTurn(...months.slice(0, 3)),
      on(
        "2026-04-05",
        reopen("2026-02"),
        act(`POST ${termPath("Plan")}/amendments`, {
          effectiveDate: "2026-02-15",
          settlement: "IMMEDIATE",
          pricing: [{ amount: "130.00", amountType: "TOTAL_INVOICE" }],
        }),
        close("2026-03"),
      ),
      ...closedInTurn("2026-04", "2026-05"),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-02-15 | 75.00 | 0 | ISSUED
      2026-05-01 | 130.00 | 0 | ISSUED
      2026-06-01 | 130.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 100.00 | 0 | 0 | 0 | 0 | 0
      2026-02 | 100.00 | 200.00 | 0 | 0 | 0 | 0 | 0
      2026-03 | 100.00 | 300.00 | 0 | 0 | 0 | 0 | 0
      2026-02 | 115.00 | 275.00 | 0 | 0 | 60.00 | 0 | 0
      2026-03 | 130.00 | 375.00 | 0 | 0 | 30.00 | 0 | 0
      2026-04 | 130.00 | 475.00 | 0 | 0 | 0 | 0 | 0
      2026-05 | 130.00 | 605.00 | 0 | 0 | 0 | 0 | 0`,
  },
];

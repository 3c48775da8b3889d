import {
  act,
  approve,
  close,
  eventType,
  grace,
  obligation,
  on,
  pobs,
  rejected,
  reopen,
  term,
  usageTerm,
  use,
} from "../../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal, taxed, termPath, total } from "../deal.ts";

// Months that are reopened: manual revenue, adjustments, manual invoices, late usage and credits.

const [from, to] = ["2026-01-01", "2026-12-31"];
const year = { interval: "YEAR", from, to };
const pay = (index: number, amount: string) => act(`POST /v3/invoices/$invoices.${index}.id/payments`, { amount });
const applyMemo = (memo: number, invoice: number) =>
  act(`POST /v3/credit-memos/$memos.${memo}.id/applications`, { invoiceId: `$invoices.${invoice}.id` });
/** Months of support that are set. */
const set = (months: Readonly<Record<string, string>>) =>
  act(
    "POST /v3/contracts/$contract/obligation/$Support.id/custom-revenue",
    Object.entries(months).map(([timeframe, amount]) => ({ timeframe, total: amount })),
  );
/** An adjustment of what is credited, out of what is debited. */
const adjust = (date: string, amount: string, [debited, credited]: [string, string], parts: object = {}) =>
  act(
    "POST /v3/adjustments",
    {
      ...{ date, currency: "USD", reason: "Reserve", ...parts },
      lines: [
        { role: debited, debit: amount, contractId: "$contract" },
        { role: credited, credit: amount, contractId: "$contract" },
      ],
    },
    "adjusted",
  );
const done = (...percents: readonly string[]) =>
  act("PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.0.id", {
    progress: percents.map((percentComplete, index) => {
      return { asOf: `2026-0${index + 1}-28`, percentComplete };
    }),
    correction: true,
  });
const instalment = (name: string, day: string, parts: object = {}) =>
  term(name, { price: "3000.00", from: day, to: day, interval: "NONE", ...parts });

export const reopenedMonthDeals: readonly Deal[] = [
  {
    // 1,350.00 for the year: 250.00 are set for February, so 100.00 are left for each other month. 40.00 are adjusted in February and taken back in March. April's 10.00
    // and May's 190.00 are two months' worth. February, opened again, is 200.00: 850.00 are left for eight months. Ended with August, 451.23 are credited; 292.52 are left
    // for three months.
    title: "months that are set manually, one of them anew when two are reopened, beside an adjustment, and an end",
    steps: [
      on(from, ...taxed("0.20"), obligation("Support", { ...year, price: "1350.00" }), approve),
      on("2026-01-10", set({ "2026-02": "250.00" })),
      ...closedInTurn("2026-01"),
      on(
        "2026-03-01",
        adjust("2026-02-28", "40.00", ["CONTRACT_LIABILITY", "REVENUE"], { reverseOn: "2026-03-01" }),
        close("2026-02"),
      ),
      on("2026-03-20", set({ "2026-04": "10.00", "2026-05": "190.00" })),
      ...closedInTurn("2026-03"),
      on(
        "2026-04-05",
        rejected("PERIOD_CLOSED", "POST /v3/contracts/$contract/obligation/$Support.id/custom-revenue", [
          { timeframe: "2026-02", total: "200.00" },
        ]),
        reopen("2026-02"),
        set({ "2026-02": "200.00" }),
        close("2026-02"),
        close("2026-03"),
      ),
      ...closedInTurn("2026-04"),
      on("2026-05-05", act(`PATCH ${termPath("Support")}/terminate`, { endDate: "2026-08-31", creditUnused: true })),
      ...closedInTurn("2026-05", "2026-06", "2026-07", "2026-08"),
    ],
    table: `
      2026-01-01 | 1620.00 | 270.00 | ISSUED
      2026-05-05 | 541.48  | 90.25  | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 1620.00 | 0 | 0 | 1250.00 | 270.00 | 0      | 1250.00
      2026-02 | 250.00 | 1620.00 | 0 | 0 | 960.00  | 270.00 | 0      | 1000.00
      2026-03 | 100.00 | 1620.00 | 0 | 0 | 900.00  | 270.00 | 0      | 900.00
      2026-02 | 200.00 | 1620.00 | 0 | 0 | 1010.00 | 270.00 | 0      | 1050.00
      2026-03 | 106.25 | 1620.00 | 0 | 0 | 943.75  | 270.00 | 0      | 943.75
      2026-04 | 10.00  | 1620.00 | 0 | 0 | 933.75  | 270.00 | 0      | 933.75
      2026-05 | 190.00 | 1620.00 | 0 | 0 | 292.52  | 179.75 | 541.48 | 292.52
      2026-06 | 97.51  | 1620.00 | 0 | 0 | 195.01  | 179.75 | 541.48 | 195.01
      2026-07 | 97.50  | 1620.00 | 0 | 0 | 97.51   | 179.75 | 541.48 | 97.51
      2026-08 | 97.51  | 1620.00 | 0 | 0 | 0       | 179.75 | 541.48 | 0`,
  },
  {
    // 300.00 a quarter: 50.00 are set for February, so 110.00 are left for each other month. The second quarter is 390.00, 30.00 more in each of its months. March, opened again with April,
    // is 20.00: 170.00 are left for each month from April on. Of 60.00 credited of the second quarter 20.00 are April's, which May takes back.
    title:
      "months that are set manually before a more expensive quarter, one of them anew once that is billed, and a credit of it",
    steps: [
      on(from, obligation("Support", { price: "300.00", interval: "QUARTER", from, to: "2026-06-30" }), approve),
      on("2026-01-10", set({ "2026-02": "50.00" })),
      ...closedInTurn("2026-01", "2026-02"),
      on("2026-03-10", act(`PATCH ${termPath("Support")}`, { ...total("390.00"), effectiveDate: "2026-04-01" })),
      ...closedInTurn("2026-03", "2026-04"),
      on("2026-05-05", reopen("2026-03"), set({ "2026-03": "20.00" }), close("2026-03"), close("2026-04")),
      on("2026-05-20", creditOfLine(1, 0, "2026-05-20", "60.00")),
      ...closedInTurn("2026-05", "2026-06"),
    ],
    table: `
      2026-01-01 | 300.00 | 0 | ISSUED
      2026-04-01 | 390.00 | 0 | ISSUED
      2026-05-20 | 60.00  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 110.00 | 300.00 | 0 | 0 | 190.00 | 0 | 0     | 490.00
      2026-02 | 50.00  | 300.00 | 0 | 0 | 140.00 | 0 | 0     | 440.00
      2026-03 | 110.00 | 300.00 | 0 | 0 | 30.00  | 0 | 0     | 420.00
      2026-04 | 140.00 | 690.00 | 0 | 0 | 280.00 | 0 | 0     | 280.00
      2026-03 | 20.00  | 300.00 | 0 | 0 | 120.00 | 0 | 0     | 510.00
      2026-04 | 170.00 | 690.00 | 0 | 0 | 340.00 | 0 | 0     | 340.00
      2026-05 | 130.00 | 690.00 | 0 | 0 | 150.00 | 0 | 60.00 | 150.00
      2026-06 | 150.00 | 690.00 | 0 | 0 | 0      | 0 | 60.00 | 0`,
  },
  {
    // 20, 50 and 60 % of 9,000.00, billed in three parts. 500.00 of February's asset are put aside; in March more is billed than earned. Both are opened again: February
    // was 40 %, and the 500.00 come back on 31 March. April is done, and the last bill comes in May.
    title: "an asset that is adjusted, and two months reopened because less was done",
    pobs: true,
    steps: [
      on(
        from,
        instalment("First", from),
        instalment("Second", "2026-03-01", { billingTermGroupId: "$First.billingTermGroupId" }),
        instalment("Third", "2026-05-01", { billingTermGroupId: "$First.billingTermGroupId" }),
        pobs("First", {
          ...{ name: "Build", serviceStartDate: from, serviceEndDate: "2026-06-30" },
          ...{ transactionPrice: "9000.00", recognitionPattern: "PERCENT_COMPLETE" },
        }),
        approve,
      ),
      on("2026-01-20", pay(0, "3000.00")),
      on("2026-02-01", done("0.2"), close("2026-01")),
      on(
        "2026-03-01",
        done("0.2", "0.5"),
        adjust("2026-02-28", "500.00", ["REVENUE", "CONTRACT_ASSET"]),
        close("2026-02"),
      ),
      on("2026-04-01", done("0.2", "0.5", "0.6"), close("2026-03")),
      on(
        "2026-04-02",
        reopen("2026-02"),
        done("0.2", "0.4", "0.6"),
        act("POST /v3/adjustments/$adjusted.id/reverse", { reason: "Accepted", date: "2026-03-31" }),
        close("2026-02"),
        close("2026-03"),
      ),
      on("2026-05-01", done("0.2", "0.4", "0.6", "1"), close("2026-04")),
      ...closedInTurn("2026-05"),
    ],
    table: `
      2026-01-01 | 3000.00 | 0 | PAID
      2026-03-01 | 3000.00 | 0 | ISSUED
      2026-05-01 | 3000.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 1800.00 | 0       | 0 | 0       | 1200.00 | 0 | 0 | 7200.00
      2026-02 | 2700.00 | 0       | 0 | 1000.00 | 0       | 0 | 0 | 4500.00
      2026-03 | 900.00  | 3000.00 | 0 | 0       | 1100.00 | 0 | 0 | 3600.00
      2026-02 | 1800.00 | 0       | 0 | 100.00  | 0       | 0 | 0 | 5400.00
      2026-03 | 1800.00 | 3000.00 | 0 | 0       | 600.00  | 0 | 0 | 3600.00
      2026-04 | 3600.00 | 3000.00 | 0 | 3000.00 | 0       | 0 | 0 | 0
      2026-05 | 0       | 6000.00 | 0 | 0       | 0       | 0 | 0 | 0`,
  },
  {
    // 100.00 a month. February and March are opened again for an invoice of 20 February: 90.00 for February to April, and 50.00 of 15 January, which February catches up.
    // In April half of the 90.00 is credited, 15.00 of each month. Held in May, when it cannot be deleted, and released in June.
    title: "a manual invoice in a month that is reopened, credited in part, and a month left out",
    steps: [
      on(from, ...taxed("0.20"), obligation("Plan", { price: "100.00", from, to: "2026-06-30" }), approve),
      ...closedInTurn("2026-01", "2026-02", "2026-03"),
      on(
        "2026-04-03",
        reopen("2026-02"),
        act("POST /v3/invoices", {
          ...{ contractId: "$contract", issueDate: "2026-02-20" },
          lines: [
            {
              ...{ name: "Workshop", unitPrice: "90.00" },
              revenue: { serviceStartDate: "2026-02-01", serviceEndDate: "2026-04-30" },
            },
            { name: "Set-up", unitPrice: "50.00", revenue: { recognitionDate: "2026-01-15" } },
          ],
        }),
        close("2026-02"),
        close("2026-03"),
      ),
      on("2026-04-10", creditOfLine(4, 0, "2026-04-10", "45.00"), applyMemo(0, 4)),
      ...closedInTurn("2026-04"),
      on("2026-05-05", act("POST /v3/contracts/$contract/close-hold", { reason: "Disputed" })),
      on("2026-05-20", rejected("CONTRACT_INVOICED", "DELETE /v3/contracts/$contract")),
      ...closedInTurn("2026-05"),
      on("2026-06-10", act("DELETE /v3/contracts/$contract/close-hold")),
      ...closedInTurn("2026-06"),
    ],
    table: `
      2026-01-01 | 120.00 | 20.00 | ISSUED
      2026-02-01 | 120.00 | 20.00 | ISSUED
      2026-03-01 | 120.00 | 20.00 | ISSUED
      2026-04-01 | 120.00 | 20.00 | ISSUED
      2026-02-20 | 168.00 | 28.00 | PARTIALLY_PAID
      2026-05-01 | 120.00 | 20.00 | ISSUED
      2026-06-01 | 120.00 | 20.00 | ISSUED
      2026-04-10 | 54.00  | 9.00  | APPLIED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 120.00 | 0 | 0 | 0      | 20.00  | 0 | 500.00
      2026-02 | 100.00 | 240.00 | 0 | 0 | 0      | 40.00  | 0 | 400.00
      2026-03 | 100.00 | 360.00 | 0 | 0 | 0      | 60.00  | 0 | 300.00
      2026-02 | 180.00 | 408.00 | 0 | 0 | 60.00  | 68.00  | 0 | 460.00
      2026-03 | 130.00 | 528.00 | 0 | 0 | 30.00  | 88.00  | 0 | 330.00
      2026-04 | 85.00  | 594.00 | 0 | 0 | 0      | 99.00  | 0 | 200.00
      2026-05 | 0      | 714.00 | 0 | 0 | 100.00 | 119.00 | 0 | 200.00
      2026-06 | 200.00 | 834.00 | 0 | 0 | 0      | 139.00 | 0 | 0`,
  },
  {
    // 100.00 a month and calls at 0.010. February is opened again, and March with it: 5.00 of late calls and −30.00 of January's credit
    // make its 120.00 95.00. The calls wait for the bill of May.
    title: "two months reopened for late calls and a credit in the earlier one",
    steps: [
      on(
        "2026-01-01",
        eventType,
        grace(0),
        obligation("Platform", { price: "100.00", from: "2026-01-01", to: "2026-04-30" }),
        usageTerm("Calls", { price: "0.010", from: "2026-01-01", to: "2026-04-30" }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "1000")),
      on("2026-02-20", close("2026-01"), use("2026-02-20", "2000")),
      on("2026-04-05", close("2026-03")),
      on(
        "2026-04-06",
        reopen("2026-02"),
        use("2026-02-25", "500"),
        creditOfLine(0, 0, "2026-02-20", "30.00"),
        close("2026-02"),
        close("2026-03"),
      ),
      ...closedInTurn("2026-04"),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-01 | 110.00 | 0 | ISSUED
      2026-03-01 | 120.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-05-01 | 5.00   | 0 | ISSUED
      2026-02-20 | 30.00  | 0 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 110.00 | 100.00 | 10.00 | 0 | 0 | 0 | 0     | 300.00
      2026-02 | 120.00 | 210.00 | 20.00 | 0 | 0 | 0 | 0     | 200.00
      2026-03 | 100.00 | 330.00 | 0     | 0 | 0 | 0 | 0     | 100.00
      2026-02 | 95.00  | 210.00 | 25.00 | 0 | 0 | 0 | 30.00 | 200.00
      2026-03 | 100.00 | 330.00 | 5.00  | 0 | 0 | 0 | 30.00 | 100.00
      2026-04 | 100.00 | 430.00 | 5.00  | 0 | 0 | 0 | 30.00 | 0`,
  },
];

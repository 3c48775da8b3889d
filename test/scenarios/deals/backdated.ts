import {
  act,
  approve,
  close,
  eventType,
  grace,
  obligation,
  on,
  pobs,
  reopen,
  term,
  usageTerm,
  use,
} from "../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal, taxed, termPath, total } from "./deal.ts";

// Measured work whose price is not all fixed, and agreements of a month that is still open when they are told.

const from = "2026-01-01";
const pob = (body: object) => act("PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.0.id", body);
const done = (...reports: readonly (readonly [string, string])[]) =>
  pob({ correction: true, progress: reports.map(([asOf, percentComplete]) => ({ asOf, percentComplete })) });
const once = (name: string, price: string, day: string, parts: object = {}) =>
  term(name, { price, from: day, to: day, interval: "NONE", ...parts });
const [january, february] = [
  ["2026-01-31", "0.2"],
  ["2026-02-28", "0.45"],
] as const;

export const backdatedDeals: readonly Deal[] = [
  {
    // 20 and 45 % of 9,000.00, and hours at 80.00 as they are worked: 10, and 5 with 3 late ones. From 10 March on 12,000.00: 60 % are 3,150.00 more, and 6 hours. In April March turns out to be 50 %
    // and the late hours none: 75 % are 1,800.00 more, 160.00 of hours are earned and 240.00 taken back, which the bill of May carries.
    title:
      "measured work and hours of one group: late hours, a change order, less done than was told, and hours that were none",
    pobs: true,
    steps: [
      on(
        from,
        eventType,
        grace(0),
        once("First", "3000.00", from),
        once("Second", "3000.00", "2026-03-01", { billingTermGroupId: "$First.billingTermGroupId" }),
        once("Third", "3000.00", "2026-05-01", { billingTermGroupId: "$First.billingTermGroupId" }),
        usageTerm("Hours", {
          ...{ price: "80.00", from, to: "2026-06-30", billingTermGroupId: "$First.billingTermGroupId" },
        }),
        pobs(
          "First",
          {
            ...{ name: "Work", serviceStartDate: from, serviceEndDate: "2026-06-30" },
            ...{ transactionPrice: "9000.00", recognitionPattern: "PERCENT_COMPLETE" },
          },
          { name: "Hours", recognitionPattern: "RECOGNIZE_AS_CONSUMED", eventTypeId: "$calls.id" },
        ),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "10")),
      on("2026-02-01", done(january), close("2026-01")),
      on("2026-02-10", { ...use("2026-01-28", "3"), as: "late" }, use("2026-02-10", "5")),
      on("2026-03-01", done(january, february), close("2026-02")),
      on(
        "2026-03-10",
        once("More", "3000.00", "2026-04-10", { billingTermGroupId: "$First.billingTermGroupId" }),
        pob({ transactionPrice: "12000.00" }),
        use("2026-03-10", "6"),
      ),
      on("2026-04-01", done(january, february, ["2026-03-31", "0.6"]), close("2026-03")),
      on("2026-04-08", done(january, february, ["2026-03-31", "0.5"]), act("DELETE /v3/events/$late.id")),
      on("2026-04-20", use("2026-04-20", "2")),
      on("2026-05-01", done(january, february, ["2026-03-31", "0.5"], ["2026-04-30", "0.75"]), close("2026-04")),
      on(
        "2026-06-01",
        done(january, february, ["2026-03-31", "0.5"], ["2026-04-30", "0.75"], ["2026-05-31", "1"]),
        close("2026-05"),
      ),
    ],
    table: `
      2026-01-01 | 3000.00 | 0 | ISSUED
      2026-02-01 | 800.00  | 0 | ISSUED
      2026-03-01 | 3640.00 | 0 | ISSUED
      2026-04-01 | 480.00  | 0 | ISSUED
      2026-04-10 | 3000.00 | 0 | ISSUED
      2026-05-01 | 2920.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 2600.00 | 3000.00  | 800.00 | 0       | 1200.00 | 0 | 0
      2026-02 | 2890.00 | 3800.00  | 640.00 | 1050.00 | 0       | 0 | 0
      2026-03 | 3630.00 | 7440.00  | 480.00 | 1200.00 | 0       | 0 | 0
      2026-04 | 1720.00 | 10920.00 | 160.00 | 0       | 240.00  | 0 | 0
      2026-05 | 3000.00 | 13840.00 | 0      | 0       | 0       | 0 | 0`,
  },
  {
    // Two of five parts of 1,001.000 are 400.400, reached in a closed month. 1,100.001 make them 440.000; a credit of 50.000 takes 20.000 of them until it is void in an April that is reopened.
    title:
      "milestones in dinars that are billed when they are reached, told late, dearer between them, and credited in vain",
    pobs: true,
    contract: { currency: "KWD" },
    steps: [
      on(
        from,
        ...taxed("0.05"),
        once("Design", "400.000", from, { trigger: "MILESTONE" }),
        once("Build", "601.000", from, {
          ...{ trigger: "MILESTONE", billingTermGroupId: "$Design.billingTermGroupId" },
        }),
        pobs("Design", {
          ...{ name: "Project", serviceStartDate: from, serviceEndDate: "2026-06-30", transactionPrice: "1001.000" },
          recognitionPattern: "MILESTONE",
          milestones: [
            { name: "Design", weight: "2" },
            { name: "Build", weight: "3" },
          ],
        }),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on(
        "2026-03-10",
        act("POST /v3/contracts/$contract/billing-terms/$Design.id/milestone", { reachedOn: "2026-02-20" }),
      ),
      ...closedInTurn("2026-03"),
      on("2026-04-05", act(`PATCH ${termPath("Build")}`, total("700.001")), pob({ transactionPrice: "1100.001" })),
      on("2026-04-20", creditOfLine(0, 0, "2026-04-20", "50.000", "KWD")),
      ...closedInTurn("2026-04"),
      on(
        "2026-05-12",
        act("POST /v3/contracts/$contract/billing-terms/$Build.id/milestone", { reachedOn: "2026-05-12" }),
      ),
      ...closedInTurn("2026-05"),
      on(
        "2026-06-10",
        reopen("2026-04"),
        act("POST /v3/credit-memos/$memos.0.id/void", { reason: "In error" }),
        close("2026-05"),
      ),
    ],
    table: `
      2026-03-10 | 420.000 | 20.000 | ISSUED
      2026-05-12 | 735.001 | 35.000 | ISSUED
      2026-04-20 | 52.500  | 2.500  | VOID
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 0       | 0        | 0 | 0      | 0 | 0      | 0      | 1001.000
      2026-02 | 0       | 0        | 0 | 0      | 0 | 0      | 0      | 1001.000
      2026-03 | 400.400 | 420.000  | 0 | 0.400  | 0 | 20.000 | 0      | 600.600
      2026-04 | 19.600  | 420.000  | 0 | 70.000 | 0 | 17.500 | 52.500 | 630.001
      2026-05 | 630.001 | 1155.001 | 0 | 0      | 0 | 52.500 | 52.500 | 0
      2026-04 | 39.600  | 420.000  | 0 | 40.000 | 0 | 20.000 | 0      | 660.001
      2026-05 | 660.001 | 1155.001 | 0 | 0      | 0 | 55.000 | 0      | 0`,
  },
  {
    // Support is dearer by 60.00 from 16 March on, as was agreed in April: 30.97 of March catch up in it, and wait for the bill of July. Three seats from the same day on were agreed in May: 48.00 and 93.00
    // of two closed months catch up in that, and are billed in June.
    title:
      "a price agreed in April and seats agreed in May, both from a day in March, told in June before April is closed",
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
    // 1,000.00 over the year and 500.00 over half of it. Support ended with 20 March, as was agreed in April: 220.43 of either are earned by then, and 891.40 of the 1,332.26 that are billed after all are left for
    // 11/31 and nine months. March, still open when it is said, does not know of it; the 117.74 are credited in May.
    title: "a part of a shared price that ended in March, agreed in April, and told in May before March is closed",
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        obligation(
          "Platform",
          { price: "1200.00", interval: "YEAR", from, to: "2026-12-31" },
          { standaloneSellingPrice: "1200.00" },
        ),
        obligation("Support", { price: "50.00", from, to: "2026-06-30" }, { standaloneSellingPrice: "600.00" }),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on(
        "2026-05-10",
        act(`PATCH ${termPath("Support")}/terminate`, {
          ...{ endDate: "2026-03-20", creditUnused: true, agreedOn: "2026-04-20" },
        }),
        close("2026-03"),
        close("2026-04"),
      ),
      ...closedInTurn("2026-05", "2026-06", "2026-07"),
    ],
    table: `
      2026-01-01 | 1250.00 | 0 | ISSUED
      2026-02-01 | 50.00   | 0 | ISSUED
      2026-03-01 | 50.00   | 0 | ISSUED
      2026-04-01 | 50.00   | 0 | ISSUED
      2026-05-01 | 50.00   | 0 | ISSUED
      2026-05-10 | 117.74  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 166.66 | 1250.00 | 0 | 0 | 1083.34 | 0 | 0      | 1333.34
      2026-02 | 166.68 | 1300.00 | 0 | 0 | 966.66  | 0 | 0      | 1166.66
      2026-03 | 166.66 | 1350.00 | 0 | 0 | 850.00  | 0 | 0      | 1000.00
      2026-04 | 69.96  | 1400.00 | 0 | 0 | 830.04  | 0 | 0      | 762.30
      2026-05 | 95.29  | 1450.00 | 0 | 0 | 667.01  | 0 | 117.74 | 667.01
      2026-06 | 95.28  | 1450.00 | 0 | 0 | 571.73  | 0 | 117.74 | 571.73
      2026-07 | 95.29  | 1450.00 | 0 | 0 | 476.44  | 0 | 117.74 | 476.44`,
  },
];

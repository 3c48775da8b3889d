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
      "progress-based work and hours of one group: late hours, a change order, less done than was recorded, and hours that were none",
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
      "milestones in dinars that are billed when they are reached, recorded late, more expensive between them, and credited in vain",
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
    // 1,000.00 over the year and 500.00 over half of it. Support ended with 20 March, as was agreed in April: 220.43 of either are earned by then, and 891.40 of the 1,332.26 that are billed after all are left for
    // 11/31 and nine months. March, still open when it is said, does not know of it; the 117.74 are credited in May.
    title: "a part of a shared price that ended in March, agreed in April, and recorded in May before March is closed",
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
  {
    // 7,429 of 13,000 yen and 5,571 over the year. The licence comes on 20 April, as is known in March, which takes back what January had. 1,008 more for support from July on, said in February, are support's alone, for the
    // licence is delivered by then.
    title:
      "a licence in yen that was not delivered after all, in an allocated contract with support that is more expensive from July on",
    contract: { currency: "JPY", allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        ...taxed("0.10"),
        obligation(
          "Support",
          { price: "4000", interval: "YEAR", from, to: "2026-12-31" },
          { standaloneSellingPrice: "6000" },
        ),
        obligation(
          "Licence",
          { price: "9000", interval: "NONE", from: "2026-01-10", to: "2026-01-10" },
          { standaloneSellingPrice: "8000" },
        ),
        approve,
      ),
      ...closedInTurn("2026-01"),
      on(
        "2026-02-10",
        act(`POST ${termPath("Support")}/amendments`, {
          ...{ effectiveDate: "2026-07-01", settlement: "IMMEDIATE", ...total("6000") },
        }),
      ),
      ...closedInTurn("2026-02"),
      on(
        "2026-03-10",
        act("PATCH /v3/contracts/$contract/obligation/$Licence.id", {
          ...{ revenueStartDate: "2026-04-20", revenueEndDate: "2026-04-20", reasonCode: "CORRECTION" },
        }),
      ),
      ...closedInTurn("2026-03", "2026-04", "2026-05", "2026-06", "2026-07", "2026-08", "2026-09"),
    ],
    table: `
      2026-01-01 | 4400 | 400 | ISSUED
      2026-01-10 | 9900 | 900 | ISSUED
      2026-07-01 | 1109 | 101 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 7893 | 14300 | 0 | 0 | 5107 | 1300 | 0 | 5107
      2026-02 | 465 | 14300 | 0 | 0 | 4642 | 1300 | 0 | 5650
      2026-03 | -6965 | 14300 | 0 | 0 | 11607 | 1300 | 0 | 12615
      2026-04 | 7893 | 14300 | 0 | 0 | 3714 | 1300 | 0 | 4722
      2026-05 | 464 | 14300 | 0 | 0 | 3250 | 1300 | 0 | 4258
      2026-06 | 465 | 14300 | 0 | 0 | 2785 | 1300 | 0 | 3793
      2026-07 | 632 | 15409 | 0 | 0 | 3161 | 1401 | 0 | 3161
      2026-08 | 632 | 15409 | 0 | 0 | 2529 | 1401 | 0 | 2529
      2026-09 | 633 | 15409 | 0 | 0 | 1896 | 1401 | 0 | 1896`,
  },
  {
    // 1,000.00 of the platform's 1,200.00 are left on 1 March, with 400.00, by 1,000 and 800: 777.78 and 622.22. It was agreed in April, so April has 366.67, 133.33 of them of March. The training is billed
    // in June; what it has earned by then is taken off the liability of the contract.
    title:
      "training that began in March, agreed in April, and recorded in June before April is closed, in an allocated contract",
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        obligation(
          "Platform",
          { price: "1200.00", interval: "YEAR", from, to: "2026-12-31" },
          { standaloneSellingPrice: "1200.00" },
        ),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02", "2026-03"),
      on(
        "2026-06-10",
        obligation(
          "Training",
          { price: "400.00", interval: "NONE", from: "2026-03-01", to: "2026-03-01" },
          {
            ...{ serviceEndDate: "2026-06-30", recognitionPattern: "STRAIGHT_LINE", standaloneSellingPrice: "800.00" },
            agreedOn: "2026-04-28",
          },
        ),
        close("2026-04"),
        close("2026-05"),
      ),
      ...closedInTurn("2026-06", "2026-07"),
    ],
    table: `
      2026-01-01 | 1200.00 | 0 | ISSUED
      2026-06-10 | 400.00  | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 1200.00 | 0 | 0 | 1100.00 | 0 | 0 | 1100.00
      2026-02 | 100.00 | 1200.00 | 0 | 0 | 1000.00 | 0 | 0 | 1000.00
      2026-03 | 100.00 | 1200.00 | 0 | 0 | 900.00  | 0 | 0 | 900.00
      2026-04 | 366.67 | 1200.00 | 0 | 0 | 533.33  | 0 | 0 | 933.33
      2026-05 | 233.33 | 1200.00 | 0 | 0 | 300.00  | 0 | 0 | 700.00
      2026-06 | 233.33 | 1600.00 | 0 | 0 | 466.67  | 0 | 0 | 466.67
      2026-07 | 77.78  | 1600.00 | 0 | 0 | 388.89  | 0 | 0 | 388.89`,
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
];

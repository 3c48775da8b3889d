import { type Act, act, approve, close, eventType, grace, on, usageTerm, use } from "../../golden/scenario.ts";
import { closedInTurn, commitment, type Deal, taxed } from "../deal.ts";

// Commitments by the week, over several kinds of usage with periods, prices and taxes of their own.

const from = "2026-01-01";
const mailType = act("POST /v3/events/types", { name: "Mails" }, "mails");
const mailed = (day: string, value: string): Act =>
  act("POST /v3/events", {
    ...{ idempotencyKey: `mailed-${day}-${value}`, customerId: "$customer", eventTypeId: "$mails.id" },
    ...{ datetime: `${day}T08:00:00Z`, value },
  });
const called = (day: string, value: string) => use(day, value, `called-${day}-${value}`);
const committed = { usageScope: "COMMITMENT" };
const itemOf = (name: string, taxCategory: string) => act("POST /v3/items", { name, taxCategory }, name);

export const severalEventTypeDeals: readonly Deal[] = [
  {
    // 70.00 a week. 90.00 are 20.00 beyond; 30.00 are trued up by 40.00; 70.00 are as much; the week over the month's end has 20.00 and 10.00, and its 40.00 are February's.
    title: "a commitment by the week: beyond it, below it, equal to it, and one week over the end of a month",
    contract: { startDate: "2026-01-05", endDate: "2026-02-01" },
    steps: [
      on(
        "2026-01-05",
        eventType,
        grace(0),
        usageTerm("Calls", { price: "0.10", from: "2026-01-05", to: "2026-02-01", interval: "WEEK", ...committed }),
        commitment({
          ...{ startDate: "2026-01-05", endDate: "2026-02-01", commitmentInterval: "WEEKLY" },
          ...{ trueUpBehavior: "EACH_PERIOD", steps: [{ commitmentValue: "70.00", billingTermIds: ["$Calls.id"] }] },
        }),
        approve,
      ),
      on("2026-01-08", called("2026-01-08", "900")),
      on("2026-01-14", called("2026-01-14", "300")),
      on("2026-01-22", called("2026-01-22", "700")),
      on("2026-01-28", called("2026-01-28", "200")),
      on("2026-02-01", close("2026-01"), called("2026-02-01", "100")),
      ...closedInTurn("2026-02"),
    ],
    table: `
      2026-01-12 | 90.00 | 0 | ISSUED
      2026-01-19 | 70.00 | 0 | ISSUED
      2026-01-26 | 70.00 | 0 | ISSUED
      2026-02-02 | 70.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 250.00 | 230.00 | 20.00 | 0 | 0 | 0 | 0 | 50.00
      2026-02 | 50.00  | 300.00 | 0     | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 100.00 prepaid with 20.00 of tax. The dearer mails draw first: 50.00 without tax, and 50.00 of calls; 10.00 of calls are beyond. What is prepaid takes 20.00 of tax off, and calls bring 12.00: a bill of 10.00 less 8.00. 10.00 of
    // late mails push as many calls beyond; that bill is void, and comes again with 2.00 of mails more. In the end 60.00 of calls have 12.00 of tax, and 62.00 of mails none.
    title:
      "prepaid with tax for mails without and calls with it: late mails push calls beyond it, and their bill is void once",
    contract: { startDate: from, endDate: "2026-01-31" },
    steps: [
      on(
        from,
        eventType,
        mailType,
        grace(0),
        ...taxed("0.20"),
        itemOf("Taxed", "S"),
        itemOf("Free", "E"),
        usageTerm("Calls", { price: "0.010", from, to: "2026-01-31", itemId: "$Taxed.id", ...committed }),
        usageTerm("Mails", {
          ...{ price: "0.020", from, to: "2026-01-31", itemId: "$Free.id", eventTypeId: "$mails.id", ...committed },
        }),
        commitment(
          {
            ...{ endDate: "2026-01-31", trueUpBehavior: "NONE", prepaidEnabled: true, prepaidValue: "100.00" },
            prepaymentIntegrationItem: "$Taxed.id",
            steps: [{ commitmentValue: "100.00", billingTermIds: ["$Calls.id", "$Mails.id"] }],
          },
          { pricePriority: "HIGH" },
        ),
        approve,
      ),
      on("2026-01-20", called("2026-01-20", "6000"), mailed("2026-01-20", "2500")),
      ...closedInTurn("2026-01"),
      on("2026-02-10", mailed("2026-01-25", "500")),
      on("2026-02-11", act("POST /v3/invoices/$invoices.2.id/actions", { action: "VOID" })),
      on("2026-02-12", mailed("2026-01-26", "100")),
      ...closedInTurn("2026-02"),
    ],
    table: `
      2026-01-01 | 120.00 | 20.00 | ISSUED
      2026-02-01 | 2.00   | -8.00 | ISSUED
      2026-02-10 | 10.00  | 0     | VOID
      2026-02-12 | 12.00  | 0     | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 110.00 | 120.00 | 10.00 | 0 | 0 | 20.00 | 0 | 0
      2026-02 | 12.00  | 134.00 | 0     | 0 | 0 | 12.00 | 0 | 0`,
  },
  {
    // 300.00 a quarter for calls by the month and mails by the quarter. 120.00 and 50.00 of calls are billed before any mails; of the last bill calls draw 20.00 first, for they are cheaper, then 110.00 of 140.00 of mails. Revenue is by day:
    // 60.00 of mails in January, 80.00 in March, 30.00 of them beyond.
    title: "a quarter's commitment for calls by the month and mails by the quarter: what is billed first draws first",
    contract: { startDate: from, endDate: "2026-03-31" },
    steps: [
      on(
        from,
        eventType,
        mailType,
        grace(0),
        usageTerm("Calls", { price: "0.010", from, to: "2026-03-31", ...committed }),
        usageTerm("Mails", {
          ...{ price: "0.020", from, to: "2026-03-31", interval: "QUARTER", eventTypeId: "$mails.id", ...committed },
        }),
        commitment({
          ...{ commitmentInterval: "QUARTERLY", trueUpBehavior: "EACH_PERIOD" },
          steps: [{ commitmentValue: "300.00", billingTermIds: ["$Calls.id", "$Mails.id"] }],
        }),
        approve,
      ),
      on("2026-01-20", called("2026-01-20", "12000"), mailed("2026-01-20", "3000")),
      ...closedInTurn("2026-01"),
      on("2026-02-20", called("2026-02-20", "5000")),
      ...closedInTurn("2026-02"),
      on("2026-03-20", called("2026-03-20", "2000"), mailed("2026-03-20", "4000")),
      ...closedInTurn("2026-03", "2026-04"),
    ],
    table: `
      2026-02-01 | 120.00 | 0 | ISSUED
      2026-03-01 | 50.00  | 0 | ISSUED
      2026-04-01 | 160.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 180.00 | 0      | 180.00 | 0 | 0 | 0 | 0 | 120.00
      2026-02 | 50.00  | 120.00 | 110.00 | 0 | 0 | 0 | 0 | 70.00
      2026-03 | 100.00 | 170.00 | 160.00 | 0 | 0 | 0 | 0 | 0
      2026-04 | 0      | 330.00 | 0      | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 0.010 a call, a quarter less in February, 0.012 from March on, 0.020 beyond 300.00. 100.00, 75.00, and of March's 15,000 calls 125.00 and 4,583⅓ beyond: 91.67. 2,000 late calls of January take 20.00 of the value, so that
    // 1,666⅔ more are beyond: 33.33.
    title: "calls at a discount in one month and dearer in the next within one commitment, and late ones of the first",
    contract: { startDate: from, endDate: "2026-03-31" },
    steps: [
      on(
        from,
        eventType,
        grace(0),
        usageTerm("Calls", {
          ...{ price: "0.010", from, to: "2026-03-31", ...committed },
          discounts: [{ type: "PERCENTAGE", amount: "0.25", startDate: "2026-02-01", endDate: "2026-02-28" }],
          escalator: { type: "FIXED", amount: "0.002", everyMonths: 2 },
        }),
        commitment({
          ...{ trueUpBehavior: "EACH_PERIOD", overageConfigs: [{ eventTypeId: "$calls.id", overagePrice: "0.020" }] },
          steps: [{ commitmentValue: "300.00", billingTermIds: ["$Calls.id"] }],
        }),
        approve,
      ),
      on("2026-01-20", called("2026-01-20", "10000")),
      ...closedInTurn("2026-01"),
      on("2026-02-20", called("2026-02-20", "10000")),
      ...closedInTurn("2026-02"),
      on("2026-03-20", called("2026-03-20", "15000")),
      ...closedInTurn("2026-03"),
      on("2026-04-10", called("2026-01-25", "2000")),
      ...closedInTurn("2026-04"),
    ],
    table: `
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 75.00  | 0 | ISSUED
      2026-04-01 | 216.67 | 0 | ISSUED
      2026-04-10 | 33.33  | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 0      | 100.00 | 0 | 0 | 0 | 0 | 200.00
      2026-02 | 75.00  | 100.00 | 75.00  | 0 | 0 | 0 | 0 | 125.00
      2026-03 | 216.67 | 175.00 | 216.67 | 0 | 0 | 0 | 0 | 0
      2026-04 | 33.33  | 425.00 | 0      | 0 | 0 | 0 | 0 | 0`,
  },
];

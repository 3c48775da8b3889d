import { act, approve, close, eventType, grace, on, pobs, term, usageTerm, use } from "../golden/scenario.ts";
import { closedInTurn, commitment, type Deal } from "./deal.ts";

// What is told of months that are closed, or takes back what was said.

const [from, to] = ["2026-01-01", "2026-12-31"];
const pob = (index: number, body: object) =>
  act(`PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.${index}.id`, body);

const ofDeposit = { billingTermGroupId: "$Deposit.billingTermGroupId" };
const instalment = (name: string, price: string, day: string, parts: object = {}) =>
  term(name, { price, from: day, to: day, interval: "NONE", ...parts });
const done = [
  ["2026-01", "0.3"],
  ["2026-02", "0.6"],
  ["2026-03", "0.5"],
  ["2026-04", "0.7"],
  ["2026-05", "1"],
] as const;
/** What is done by the end of each of the first months; it fell once. */
const progress = (months: number) =>
  pob(0, {
    ...(months === 3 ? { correction: true } : {}),
    progress: done.slice(0, months).map(([month, percentComplete]) => {
      return { asOf: Temporal.PlainYearMonth.from(month).toPlainDate({ day: 28 }).toString(), percentComplete };
    }),
  });

export const toldLateDeals: readonly Deal[] = [
  {
    // 30, 60 and then 50 % of 10,000.00: March takes 1,000.00 back. With the change order 70 % of 12,000.00.
    title: "work whose cost runs over, and a change order",
    pobs: true,
    steps: [
      on(
        from,
        instalment("Deposit", "4000.00", from),
        instalment("Second", "3000.00", "2026-03-01", ofDeposit),
        instalment("Third", "3000.00", "2026-05-01", ofDeposit),
        pobs("Deposit", {
          ...{ name: "Work", serviceStartDate: from, serviceEndDate: "2026-06-30" },
          ...{ transactionPrice: "10000.00", recognitionPattern: "PERCENT_COMPLETE" },
        }),
        approve,
      ),
      ...done.slice(0, 3).map(([month], index) => on(`2026-0${index + 2}-01`, progress(index + 1), close(month))),
      on(
        "2026-04-20",
        instalment("Change order", "2000.00", "2026-05-10", ofDeposit),
        pob(0, { transactionPrice: "12000.00" }),
      ),
      on("2026-05-01", progress(4), close("2026-04")),
      on("2026-06-01", progress(5), close("2026-05")),
    ],
    table: `
      2026-01-01 | 4000.00 | 0 | ISSUED
      2026-03-01 | 3000.00 | 0 | ISSUED
      2026-05-01 | 3000.00 | 0 | ISSUED
      2026-05-10 | 2000.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 3000.00 | 4000.00 | 0 | 0 | 1000.00 | 0 | 0
      2026-02 | 3000.00 | 4000.00 | 0 | 2000.00 | 0 | 0 | 0
      2026-03 | -1000.00 | 7000.00 | 0 | 0 | 2000.00 | 0 | 0
      2026-04 | 3400.00 | 7000.00 | 0 | 1400.00 | 0 | 0 | 0
      2026-05 | 3600.00 | 12000.00 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // February's 200 calls are below the minimum. 250 late ones make them 130.00, 30.00 more in March; January's 500 were none, so April takes back the 40.00
    // above the minimum. Both are on the next bill.
    title: "tiers with a minimum, late calls, and calls that were none",
    steps: [
      on(
        from,
        eventType,
        grace(0),
        usageTerm("Calls", {
          price: "0.30",
          from,
          to: "2026-04-30",
          pricingType: "TIERED",
          minimumAmount: "100.00",
          pricing: [
            { tier: 0, amount: "0.30", amountType: "PER_ITEM", tierMinimum: "0" },
            { tier: 1, amount: "0.20", amountType: "PER_ITEM", tierMinimum: "400" },
          ],
        }),
        approve,
      ),
      on("2026-01-11", { ...use("2026-01-10", "500", "jan-500"), as: "january" }),
      on("2026-02-11", use("2026-02-10", "200", "feb-200")),
      on("2026-02-12", close("2026-01")),
      on("2026-03-01", close("2026-02")),
      on("2026-03-20", use("2026-02-12", "250", "feb-250")),
      on("2026-04-01", close("2026-03")),
      on("2026-04-05", act("DELETE /v3/events/$january.id")),
      on("2026-05-01", close("2026-04")),
      on("2026-06-01", close("2026-05")),
    ],
    table: `
      2026-02-01 | 140.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 130.00 | 0 | ISSUED
      2026-05-01 | 60.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 140.00 | 0 | 140.00 | 0 | 0 | 0 | 0
      2026-02 | 100.00 | 140.00 | 100.00 | 0 | 0 | 0 | 0
      2026-03 | 130.00 | 240.00 | 130.00 | 0 | 0 | 0 | 0
      2026-04 | 60.00 | 370.00 | 100.00 | 0 | 40.00 | 0 | 0
      2026-05 | 0 | 430.00 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 150.00 of 400.00 lapse with March. Late calls of 100.00 draw them again, so that 100.00 less are lapsed: April comes to nothing. In May 500.00 are
    // used, 100.00 beyond what is prepaid.
    title: "value that lapses, and late calls that draw it",
    contract: { startDate: from, endDate: to },
    steps: [
      on(
        from,
        eventType,
        grace(0),
        usageTerm("Calls", { price: "0.01", from, to: "2026-06-30", usageScope: "COMMITMENT" }),
        commitment({
          endDate: "2026-06-30",
          commitmentInterval: "QUARTERLY",
          trueUpBehavior: "NONE",
          prepaidEnabled: true,
          prepaidValue: "400.00",
          prepaymentScheduleType: "PER_COMMITMENT_PERIOD",
          overageConfigs: [{ eventTypeId: "$calls.id", overagePrice: "0.02" }],
          steps: [{ commitmentValue: "1000.00", billingTermIds: ["$Calls.id"] }],
        }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "15000", "l1")),
      on("2026-02-10", close("2026-01"), use("2026-02-10", "10000", "l2")),
      on("2026-03-02", close("2026-02")),
      on("2026-04-02", close("2026-03")),
      on("2026-04-15", use("2026-03-10", "10000", "l3")),
      on("2026-05-02", close("2026-04")),
      on("2026-05-10", use("2026-05-10", "50000", "l4")),
      ...closedInTurn("2026-05", "2026-06"),
    ],
    table: `
      2026-01-01 | 400.00 | 0 | ISSUED
      2026-02-01 | 0.00 | 0 | PAID
      2026-03-01 | 0.00 | 0 | PAID
      2026-04-01 | 400.00 | 0 | ISSUED
      2026-04-01 | 0.00 | 0 | PAID
      2026-06-01 | 100.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 150.00 | 400.00 | 0 | 0 | 250.00 | 0 | 0
      2026-02 | 100.00 | 400.00 | 0 | 0 | 150.00 | 0 | 0
      2026-03 | 150.00 | 400.00 | 0 | 0 | 0 | 0 | 0
      2026-04 | 0 | 800.00 | 0 | 0 | 400.00 | 0 | 0
      2026-05 | 500.00 | 800.00 | 100.00 | 0 | 0 | 0 | 0
      2026-06 | 0 | 900.00 | 0 | 0 | 0 | 0 | 0`,
  },
];

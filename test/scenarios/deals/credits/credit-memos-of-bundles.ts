import { act, approve, close, obligation, on, pobs, rejected, reopen, term } from "../../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal, taxed, termPath } from "../deal.ts";

// Credits by an amount of what several obligations share, some of which are satisfied, and voids of them.

const [from, to] = ["2026-01-01", "2026-12-31"];
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const pob = (index: number, body: object) =>
  act(`PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.${index}.id`, body);
const voided = (memo: number) => act(`POST /v3/credit-memos/$memos.${memo}.id/void`, { reason: "In error" });
const onDay = (name: string, day: string, transactionPrice: string) => ({
  ...{ name, serviceStartDate: day, serviceEndDate: day, recognitionDate: day },
  ...{ transactionPrice, recognitionPattern: "POINT_IN_TIME" },
});
const service = (name: string, transactionPrice: string, parts: object = {}) => ({
  ...{ name, serviceStartDate: from, serviceEndDate: to },
  ...{ transactionPrice, recognitionPattern: "STRAIGHT_LINE", ...parts },
});
const progress = (...reports: readonly [string, string][]) =>
  pob(0, { progress: reports.map(([asOf, percentComplete]) => ({ asOf, percentComplete })) });
const pay = (index: number, amount: string, parts: object = {}, as?: string) =>
  act(`POST /v3/invoices/$invoices.${index}.id/payments`, { amount, ...parts }, as);
const applyMemo = (memo: number, invoice: number, parts: object = {}, as?: string) =>
  act(`POST /v3/credit-memos/$memos.${memo}.id/applications`, { invoiceId: `$invoices.${invoice}.id`, ...parts }, as);
const applyMoney = (payment: string, invoice: number) =>
  act(`POST /v3/payments/$${payment}.id/applications`, { invoiceId: `$invoices.${invoice}.id` });
const shared = { allocationMethod: "RELATIVE_SSP" };
const once = (name: string, price: string, served: string, standaloneSellingPrice: string) =>
  obligation(
    name,
    { price, from, to: from, interval: "NONE" },
    {
      ...{ serviceStartDate: served, serviceEndDate: served },
      ...{ recognitionPattern: "POINT_IN_TIME", standaloneSellingPrice },
    },
  );

export const creditMemosOfBundlesDeals: readonly Deal[] = [
  {
    // 6,000.00, 4,800.00 and 1,200.00. 1,200.00 that are credited in April are 600.00, 480.00, of which 120.00 are of the first quarter, and 120.00. Of 1,080.00 in November 540.00
    // and 108.00 are of what was delivered, 36.00 a month of the support; void in December, they are November's again.
    title: "a licence, support and training: three credits of their price, two of them void",
    pobs: true,
    steps: [
      on(
        from,
        term("Deal", { price: "12000.00", from, to: from, interval: "NONE" }),
        pobs(
          "Deal",
          onDay("Licence", "2026-01-15", "6000.00"),
          service("Support", "4800.00"),
          onDay("Training", "2026-10-01", "1200.00"),
        ),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 3)),
      on("2026-04-10", creditOfLine(0, 0, "2026-04-10", "1200.00")),
      ...closedInTurn(...months.slice(3, 6)),
      on("2026-07-10", creditOfLine(0, 0, "2026-07-10", "600.00")),
      on("2026-07-20", voided(1)),
      ...closedInTurn(...months.slice(6, 10)),
      on("2026-11-10", creditOfLine(0, 0, "2026-11-10", "1080.00")),
      ...closedInTurn("2026-11"),
      on("2026-12-10", reopen("2026-11"), voided(2), close("2026-11")),
      ...closedInTurn("2026-12"),
    ],
    table: `
      2026-01-01 | 12000.00 | 0 | ISSUED
      2026-04-10 | 1200.00  | 0 | OPEN
      2026-07-10 | 600.00   | 0 | VOID
      2026-11-10 | 1080.00  | 0 | VOID
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 6400.00 | 12000.00 | 0 | 0 | 5600.00 | 0 | 0       | 5600.00
      2026-02 | 400.00  | 12000.00 | 0 | 0 | 5200.00 | 0 | 0       | 5200.00
      2026-03 | 400.00  | 12000.00 | 0 | 0 | 4800.00 | 0 | 0       | 4800.00
      2026-04 | -360.00 | 12000.00 | 0 | 0 | 3960.00 | 0 | 1200.00 | 3960.00
      2026-05 | 360.00  | 12000.00 | 0 | 0 | 3600.00 | 0 | 1200.00 | 3600.00
      2026-06 | 360.00  | 12000.00 | 0 | 0 | 3240.00 | 0 | 1200.00 | 3240.00
      2026-07 | 360.00  | 12000.00 | 0 | 0 | 2880.00 | 0 | 1200.00 | 2880.00
      2026-08 | 360.00  | 12000.00 | 0 | 0 | 2520.00 | 0 | 1200.00 | 2520.00
      2026-09 | 360.00  | 12000.00 | 0 | 0 | 2160.00 | 0 | 1200.00 | 2160.00
      2026-10 | 1440.00 | 12000.00 | 0 | 0 | 720.00  | 0 | 1200.00 | 720.00
      2026-11 | -684.00 | 12000.00 | 0 | 0 | 324.00  | 0 | 2280.00 | 324.00
      2026-11 | 360.00  | 12000.00 | 0 | 0 | 360.00  | 0 | 1200.00 | 360.00
      2026-12 | 360.00  | 12000.00 | 0 | 0 | 0       | 0 | 1200.00 | 0`,
  },
  {
    // 5,400.00 and 3,600.00. 900.00 that are credited in March take 540.00 and 360.00. 1,200.00 more from June on: 7,950.00 are left for all of the build and seven months of support, by
    // 6,000 and 2,333.33. In July the credit is void: without it 8,700.00 are left.
    title: "progress-based work and support: a credit, a higher price after it, and the credit void in the end",
    pobs: true,
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        term("Deal", { price: "9000.00", from, to: from, interval: "NONE" }),
        pobs(
          "Deal",
          service("Build", "5400.00", { standaloneSellingPrice: "6000.00", recognitionPattern: "PERCENT_COMPLETE" }),
          service("Support", "3600.00", { standaloneSellingPrice: "4000.00" }),
        ),
        approve,
      ),
      on("2026-02-01", progress(["2026-01-31", "0.2"]), close("2026-01")),
      ...closedInTurn("2026-02"),
      on("2026-03-10", creditOfLine(0, 0, "2026-03-10", "900.00")),
      on("2026-03-31", progress(["2026-01-31", "0.2"], ["2026-03-31", "0.5"])),
      ...closedInTurn("2026-03", "2026-04", "2026-05"),
      on(
        "2026-06-10",
        term("More", {
          ...{ price: "1200.00", from: "2026-06-10", to: "2026-06-10", interval: "NONE" },
          billingTermGroupId: "$Deal.billingTermGroupId",
        }),
        pob(1, { transactionPrice: "4800.00", effectiveDate: "2026-06-01" }),
      ),
      ...closedInTurn("2026-06"),
      on("2026-07-15", reopen("2026-03"), voided(0), close("2026-06")),
      ...closedInTurn("2026-07"),
      on("2026-08-20", progress(["2026-01-31", "0.2"], ["2026-03-31", "0.5"], ["2026-08-20", "1"])),
      ...closedInTurn(...months.slice(7)),
    ],
    table: `
      2026-01-01 | 9000.00 | 0 | ISSUED
      2026-06-10 | 1200.00 | 0 | ISSUED
      2026-03-10 | 900.00  | 0 | VOID
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 1380.00 | 9000.00  | 0 | 0 | 7620.00 | 0 | 0
      2026-02 | 300.00  | 9000.00  | 0 | 0 | 7320.00 | 0 | 0
      2026-03 | 1560.00 | 9000.00  | 0 | 0 | 4860.00 | 0 | 900.00
      2026-04 | 270.00  | 9000.00  | 0 | 0 | 4590.00 | 0 | 900.00
      2026-05 | 270.00  | 9000.00  | 0 | 0 | 4320.00 | 0 | 900.00
      2026-06 | 750.00  | 10200.00 | 0 | 0 | 4770.00 | 0 | 900.00
      2026-03 | 1920.00 | 9000.00  | 0 | 0 | 5400.00 | 0 | 0
      2026-04 | 300.00  | 9000.00  | 0 | 0 | 5100.00 | 0 | 0
      2026-05 | 300.00  | 9000.00  | 0 | 0 | 4800.00 | 0 | 0
      2026-06 | 780.00  | 10200.00 | 0 | 0 | 5220.00 | 0 | 0
      2026-07 | 348.00  | 10200.00 | 0 | 0 | 4872.00 | 0 | 0
      2026-08 | 3480.00 | 10200.00 | 0 | 0 | 1392.00 | 0 | 0
      2026-09 | 348.00  | 10200.00 | 0 | 0 | 1044.00 | 0 | 0
      2026-10 | 348.00  | 10200.00 | 0 | 0 | 696.00  | 0 | 0
      2026-11 | 348.00  | 10200.00 | 0 | 0 | 348.00  | 0 | 0
      2026-12 | 348.00  | 10200.00 | 0 | 0 | 0       | 0 | 0`,
  },
  {
    // 2,400.00 of a licence, delivered in January, and 100.00 a month, billed as 300.00 a month. Each of two bills that are credited whole takes 200.00 and the 100.00 that its month
    // earned. Without the second one as much more is earned, and billed.
    title: "a licence delivered long before its instalments, of which two are credited whole, and one credit is void",
    pobs: true,
    steps: [
      on(
        from,
        term("Plan", { price: "300.00", from, to }),
        pobs("Plan", onDay("Licence", "2026-01-10", "2400.00"), service("Support", "1200.00")),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on("2026-03-05", creditOfLine(0, 0, "2026-03-05", "300.00")),
      ...closedInTurn("2026-03"),
      on("2026-04-05", creditOfLine(1, 0, "2026-04-05", "300.00")),
      ...closedInTurn("2026-04", "2026-05"),
      on("2026-06-10", reopen("2026-04"), voided(1), close("2026-05")),
      ...closedInTurn(...months.slice(5)),
    ],
    table: `
      2026-01-01 | 300.00 | 0 | ISSUED
      2026-02-01 | 300.00 | 0 | ISSUED
      2026-03-01 | 300.00 | 0 | ISSUED
      2026-04-01 | 300.00 | 0 | ISSUED
      2026-05-01 | 300.00 | 0 | ISSUED
      2026-06-01 | 300.00 | 0 | ISSUED
      2026-07-01 | 300.00 | 0 | ISSUED
      2026-08-01 | 300.00 | 0 | ISSUED
      2026-09-01 | 300.00 | 0 | ISSUED
      2026-10-01 | 300.00 | 0 | ISSUED
      2026-11-01 | 300.00 | 0 | ISSUED
      2026-12-01 | 300.00 | 0 | ISSUED
      2026-03-05 | 300.00 | 0 | OPEN
      2026-04-05 | 300.00 | 0 | VOID
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 2500.00 | 300.00  | 0 | 2200.00 | 0 | 0 | 0      | 1100.00
      2026-02 | 100.00  | 600.00  | 0 | 2000.00 | 0 | 0 | 0      | 1000.00
      2026-03 | -200.00 | 900.00  | 0 | 1800.00 | 0 | 0 | 300.00 | 900.00
      2026-04 | -200.00 | 1200.00 | 0 | 1600.00 | 0 | 0 | 600.00 | 800.00
      2026-05 | 100.00  | 1500.00 | 0 | 1400.00 | 0 | 0 | 600.00 | 700.00
      2026-04 | 100.00  | 1200.00 | 0 | 1600.00 | 0 | 0 | 300.00 | 800.00
      2026-05 | 100.00  | 1500.00 | 0 | 1400.00 | 0 | 0 | 300.00 | 700.00
      2026-06 | 100.00  | 1800.00 | 0 | 1200.00 | 0 | 0 | 300.00 | 600.00
      2026-07 | 100.00  | 2100.00 | 0 | 1000.00 | 0 | 0 | 300.00 | 500.00
      2026-08 | 100.00  | 2400.00 | 0 | 800.00  | 0 | 0 | 300.00 | 400.00
      2026-09 | 100.00  | 2700.00 | 0 | 600.00  | 0 | 0 | 300.00 | 300.00
      2026-10 | 100.00  | 3000.00 | 0 | 400.00  | 0 | 0 | 300.00 | 200.00
      2026-11 | 100.00  | 3300.00 | 0 | 200.00  | 0 | 0 | 300.00 | 100.00
      2026-12 | 100.00  | 3600.00 | 0 | 0       | 0 | 0 | 300.00 | 0`,
  },
  {
    // 6,000.00 each. 1,200.00 that are credited in February are 600.00 each, 50.00 a month of the support. Ended with June: 184 of 365 days of the support are 3,024.66. 2,375.34 of
    // the support are left, 2,250.00 of them earned by May.
    title: "a licence and support in one fee, credited in part, and then ended",
    pobs: true,
    steps: [
      on(
        from,
        term("Fee", { price: "12000.00", from, to, interval: "YEAR" }),
        pobs("Fee", onDay("Licence", "2026-01-15", "6000.00"), service("Support", "6000.00")),
        approve,
      ),
      ...closedInTurn("2026-01"),
      on("2026-02-10", creditOfLine(0, 0, "2026-02-10", "1200.00")),
      ...closedInTurn("2026-02", "2026-03", "2026-04", "2026-05"),
      on("2026-06-10", act(`PATCH ${termPath("Fee")}/terminate`, { endDate: "2026-06-30", creditUnused: true })),
      ...closedInTurn("2026-06", "2026-07"),
    ],
    table: `
      2026-01-01 | 12000.00 | 0 | ISSUED
      2026-02-10 | 1200.00  | 0 | OPEN
      2026-06-10 | 3024.66  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 6500.00 | 12000.00 | 0 | 0 | 5500.00 | 0 | 0       | 5500.00
      2026-02 | -200.00 | 12000.00 | 0 | 0 | 4500.00 | 0 | 1200.00 | 4500.00
      2026-03 | 450.00  | 12000.00 | 0 | 0 | 4050.00 | 0 | 1200.00 | 4050.00
      2026-04 | 450.00  | 12000.00 | 0 | 0 | 3600.00 | 0 | 1200.00 | 3600.00
      2026-05 | 450.00  | 12000.00 | 0 | 0 | 3150.00 | 0 | 1200.00 | 3150.00
      2026-06 | 125.34  | 12000.00 | 0 | 0 | 0       | 0 | 4224.66 | 0
      2026-07 | 0       | 12000.00 | 0 | 0 | 0       | 0 | 4224.66 | 0`,
  },
  {
    // 2,400.00 are 960.00 and 120.00 a month by what the parts sell for. 300.00 off the licence have no tax: 120.00 of it and 180.00 of support, 15.00 a month. 140.00 off
    // support have 28.00: 56.00 and 84.00. That one is void in March, opened again, though what it paid comes off in April: until then it has 168.00 too much applied.
    title: "a licence without tax and support with it, in an allocated contract: a credit of each, one of them void",
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        ...taxed("0.20"),
        act("POST /v3/items", { name: "Licence", taxCategory: "E" }, "item"),
        obligation(
          "Licence",
          { price: "1000.00", from, to: from, interval: "NONE", itemId: "$item.id" },
          { recognitionPattern: "POINT_IN_TIME", standaloneSellingPrice: "1200.00" },
        ),
        obligation(
          "Support",
          { price: "1400.00", from, to: "2026-12-31", interval: "YEAR" },
          { standaloneSellingPrice: "1800.00" },
        ),
        approve,
      ),
      ...closedInTurn("2026-01"),
      on("2026-02-10", creditOfLine(0, 0, "2026-02-10", "300.00"), applyMemo(0, 0)),
      ...closedInTurn("2026-02"),
      on("2026-03-05", creditOfLine(0, 1, "2026-03-05", "140.00"), applyMemo(1, 0, {}, "applied")),
      on("2026-03-10", pay(0, "2300.00", {}, "paid")),
      ...closedInTurn("2026-03"),
      on(
        "2026-04-10",
        act("DELETE /v3/credit-memos/$memos.1.id/applications/$applied.id"),
        rejected("PERIOD_CLOSED", "POST /v3/credit-memos/$memos.1.id/void", { reason: "Wrong" }),
        reopen("2026-03"),
        act("POST /v3/credit-memos/$memos.1.id/void", { reason: "Wrong" }),
        close("2026-03"),
        applyMoney("paid", 0),
      ),
      ...closedInTurn("2026-04"),
    ],
    table: `
      2026-01-01 | 2680.00 | 280.00 | PARTIALLY_PAID
      2026-02-10 | 300.00  | 0      | APPLIED
      2026-03-05 | 168.00  | 28.00  | VOID
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 1080.00 | 2680.00 | 0 | 0 | 1320.00 | 280.00 | 0      | 1320.00
      2026-02 | -30.00  | 2380.00 | 0 | 0 | 1050.00 | 280.00 | 0      | 1050.00
      2026-03 | 28.00   | 0       | 0 | 0 | 882.00  | 252.00 | 88.00  | 882.00
      2026-03 | 105.00  | 0       | 0 | 0 | 945.00  | 280.00 | -80.00 | 945.00
      2026-04 | 105.00  | 80.00   | 0 | 0 | 840.00  | 280.00 | 0      | 840.00`,
  },
  {
    // 600.00 and 1,200.00. First 700.00 are credited and then the rest: nothing is the price, and the 900.00 that were earned go back.
    title: "a licence and support at a price they share, all of which is credited in two parts",
    contract: shared,
    steps: [
      on(
        from,
        once("Licence", "700.00", from, "600.00"),
        obligation("Support", { price: "1100.00", interval: "YEAR", from, to }, { standaloneSellingPrice: "1200.00" }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 3)),
      on("2026-04-10", creditOfLine(0, 0, "2026-04-10", "700.00")),
      on("2026-04-11", creditOfLine(0, 1, "2026-04-11", "1100.00")),
      ...closedInTurn("2026-04", "2026-05"),
    ],
    table: `
      2026-01-01 | 1800.00 | 0 | ISSUED
      2026-04-10 | 700.00  | 0 | OPEN
      2026-04-11 | 1100.00 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 700.00  | 1800.00 | 0 | 0 | 1100.00 | 0 | 0       | 1100.00
      2026-02 | 100.00  | 1800.00 | 0 | 0 | 1000.00 | 0 | 0       | 1000.00
      2026-03 | 100.00  | 1800.00 | 0 | 0 | 900.00  | 0 | 0       | 900.00
      2026-04 | -900.00 | 1800.00 | 0 | 0 | 0       | 0 | 1800.00 | 0
      2026-05 | 0       | 1800.00 | 0 | 0 | 0       | 0 | 1800.00 | 0`,
  },
];

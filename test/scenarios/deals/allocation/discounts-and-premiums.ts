import { act, approve, close, obligation, on, pobs, term } from "../../golden/scenario.ts";
import { closedInTurn, credit, type Deal, shown, taxed, termPath } from "../deal.ts";

// Discounts and premiums of a bundle: of all obligations, of some of them, and of one that joins later.

const [from, to] = ["2026-01-01", "2026-12-31"];
const once = { interval: "NONE" };
const year = { interval: "YEAR", from: "2026-01-01", to: "2026-12-31" };
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const shared = { allocationMethod: "RELATIVE_SSP" };
const yearlyTerm = { serviceStartDate: from, serviceEndDate: to, recognitionPattern: "STRAIGHT_LINE" };
const earned = (name: string, month: string) =>
  shown(
    name,
    act(
      `GET /v3/revenue-schedules?filter=performanceObligationId:eq:$${name}.performanceObligationId,timeframe:eq:${month}`,
    ),
    "timeframe",
    "amount",
  );

export const discountsAndPremiumDeals: readonly Deal[] = [
  {
    // ASC 606, Example 34 A: 100.00 for what sells for 40, 55 and 45; the discount of 40.00 belongs to the last two: 40.00, 33.00 (11.00 a
    // month) and 27.00 (4.50 a month). The credit of 10.00 takes 4.00, 3.30 and 2.70, by the prices of inception (32-43): February earns
    // 9.90 + 4.05 and makes good 4.00 + 1.10 + 0.45 of January.
    title: "a discount that belongs to two of three obligations, and a credit",
    pobs: true,
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        "2026-01-01",
        term("Deal", { ...once, price: "100.00", from: "2026-01-01", to: "2026-01-01" }),
        pobs(
          "Deal",
          {
            serviceStartDate: "2026-01-01",
            serviceEndDate: "2026-01-01",
            recognitionPattern: "POINT_IN_TIME",
            recognitionDate: "2026-01-01",
            transactionPrice: "40.00",
            standaloneSellingPrice: "40.00",
          },
          {
            serviceStartDate: "2026-01-01",
            serviceEndDate: "2026-03-31",
            transactionPrice: "30.00",
            standaloneSellingPrice: "55.00",
          },
          {
            serviceStartDate: "2026-01-01",
            serviceEndDate: "2026-06-30",
            transactionPrice: "30.00",
            standaloneSellingPrice: "45.00",
          },
        ),
        act(`POST /v3/contracts/$contract/discount-allocations`, {
          discount: "40.00",
          performanceObligationIds: ["$pobs.created.1.id", "$pobs.created.2.id"],
          conditions: {
            regularlySoldSeparately: true,
            bundleRegularlySoldAtDiscount: true,
            discountSubstantiallySame: true,
          },
          evidence: "Sold together at 60.00.",
        }),
        approve,
      ),
      on("2026-02-10", close("2026-01"), credit("2026-02-10", "10.00")),
      ...closedInTurn("2026-02", "2026-03", "2026-04", "2026-05", "2026-06"),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-10 | 10.00  | 0 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 55.50 | 100.00 | 0 | 0 | 44.50 | 0 | 0     | 44.50
      2026-02 | 8.40  | 100.00 | 0 | 0 | 26.10 | 0 | 10.00 | 26.10
      2026-03 | 13.95 | 100.00 | 0 | 0 | 12.15 | 0 | 10.00 | 12.15
      2026-04 | 4.05  | 100.00 | 0 | 0 | 8.10  | 0 | 10.00 | 8.10
      2026-05 | 4.05  | 100.00 | 0 | 0 | 4.05  | 0 | 10.00 | 4.05
      2026-06 | 4.05  | 100.00 | 0 | 0 | 0     | 0 | 10.00 | 0`,
  },
  {
    // 1,100 by 700 : 200 : 100 are 770, 220 and 110. By the end of February 147 + 37 are earned. 1,100 − 184 + 300 = 1,216 are left, by
    // what is still to be served: 700, a third of 200, four sixths of 100, and 200, unrounded: 823.74, 78.45, 78.45 and 235.35, so 824,
    // 79, 78 and 235. March earns 824 + 79 + 78/4 + 235/4 = 982 (19.5 and 58.75 are 20 and 59).
    title: "a bundle in yen that costs more than its parts, and another part that joins",
    contract: { currency: "JPY", allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        "2026-01-01",
        ...taxed("0.10"),
        obligation(
          "Licence",
          { ...once, price: "500", from: "2026-01-01", to: "2026-01-01" },
          {
            serviceStartDate: "2026-03-15",
            serviceEndDate: "2026-03-15",
            recognitionPattern: "POINT_IN_TIME",
            standaloneSellingPrice: "700",
          },
        ),
        obligation(
          "Support",
          { ...once, price: "400", from: "2026-01-01", to: "2026-01-01" },
          { serviceEndDate: "2026-03-31", recognitionPattern: "STRAIGHT_LINE", standaloneSellingPrice: "200" },
        ),
        obligation(
          "Hosting",
          { ...once, price: "200", from: "2026-01-01", to: "2026-01-01" },
          { serviceEndDate: "2026-06-30", recognitionPattern: "STRAIGHT_LINE", standaloneSellingPrice: "100" },
        ),
        approve,
      ),
      on(
        "2026-02-20",
        close("2026-01"),
        obligation(
          "Training",
          { ...once, price: "300", from: "2026-03-01", to: "2026-03-01" },
          { serviceEndDate: "2026-06-30", recognitionPattern: "STRAIGHT_LINE", standaloneSellingPrice: "200" },
        ),
      ),
      ...closedInTurn("2026-02", "2026-03", "2026-04", "2026-05", "2026-06"),
    ],
    table: `
      2026-01-01 | 1210 | 110 | ISSUED
      2026-03-01 | 330  | 30  | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 91  | 1210 | 0 | 0 | 1009 | 110 | 0 | 1009
      2026-02 | 93  | 1210 | 0 | 0 | 916  | 110 | 0 | 1216
      2026-03 | 982 | 1540 | 0 | 0 | 234  | 140 | 0 | 234
      2026-04 | 78  | 1540 | 0 | 0 | 156  | 140 | 0 | 156
      2026-05 | 78  | 1540 | 0 | 0 | 78   | 140 | 0 | 78
      2026-06 | 78  | 1540 | 0 | 0 | 0    | 140 | 0 | 0`,
  },
  {
    // 1,800.00 by 1,500 : 500. Reports cost what the price book says: 240.00, 40.00 a month. Training costs 120.00 and sells for 240.00:
    // 900.00 + 120.00 by 750, 250 and 240 are 616.94, 205.64 and 197.42, over six months.
    title: "a part that is a separate contract, and one that shares what is left, on one day",
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        "2026-01-01",
        act(
          "POST /v3/products",
          {
            name: "Reports",
            standaloneSellingPrices: [{ currency: "USD", amount: "240.00", validFrom: "2026-01-01" }],
          },
          "product",
        ),
        obligation("Platform", { ...year, price: "1200.00" }, { standaloneSellingPrice: "1500.00" }),
        obligation("Support", { ...year, price: "600.00" }, { standaloneSellingPrice: "500.00" }),
        approve,
      ),
      on(
        "2026-07-01",
        close("2026-06"),
        obligation(
          "Reports",
          { ...once, price: "240.00", from: "2026-07-01", to: "2026-07-01", productId: "$product.id" },
          { serviceEndDate: "2026-12-31", recognitionPattern: "STRAIGHT_LINE" },
        ),
        obligation(
          "Training",
          { ...once, price: "120.00", from: "2026-07-01", to: "2026-07-01" },
          { serviceEndDate: "2026-12-31", recognitionPattern: "STRAIGHT_LINE", standaloneSellingPrice: "240.00" },
        ),
      ),
      ...closedInTurn("2026-07", "2026-08", "2026-09", "2026-12"),
    ],
    table: `
      2026-01-01 | 1800.00 | 0 | ISSUED
      2026-07-01 | 240.00  | 0 | ISSUED
      2026-07-01 | 120.00  | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 150.00 | 1800.00 | 0 | 0 | 1650.00 | 0 | 0 | 1650.00
      2026-02 | 150.00 | 1800.00 | 0 | 0 | 1500.00 | 0 | 0 | 1500.00
      2026-03 | 150.00 | 1800.00 | 0 | 0 | 1350.00 | 0 | 0 | 1350.00
      2026-04 | 150.00 | 1800.00 | 0 | 0 | 1200.00 | 0 | 0 | 1200.00
      2026-05 | 150.00 | 1800.00 | 0 | 0 | 1050.00 | 0 | 0 | 1050.00
      2026-06 | 150.00 | 1800.00 | 0 | 0 | 900.00  | 0 | 0 | 900.00
      2026-07 | 209.99 | 2160.00 | 0 | 0 | 1050.01 | 0 | 0 | 1050.01
      2026-08 | 210.02 | 2160.00 | 0 | 0 | 839.99  | 0 | 0 | 839.99
      2026-09 | 209.99 | 2160.00 | 0 | 0 | 630.00  | 0 | 0 | 630.00
      2026-10 | 209.99 | 2160.00 | 0 | 0 | 420.01  | 0 | 0 | 420.01
      2026-11 | 210.02 | 2160.00 | 0 | 0 | 209.99  | 0 | 0 | 209.99
      2026-12 | 209.99 | 2160.00 | 0 | 0 | 0       | 0 | 0 | 0`,
  },
  {
    // A discount of 40.00 belongs to the last two: 40.00, and 33.00 and 27.00 for the year. From July on 12.00 more: 42.00 are left, by 16.50 and 13.50, for the
    // discount goes on to be theirs; 7.00 a month.
    title: "a discount that belongs to two of three obligations, and a higher price in July",
    pobs: true,
    contract: shared,
    steps: [
      on(
        from,
        term("Deal", { price: "100.00", interval: "NONE", from, to: from }),
        pobs(
          "Deal",
          {
            ...{ serviceStartDate: from, serviceEndDate: from, recognitionPattern: "POINT_IN_TIME" },
            ...{ recognitionDate: from, transactionPrice: "40.00", standaloneSellingPrice: "40.00" },
          },
          { ...yearlyTerm, transactionPrice: "30.00", standaloneSellingPrice: "55.00" },
          { ...yearlyTerm, transactionPrice: "30.00", standaloneSellingPrice: "45.00" },
        ),
        act("POST /v3/contracts/$contract/discount-allocations", {
          discount: "40.00",
          performanceObligationIds: ["$pobs.created.1.id", "$pobs.created.2.id"],
          conditions: {
            ...{ regularlySoldSeparately: true, bundleRegularlySoldAtDiscount: true },
            discountSubstantiallySame: true,
          },
          evidence: "Sold together at 60.00.",
        }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 6)),
      on(
        "2026-07-01",
        term("More", {
          ...{ price: "12.00", interval: "NONE", from: "2026-07-01", to: "2026-07-01" },
          billingTermGroupId: "$Deal.billingTermGroupId",
        }),
        act("PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.1.id", { transactionPrice: "42.00" }),
      ),
      ...closedInTurn(...months.slice(6)),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-07-01 | 12.00  | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 45.00 | 100.00 | 0 | 0 | 55.00 | 0 | 0
      2026-02 | 5.00  | 100.00 | 0 | 0 | 50.00 | 0 | 0
      2026-03 | 5.00  | 100.00 | 0 | 0 | 45.00 | 0 | 0
      2026-04 | 5.00  | 100.00 | 0 | 0 | 40.00 | 0 | 0
      2026-05 | 5.00  | 100.00 | 0 | 0 | 35.00 | 0 | 0
      2026-06 | 5.00  | 100.00 | 0 | 0 | 30.00 | 0 | 0
      2026-07 | 7.00  | 112.00 | 0 | 0 | 35.00 | 0 | 0
      2026-08 | 7.00  | 112.00 | 0 | 0 | 28.00 | 0 | 0
      2026-09 | 7.00  | 112.00 | 0 | 0 | 21.00 | 0 | 0
      2026-10 | 7.00  | 112.00 | 0 | 0 | 14.00 | 0 | 0
      2026-11 | 7.00  | 112.00 | 0 | 0 | 7.00  | 0 | 0
      2026-12 | 7.00  | 112.00 | 0 | 0 | 0     | 0 | 0`,
  },
  {
    // 480.00 less than 3,000.00 belong to the first two: 960.00, 960.00 and 600.00, as they are billed. One of the two ends with June: what is left of the other, and of the third, is
    // what they cost.
    title: "a discount that belongs to two of three, of which one ends in June",
    pobs: true,
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        obligation("Mail", { price: "80.00", from, to }, { standaloneSellingPrice: "1200.00" }),
        obligation("Files", { price: "80.00", from, to }, { standaloneSellingPrice: "1200.00" }),
        obligation("Phone", { price: "50.00", from, to }, { standaloneSellingPrice: "600.00" }),
        act(`POST /v3/contracts/$contract/discount-allocations`, {
          discount: "480.00",
          performanceObligationIds: ["$Mail.performanceObligationId", "$Files.performanceObligationId"],
          conditions: {
            regularlySoldSeparately: true,
            bundleRegularlySoldAtDiscount: true,
            discountSubstantiallySame: true,
          },
          evidence: "Both are sold together at 160.00.",
        }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 5)),
      on("2026-06-10", act(`PATCH ${termPath("Files")}/terminate`, { endDate: "2026-06-30" })),
      ...closedInTurn("2026-06", "2026-07"),
      on("2026-08-02", earned("Mail", "2026-01"), earned("Phone", "2026-01"), earned("Mail", "2026-07")),
      on("2026-08-03", earned("Phone", "2026-07")),
    ],
    table: `
      2026-01-01 | 210.00 | 0 | ISSUED
      2026-02-01 | 210.00 | 0 | ISSUED
      2026-03-01 | 210.00 | 0 | ISSUED
      2026-04-01 | 210.00 | 0 | ISSUED
      2026-05-01 | 210.00 | 0 | ISSUED
      2026-06-01 | 210.00 | 0 | ISSUED
      2026-07-01 | 130.00 | 0 | ISSUED
      2026-08-01 | 130.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 210.00 | 210.00  | 0 | 0 | 0 | 0 | 0 | 2310.00
      2026-02 | 210.00 | 420.00  | 0 | 0 | 0 | 0 | 0 | 2100.00
      2026-03 | 210.00 | 630.00  | 0 | 0 | 0 | 0 | 0 | 1890.00
      2026-04 | 210.00 | 840.00  | 0 | 0 | 0 | 0 | 0 | 1680.00
      2026-05 | 210.00 | 1050.00 | 0 | 0 | 0 | 0 | 0 | 1470.00
      2026-06 | 210.00 | 1260.00 | 0 | 0 | 0 | 0 | 0 | 780.00
      2026-07 | 130.00 | 1390.00 | 0 | 0 | 0 | 0 | 0 | 650.00
      answers
      Mail | 2026-01 | 80.00
      Phone | 2026-01 | 50.00
      Mail | 2026-07 | 80.00
      Phone | 2026-07 | 50.00`,
  },
];

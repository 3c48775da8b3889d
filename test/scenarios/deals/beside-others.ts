import { act, approve, eventType, grace, obligation, on, pobs, term, usageTerm, use } from "../golden/scenario.ts";
import { closedInTurn, commitment, type Deal, termPath, total } from "./deal.ts";

// Changes of a price beside something that it does not touch: a discount of some parts, what is committed, days that were sold since.

const [from, to] = ["2026-01-01", "2026-12-31"];
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const patch = (name: string, body: object) => act(`PATCH ${termPath(name)}`, body);
const end = (name: string, endDate: string, parts: object = {}) =>
  act(`PATCH ${termPath(name)}/terminate`, { endDate, ...parts });
const shared = { allocationMethod: "RELATIVE_SSP" };
const year = { serviceStartDate: from, serviceEndDate: to, recognitionPattern: "STRAIGHT_LINE" };

/** 1,350 yen a month of 15,600 that are billed for the first year. */
const firstYear = months
  .map((month, index) => {
    const left = 15_600 - 1_350 * (index + 1);
    return `${month} | 1350 | 15600 | 0 | ${left < 0 ? `${-left} | 0` : `0 | ${left}`} | 0 | 0`;
  })
  .join("\n");

export const besideOthersDeals: readonly Deal[] = [
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
          { ...year, transactionPrice: "30.00", standaloneSellingPrice: "55.00" },
          { ...year, transactionPrice: "30.00", standaloneSellingPrice: "45.00" },
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
    // 150.00 a month, and 300.00 of calls that are committed for the quarter, which bear none of its changes: 100.00, 50.00, and 150.00 that March falls short of.
    // The platform ends with March: 450.00 are left for support.
    title: "a commitment beside a price that is shared, one part of which ends",
    contract: { ...shared, startDate: from, endDate: to },
    steps: [
      on(
        from,
        eventType,
        grace(0),
        obligation("Platform", { price: "100.00", from, to }, { standaloneSellingPrice: "1200.00" }),
        obligation("Support", { price: "50.00", from, to }, { standaloneSellingPrice: "1200.00" }),
        usageTerm("Calls", { price: "0.010", from, to: "2026-03-31", usageScope: "COMMITMENT" }),
        commitment({
          trueUpBehavior: "EACH_PERIOD",
          steps: [{ commitmentValue: "300.00", billingTermIds: ["$Calls.id"] }],
        }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "10000", "beside-1")),
      ...closedInTurn("2026-01"),
      on("2026-02-10", use("2026-02-10", "5000", "beside-2"), end("Platform", "2026-03-31")),
      ...closedInTurn("2026-02", "2026-03", "2026-04"),
    ],
    table: `
      2026-01-01 | 150.00 | 0 | ISSUED
      2026-02-01 | 250.00 | 0 | ISSUED
      2026-03-01 | 200.00 | 0 | ISSUED
      2026-04-01 | 200.00 | 0 | ISSUED
      2026-05-01 | 50.00  | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 250.00 | 150.00 | 100.00 | 0 | 0 | 0 | 0
      2026-02 | 200.00 | 400.00 | 50.00  | 0 | 0 | 0 | 0
      2026-03 | 300.00 | 600.00 | 150.00 | 0 | 0 | 0 | 0
      2026-04 | 50.00  | 800.00 | 0      | 0 | 0 | 0 | 0`,
  },
  {
    // Half a year is added at what it sells for. From March on 120.00, and the end comes with May.
    title: "months that were sold as a separate contract, more expensive from the third on, and ended",
    steps: [
      on(
        "2026-10-01",
        act(
          "POST /v3/products",
          { name: "Plan", standaloneSellingPrices: [{ currency: "USD", amount: "100.00", validFrom: "2026-01-01" }] },
          "product",
        ),
        obligation("Plan", { price: "100.00", from: "2026-10-01", to, productId: "$product.id" }),
        approve,
      ),
      on("2026-11-10", patch("Plan", { endDate: "2027-06-30", reasonCode: "RENEWAL" })),
      ...closedInTurn("2026-11", "2026-12"),
      on("2027-01-10", patch("Plan", { ...total("120.00"), effectiveDate: "2027-03-01" })),
      ...closedInTurn("2027-01", "2027-02", "2027-03"),
      on("2027-04-10", end("Plan", "2027-05-31")),
      ...closedInTurn("2027-04", "2027-05", "2027-06"),
    ],
    table: `
      2026-10-01 | 100.00 | 0 | ISSUED
      2026-11-01 | 100.00 | 0 | ISSUED
      2026-12-01 | 100.00 | 0 | ISSUED
      2027-01-01 | 100.00 | 0 | ISSUED
      2027-02-01 | 100.00 | 0 | ISSUED
      2027-03-01 | 120.00 | 0 | ISSUED
      2027-04-01 | 120.00 | 0 | ISSUED
      2027-05-01 | 120.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-10 | 100.00 | 100.00 | 0 | 0 | 0 | 0 | 0 | 200.00
      2026-11 | 100.00 | 200.00 | 0 | 0 | 0 | 0 | 0 | 700.00
      2026-12 | 100.00 | 300.00 | 0 | 0 | 0 | 0 | 0 | 600.00
      2027-01 | 100.00 | 400.00 | 0 | 0 | 0 | 0 | 0 | 580.00
      2027-02 | 100.00 | 500.00 | 0 | 0 | 0 | 0 | 0 | 480.00
      2027-03 | 120.00 | 620.00 | 0 | 0 | 0 | 0 | 0 | 360.00
      2027-04 | 120.00 | 740.00 | 0 | 0 | 0 | 0 | 0 | 120.00
      2027-05 | 120.00 | 860.00 | 0 | 0 | 0 | 0 | 0 | 0
      2027-06 | 0      | 860.00 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 25,200 with the escalator and 7,200, which sell for 24,000 and 12,000: 1,350 a month. From the second year on 1,200 more: 17,400 are left.
    title: "two years in yen with an escalator, and a more expensive second one of what shares its price",
    contract: { ...shared, currency: "JPY" },
    steps: [
      on(
        from,
        obligation(
          "Platform",
          {
            ...{ price: "12000", interval: "YEAR", from, to: "2027-12-31" },
            escalator: { type: "PERCENTAGE", amount: "0.10" },
          },
          { standaloneSellingPrice: "24000" },
        ),
        obligation(
          "Support",
          { price: "3600", interval: "YEAR", from, to: "2027-12-31" },
          { standaloneSellingPrice: "12000" },
        ),
        approve,
      ),
      on("2026-12-10", patch("Support", { ...total("4800"), effectiveDate: "2027-01-01" })),
      ...closedInTurn("2026-12", "2027-01", "2027-02"),
    ],
    table: `
      2026-01-01 | 15600 | 0 | ISSUED
      2027-01-01 | 18000 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      ${firstYear}
      2027-01 | 1450 | 33600 | 0 | 0 | 15950 | 0 | 0
      2027-02 | 1450 | 33600 | 0 | 0 | 14500 | 0 | 0`,
  },
];

import { act, approve, close, obligation, on, pobs, term } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, termPath, total } from "../deal.ts";

// Credited decreases beside measured work, a discount of some obligations, or a separate contract, in allocated contracts.

const [from, to] = ["2026-01-01", "2026-12-31"];
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const amended = (name: string, effectiveDate: string, amount: string) =>
  act(`POST ${termPath(name)}/amendments`, { ...total(amount), effectiveDate, settlement: "IMMEDIATE" });
const licence = (price: string, alone: string) =>
  obligation(
    "Licence",
    { price, from, to: from, interval: "NONE" },
    {
      ...{ serviceStartDate: "2026-01-15", serviceEndDate: "2026-01-15" },
      ...{ recognitionPattern: "POINT_IN_TIME", standaloneSellingPrice: alone },
    },
  );
const done = (...reports: readonly [string, string][]) =>
  act("PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.0.id", {
    progress: reports.map(([asOf, percentComplete]) => ({ asOf, percentComplete })),
  });

export const creditedDecreasesBesideOtherObligationDeals: readonly Deal[] = [
  {
    // 900.00 each. Four seats more from April on are a contract of their own: 361.64. Six go in July, those four first: 720.00 × 184/365 = 362.96 are credited, 241.97 of the four and
    // 120.99 of two others. 779.01 are left by 479.01 and 600.00: 345.83 of seats and 433.18 of support.
    title: "seats that are a separate contract, and two others, go in July and are credited, in an allocated contract",
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        obligation(
          "Seats",
          {
            ...{ price: "120.00", interval: "YEAR", from, to, billingType: "UNIT", quantity: "10" },
            seatConfig: { defaultTrueUpTiming: "IMMEDIATE", creditOnDecrease: "PRORATED" },
          },
          { standaloneSellingPrice: "1200.00" },
        ),
        obligation("Support", { price: "600.00", interval: "YEAR", from, to }, { standaloneSellingPrice: "1200.00" }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 3)),
      on(
        "2026-04-01",
        act(`POST ${termPath("Seats")}/seat-amendment`, { effectiveDate: "2026-04-01", delta: "4" }),
        act("GET /v3/contracts/$contract/modifications", undefined, "log"),
        act("PATCH /v3/contracts/$contract/modifications/$log.data.0.id", {
          ...{ treatment: "SEPARATE_CONTRACT", reason: "At what they sell for" },
        }),
      ),
      ...closedInTurn(...months.slice(3, 6)),
      on("2026-07-01", act(`POST ${termPath("Seats")}/seat-amendment`, { effectiveDate: "2026-07-01", delta: "-6" })),
      ...closedInTurn(...months.slice(6)),
    ],
    table: `
      2026-01-01 | 1800.00 | 0 | ISSUED
      2026-04-01 | 361.64  | 0 | ISSUED
      2026-07-01 | 362.96  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 150.00 | 1800.00 | 0 | 0 | 1650.00 | 0 | 0
      2026-02 | 150.00 | 1800.00 | 0 | 0 | 1500.00 | 0 | 0
      2026-03 | 150.00 | 1800.00 | 0 | 0 | 1350.00 | 0 | 0
      2026-04 | 190.18 | 2161.64 | 0 | 0 | 1521.46 | 0 | 0
      2026-05 | 190.18 | 2161.64 | 0 | 0 | 1331.28 | 0 | 0
      2026-06 | 190.19 | 2161.64 | 0 | 0 | 1141.09 | 0 | 0
      2026-07 | 129.69 | 2161.64 | 0 | 0 | 648.44 | 0 | 362.96
      2026-08 | 129.68 | 2161.64 | 0 | 0 | 518.76 | 0 | 362.96
      2026-09 | 129.69 | 2161.64 | 0 | 0 | 389.07 | 0 | 362.96
      2026-10 | 129.70 | 2161.64 | 0 | 0 | 259.37 | 0 | 362.96
      2026-11 | 129.68 | 2161.64 | 0 | 0 | 129.69 | 0 | 362.96
      2026-12 | 129.69 | 2161.64 | 0 | 0 | 0 | 0 | 362.96`,
  },
  {
    // 1,000.00, and 600.00 each of what sells for 900.00: the discount belongs to those two. Access is half as much from July on: 300.00 × 184/365 = 151.23 are credited, and 448.77 are left for the two by halves.
    title:
      "access that is half as much from July on, credited, where a discount belongs to two of them and the third is delivered",
    pobs: true,
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        licence("1000.00", "1000.00"),
        obligation(
          "Access",
          { price: "600.00", interval: "YEAR", from, to, creditOnDecrease: "PRORATED" },
          { standaloneSellingPrice: "900.00" },
        ),
        obligation("Support", { price: "600.00", interval: "YEAR", from, to }, { standaloneSellingPrice: "900.00" }),
        act("POST /v3/contracts/$contract/discount-allocations", {
          discount: "600.00",
          performanceObligationIds: ["$Access.performanceObligationId", "$Support.performanceObligationId"],
          conditions: {
            ...{ regularlySoldSeparately: true, bundleRegularlySoldAtDiscount: true },
            discountSubstantiallySame: true,
          },
          evidence: "Sold together at 1,200.00.",
        }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 6)),
      on("2026-07-01", amended("Access", "2026-07-01", "300.00")),
      ...closedInTurn(...months.slice(6)),
    ],
    table: `
      2026-01-01 | 2200.00 | 0 | ISSUED
      2026-07-01 | 151.23  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 1100.00 | 2200.00 | 0 | 0 | 1100.00 | 0 | 0
      2026-02 | 100.00 | 2200.00 | 0 | 0 | 1000.00 | 0 | 0
      2026-03 | 100.00 | 2200.00 | 0 | 0 | 900.00 | 0 | 0
      2026-04 | 100.00 | 2200.00 | 0 | 0 | 800.00 | 0 | 0
      2026-05 | 100.00 | 2200.00 | 0 | 0 | 700.00 | 0 | 0
      2026-06 | 100.00 | 2200.00 | 0 | 0 | 600.00 | 0 | 0
      2026-07 | 74.80 | 2200.00 | 0 | 0 | 373.97 | 0 | 151.23
      2026-08 | 74.79 | 2200.00 | 0 | 0 | 299.18 | 0 | 151.23
      2026-09 | 74.80 | 2200.00 | 0 | 0 | 224.38 | 0 | 151.23
      2026-10 | 74.79 | 2200.00 | 0 | 0 | 149.59 | 0 | 151.23
      2026-11 | 74.79 | 2200.00 | 0 | 0 | 74.80 | 0 | 151.23
      2026-12 | 74.80 | 2200.00 | 0 | 0 | 0 | 0 | 151.23`,
  },
  {
    // 1,200.00 each, and half of the build is done by June. Access is half as much from July on: 302.47 are credited, and 1,497.53 are left for all of the build and half a year of access (25-13(c)): 998.35, half of
    // which is 100.82 less than it had, and 499.18.
    title: "access that is half as much from July on, credited, beside progress-based work, in an allocated contract",
    contract: { allocationMethod: "RELATIVE_SSP" },
    pobs: true,
    steps: [
      on(
        from,
        term("Build", { price: "1200.00", from, to: from, interval: "NONE" }),
        pobs("Build", {
          ...{ name: "Build", serviceStartDate: from, serviceEndDate: to, transactionPrice: "1200.00" },
          ...{ recognitionPattern: "PERCENT_COMPLETE", standaloneSellingPrice: "1200.00" },
        }),
        obligation(
          "Access",
          { price: "1200.00", interval: "YEAR", from, to, creditOnDecrease: "PRORATED" },
          { standaloneSellingPrice: "1200.00" },
        ),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 5)),
      on("2026-06-30", done(["2026-06-30", "0.5"])),
      ...closedInTurn("2026-06"),
      on(
        "2026-07-01",
        amended("Access", "2026-07-01", "600.00"),
        act("GET /v3/contracts/$contract/modifications", undefined, "log"),
        act("PATCH /v3/contracts/$contract/modifications/$log.data.0.id", {
          ...{ treatment: "MIXED", reason: "The build is satisfied in part" },
        }),
      ),
      ...closedInTurn("2026-07", "2026-08"),
      on("2026-09-20", done(["2026-06-30", "0.5"], ["2026-09-20", "1"])),
      ...closedInTurn(...months.slice(8)),
    ],
    table: `
      2026-01-01 | 2400.00 | 0 | ISSUED
      2026-07-01 | 302.47  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 2400.00 | 0 | 0 | 2300.00 | 0 | 0
      2026-02 | 100.00 | 2400.00 | 0 | 0 | 2200.00 | 0 | 0
      2026-03 | 100.00 | 2400.00 | 0 | 0 | 2100.00 | 0 | 0
      2026-04 | 100.00 | 2400.00 | 0 | 0 | 2000.00 | 0 | 0
      2026-05 | 100.00 | 2400.00 | 0 | 0 | 1900.00 | 0 | 0
      2026-06 | 700.00 | 2400.00 | 0 | 0 | 1200.00 | 0 | 0
      2026-07 | -17.62 | 2400.00 | 0 | 0 | 915.15 | 0 | 302.47
      2026-08 | 83.19 | 2400.00 | 0 | 0 | 831.96 | 0 | 302.47
      2026-09 | 582.37 | 2400.00 | 0 | 0 | 249.59 | 0 | 302.47
      2026-10 | 83.20 | 2400.00 | 0 | 0 | 166.39 | 0 | 302.47
      2026-11 | 83.19 | 2400.00 | 0 | 0 | 83.20 | 0 | 302.47
      2026-12 | 83.20 | 2400.00 | 0 | 0 | 0 | 0 | 302.47`,
  },
  {
    // 900.00 each. Half a year that is added to access for what it sells for, 300.00 a quarter, is a contract of its own. From 15 February on it is half as much: 75.00 of 45 of 90 days are credited, of that half
    // year alone, and 225.00 are left for half of February and four months.
    title: "half a year that was added to access as a separate contract, and half as much from February on, credited",
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        act(
          "POST /v3/products",
          { name: "Access", standaloneSellingPrices: [{ currency: "USD", amount: "300.00", validFrom: from }] },
          "product",
        ),
        obligation(
          "Access",
          {
            ...{ price: "300.00", interval: "QUARTER", from, to, productId: "$product.id" },
            creditOnDecrease: "PRORATED",
          },
          { standaloneSellingPrice: "1200.00" },
        ),
        obligation("Support", { price: "600.00", interval: "YEAR", from, to }, { standaloneSellingPrice: "1200.00" }),
        approve,
      ),
      on(
        "2026-11-10",
        close("2026-10"),
        act(`PATCH ${termPath("Access")}`, { endDate: "2027-06-30", reasonCode: "RENEWAL" }),
      ),
      ...closedInTurn("2026-11", "2026-12", "2027-01"),
      on("2027-02-15", amended("Access", "2027-02-15", "150.00")),
      ...closedInTurn("2027-02", "2027-03", "2027-04", "2027-05", "2027-06"),
    ],
    table: `
      2026-01-01 | 900.00 | 0 | ISSUED
      2026-04-01 | 300.00 | 0 | ISSUED
      2026-07-01 | 300.00 | 0 | ISSUED
      2026-10-01 | 300.00 | 0 | ISSUED
      2027-01-01 | 300.00 | 0 | ISSUED
      2027-04-01 | 150.00 | 0 | ISSUED
      2027-02-15 | 75.00  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 150.00 | 900.00 | 0 | 0 | 750.00 | 0 | 0
      2026-02 | 150.00 | 900.00 | 0 | 0 | 600.00 | 0 | 0
      2026-03 | 150.00 | 900.00 | 0 | 0 | 450.00 | 0 | 0
      2026-04 | 150.00 | 1200.00 | 0 | 0 | 600.00 | 0 | 0
      2026-05 | 150.00 | 1200.00 | 0 | 0 | 450.00 | 0 | 0
      2026-06 | 150.00 | 1200.00 | 0 | 0 | 300.00 | 0 | 0
      2026-07 | 150.00 | 1500.00 | 0 | 0 | 450.00 | 0 | 0
      2026-08 | 150.00 | 1500.00 | 0 | 0 | 300.00 | 0 | 0
      2026-09 | 150.00 | 1500.00 | 0 | 0 | 150.00 | 0 | 0
      2026-10 | 150.00 | 1800.00 | 0 | 0 | 300.00 | 0 | 0
      2026-11 | 150.00 | 1800.00 | 0 | 0 | 150.00 | 0 | 0
      2026-12 | 150.00 | 1800.00 | 0 | 0 | 0 | 0 | 0
      2027-01 | 100.00 | 2100.00 | 0 | 0 | 200.00 | 0 | 0
      2027-02 | 75.00 | 2100.00 | 0 | 0 | 50.00 | 0 | 75.00
      2027-03 | 50.00 | 2100.00 | 0 | 0 | 0 | 0 | 75.00
      2027-04 | 50.00 | 2250.00 | 0 | 0 | 100.00 | 0 | 75.00
      2027-05 | 50.00 | 2250.00 | 0 | 0 | 50.00 | 0 | 75.00
      2027-06 | 50.00 | 2250.00 | 0 | 0 | 0 | 0 | 75.00`,
  },
];

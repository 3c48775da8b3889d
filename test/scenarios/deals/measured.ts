import { act, approve, close, obligation, on, pobs, term } from "../golden/scenario.ts";
import { type Deal, total } from "./deal.ts";

const start = "2026-01-01";

/** Three years of 12,000, 24,000 and 36,000, billed ahead and served as one: 2,000 a month. */
const ramp = (price: string) =>
  obligation("Ramp", {
    ...{ price, interval: "YEAR", from: start, to: "2028-12-31" },
    escalator: { type: "FIXED", amount: price },
  });
const ended = act("PATCH /v3/contracts/$contract/billing-terms/$Ramp.billingTermId/terminate", {
  ...{ endDate: "2027-06-30", creditUnused: true },
});
const pay = (invoice: number, receivedAt: string) =>
  act(`POST /v3/invoices/$invoices.${invoice}.id/payments`, { receivedAt });

const pob = "PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.0.id";

/** A price by the month in advance that one measured performance obligation earns. */
const project = (price: string, to: string, stated: object) => [
  term("Project", { price, from: start, to }),
  pobs("Project", { serviceStartDate: start, serviceEndDate: to, ...stated }),
];
/** What is billed from a day on is another price, and so is what is earned in all. */
const dearer = (amount: string, effectiveDate: string, transactionPrice: string) => [
  act("PATCH /v3/contracts/$contract/billing-terms/$Project.id", { ...total(amount), effectiveDate }),
  act(pob, { transactionPrice }),
];
const progress = (...done: readonly string[]) =>
  act(pob, {
    progress: done.map((percentComplete, index) => ({
      asOf: ["2026-01-31", "2026-02-28", "2026-03-31"][index],
      percentComplete,
    })),
  });
const reached = (...dates: readonly string[]) =>
  act(pob, {
    milestones: ["Design", "Build"].map((name, index) => ({
      ...{ name, weight: index === 0 ? "1" : "3" },
      ...(dates[index] === undefined ? {} : { reachedDate: dates[index] }),
    })),
  });

const measuredProject = (price: string, inAll: string, later: string, laterInAll: string) => [
  on(
    start,
    ...project(price, "2026-10-31", { transactionPrice: inAll, recognitionPattern: "PERCENT_COMPLETE" }),
    approve,
  ),
  on("2026-02-05", progress("0.3"), close("2026-01")),
  on("2026-03-01", progress("0.3", "0.4"), close("2026-02")),
  on("2026-03-05", ...dearer(later, "2026-04-01", laterInAll)),
  on("2026-04-05", progress("0.3", "0.4", "0.5"), close("2026-03")),
];
const once = { from: start, to: start, interval: "NONE" };
/** Parts of a bundle that sell for as much as each other. */
const bundled = { serviceStartDate: start, serviceEndDate: "2026-12-31", standaloneSellingPrice: "6000.00" };
const milestones = [
  { name: "Design", weight: "1" },
  { name: "Build", weight: "3" },
];
const twoMilestones = (price: string, inAll: string, later: string, laterInAll: string) => [
  on(
    start,
    ...project(price, "2026-04-30", { transactionPrice: inAll, recognitionPattern: "MILESTONE", milestones }),
    approve,
  ),
  on("2026-02-01", reached("2026-01-31"), close("2026-01")),
  on("2026-02-20", ...dearer(later, "2026-03-01", laterInAll)),
  on("2026-04-20", close("2026-03"), reached("2026-01-31", "2026-04-20")),
  on("2026-05-01", close("2026-04")),
];

const seats = obligation(
  "Seats",
  {
    ...{ price: "120.00", interval: "YEAR", from: start, to: "2026-12-31", billingType: "UNIT", quantity: "10" },
    seatConfig: { defaultTrueUpTiming: "CO_TERM" },
  },
  { standaloneSellingPrice: "1200.00" },
);
const setup = obligation(
  "Setup",
  { price: "600.00", interval: "NONE", from: start, to: start },
  { serviceEndDate: start, standaloneSellingPrice: "800.00" },
);

/** 2,000 are earned a month; billed are 12,000, and 24,000 more from the thirteenth month on. */
const yenOfRamp = Array.from({ length: 17 }, (_, index) => {
  const [year, month] = index < 12 ? [2026, index + 1] : [2027, index - 11];
  const billed = index < 12 ? 12_000 : 36_000;
  const left = billed - 2_000 * (index + 1);
  const position = left < 0 ? `${-left} | 0` : `0 | ${left}`;
  return `${year}-${String(month).padStart(2, "0")} | 2000 | ${billed} | 0 | ${position} | 0 | 0`;
}).join("\n");

export const measuredDeals: readonly Deal[] = [
  {
    // 12,000.00 and 24,000.00 are billed. At the end of June 2027 the ramp ends: 24,000.00 × 181/365 = 11,901.37 of the second year
    // are owed, 12,098.63 credited. What is billed of 18 months is 23,901.37; 17 × 2,000.00 = 34,000.00 are earned by May, so June takes
    // 10,098.63 back: the contract asset that later steps would have paid.
    title: "a ramp that ends in its second year, paid and refunded",
    steps: [
      on(start, ramp("12000.00"), approve),
      on("2026-01-20", pay(0, "2026-01-20")),
      on("2027-01-10", pay(1, "2027-01-10"), close("2026-12")),
      on(
        "2027-06-15",
        close("2027-05"),
        ended,
        act("POST /v3/credit-memos/$memos.0.id/refunds", { amount: "12098.63" }),
      ),
      on("2027-07-01", close("2027-06")),
    ],
    table: `
      2026-01-01 | 12000.00 | 0 | PAID
      2027-01-01 | 24000.00 | 0 | PAID
      2027-06-15 | 12098.63 | 0 | APPLIED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 2000.00 | 0 | 0 | 0     | 10000.00 | 0 | 0
      2026-02 | 2000.00 | 0 | 0 | 0     | 8000.00  | 0 | 0
      2026-03 | 2000.00 | 0 | 0 | 0     | 6000.00  | 0 | 0
      2026-04 | 2000.00 | 0 | 0 | 0     | 4000.00  | 0 | 0
      2026-05 | 2000.00 | 0 | 0 | 0     | 2000.00  | 0 | 0
      2026-06 | 2000.00 | 0 | 0 | 0     | 0     | 0 | 0
      2026-07 | 2000.00 | 0 | 0 | 2000.00  | 0     | 0 | 0
      2026-08 | 2000.00 | 0 | 0 | 4000.00  | 0     | 0 | 0
      2026-09 | 2000.00 | 0 | 0 | 6000.00  | 0     | 0 | 0
      2026-10 | 2000.00 | 0 | 0 | 8000.00  | 0     | 0 | 0
      2026-11 | 2000.00 | 0 | 0 | 10000.00 | 0     | 0 | 0
      2026-12 | 2000.00 | 0 | 0 | 12000.00 | 0     | 0 | 0
      2027-01 | 2000.00 | 0 | 0 | 0     | 10000.00 | 0 | 0
      2027-02 | 2000.00 | 0 | 0 | 0     | 8000.00  | 0 | 0
      2027-03 | 2000.00 | 0 | 0 | 0     | 6000.00  | 0 | 0
      2027-04 | 2000.00 | 0 | 0 | 0     | 4000.00  | 0 | 0
      2027-05 | 2000.00 | 0 | 0 | 0     | 2000.00  | 0 | 0
      2027-06 | -10098.63 | 0 | 0 | 0   | 0     | 0 | 0`,
  },
  {
    // 24,000 × 181/365 = 11,901 yen are owed of the second year, 12,099 credited; June takes 34,000 − 23,901 = 10,099 back.
    title: "a ramp that ends in its second year, in yen",
    contract: { currency: "JPY" },
    steps: [
      on(start, ramp("12000"), approve),
      on("2027-06-15", close("2027-04"), close("2027-05"), ended),
      on("2027-07-01", close("2027-06")),
    ],
    table: `
      2026-01-01 | 12000 | 0 | ISSUED
      2027-01-01 | 24000 | 0 | ISSUED
      2027-06-15 | 12099 | 0 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      ${yenOfRamp}
      2027-06 | -10099 | 36000 | 0 | 0 | 0 | 0 | 12099`,
  },
  {
    // The first year is 12,000.00 × 181/365 = 5,950.68, 6,049.32 are credited. By May 10,000.00 are earned: June takes 4,049.32 back.
    title: "a ramp that ends in its first year, neither paid nor refunded",
    steps: [
      on(start, ramp("12000.00"), approve),
      on(
        "2026-06-15",
        close("2026-05"),
        act("PATCH /v3/contracts/$contract/billing-terms/$Ramp.billingTermId/terminate", {
          ...{ endDate: "2026-06-30", creditUnused: true },
        }),
      ),
      on("2026-07-01", close("2026-06")),
    ],
    table: `
      2026-01-01 | 12000.00 | 0 | ISSUED
      2026-06-15 | 6049.32  | 0 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 2000.00  | 12000.00 | 0 | 0 | 10000.00 | 0 | 0
      2026-02 | 2000.00  | 12000.00 | 0 | 0 | 8000.00  | 0 | 0
      2026-03 | 2000.00  | 12000.00 | 0 | 0 | 6000.00  | 0 | 0
      2026-04 | 2000.00  | 12000.00 | 0 | 0 | 4000.00  | 0 | 0
      2026-05 | 2000.00  | 12000.00 | 0 | 0 | 2000.00  | 0 | 0
      2026-06 | -4049.32 | 12000.00 | 0 | 0 | 0        | 0 | 6049.32`,
  },
  {
    // 1,000.00 a month in advance for ten months: 10,000.00. 30 % by January, 40 % by February. From April on 1,500.00 a month: 13,500.00
    // in all, and 50 % by March are 6,750.00, of which 1,400.00 catch up for February. What progress earns beyond the bills is an asset.
    title: "a progress-based project, at a higher price from its fourth month on",
    pobs: true,
    steps: measuredProject("1000.00", "10000.00", "1500.00", "13500.00"),
    table: `
      2026-01-01 | 1000.00 | 0 | ISSUED
      2026-02-01 | 1000.00 | 0 | ISSUED
      2026-03-01 | 1000.00 | 0 | ISSUED
      2026-04-01 | 1500.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 3000.00 | 1000.00 | 0 | 2000.00 | 0 | 0 | 0
      2026-02 | 1000.00 | 2000.00 | 0 | 2000.00 | 0 | 0 | 0
      2026-03 | 2750.00 | 3000.00 | 0 | 3750.00 | 0 | 0 | 0`,
  },
  {
    // 10,010 yen, 3,003 by January and 4,004 by February; then 3 × 1,001 + 7 × 1,501 = 13,510, half of it by March: 6,755.
    title: "a progress-based project, at a higher price from its fourth month on, in yen",
    pobs: true,
    contract: { currency: "JPY" },
    steps: measuredProject("1001", "10010", "1501", "13510"),
    table: `
      2026-01-01 | 1001 | 0 | ISSUED
      2026-02-01 | 1001 | 0 | ISSUED
      2026-03-01 | 1001 | 0 | ISSUED
      2026-04-01 | 1501 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 3003 | 1001 | 0 | 2002 | 0 | 0 | 0
      2026-02 | 1001 | 2002 | 0 | 2002 | 0 | 0 | 0
      2026-03 | 2751 | 3003 | 0 | 3752 | 0 | 0 | 0`,
  },
  {
    // 2,000.00 a month for four months; Design is a quarter: 2,000.00 in January. From March on 3,000.00: 10,000.00 in all, and 500.00
    // more for Design in February, in which it is agreed. Build is the rest, in April.
    title: "two milestones, at a higher price between them",
    pobs: true,
    steps: twoMilestones("2000.00", "8000.00", "3000.00", "10000.00"),
    table: `
      2026-01-01 | 2000.00 | 0 | ISSUED
      2026-02-01 | 2000.00 | 0 | ISSUED
      2026-03-01 | 3000.00 | 0 | ISSUED
      2026-04-01 | 3000.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 2000.00 | 2000.00  | 0 | 0 | 0       | 0 | 0
      2026-02 | 500.00  | 4000.00  | 0 | 0 | 1500.00 | 0 | 0
      2026-03 | 0       | 7000.00  | 0 | 0 | 4500.00 | 0 | 0
      2026-04 | 7500.00 | 10000.00 | 0 | 0 | 0       | 0 | 0`,
  },
  {
    // 4.004 dinars, Design 1.001; then 2 × 1.001 + 2 × 1.502 = 5.006, a quarter of it 1.2515, rounded 1.252: 0.251 more. Build 3.754.
    title: "two milestones, at a higher price between them, in dinars",
    pobs: true,
    contract: { currency: "KWD" },
    steps: twoMilestones("1.001", "4.004", "1.502", "5.006"),
    table: `
      2026-01-01 | 1.001 | 0 | ISSUED
      2026-02-01 | 1.001 | 0 | ISSUED
      2026-03-01 | 1.502 | 0 | ISSUED
      2026-04-01 | 1.502 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 1.001 | 1.001 | 0 | 0 | 0     | 0 | 0
      2026-02 | 0.251 | 2.002 | 0 | 0 | 0.750 | 0 | 0
      2026-03 | 0     | 3.504 | 0 | 0 | 2.252 | 0 | 0
      2026-04 | 3.754 | 5.006 | 0 | 0 | 0     | 0 | 0`,
  },
  {
    // 1,800.00 shared 1,200 : 800: seats 1,080.00, 90.00 a month; setup 720.00. Five more seats from 1 July on: 5 × 120.00 × 184/365 =
    // 302.47, billed when the term is over, bring what they sell for, and only the seats are still to be served: 540.00 + 302.47 over six
    // months, 140.41 (140.42 in September). The added seats' days are unbilled: 50.41 a month (50.42 in September).
    title: "a bundle allocated by standalone selling price, with seats that are added to the end of its term",
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(start, seats, setup, approve),
      on(
        "2026-07-01",
        act("POST /v3/contracts/$contract/billing-terms/$Seats.billingTermId/seat-amendment", {
          ...{ effectiveDate: "2026-07-01", delta: "5" },
        }),
      ),
      on("2027-01-02", close("2026-12")),
      on("2027-02-01", close("2027-01")),
    ],
    table: `
      2026-01-01 | 1800.00 | 0 | ISSUED
      2027-01-01 | 302.47  | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 810.00 | 1800.00 | 0   | 0 | 990.00 | 0 | 0
      2026-02 | 90.00  | 1800.00 | 0   | 0 | 900.00 | 0 | 0
      2026-03 | 90.00  | 1800.00 | 0   | 0 | 810.00 | 0 | 0
      2026-04 | 90.00  | 1800.00 | 0   | 0 | 720.00 | 0 | 0
      2026-05 | 90.00  | 1800.00 | 0   | 0 | 630.00 | 0 | 0
      2026-06 | 90.00  | 1800.00 | 0   | 0 | 540.00 | 0 | 0
      2026-07 | 140.41 | 1800.00 | 50.41  | 0 | 450.00 | 0 | 0
      2026-08 | 140.41 | 1800.00 | 100.82 | 0 | 360.00 | 0 | 0
      2026-09 | 140.42 | 1800.00 | 151.24 | 0 | 270.00 | 0 | 0
      2026-10 | 140.41 | 1800.00 | 201.65 | 0 | 180.00 | 0 | 0
      2026-11 | 140.41 | 1800.00 | 252.06 | 0 | 90.00  | 0 | 0
      2026-12 | 140.41 | 1800.00 | 302.47 | 0 | 0   | 0 | 0
      2027-01 | 0   | 2102.47 | 0   | 0 | 0   | 0 | 0`,
  },
  {
    // Billed when the plan is accepted, on 15 March, and served from January to June: 100.00 a month. Until then more than time must pass, so
    // what is earned is a contract asset.
    title: "a project that is billed by a milestone and served over time",
    pobs: true,
    steps: [
      on(
        start,
        term("Project", { ...once, price: "600.00", trigger: "MILESTONE" }),
        pobs("Project", {
          ...{ serviceStartDate: start, serviceEndDate: "2026-06-30" },
          ...{ transactionPrice: "600.00", recognitionPattern: "STRAIGHT_LINE" },
        }),
        approve,
      ),
      on(
        "2026-03-15",
        close("2026-02"),
        act("POST /v3/contracts/$contract/billing-terms/$Project.id/milestone", { reachedOn: "2026-03-15" }),
      ),
      on("2026-07-01", close("2026-06")),
    ],
    table: `
      2026-03-15 | 600.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 0      | 0 | 100.00 | 0      | 0 | 0
      2026-02 | 100.00 | 0      | 0 | 200.00 | 0      | 0 | 0
      2026-03 | 100.00 | 600.00 | 0 | 0      | 300.00 | 0 | 0
      2026-04 | 100.00 | 600.00 | 0 | 0      | 200.00 | 0 | 0
      2026-05 | 100.00 | 600.00 | 0 | 0      | 100.00 | 0 | 0
      2026-06 | 100.00 | 600.00 | 0 | 0      | 0      | 0 | 0`,
  },
  {
    // 10,000.00 shared 1 : 1: 5,000.00 for the build, 2,000.00 of it in January at 40 %, and 5,000.00 for support, 416.67 a month. On 1 July
    // support costs 2,000.00 more. 2,500.00 of it are earned; the other 9,500.00 are shared by what the whole build and half of support sell
    // for, 6,000 : 3,000 (25-13(c)): 6,333.33, of which 40 % are 533.33 more in July, and 3,166.67, 527.78 a month. The build is done in
    // September: 3,800.00.
    title: "a bundle of progress-based work and support, at a higher price from July on",
    pobs: true,
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        start,
        term("Deal", { ...once, price: "10000.00" }),
        pobs(
          "Deal",
          { ...bundled, transactionPrice: "6000.00", recognitionPattern: "PERCENT_COMPLETE" },
          { ...bundled, transactionPrice: "4000.00", recognitionPattern: "STRAIGHT_LINE" },
        ),
        approve,
      ),
      on("2026-02-05", progress("0.4"), close("2026-01")),
      on(
        "2026-07-01",
        close("2026-06"),
        term("More", {
          ...{ price: "2000.00", from: "2026-07-01", to: "2026-07-01", interval: "NONE" },
          billingTermGroupId: "$Deal.billingTermGroupId",
        }),
        act("PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.1.id", {
          ...{ transactionPrice: "6000.00", effectiveDate: "2026-07-01" },
        }),
      ),
      on(
        "2026-10-01",
        act(pob, {
          progress: [
            { asOf: "2026-01-31", percentComplete: "0.4" },
            { asOf: "2026-09-30", percentComplete: "1" },
          ],
        }),
        close("2026-09"),
      ),
    ],
    table: `
      2026-01-01 | 10000.00 | 0 | ISSUED
      2026-07-01 | 2000.00  | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 2416.67 | 10000.00 | 0 | 0 | 7583.33 | 0 | 0
      2026-02 | 416.66  | 10000.00 | 0 | 0 | 7166.67 | 0 | 0
      2026-03 | 416.67  | 10000.00 | 0 | 0 | 6750.00 | 0 | 0
      2026-04 | 416.67  | 10000.00 | 0 | 0 | 6333.33 | 0 | 0
      2026-05 | 416.66  | 10000.00 | 0 | 0 | 5916.67 | 0 | 0
      2026-06 | 416.67  | 10000.00 | 0 | 0 | 5500.00 | 0 | 0
      2026-07 | 1061.11 | 12000.00 | 0 | 0 | 6438.89 | 0 | 0
      2026-08 | 527.78  | 12000.00 | 0 | 0 | 5911.11 | 0 | 0
      2026-09 | 4327.78 | 12000.00 | 0 | 0 | 1583.33 | 0 | 0`,
  },
];

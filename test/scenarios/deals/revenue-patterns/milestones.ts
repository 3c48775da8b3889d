import { act, approve, close, on, pobs, reopen, term } from "../../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal, taxed, termPath, total } from "../deal.ts";

// Work that is earned or billed by milestones.

const from = "2026-01-01";
const start = "2026-01-01";
const pobPath = "PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.0.id";
/** A price by the month in advance that one measured performance obligation earns. */
const project = (price: string, to: string, stated: object) => [
  term("Project", { price, from: start, to }),
  pobs("Project", { serviceStartDate: start, serviceEndDate: to, ...stated }),
];
/** What is billed from a day on is another price, and so is what is earned in all. */
const dearer = (amount: string, effectiveDate: string, transactionPrice: string) => [
  act("PATCH /v3/contracts/$contract/billing-terms/$Project.id", { ...total(amount), effectiveDate }),
  act(pobPath, { transactionPrice }),
];
const reached = (...dates: readonly string[]) =>
  act(pobPath, {
    milestones: ["Design", "Build"].map((name, index) => ({
      ...{ name, weight: index === 0 ? "1" : "3" },
      ...(dates[index] === undefined ? {} : { reachedDate: dates[index] }),
    })),
  });
const once = { from: start, to: start, interval: "NONE" };
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
const pob = (body: object) => act("PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.0.id", body);
const oneOffTerm = (name: string, price: string, day: string, parts: object = {}) =>
  term(name, { price, from: day, to: day, interval: "NONE", ...parts });
const progress = (...reports: readonly [string, string][]) =>
  act("PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.0.id", {
    progress: reports.map(([asOf, percentComplete]) => ({ asOf, percentComplete })),
  });

export const milestoneDeals: readonly Deal[] = [
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
    // Two of five parts of 1,001.000 are 400.400, reached in a closed month. 1,100.001 make them 440.000; a credit of 50.000 takes 20.000 of them until it is void in an April that is reopened.
    title:
      "milestones in dinars that are billed when they are reached, recorded late, more expensive between them, and credited in vain",
    pobs: true,
    contract: { currency: "KWD" },
    steps: [
      on(
        from,
        ...taxed("0.05"),
        oneOffTerm("Design", "400.000", from, { trigger: "MILESTONE" }),
        oneOffTerm("Build", "601.000", from, {
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
    // 7,000.00 by 2 : 5, and 5,000.00. January: 2,000.00 + 10 %. The credit of 1,200.00 leaves 6,300.00 and 4,500.00: February makes good
    // 250.00 and earns 20 %, 900.00. March: 4,500.00 + 25 %. In April 55 % are 50 %.
    title: "milestones and progress in one group, credited, paid with the credit, and corrected",
    pobs: true,
    steps: [
      on(
        "2026-01-01",
        term("Project", { price: "3000.00", interval: "QUARTER", from: "2026-01-01", to: "2026-12-31" }),
        pobs(
          "Project",
          {
            serviceStartDate: "2026-01-01",
            serviceEndDate: "2026-12-31",
            transactionPrice: "7000.00",
            recognitionPattern: "MILESTONE",
            milestones: [
              { name: "Design", weight: "2" },
              { name: "Build", weight: "5" },
            ],
          },
          {
            serviceStartDate: "2026-01-01",
            serviceEndDate: "2026-12-31",
            transactionPrice: "5000.00",
            recognitionPattern: "PERCENT_COMPLETE",
          },
        ),
        approve,
      ),
      on(
        "2026-02-01",
        act(`PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.0.id`, {
          milestones: [
            { name: "Design", weight: "2", reachedDate: "2026-01-20" },
            { name: "Build", weight: "5" },
          ],
        }),
        act(`PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.1.id`, {
          progress: [{ asOf: "2026-01-31", percentComplete: "0.1" }],
        }),
        close("2026-01"),
      ),
      on("2026-02-15", creditOfLine(0, 0, "2026-02-15", "1200.00")),
      on(
        "2026-03-01",
        act(`PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.1.id`, {
          progress: [
            { asOf: "2026-01-31", percentComplete: "0.1" },
            { asOf: "2026-02-28", percentComplete: "0.3" },
          ],
        }),
        close("2026-02"),
      ),
      on(
        "2026-04-01",
        act(`PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.0.id`, {
          milestones: [
            { name: "Design", weight: "2", reachedDate: "2026-01-20" },
            { name: "Build", weight: "5", reachedDate: "2026-03-31" },
          ],
        }),
        act(`PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.1.id`, {
          progress: [
            { asOf: "2026-01-31", percentComplete: "0.1" },
            { asOf: "2026-02-28", percentComplete: "0.3" },
            { asOf: "2026-03-31", percentComplete: "0.55" },
          ],
        }),
        close("2026-03"),
      ),
      on("2026-04-03", act("POST /v3/credit-memos/$memos.0.id/applications", { invoiceId: "$invoices.1.id" })),
      on(
        "2026-05-01",
        act(`PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.1.id`, {
          correction: true,
          progress: [
            { asOf: "2026-01-31", percentComplete: "0.1" },
            { asOf: "2026-02-28", percentComplete: "0.3" },
            { asOf: "2026-03-31", percentComplete: "0.55" },
            { asOf: "2026-04-30", percentComplete: "0.5" },
          ],
        }),
        close("2026-04"),
      ),
    ],
    table: `
      2026-01-01 | 3000.00 | 0 | ISSUED
      2026-04-01 | 3000.00 | 0 | PARTIALLY_PAID
      2026-02-15 | 1200.00 | 0 | APPLIED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 2500.00 | 3000.00 | 0 | 0       | 500.00 | 0 | 0       | 9500.00
      2026-02 | 650.00  | 3000.00 | 0 | 1350.00 | 0      | 0 | 1200.00 | 7650.00
      2026-03 | 5625.00 | 3000.00 | 0 | 6975.00 | 0      | 0 | 1200.00 | 2025.00
      2026-04 | -225.00 | 4800.00 | 0 | 3750.00 | 0      | 0 | 0       | 2250.00`,
  },
  {
    // 1,200.00 are done before the milestone, and are an asset until it is reached; then 900.00 of 3,000.00 are not done yet. In March it is lost: 2,100.00 of bad debt. What is done then is nobody's, until all of
    // it is paid.
    title:
      "a contract asset that becomes an invoice by its milestone, which is written off, and paid after all is done",
    pobs: true,
    steps: [
      on(
        from,
        term("Build", { price: "3000.00", from, to: from, interval: "NONE", trigger: "MILESTONE" }),
        pobs("Build", {
          ...{ name: "Build", serviceStartDate: from, serviceEndDate: "2026-03-31" },
          ...{ transactionPrice: "3000.00", recognitionPattern: "PERCENT_COMPLETE" },
        }),
        approve,
      ),
      on("2026-02-01", progress(["2026-01-31", "0.4"]), close("2026-01")),
      on(
        "2026-02-20",
        act("POST /v3/contracts/$contract/billing-terms/$Build.id/milestone", { reachedOn: "2026-02-20" }),
      ),
      on("2026-03-01", progress(["2026-01-31", "0.4"], ["2026-02-28", "0.7"]), close("2026-02")),
      on("2026-03-10", act("POST /v3/invoices/$invoices.0.id/actions", { action: "MARK_UNCOLLECTIBLE" })),
      on("2026-03-31", progress(["2026-01-31", "0.4"], ["2026-02-28", "0.7"], ["2026-03-31", "1"])),
      ...closedInTurn("2026-03"),
      on("2026-04-15", act("POST /v3/invoices/$invoices.0.id/payments", { amount: "3000.00" })),
      ...closedInTurn("2026-04"),
    ],
    table: `
      2026-02-20 | 3000.00 | 0 | PAID
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 1200.00 | 0 | 0 | 1200.00 | 0 | 0 | 0
      2026-02 | 900.00 | 3000.00 | 0 | 0 | 900.00 | 0 | 0
      2026-03 | 0 | 0 | 0 | 0 | 0 | 0 | 0
      2026-04 | 900.00 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
];

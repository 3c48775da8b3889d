import { act, approve, close, obligation, on, pobs, report, type Scenario, term } from "./scenario.ts";

// What has no month yet, because a milestone or progress decides: current, and in a column of its own how much of it.

const design = { name: "Design", weight: "1" };
const build = { name: "Build", weight: "2" };
const reached = (milestone: object, reachedDate: string) => ({ ...milestone, reachedDate });
const columns = ["contractLiability", "currentLiability", "undated", "nonCurrentLiability"];
const positions = (month: string) => report(`contract-balances?month=${month}`, ...columns);

export const undated: readonly Scenario[] = [
  {
    // 2,400.00 for two years of support, 100.00 a month, and 900.00 for a project of two milestones, both billed on 1 January. At
    // the end of January 2,300.00 of support are owed, 1,200.00 of them within twelve months, and all of the project, which has
    // no month: 2,100.00 are current, 900.00 of them undated. The design is reached in February: 300.00 are earned. The build is
    // reached in March, and nothing is undated any more.
    title: "milestones beside two years of support: liability without a month is current, and shown separately",
    pobs: true,
    steps: [
      on(
        "2026-01-01",
        term("Project", { price: "900.00", from: "2026-01-01", to: "2026-01-01", interval: "NONE" }),
        pobs("Project", {
          ...{
            name: "Project",
            serviceStartDate: "2026-01-01",
            serviceEndDate: "2026-12-31",
            transactionPrice: "900.00",
          },
          ...{ recognitionPattern: "MILESTONE", milestones: [design, build] },
        }),
        obligation(
          "Support",
          { price: "2400.00", from: "2026-01-01", to: "2026-01-01", interval: "NONE" },
          { serviceEndDate: "2027-12-31", recognitionPattern: "STRAIGHT_LINE" },
        ),
        approve,
      ),
      on("2026-02-01", close("2026-01"), positions("2026-01")),
      on(
        "2026-02-10",
        act("PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.0.id", {
          milestones: [reached(design, "2026-02-10"), build],
        }),
      ),
      on("2026-03-01", close("2026-02"), positions("2026-02")),
      on(
        "2026-03-10",
        act("PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.0.id", {
          milestones: [reached(design, "2026-02-10"), reached(build, "2026-03-10")],
        }),
      ),
      on("2026-04-01", positions("2026-02"), close("2026-03"), positions("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Project 900.00 + Support 2400.00 | 3300.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 3300.00        | Cr CONTRACT_LIABILITY 3300.00
      2026-01-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-02-28 | Dr CONTRACT_LIABILITY 400.00 | Cr REVENUE 400.00
      2026-03-31 | Dr CONTRACT_LIABILITY 700.00 | Cr REVENUE 700.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |  100.00 | 3300.00 Dr |         3200.00 Cr |  100.00 Cr
      2026-02 |  400.00 | 3300.00 Dr |         2800.00 Cr |  500.00 Cr
      2026-03 |  700.00 | 3300.00 Dr |         2100.00 Cr | 1200.00 Cr
      ANSWERS
      2026-02-01 | contract-balances?month=2026-01 | contractLiability 3200.00 | currentLiability 2100.00 | undated 900.00 | nonCurrentLiability 1100.00
      2026-03-01 | contract-balances?month=2026-02 | contractLiability 2800.00 | currentLiability 1800.00 | undated 600.00 | nonCurrentLiability 1000.00
      2026-04-01 | contract-balances?month=2026-02 | contractLiability 2800.00 | currentLiability 1800.00 | undated 600.00 | nonCurrentLiability 1000.00
      2026-04-01 | contract-balances?month=2026-03 | contractLiability 2100.00 | currentLiability 1200.00 | undated 0.00   | nonCurrentLiability 900.00`,
  },
  {
    // 900.00 for a project whose days begin on 1 February 2027, billed on 1 January 2026: beyond twelve months at the end of
    // January, so not current; within them a month later, and then undated.
    title: "a milestone whose days lie beyond twelve months is not current until they come near",
    pobs: true,
    steps: [
      on(
        "2026-01-01",
        term("Project", { price: "900.00", from: "2026-01-01", to: "2026-01-01", interval: "NONE" }),
        pobs("Project", {
          ...{
            name: "Project",
            serviceStartDate: "2027-02-01",
            serviceEndDate: "2027-12-31",
            transactionPrice: "900.00",
          },
          ...{ recognitionPattern: "MILESTONE", milestones: [design, build] },
        }),
        approve,
      ),
      on("2026-03-01", close("2026-02"), positions("2026-01"), positions("2026-02")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Project 900.00 | 900.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 900.00 | Cr CONTRACT_LIABILITY 900.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY
      2026-01 |    0.00 |  900.00 Dr |          900.00 Cr
      2026-02 |    0.00 |  900.00 Dr |          900.00 Cr
      ANSWERS
      2026-03-01 | contract-balances?month=2026-01 | contractLiability 900.00 | currentLiability 0.00   | undated 0.00   | nonCurrentLiability 900.00
      2026-03-01 | contract-balances?month=2026-02 | contractLiability 900.00 | currentLiability 900.00 | undated 900.00 | nonCurrentLiability 0.00`,
  },
];

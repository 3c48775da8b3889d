import { type Act, act, approve, close, on, pobs, type Scenario, term } from "./scenario.ts";

/** A build for 50,000.00, of which half is done in January; in March 10,000.00 more are agreed, by some requests in turn. */
const biggerBuild = (...inMarch: readonly Act[]) => [
  on(
    "2026-01-01",
    term("Build", { price: "50000.00", from: "2026-01-01", to: "2026-01-01", interval: "NONE" }),
    pobs("Build", {
      ...{ name: "Build", serviceStartDate: "2026-01-01", serviceEndDate: "2026-06-30" },
      ...{ recognitionPattern: "PERCENT_COMPLETE", transactionPrice: "50000.00" },
    }),
    approve,
  ),
  on("2026-02-01", progress("2026-01-31", "0.5"), close("2026-01")),
  on("2026-03-01", close("2026-02")),
  on("2026-03-10", ...inMarch),
  on("2026-04-01", close("2026-03")),
  on("2026-05-01", progress("2026-04-30", "1"), close("2026-04")),
];

function progress(asOf: string, percentComplete: string): Act {
  return act("PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.0.id", {
    progress: [{ asOf, percentComplete }],
  });
}

const more = term("Extra", {
  ...{ price: "10000.00", from: "2026-03-10", to: "2026-03-10", interval: "NONE" },
  billingTermGroupId: "$Build.billingTermGroupId",
});
const dearer = act("PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.0.id", {
  transactionPrice: "60000.00",
});

const worksheet = `
      INVOICES
      2026-01-01 | Build 50000.00 | 50000.00 | ISSUED
      2026-03-10 | Extra 10000.00 | 10000.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 50000.00         | Cr CONTRACT_LIABILITY 50000.00
      2026-01-31 | Dr CONTRACT_LIABILITY 25000.00 | Cr REVENUE 25000.00
      2026-03-10 | Dr RECEIVABLE 10000.00         | Cr CONTRACT_LIABILITY 10000.00
      2026-03-31 | Dr CONTRACT_LIABILITY 5000.00  | Cr REVENUE 5000.00
      2026-04-30 | Dr CONTRACT_LIABILITY 30000.00 | Cr REVENUE 30000.00
      MONTH ENDS
      month   |  revenue | RECEIVABLE  | CONTRACT_LIABILITY | REVENUE
      2026-01 | 25000.00 | 50000.00 Dr |        25000.00 Cr | 25000.00 Cr
      2026-02 |     0.00 | 50000.00 Dr |        25000.00 Cr | 25000.00 Cr
      2026-03 |  5000.00 | 60000.00 Dr |        30000.00 Cr | 30000.00 Cr
      2026-04 | 30000.00 | 60000.00 Dr |               0.00 | 60000.00 Cr`;

export const residuals: readonly Scenario[] = [
  {
    // Half of 60,000.00 is done, so 5,000.00 of the 10,000.00 is earned in the month in which it is agreed; nothing of it is
    // earned straight-line over the days of the second term.
    title: "a second term and then a higher stated price: the stated price uses up the residual",
    pobs: true,
    steps: biggerBuild(more, dearer),
    worksheet,
  },
  {
    title: "a higher stated price and then the term that bills it: the same result",
    pobs: true,
    steps: biggerBuild(dearer, more),
    worksheet,
  },
];

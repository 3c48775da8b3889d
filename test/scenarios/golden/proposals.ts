import { act, approve, ask, close, obligation, on, type Scenario } from "./scenario.ts";

// Other days of service: what only moves days to come is proposed as prospective, what moves served days as a correction, and a
// reason that is sent decides.

/** 1,200.00 for 2026, billed once: 100.00 a month. */
const support = obligation(
  "Support",
  { price: "1200.00", from: "2026-01-01", to: "2026-01-01", interval: "NONE" },
  { serviceEndDate: "2026-12-31", recognitionPattern: "STRAIGHT_LINE" },
);
const change = (body: object) => act("PATCH /v3/contracts/$contract/obligation/$Support.id", body);
const log = ask("decision log", "/v3/contracts/$contract/modifications", "treatment", "agreedOn", "bookMonth");

/** Until June 600.00 are earned of 1,200.00; then the days change, and September is closed. */
const story = (
  title: string,
  body: object,
  [july, august, september]: readonly string[],
  decision: string,
): Scenario => {
  const earned = [july, august, september].map((amount = "") => BigInt(amount.replace(".", "")));
  const [first = 0n, second = 0n, third = 0n] = earned;
  const text = (minor: bigint) => `${minor / 100n}.${String(minor % 100n).padStart(2, "0")}`;
  const entry = (date: string, minor: bigint) =>
    minor < 0n
      ? `${date} | Dr REVENUE ${text(-minor)} | Cr CONTRACT_LIABILITY ${text(-minor)}`
      : `${date} | Dr CONTRACT_LIABILITY ${text(minor)} | Cr REVENUE ${text(minor)}`;
  const end = (month: string, amount: string | undefined, through: bigint) =>
    `${month} | ${amount} | 1200.00 Dr | ${text(120000n - through)} Cr | ${text(through)} Cr`;
  return {
    title,
    steps: [
      on("2026-01-01", support, approve),
      on("2026-07-01", close("2026-06"), change(body), log),
      on("2026-10-01", close("2026-09")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Support 1200.00 | 1200.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 1200.00        | Cr CONTRACT_LIABILITY 1200.00
      2026-01-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-02-28 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-03-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-04-30 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-05-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-06-30 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      ${entry("2026-07-31", first)}
      ${entry("2026-08-31", second)}
      ${entry("2026-09-30", third)}
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |  100.00 | 1200.00 Dr |         1100.00 Cr | 100.00 Cr
      2026-02 |  100.00 | 1200.00 Dr |         1000.00 Cr | 200.00 Cr
      2026-03 |  100.00 | 1200.00 Dr |          900.00 Cr | 300.00 Cr
      2026-04 |  100.00 | 1200.00 Dr |          800.00 Cr | 400.00 Cr
      2026-05 |  100.00 | 1200.00 Dr |          700.00 Cr | 500.00 Cr
      2026-06 |  100.00 | 1200.00 Dr |          600.00 Cr | 600.00 Cr
      ${end("2026-07", july, 60000n + first)}
      ${end("2026-08", august, 60000n + first + second)}
      ${end("2026-09", september, 60000n + first + second + third)}
      ANSWERS
      2026-07-01 | decision log | ${decision}`,
  };
};

export const proposals: readonly Scenario[] = [
  // 600.00 are left for nine months, to March: 66.67, 133.33, 200.00 by then.
  story(
    "three more months, free of charge, without a reason: prospective, for only days to come move",
    { revenueEndDate: "2027-03-31" },
    ["66.67", "66.66", "66.67"],
    "treatment PROSPECTIVE | agreedOn null | bookMonth 2026-07",
  ),
  story(
    "three more months, said to be a concession: the same, as agreed on that day",
    { revenueEndDate: "2027-03-31", reasonCode: "CONCESSION" },
    ["66.67", "66.66", "66.67"],
    "treatment PROSPECTIVE | agreedOn 2026-07-01 | bookMonth 2026-07",
  ),
  // 1,200.00 ÷ 15 = 80.00 a month: 560.00 by the end of July, 40.00 less than is posted.
  story(
    "three more months, said to be a correction: as if they had been there at first",
    { revenueEndDate: "2027-03-31", reasonCode: "CORRECTION" },
    ["-40.00", "80.00", "80.00"],
    "treatment CUMULATIVE_CATCH_UP | agreedOn null | bookMonth 2026-07",
  ),
  // From April on, 1,200.00 ÷ 9: 533.33 by the end of July, 66.67 less than is posted, then 666.67 and 800.00.
  story(
    "service that began in April: served days move, so it is a correction",
    { revenueStartDate: "2026-04-01" },
    ["-66.67", "133.34", "133.33"],
    "treatment CUMULATIVE_CATCH_UP | agreedOn null | bookMonth 2026-07",
  ),
  {
    // 100.00 a month to June; three more months are sold at the same price. What was served stays, what is added earns its own.
    title: "three more months at a price, with the reason RENEWAL",
    steps: [
      on("2026-04-01", obligation("Hosting", { price: "100.00", from: "2026-04-01", to: "2026-06-30" }), approve),
      on(
        "2026-06-15",
        close("2026-05"),
        act("PATCH /v3/contracts/$contract/billing-terms/$Hosting.billingTermId", {
          ...{ endDate: "2026-08-31", reasonCode: "RENEWAL" },
        }),
        log,
      ),
      on("2026-09-01", close("2026-08")),
    ],
    worksheet: `
      INVOICES
      2026-04-01 | Hosting 100.00 | 100.00 | ISSUED
      2026-05-01 | Hosting 100.00 | 100.00 | ISSUED
      2026-06-01 | Hosting 100.00 | 100.00 | ISSUED
      2026-07-01 | Hosting 100.00 | 100.00 | ISSUED
      2026-08-01 | Hosting 100.00 | 100.00 | ISSUED
      JOURNAL
      2026-04-01 | Dr RECEIVABLE 100.00         | Cr CONTRACT_LIABILITY 100.00
      2026-04-30 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-05-01 | Dr RECEIVABLE 100.00         | Cr CONTRACT_LIABILITY 100.00
      2026-05-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-06-01 | Dr RECEIVABLE 100.00         | Cr CONTRACT_LIABILITY 100.00
      2026-06-30 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-07-01 | Dr RECEIVABLE 100.00         | Cr CONTRACT_LIABILITY 100.00
      2026-07-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-08-01 | Dr RECEIVABLE 100.00         | Cr CONTRACT_LIABILITY 100.00
      2026-08-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-04 |  100.00 |  100.00 Dr |               0.00 | 100.00 Cr
      2026-05 |  100.00 |  200.00 Dr |               0.00 | 200.00 Cr
      2026-06 |  100.00 |  300.00 Dr |               0.00 | 300.00 Cr
      2026-07 |  100.00 |  400.00 Dr |               0.00 | 400.00 Cr
      2026-08 |  100.00 |  500.00 Dr |               0.00 | 500.00 Cr
      ANSWERS
      2026-06-15 | decision log | treatment PROSPECTIVE | agreedOn 2026-06-15 | bookMonth 2026-06`,
  },
  {
    // Six months of 100.00, of which the first three cost half: 450.00, 75.00 a month. Two more months at 100.00, what they sell for
    // alone, are a contract of their own: May and June keep 75.00, July and August are 100.00. At the end of June 450.00 are
    // billed and earned.
    title: "more months at their standalone selling price, with the reason RENEWAL: a separate contract",
    steps: [
      on(
        "2026-01-01",
        act(
          "POST /v3/products",
          {
            name: "Hosting",
            standaloneSellingPrices: [{ currency: "USD", amount: "100.00", validFrom: "2026-01-01" }],
          },
          "product",
        ),
        obligation("Hosting", {
          ...{ price: "100.00", from: "2026-01-01", to: "2026-06-30", productId: "$product.id" },
          discounts: [{ type: "PERCENTAGE", amount: "0.5", startDate: "2026-01-01", endDate: "2026-03-31" }],
        }),
        approve,
      ),
      on(
        "2026-05-15",
        close("2026-04"),
        act("PATCH /v3/contracts/$contract/billing-terms/$Hosting.billingTermId", {
          ...{ endDate: "2026-08-31", reasonCode: "RENEWAL" },
        }),
        log,
      ),
      on("2026-09-01", close("2026-08")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Hosting 50.00 | 50.00 | ISSUED
      2026-02-01 | Hosting 50.00 | 50.00 | ISSUED
      2026-03-01 | Hosting 50.00 | 50.00 | ISSUED
      2026-04-01 | Hosting 100.00 | 100.00 | ISSUED
      2026-05-01 | Hosting 100.00 | 100.00 | ISSUED
      2026-06-01 | Hosting 100.00 | 100.00 | ISSUED
      2026-07-01 | Hosting 100.00 | 100.00 | ISSUED
      2026-08-01 | Hosting 100.00 | 100.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 50.00          | Cr CONTRACT_LIABILITY 50.00
      2026-01-31 | Dr CONTRACT_LIABILITY 75.00  | Cr REVENUE 75.00
      2026-01-31 | Dr CONTRACT_ASSET 25.00      | Cr CONTRACT_LIABILITY 25.00
      2026-02-01 | Dr CONTRACT_LIABILITY 25.00  | Cr CONTRACT_ASSET 25.00
      2026-02-01 | Dr RECEIVABLE 50.00          | Cr CONTRACT_LIABILITY 50.00
      2026-02-28 | Dr CONTRACT_LIABILITY 75.00  | Cr REVENUE 75.00
      2026-02-28 | Dr CONTRACT_ASSET 50.00      | Cr CONTRACT_LIABILITY 50.00
      2026-03-01 | Dr CONTRACT_LIABILITY 50.00  | Cr CONTRACT_ASSET 50.00
      2026-03-01 | Dr RECEIVABLE 50.00          | Cr CONTRACT_LIABILITY 50.00
      2026-03-31 | Dr CONTRACT_LIABILITY 75.00  | Cr REVENUE 75.00
      2026-03-31 | Dr CONTRACT_ASSET 75.00      | Cr CONTRACT_LIABILITY 75.00
      2026-04-01 | Dr CONTRACT_LIABILITY 75.00  | Cr CONTRACT_ASSET 75.00
      2026-04-01 | Dr RECEIVABLE 100.00         | Cr CONTRACT_LIABILITY 100.00
      2026-04-30 | Dr CONTRACT_LIABILITY 75.00  | Cr REVENUE 75.00
      2026-04-30 | Dr CONTRACT_ASSET 50.00      | Cr CONTRACT_LIABILITY 50.00
      2026-05-01 | Dr CONTRACT_LIABILITY 50.00  | Cr CONTRACT_ASSET 50.00
      2026-05-01 | Dr RECEIVABLE 100.00         | Cr CONTRACT_LIABILITY 100.00
      2026-05-31 | Dr CONTRACT_LIABILITY 75.00  | Cr REVENUE 75.00
      2026-05-31 | Dr CONTRACT_ASSET 25.00      | Cr CONTRACT_LIABILITY 25.00
      2026-06-01 | Dr CONTRACT_LIABILITY 25.00  | Cr CONTRACT_ASSET 25.00
      2026-06-01 | Dr RECEIVABLE 100.00         | Cr CONTRACT_LIABILITY 100.00
      2026-06-30 | Dr CONTRACT_LIABILITY 75.00  | Cr REVENUE 75.00
      2026-07-01 | Dr RECEIVABLE 100.00         | Cr CONTRACT_LIABILITY 100.00
      2026-07-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-08-01 | Dr RECEIVABLE 100.00         | Cr CONTRACT_LIABILITY 100.00
      2026-08-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_ASSET | CONTRACT_LIABILITY | REVENUE
      2026-01 |   75.00 |   50.00 Dr |       25.00 Dr |               0.00 |  75.00 Cr
      2026-02 |   75.00 |  100.00 Dr |       50.00 Dr |               0.00 | 150.00 Cr
      2026-03 |   75.00 |  150.00 Dr |       75.00 Dr |               0.00 | 225.00 Cr
      2026-04 |   75.00 |  250.00 Dr |       50.00 Dr |               0.00 | 300.00 Cr
      2026-05 |   75.00 |  350.00 Dr |       25.00 Dr |               0.00 | 375.00 Cr
      2026-06 |   75.00 |  450.00 Dr |           0.00 |               0.00 | 450.00 Cr
      2026-07 |  100.00 |  550.00 Dr |           0.00 |               0.00 | 550.00 Cr
      2026-08 |  100.00 |  650.00 Dr |           0.00 |               0.00 | 650.00 Cr
      ANSWERS
      2026-05-15 | decision log | treatment SEPARATE_CONTRACT | agreedOn 2026-05-15 | bookMonth 2026-05`,
  },
];

import { act, approve, obligation, on } from "../../golden/scenario.ts";
import { closedInTurn, type Deal } from "../deal.ts";

// Contracts that allocate by standalone selling price and have one obligation: nothing is allocated (ASC 606-10-32-30).

const sells = (standaloneSellingPrice: string, parts: object = {}) => ({ standaloneSellingPrice, ...parts });
const shared = { allocationMethod: "RELATIVE_SSP" };

export const singleObligationDeals: readonly Deal[] = [
  {
    // 600.00 over six months, 100.00 a month. What is earned and not billed waits for the end of its quarter alone.
    title: "quarters in arrears from the 16th, alone in an allocated contract",
    contract: shared,
    steps: [
      on(
        "2026-01-16",
        obligation(
          "Hosting",
          {
            ...{ price: "300.00", from: "2026-01-16", to: "2026-07-15" },
            ...{ interval: "QUARTER", invoiceDateStrategy: "ARREARS" },
          },
          sells("900.00"),
        ),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02", "2026-03", "2026-04", "2026-05", "2026-06", "2026-07"),
    ],
    table: `
      2026-04-16 | 300.00 | 0 | ISSUED
      2026-07-16 | 300.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 51.61 | 0 | 51.61 | 0 | 0 | 0 | 0 | 548.39
      2026-02 | 100.00 | 0 | 151.61 | 0 | 0 | 0 | 0 | 448.39
      2026-03 | 100.00 | 0 | 251.61 | 0 | 0 | 0 | 0 | 348.39
      2026-04 | 100.00 | 300.00 | 51.61 | 0 | 0 | 0 | 0 | 248.39
      2026-05 | 100.00 | 300.00 | 151.61 | 0 | 0 | 0 | 0 | 148.39
      2026-06 | 100.00 | 300.00 | 251.61 | 0 | 0 | 0 | 0 | 48.39
      2026-07 | 48.39 | 600.00 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 1,200.00 are earned with the delivery; the three invoices wait for their dates alone. All of the first is earned, so all of it is lost.
    title:
      "a device delivered before its three invoices, alone in an allocated contract, the first of which is written off",
    contract: shared,
    steps: [
      on(
        "2026-01-05",
        obligation(
          "Device",
          { price: "400.00", from: "2026-03-01", to: "2026-05-31" },
          sells("1500.00", {
            ...{ serviceStartDate: "2026-01-20", serviceEndDate: "2026-01-20" },
            recognitionPattern: "POINT_IN_TIME",
          }),
        ),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02", "2026-03"),
      on("2026-04-10", act("POST /v3/invoices/$invoices.0.id/actions", { action: "MARK_UNCOLLECTIBLE" })),
      ...closedInTurn("2026-04", "2026-05"),
    ],
    table: `
      2026-03-01 | 400.00 | 0 | UNCOLLECTIBLE
      2026-04-01 | 400.00 | 0 | ISSUED
      2026-05-01 | 400.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 1200.00 | 0 | 1200.00 | 0 | 0 | 0 | 0 | 0
      2026-02 | 0 | 0 | 1200.00 | 0 | 0 | 0 | 0 | 0
      2026-03 | 0 | 400.00 | 800.00 | 0 | 0 | 0 | 0 | 0
      2026-04 | 0 | 400.00 | 400.00 | 0 | 0 | 0 | 0 | 0
      2026-05 | 0 | 800.00 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
];

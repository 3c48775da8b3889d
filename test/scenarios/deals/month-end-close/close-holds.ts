import { act, approve, obligation, on, rejected } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, termPath, total } from "../deal.ts";

// Contracts that are held out of a close, and written off, ended, repriced or deleted meanwhile.

const [from, to] = ["2026-01-01", "2026-12-31"];
const voided = (memo: number) => act(`POST /v3/credit-memos/$memos.${memo}.id/void`, { reason: "In error" });
const end = (name: string, endDate: string, parts: object = {}) =>
  act(`PATCH ${termPath(name)}/terminate`, { endDate, ...parts });
const invoiceIs = (index: number, action: string) => act(`POST /v3/invoices/$invoices.${index}.id/actions`, { action });
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const patch = (name: string, body: object) => act(`PATCH ${termPath(name)}`, body);
const shared = { allocationMethod: "RELATIVE_SSP" };

export const closeHoldDeals: readonly Deal[] = [
  {
    // 74 of 365 days are 243.29; the other 956.71 are credited, and that is void. Nothing of it is in February and March, for which the contract is held: April has 1,100.00.
    title: "a year held out of two months, in the second of which it ends, is credited, and its credit is void",
    steps: [
      on(from, obligation("Platform", { price: "1200.00", interval: "YEAR", from, to }), approve),
      ...closedInTurn("2026-01"),
      on("2026-02-10", act("POST /v3/contracts/$contract/close-hold", { reason: "Disputed" })),
      ...closedInTurn("2026-02"),
      on("2026-03-10", end("Platform", "2026-03-15", { creditUnused: true })),
      on("2026-03-20", voided(0)),
      ...closedInTurn("2026-03"),
      on("2026-04-05", act("DELETE /v3/contracts/$contract/close-hold")),
      ...closedInTurn("2026-04", "2026-05"),
    ],
    table: `
      2026-01-01 | 1200.00 | 0 | ISSUED
      2026-03-10 | 956.71  | 0 | VOID
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00  | 1200.00 | 0 | 0 | 1100.00 | 0 | 0
      2026-02 | 0       | 1200.00 | 0 | 0 | 1100.00 | 0 | 0
      2026-03 | 0       | 1200.00 | 0 | 0 | 1100.00 | 0 | 0
      2026-04 | 1100.00 | 1200.00 | 0 | 0 | 0       | 0 | 0
      2026-05 | 0       | 1200.00 | 0 | 0 | 0       | 0 | 0`,
  },
  {
    // Of March 5 of 31 days are earned when its invoice is written off: 16.13 are lost, 83.87 are not earned. Held, February and March post no revenue; in April 100.00 and 16.13 of
    // them come with its own 100.00. Owed again in May, the 83.87 are earned.
    title: "an invoice written off while its contract is held for two months, and reinstated",
    steps: [
      on(from, obligation("Support", { price: "100.00", from, to: "2026-06-30" }), approve),
      ...closedInTurn("2026-01"),
      on("2026-02-10", act("POST /v3/contracts/$contract/close-hold", { reason: "Disputed" })),
      ...closedInTurn("2026-02"),
      on("2026-03-05", invoiceIs(2, "MARK_UNCOLLECTIBLE")),
      ...closedInTurn("2026-03"),
      on("2026-04-10", act("DELETE /v3/contracts/$contract/close-hold")),
      ...closedInTurn("2026-04"),
      on("2026-05-10", invoiceIs(2, "REINSTATE")),
      ...closedInTurn("2026-05", "2026-06"),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-05-01 | 100.00 | 0 | ISSUED
      2026-06-01 | 100.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 100.00 | 0 | 0 | 0      | 0 | 0
      2026-02 | 0      | 200.00 | 0 | 0 | 100.00 | 0 | 0
      2026-03 | 0      | 200.00 | 0 | 0 | 116.13 | 0 | 0
      2026-04 | 216.13 | 300.00 | 0 | 0 | 0      | 0 | 0
      2026-05 | 183.87 | 500.00 | 0 | 0 | 0      | 0 | 0
      2026-06 | 100.00 | 600.00 | 0 | 0 | 0      | 0 | 0`,
  },
  {
    // 150.00 a month. Held out of June, in which a price from July on is agreed: 120.00 less. July has June's 150.00 and 130.00 of its own.
    title: "held out of a month in which a lower price is agreed, in an allocated contract",
    contract: shared,
    steps: [
      on(
        from,
        obligation("Platform", { price: "100.00", from, to }, { standaloneSellingPrice: "900.00" }),
        obligation("Support", { price: "50.00", from, to }, { standaloneSellingPrice: "900.00" }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 5)),
      on(
        "2026-06-20",
        act("POST /v3/contracts/$contract/close-hold", { reason: "The amendment is disputed" }),
        patch("Platform", { ...total("80.00"), effectiveDate: "2026-07-01" }),
      ),
      ...closedInTurn("2026-06"),
      on("2026-07-10", act("DELETE /v3/contracts/$contract/close-hold")),
      ...closedInTurn("2026-07", "2026-08"),
    ],
    table: `
      2026-01-01 | 150.00 | 0 | ISSUED
      2026-02-01 | 150.00 | 0 | ISSUED
      2026-03-01 | 150.00 | 0 | ISSUED
      2026-04-01 | 150.00 | 0 | ISSUED
      2026-05-01 | 150.00 | 0 | ISSUED
      2026-06-01 | 150.00 | 0 | ISSUED
      2026-07-01 | 130.00 | 0 | ISSUED
      2026-08-01 | 130.00 | 0 | ISSUED
      2026-09-01 | 130.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 150.00 | 150.00  | 0 | 0 | 0      | 0 | 0
      2026-02 | 150.00 | 300.00  | 0 | 0 | 0      | 0 | 0
      2026-03 | 150.00 | 450.00  | 0 | 0 | 0      | 0 | 0
      2026-04 | 150.00 | 600.00  | 0 | 0 | 0      | 0 | 0
      2026-05 | 150.00 | 750.00  | 0 | 0 | 0      | 0 | 0
      2026-06 | 0      | 900.00  | 0 | 0 | 150.00 | 0 | 0
      2026-07 | 280.00 | 1030.00 | 0 | 0 | 0      | 0 | 0
      2026-08 | 130.00 | 1160.00 | 0 | 0 | 0      | 0 | 0`,
  },
  {
    // 100.00 a month. The berth, 300.00 for a quarter in arrears, is held out of February and deleted in March. The quay is billed 60.00 on 1 March and paid: it can be
    // deleted once the payment is taken off and the bill is void, and the 60.00 pay for the platform.
    title: "a contract that is held out of a month and deleted, and another one whose payment stays",
    steps: [
      on(from, obligation("Platform", { price: "100.00", from, to: "2026-06-30" }), approve),
      on(
        "2026-01-20",
        act("POST /v3/contracts", { name: "Berth", customerId: "$customer" }, "berth"),
        {
          ...obligation("Mooring", {
            ...{ price: "300.00", interval: "QUARTER", invoiceDateStrategy: "ARREARS" },
            ...{ from: "2026-02-01", to: "2026-04-30" },
          }),
          send: "POST /v3/contracts/$berth.id/obligations",
        },
        act("POST /v3/contracts/$berth.id/actions", { action: "APPROVE" }),
      ),
      ...closedInTurn("2026-01"),
      on("2026-02-10", act("POST /v3/contracts/$berth.id/close-hold", { reason: "Never begun" })),
      ...closedInTurn("2026-02"),
      on("2026-03-05", act("DELETE /v3/contracts/$berth.id")),
      on(
        "2026-03-10",
        act("POST /v3/contracts", { name: "Quay", customerId: "$customer" }, "quay"),
        {
          ...obligation("Quay", { price: "60.00", from: "2026-03-01", to: "2026-04-30" }),
          send: "POST /v3/contracts/$quay.id/obligations",
        },
        act("POST /v3/contracts/$quay.id/actions", { action: "APPROVE" }),
        act("POST /v3/payments", { customerId: "$customer", amount: "60.00", currency: "USD" }, "paid"),
        act("POST /v3/payments/$paid.id/applications", { invoiceId: "$invoices.3.id" }, "applied"),
      ),
      on(
        "2026-03-20",
        rejected("CONTRACT_INVOICED", "DELETE /v3/contracts/$quay.id"),
        act("DELETE /v3/payments/$paid.id/applications/$applied.id"),
        invoiceIs(3, "VOID"),
        act("DELETE /v3/contracts/$quay.id"),
        act("POST /v3/payments/$paid.id/applications", { invoiceId: "$invoices.2.id" }),
      ),
      ...closedInTurn("2026-03", "2026-04"),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | PARTIALLY_PAID
      2026-03-01 | 60.00  | 0 | VOID
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-05-01 | 100.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 100.00 | 0 | 0 | 0 | 0 | 0 | 800.00
      2026-02 | 100.00 | 200.00 | 0 | 0 | 0 | 0 | 0 | 700.00
      2026-03 | 100.00 | 240.00 | 0 | 0 | 0 | 0 | 0 | 300.00
      2026-04 | 100.00 | 340.00 | 0 | 0 | 0 | 0 | 0 | 200.00`,
  },
];

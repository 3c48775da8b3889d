import { act, close, eventType, grace, obligation, on, use } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, taxed, termPath } from "../deal.ts";

// Open invoices, payments and commitments of other books: billed again, returned, terminated.

const from = "2026-01-01";
const invoiceIs = (index: number, action: string) => act(`POST /v3/invoices/$invoices.${index}.id/actions`, { action });
const contract = { startDate: from, endDate: "2026-12-31" };
const committedPath = "/v3/contracts/$contract/commitments/$committed.commitments.0.id";
const paidBefore = act("GET /v3/payments?limit=10", undefined, "payments");
/** A year of 1,200.00 and 20 % of tax, billed in January and half recognized, loaded as of June. */
const halfYear = ({ balance, ...rest }: { balance: string; customerCredit?: string }) => [
  ...taxed("0.20"),
  obligation("Platform", { price: "1200.00", interval: "YEAR", from, to: "2026-12-31" }),
  act("POST /v3/contracts/$contract/opening", {
    asOf: "2026-06-30",
    billingTerms: [{ billingTermId: "$Platform.billingTermId", invoicedThrough: "2026-12-31", billed: "1200.00" }],
    performanceObligations: [{ performanceObligationId: "$Platform.performanceObligationId", recognized: "600.00" }],
    openInvoices: [
      { invoiceNumber: "R-17", issueDate: from, dueDate: "2026-01-31", total: "1440.00", tax: "240.00", balance },
    ],
    ...rest,
  }),
];

export const openInvoicesAndCommitmentDeals: readonly Deal[] = [
  {
    // 940.00 of the old bill and 25.00 of credit were paid in other books; the bank takes them back in July.
    title: "a payment from the old books that is returned",
    steps: [
      on("2026-07-01", ...halfYear({ balance: "500.00", customerCredit: "25.00" }), close("2026-06")),
      on("2026-07-10", paidBefore, act("POST /v3/payments/$payments.data.0.id/return", {})),
      ...closedInTurn("2026-07"),
    ],
    table: `
      2026-06-30 | 1440.00 | 240.00 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-06 | 0 | 500.00 | 0 | 0 | 600.00 | 240.00 | 25.00 | 600.00
      2026-07 | 100.00 | 1440.00 | 0 | 0 | 500.00 | 240.00 | 0 | 500.00`,
  },
  {
    // Its day is in January, when the books were others: it is dated on the day on which it is made.
    title: "an open invoice from the old books, void and billed again here",
    steps: [
      on("2026-07-01", ...halfYear({ balance: "1440.00" })),
      on("2026-07-02", invoiceIs(0, "VOID"), act(`PATCH ${termPath("Platform")}`, { name: "Platform, again" })),
      ...closedInTurn("2026-07"),
    ],
    table: `
      2026-07-02 | 1440.00 | 240.00 | ISSUED
      2026-06-30 | 1440.00 | 240.00 | VOID
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-06 | 0 | 0 | 600.00 | 0 | 0 | 0 | 0 | 600.00
      2026-07 | 100.00 | 1440.00 | 0 | 0 | 500.00 | 240.00 | 0 | 500.00`,
  },
  {
    // January was used by 60.00 and trued up, February by 80.00 and not billed: 100.00 of it are here. 30.00 of credit pay for the old bill. March is 50.00 beyond, April trued up.
    title: "a commitment from the old books, terminated early",
    contract: { ...contract, currency: "EUR" },
    steps: [
      on(
        "2026-03-02",
        eventType,
        grace(0),
        obligation("Calls", {
          ...{ price: "0.010", from, to: "2026-06-30", usageScope: "COMMITMENT", eventTypeId: "$calls.id" },
          ...{ invoiceDateStrategy: "ARREARS", billingType: "UNIT" },
        }),
        act(
          "POST /v3/contracts/$contract/commitments",
          {
            commitments: [
              {
                commitmentUnitType: "CURRENCY",
                schedules: [
                  {
                    startDate: from,
                    endDate: "2026-06-30",
                    commitmentInterval: "MONTHLY",
                    trueUpBehavior: "EACH_PERIOD",
                    steps: [{ commitmentValue: "100.00", billingTermIds: ["$Calls.billingTermId"] }],
                  },
                ],
              },
            ],
          },
          "committed",
        ),
        act("POST /v3/contracts/$contract/opening", {
          asOf: "2026-02-28",
          commitments: [
            { commitmentId: "$committed.commitments.0.id", invoicedThrough: "2026-01-31", billed: "100.00" },
          ],
          usage: [
            { eventTypeId: "$calls.id", date: "2026-01-01", quantity: "6000" },
            { eventTypeId: "$calls.id", date: "2026-02-01", quantity: "8000" },
          ],
          performanceObligations: [{ performanceObligationId: "$Calls.performanceObligationId", recognized: "200.00" }],
          openInvoices: [
            {
              ...{ invoiceNumber: "O-1", issueDate: "2026-02-01", dueDate: "2026-03-03" },
              ...{ total: "100.00", balance: "100.00" },
            },
          ],
          customerCredit: "30.00",
        }),
        close("2026-02"),
      ),
      on(
        "2026-03-05",
        act("GET /v3/payments?limit=10", undefined, "payments"),
        act("POST /v3/payments/$payments.data.0.id/applications", { invoiceId: "$invoices.1.id" }),
      ),
      on("2026-03-20", use("2026-03-20", "15000")),
      ...closedInTurn("2026-03"),
      on("2026-04-10", act(`POST ${committedPath}/terminate`, { endDate: "2026-04-30" })),
      ...closedInTurn("2026-04", "2026-05"),
    ],
    table: `
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 150.00 | 0 | ISSUED
      2026-05-01 | 100.00 | 0 | ISSUED
      2026-02-28 | 100.00 | 0 | PARTIALLY_PAID
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-02 | 0 | 100.00 | 100.00 | 0 | 0 | 0 | 30.00 | 400.00
      2026-03 | 150.00 | 170.00 | 150.00 | 0 | 0 | 0 | 0 | 300.00
      2026-04 | 100.00 | 320.00 | 100.00 | 0 | 0 | 0 | 0 | 0
      2026-05 | 0 | 420.00 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
];

import { act, approve, obligation, on, pobs, term } from "../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal, shown, termPath, total } from "./deal.ts";

// What is delivered or done before it is billed, and a price, a measure or a selling price that is another one later.

const [from, to] = ["2026-01-01", "2026-12-31"];
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const pob = (id: string, body: object) => act(`PATCH /v3/contracts/$contract/performance-obligations/${id}`, body);
const earned = (name: string, month: string) =>
  shown(
    name,
    act(
      `GET /v3/revenue-schedules?filter=performanceObligationId:eq:$${name}.performanceObligationId,timeframe:eq:${month}`,
    ),
    "timeframe",
    "amount",
  );

export const deliveredFirstDeals: readonly Deal[] = [
  {
    // 1,200.00 of hardware wait for three dates. 100.00 of the first bill are credited, and in May the other two become 50.00 less: that is May's. Support of 50.00 a month is paid ahead.
    // All that is left of the hardware waits for time alone, whatever it costs.
    title: "hardware delivered before its three bills, one of them credited and two made cheaper, beside support",
    steps: [
      on(
        from,
        obligation(
          "Hardware",
          { price: "400.00", from: "2026-04-01", to, interval: "QUARTER" },
          {
            ...{ serviceStartDate: "2026-01-20", serviceEndDate: "2026-01-20" },
            recognitionPattern: "POINT_IN_TIME",
          },
        ),
        obligation("Support", { price: "600.00", from: "2026-02-01", to: "2027-01-31", interval: "YEAR" }),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02", "2026-03"),
      on("2026-04-05", creditOfLine(1, 0, "2026-04-05", "100.00")),
      ...closedInTurn("2026-04"),
      on("2026-05-10", act(`PATCH ${termPath("Hardware")}`, { ...total("350.00"), effectiveDate: "2026-07-01" })),
      ...closedInTurn(...months.slice(4, 10)),
    ],
    table: `
      2026-02-01 | 600.00 | 0 | ISSUED
      2026-04-01 | 400.00 | 0 | ISSUED
      2026-07-01 | 350.00 | 0 | ISSUED
      2026-10-01 | 350.00 | 0 | ISSUED
      2026-04-05 | 100.00 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 1200.00 | 0       | 1200.00 | 0 | 0      | 0 | 0      | 600.00
      2026-02 | 50.00   | 600.00  | 1200.00 | 0 | 550.00 | 0 | 0      | 550.00
      2026-03 | 50.00   | 600.00  | 1200.00 | 0 | 500.00 | 0 | 0      | 500.00
      2026-04 | -50.00  | 1000.00 | 800.00  | 0 | 450.00 | 0 | 100.00 | 450.00
      2026-05 | -50.00  | 1000.00 | 700.00  | 0 | 400.00 | 0 | 100.00 | 400.00
      2026-06 | 50.00   | 1000.00 | 700.00  | 0 | 350.00 | 0 | 100.00 | 350.00
      2026-07 | 50.00   | 1350.00 | 350.00  | 0 | 300.00 | 0 | 100.00 | 300.00
      2026-08 | 50.00   | 1350.00 | 350.00  | 0 | 250.00 | 0 | 100.00 | 250.00
      2026-09 | 50.00   | 1350.00 | 350.00  | 0 | 200.00 | 0 | 100.00 | 200.00
      2026-10 | 50.00   | 1700.00 | 0       | 0 | 150.00 | 0 | 100.00 | 150.00`,
  },
  {
    // 10 % and 30 % of 10,000.00. In March a quarter of 12,000.00 is as much. The monthly bills end with May: 7,000.00 are billed in all, of which 60 % are done in May and all of it in
    // June.
    title: "progress-based work: less of it done than was recorded, for a higher price, and then its bills end",
    pobs: true,
    steps: [
      on(
        from,
        term("Work", { price: "1000.00", from, to: "2026-10-31" }),
        pobs("Work", {
          ...{ name: "Build", serviceStartDate: from, serviceEndDate: "2026-10-31" },
          ...{ transactionPrice: "10000.00", recognitionPattern: "PERCENT_COMPLETE" },
        }),
        approve,
      ),
      on("2026-01-31", pob("$pobs.created.0.id", { progress: [{ asOf: "2026-01-31", percentComplete: "0.1" }] })),
      ...closedInTurn("2026-01"),
      on(
        "2026-02-28",
        pob("$pobs.created.0.id", {
          progress: [
            { asOf: "2026-01-31", percentComplete: "0.1" },
            { asOf: "2026-02-28", percentComplete: "0.3" },
          ],
        }),
      ),
      ...closedInTurn("2026-02"),
      on(
        "2026-03-20",
        term("More", {
          ...{ price: "2000.00", from: "2026-04-01", to: "2026-04-01", interval: "NONE" },
          billingTermGroupId: "$Work.billingTermGroupId",
        }),
        pob("$pobs.created.0.id", { transactionPrice: "12000.00", effectiveDate: "2026-03-20" }),
      ),
      on(
        "2026-03-31",
        pob("$pobs.created.0.id", {
          correction: true,
          progress: [
            { asOf: "2026-01-31", percentComplete: "0.1" },
            { asOf: "2026-02-28", percentComplete: "0.3" },
            { asOf: "2026-03-31", percentComplete: "0.25" },
          ],
        }),
      ),
      ...closedInTurn("2026-03", "2026-04"),
      on(
        "2026-05-20",
        act(`PATCH /v3/contracts/$contract/billing-terms/$Work.id/terminate`, { endDate: "2026-05-31" }),
      ),
      on(
        "2026-05-31",
        pob("$pobs.created.0.id", {
          correction: true,
          progress: [
            { asOf: "2026-01-31", percentComplete: "0.1" },
            { asOf: "2026-02-28", percentComplete: "0.3" },
            { asOf: "2026-03-31", percentComplete: "0.25" },
            { asOf: "2026-05-31", percentComplete: "0.6" },
          ],
        }),
      ),
      ...closedInTurn("2026-05"),
      on(
        "2026-06-10",
        pob("$pobs.created.0.id", {
          correction: true,
          progress: [
            { asOf: "2026-01-31", percentComplete: "0.1" },
            { asOf: "2026-02-28", percentComplete: "0.3" },
            { asOf: "2026-03-31", percentComplete: "0.25" },
            { asOf: "2026-05-31", percentComplete: "0.6" },
            { asOf: "2026-06-10", percentComplete: "1" },
          ],
        }),
      ),
      ...closedInTurn("2026-06"),
    ],
    table: `
      2026-01-01 | 1000.00 | 0 | ISSUED
      2026-02-01 | 1000.00 | 0 | ISSUED
      2026-03-01 | 1000.00 | 0 | ISSUED
      2026-04-01 | 3000.00 | 0 | ISSUED
      2026-05-01 | 1000.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 1000.00 | 1000.00 | 0 | 0       | 0       | 0 | 0 | 9000.00
      2026-02 | 2000.00 | 2000.00 | 0 | 1000.00 | 0       | 0 | 0 | 7000.00
      2026-03 | 0       | 3000.00 | 0 | 0       | 0       | 0 | 0 | 9000.00
      2026-04 | 0       | 6000.00 | 0 | 0       | 3000.00 | 0 | 0 | 9000.00
      2026-05 | 1200.00 | 7000.00 | 0 | 0       | 2800.00 | 0 | 0 | 2800.00
      2026-06 | 2800.00 | 7000.00 | 0 | 0       | 0       | 0 | 0 | 0`,
  },
  {
    // 1,200.00 each at first. In April the licence turns out to sell for 1,800.00: 1,440.00 of 2,400.00, 240.00 more of it and 60.00 less of the first quarter's platform. From July on the
    // platform bills 70.00 and hosting, which sells for as much as what is left of it, 60.00: 660.00 are left, 55.00 a month each.
    title: "a delivered licence that sells for more, a lower price in July, and hosting beside it",
    pobs: true,
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        obligation("Platform", { price: "100.00", from, to }, { standaloneSellingPrice: "1200.00" }),
        obligation(
          "Licence",
          { price: "1200.00", from: "2026-01-05", to: "2026-01-05", interval: "NONE" },
          { standaloneSellingPrice: "1200.00" },
        ),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02", "2026-03"),
      on("2026-04-10", pob("$Licence.performanceObligationId", { standaloneSellingPrice: "1800.00" })),
      ...closedInTurn("2026-04", "2026-05"),
      on(
        "2026-06-10",
        act(`PATCH ${termPath("Platform")}`, { ...total("70.00"), effectiveDate: "2026-07-01" }),
        obligation("Hosting", { price: "60.00", from: "2026-07-01", to }, { standaloneSellingPrice: "600.00" }),
      ),
      ...closedInTurn(...months.slice(5)),
      on("2027-01-02", earned("Platform", "2026-07"), earned("Hosting", "2026-07")),
    ],
    table: `
      2026-01-01 | 100.00  | 0 | ISSUED
      2026-01-05 | 1200.00 | 0 | ISSUED
      2026-02-01 | 100.00  | 0 | ISSUED
      2026-03-01 | 100.00  | 0 | ISSUED
      2026-04-01 | 100.00  | 0 | ISSUED
      2026-05-01 | 100.00  | 0 | ISSUED
      2026-06-01 | 100.00  | 0 | ISSUED
      2026-07-01 | 130.00  | 0 | ISSUED
      2026-08-01 | 130.00  | 0 | ISSUED
      2026-09-01 | 130.00  | 0 | ISSUED
      2026-10-01 | 130.00  | 0 | ISSUED
      2026-11-01 | 130.00  | 0 | ISSUED
      2026-12-01 | 130.00  | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 1300.00 | 1300.00 | 0 | 0      | 0 | 0 | 0 | 1100.00
      2026-02 | 100.00  | 1400.00 | 0 | 0      | 0 | 0 | 0 | 1000.00
      2026-03 | 100.00  | 1500.00 | 0 | 0      | 0 | 0 | 0 | 900.00
      2026-04 | 260.00  | 1600.00 | 0 | 160.00 | 0 | 0 | 0 | 640.00
      2026-05 | 80.00   | 1700.00 | 0 | 140.00 | 0 | 0 | 0 | 560.00
      2026-06 | 80.00   | 1800.00 | 0 | 120.00 | 0 | 0 | 0 | 660.00
      2026-07 | 110.00  | 1930.00 | 0 | 100.00 | 0 | 0 | 0 | 550.00
      2026-08 | 110.00  | 2060.00 | 0 | 80.00  | 0 | 0 | 0 | 440.00
      2026-09 | 110.00  | 2190.00 | 0 | 60.00  | 0 | 0 | 0 | 330.00
      2026-10 | 110.00  | 2320.00 | 0 | 40.00  | 0 | 0 | 0 | 220.00
      2026-11 | 110.00  | 2450.00 | 0 | 20.00  | 0 | 0 | 0 | 110.00
      2026-12 | 110.00  | 2580.00 | 0 | 0      | 0 | 0 | 0 | 0
      answers
      Platform | 2026-07 | 55.00
      Hosting | 2026-07 | 55.00`,
  },
  {
    // 480.00 less than 3,000.00 belong to the first two: 960.00, 960.00 and 600.00, as they are billed. One of the two ends with June: what is left of the other, and of the third, is
    // what they cost.
    title: "a discount that belongs to two of three, of which one ends in June",
    pobs: true,
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        obligation("Mail", { price: "80.00", from, to }, { standaloneSellingPrice: "1200.00" }),
        obligation("Files", { price: "80.00", from, to }, { standaloneSellingPrice: "1200.00" }),
        obligation("Phone", { price: "50.00", from, to }, { standaloneSellingPrice: "600.00" }),
        act(`POST /v3/contracts/$contract/discount-allocations`, {
          discount: "480.00",
          performanceObligationIds: ["$Mail.performanceObligationId", "$Files.performanceObligationId"],
          conditions: {
            regularlySoldSeparately: true,
            bundleRegularlySoldAtDiscount: true,
            discountSubstantiallySame: true,
          },
          evidence: "Both are sold together at 160.00.",
        }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 5)),
      on("2026-06-10", act(`PATCH ${termPath("Files")}/terminate`, { endDate: "2026-06-30" })),
      ...closedInTurn("2026-06", "2026-07"),
      on("2026-08-02", earned("Mail", "2026-01"), earned("Phone", "2026-01"), earned("Mail", "2026-07")),
      on("2026-08-03", earned("Phone", "2026-07")),
    ],
    table: `
      2026-01-01 | 210.00 | 0 | ISSUED
      2026-02-01 | 210.00 | 0 | ISSUED
      2026-03-01 | 210.00 | 0 | ISSUED
      2026-04-01 | 210.00 | 0 | ISSUED
      2026-05-01 | 210.00 | 0 | ISSUED
      2026-06-01 | 210.00 | 0 | ISSUED
      2026-07-01 | 130.00 | 0 | ISSUED
      2026-08-01 | 130.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 210.00 | 210.00  | 0 | 0 | 0 | 0 | 0 | 2310.00
      2026-02 | 210.00 | 420.00  | 0 | 0 | 0 | 0 | 0 | 2100.00
      2026-03 | 210.00 | 630.00  | 0 | 0 | 0 | 0 | 0 | 1890.00
      2026-04 | 210.00 | 840.00  | 0 | 0 | 0 | 0 | 0 | 1680.00
      2026-05 | 210.00 | 1050.00 | 0 | 0 | 0 | 0 | 0 | 1470.00
      2026-06 | 210.00 | 1260.00 | 0 | 0 | 0 | 0 | 0 | 780.00
      2026-07 | 130.00 | 1390.00 | 0 | 0 | 0 | 0 | 0 | 650.00
      answers
      Mail | 2026-01 | 80.00
      Phone | 2026-01 | 50.00
      Mail | 2026-07 | 80.00
      Phone | 2026-07 | 50.00`,
  },
];

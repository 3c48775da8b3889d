import { act, approve, close, eventType, grace, on, pobs, term, usageTerm, use } from "../../golden/scenario.ts";
import { closedInTurn, type Deal } from "../deal.ts";

// Progress that is corrected: costs that run over, less done than was recorded, change orders.

const from = "2026-01-01";
const pob = (index: number, body: object) =>
  act(`PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.${index}.id`, body);
const ofDeposit = { billingTermGroupId: "$Deposit.billingTermGroupId" };
const instalment = (name: string, price: string, day: string, parts: object = {}) =>
  term(name, { price, from: day, to: day, interval: "NONE", ...parts });
const done = [
  ["2026-01", "0.3"],
  ["2026-02", "0.6"],
  ["2026-03", "0.5"],
  ["2026-04", "0.7"],
  ["2026-05", "1"],
] as const;
/** What is done by the end of each of the first months; it fell once. */
const progress = (months: number) =>
  pob(0, {
    ...(months === 3 ? { correction: true } : {}),
    progress: done.slice(0, months).map(([month, percentComplete]) => {
      return { asOf: Temporal.PlainYearMonth.from(month).toPlainDate({ day: 28 }).toString(), percentComplete };
    }),
  });
const pobWithId = (id: string, body: object) =>
  act(`PATCH /v3/contracts/$contract/performance-obligations/${id}`, body);
const firstPob = (body: object) =>
  act("PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.0.id", body);
const correctedProgress = (...reports: readonly (readonly [string, string])[]) =>
  firstPob({ correction: true, progress: reports.map(([asOf, percentComplete]) => ({ asOf, percentComplete })) });
const [january, february] = [
  ["2026-01-31", "0.2"],
  ["2026-02-28", "0.45"],
] as const;

export const progressCorrectionDeals: readonly Deal[] = [
  {
    // 30, 60 and then 50 % of 10,000.00: March takes 1,000.00 back. With the change order 70 % of 12,000.00.
    title: "work whose cost runs over, and a change order",
    pobs: true,
    steps: [
      on(
        from,
        instalment("Deposit", "4000.00", from),
        instalment("Second", "3000.00", "2026-03-01", ofDeposit),
        instalment("Third", "3000.00", "2026-05-01", ofDeposit),
        pobs("Deposit", {
          ...{ name: "Work", serviceStartDate: from, serviceEndDate: "2026-06-30" },
          ...{ transactionPrice: "10000.00", recognitionPattern: "PERCENT_COMPLETE" },
        }),
        approve,
      ),
      ...done.slice(0, 3).map(([month], index) => on(`2026-0${index + 2}-01`, progress(index + 1), close(month))),
      on(
        "2026-04-20",
        instalment("Change order", "2000.00", "2026-05-10", ofDeposit),
        pob(0, { transactionPrice: "12000.00" }),
      ),
      on("2026-05-01", progress(4), close("2026-04")),
      on("2026-06-01", progress(5), close("2026-05")),
    ],
    table: `
      2026-01-01 | 4000.00 | 0 | ISSUED
      2026-03-01 | 3000.00 | 0 | ISSUED
      2026-05-01 | 3000.00 | 0 | ISSUED
      2026-05-10 | 2000.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 3000.00 | 4000.00 | 0 | 0 | 1000.00 | 0 | 0
      2026-02 | 3000.00 | 4000.00 | 0 | 2000.00 | 0 | 0 | 0
      2026-03 | -1000.00 | 7000.00 | 0 | 0 | 2000.00 | 0 | 0
      2026-04 | 3400.00 | 7000.00 | 0 | 1400.00 | 0 | 0 | 0
      2026-05 | 3600.00 | 12000.00 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 10 % and 30 % of 10,000.00. In March a quarter of 12,000.00 is as much. The monthly bills end with May: 7,000.00 are billed in all, of which 60 % are done in May and all of it in
    // June.
    title: "progress-based work: less of it done than was recorded, for a higher price, and then its invoices end",
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
      on("2026-01-31", pobWithId("$pobs.created.0.id", { progress: [{ asOf: "2026-01-31", percentComplete: "0.1" }] })),
      ...closedInTurn("2026-01"),
      on(
        "2026-02-28",
        pobWithId("$pobs.created.0.id", {
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
        pobWithId("$pobs.created.0.id", { transactionPrice: "12000.00", effectiveDate: "2026-03-20" }),
      ),
      on(
        "2026-03-31",
        pobWithId("$pobs.created.0.id", {
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
        pobWithId("$pobs.created.0.id", {
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
        pobWithId("$pobs.created.0.id", {
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
    // 20 and 45 % of 9,000.00, and hours at 80.00 as they are worked: 10, and 5 with 3 late ones. From 10 March on 12,000.00: 60 % are 3,150.00 more, and 6 hours. In April March turns out to be 50 %
    // and the late hours none: 75 % are 1,800.00 more, 160.00 of hours are earned and 240.00 taken back, which the bill of May carries.
    title:
      "progress-based work and hours of one group: late hours, a change order, less done than was recorded, and hours that were none",
    pobs: true,
    steps: [
      on(
        from,
        eventType,
        grace(0),
        instalment("First", "3000.00", from),
        instalment("Second", "3000.00", "2026-03-01", { billingTermGroupId: "$First.billingTermGroupId" }),
        instalment("Third", "3000.00", "2026-05-01", { billingTermGroupId: "$First.billingTermGroupId" }),
        usageTerm("Hours", {
          ...{ price: "80.00", from, to: "2026-06-30", billingTermGroupId: "$First.billingTermGroupId" },
        }),
        pobs(
          "First",
          {
            ...{ name: "Work", serviceStartDate: from, serviceEndDate: "2026-06-30" },
            ...{ transactionPrice: "9000.00", recognitionPattern: "PERCENT_COMPLETE" },
          },
          { name: "Hours", recognitionPattern: "RECOGNIZE_AS_CONSUMED", eventTypeId: "$calls.id" },
        ),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "10")),
      on("2026-02-01", correctedProgress(january), close("2026-01")),
      on("2026-02-10", { ...use("2026-01-28", "3"), as: "late" }, use("2026-02-10", "5")),
      on("2026-03-01", correctedProgress(january, february), close("2026-02")),
      on(
        "2026-03-10",
        instalment("More", "3000.00", "2026-04-10", { billingTermGroupId: "$First.billingTermGroupId" }),
        firstPob({ transactionPrice: "12000.00" }),
        use("2026-03-10", "6"),
      ),
      on("2026-04-01", correctedProgress(january, february, ["2026-03-31", "0.6"]), close("2026-03")),
      on("2026-04-08", correctedProgress(january, february, ["2026-03-31", "0.5"]), act("DELETE /v3/events/$late.id")),
      on("2026-04-20", use("2026-04-20", "2")),
      on(
        "2026-05-01",
        correctedProgress(january, february, ["2026-03-31", "0.5"], ["2026-04-30", "0.75"]),
        close("2026-04"),
      ),
      on(
        "2026-06-01",
        correctedProgress(january, february, ["2026-03-31", "0.5"], ["2026-04-30", "0.75"], ["2026-05-31", "1"]),
        close("2026-05"),
      ),
    ],
    table: `
      2026-01-01 | 3000.00 | 0 | ISSUED
      2026-02-01 | 800.00  | 0 | ISSUED
      2026-03-01 | 3640.00 | 0 | ISSUED
      2026-04-01 | 480.00  | 0 | ISSUED
      2026-04-10 | 3000.00 | 0 | ISSUED
      2026-05-01 | 2920.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 2600.00 | 3000.00  | 800.00 | 0       | 1200.00 | 0 | 0
      2026-02 | 2890.00 | 3800.00  | 640.00 | 1050.00 | 0       | 0 | 0
      2026-03 | 3630.00 | 7440.00  | 480.00 | 1200.00 | 0       | 0 | 0
      2026-04 | 1720.00 | 10920.00 | 160.00 | 0       | 240.00  | 0 | 0
      2026-05 | 3000.00 | 13840.00 | 0      | 0       | 0       | 0 | 0`,
  },
];

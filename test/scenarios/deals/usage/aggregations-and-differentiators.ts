import { type Act, act, approve, close, eventType, grace, on, usageTerm, use } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, shown, taxed, termPath } from "../deal.ts";

// Usage whose quantity is a maximum, a last value or a number of events, and usage that is divided into lines and invoices.

const from = "2026-01-01";
/** An event type named `calls`, as the helpers expect it. */
const counted = (aggregation: "MAX" | "LAST" | "COUNT") =>
  act("POST /v3/events/types", { name: "Calls", aggregation }, "calls");
/** Usage of a day with fields of its own. */
const used = (day: string, key: string, parts: object): Act =>
  act("POST /v3/events", {
    ...{ idempotencyKey: `divided-${key}`, customerId: "$customer", eventTypeId: "$calls.id" },
    ...{ datetime: `${day}T08:00:00Z`, ...parts },
  });
const tiers = (
  pricingType: string,
  ...tiers: readonly [tierMinimum: string, amount: string, amountType?: string][]
) => ({
  ...{ price: "0", pricingType },
  pricing: tiers.map(([tierMinimum, amount, amountType = "PER_ITEM"], tier) => {
    return { tier, tierMinimum, amount, amountType };
  }),
});
const linesOf = (name: string, invoice: number, ...lines: readonly number[]) =>
  shown(
    name,
    act(`GET /v3/invoices/$invoices.${invoice}.id`),
    ...lines.flatMap((line) => ["differentiator", "total", "taxAmount"].map((field) => `lineItems.${line}.${field}`)),
  );

export const aggregationAndDifferentiatorDeals: readonly Deal[] = [
  {
    // 10.00 for each of the first 50 users, 8.00 beyond. The quarter's most are 40, then 60: 400.00 and 580.00; fewer in March change nothing. 75 of March, told in April, are 700.00, and are
    // taken back in May, when the second quarter has come to 540.00. The 60 are taken back after the end: 180.00 are credited.
    title: "the most users of a quarter: a late maximum that is taken back, and the former one credited after the end",
    steps: [
      on(
        from,
        counted("MAX"),
        grace(0),
        ...taxed("0.20"),
        usageTerm("Users", {
          ...{ from, to: "2026-06-30", interval: "QUARTER" },
          ...tiers("TIERED", ["0", "10.00"], ["50", "8.00"]),
        }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "40", "most-1")),
      ...closedInTurn("2026-01"),
      on("2026-02-10", { ...use("2026-02-10", "60", "most-2"), as: "sixty" }),
      ...closedInTurn("2026-02"),
      on("2026-03-05", use("2026-03-05", "30", "most-3")),
      ...closedInTurn("2026-03"),
      on("2026-04-15", { ...use("2026-03-20", "75", "most-4"), as: "seventyFive" }, use("2026-04-15", "20", "most-5")),
      ...closedInTurn("2026-04"),
      on("2026-05-20", act("DELETE /v3/events/$seventyFive.id"), use("2026-05-20", "55", "most-6")),
      ...closedInTurn("2026-05", "2026-06"),
      on("2026-07-10", act("DELETE /v3/events/$sixty.id")),
      ...closedInTurn("2026-07"),
    ],
    table: `
      2026-04-01 | 696.00 | 116.00 | ISSUED
      2026-07-01 | 648.00 | 108.00 | ISSUED
      2026-07-10 | 216.00 | 36.00  | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 400.00  | 0       | 400.00 | 0 | 0 | 0      | 0
      2026-02 | 180.00  | 0       | 580.00 | 0 | 0 | 0      | 0
      2026-03 | 0       | 0       | 580.00 | 0 | 0 | 0      | 0
      2026-04 | 320.00  | 696.00  | 320.00 | 0 | 0 | 116.00 | 0
      2026-05 | 220.00  | 696.00  | 540.00 | 0 | 0 | 116.00 | 0
      2026-06 | 0       | 696.00  | 540.00 | 0 | 0 | 116.00 | 0
      2026-07 | -180.00 | 1344.00 | 0      | 0 | 0 | 188.00 | 216.00`,
  },
  {
    // 3.00 a device less 10 %, at least 50.00. 15 of 25 January are 40.50 and are lifted; a reading of the 20th changes nothing, 30 of the 28th are 81.00. February's 40 are 108.00, March has no
    // reading. When February's is deleted, 58.00 of its 108.00 go, of which April's 27.00 can carry nothing: the 15 days of April have a minimum of 25.00.
    title:
      "the last reading of a month with a minimum: late ones before and after it, and a deleted one that is credited",
    steps: [
      on(
        from,
        counted("LAST"),
        grace(0),
        usageTerm("Devices", {
          ...{ price: "3.00", from, to: "2026-04-15", minimumAmount: "50.00" },
          discounts: [{ type: "PERCENTAGE", amount: "0.10" }],
        }),
        approve,
      ),
      on("2026-01-10", use("2026-01-10", "20", "last-1")),
      on("2026-01-25", use("2026-01-25", "15", "last-2")),
      ...closedInTurn("2026-01"),
      on("2026-02-08", use("2026-01-20", "99", "last-3"), use("2026-01-28", "30", "last-4")),
      on("2026-02-14", { ...use("2026-02-14", "40", "last-5"), as: "forty" }),
      ...closedInTurn("2026-02", "2026-03"),
      on("2026-04-03", use("2026-04-03", "10", "last-6")),
      on("2026-04-06", act("DELETE /v3/events/$forty.id")),
      ...closedInTurn("2026-04"),
    ],
    table: `
      2026-02-01 | 50.00  | 0 | ISSUED
      2026-03-01 | 139.00 | 0 | ISSUED
      2026-04-01 | 50.00  | 0 | ISSUED
      2026-04-16 | 27.00  | 0 | ISSUED
      2026-04-06 | 58.00  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 50.00  | 0      | 50.00  | 0 | 0 | 0 | 0
      2026-02 | 139.00 | 50.00  | 139.00 | 0 | 0 | 0 | 0
      2026-03 | 50.00  | 189.00 | 50.00  | 0 | 0 | 0 | 0
      2026-04 | -31.00 | 266.00 | 0      | 0 | 0 | 0 | 58.00`,
  },
  {
    // 7.50 for three calls that are begun. Weeks of 4, 0, 3, 4 and 1 calls: 15.00, nothing, 7.50, 15.00, of which January has one call, 7.50, and 7.50. Three late ones of the first week make 7 and
    // 22.50: 7.50 more with the last bill.
    title: "calls by their number in packages of a week: one over a month's end, one without any, and late ones",
    steps: [
      on(
        "2026-01-05",
        counted("COUNT"),
        grace(0),
        usageTerm("Calls", {
          ...{ price: "7.50", from: "2026-01-05", to: "2026-02-08", interval: "WEEK" },
          ...{ pricingType: "PACKAGE", packageSize: "3", minimumPackages: 0 },
        }),
        approve,
      ),
      on("2026-01-07", ...["1", "2", "3", "4"].map((key) => used("2026-01-07", `week-1-${key}`, {}))),
      on("2026-01-20", ...["1", "2", "3"].map((key) => used("2026-01-20", `week-3-${key}`, {}))),
      on("2026-01-28", used("2026-01-28", "week-4-1", {})),
      on("2026-02-01", close("2026-01"), ...["2", "3", "4"].map((key) => used("2026-02-01", `week-4-${key}`, {}))),
      on("2026-02-04", used("2026-02-04", "week-5-1", {})),
      on("2026-02-05", used("2026-01-08", "week-1-5", {})),
      on("2026-02-06", ...["6", "7"].map((key) => used("2026-01-09", `week-1-${key}`, {}))),
      ...closedInTurn("2026-02"),
    ],
    table: `
      2026-01-12 | 15.00 | 0 | ISSUED
      2026-01-26 | 7.50  | 0 | ISSUED
      2026-02-02 | 15.00 | 0 | ISSUED
      2026-02-09 | 15.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 30.00 | 22.50 | 7.50 | 0 | 0 | 0 | 0
      2026-02 | 22.50 | 52.50 | 0    | 0 | 0 | 0 | 0`,
  },
  {
    // 3 yen for the first 100 calls, 1 beyond, at most 400, less 10 %. 127 of January are 327, 294 net; by calls 16.2, 162.05 and 115.75, the last yen to the west. 20 more of the west are 312: 15, 149 and
    // 148, so that the others give back 1 and 13. February's 300 are capped: 360. Tax of 29.4 and 37.8 is rounded once.
    title:
      "calls of two regions in yen that share their tiers, a maximum and a discount: late ones move what each pays",
    contract: { currency: "JPY" },
    steps: [
      on(
        from,
        eventType,
        grace(0),
        ...taxed("0.10"),
        usageTerm("Calls", {
          ...{ from, to: "2026-02-28", maximumAmount: "400", discounts: [{ type: "PERCENTAGE", amount: "0.10" }] },
          ...tiers("TIERED", ["0", "3"], ["100", "1"]),
        }),
        approve,
      ),
      on(
        "2026-01-20",
        used("2026-01-20", "east", { value: "70", differentiator: "east" }),
        used("2026-01-20", "west", { value: "50", differentiator: "west" }),
        used("2026-01-20", "other", { value: "7" }),
      ),
      ...closedInTurn("2026-01"),
      on(
        "2026-02-10",
        used("2026-02-05", "february", { value: "300", differentiator: "west" }),
        used("2026-01-25", "late", { value: "20", differentiator: "west" }),
      ),
      ...closedInTurn("2026-02", "2026-03"),
      on("2026-04-02", linesOf("January", 0, 0, 1, 2)),
    ],
    table: `
      2026-02-01 | 323 | 29 | ISSUED
      2026-03-01 | 416 | 38 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 294 | 0   | 294 | 0 | 0 | 0  | 0
      2026-02 | 378 | 323 | 378 | 0 | 0 | 29 | 0
      2026-03 | 0   | 739 | 0   | 0 | 0 | 67 | 0
      answers
      January | – | 16 | 2 | east | 162 | 16 | west | 116 | 11`,
  },
  {
    // 1.00 a call, 0.80 from 100 of a team on, at least 60.00 of each team that calls. Team A's 120 are 96.00, 40.00 and 56.00 of its two cost centres; B's 30.00 are lifted by 30.00 on a bill that belongs to no
    // centre. 50 late ones of B are above that, so 30.00 come off the lift of A's ten calls in February.
    title:
      "tiers and a minimum of each team, an invoice for each cost centre, and late calls that lift a team by themselves",
    steps: [
      on(
        from,
        eventType,
        grace(0),
        usageTerm("Calls", {
          ...{ from, to: "2026-02-28", tierScope: "DIFFERENTIATOR", minimumAmount: "60.00" },
          ...tiers("VOLUME", ["0", "1.00"], ["100", "0.80"]),
        }),
        approve,
      ),
      on(
        "2026-01-10",
        used("2026-01-10", "a1", { value: "50", differentiator: "A", invoiceSplitKey: "alpha" }),
        used("2026-01-10", "a2", { value: "70", differentiator: "A", invoiceSplitKey: "beta" }),
        used("2026-01-10", "b1", { value: "30", differentiator: "B", invoiceSplitKey: "beta" }),
      ),
      ...closedInTurn("2026-01"),
      on("2026-02-08", used("2026-01-20", "b2", { value: "50", differentiator: "B", invoiceSplitKey: "alpha" })),
      on("2026-02-20", used("2026-02-20", "a3", { value: "10", differentiator: "A", invoiceSplitKey: "alpha" })),
      ...closedInTurn("2026-02", "2026-03"),
    ],
    table: `
      2026-02-01 | 30.00 | 0 | ISSUED
      2026-02-01 | 40.00 | 0 | ISSUED
      2026-02-01 | 86.00 | 0 | ISSUED
      2026-03-01 | 20.00 | 0 | ISSUED
      2026-03-01 | 60.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 156.00 | 0      | 156.00 | 0 | 0 | 0 | 0
      2026-02 | 80.00  | 156.00 | 80.00  | 0 | 0 | 0 | 0
      2026-03 | 0      | 236.00 | 0      | 0 | 0 | 0 | 0`,
  },
  {
    // 5.000 with 100 calls, 0.125 beyond, 2.000 for all beyond 500, less 15 %: 620 calls are 57.000, 48.450 net. Ten days of April have a third of the 5.000 and of the 2.000: 52.333, 44.483 net.
    title: "two flat tiers in dinars with a discount, of which a short month has its share",
    contract: { currency: "KWD" },
    steps: [
      on(
        "2026-03-01",
        eventType,
        grace(0),
        ...taxed("0.05"),
        usageTerm("Calls", {
          ...{ from: "2026-03-01", to: "2026-04-10", discounts: [{ type: "PERCENTAGE", amount: "0.15" }] },
          ...tiers("TIERED", ["0", "5.000", "TOTAL_INVOICE"], ["100", "0.125"], ["500", "2.000", "TOTAL_INVOICE"]),
        }),
        approve,
      ),
      on("2026-03-20", use("2026-03-20", "620", "flat-1")),
      ...closedInTurn("2026-03"),
      on("2026-04-05", use("2026-04-05", "620", "flat-2")),
      ...closedInTurn("2026-04"),
    ],
    table: `
      2026-04-01 | 50.873 | 2.423 | ISSUED
      2026-04-11 | 46.707 | 2.224 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-03 | 48.450 | 0      | 48.450 | 0 | 0 | 0     | 0
      2026-04 | 44.483 | 97.580 | 0      | 0 | 0 | 4.647 | 0`,
  },
  {
    // A month and 10 of 28 days are 135.71 of 300.00 for three months. 20.00 are used in January; 115.71 are due on the last day.
    title: "a quarter's minimum prorated by months: a month and ten days of February",
    steps: [
      on(
        from,
        eventType,
        grace(0),
        usageTerm("Calls", {
          ...{ price: "1.00", from, to: "2026-02-10", interval: "QUARTER" },
          ...{ minimumAmount: "300.00", prorationPolicy: "MONTH" },
        }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "20", "short-1")),
      ...closedInTurn("2026-01", "2026-02"),
    ],
    table: `
      2026-02-11 | 135.71 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 20.00  | 0      | 20.00 | 0 | 0 | 0 | 0
      2026-02 | 115.71 | 135.71 | 0     | 0 | 0 | 0 | 0`,
  },
  {
    // 1.00 a call and at least 60.00; from 16 March on 2.00 and 90.00: 15 and 16 of 31 days are 75.48 for each team that calls. Team A has 10.00 before, B 40.00 after: 65.48 and 35.48 lift them. 70 late calls of A are 140.00, which leave
    // nothing to lift.
    title:
      "a minimum of each team that changes in the midst of a month: teams that call on one side of it, and late calls",
    steps: [
      on(
        "2026-03-01",
        eventType,
        grace(0),
        usageTerm("Calls", {
          ...{ price: "1.00", from: "2026-03-01", to: "2026-03-31" },
          ...{ tierScope: "DIFFERENTIATOR", minimumAmount: "60.00" },
        }),
        approve,
      ),
      on(
        "2026-03-10",
        used("2026-03-10", "before", { value: "10", differentiator: "A" }),
        act(`PATCH ${termPath("Calls")}`, {
          ...{ effectiveDate: "2026-03-16", minimumAmount: "90.00" },
          pricing: [{ amount: "2.00", amountType: "PER_ITEM" }],
        }),
      ),
      on("2026-03-20", used("2026-03-20", "after", { value: "20", differentiator: "B" })),
      ...closedInTurn("2026-03"),
      on("2026-04-10", used("2026-03-25", "later", { value: "70", differentiator: "A" })),
      ...closedInTurn("2026-04"),
    ],
    table: `
      2026-04-01 | 150.96 | 0 | ISSUED
      2026-04-10 | 74.52  | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-03 | 150.96 | 0      | 150.96 | 0 | 0 | 0 | 0
      2026-04 | 74.52  | 225.48 | 0      | 0 | 0 | 0 | 0`,
  },
  {
    // 30.00 of one cost centre, lifted by 70.00 on a bill of no centre. 50 late calls of another centre are a bill of their own, and nothing is left to carry the 50.00 less of the lift: they are credited. The month comes to 100.00 as before.
    title:
      "a minimum on an invoice of its own, lowered by late calls of another cost centre after the end: billed and credited",
    steps: [
      on(
        "2026-02-01",
        eventType,
        grace(0),
        ...taxed("0.20"),
        usageTerm("Calls", { price: "1.00", from: "2026-02-01", to: "2026-02-28", minimumAmount: "100.00" }),
        approve,
      ),
      on("2026-02-10", used("2026-02-10", "alpha", { value: "30", invoiceSplitKey: "alpha" })),
      ...closedInTurn("2026-02"),
      on("2026-03-05", used("2026-02-20", "beta", { value: "50", invoiceSplitKey: "beta" })),
      ...closedInTurn("2026-03"),
    ],
    table: `
      2026-03-01 | 84.00 | 14.00 | ISSUED
      2026-03-01 | 36.00 | 6.00  | ISSUED
      2026-03-05 | 60.00 | 10.00 | ISSUED
      2026-03-05 | 60.00 | 10.00 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-02 | 100.00 | 0      | 100.00 | 0 | 0 | 0     | 0
      2026-03 | 0      | 180.00 | 0      | 0 | 0 | 20.00 | 60.00`,
  },
  {
    // 30 calls of three sites at 0.333 are 9.99, less 1.00: 8.99 are 3.00, 3.00 and 2.99, and the last line bears the cent that the discount has more. 0.90 of tax is 0.30 each.
    title: "a fixed discount over three sites that call alike: lines, discounts and tax to the cent of the whole",
    steps: [
      on(
        from,
        eventType,
        grace(0),
        ...taxed("0.10"),
        usageTerm("Calls", { price: "0.333", from, to: "2026-01-31", discounts: [{ type: "FIXED", amount: "1.00" }] }),
        approve,
      ),
      on(
        "2026-01-20",
        ...["north", "south", "west"].map((site) =>
          used("2026-01-20", `site-${site}`, { value: "10", differentiator: site }),
        ),
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on(
        "2026-03-02",
        linesOf("January", 0, 0, 1, 2),
        shown(
          "discounts",
          act("GET /v3/invoices/$invoices.0.id"),
          ...["subtotal", "discountTotal", "taxTotal", "lineItems.0.discountTotal", "lineItems.2.discountTotal"],
        ),
      ),
    ],
    table: `
      2026-02-01 | 9.89 | 0.90 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 8.99 | 0    | 8.99 | 0 | 0 | 0    | 0
      2026-02 | 0    | 9.89 | 0    | 0 | 0 | 0.90 | 0
      answers
      January | north | 3.00 | 0.30 | south | 3.00 | 0.30 | west | 2.99 | 0.30
      discounts | 9.99 | 1.00 | 0.90 | 0.33 | 0.34`,
  },
];

import { act, approve, obligation, on } from "../../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal, taxed, termPath, total } from "../deal.ts";

// Several modifications of one allocated contract, one after another.

const [from, to] = ["2026-01-01", "2026-12-31"];
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const patch = (name: string, body: object) => act(`PATCH ${termPath(name)}`, body);
const seats = (name: string, effectiveDate: string, delta: string) =>
  act(`POST ${termPath(name)}/seat-amendment`, { effectiveDate, delta });
const end = (name: string, endDate: string, parts: object = {}) =>
  act(`PATCH ${termPath(name)}/terminate`, { endDate, ...parts });
const shared = { allocationMethod: "RELATIVE_SSP" };
const atOnce = { seatConfig: { defaultTrueUpTiming: "IMMEDIATE" } };
const between = (first: string, last: string): string[] => {
  const end = Temporal.PlainYearMonth.from(last);
  const months: string[] = [];
  for (
    let at = Temporal.PlainYearMonth.from(first);
    Temporal.PlainYearMonth.compare(at, end) <= 0;
    at = at.add({ months: 1 })
  ) {
    months.push(at.toString());
  }
  return months;
};
const amendSeats = (effectiveDate: string, delta: string) =>
  act(`POST ${termPath("Seats")}/seat-amendment`, { effectiveDate, delta });
const perItem = (prices: readonly (readonly [string, string])[]) =>
  prices.map(([tierMinimum, amount], tier) => ({ tier, tierMinimum, amount, amountType: "PER_ITEM" }));

export const successiveModificationDeals: readonly Deal[] = [
  {
    // 150.00 a month. From April on 450.00 more, of which 1,350 : 450 of what is still to serve is seats': 1,800.00 for nine months. From July on 180.00 less:
    // 1,020.00 for six. From September on 160.00 more: 840.00 by 600, 200 and 400, 105.00, 35.00 and 70.00 a month. Support ends with October: 499.73 of
    // its year were served, 100.27 are credited. 319.73 are left for November and December by 300 and 200: 191.84 and 127.89.
    title: "more seats, a lower price, an add-on, and an end, in an allocated contract",
    contract: shared,
    steps: [
      on(
        from,
        obligation(
          "Seats",
          { price: "10.00", from, to, billingType: "UNIT", quantity: "10" },
          { ...atOnce, standaloneSellingPrice: "1200.00" },
        ),
        obligation("Support", { price: "600.00", interval: "YEAR", from, to }, { standaloneSellingPrice: "600.00" }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 3)),
      on("2026-04-01", seats("Seats", "2026-04-01", "5")),
      ...closedInTurn("2026-04", "2026-05"),
      on(
        "2026-06-10",
        patch("Seats", { pricing: [{ amount: "8.00", amountType: "PER_ITEM" }], effectiveDate: "2026-07-01" }),
      ),
      ...closedInTurn("2026-06", "2026-07", "2026-08"),
      on(
        "2026-09-01",
        obligation("Training", { price: "40.00", from: "2026-09-01", to }, { standaloneSellingPrice: "400.00" }),
      ),
      ...closedInTurn("2026-09"),
      on("2026-10-20", end("Support", "2026-10-31", { creditUnused: true })),
      ...closedInTurn("2026-10", "2026-11", "2026-12"),
    ],
    table: `
      2026-01-01 | 700.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 50.00  | 0 | ISSUED
      2026-05-01 | 150.00 | 0 | ISSUED
      2026-06-01 | 150.00 | 0 | ISSUED
      2026-07-01 | 120.00 | 0 | ISSUED
      2026-08-01 | 120.00 | 0 | ISSUED
      2026-09-01 | 120.00 | 0 | ISSUED
      2026-09-01 | 40.00  | 0 | ISSUED
      2026-10-01 | 160.00 | 0 | ISSUED
      2026-11-01 | 160.00 | 0 | ISSUED
      2026-12-01 | 160.00 | 0 | ISSUED
      2026-10-20 | 100.27 | 0 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 150.00 | 700.00  | 0 | 0    | 550.00 | 0 | 0
      2026-02 | 150.00 | 800.00  | 0 | 0    | 500.00 | 0 | 0
      2026-03 | 150.00 | 900.00  | 0 | 0    | 450.00 | 0 | 0
      2026-04 | 200.00 | 1050.00 | 0 | 0    | 400.00 | 0 | 0
      2026-05 | 200.00 | 1200.00 | 0 | 0    | 350.00 | 0 | 0
      2026-06 | 200.00 | 1350.00 | 0 | 0    | 300.00 | 0 | 0
      2026-07 | 170.00 | 1470.00 | 0 | 0    | 250.00 | 0 | 0
      2026-08 | 170.00 | 1590.00 | 0 | 0    | 200.00 | 0 | 0
      2026-09 | 210.00 | 1750.00 | 0 | 0    | 150.00 | 0 | 0
      2026-10 | 210.00 | 1910.00 | 0 | 0.27 | 0      | 0 | 100.27
      2026-11 | 159.87 | 2070.00 | 0 | 0.14 | 0      | 0 | 100.27
      2026-12 | 159.86 | 2230.00 | 0 | 0    | 0      | 0 | 100.27`,
  },
  ...(["first", "last"] as const).map((place): Deal => {
    const [platform, support] = [
      patch("Platform", { ...total("150.00"), effectiveDate: "2026-09-01" }),
      patch("Support", { ...total("40.00"), effectiveDate: "2026-07-01" }),
    ];
    const [march, april] = place === "first" ? [platform, support] : [support, platform];
    const agreed = place === "first" ? "1550.00" : "1290.00";
    return {
      // 150.00 a month. From July on 60.00 less, 140.00 a month; from September on 200.00 more: 760.00 for four months.
      title: `two prices of days to come, in an allocated contract: the later days' are recorded ${place}`,
      contract: shared,
      steps: [
        on(
          from,
          obligation("Platform", { price: "100.00", from, to }, { standaloneSellingPrice: "1200.00" }),
          obligation("Support", { price: "50.00", from, to }, { standaloneSellingPrice: "1200.00" }),
          approve,
        ),
        ...closedInTurn(...months.slice(0, 2)),
        on("2026-03-10", march),
        ...closedInTurn("2026-03"),
        on("2026-04-10", april),
        ...closedInTurn(...months.slice(3)),
      ],
      table: `
        2026-01-01 | 150.00 | 0 | ISSUED
        2026-02-01 | 150.00 | 0 | ISSUED
        2026-03-01 | 150.00 | 0 | ISSUED
        2026-04-01 | 150.00 | 0 | ISSUED
        2026-05-01 | 150.00 | 0 | ISSUED
        2026-06-01 | 150.00 | 0 | ISSUED
        2026-07-01 | 140.00 | 0 | ISSUED
        2026-08-01 | 140.00 | 0 | ISSUED
        2026-09-01 | 190.00 | 0 | ISSUED
        2026-10-01 | 190.00 | 0 | ISSUED
        2026-11-01 | 190.00 | 0 | ISSUED
        2026-12-01 | 190.00 | 0 | ISSUED
        month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
        2026-01 | 150.00 | 150.00  | 0 | 0 | 0 | 0 | 0 | 1650.00
        2026-02 | 150.00 | 300.00  | 0 | 0 | 0 | 0 | 0 | 1500.00
        2026-03 | 150.00 | 450.00  | 0 | 0 | 0 | 0 | 0 | ${agreed}
        2026-04 | 150.00 | 600.00  | 0 | 0 | 0 | 0 | 0 | 1340.00
        2026-05 | 150.00 | 750.00  | 0 | 0 | 0 | 0 | 0 | 1190.00
        2026-06 | 150.00 | 900.00  | 0 | 0 | 0 | 0 | 0 | 1040.00
        2026-07 | 140.00 | 1040.00 | 0 | 0 | 0 | 0 | 0 | 900.00
        2026-08 | 140.00 | 1180.00 | 0 | 0 | 0 | 0 | 0 | 760.00
        2026-09 | 190.00 | 1370.00 | 0 | 0 | 0 | 0 | 0 | 570.00
        2026-10 | 190.00 | 1560.00 | 0 | 0 | 0 | 0 | 0 | 380.00
        2026-11 | 190.00 | 1750.00 | 0 | 0 | 0 | 0 | 0 | 190.00
        2026-12 | 190.00 | 1940.00 | 0 | 0 | 0 | 0 | 0 | 0`,
    };
  }),
  {
    // 1,470 by 500, 900 and 301: 432, 778 and 260, and 629 of it by March. From April on 36 less: 805 are left, 237, 426 and 142 of them. From June on 14
    // less: 388, which are 114, 205 and 69.
    title: "three parts of a price in yen, two of them cheaper one after the other",
    contract: { ...shared, currency: "JPY" },
    steps: [
      on(
        from,
        ...[
          ["Access", "100", "500"],
          ["Hosting", "77", "900"],
          ["Support", "33", "301"],
        ].map(([name = "", price = "", standaloneSellingPrice]) =>
          obligation(name, { price, from, to: "2026-07-31" }, { standaloneSellingPrice }),
        ),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on("2026-03-20", patch("Access", { ...total("91"), effectiveDate: "2026-04-01" })),
      ...closedInTurn("2026-03", "2026-04"),
      on("2026-05-10", patch("Hosting", { ...total("70"), effectiveDate: "2026-06-01" })),
      ...closedInTurn("2026-05", "2026-06", "2026-07"),
    ],
    table: `
      2026-01-01 | 210 | 0 | ISSUED
      2026-02-01 | 210 | 0 | ISSUED
      2026-03-01 | 210 | 0 | ISSUED
      2026-04-01 | 201 | 0 | ISSUED
      2026-05-01 | 201 | 0 | ISSUED
      2026-06-01 | 194 | 0 | ISSUED
      2026-07-01 | 194 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 210 | 210  | 0 | 0 | 0 | 0 | 0
      2026-02 | 209 | 420  | 0 | 0 | 1 | 0 | 0
      2026-03 | 210 | 630  | 0 | 0 | 1 | 0 | 0
      2026-04 | 202 | 831  | 0 | 0 | 0 | 0 | 0
      2026-05 | 201 | 1032 | 0 | 0 | 0 | 0 | 0
      2026-06 | 195 | 1226 | 0 | 1 | 0 | 0 | 0
      2026-07 | 193 | 1420 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // (5 × 3.125 + 7 × 2.250) less 10 % are 28.238, five times, and 60.000: 157.026 and 44.164 of 201.190. A credit of 6.000 takes 4.683 and 1.317. From 10 April on 26.100 are billed: 91.524 of
    // access are earned by then, and 56.543 are left for 21/30, a month and 9/30.
    title:
      "tiers with a discount in dinars, at a price that a setup shares, credited, and cheaper from the middle of a month on",
    contract: { currency: "KWD", allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        "2026-01-10",
        ...taxed("0.05"),
        obligation(
          "Access",
          {
            ...{ price: "0", from: "2026-01-10", to: "2026-06-09", billingType: "UNIT", quantity: "12" },
            ...{
              pricingType: "TIERED",
              pricing: perItem([
                ["0", "3.125"],
                ["5", "2.250"],
              ]),
            },
          },
          { discounts: [{ type: "PERCENTAGE", amount: "0.1" }], standaloneSellingPrice: "160.000" },
        ),
        obligation(
          "Setup",
          { price: "60.000", interval: "NONE", from: "2026-01-10", to: "2026-01-10" },
          { standaloneSellingPrice: "45.000" },
        ),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on("2026-03-15", creditOfLine(0, 1, "2026-03-15", "6.000", "KWD")),
      ...closedInTurn("2026-03"),
      on(
        "2026-04-02",
        act(`PATCH ${termPath("Access")}`, {
          ...{
            pricing: perItem([
              ["0", "3.000"],
              ["5", "2.000"],
            ]),
            effectiveDate: "2026-04-10",
          },
        }),
      ),
      ...closedInTurn(...between("2026-04", "2026-06")),
    ],
    table: `
      2026-01-10 | 92.650 | 4.412 | ISSUED
      2026-02-10 | 29.650 | 1.412 | ISSUED
      2026-03-10 | 29.650 | 1.412 | ISSUED
      2026-04-10 | 27.405 | 1.305 | ISSUED
      2026-05-10 | 27.405 | 1.305 | ISSUED
      2026-03-15 | 6.300  | 0.300 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 66.409 | 92.650 | 0 | 0 | 21.829 | 4.412 | 0 | 134.781
      2026-02 | 31.344 | 122.300 | 0 | 0 | 18.723 | 5.824 | 0 | 103.437
      2026-03 | 27.495 | 151.950 | 0 | 0 | 13.466 | 6.936 | 6.300 | 69.942
      2026-04 | 28.913 | 179.355 | 0 | 0 | 10.653 | 8.241 | 6.300 | 36.753
      2026-05 | 28.271 | 206.760 | 0 | 0 | 8.482 | 9.546 | 6.300 | 8.482
      2026-06 | 8.482 | 206.760 | 0 | 0 | 0 | 9.546 | 6.300 | 0`,
  },
  {
    // 10,250 twice and 1,333 six times are 28,498 by 24 and 7: 22,063 and 6,435, of which 4,745 and 1,384 are earned by 10 March. Three seats more, 1,300 at once for two started months of three and
    // 1,950, leave 25,619 by 32 and 7: 21,021 and 4,598. Of the 1,333 of a month that is not billed only what is earned beyond the bills' days is receivable.
    title:
      "seats by their volume in yen beside months in arrears, in an allocated contract, and more seats in started months",
    contract: { currency: "JPY", allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        "2026-02-01",
        ...taxed("0.10"),
        obligation(
          "Seats",
          {
            ...{
              price: "0",
              interval: "QUARTER",
              from: "2026-02-01",
              to: "2026-07-31",
              billingType: "UNIT",
              quantity: "9",
            },
            ...{
              pricingType: "VOLUME",
              pricing: perItem([
                ["0", "1250"],
                ["11", "1100"],
              ]),
            },
          },
          {
            discounts: [{ type: "FIXED", amount: "1000" }],
            seatConfig: { defaultProrationPolicy: "STARTED_MONTH", defaultTrueUpTiming: "IMMEDIATE" },
            standaloneSellingPrice: "24000",
          },
        ),
        obligation(
          "Support",
          { price: "1333", from: "2026-02-01", to: "2026-07-31", invoiceDateStrategy: "ARREARS" },
          { standaloneSellingPrice: "7000" },
        ),
        approve,
      ),
      ...closedInTurn("2026-02"),
      on("2026-03-10", amendSeats("2026-03-10", "3")),
      ...closedInTurn(...between("2026-03", "2026-08")),
    ],
    table: `
      2026-02-01 | 11275 | 1025 | ISSUED
      2026-03-01 | 1466  | 133  | ISSUED
      2026-03-10 | 1430  | 130  | ISSUED
      2026-04-01 | 1466  | 133  | ISSUED
      2026-05-01 | 14886 | 1353 | ISSUED
      2026-06-01 | 1466  | 133  | ISSUED
      2026-07-01 | 1466  | 133  | ISSUED
      2026-08-01 | 1466  | 133  | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-02 | 4750 | 11275 | 1333 | 0 | 6833 | 1025 | 0 | 23748
      2026-03 | 5240 | 14171 | 1284 | 0 | 4177 | 1288 | 0 | 21758
      2026-04 | 5439 | 15637 | 1213 | 0 | 0 | 1421 | 0 | 16319
      2026-05 | 5439 | 30523 | 1252 | 0 | 8133 | 2774 | 0 | 10880
      2026-06 | 5441 | 31989 | 1294 | 0 | 4067 | 2907 | 0 | 5439
      2026-07 | 5439 | 33455 | 1333 | 0 | 0 | 3040 | 0 | 0
      2026-08 | 0 | 34921 | 0 | 0 | 0 | 3173 | 0 | 0`,
  },
];

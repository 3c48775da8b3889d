import { act, approve, obligation, on } from "../golden/scenario.ts";
import { closedInTurn, type Deal, termPath, total } from "./deal.ts";

// One change of a contract after another, three and more of them.

const [from, to] = ["2026-01-01", "2026-12-31"];
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const patch = (name: string, body: object) => act(`PATCH ${termPath(name)}`, body);
const seats = (name: string, effectiveDate: string, delta: string) =>
  act(`POST ${termPath(name)}/seat-amendment`, { effectiveDate, delta });
const end = (name: string, endDate: string, parts: object = {}) =>
  act(`PATCH ${termPath(name)}/terminate`, { endDate, ...parts });
const shared = { allocationMethod: "RELATIVE_SSP" };
const atOnce = { seatConfig: { defaultTrueUpTiming: "IMMEDIATE" } };

export const sequenceDeals: readonly Deal[] = [
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
    // From 20 January on four seats less: 4 × 1.005 × 21/31 = 2.723 of the bill are credited, and 20.100 less are billed from 10 February on. 20 February:
    // three more, 1.938 for 18 of 28 days and 12.060 to the end; and on that day three less, so that 1.938 are credited. From 10 March on two less, before
    // that is billed: 8.040. April earns 10.050 − 4.045 + 3.035 − 3.015 − 2.010.
    title: "seats in dinars: fewer, more and fewer on one day, and fewer again",
    contract: { currency: "KWD" },
    steps: [
      on(
        "2026-01-10",
        obligation(
          "Seats",
          { price: "1.005", from: "2026-01-10", to: "2026-07-09", billingType: "UNIT", quantity: "10" },
          { seatConfig: { defaultTrueUpTiming: "IMMEDIATE", creditOnDecrease: "PRORATED" } },
        ),
        approve,
      ),
      on("2026-01-20", seats("Seats", "2026-01-20", "-4")),
      ...closedInTurn("2026-01"),
      on("2026-02-20", seats("Seats", "2026-02-20", "3"), seats("Seats", "2026-02-20", "-3")),
      ...closedInTurn("2026-02"),
      on("2026-03-05", seats("Seats", "2026-03-10", "-2")),
      ...closedInTurn("2026-03", "2026-04", "2026-05", "2026-06", "2026-07"),
    ],
    table: `
      2026-01-10 | 10.050 | 0 | ISSUED
      2026-02-10 | 6.030  | 0 | ISSUED
      2026-02-20 | 1.938  | 0 | ISSUED
      2026-03-10 | 4.020  | 0 | ISSUED
      2026-04-10 | 4.020  | 0 | ISSUED
      2026-05-10 | 4.020  | 0 | ISSUED
      2026-06-10 | 4.020  | 0 | ISSUED
      2026-01-20 | 2.723  | 0 | OPEN
      2026-02-20 | 1.938  | 0 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 5.644 | 10.050 | 0 | 0 | 1.683 | 0 | 2.723
      2026-02 | 6.028 | 18.018 | 0 | 0 | 1.685 | 0 | 4.661
      2026-03 | 4.554 | 22.038 | 0 | 0 | 1.151 | 0 | 4.661
      2026-04 | 4.015 | 26.058 | 0 | 0 | 1.156 | 0 | 4.661
      2026-05 | 4.015 | 30.078 | 0 | 0 | 1.161 | 0 | 4.661
      2026-06 | 4.015 | 34.098 | 0 | 0 | 1.166 | 0 | 4.661
      2026-07 | 1.166 | 34.098 | 0 | 0 | 0     | 0 | 4.661`,
  },
];

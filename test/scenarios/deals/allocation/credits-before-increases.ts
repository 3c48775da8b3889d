import { act, approve, obligation, on } from "../../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal, termPath, total } from "../deal.ts";

// Credits that all parts of a price bear, and a higher price of one part after them.

const [from, to] = ["2026-01-01", "2026-12-31"];
const year = { interval: "YEAR", from, to };

export const creditBeforeIncreaseDeals: readonly Deal[] = [
  {
    // 7/8 of 120,000, 90,000 and 30,000: 105,000, 78,750 and 26,250 in September. A tenth, 21,000, is credited: 1,531.25 a month, and 2,625 of the training. From July on 60,000 × 184/365 = 30,247 more of the platform: 148,372 are not
    // earned, by 60,000, 45,000 and 30,000: 65,943, 49,457 and 32,972.
    title:
      "three parts of a price in yen: a credit of one that all bear, and a higher price of that one before the last is delivered",
    contract: { allocationMethod: "RELATIVE_SSP", currency: "JPY" },
    steps: [
      on(
        from,
        obligation("Platform", { ...year, price: "120000" }, { standaloneSellingPrice: "120000" }),
        obligation("Support", { ...year, price: "60000" }, { standaloneSellingPrice: "90000" }),
        obligation(
          "Training",
          { price: "30000", from, to: from, interval: "NONE" },
          {
            ...{ serviceStartDate: "2026-09-01", serviceEndDate: "2026-09-01" },
            ...{ recognitionPattern: "POINT_IN_TIME", standaloneSellingPrice: "30000" },
          },
        ),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on("2026-03-10", creditOfLine(0, 0, "2026-03-10", "21000", "JPY")),
      ...closedInTurn("2026-03", "2026-04", "2026-05", "2026-06"),
      on(
        "2026-07-01",
        act(`POST ${termPath("Platform")}/amendments`, {
          ...{ ...total("180000"), effectiveDate: "2026-07-01", settlement: "IMMEDIATE" },
        }),
      ),
      ...closedInTurn("2026-07", "2026-08", "2026-09", "2026-10", "2026-11", "2026-12"),
    ],
    table: `
      2026-01-01 | 210000 | 0 | ISSUED
      2026-07-01 | 30247  | 0 | ISSUED
      2026-03-10 | 21000  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 15313 | 210000 | 0 | 0 | 194687 | 0 | 0 | 194687
      2026-02 | 15312 | 210000 | 0 | 0 | 179375 | 0 | 0 | 179375
      2026-03 | 10719 | 210000 | 0 | 0 | 147656 | 0 | 21000 | 147656
      2026-04 | 13781 | 210000 | 0 | 0 | 133875 | 0 | 21000 | 133875
      2026-05 | 13782 | 210000 | 0 | 0 | 120093 | 0 | 21000 | 120093
      2026-06 | 13780 | 210000 | 0 | 0 | 106313 | 0 | 21000 | 106313
      2026-07 | 17703 | 240247 | 0 | 0 | 118857 | 0 | 21000 | 118857
      2026-08 | 17702 | 240247 | 0 | 0 | 101155 | 0 | 21000 | 101155
      2026-09 | 48050 | 240247 | 0 | 0 | 53105 | 0 | 21000 | 53105
      2026-10 | 17700 | 240247 | 0 | 0 | 35405 | 0 | 21000 | 35405
      2026-11 | 17703 | 240247 | 0 | 0 | 17702 | 0 | 21000 | 17702
      2026-12 | 17702 | 240247 | 0 | 0 | 0 | 0 | 21000 | 0`,
  },
];

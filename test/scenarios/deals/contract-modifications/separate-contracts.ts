import { act, approve, close, obligation, on, pobs, reopen, term } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, termPath, total } from "../deal.ts";

// Additions at their standalone selling price: separate contracts, and changes beside them.

const [from, to] = ["2026-01-01", "2026-12-31"];
const patch = (name: string, body: object) => act(`PATCH ${termPath(name)}`, body);
const end = (name: string, endDate: string, parts: object = {}) =>
  act(`PATCH ${termPath(name)}/terminate`, { endDate, ...parts });
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const shared = { allocationMethod: "RELATIVE_SSP" };
const once = { from, to: from, interval: "NONE" };
const seats = (name: string, effectiveDate: string, delta: string) =>
  act(`POST ${termPath(name)}/seat-amendment`, { effectiveDate, delta });
const product = (amount: string) =>
  act(
    "POST /v3/products",
    { name: "Plan", standaloneSellingPrices: [{ currency: "USD", amount, validFrom: "2026-01-01" }] },
    "product",
  );
const soldOnce = (name: string, price: string, day: string, served: string, alone: string) =>
  obligation(
    name,
    { price, from: day, to: day, interval: "NONE" },
    {
      ...{ serviceStartDate: served, serviceEndDate: served },
      ...{ recognitionPattern: "POINT_IN_TIME", standaloneSellingPrice: alone },
    },
  );

export const separateContractDeals: readonly Deal[] = [
  {
    // Half a year is added at what it sells for. From March on 120.00, and the end comes with May.
    title: "months that were sold as a separate contract, more expensive from the third on, and ended",
    steps: [
      on(
        "2026-10-01",
        act(
          "POST /v3/products",
          { name: "Plan", standaloneSellingPrices: [{ currency: "USD", amount: "100.00", validFrom: "2026-01-01" }] },
          "product",
        ),
        obligation("Plan", { price: "100.00", from: "2026-10-01", to, productId: "$product.id" }),
        approve,
      ),
      on("2026-11-10", patch("Plan", { endDate: "2027-06-30", reasonCode: "RENEWAL" })),
      ...closedInTurn("2026-11", "2026-12"),
      on("2027-01-10", patch("Plan", { ...total("120.00"), effectiveDate: "2027-03-01" })),
      ...closedInTurn("2027-01", "2027-02", "2027-03"),
      on("2027-04-10", end("Plan", "2027-05-31")),
      ...closedInTurn("2027-04", "2027-05", "2027-06"),
    ],
    table: `
      2026-10-01 | 100.00 | 0 | ISSUED
      2026-11-01 | 100.00 | 0 | ISSUED
      2026-12-01 | 100.00 | 0 | ISSUED
      2027-01-01 | 100.00 | 0 | ISSUED
      2027-02-01 | 100.00 | 0 | ISSUED
      2027-03-01 | 120.00 | 0 | ISSUED
      2027-04-01 | 120.00 | 0 | ISSUED
      2027-05-01 | 120.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-10 | 100.00 | 100.00 | 0 | 0 | 0 | 0 | 0 | 200.00
      2026-11 | 100.00 | 200.00 | 0 | 0 | 0 | 0 | 0 | 700.00
      2026-12 | 100.00 | 300.00 | 0 | 0 | 0 | 0 | 0 | 600.00
      2027-01 | 100.00 | 400.00 | 0 | 0 | 0 | 0 | 0 | 580.00
      2027-02 | 100.00 | 500.00 | 0 | 0 | 0 | 0 | 0 | 480.00
      2027-03 | 120.00 | 620.00 | 0 | 0 | 0 | 0 | 0 | 360.00
      2027-04 | 120.00 | 740.00 | 0 | 0 | 0 | 0 | 0 | 120.00
      2027-05 | 120.00 | 860.00 | 0 | 0 | 0 | 0 | 0 | 0
      2027-06 | 0      | 860.00 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 900.00 each. Six seats from April on at what a seat sells for are a contract of their own, 60.00 a month. From July on eight less: those six, and two of
    // ten. 1,680.00 − 450.00 = 1,230.00 are left, by 480 and 1,200: 351.43 for six months, and 878.57 on 15 December.
    title: "seats that are a separate contract are removed before others",
    contract: shared,
    steps: [
      on(
        from,
        act(
          "POST /v3/products",
          { name: "Seat", standaloneSellingPrices: [{ currency: "USD", amount: "10.00", validFrom: "2026-01-01" }] },
          "product",
        ),
        obligation(
          "Seats",
          { price: "10.00", from, to, billingType: "UNIT", quantity: "10", productId: "$product.id" },
          { seatConfig: { defaultTrueUpTiming: "IMMEDIATE" }, standaloneSellingPrice: "1200.00" },
        ),
        obligation(
          "Setup",
          { ...once, price: "600.00" },
          {
            ...{ serviceStartDate: "2026-12-15", serviceEndDate: "2026-12-15", standaloneSellingPrice: "1200.00" },
            recognitionPattern: "POINT_IN_TIME",
          },
        ),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 3)),
      on("2026-04-01", seats("Seats", "2026-04-01", "6")),
      ...closedInTurn("2026-04", "2026-05"),
      on("2026-06-20", seats("Seats", "2026-07-01", "-8")),
      ...closedInTurn(...months.slice(5)),
    ],
    table: `
      2026-01-01 | 700.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 60.00  | 0 | ISSUED
      2026-05-01 | 160.00 | 0 | ISSUED
      2026-06-01 | 160.00 | 0 | ISSUED
      2026-07-01 | 80.00  | 0 | ISSUED
      2026-08-01 | 80.00  | 0 | ISSUED
      2026-09-01 | 80.00  | 0 | ISSUED
      2026-10-01 | 80.00  | 0 | ISSUED
      2026-11-01 | 80.00  | 0 | ISSUED
      2026-12-01 | 80.00  | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 75.00  | 700.00  | 0 | 0 | 625.00 | 0 | 0
      2026-02 | 75.00  | 800.00  | 0 | 0 | 650.00 | 0 | 0
      2026-03 | 75.00  | 900.00  | 0 | 0 | 675.00 | 0 | 0
      2026-04 | 135.00 | 1060.00 | 0 | 0 | 700.00 | 0 | 0
      2026-05 | 135.00 | 1220.00 | 0 | 0 | 725.00 | 0 | 0
      2026-06 | 135.00 | 1380.00 | 0 | 0 | 750.00 | 0 | 0
      2026-07 | 58.57  | 1460.00 | 0 | 0 | 771.43 | 0 | 0
      2026-08 | 58.57  | 1540.00 | 0 | 0 | 792.86 | 0 | 0
      2026-09 | 58.58  | 1620.00 | 0 | 0 | 814.28 | 0 | 0
      2026-10 | 58.57  | 1700.00 | 0 | 0 | 835.71 | 0 | 0
      2026-11 | 58.57  | 1780.00 | 0 | 0 | 857.14 | 0 | 0
      2026-12 | 937.14 | 1860.00 | 0 | 0 | 0      | 0 | 0`,
  },
  {
    // 800.00 and 1,600.00, 200.00 a month. A further year of support is added for what it sells for: a contract of its own, 100.00 a month.
    title: "a bundle, and a further year of one part at its standalone selling price",
    pobs: true,
    contract: shared,
    steps: [
      on(
        from,
        term("Fee", { ...once, price: "2400.00" }),
        pobs(
          "Fee",
          {
            name: "Support",
            serviceStartDate: from,
            serviceEndDate: to,
            transactionPrice: "1200.00",
            recognitionPattern: "STRAIGHT_LINE",
            standaloneSellingPrice: "1200.00",
          },
          {
            name: "Platform",
            serviceStartDate: from,
            serviceEndDate: to,
            transactionPrice: "1200.00",
            recognitionPattern: "STRAIGHT_LINE",
            standaloneSellingPrice: "2400.00",
          },
        ),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 10)),
      on(
        "2026-11-10",
        term("Renewal", {
          ...{ price: "1200.00", interval: "NONE", from: "2027-01-01", to: "2027-01-01" },
          billingTermGroupId: "$Fee.billingTermGroupId",
        }),
        pobs("Fee", {
          ...{ name: "Second year", serviceStartDate: "2027-01-01", serviceEndDate: "2027-12-31" },
          ...{ transactionPrice: "1200.00", standaloneSellingPrice: "1200.00", recognitionPattern: "STRAIGHT_LINE" },
        }),
      ),
      ...closedInTurn("2026-11", "2026-12", "2027-01", "2027-02"),
    ],
    table: `
      2026-01-01 | 2400.00 | 0 | ISSUED
      2027-01-01 | 1200.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 200.00 | 2400.00 | 0 | 0 | 2200.00 | 0 | 0
      2026-02 | 200.00 | 2400.00 | 0 | 0 | 2000.00 | 0 | 0
      2026-03 | 200.00 | 2400.00 | 0 | 0 | 1800.00 | 0 | 0
      2026-04 | 200.00 | 2400.00 | 0 | 0 | 1600.00 | 0 | 0
      2026-05 | 200.00 | 2400.00 | 0 | 0 | 1400.00 | 0 | 0
      2026-06 | 200.00 | 2400.00 | 0 | 0 | 1200.00 | 0 | 0
      2026-07 | 200.00 | 2400.00 | 0 | 0 | 1000.00 | 0 | 0
      2026-08 | 200.00 | 2400.00 | 0 | 0 | 800.00  | 0 | 0
      2026-09 | 200.00 | 2400.00 | 0 | 0 | 600.00  | 0 | 0
      2026-10 | 200.00 | 2400.00 | 0 | 0 | 400.00  | 0 | 0
      2026-11 | 200.00 | 2400.00 | 0 | 0 | 200.00  | 0 | 0
      2026-12 | 200.00 | 2400.00 | 0 | 0 | 0       | 0 | 0
      2027-01 | 100.00 | 3600.00 | 0 | 0 | 1100.00 | 0 | 0
      2027-02 | 100.00 | 3600.00 | 0 | 0 | 1000.00 | 0 | 0`,
  },
  {
    // 1,080.00 by 900 and 180: 150.00 and 15.00 a month. The renewal is told when January is closed: it catches up 100.00 in February, and February comes to the
    // same when it is reopened.
    title:
      "half a year added at its standalone selling price, recorded when its first month is closed, and that month's next reopened",
    contract: shared,
    steps: [
      on(
        "2026-07-01",
        product("100.00"),
        obligation(
          "Plan",
          { price: "100.00", from: "2026-07-01", to, productId: "$product.id" },
          { standaloneSellingPrice: "900.00" },
        ),
        obligation(
          "Support",
          { price: "40.00", from: "2026-07-01", to: "2027-06-30" },
          { standaloneSellingPrice: "180.00" },
        ),
        approve,
      ),
      ...closedInTurn("2026-12", "2027-01"),
      on("2027-02-10", act(`PATCH ${termPath("Plan")}`, { endDate: "2027-06-30", reasonCode: "RENEWAL" })),
      ...closedInTurn("2027-02"),
      on("2027-03-05", reopen("2027-02"), close("2027-02")),
      ...closedInTurn("2027-03", "2027-04", "2027-05", "2027-06"),
    ],
    table: `
      2026-07-01 | 140.00 | 0 | ISSUED
      2026-08-01 | 140.00 | 0 | ISSUED
      2026-09-01 | 140.00 | 0 | ISSUED
      2026-10-01 | 140.00 | 0 | ISSUED
      2026-11-01 | 140.00 | 0 | ISSUED
      2026-12-01 | 140.00 | 0 | ISSUED
      2027-01-01 | 40.00  | 0 | ISSUED
      2027-02-01 | 40.00  | 0 | ISSUED
      2027-02-10 | 100.00 | 0 | ISSUED
      2027-02-01 | 100.00 | 0 | ISSUED
      2027-03-01 | 140.00 | 0 | ISSUED
      2027-04-01 | 140.00 | 0 | ISSUED
      2027-05-01 | 140.00 | 0 | ISSUED
      2027-06-01 | 140.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-07 | 165.00 | 140.00  | 0 | 25.00  | 0 | 0 | 0
      2026-08 | 165.00 | 280.00  | 0 | 50.00  | 0 | 0 | 0
      2026-09 | 165.00 | 420.00  | 0 | 75.00  | 0 | 0 | 0
      2026-10 | 165.00 | 560.00  | 0 | 100.00 | 0 | 0 | 0
      2026-11 | 165.00 | 700.00  | 0 | 125.00 | 0 | 0 | 0
      2026-12 | 165.00 | 840.00  | 0 | 150.00 | 0 | 0 | 0
      2027-01 | 15.00  | 880.00  | 0 | 125.00 | 0 | 0 | 0
      2027-02 | 215.00 | 1120.00 | 0 | 100.00 | 0 | 0 | 0
      2027-02 | 215.00 | 1120.00 | 0 | 100.00 | 0 | 0 | 0
      2027-03 | 115.00 | 1260.00 | 0 | 75.00  | 0 | 0 | 0
      2027-04 | 115.00 | 1400.00 | 0 | 50.00  | 0 | 0 | 0
      2027-05 | 115.00 | 1540.00 | 0 | 25.00  | 0 | 0 | 0
      2027-06 | 115.00 | 1680.00 | 0 | 0      | 0 | 0 | 0`,
  },
  {
    // 3,600.00 by 3,000 and 1,200: 2,571.43 and 1,028.57. Another device at what it sells for is a contract of its own. From July on 15.00 a month more are all of the subscription: 604.28 are left.
    title:
      "a device and a subscription, another device at its standalone selling price, and a more expensive subscription",
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        soldOnce("Device", "2700.00", from, "2026-01-20", "3000.00"),
        obligation("Subscription", { price: "75.00", from, to }, { standaloneSellingPrice: "1200.00" }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 3)),
      on(
        "2026-04-01",
        soldOnce("Second", "300.00", "2026-04-01", "2026-04-10", "300.00"),
        act("GET /v3/contracts/$contract/modifications", undefined, "log"),
        act("PATCH /v3/contracts/$contract/modifications/$log.data.0.id", {
          ...{ treatment: "SEPARATE_CONTRACT", reason: "At what it sells for" },
        }),
      ),
      ...closedInTurn("2026-04", "2026-05"),
      on("2026-06-20", act(`PATCH ${termPath("Subscription")}`, { ...total("90.00"), effectiveDate: "2026-07-01" })),
      ...closedInTurn(...months.slice(5)),
    ],
    table: `
      2026-01-01 | 2775.00 | 0 | ISSUED
      2026-02-01 | 75.00   | 0 | ISSUED
      2026-03-01 | 75.00   | 0 | ISSUED
      2026-04-01 | 75.00   | 0 | ISSUED
      2026-04-01 | 300.00  | 0 | ISSUED
      2026-05-01 | 75.00   | 0 | ISSUED
      2026-06-01 | 75.00   | 0 | ISSUED
      2026-07-01 | 90.00   | 0 | ISSUED
      2026-08-01 | 90.00   | 0 | ISSUED
      2026-09-01 | 90.00   | 0 | ISSUED
      2026-10-01 | 90.00   | 0 | ISSUED
      2026-11-01 | 90.00   | 0 | ISSUED
      2026-12-01 | 90.00   | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 2657.14 | 2775.00 | 0 | 0 | 117.86 | 0 | 0
      2026-02 | 85.72 | 2850.00 | 0 | 0 | 107.14 | 0 | 0
      2026-03 | 85.71 | 2925.00 | 0 | 0 | 96.43 | 0 | 0
      2026-04 | 385.72 | 3300.00 | 0 | 0 | 85.71 | 0 | 0
      2026-05 | 85.71 | 3375.00 | 0 | 0 | 75.00 | 0 | 0
      2026-06 | 85.72 | 3450.00 | 0 | 0 | 64.28 | 0 | 0
      2026-07 | 100.71 | 3540.00 | 0 | 0 | 53.57 | 0 | 0
      2026-08 | 100.72 | 3630.00 | 0 | 0 | 42.85 | 0 | 0
      2026-09 | 100.71 | 3720.00 | 0 | 0 | 32.14 | 0 | 0
      2026-10 | 100.71 | 3810.00 | 0 | 0 | 21.43 | 0 | 0
      2026-11 | 100.72 | 3900.00 | 0 | 0 | 10.71 | 0 | 0
      2026-12 | 100.71 | 3990.00 | 0 | 0 | 0 | 0 | 0`,
  },
];

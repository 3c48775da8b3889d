import { act, approve, close, obligation, on, reopen } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, termPath, total } from "../deal.ts";

// Lower prices and fewer seats of invoiced days, credited, in allocated contracts.

const [from, to] = ["2026-01-01", "2026-12-31"];
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const amended = (name: string, effectiveDate: string, amount: string) =>
  act(`POST ${termPath(name)}/amendments`, { ...total(amount), effectiveDate, settlement: "IMMEDIATE" });
const licence = (price: string, alone: string) =>
  obligation(
    "Licence",
    { price, from, to: from, interval: "NONE" },
    {
      ...{ serviceStartDate: "2026-01-15", serviceEndDate: "2026-01-15" },
      ...{ recognitionPattern: "POINT_IN_TIME", standaloneSellingPrice: alone },
    },
  );

export const creditedPriceDecreaseDeals: readonly Deal[] = [
  {
    // 1,200.00 each. From July on support is 600.00 a year: 600.00 × 184/365 = 302.47 are credited. The licence is delivered and keeps its price. Support has earned 600.00, and
    // 1,200.00 − 302.47 − 600.00 = 297.53 are left for six months.
    title:
      "a year billed in advance that becomes cheaper by half, beside a licence that is delivered, in an allocated contract",
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        licence("1200.00", "1200.00"),
        obligation(
          "Support",
          { price: "1200.00", interval: "YEAR", from, to, creditOnDecrease: "PRORATED" },
          { standaloneSellingPrice: "1200.00" },
        ),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 6)),
      on("2026-07-01", amended("Support", "2026-07-01", "600.00")),
      ...closedInTurn(...months.slice(6)),
    ],
    table: `
      2026-01-01 | 2400.00 | 0 | ISSUED
      2026-07-01 | 302.47  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 1300.00 | 2400.00 | 0 | 0 | 1100.00 | 0 | 0
      2026-02 | 100.00  | 2400.00 | 0 | 0 | 1000.00 | 0 | 0
      2026-03 | 100.00  | 2400.00 | 0 | 0 | 900.00  | 0 | 0
      2026-04 | 100.00  | 2400.00 | 0 | 0 | 800.00  | 0 | 0
      2026-05 | 100.00  | 2400.00 | 0 | 0 | 700.00  | 0 | 0
      2026-06 | 100.00  | 2400.00 | 0 | 0 | 600.00  | 0 | 0
      2026-07 | 49.59   | 2400.00 | 0 | 0 | 247.94  | 0 | 302.47
      2026-08 | 49.59   | 2400.00 | 0 | 0 | 198.35  | 0 | 302.47
      2026-09 | 49.59   | 2400.00 | 0 | 0 | 148.76  | 0 | 302.47
      2026-10 | 49.58   | 2400.00 | 0 | 0 | 99.18   | 0 | 302.47
      2026-11 | 49.59   | 2400.00 | 0 | 0 | 49.59   | 0 | 302.47
      2026-12 | 49.59   | 2400.00 | 0 | 0 | 0       | 0 | 302.47`,
  },
  {
    // 1,200.00 each. 50.00 a month from April on: 150.00 of the first half year are credited, and 300.00 less are billed for the second. The licence keeps 1,200.00, support has earned
    // 300.00, and 450.00 are left for nine months, whatever of it was billed before. (The credit void in May: 600.00 are left for nine months.)
    title:
      "half years in advance that become cheaper by half from April on, beside a licence that is delivered, in an allocated contract",
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        licence("1200.00", "1200.00"),
        obligation(
          "Support",
          {
            ...{ price: "600.00", interval: "QUARTER", intervalFrequency: 2, from, to },
            ...{ creditOnDecrease: "PRORATED", prorationPolicy: "MONTH" },
          },
          { standaloneSellingPrice: "1200.00" },
        ),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 3)),
      on("2026-04-01", amended("Support", "2026-04-01", "300.00")),
      ...closedInTurn(...months.slice(3)),
    ],
    table: `
      2026-01-01 | 1800.00 | 0 | ISSUED
      2026-07-01 | 300.00  | 0 | ISSUED
      2026-04-01 | 150.00  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 1300.00 | 1800.00 | 0 | 0 | 500.00 | 0 | 0
      2026-02 | 100.00  | 1800.00 | 0 | 0 | 400.00 | 0 | 0
      2026-03 | 100.00  | 1800.00 | 0 | 0 | 300.00 | 0 | 0
      2026-04 | 50.00   | 1800.00 | 0 | 0 | 100.00 | 0 | 150.00
      2026-05 | 50.00   | 1800.00 | 0 | 0 | 50.00  | 0 | 150.00
      2026-06 | 50.00   | 1800.00 | 0 | 0 | 0      | 0 | 150.00
      2026-07 | 50.00   | 2100.00 | 0 | 0 | 250.00 | 0 | 150.00
      2026-08 | 50.00   | 2100.00 | 0 | 0 | 200.00 | 0 | 150.00
      2026-09 | 50.00   | 2100.00 | 0 | 0 | 150.00 | 0 | 150.00
      2026-10 | 50.00   | 2100.00 | 0 | 0 | 100.00 | 0 | 150.00
      2026-11 | 50.00   | 2100.00 | 0 | 0 | 50.00  | 0 | 150.00
      2026-12 | 50.00   | 2100.00 | 0 | 0 | 0      | 0 | 150.00`,
  },
  {
    // 1,200.00 each. Five of ten seats go in July, and 600.00 × 184/365 = 302.47 are credited. 897.53 are left by what is left to sell for, 600.00 − 302.47 of the seats and 600.00
    // of support, which is as it was. In September the credit is void: nobody has more seats for it, and 1,200.00 were left in July, 397.80 and 802.20 of them, in both
    // months that were opened again.
    title: "half of the seats of a year go in July, credited and void, beside support, in an allocated contract",
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        obligation(
          "Seats",
          {
            ...{ price: "120.00", interval: "YEAR", from, to, billingType: "UNIT", quantity: "10" },
            seatConfig: {
              ...{ defaultTrueUpTiming: "IMMEDIATE", defaultProrationPolicy: "DAY" },
              creditOnDecrease: "PRORATED",
            },
          },
          { standaloneSellingPrice: "1200.00" },
        ),
        obligation("Support", { price: "1200.00", interval: "YEAR", from, to }, { standaloneSellingPrice: "1200.00" }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 6)),
      on("2026-07-01", act(`POST ${termPath("Seats")}/seat-amendment`, { effectiveDate: "2026-07-01", delta: "-5" })),
      ...closedInTurn(...months.slice(6, 8)),
      on(
        "2026-09-10",
        reopen("2026-07"),
        act("POST /v3/credit-memos/$memos.0.id/void", { reason: "In error" }),
        close("2026-08"),
      ),
      ...closedInTurn(...months.slice(8)),
    ],
    table: `
      2026-01-01 | 2400.00 | 0 | ISSUED
      2026-07-01 | 302.47  | 0 | VOID
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 200.00 | 2400.00 | 0 | 0 | 2200.00 | 0 | 0
      2026-02 | 200.00 | 2400.00 | 0 | 0 | 2000.00 | 0 | 0
      2026-03 | 200.00 | 2400.00 | 0 | 0 | 1800.00 | 0 | 0
      2026-04 | 200.00 | 2400.00 | 0 | 0 | 1600.00 | 0 | 0
      2026-05 | 200.00 | 2400.00 | 0 | 0 | 1400.00 | 0 | 0
      2026-06 | 200.00 | 2400.00 | 0 | 0 | 1200.00 | 0 | 0
      2026-07 | 149.59 | 2400.00 | 0 | 0 | 747.94  | 0 | 302.47
      2026-08 | 149.59 | 2400.00 | 0 | 0 | 598.35  | 0 | 302.47
      2026-07 | 200.00 | 2400.00 | 0 | 0 | 1000.00 | 0 | 0
      2026-08 | 200.00 | 2400.00 | 0 | 0 | 800.00  | 0 | 0
      2026-09 | 200.00 | 2400.00 | 0 | 0 | 600.00  | 0 | 0
      2026-10 | 200.00 | 2400.00 | 0 | 0 | 400.00  | 0 | 0
      2026-11 | 200.00 | 2400.00 | 0 | 0 | 200.00  | 0 | 0
      2026-12 | 200.00 | 2400.00 | 0 | 0 | 0       | 0 | 0`,
  },
  {
    // 1,200.00 each, and a licence of 1,200.00. From July on access is 600.00 a year: 302.47 are credited, and 1,200.00 + 1,200.00 − 302.47 − 1,200.00 are left for access and support by
    // halves: 448.77 and 448.76, so that each month has 149.59. Ended with September: access bills 1,200.00 × 273/365 = 897.53, less 600.00 × 92/365 = 151.23, and 1,200.00 − 302.47 −
    // 746.30 = 151.23 are credited. By September 1,200.00 + 1,200.00 + 448.77 are earned: 297.53 are left for support.
    title:
      "access that becomes cheaper by half in July, credited, and ends with September, beside support and a licence",
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        licence("1200.00", "1200.00"),
        obligation(
          "Access",
          { price: "1200.00", interval: "YEAR", from, to, creditOnDecrease: "PRORATED" },
          { standaloneSellingPrice: "1200.00" },
        ),
        obligation("Support", { price: "1200.00", interval: "YEAR", from, to }, { standaloneSellingPrice: "1200.00" }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 6)),
      on("2026-07-01", amended("Access", "2026-07-01", "600.00")),
      ...closedInTurn(...months.slice(6, 8)),
      on("2026-09-10", act(`PATCH ${termPath("Access")}/terminate`, { endDate: "2026-09-30", creditUnused: true })),
      ...closedInTurn(...months.slice(8)),
    ],
    table: `
      2026-01-01 | 3600.00 | 0 | ISSUED
      2026-07-01 | 302.47  | 0 | OPEN
      2026-09-10 | 151.23  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 1400.00 | 3600.00 | 0 | 0 | 2200.00 | 0 | 0
      2026-02 | 200.00  | 3600.00 | 0 | 0 | 2000.00 | 0 | 0
      2026-03 | 200.00  | 3600.00 | 0 | 0 | 1800.00 | 0 | 0
      2026-04 | 200.00  | 3600.00 | 0 | 0 | 1600.00 | 0 | 0
      2026-05 | 200.00  | 3600.00 | 0 | 0 | 1400.00 | 0 | 0
      2026-06 | 200.00  | 3600.00 | 0 | 0 | 1200.00 | 0 | 0
      2026-07 | 149.59  | 3600.00 | 0 | 0 | 747.94  | 0 | 302.47
      2026-08 | 149.59  | 3600.00 | 0 | 0 | 598.35  | 0 | 302.47
      2026-09 | 149.59  | 3600.00 | 0 | 0 | 297.53  | 0 | 453.70
      2026-10 | 99.18   | 3600.00 | 0 | 0 | 198.35  | 0 | 453.70
      2026-11 | 99.17   | 3600.00 | 0 | 0 | 99.18   | 0 | 453.70
      2026-12 | 99.18   | 3600.00 | 0 | 0 | 0       | 0 | 453.70`,
  },
  {
    // Agreed in April from the 1st on, and told in June before April is closed: 600.00 × 275/365 = 452.05 are credited in June, and the price is lower from April. 300.00 each are earned,
    // and the other 1,347.95 are left by halves. The credit is void: June has what April and May would have had, 100.00 each.
    title:
      "access cheaper by half, agreed in April, recorded in June before April is closed, and its credit void, in an allocated contract",
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        licence("1200.00", "1200.00"),
        obligation(
          "Access",
          { price: "1200.00", interval: "YEAR", from, to, creditOnDecrease: "PRORATED" },
          { standaloneSellingPrice: "1200.00" },
        ),
        obligation("Support", { price: "1200.00", interval: "YEAR", from, to }, { standaloneSellingPrice: "1200.00" }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 3)),
      on(
        "2026-06-10",
        act(`POST ${termPath("Access")}/amendments`, {
          ...{ ...total("600.00"), effectiveDate: "2026-04-01", settlement: "IMMEDIATE", agreedOn: "2026-04-15" },
        }),
        close("2026-04"),
        close("2026-05"),
      ),
      on("2026-06-20", act("POST /v3/credit-memos/$memos.0.id/void", { reason: "In error" })),
      ...closedInTurn(...months.slice(5)),
    ],
    table: `
      2026-01-01 | 3600.00 | 0 | ISSUED
      2026-06-10 | 452.05  | 0 | VOID
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 1400.00 | 3600.00 | 0 | 0 | 2200.00 | 0 | 0
      2026-02 | 200.00 | 3600.00 | 0 | 0 | 2000.00 | 0 | 0
      2026-03 | 200.00 | 3600.00 | 0 | 0 | 1800.00 | 0 | 0
      2026-04 | 149.78 | 3600.00 | 0 | 0 | 1650.22 | 0 | 0
      2026-05 | 149.76 | 3600.00 | 0 | 0 | 1500.46 | 0 | 0
      2026-06 | 300.46 | 3600.00 | 0 | 0 | 1200.00 | 0 | 0
      2026-07 | 200.00 | 3600.00 | 0 | 0 | 1000.00 | 0 | 0
      2026-08 | 200.00 | 3600.00 | 0 | 0 | 800.00 | 0 | 0
      2026-09 | 200.00 | 3600.00 | 0 | 0 | 600.00 | 0 | 0
      2026-10 | 200.00 | 3600.00 | 0 | 0 | 400.00 | 0 | 0
      2026-11 | 200.00 | 3600.00 | 0 | 0 | 200.00 | 0 | 0
      2026-12 | 200.00 | 3600.00 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 12.963 a month, for 10.5 × 1.234567, and 20.000 are shared by 90 and 10: 88.000 and 9.778, delivered in January. From 16 February on half as much: February is 9.954, 3.009 are
    // credited, and each later month is 6.481. Storage has earned 22.524 of what is 59.063 now, and 36.539 are left for 13/28 of February and four months.
    title:
      "half of the storage from the middle of a month on, credited, in dinars, in an allocated contract with a setup that is delivered",
    contract: { currency: "KWD", allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        obligation(
          "Storage",
          {
            ...{ price: "1.234567", from, to: "2026-06-30", billingType: "UNIT", quantity: "10.5" },
            creditOnDecrease: "PRORATED",
          },
          { standaloneSellingPrice: "90.000" },
        ),
        licence("20.000", "10.000"),
        approve,
      ),
      ...closedInTurn("2026-01"),
      on(
        "2026-02-16",
        act(`POST ${termPath("Storage")}/amendments`, {
          ...{ quantity: "5.25", effectiveDate: "2026-02-16", settlement: "IMMEDIATE" },
        }),
      ),
      ...closedInTurn(...months.slice(1, 6)),
    ],
    table: `
      2026-01-01 | 32.963 | 0 | ISSUED
      2026-02-01 | 12.963 | 0 | ISSUED
      2026-03-01 | 6.481  | 0 | ISSUED
      2026-04-01 | 6.481  | 0 | ISSUED
      2026-05-01 | 6.481  | 0 | ISSUED
      2026-06-01 | 6.481  | 0 | ISSUED
      2026-02-16 | 3.009  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 24.445 | 32.963 | 0 | 0 | 8.518 | 0 | 0
      2026-02 | 11.657 | 45.926 | 0 | 0 | 6.815 | 0 | 3.009
      2026-03 | 8.185 | 52.407 | 0 | 0 | 5.111 | 0 | 3.009
      2026-04 | 8.185 | 58.888 | 0 | 0 | 3.407 | 0 | 3.009
      2026-05 | 8.184 | 65.369 | 0 | 0 | 1.704 | 0 | 3.009
      2026-06 | 8.185 | 71.850 | 0 | 0 | 0 | 0 | 3.009`,
  },
];

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { pricedPeriods } from "../../test/support/billing-periods.ts";
import { context, earnedBy, revenueOf } from "../../test/support/contract-facts.ts";
import {
  amended,
  anyObligation,
  creditOf,
  day,
  flat,
  flatPrice,
  obligationOf,
  recordOf,
  seatTermOf,
  termOf,
  usd,
} from "../../test/support/terms.ts";
import type { BillingTerm } from "../billing-terms/billing-term.ts";
import { type Day, monthOf } from "../kernel/day.ts";
import { formatMoney } from "../kernel/money.ts";
import { type JournalLine, reversed } from "../ledger/journal-entry.ts";
import { contractPosition, presentationLines, unbilledReceivable } from "./presentation.ts";
import { type BilledOfTerm, hasOnePrice } from "./served-lines.ts";

/** Unbilled receivable of an obligation that earns what its term bills; no true-up is billed. */
const unbilledOf = (
  pob: Parameters<typeof revenueOf>[0],
  term: BillingTerm,
  { byStart }: Pick<BilledOfTerm, "byStart">,
  through: Day,
) => unbilledReceivable(revenueOf(pob, {}, monthOf(through)), term, { byStart, trueUps: new Map() }, through, context);

describe("the net position of a contract", () => {
  for (const [name, billed, recognized, unbilled, asset, liability] of [
    ["billed ahead is a liability", 120_000, 10_000, 0, "0.00", "1100.00"],
    ["earned ahead, waiting for more than time, is an asset", 0, 10_000, 0, "100.00", "0.00"],
    ["earned ahead, waiting for time alone, is a receivable", 0, 10_000, 10_000, "0.00", "0.00"],
    ["a receivable never nets against a liability", 120_000, 20_000, 10_000, "0.00", "1100.00"],
    ["all even", 10_000, 10_000, 0, "0.00", "0.00"],
    ["credited beyond what is recognized", -5_000, 0, 0, "50.00", "0.00"],
  ] as const) {
    test(name, () => {
      const position = contractPosition(usd(billed), usd(recognized), usd(unbilled));
      assert.deepEqual([position.contractAsset, position.contractLiability].map(formatMoney), [asset, liability]);
    });
  }

  const minors = fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n });
  const positive = fc.bigInt({ min: 0n, max: 10n ** 9n });

  test("property: billed less recognized = liability − asset − unbilled, of which not both sides have an amount", () => {
    fc.assert(
      fc.property(minors, minors, positive, (billed, recognized, unbilled) => {
        const {
          contractLiability,
          contractAsset,
          unbilledReceivable: receivable,
        } = contractPosition(usd(billed), usd(recognized), usd(unbilled));
        assert.equal(billed - recognized, contractLiability.minor - contractAsset.minor - receivable.minor);
        assert.ok(contractLiability.minor >= 0n && contractAsset.minor >= 0n);
        assert.ok(contractLiability.minor === 0n || contractAsset.minor === 0n);
      }),
    );
  });

  const balanceOf = (lines: readonly JournalLine[], role: string) =>
    lines.filter((line) => line.role === role).reduce((sum, { debit, credit }) => sum + debit.minor - credit.minor, 0n);

  test("property: presentation lines balance and reach the position, and a second time there are none", () => {
    fc.assert(
      fc.property(positive, positive, positive, positive, (unbilled, asset, unbilledBefore, assetBefore) => {
        const to = { unbilledReceivable: usd(unbilled), contractAsset: usd(asset) };
        const from = { unbilledReceivable: usd(unbilledBefore), contractAsset: usd(assetBefore) };
        const moves = [{ account: null, amount: usd(unbilled + asset - unbilledBefore - assetBefore) }];
        const lines = presentationLines(to, from, moves);
        assert.equal(balanceOf(lines, "UNBILLED_RECEIVABLE"), unbilled - unbilledBefore);
        assert.equal(balanceOf(lines, "CONTRACT_ASSET"), asset - assetBefore);
        assert.equal(
          lines.reduce((sum, { debit, credit }) => sum + debit.minor - credit.minor, 0n),
          0n,
        );
        for (const { debit, credit } of lines) {
          assert.ok(debit.minor >= 0n && credit.minor >= 0n && (debit.minor === 0n) !== (credit.minor === 0n));
        }
        assert.deepEqual(presentationLines(to, to, []), []);
        assert.deepEqual(reversed(reversed(lines)), lines);
      }),
    );
  });
});

describe("unbilled receivable", () => {
  const quarterly = termOf({
    ...flat("300"),
    interval: "QUARTER",
    start: day("2026-02-01"),
    end: null,
    invoiceDateStrategy: "ARREARS",
  });
  const at = (through: string, billed: readonly (readonly [string, number])[] = [], term = quarterly) =>
    formatMoney(
      unbilledOf(
        obligationOf(term),
        term,
        { byStart: new Map(billed.map(([start, minor]) => [day(start), BigInt(minor)])) },
        day(through),
      ),
    );

  test("rises with served days and ends with the invoice", () => {
    assert.deepEqual(
      [
        at("2026-02-01"),
        at("2026-02-15"),
        at("2026-03-01"),
        at("2026-05-01"),
        at("2026-06-01", [["2026-02-01", 30_000]]),
      ],
      ["0.00", "50.00", "100.00", "300.00", "100.00"],
    );
  });

  test("of a period billed in part is the rest, and never negative", () => {
    assert.equal(at("2026-04-01", [["2026-02-01", 15_000]]), "50.00");
    assert.equal(at("2026-03-01", [["2026-02-01", 15_000]]), "0.00");
    assert.equal(at("2026-06-01", [["2026-02-01", 90_000]]), "100.00");
  });

  test("is zero where billing comes first, and where it was late the service", () => {
    for (const invoiceDateStrategy of ["FIRST_OF_PERIOD", "ADVANCED_DUE_START"] as const) {
      assert.equal(at("2026-04-01", [["2026-02-01", 30_000]], { ...quarterly, invoiceDateStrategy }), "0.00");
      assert.equal(at("2026-04-01", [], { ...quarterly, invoiceDateStrategy }), "200.00");
    }
    assert.equal(at("2026-04-01", [], { ...quarterly, invoiceDateStrategy: "LAST_OF_PERIOD" }), "200.00");
  });

  test("is at several prices the service of the periods in advance whose invoices are late", () => {
    const escalator = { type: "PERCENTAGE", amount: "0.10", everyMonths: 3, firstDate: null } as const;
    const term = {
      ...quarterly,
      price: { ...quarterly.price, escalator },
      invoiceDateStrategy: "FIRST_OF_PERIOD",
    } as const;
    assert.equal(at("2026-04-01", [["2026-02-01", 30_000]], term), "0.00");
    assert.equal(at("2026-04-01", [], term), "200.00");
    // The second period is billed in time, and 220.00 of its 330.00 are not served: they pay for nothing of the first.
    assert.equal(at("2026-06-01", [["2026-05-01", 33_000]], term), "300.00");
    assert.equal(at("2026-06-01", [["2026-02-01", 30_000]], term), "110.00");
  });

  test("of a price that falls later is the price of the served days, though less of it is recognized", () => {
    const layers = [{ price: flatPrice("50"), effectiveFrom: day("2026-07-01"), bookMonth: null }];
    const [start, end] = [day("2026-01-01"), day("2027-01-01")];
    const dates = { start, end, invoiceDateStrategy: "ARREARS" as const, layers };
    const falling = termOf({ ...flat("100"), interval: "MONTH", ...dates });
    const billed = Array.from(
      { length: 12 },
      (_, month) => [`2026-${`${month + 1}`.padStart(2, "0")}-01`, 10_000] as const,
    );
    // A twelfth of 900.00 is earned each month; 100.00 of it wait for the next invoice, and 25.00 are a contract liability.
    assert.equal(at("2026-02-01", [], falling), "100.00");
    assert.equal(at("2026-06-01", billed.slice(0, 4), falling), "100.00");
    assert.equal(at("2026-08-01", billed.slice(0, 6), falling), "50.00");
  });

  test("of a service with dates of its own is at most revenue less billing", () => {
    const monthly = termOf({
      ...flat("100"),
      interval: "MONTH",
      start: day("2026-01-01"),
      end: day("2026-04-01"),
      invoiceDateStrategy: "ARREARS",
    });
    const unbilled = (start: string, end: string, through: string, billed: readonly [string, number][] = []) => {
      const obligation = obligationOf(monthly, { service: { start: day(start), end: day(end) } });
      const byStart = new Map(billed.map(([first, minor]) => [day(first), BigInt(minor)]));
      return formatMoney(unbilledOf(obligation, monthly, { byStart }, day(through)));
    };
    // Billed from January to March, served from April on: nothing is served, so nothing is receivable.
    assert.equal(unbilled("2026-04-01", "2026-07-01", "2026-03-01"), "0.00");
    // Served over a year: by the end of January a twelfth of 300.00 is earned, though January's invoice will be 100.00.
    assert.equal(unbilled("2026-01-01", "2027-01-01", "2026-02-01"), "25.00");
    assert.equal(unbilled("2026-01-01", "2027-01-01", "2026-03-01", [["2026-01-01", 10_000]]), "0.00");
    // Served in January alone: the rest of the price only waits for its dates.
    assert.equal(unbilled("2026-01-01", "2026-02-01", "2026-02-01"), "300.00");
  });

  test("of seats billed later is their revenue, and zero before service begins", () => {
    const amendments = [
      amended("2026-04-01", { delta: "5", prorationPolicy: "MONTH", invoicedThrough: day("2027-01-01") }),
    ];
    const seats = seatTermOf({ prorationPolicy: "MONTH", amendments });
    const billed = { byStart: new Map([[day("2026-01-01"), 1_200_000n]]) };
    const unbilled = (start: string, end: string) => {
      const obligation = obligationOf(seats, { service: { start: day(start), end: day(end) } });
      return formatMoney(unbilledOf(obligation, seats, billed, day("2026-07-01")));
    };
    assert.equal(unbilled("2026-01-01", "2027-01-01"), "1500.00", "whatever ten seats were billed in advance");
    assert.equal(unbilled("2026-07-01", "2027-07-01"), "0.00");
  });

  test("of a price changed within a period is the price of the served days, like their revenue", () => {
    const layers = [{ price: flatPrice("600"), effectiveFrom: day("2026-04-01"), bookMonth: null }];
    const dearer = { ...quarterly, prorationPolicy: "MONTH" as const, layers };
    assert.deepEqual(
      ["2026-03-01", "2026-04-01", "2026-05-01"].map((through) => at(through, [], dearer)),
      ["100.00", "200.00", "400.00"],
    );
  });

  test("is zero for a period billed in two lines because the term was extended", () => {
    const lines = [["2026-02-01", 10_000] as const, ["2026-03-01", 20_000] as const];
    assert.equal(at("2026-05-01", lines), "0.00");
    assert.equal(at("2026-06-01", lines), "100.00");
  });

  test("is not lowered by a credit of another period", () => {
    const monthly = termOf({
      ...flat("100"),
      interval: "MONTH",
      end: day("2026-04-01"),
      invoiceDateStrategy: "ARREARS",
    });
    const service = { start: day("2026-01-01"), end: day("2026-02-01") };
    const credited = recordOf(obligationOf(monthly), { billingCredits: [creditOf(usd(10_000), { service })] });
    const billed = new Map([[day("2026-01-01"), 10_000n]]);
    // January is billed and credited, February is served and will be billed on 1 March.
    assert.equal(formatMoney(unbilledOf(credited, monthly, { byStart: billed }, day("2026-03-01"))), "100.00");
  });

  test("begins on the day control transfers", () => {
    const term = termOf({ ...flat("90"), interval: "NONE", invoiceDateStrategy: "ARREARS" });
    const point = obligationOf(term, { recognitionPattern: "POINT_IN_TIME", recognitionDate: day("2026-03-31") });
    const unbilled = (through: string) => formatMoney(unbilledOf(point, term, { byStart: new Map() }, day(through)));
    assert.deepEqual([unbilled("2026-03-31"), unbilled("2026-04-01")], ["0.00", "90.00"]);
  });

  test("property: service in arrears is either unbilled or billed, period by period", () => {
    const billings = fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 40, maxLength: 40 });
    fc.assert(
      fc.property(anyObligation, fc.integer({ min: 0, max: 900 }), billings, (obligation, after, percentages) => {
        const term = obligation.billingTerm;
        const through = term.start + after;
        const billed = new Map<Day, bigint>();
        let price = 0n;
        let rest = 0n;
        for (const { index, covered, price: each } of pricedPeriods(term, context)) {
          if (covered.start >= through) break;
          const part = (each.total.minor * BigInt(percentages[index % 40] ?? 0)) / 100n;
          billed.set(covered.start, part);
          price += each.total.minor;
          rest += part < each.total.minor ? each.total.minor - part : 0n;
        }
        const unbilled = unbilledOf(obligation, term, { byStart: billed }, through).minor;
        if (hasOnePrice(term)) {
          // Whatever was billed for other days: nothing that is recognized beyond it is left over.
          const held = [...billed.values()].reduce((sum, minor) => sum + minor, 0n);
          const earned = earnedBy(revenueOf(obligation, {}, monthOf(through)), through).minor;
          assert.ok(unbilled >= earned - held);
          return;
        }
        assert.ok(unbilled >= 0n && unbilled <= rest);
        assert.ok(unbilledOf(obligation, term, { byStart: new Map() }, through).minor <= price);
      }),
    );
  });
});

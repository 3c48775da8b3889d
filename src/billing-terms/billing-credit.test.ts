import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { day, usd } from "../../test/support/terms.ts";
import { formatMoney } from "../kernel/money.ts";
import {
  type BillingCredit,
  countedEarlier,
  creditsOfAmendment,
  effectOfVoid,
  type RevenueEffect,
  undoneWithLine,
} from "./billing-credit.ts";

function billingCredit(revenueEffect: RevenueEffect, minor: number, parts: Partial<BillingCredit> = {}): BillingCredit {
  return {
    ...{ id: `${revenueEffect} ${minor}`, contractId: "contract", billingTermId: "term", amount: usd(minor) },
    ...{ service: { start: day("2026-05-01"), end: day("2027-01-01") }, revenueEffect },
    ...{ date: day("2026-03-31"), bookMonth: 314, source: { type: "CREDIT_MEMO", id: "memo" } },
    ...{ invoiceLineId: "line", lineType: "FLAT", createdAt: "2026-03-31T12:00:00Z" },
    ...parts,
  };
}

test("a void credit raises revenue again by what it lowered, and by what the end of the term credited", () => {
  const shown = (billsUsage: boolean) => [
    effectOfVoid("CREDITED_DAYS", { billsUsage }),
    effectOfVoid("IN_PRICE", { billsUsage }),
  ];
  assert.deepEqual(shown(false), ["CREDITED_DAYS", "CREDITED_DAYS"]);
  assert.deepEqual(shown(true), ["CREDITED_DAYS", "IN_PRICE"]);
});

describe("what remains of the void credits of a line that is void too", () => {
  const undone = (...billingCredits: BillingCredit[]) =>
    undoneWithLine(billingCredits).map(({ revenueEffect, amount }) => `${revenueEffect} ${formatMoney(amount)}`);

  for (const [what, billingCredits, expected] of [
    [
      "nothing where the void was the opposite",
      [
        ["CREDITED_DAYS", 100],
        ["CREDITED_DAYS", -100],
      ],
      [],
    ],
    [
      "both effects of a termination",
      [
        ["IN_PRICE", 80_548],
        ["CREDITED_DAYS", -80_548],
      ],
      ["IN_PRICE -805.48", "CREDITED_DAYS 805.48"],
    ],
    ["nothing of a line without credits", [], []],
  ] as const) {
    test(what, () => {
      const given = billingCredits.map(([effect, minor]) => billingCredit(effect, minor));
      assert.deepEqual(undone(...given), expected);
      assert.deepEqual(
        undone(...given, ...given.map((each) => ({ ...each, amount: usd(-Number(each.amount.minor)) }))),
        [],
      );
    });
  }

  test("keep line, days, date and month of each credit", () => {
    const moved = billingCredit("CREDITED_DAYS", -300, { bookMonth: 315, date: day("2026-04-02") });
    const [first, second, ...others] = undoneWithLine([
      billingCredit("CREDITED_DAYS", 1000),
      billingCredit("CREDITED_DAYS", -700),
      moved,
    ]);
    assert.deepEqual([first?.amount, first?.bookMonth, first?.date], [usd(-300), 314, day("2026-03-31")]);
    assert.deepEqual([second?.amount, second?.bookMonth, second?.date], [usd(300), 315, day("2026-04-02")]);
    assert.deepEqual(others, []);
    assert.ok(first !== undefined && !("lineType" in first) && !("createdAt" in first));
  });
});

describe("the credit of an amendment agreed in an earlier month", () => {
  const recordedAt = "2026-03-31T12:00:00Z";
  const ofMemo = billingCredit("IN_PRICE", 100);
  const counted = [ofMemo, ...countedEarlier([ofMemo], 312)];

  test("lowers revenue from that month on, and billing in its own month", () => {
    assert.deepEqual(
      counted.map(({ bookMonth, revenueEffect, amount }) => [bookMonth, revenueEffect, formatMoney(amount)]),
      [
        [314, "IN_PRICE", "1.00"],
        [312, "CREDITED_DAYS", "1.00"],
        [312, "IN_PRICE", "-1.00"],
      ],
    );
  });

  test("belongs to its amendment until the credit memo is void", () => {
    const known = (...later: BillingCredit[]) =>
      creditsOfAmendment({ createdAt: recordedAt }, [...counted, ...later]).map(({ bookMonth }) => bookMonth);
    assert.deepEqual(known(), [312]);
    assert.deepEqual(known(billingCredit("CREDITED_DAYS", -100, { createdAt: "2026-04-02T12:00:00Z" })), []);
  });
});

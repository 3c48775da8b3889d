import assert from "node:assert/strict";
import { test } from "node:test";
import { type ContractDraft, contractBodyOf } from "../../console/src/screens/contracts/build/contract-draft.ts";
import {
  blankDraft,
  bodyOf,
  type Draft,
  listPriceOf,
  percent,
  stepsOf,
} from "../../console/src/screens/contracts/build/obligation-draft.ts";
import { pastedInto } from "../../console/src/screens/contracts/build/pasted-into.ts";
import { blankPob, pobBodyOf } from "../../console/src/screens/contracts/build/pob-draft.ts";

const draft: Draft = {
  ...blankDraft("2026-01-01", "2026-12-31"),
  ...{ name: "Platform seats", kind: "SEATS", quantity: "25", layers: [{ from: "", amount: "40" }], discount: "12.5" },
};

test("a form is converted to its request", () => {
  const body = bodyOf(draft);
  assert.equal(body?.billingSchedule.quantity, "25");
  assert.deepEqual(body?.billingSchedule.pricing, [{ tier: 0, amount: "40", amountType: "PER_ITEM" }]);
  assert.deepEqual(body?.billingSchedule.discount, { type: "PERCENTAGE", amount: "0.125" });
  assert.deepEqual(body?.billingSchedule.seatConfig, {});
});

test("no request is made while a field is missing or not a number", () => {
  assert.equal(bodyOf({ ...draft, name: " " }), undefined);
  assert.equal(bodyOf({ ...draft, layers: [{ from: "", amount: "40,00" }] }), undefined);
  assert.equal(bodyOf({ ...draft, kind: "USAGE", eventTypeId: null }), undefined);
  assert.equal(bodyOf({ ...draft, quantity: "" }), undefined);
});

test("a percentage is converted to a fraction exactly", () => {
  assert.deepEqual(["5", "12.5", "100", "0.25"].map(percent), ["0.05", "0.125", "1.00", "0.0025"]);
});

test("a ramp is one obligation for each step, until the day before the next step", () => {
  const steps = [
    { from: "", quantity: "10", amount: "40" },
    { from: "2026-07-01", quantity: "25", amount: "38" },
  ];
  const bodies = stepsOf({ ...draft, pricing: "RAMP", steps }).map(bodyOf);
  assert.deepEqual(
    bodies.map((body) => [body?.serviceStartDate, body?.serviceEndDate, body?.billingSchedule.quantity]),
    [
      ["2026-01-01", "2026-06-30", "10"],
      ["2026-07-01", "2026-12-31", "25"],
    ],
  );
  // A step without its first day has none, and neither has the one before it an end.
  const undated = stepsOf({ ...draft, pricing: "RAMP", steps: [...steps, { from: "", quantity: "1", amount: "1" }] });
  assert.equal(undated.map(bodyOf).at(-1), undefined);
});

test("the price list gives the price of a day in the chosen currency", () => {
  const price = (currency: string, amount: string, validFrom: string) => ({ currency, amount, validFrom });
  const standaloneSellingPrices = [
    price("USD", "45.00", "2026-07-01"),
    price("USD", "40.00", "2026-01-01"),
    price("EUR", "38.00", "2026-01-01"),
  ];
  const on = (currency: string, day: string) => listPriceOf({ standaloneSellingPrices }, currency, day);
  assert.deepEqual(
    [on("USD", "2026-06-30"), on("USD", "2026-07-01"), on("EUR", "2026-12-31"), on("USD", "2025-12-31")],
    ["40.00", "45.00", "38.00", undefined],
  );
});

test("pasted cells fill rows and columns from the focused cell on, without the header line", () => {
  const columns = [
    { id: "from", title: "From", kind: "day" },
    { id: "amount", title: "Price", kind: "number" },
  ] as const;
  const table = [
    ["Start", "Price"],
    ["1 Jan 2026", "$40.00"],
    ["1 Jul 2026", "36,50"],
  ];
  const blank = { from: "", amount: "" };
  const rows = [{ from: "2025-01-01", amount: "39" }, blank];
  assert.deepEqual(pastedInto<{ from: string; amount: string }>(rows, { table, at: 1, columns, blank }), [
    { from: "2025-01-01", amount: "39" },
    { from: "2026-01-01", amount: "40.00" },
    { from: "2026-07-01", amount: "36.50" },
  ]);
});

test("hidden fields are neither sent nor required", () => {
  const once = bodyOf({ ...draft, kind: "ONE_OFF", escalation: "3" });
  assert.equal(once?.billingSchedule.discount, undefined);
  assert.equal(once?.billingSchedule.escalator, undefined);
  assert.notEqual(bodyOf({ ...draft, kind: "MILESTONE", discount: "a tenth" }), undefined);
  assert.notEqual(bodyOf({ ...draft, minimum: "none" }), undefined);
  const usage = { ...draft, kind: "USAGE", eventTypeId: "an event type", standalone: "900" } as const;
  assert.equal(bodyOf(usage)?.standaloneSellingPrice, undefined);
  assert.equal(bodyOf({ ...draft, standalone: "900" })?.standaloneSellingPrice, "900");
});

test("a tier without its price is incomplete, a blank tier is left out", () => {
  const tiers = (...layers: Draft["layers"]) =>
    bodyOf({ ...draft, pricing: "TIERED", layers })?.billingSchedule.pricing;
  const second = { from: "100", amount: "8" };
  assert.equal(tiers({ from: "", amount: "" }, second), undefined);
  assert.equal(tiers({ from: "", amount: "10" }, { from: "100", amount: "" }), undefined);
  assert.deepEqual(
    tiers({ from: "", amount: "10" }, second, { from: "", amount: "" })?.map((each) => each.tierMinimum),
    ["0", "100"],
  );
});

test("an obligation at a point in time needs that day only", () => {
  const pob = { ...blankPob("", "2026-06-30"), name: "Set-up", pattern: "POINT_IN_TIME", price: "500" } as const;
  assert.equal(pobBodyOf(pob, "a group")?.serviceStartDate, "2026-06-30");
  assert.equal(pobBodyOf({ ...pob, pattern: "STRAIGHT_LINE" }, "a group"), undefined);
});

test("a hidden standalone selling price is neither sent nor required", () => {
  const typed = { ...blankPob("2026-01-01", "2026-12-31"), name: "Support", price: "600" };
  const hidden = { ...draft, standalone: "900" };
  const contract: ContractDraft = {
    ...{
      customerId: null,
      name: "ContractDraft",
      closeDate: "",
      poNumber: "",
      currency: null,
      allocation: "RELATIVE_SSP",
    },
    lines: [
      { number: 1, groupNumber: null, draft: hidden },
      { number: 2, groupNumber: 1, draft },
    ],
    groups: [{ number: 1, pobs: [{ ...typed, standalone: "700" }] }],
    ...{ commitments: [], approves: false },
  };
  const sent = ({ body }: ReturnType<typeof contractBodyOf>) =>
    JSON.stringify(body).match(/"standaloneSellingPrice":"\d+"/g);
  assert.deepEqual(sent(contractBodyOf(contract)), [
    '"standaloneSellingPrice":"900"',
    '"standaloneSellingPrice":"700"',
  ]);
  assert.equal(sent(contractBodyOf({ ...contract, allocation: "STATED" })), null);
  // What is no amount is seen and mended where the price is shared, and asks nothing of anybody where it is hidden.
  const wrong: ContractDraft = {
    ...contract,
    lines: contract.lines.map((line) => ({ ...line, draft: { ...line.draft, standalone: "nine" } })),
    groups: [{ number: 1, pobs: [{ ...typed, standalone: "seven" }] }],
  };
  assert.equal(contractBodyOf(wrong).missing.length, 2);
  assert.deepEqual(contractBodyOf({ ...wrong, allocation: "STATED" }).missing, []);
  const asBilled = { ...typed, pattern: "RECOGNIZE_AS_BILLED", standalone: "seven" } as const;
  assert.notEqual(pobBodyOf(asBilled, "a group"), undefined);
});

test("a missing value is named by its field, in a ramp with its step", () => {
  const ramp: Draft = {
    ...{ ...blankDraft("2026-01-01", "2026-12-31"), kind: "SEATS", pricing: "RAMP", name: "Support" },
    steps: [
      { from: "", quantity: "10", amount: "50" },
      { from: "", quantity: "", amount: "60" },
    ],
  };
  const contract: ContractDraft = {
    ...{ customerId: null, name: "ContractDraft", closeDate: "", poNumber: "", currency: null, allocation: "STATED" },
    lines: [
      { number: 1, groupNumber: null, draft: blankDraft("2026-01-01", "2026-12-31") },
      { number: 2, groupNumber: null, draft: ramp },
      { number: 3, groupNumber: null, draft: { ...ramp, kind: "USAGE", pricing: "SIMPLE", name: "Calls" } },
    ],
    ...{ groups: [], commitments: [], approves: false },
  };
  assert.deepEqual(contractBodyOf(contract).missing, [
    "What is sold needs a name and a price.",
    "“Support”, step 2, needs a first day and a number of seats.",
    "“Calls” needs what is counted and a price.",
  ]);
});

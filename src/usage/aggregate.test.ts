import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { exactText } from "../kernel/ratio-text.ts";
import { aggregate, type CountedEvent, totalQuantity } from "./aggregate.ts";
import { aggregations } from "./event-type.ts";

const period = { start: 100, end: 131 };

function event(id: string, value: string, parts: Partial<CountedEvent> = {}): CountedEvent {
  return {
    id,
    value,
    datetime: "2026-01-01T00:00:00.000Z",
    day: 100,
    differentiator: null,
    invoiceSplitKey: null,
    ...parts,
  };
}

const shown = (quantities: ReturnType<typeof aggregate>) =>
  quantities.map(({ differentiator, invoiceSplitKey, quantity }) =>
    [differentiator, invoiceSplitKey, exactText(quantity)].join(" "),
  );

test("each aggregation of the same events", () => {
  const later = { datetime: "2026-01-01T00:00:00.001Z" };
  const events = [event("a", "0.1"), event("c", "-0.4", later), event("b", "7", later), event("d", "0.2")];
  for (const [aggregation, expected] of [
    ["SUM", "6.9"],
    ["COUNT", "4"],
    ["MAX", "7"],
    ["LAST", "-0.4"],
  ] as const) {
    assert.deepEqual(shown(aggregate(aggregation, period, events)), [`  ${expected}`], aggregation);
  }
});

test("a negative maximum stays negative, and no event has no quantity", () => {
  assert.deepEqual(shown(aggregate("MAX", period, [event("a", "-3"), event("b", "-2")])), ["  -2"]);
  assert.deepEqual(aggregate("SUM", period, []), []);
});

test("only days of the period count, including the first and the last one", () => {
  const events = [99, 100, 130, 131].map((day) => event(String(day), "1", { day }));
  assert.deepEqual(shown(aggregate("COUNT", period, events)), ["  2"]);
});

test("differentiators and split keys are quantities of their own, null first, then by name", () => {
  const events = [
    event("a", "1", { differentiator: "b", invoiceSplitKey: "k" }),
    event("b", "2", { differentiator: "b" }),
    event("c", "3", { differentiator: "a" }),
    event("d", "4"),
    event("e", "5", { differentiator: "b", invoiceSplitKey: "k" }),
  ];
  assert.deepEqual(shown(aggregate("SUM", period, events)), ["  4", "a  3", "b  2", "b k 6"]);
});

const someEvents = fc
  .array(
    fc.record({
      value: fc.bigInt(-(10n ** 15n), 10n ** 15n).map(String),
      datetime: fc.constantFrom("2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.001Z", "2026-01-02T00:00:00.000Z"),
      day: fc.integer({ min: 99, max: 132 }),
      differentiator: fc.constantFrom(null, "a", "b"),
      invoiceSplitKey: fc.constantFrom(null, "k"),
    }),
    { maxLength: 30 },
  )
  .map((drafts) => drafts.map((draft, index) => ({ ...draft, id: String(index).padStart(3, "0") })));

test("property: the same events in any order have the same quantities", () => {
  const shuffled = someEvents.chain((events) =>
    fc.tuple(fc.constant(events), fc.shuffledSubarray(events, { minLength: events.length })),
  );
  fc.assert(
    fc.property(shuffled, fc.constantFrom(...aggregations), ([events, other], aggregation) => {
      const [one, two] = [events, other].map((each) => shown(aggregate(aggregation, period, each)));
      assert.deepEqual(one, two);
    }),
  );
});

test("property: SUM is the sum of all events, and COUNT their number", () => {
  fc.assert(
    fc.property(someEvents, (events) => {
      const left = events.filter(({ day }) => day >= 100 && day < 131);
      const total = (aggregation: "SUM" | "COUNT") => exactText(totalQuantity(aggregate(aggregation, period, events)));
      assert.equal(total("SUM"), String(left.reduce((sum, { value }) => sum + BigInt(value), 0n)));
      assert.equal(total("COUNT"), String(left.length));
    }),
  );
});

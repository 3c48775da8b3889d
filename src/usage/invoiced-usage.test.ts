import assert from "node:assert/strict";
import { test } from "node:test";
import { type InvoiceableEvent, invoicedUsage } from "./invoiced-usage.ts";

const key = { contractId: "c", eventTypeId: "t", differentiator: null, invoiceSplitKey: null };
const event = (parts: Partial<InvoiceableEvent> = {}): InvoiceableEvent => ({ ...key, id: "2", day: 10, ...parts });

test("an event is invoiced by a later line of its contract, type, day, differentiator and split key", () => {
  const isInvoiced = invoicedUsage([{ ...key, lineId: "5", service: { start: 10, end: 20 } }]);
  assert.equal(isInvoiced(event()), true);
  assert.equal(isInvoiced(event({ day: 19 })), true);
  for (const other of [
    { day: 9 },
    { day: 20 },
    { id: "7" },
    { contractId: "d" },
    { eventTypeId: "u" },
    { differentiator: "eu" },
    { invoiceSplitKey: "eu" },
  ]) {
    assert.equal(isInvoiced(event(other)), false, JSON.stringify(other));
  }
});

test("an event recorded after a line is invoiced by the line that corrects it", () => {
  const service = { start: 10, end: 20 };
  const first = { ...key, lineId: "5", service };
  assert.equal(invoicedUsage([first])(event({ id: "7" })), false);
  assert.equal(invoicedUsage([first, { ...first, lineId: "8" }])(event({ id: "7" })), true);
});

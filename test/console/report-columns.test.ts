import assert from "node:assert/strict";
import { test } from "node:test";
import { arranged } from "../../console/src/screens/reports/report-columns.ts";

const columns = (keys: readonly string[], amounts: readonly string[] = []) =>
  [...keys, ...amounts].map((key) => ({
    key,
    label: key,
    kind: amounts.includes(key) ? ("money" as const) : ("text" as const),
  }));

const shape = (of: Parameters<typeof arranged>[0]) =>
  arranged(of).map(({ key, under }) => [key, ...under.map((each) => each.key)].join("/"));

test("a customer is shown beneath its contract, and an explanation beneath the name of its line", () => {
  assert.deepEqual(shape(columns(["name", "customerName"], ["before", "after"])), [
    "name/customerName",
    "before",
    "after",
  ]);
  const [first, ...others] = columns(["number", "date", "type", "account"]);
  assert(first !== undefined);
  const activity = [
    first,
    ...others,
    ...columns([], ["debit", "credit", "balance"]),
    ...columns(["contractName", "customerName", "categoryName", "itemName", "className", "sourceType", "postedAt"]),
  ];
  assert.deepEqual(shape(activity), [
    ...["number", "date/postedAt", "type/sourceType", "account/categoryName/itemName/className"],
    ...["contractName/customerName", "debit", "credit", "balance"],
  ]);
});

test("no column is left out, and one with an unknown name stays a column", () => {
  assert.deepEqual(shape(columns(["customerName", "postedAt"], ["total"])), ["customerName", "postedAt", "total"]);
  const all = columns(["name", "customerName", "date", "postedAt", "sourceType"], ["total"]);
  const told = arranged(all).flatMap(({ key, under }) => [key, ...under.map((each) => each.key)]);
  assert.deepEqual(told.toSorted(), all.map(({ key }) => key).toSorted());
});

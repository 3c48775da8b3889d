import assert from "node:assert/strict";
import { test } from "node:test";
import { nameKey } from "./category.ts";

for (const [left, right] of [
  ["Subscriptions", "  subscriptions\t"],
  ["École", "E\u0301COLE"],
  ["Straße", "STRASSE"],
  ["STRAẞE", "strasse"],
  ["ΟΔΟΣ", "οδος"],
] as const) {
  test(`${JSON.stringify(left)} and ${JSON.stringify(right)} are one name`, () => {
    assert.equal(nameKey(left), nameKey(right));
  });
}

for (const [left, right] of [
  ["Subscriptions", "Subscription"],
  ["Set up", "Setup"],
  ["Ecole", "École"],
] as const) {
  test(`${JSON.stringify(left)} and ${JSON.stringify(right)} are two names`, () => {
    assert.notEqual(nameKey(left), nameKey(right));
  });
}

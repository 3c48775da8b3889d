import assert from "node:assert/strict";
import { test } from "node:test";
import { accountByReference, processorAnswer } from "./processor.ts";

for (const [reference, expected] of [
  ["cus_card_globex", "pm_card_globex"],
  ["cus_ach_7", "pm_ach_7"],
  ["cus_transfer_7", "pm_transfer_7"],
  ["cus_check_7", "pm_check_7"],
  ["cus_link_a-b", "pm_link_a-b"],
  ["cus_none_globex", undefined],
] as const) {
  test(`${reference} is charged by ${expected ?? "nothing"}`, () => {
    const account = accountByReference(reference);
    assert.equal(account?.defaultMethod, expected);
    assert.equal(account?.methods?.length, 5);
  });
}

for (const reference of ["", "cus_1", "cus_gold_1", "cus_card_", "card_globex", "cus_card_a/b"]) {
  test(`the account ${JSON.stringify(reference)} does not exist`, () => {
    assert.equal(accountByReference(reference), undefined);
  });
}

for (const [path, status] of [
  ["/v1/customers/cus_card_a", 200],
  ["/v1/customers/cus_card_a/payment_methods/pm_link_a", 200],
  ["/v1/customers/cus_card_a/payment_methods/pm_link_b", 404],
  ["/v1/customers/cus_other", 404],
  ["/v1/invoices", 404],
  ["/v1/customers/cus_down", 500],
  ["/v1/customers/cus_down_a/payment_methods/pm_card_a", 500],
] as const) {
  test(`GET ${path} is ${status}`, () => {
    assert.equal(processorAnswer(path).status, status);
  });
}

import assert from "node:assert/strict";
import { test } from "node:test";
import { formatMoney, money } from "../../kernel/money.ts";
import { creditShares } from "./customer-credit.ts";

const usd = (minor: number) => money(BigInt(minor), "USD");
const acme = { customerId: "acme", currency: "USD" };

function shares(...credits: readonly (readonly [customerId: string, minor: number])[]) {
  return creditShares<string>(credits.map(([customerId, minor]) => ({ customerId, credit: usd(minor) })));
}

function stated(of: ReturnType<typeof shares>) {
  return of.waiting().map(({ opening, credit }) => `${opening} ${formatMoney(credit)}`);
}

test("credit that no contract needs is in the opening of the customer's first contract", () => {
  const credit = shares(["acme", 9000]);
  assert.equal(credit.waits(acme, "first", usd(0)), true);
  assert.equal(credit.waits(acme, "second", usd(0)), false);
  assert.deepEqual(stated(credit), ["first 90.00"]);
  assert.deepEqual(credit.left(), []);
});

test("a later contract gets the credit that it needs, and the first one what is left", () => {
  const credit = shares(["acme", 9000]);
  assert.equal(credit.waits(acme, "first", usd(0)), true);
  assert.equal(credit.reserve(acme, usd(6000)), undefined);
  assert.deepEqual(stated(credit), ["first 30.00"]);
});

test("a first contract that needs credit itself states it with all that is left", () => {
  const credit = shares(["acme", 9000]);
  assert.equal(credit.reserve(acme, usd(2000)), undefined);
  assert.equal(credit.waits(acme, "first", usd(2000)), true);
  assert.equal(credit.reserve(acme, usd(3000)), undefined);
  assert.deepEqual(stated(credit), ["first 60.00"]);
});

test("a contract whose credit was used elsewhere is told so, and takes nothing", () => {
  const credit = shares(["acme", 5999]);
  assert.match(credit.reserve(acme, usd(6000)) ?? "", /by 60\.00, which the customer used elsewhere/);
  assert.match(credit.reserve({ ...acme, currency: "EUR" }, money(1n, "EUR")) ?? "", /used elsewhere/);
  assert.equal(credit.waits(acme, "other", usd(0)), true);
  assert.deepEqual(stated(credit), ["other 59.99"]);
});

test("credit of customers without an opening, and negative credit, is left", () => {
  const credit = shares(["acme", 9000], ["owing", -100], ["gone", 500]);
  assert.equal(credit.waits(acme, "first", usd(0)), true);
  assert.equal(credit.waits({ ...acme, customerId: "owing" }, "second", usd(0)), false);
  assert.deepEqual(
    credit.left().map(({ customerId, credit: of }) => `${customerId} ${formatMoney(of)}`),
    ["owing -1.00", "gone 5.00"],
  );
});

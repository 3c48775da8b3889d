import assert from "node:assert/strict";
import { test } from "node:test";
import { type TSchema, Type } from "typebox";
import { bodyValidator } from "./validation.ts";
import {
  Amount,
  Closed,
  Email,
  Fraction,
  List,
  Named,
  Nullable,
  OneOf,
  Quantity,
  Text,
  UnitPrice,
  Uuid,
} from "./wire.ts";

function issues(schema: TSchema, value: unknown): string[] {
  return bodyValidator(schema)(value).map(({ path, code }) => `${path} ${code}`);
}

test("alternatives report the problems of the one that was meant, not of all", () => {
  const Flat = Closed({ type: Type.Literal("FLAT"), amount: Amount() });
  const Tiered = Closed({ type: Type.Literal("TIERED"), tiers: List(Closed({ price: UnitPrice() }), { max: 10 }) });
  const schema = Closed({ pricing: Type.Union([Flat, Tiered]) });
  assert.deepEqual(issues(schema, { pricing: { type: "FLAT", amount: "1" } }), []);
  assert.deepEqual(issues(schema, { pricing: { type: "FLAT", amount: "x" } }), ["/pricing/amount AMOUNT_INVALID"]);
  assert.deepEqual(issues(schema, { pricing: { type: "TIERED", tiers: [{ price: "x" }] } }), [
    "/pricing/tiers/0/price AMOUNT_INVALID",
  ]);
  assert.deepEqual(issues(schema, { pricing: 5 }), ["/pricing TYPE"]);
  assert.deepEqual(issues(Closed({ a: Type.Union([Type.Literal("X"), Type.Literal("Y")]) }), { a: "Z" }), ["/a TYPE"]);
});

test("nullable means the value or null, with one issue for anything else", () => {
  const schema = Closed({
    a: Nullable(Text(1, 5)),
    b: Nullable(OneOf(["X"])),
    c: Nullable(Closed({ d: Uuid() })),
    e: Nullable(Named("Part", Closed({ f: Amount() }))),
  });
  assert.deepEqual(issues(schema, { a: null, b: null, c: null, e: null }), []);
  assert.deepEqual(issues(schema, { a: 1, b: "Y", c: { d: "x" }, e: { f: "x" } }).sort(), [
    "/a TYPE",
    "/b ENUM",
    "/c/d INVALID_ID",
    "/e/f AMOUNT_INVALID",
  ]);
});

test("decimals keep to their sign, places and range", () => {
  const schema = Closed({ value: Fraction() });
  for (const value of ["0", "1", "0.10", 0.5]) assert.deepEqual(issues(schema, { value }), []);
  for (const value of ["10", "1.00000001", "-0.1", "0.123456789"])
    assert.deepEqual(issues(schema, { value }), ["/value AMOUNT_INVALID"]);
  assert.deepEqual(issues(Closed({ value: Quantity({ sign: "positive" }) }), { value: "0" }), [
    "/value AMOUNT_INVALID",
  ]);
  assert.deepEqual(issues(Closed({ value: Quantity({ sign: "any" }) }), { value: "-0.000000000001" }), []);
});

test("texts count characters, not code units, and e-mail addresses need a domain", () => {
  const schema = Closed({ text: Text(1, 2), mail: Type.Optional(Email()) });
  assert.deepEqual(issues(schema, { text: "😀😀", mail: "a@example.com" }), []);
  assert.deepEqual(issues(schema, { text: "abc", mail: "a@" }).sort(), ["/mail FORMAT", "/text LENGTH"]);
  assert.deepEqual(issues(schema, { text: "\u0000" }), ["/text INVALID_STRING"]);
});

test("a misspelt schema keyword is found when the schema is first used", () => {
  assert.throws(() => bodyValidator(Type.Unsafe({ type: "object", propertis: {} })), /unknown keyword/);
});

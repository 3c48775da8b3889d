import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { type TSchema, Type } from "typebox";
import { bodyValidator } from "./validation.ts";
import {
  Amount,
  Closed,
  Email,
  Fraction,
  List,
  MultilineText,
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
  assert.deepEqual(issues(Closed({ a: Type.Union([Type.Literal("X"), Type.Literal("Y")]) }), { a: "Z" }), ["/a ENUM"]);
});

test("a value of none of the alternatives is told which there are", () => {
  const said = (schema: TSchema, value: unknown) =>
    bodyValidator(Closed({ a: schema }))({ a: value }).map(({ code, message }) => `${code} ${message}`);
  const Events = Type.Union([OneOf(["invoice.issued", "invoice.paid"]), Type.Literal("*")]);
  assert.deepEqual(said(Events, "invoice.isued"), [
    'ENUM a must be one of invoice.issued, invoice.paid, *. Did you mean "invoice.issued"?',
  ]);
  assert.deepEqual(said(Events, 5), ["ENUM a must be one of invoice.issued, invoice.paid, *."]);
  const Discount = Type.Union([Closed({ amount: Amount() }), Closed({}), Type.Null()]);
  assert.deepEqual(said(Discount, "0.10"), ["TYPE a must be an object or null, not a string."]);
  assert.deepEqual(said(Type.Union([Closed({}), Amount()]), true), [
    "TYPE a must be an object or a decimal string, not a boolean.",
  ]);
});

test("a word of the wrong type is one problem, which lists the words", () => {
  const said = (value: unknown) =>
    bodyValidator(Closed({ a: OneOf(["DAY", "MONTH"]) }))({ a: value }).map(
      ({ code, message }) => `${code} ${message}`,
    );
  assert.deepEqual(said(null), ["ENUM a must be one of DAY, MONTH."]);
  assert.deepEqual(said(5), ["ENUM a must be one of DAY, MONTH."]);
  assert.deepEqual(said("months"), ['ENUM a must be one of DAY, MONTH. Did you mean "MONTH"?']);
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

test("a name has no control characters, and a note none but tabs and ends of lines", () => {
  const schema = Closed({ name: Type.Optional(Text(1, 9)), note: Type.Optional(MultilineText(0, 9)) });
  for (const character of ["\u0001", "\b", "\u001b", "\u001f", "\u007f", "\u0085", "\u009f"]) {
    const text = `a${character}b`;
    assert.deepEqual(
      issues(schema, { name: text, note: text }),
      ["/name INVALID_STRING", "/note INVALID_STRING"],
      text,
    );
  }
  for (const text of ["a\tb", "a\nb", "a\r\nb"]) {
    assert.deepEqual(issues(schema, { name: text }), ["/name INVALID_STRING"]);
    assert.deepEqual(issues(schema, { note: text }), []);
  }
  assert.deepEqual(issues(schema, { name: "\t\na b\r\n" }), [], "around it they are outer white space");
  assert.deepEqual(issues(schema, { name: "Ünï 株式 \u00a0😀", note: "" }), []);
  assert.deepEqual(issues(Closed({ mail: Email() }), { mail: "a\u0007@example.com" }), ["/mail FORMAT"]);
});

test("property: the pattern of a text in the document and its check agree", () => {
  const unit = fc.constantFrom(
    " ",
    "a",
    "\u00a0",
    "\t",
    "\n",
    "\r",
    "\v",
    "\u0007",
    "\u007f",
    "\u0085",
    "\u2028",
    "😀",
  );
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 4 }), fc.constantFrom(0, 1), fc.boolean(), (text, min, isMultiline) => {
      const schema = (isMultiline ? MultilineText : Text)(min, 9);
      const isAllowed =
        new RegExp(String((schema as { pattern?: string }).pattern), "u").test(text) && text.length >= min;
      assert.equal(issues(Closed({ text: schema }), { text }).length === 0, isAllowed, JSON.stringify(text));
    }),
  );
});

test("a misspelt schema keyword is found when the schema is first used", () => {
  assert.throws(() => bodyValidator(Type.Unsafe({ type: "object", propertis: {} })), /unknown keyword/);
});

describe("bodies that are wrong in very many places", () => {
  const Tier = Type.Object({ from: Type.String() }, { additionalProperties: false });
  const fields = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [`knownField${index}`, Type.Optional(Type.String())]),
  );
  const Body = Type.Object(
    {
      ...fields,
      tiers: Type.Optional(Type.Array(Tier, { maxItems: 100 })),
      either: Type.Optional(Type.Array(Type.Union([Tier, Type.Integer()]))),
    },
    { additionalProperties: false },
  );
  const named = (count: number, name: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}`, 1]));
  const validate = bodyValidator(Body);

  for (const [what, value, issues] of [
    ["14,500 unknown names, each near to a field", named(14_500, "knownFeld"), 1_001],
    ["100,000 unknown names", named(100_000, "other"), 1],
    ["a list of 300,000 wrong elements", { tiers: Array.from({ length: 300_000 }, () => 1) }, 1],
    ["19,000 elements that are neither of two forms", { either: Array.from({ length: 19_000 }, () => "x") }, 668],
  ] as const) {
    test(`${what}: at most 1,000 are named, and soon`, () => {
      const begin = process.cpuUsage();
      const found = validate(value);
      const { user } = process.cpuUsage(begin);
      assert.equal(found.length, issues);
      assert.ok(user < 1_500_000, `${user / 1000} ms`);
    });
  }

  test("a wrong record after many right ones is named whole", () => {
    const many = [...Array.from({ length: 3_000 }, () => ({ from: "1" })), { from: 1, to: 2 }];
    const List = Type.Array(Tier);
    const found = bodyValidator(List)(many).map(({ path, code }) => `${path} ${code}`);
    assert.deepEqual(found.toSorted(), ["/3000/from TYPE", "/3000/to UNKNOWN_FIELD"]);
  });
});

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { runs } from "../../../test/support/case-counts.ts";
import { processorMilliseconds } from "../../../test/support/processor-time.ts";
import { isDeeperThan, readJson, readJsonInTurns } from "./json-guard.ts";

function read(text: string) {
  return readJson(Buffer.from(text));
}

function codeOf(input: string | Uint8Array): string {
  const result = typeof input === "string" ? read(input) : readJson(input);
  return result.ok ? "ok" : result.problem.code;
}

function pathOf(text: string): string {
  const result = read(text);
  return result.ok ? "ok" : result.problem.path;
}

test("BOD-1: what is not JSON is MALFORMED_JSON", () => {
  const malformed = [
    '{"a":',
    "{'a':1}",
    "NaN",
    "Infinity",
    "01",
    "[1,]",
    '{"a":1,}',
    "/* c */ 1",
    "{} {}",
    "1 2",
    "x",
    "   ",
    '"a',
    '"\\x"',
    "[1 2]",
    '{"a" 1}',
    "{1:1}",
    "]",
    "[}",
    "tru",
    "+1",
    ".5",
    "1.",
    "-",
    '"a\tb"',
    "{,}",
    "nulll",
  ];
  for (const text of malformed) assert.equal(codeOf(text), "MALFORMED_JSON", text);
});

test("BOD-6: 64 levels are read, 65 are rejected, and a million brackets in no time", () => {
  const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
  assert.equal(codeOf(nested(64)), "ok");
  for (const depth of [65, 1_000, 100_000]) assert.equal(codeOf(nested(depth)), "JSON_TOO_DEEP");
  assert.equal(codeOf(`${'{"a":'.repeat(65)}1${"}".repeat(65)}`), "JSON_TOO_DEEP");
  const bytes = Buffer.from("[".repeat(1_000_000));
  assert(
    processorMilliseconds(() => assert.equal(codeOf(bytes), "JSON_TOO_DEEP")) < 100,
    "a million brackets within 100 ms",
  );
});

test("an object has at most 20,000 names, wherever it stands, and is told so before its end is read", () => {
  const named = (count: number) => `{"a":[1,{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join()}`;
  assert.equal(codeOf(`${named(20_000)}}]}`), "ok");
  const read = readJson(Buffer.from(named(20_001)));
  assert.ok(!read.ok);
  assert.deepEqual([read.problem.code, read.problem.path], ["TOO_MANY_ITEMS", "/a/1"]);
  const many = Array.from({ length: 20_001 }, () => ({ a: 1 }));
  assert.equal(codeOf(JSON.stringify(many)), "ok");
});

test("metadata depth counts levels of arrays and objects", () => {
  const nested = (depth: number): unknown => JSON.parse("[".repeat(depth) + "]".repeat(depth));
  assert.equal(isDeeperThan("x", 0), false);
  assert.equal(isDeeperThan({}, 0), true);
  assert.equal(isDeeperThan(nested(32), 32), false);
  assert.equal(isDeeperThan(nested(33), 32), true);
  assert.equal(isDeeperThan({ a: [{ b: 1 }] }, 3), false);
  assert.equal(isDeeperThan({ a: [{ b: {} }] }, 3), true);
});

test("BOD-7: keys that reach prototypes are rejected, other odd keys are kept exactly", () => {
  assert.equal(codeOf('{"metadata":{"__proto__":{"x":1}}}'), "FORBIDDEN_KEY");
  assert.equal(codeOf('{"a":{"constructor":{"prototype":{}}}}'), "FORBIDDEN_KEY");
  assert.equal(codeOf('{"\\u005f_proto__":1}'), "FORBIDDEN_KEY");
  assert.equal(pathOf('{"a":[0,{"__proto__":1}]}'), "/a/1/__proto__");
  const kept = '{"constructor":"ACME","prototype":1,"toString":2,"hasOwnProperty":3,"":4,"$ref":5,"a.b":6,"0":7}';
  const result = read(kept);
  assert(result.ok);
  assert.deepEqual(result.value, JSON.parse(kept));
});

test("BOD-8, BOD-10: U+0000 and half surrogates are rejected in values and keys, whole ones pass", () => {
  const rejected = [
    '"\\u0000"',
    '"\0"',
    '{"\\u0000":1}',
    '{"\0":1}',
    '"\\ud800"',
    '"\\udc00\\ud800"',
    '{"a\\ud800":1}',
  ];
  for (const text of rejected) assert.equal(codeOf(text), "INVALID_STRING", JSON.stringify(text));
  for (const text of ['"\\ud83d\\ude00"', '"😀"', '"\u202e"', '"👩‍👧"', '"e\u0301"', '"𐍈"'])
    assert.equal(codeOf(text), "ok");
});

test("BOD-9: bytes that are not UTF-8 are INVALID_ENCODING, a byte order mark is dropped", () => {
  for (const bytes of [
    [0xff, 0xfe],
    [0x22, 0xc0, 0xaf, 0x22],
    [0x22, 0xe2, 0x82],
    [0x22, 0xed, 0xa0, 0x80, 0x22],
  ]) {
    assert.equal(codeOf(Buffer.from(bytes)), "INVALID_ENCODING");
  }
  assert.equal(codeOf(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from("{}")])), "ok");
});

test("BOD-11: duplicate keys are found however they are spelt, and only within one object", () => {
  assert.equal(codeOf('{"a":1,"a":2}'), "DUPLICATE_JSON_KEY");
  assert.equal(codeOf('{"a":1,"\\u0061":2}'), "DUPLICATE_JSON_KEY");
  assert.equal(pathOf('{"items":[{},{"a~/":1,"a~/":2}]}'), "/items/1/a~0~1");
  assert.equal(codeOf('[{"a":1},{"a":{"a":1}}]'), "ok");
});

test("numbers that change value are reported by path, others are not", () => {
  const lossy = (text: string) => {
    const result = read(text);
    assert(result.ok, text);
    return result.lossyNumbers;
  };
  const changed = ["9007199254740993", "1e400", "-1e400", "1e-400", "0.10000000000000000000001", "12345678901234567.5"];
  for (const text of changed) assert.deepEqual(lossy(text), [""], text);
  const kept = [
    "1.10",
    "0",
    "-0",
    "1e21",
    "0.1",
    "9007199254740992",
    "1E+2",
    "0.30000000000000004",
    "0e999",
    "0.00e-9999",
  ];
  for (const text of kept) assert.deepEqual(lossy(text), [], text);
  assert.deepEqual(lossy('{"a/b":[1,1e999,{"c":1e999}],"d":2}'), ["/a~1b/1", "/a~1b/2/c"]);
});

test("a megabyte of anything is read in linear time", () => {
  const million = 1_000_000;
  const inputs = [
    `"${"\\u0061".repeat(million / 6)}"`,
    `1${"0".repeat(million)}1`,
    `1e-${"9".repeat(million)}`,
    `[${"0,".repeat(million / 2)}0]`,
    `"${"a".repeat(million)}`,
    " ".repeat(million),
    `{${Array.from({ length: 80_000 }, (_, index) => `"k${index}":1`).join(",")}}`,
  ];
  for (const text of inputs) {
    assert(processorMilliseconds(() => void codeOf(text)) < 1_000, `${text.slice(0, 12)}… is read within a second`);
  }
});

test("property: every JSON value passes the guard unchanged", () => {
  const plainKeys = (value: unknown): boolean => !JSON.stringify(value).includes('"__proto__"');
  const values = fc.jsonValue({ depthSize: "medium", maxDepth: 20 }).filter(plainKeys);
  fc.assert(
    fc.property(values, fc.constantFrom(undefined, 2, "\t"), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      const result = read(text);
      if (!result.ok) {
        assert.equal(result.problem.code, "INVALID_STRING");
        assert.match(text, /\\u0000|\\ud[89a-f]/);
        return;
      }
      assert.deepEqual(result.value, JSON.parse(text));
      assert.deepEqual(result.lossyNumbers, []);
    }),
  );
});

test("property: a repeated key is found at any place", () => {
  const keys = fc
    .string({ unit: "grapheme", maxLength: 5 })
    .filter((key) => key !== "__proto__" && !key.includes("\0"));
  const entries = fc.uniqueArray(fc.tuple(keys, fc.jsonValue({ maxDepth: 1 })), {
    selector: ([key]) => key,
    minLength: 1,
  });
  fc.assert(
    fc.property(entries, fc.nat(), fc.nat(), (pairs, which, where) => {
      const repeated = pairs[which % pairs.length]?.[0] ?? "";
      const written = pairs.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
      written.splice(where % (written.length + 1), 0, `${JSON.stringify(repeated)}:1`);
      const code = codeOf(`[{"outer":{${written.join(",")}}}]`);
      assert(code === "DUPLICATE_JSON_KEY" || code === "INVALID_STRING" || code === "FORBIDDEN_KEY", code);
    }),
  );
});

test("property: the guard accepts exactly what JSON.parse accepts", () => {
  const fragments = fc.constantFrom(
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    '"a"',
    '"b"',
    "1",
    "-0.5e3",
    "true",
    "null",
    " ",
    "01",
    '"',
  );
  fc.assert(
    fc.property(fc.array(fragments, { maxLength: 12 }), (parts) => {
      const text = parts.join("");
      const code = codeOf(text);
      if (code !== "ok" && code !== "MALFORMED_JSON") return;
      assert.equal(code === "ok", parses(text), text);
    }),
    { numRuns: runs(2_000) },
  );
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test("a large body is read in pieces, between which others have their turn", async () => {
  const bytes = Buffer.from(`[${"1.5e3,".repeat(100_000)}1]`);
  let turns = 0;
  const other = setInterval(() => (turns += 1), 0);
  const read = await readJsonInTurns(bytes);
  clearInterval(other);
  assert.deepEqual(read, readJson(bytes));
  assert.ok(turns >= 5, `${turns} turns`);
});

test("numbers with a power keep their value or are named", () => {
  for (const [number, isLossy] of [
    ["1.5e3", false],
    ["123456789012.34e99", false],
    ["1.5e400", true],
    ["9007199254740993e0", true],
  ] as const) {
    const result = readJson(Buffer.from(number));
    assert.deepEqual(result.ok && result.lossyNumbers.length > 0, isLossy, number);
  }
});

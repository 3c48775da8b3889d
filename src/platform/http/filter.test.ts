import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { processorMilliseconds } from "../../../test/support/processor-time.ts";
import { DomainError } from "../../kernel/errors.ts";
import {
  amountField,
  dateField,
  enumField,
  type Filter,
  type FilterRule,
  type FilterTest,
  filterRules,
  instantField,
  monthField,
  stringField,
  uuidField,
} from "./filter.ts";
import { likeTest } from "./filter-values.ts";
import { type ListDeclaration, parseListQuery } from "./list-query.ts";

const idA = "0197f1a0-5c1e-7b9a-9a55-00000000000a";
const idB = "0197f1a0-5c1e-7b9a-9a55-00000000000b";

const list: ListDeclaration = {
  fields: {
    name: stringField(),
    source: stringField("eq"),
    "externalIds.externalId": stringField(),
    customerId: uuidField(),
    createdAt: instantField(...filterRules.filter((rule) => !["in", "nin", "like", "nlike"].includes(rule))),
    issueDate: dateField(),
    status: enumField(["OPEN", "VOID"], "eq", "in"),
    total: amountField(),
    month: monthField(),
  },
};

function filters(...texts: string[]): readonly Filter[] {
  return parseListQuery(list, new Map([["filter", texts]])).filters;
}

function codeOf(...texts: string[]): string {
  return rejection(() => filters(...texts)).code;
}

function rejection(action: () => unknown): DomainError {
  try {
    action();
  } catch (error) {
    assert(error instanceof DomainError);
    return error;
  }
  assert.fail("nothing was rejected");
}

test("PAG-1, PAG-2: absent means 1 and 50, whole numbers work, everything else is rejected", () => {
  const paged = (query: Record<string, string[]>) => parseListQuery(list, new Map(Object.entries(query)));
  assert.deepEqual(paged({}), { page: 1, limit: 50, filters: [], sort: [], cursor: undefined });
  assert.deepEqual(paged({ page: ["7"], limit: ["1000"] }), {
    page: 7,
    limit: 1000,
    filters: [],
    sort: [],
    cursor: undefined,
  });
  assert.equal(paged({ page: ["1000000000"] }).page, 1_000_000_000);
  const wrong = ["0", "-1", "1.5", "NaN", "abc", "", "1e3", "0x10", " 1", "2147483648", "9007199254740992", "٣", "1,2"];
  for (const text of [...wrong, "100000000000000000000"]) {
    assert.equal(rejection(() => paged({ page: [text] })).code, "PAGE_INVALID", text);
    assert.equal(rejection(() => paged({ limit: [text] })).code, "LIMIT_INVALID", text);
  }
  assert.equal(rejection(() => paged({ page: ["1", "1"] })).code, "PAGE_INVALID");
  for (const text of ["1001", "1000000"]) {
    const { code, details } = rejection(() => paged({ limit: [text] }));
    assert.equal(code, "LIMIT_TOO_LARGE");
    assert.equal(details.max, 1000);
  }
});

test("FIL-1: every field takes the rules it lists and no other", () => {
  const values: Record<string, string> = {
    name: "x",
    source: "x",
    "externalIds.externalId": "x",
    customerId: idA,
    createdAt: "2026-01-01",
    issueDate: "2026-01-01",
    status: "OPEN",
    total: "1.50",
    month: "2026-01",
  };
  for (const [field, { rules }] of Object.entries(list.fields)) {
    for (const rule of filterRules) {
      const text = `${field}:${rule}:${values[field]}`;
      if (rules.includes(rule)) assert.equal(filters(text)[0]?.rule, rule, text);
      else assert.equal(codeOf(text), "FILTER_RULE_NOT_ALLOWED", text);
    }
    assert.equal(codeOf(`${field}:about:1`), "FILTER_RULE_NOT_ALLOWED");
    assert.equal(codeOf(`${field}:eq:`), "FILTER_VALUE_INVALID", field);
    assert.equal(codeOf(field), "FILTER_MALFORMED");
    assert.equal(codeOf(`${field}:eq`), "FILTER_MALFORMED");
  }
  for (const text of ["", ":", "::", ":eq:1", "name::1", "name"]) assert.equal(codeOf(text), "FILTER_MALFORMED", text);
  for (const text of ["customerId:eq:abc", "status:eq:open", "total:gt:1e5", "total:gt:NaN", "month:eq:2026-13"]) {
    assert.equal(codeOf(text), "FILTER_VALUE_INVALID", text);
  }
});

test("an unknown field names the fields there are and the one that was meant", () => {
  const { code, message, details } = rejection(() => filters("custmerId:eq:1"));
  assert.equal(code, "FILTER_FIELD_UNKNOWN");
  assert.match(message, /Did you mean "customerId"\?/);
  assert.deepEqual(details.allowed, Object.keys(list.fields));
});

test("FIL-2: hostile text is a literal value or a 400", () => {
  for (const text of ["x' OR 1=1--", '";drop table', "$1", "a%00".slice(0, 1)]) {
    assert.deepEqual(filters(`name:eq:${text}`)[0]?.test, { op: "any-of", values: [text], negated: false });
  }
  const fields = [
    "name)::text",
    "name->>'a'",
    "__proto__",
    "constructor",
    "toString",
    "merchantId",
    "externalIds.merchantId",
  ];
  for (const field of fields) {
    const code = codeOf(`${field}:eq:1`);
    assert(code === "FILTER_FIELD_UNKNOWN" || code === "FILTER_RULE_NOT_ALLOWED" || code === "FILTER_MALFORMED", field);
  }
});

test("FIL-3: like contains, whatever the case; one % at an end anchors, everything else is literal", () => {
  const cases: [string, { text: string; atStart: boolean; atEnd: boolean }][] = [
    ["abc", { text: "abc", atStart: false, atEnd: false }],
    ["%abc%", { text: "abc", atStart: false, atEnd: false }],
    ["abc%", { text: "abc", atStart: true, atEnd: false }],
    ["%abc", { text: "abc", atStart: false, atEnd: true }],
    ["50%_off\\", { text: "50%_off\\", atStart: false, atEnd: false }],
    ["_", { text: "_", atStart: false, atEnd: false }],
    ["\\%", { text: "%", atStart: false, atEnd: false }],
    ["\\%abc", { text: "%abc", atStart: false, atEnd: false }],
    ["abc\\%", { text: "abc%", atStart: false, atEnd: false }],
    ["\\%abc\\%", { text: "%abc%", atStart: false, atEnd: false }],
    ["%", { text: "", atStart: false, atEnd: false }],
    ["%%", { text: "", atStart: false, atEnd: false }],
    ["a\\b", { text: "a\\b", atStart: false, atEnd: false }],
  ];
  for (const [value, expected] of cases) assert.deepEqual(likeTest(value), { op: "like", ...expected }, value);
});

test("FIL-4, FIL-6: colons, commas, quotes and the three list separators are read as they are meant", () => {
  const values = (text: string) => {
    const tests = filters(text).map(({ test }) => test);
    return tests.map((entry) => ("values" in entry ? entry.values : entry));
  };
  assert.deepEqual(values("name:eq:Acme, Inc."), [["Acme, Inc."]]);
  assert.deepEqual(values("name:eq:Acme, Inc.,status:eq:OPEN"), [["Acme, Inc."], ["OPEN"]]);
  assert.deepEqual(values("name:eq:a:b"), [["a:b"]]);
  assert.deepEqual(values("name:eq:x,nosuch:eq:y"), [["x,nosuch:eq:y"]]);
  for (const separator of ["|", ";", ",", ", "]) {
    assert.deepEqual(values(`name:in:a${separator}b,status:in:OPEN${separator}VOID`), [
      ["a", "b"],
      ["OPEN", "VOID"],
    ]);
  }
  assert.deepEqual(values('name:in:"a|b,c;d"|"e\\"f"'), [["a|b,c;d", 'e"f']]);
  assert.deepEqual(values('name:eq:"x,status:eq:OPEN"'), [["x,status:eq:OPEN"]]);
  assert.deepEqual(values('name:eq:""'), [[""]]);
  assert.deepEqual(values('name:eq:5" pipe'), [['5" pipe']]);
  assert.deepEqual(values('name:eq:"open,status:eq:VOID'), [['"open'], ["VOID"]]);
  assert.equal(filters("name:eq:a,name:neq:b,name:eq:a").length, 3);
  assert.equal(filters("name:eq:a", "status:eq:OPEN").length, 2);
  assert.equal(filters("name:isnull,status:eq:OPEN").length, 2);
  assert.deepEqual(filters("name:isnull:whatever")[0]?.test, { op: "null", negated: false });
  assert.deepEqual(filters("name:isnotnull")[0]?.test, { op: "null", negated: true });
  assert.deepEqual(values(`customerId:in:${idA.toUpperCase()}|${idB}`), [[idA, idB]]);
  for (const text of ["name:in:", "name:in:a||b", "name:in:a|"])
    assert.equal(codeOf(text), "FILTER_VALUE_INVALID", text);
});

test("FIL-4: at most 20 filters and 200 values of a list", () => {
  const many = (count: number) => Array.from({ length: count }, () => "name:eq:a").join(",");
  assert.equal(filters(many(20)).length, 20);
  assert.equal(codeOf(many(21)), "FILTER_MALFORMED");
  const items = (count: number) => `name:in:${Array.from({ length: count }, (_, index) => index).join("|")}`;
  assert.equal(filters(items(200)).length, 1);
  assert.equal(codeOf(items(201)), "FILTER_VALUE_INVALID");
});

test("long hostile filters are read in linear time", () => {
  const length = 30_000;
  for (const text of [",", '"', ":", " ", "name:eq:", "a,", '\\"', "name:in:,", "%_"]) {
    const took = processorMilliseconds(() => {
      try {
        filters(`name:eq:${text.repeat(length / text.length)}`);
      } catch (error) {
        assert(error instanceof DomainError);
      }
    });
    assert(took < 500, `${text} repeated`);
  }
});

test("DAT-1: only RFC 3339 dates and date-times of the years 1900 to 2200", () => {
  const wrong = [
    "2023-02-29",
    "0000-01-01",
    "0001-01-01",
    "10000-01-01",
    "2023-13-01",
    "2023-1-1",
    "infinity",
    "now",
    "tomorrow",
    "1700000000",
    "2026-01-01T24:00:00Z",
    "2026-01-01T23:59:60Z",
    "2026-01-01T10:00:00",
    "2026-01-01T10:00Z",
    "2026-01-01T10:00:00+99:00",
    "2026-W01-1",
    "2026-01-01 10:00:00Z",
    "1899-12-31",
    "2201-01-01",
  ];
  for (const text of wrong) {
    assert.equal(codeOf(`createdAt:gt:${text}`), "FILTER_VALUE_INVALID", text);
    assert.equal(codeOf(`issueDate:gt:${text}`), "FILTER_VALUE_INVALID", text);
  }
  const right = ["2024-02-29", "2026-01-01T10:00:00Z", "2026-01-01T10:00:00.123456+14:00", "2026-01-01T10:00:00-00:00"];
  for (const text of right) assert.equal(filters(`createdAt:gt:${text}`).length, 1, text);
  // A plus sign that was not escaped arrives as a space.
  assert.deepEqual(filters("createdAt:eq:2026-01-01T10:00:00 02:00")[0]?.test, {
    op: "any-of",
    values: ["2026-01-01T08:00:00.000000Z"],
    negated: false,
  });
});

test("property: instants against dates and moments match the plain reading of each rule (DAT-2, FIL-5)", () => {
  const day = Date.UTC(2026, 0, 15);
  const offsets = fc.constantFrom(-86_400_001, -86_400_000, -1, 0, 1, 43_200_000, 86_399_999, 86_400_000, 86_400_001);
  const rules = fc.constantFrom<FilterRule>("eq", "neq", "gt", "gte", "lt", "lte");
  fc.assert(
    fc.property(rules, fc.option(offsets), fc.option(offsets), (rule, rowOffset, valueOffset) => {
      const row = rowOffset === null ? null : day + rowOffset;
      const isDay = valueOffset === null;
      const text = isDay ? "2026-01-15" : new Date(day + valueOffset).toISOString();
      const [from, to] = isDay ? [day, day + 86_400_000] : [day + valueOffset, day + valueOffset + 1];
      const expected = {
        eq: row !== null && row >= from && row < to,
        neq: row === null || row < from || row >= to,
        gt: row !== null && row >= to,
        gte: row !== null && row >= from,
        lt: row !== null && row < from,
        lte: row !== null && row < to,
      }[rule as "eq"];
      const written = row === null ? null : new Date(row).toISOString().replace("Z", "000Z");
      assert.equal(
        passes(only(`createdAt:${rule}:${text}`), written, (value) => value),
        expected,
      );
    }),
  );
});

test("property: civil dates compare as their midnight UTC, with dates as with moments", () => {
  const start = Date.UTC(2026, 0, 15);
  const rules = fc.constantFrom<FilterRule>("eq", "neq", "gt", "gte", "lt", "lte");
  const days = fc.integer({ min: -2, max: 2 });
  const moments = fc.constantFrom(-86_400_000, -1, 0, 1, 3_600_000, 86_400_000);
  fc.assert(
    fc.property(rules, fc.option(days), moments, (rule, dayOffset, momentOffset) => {
      const row = dayOffset === null ? null : start + dayOffset * 86_400_000;
      const value = start + momentOffset;
      const expected = compare(rule, row, value);
      const written = row === null ? null : new Date(row).toISOString().slice(0, 10);
      assert.equal(
        passes(only(`issueDate:${rule}:${new Date(value).toISOString()}`), written, (text) => text),
        expected,
      );
      if (momentOffset % 86_400_000 === 0) {
        const text = new Date(value).toISOString().slice(0, 10);
        assert.equal(
          passes(only(`issueDate:${rule}:${text}`), written, (entry) => entry),
          expected,
        );
      }
    }),
  );
});

test("property: amounts and texts match the plain reading of each rule", () => {
  const cents = fc.integer({ min: -500, max: 500 });
  const rules = fc.constantFrom<FilterRule>("eq", "neq", "gt", "gte", "lt", "lte");
  fc.assert(
    fc.property(rules, fc.option(cents), cents, (rule, row, value) => {
      const test = only(`total:${rule}:${amountText(value)}`);
      const written = row === null ? null : amountText(row);
      assert.equal(passes(test, written, Number), compare(rule, row, value));
    }),
  );
  const words = fc.string({ unit: fc.constantFrom("a", "B", "b", "%", "_", "\\"), minLength: 1, maxLength: 4 });
  const quoted = (text: string) => `"${text.replace(/["\\]/g, "\\$&")}"`;
  fc.assert(
    fc.property(fc.option(words), words, words, (row, value, other) => {
      const among = (rule: string) =>
        passes(only(`name:${rule}:${quoted(value)}|${quoted(other)}`), row, (text) => text);
      assert.equal(among("in"), row !== null && (row === value || row === other));
      assert.equal(among("nin"), row === null || (row !== value && row !== other));
      const like = (rule: string) => passes(only(`name:${rule}:${quoted(value)}`), row, (text) => text);
      assert.equal(like("nlike"), row === null || !like("like"), "nlike is the complement of like, and null passes it");
      if (!value.startsWith("%") && !value.endsWith("%") && !value.startsWith("\\%")) {
        assert.equal(like("like"), row?.toLowerCase().includes(value.toLowerCase()) ?? false);
      }
    }),
  );
});

function amountText(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function only(text: string): FilterTest {
  const [filter, ...rest] = filters(text);
  assert(filter !== undefined && rest.length === 0, text);
  return filter.test;
}

function compare(rule: FilterRule, row: number | null, value: number): boolean {
  if (row === null) return rule === "neq";
  return {
    eq: row === value,
    neq: row !== value,
    gt: row > value,
    gte: row >= value,
    lt: row < value,
    lte: row <= value,
  }[rule as "eq"];
}

/** Whether a row value passes a test; `key` makes values comparable with < and ===. */
function passes(test: FilterTest, row: string | null, key: (value: string) => string | number): boolean {
  if (test.op === "null") return (row === null) !== test.negated;
  if (row === null) return test.negated;
  const value = key(row);
  const positive = () => {
    switch (test.op) {
      case "any-of":
        return test.values.some((entry) => key(entry) === value);
      case "like": {
        const [text, part] = [row.toLowerCase(), test.text.toLowerCase()];
        if (test.atStart) return text.startsWith(part);
        return test.atEnd ? text.endsWith(part) : text.includes(part);
      }
      case "range": {
        const { from, to } = test;
        const above = from === undefined || value > key(from.value) || (from.inclusive && value === key(from.value));
        return above && (to === undefined || value < key(to.value) || (to.inclusive && value === key(to.value)));
      }
    }
  };
  return positive() !== test.negated;
}

import assert from "node:assert/strict";
import { test } from "node:test";
import { columnsAt, columnsOfMapping, evaluateRow, type Mapping, parseMapping } from "./mapping.ts";

const smallest = { name: "deals", key: { column: "Id" }, contract: { name: "x" }, obligations: [{}] };

for (const [what, change, paths] of [
  ["a document that is no object", undefined, [""]],
  ["a missing name", { name: undefined }, ["/name"]],
  ["a blank name", { name: " " }, ["/name"]],
  ["an unknown field", { customers: {} }, ["/customers"]],
  ["an unknown delimiter", { delimiter: "#" }, ["/delimiter"]],
  ["a missing key", { key: undefined }, ["/key"]],
  ["a key without a column", { key: "always the same" }, ["/key"]],
  ["a missing contract", { contract: undefined }, ["/contract"]],
  ["a contract that is an expression", { contract: { column: "Contract" } }, ["/contract"]],
  ["no obligations", { obligations: [] }, ["/obligations"]],
  ["an obligation that is no object", { obligations: ["x"] }, ["/obligations/0"]],
  ["two customers", { customer: { name: "x" }, contract: { customerId: "y" } }, ["/contract/customerId"]],
  ["a column without a name", { key: { column: "" } }, ["/key/column"]],
  ["a part that column does not have", { key: { column: "Id", mapp: {} } }, ["/key/mapp"]],
  ["a map that is no object", { key: { column: "Id", map: [] } }, ["/key/map"]],
  ["a map to an object", { key: { column: "Id", map: { a: {} } } }, ["/key/map"]],
  ["a default that is an expression", { key: { column: "Id", default: { column: "B" } } }, ["/key/default"]],
  ["two operators in one", { contract: { name: { column: "A", concat: ["x"] } } }, ["/contract/name"]],
  ["factors that are no list", { contract: { name: { multiply: 2 } } }, ["/contract/name/multiply"]],
  ["a day without months", { contract: { name: { addMonths: ["2026-01-01"] } } }, ["/contract/name/addMonths"]],
  ["an operand that is a list", { contract: { name: { concat: [["x"]] } } }, ["/contract/name/concat/0"]],
  ["a number that lost digits", { contract: { metadata: { rate: 1e-20 } } }, ["/contract/metadata/rate"]],
  ["a bad expression for approve", { approve: {} }, ["/approve"]],
  [
    "several problems at once",
    { name: 1, key: [], obligations: [{ a: { number: [] } }] },
    ["/name", "/key", "/obligations/0/a/number"],
  ],
] as const) {
  test(`a mapping is rejected for ${what}`, () => {
    const parsed = parseMapping(change === undefined ? [] : { ...smallest, ...change });
    assert.ok("issues" in parsed, "it was accepted");
    assert.deepEqual(
      parsed.issues.map((issue) => issue.path),
      paths,
    );
    for (const { message } of parsed.issues) assert.match(message, /\.$/);
  });
}

for (const [what, expression, cells, value] of [
  ["a literal is itself", true, {}, true],
  ["a cell is its trimmed text", { column: "A" }, { A: " x  y " }, "x  y"],
  ["an empty cell is absent", { column: "A" }, { A: "  " }, undefined],
  ["an empty cell takes its default", { column: "A", default: null }, { A: "" }, null],
  ["a map gives values of any type", { column: "A", map: { yes: true, no: false } }, { A: "no" }, false],
  ["an empty cell is not looked up in the map", { column: "A", map: { x: 1 }, default: 0 }, { A: "" }, 0],
  ["a name of every object is no entry of a map", { column: "A", map: { x: 1 } }, { A: "x" }, 1],
  ["products are exact", { multiply: [{ column: "A" }, 12] }, { A: "56.95" }, "683.4"],
  ["products keep every digit", { multiply: ["0.1", "0.2", "0.000000000003"] }, {}, "0.00000000000006"],
  ["a product of zero has no sign", { multiply: [-1, { column: "A" }] }, { A: "0" }, "0"],
  ["a product with an empty cell is absent", { multiply: [12, { column: "A" }] }, { A: "" }, undefined],
  ["months are added", { addMonths: ["2026-01-31", 1] }, {}, "2026-02-28"],
  [
    "months are taken away",
    { addMonths: ["2026-01-01", { multiply: [-1, { column: "A" }] }] },
    { A: "34" },
    "2023-03-01",
  ],
  ["texts are joined", { concat: ["No. ", { column: "A" }, " / ", 7] }, { A: "x" }, "No. x / 7"],
  ["a text becomes a number", { number: { column: "A" } }, { A: "30" }, 30],
  ["a decimal becomes a number", { number: { column: "A" } }, { A: "1.50" }, 1.5],
] as const) {
  test(`evaluation: ${what}`, () => {
    const { bodies, issues } = evaluateRow(mappingOf(expression), cellsOf(cells));
    assert.deepEqual(issues, []);
    assert.equal((bodies.contract as Record<string, unknown>).value, value);
    assert.equal("value" in bodies.contract, value !== undefined, "an absent value is left out");
  });
}

for (const [what, expression, cells, code, columns] of [
  ["an unknown value of a map", { column: "A", map: { x: 1 } }, { A: "y" }, "VALUE_NOT_MAPPED", ["A"]],
  ["a value named like a property", { column: "A", map: { x: 1 } }, { A: "toString" }, "VALUE_NOT_MAPPED", ["A"]],
  ["a factor that is no number", { multiply: [2, { column: "A" }] }, { A: "1,50" }, "AMOUNT_INVALID", ["A"]],
  ["a day that does not exist", { addMonths: [{ column: "A" }, 1] }, { A: "2026-02-30" }, "INVALID_DATE", ["A"]],
  ["half a month", { addMonths: ["2026-01-01", { column: "A" }] }, { A: "0.5" }, "RANGE", ["A"]],
  ["a day out of range", { addMonths: ["2026-01-01", { column: "A" }] }, { A: "9999" }, "INVALID_DATE", ["A"]],
  [
    "a number with too many digits",
    { number: { column: "A" } },
    { A: "0.1234567890123456" },
    "NUMBER_NOT_EXACT",
    ["A"],
  ],
  ["bytes that are not UTF-8", { column: "A" }, { A: "M\uFFFDller" }, "INVALID_ENCODING", ["A"]],
  [
    "two columns in one product",
    { multiply: [{ column: "A" }, { column: "B" }] },
    { A: "x", B: "1" },
    "AMOUNT_INVALID",
    ["A", "B"],
  ],
] as const) {
  test(`a row is rejected for ${what}`, () => {
    const { issues } = evaluateRow(mappingOf(expression), cellsOf(cells));
    assert.deepEqual(
      issues.map((issue) => [issue.path, issue.code, issue.columns]),
      [["/contract/value", code, columns]],
    );
  });
}

test("a row needs a key of at most 255 characters", () => {
  const mapping = mappingOf("x");
  for (const [id, code] of [
    ["", "REQUIRED"],
    ["k".repeat(256), "LENGTH"],
  ] as const) {
    const { key, issues } = evaluateRow(mapping, new Map([["Id", id]]));
    assert.equal(key, null);
    assert.deepEqual(
      issues.map((issue) => issue.code),
      [code],
    );
  }
});

test("approval is off unless stated, and a column of it takes true or false", () => {
  const approve = (value: unknown, cell: string) =>
    evaluateRow(parsed({ ...smallest, ...(value === undefined ? {} : { approve: value }) }), cellsOf({ A: cell }));
  assert.equal(approve(undefined, "").bodies.approve, false);
  assert.equal(approve(true, "").bodies.approve, true);
  assert.equal(approve({ column: "A", map: { signed: true } }, "signed").bodies.approve, true);
  assert.equal(approve({ column: "A", map: { signed: true } }, "").bodies.approve, false);
  assert.deepEqual(
    approve({ column: "A" }, "yes").issues.map((issue) => [issue.path, issue.code]),
    [["/approve", "TYPE"]],
  );
});

test("the columns of a field in the body are known", () => {
  const mapping = parsed({
    ...smallest,
    customer: { name: { column: "Company" } },
    obligations: [
      { billingSchedule: { pricing: [{ amount: { multiply: [{ column: "Price" }, { column: "Months" }] } }] } },
    ],
  });
  assert.deepEqual(columnsOfMapping(mapping), ["Id", "Company", "Price", "Months"]);
  assert.deepEqual(columnsAt(mapping, "/customer/name"), ["Company"]);
  assert.deepEqual(columnsAt(mapping, "/obligations/0/billingSchedule/pricing/0/amount"), ["Price", "Months"]);
  assert.deepEqual(columnsAt(mapping, "/obligations/0/billingSchedule"), ["Price", "Months"]);
  assert.deepEqual(columnsAt(mapping, "/obligations/7"), []);
  assert.deepEqual(columnsAt(mapping, "/contract/name"), []);
});

function mappingOf(expression: unknown): Mapping {
  return parsed({ ...smallest, contract: { value: expression } });
}

function parsed(document: unknown): Mapping {
  const result = parseMapping(document);
  assert.ok("mapping" in result, JSON.stringify(result));
  return result.mapping;
}

function cellsOf(cells: Readonly<Record<string, string>>): Map<string, string> {
  return new Map(Object.entries({ Id: "1", ...cells }));
}

import assert from "node:assert/strict";
import { test } from "node:test";
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from "kysely";
import { amountField, dateField, instantField, monthField, stringField, uuidField } from "./filter.ts";
import { column, filterConditions, monthOfDate, related } from "./filter-sql.ts";
import { parseListQuery } from "./list-query.ts";

const db = new Kysely<Record<string, never>>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

const fields = {
  name: stringField(),
  customerId: uuidField(),
  createdAt: instantField(),
  issueDate: dateField(),
  total: amountField(),
  "externalIds.externalId": stringField(),
};

const targets = {
  name: column(sql.ref("contract.name")),
  customerId: column(sql.ref("contract.customer_id")),
  createdAt: column(sql.ref("contract.created_at")),
  issueDate: column(sql.ref("contract.issue_date")),
  total: column(sql.ref("contract.total")),
  "externalIds.externalId": related(
    sql.ref("entry.external_id"),
    (matches) => sql`exists (select from entry where entry.contract_id = contract.id and ${matches})`,
  ),
};

function compiled(text: string): [string, readonly unknown[]] {
  const { filters } = parseListQuery({ fields }, new Map([["filter", [text]]]));
  const query = sql`${sql.join(filterConditions(filters, targets), sql` and `)}`.compile(db);
  return [query.sql, query.parameters];
}

const id = "0197f1a0-5c1e-7b9a-9a55-00000000000a";

test("a month of a column of dates is asked for by its days", () => {
  const first = "cast($1 as date)";
  const cases: [string, string, string[]][] = [
    [
      `month:eq:2026-12`,
      `(("day" >= ${first} and "day" < cast($2 as date) + interval '1 month'))`,
      ["2026-12", "2026-12"],
    ],
    ["month:gt:2026-01", `("day" >= ${first} + interval '1 month')`, ["2026-01"]],
    ["month:gte:2026-01", `("day" >= ${first})`, ["2026-01"]],
    ["month:lt:2026-01", `("day" < ${first})`, ["2026-01"]],
    ["month:lte:2026-01", `("day" < ${first} + interval '1 month')`, ["2026-01"]],
  ];
  for (const [text, condition, months] of cases) {
    const { filters } = parseListQuery({ fields: { month: monthField() } }, new Map([["filter", [text]]]));
    const query = sql`${sql.join(filterConditions(filters, { month: monthOfDate(sql.ref("day")) }))}`.compile(db);
    assert.deepEqual([query.sql, query.parameters], [condition, months.map((month) => `${month}-01`)], text);
  }
});

test("every test becomes one parameterised condition", () => {
  const cases: [string, string, unknown[]][] = [
    ["name:eq:x' OR 1=1--", '("contract"."name" = any(cast($1 as text[])))', [["x' OR 1=1--"]]],
    ["name:neq:x", '("contract"."name" is null or not ("contract"."name" = any(cast($1 as text[]))))', [["x"]]],
    ["name:isnull", '"contract"."name" is null', []],
    ["name:isnotnull", '"contract"."name" is not null', []],
    ["name:like:50%_off\\", '("contract"."name" ilike $1)', ["%50\\%\\_off\\\\%"]],
    ["name:like:abc%", '("contract"."name" ilike $1)', ["abc%"]],
    ["name:like:%abc", '("contract"."name" ilike $1)', ["%abc"]],
    ["name:nlike:a", '("contract"."name" is null or not ("contract"."name" ilike $1))', ["%a%"]],
    [`customerId:in:${id}`, '("contract"."customer_id" = any(cast($1 as uuid[])))', [[id]]],
    ["total:gte:1.50", '("contract"."total" >= cast($1 as numeric))', ["1.5"]],
    ["issueDate:lt:2026-01-31", '("contract"."issue_date" < cast($1 as date))', ["2026-01-31"]],
    [
      "createdAt:eq:2026-01-31",
      '("contract"."created_at" >= cast($1 as timestamptz) and "contract"."created_at" < cast($2 as timestamptz))',
      ["2026-01-31T00:00:00.000000Z", "2026-02-01T00:00:00.000000Z"],
    ],
  ];
  for (const [text, expected, parameters] of cases) assert.deepEqual(compiled(text), [expected, parameters], text);
});

test("rules 1: a negative rule on a related field means that no entry matches", () => {
  const exists = (condition: string) =>
    `exists (select from entry where entry.contract_id = contract.id and ${condition})`;
  const matches = '("entry"."external_id" = any(cast($1 as text[])))';
  const present = '"entry"."external_id" is not null';
  assert.deepEqual(compiled("externalIds.externalId:eq:x")[0], exists(matches));
  assert.deepEqual(compiled("externalIds.externalId:neq:x")[0], `not ${exists(matches)}`);
  assert.deepEqual(compiled("externalIds.externalId:nin:x|y")[0], `not ${exists(matches)}`);
  assert.deepEqual(compiled("externalIds.externalId:nlike:x")[0], `not ${exists('("entry"."external_id" ilike $1)')}`);
  assert.deepEqual(compiled("externalIds.externalId:isnull")[0], `not ${exists(present)}`);
  assert.deepEqual(compiled("externalIds.externalId:isnotnull")[0], exists(present));
});

test("several filters are joined, each with its own parameters", () => {
  const [text, parameters] = compiled("name:eq:a,name:neq:b");
  assert.match(text, /^\(.*\$1.*\) and \(.*\$2.*\)$/);
  assert.deepEqual(parameters, [["a"], ["b"]]);
});

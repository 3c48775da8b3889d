import assert from "node:assert/strict";
import { test } from "node:test";
import { distributedTables, refusalsOf } from "./refused-statements.ts";

const merchant = "merchant_id = $1";
const queue = "select data ->> 'contractId' as id from pgboss.job where name = $2";

const cases: readonly (readonly [statement: string, refusals: readonly string[]])[] = [
  [`select * from contract where ${merchant} and id = $2`, []],
  ["select * from contract where id = $1", ["names no merchant"]],
  ['update "billing_term" set "deleted_at" = $1 where "id" = $2', ["names no merchant"]],
  ["select * from merchant where id = $1", []],
  ["insert into month_end values ($1, $2, $3)", []],
  ["insert into contract_change (merchant_id, contract_id) values ($1, $2) returning contract_id", []],
  [
    `insert into contract_change (merchant_id, contract_id) select merchant_id, id from contract where ${merchant}`,
    ["inserts the rows of a query, which is a COPY, without returning or on conflict"],
  ],
  [
    `insert into contract_change (merchant_id, contract_id) select merchant_id, id from contract where ${merchant} on conflict do nothing`,
    [],
  ],
  [
    `update contract set name = $2 where ${merchant} returning encode(sha256(convert_to(name, 'UTF8')), 'hex')`,
    ["returns what a function computes that is not immutable"],
  ],
  [
    `with kept as (update contract set name = $2 where ${merchant} returning coalesce(name, '') as name) select sha256(convert_to(name, 'UTF8')) from kept`,
    [],
  ],
  [
    `update contract set number = nextval('numbers') where ${merchant}`,
    ["takes a number of a sequence, which only inserted values may"],
  ],
  ["insert into sandbox_clock (merchant_id, first_tick) values ($1, nextval('sandbox_tick'))", []],
  [`select contract.id from contract join (${queue}) as job using (id) where ${merchant}`, ["joins the job queue"]],
  [
    `with found as materialized ( with failed as materialized ( ${queue} ) select id from failed join contract using (id) where ${merchant} ) select id from found`,
    [],
  ],
];

for (const [statement, refusals] of cases) {
  test(`${refusals.join(", ") || "accepted"}: ${statement}`, () => {
    assert.deepEqual(refusalsOf(statement), refusals);
  });
}

test("the tables of merchants are found", () => {
  assert.ok(distributedTables.length > 60 && distributedTables.includes("journal_line"), `${distributedTables.length}`);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import type { Database } from "../../schema/tables.ts";
import { cachedStatement } from "./cached-statement.ts";
import { oneOf } from "./columns.ts";
import type { Tx } from "./pool.ts";

const tx = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
}) as unknown as Tx;

const [merchantId, one, other] = [
  "018f0000-0000-7000-8000-00000000000a",
  "018f0000-0000-7000-8000-00000000000b",
  "018f0000-0000-7000-8000-00000000000c",
] as const;

test("each call has its own values in the cached text of the query builder", () => {
  let made = 0;
  const statement = cachedStatement<"merchantId" | "ids", unknown>((builder, given) => {
    made += 1;
    const ofMerchant = builder.selectFrom("contract").select("id").where("merchant_id", "=", given.merchantId);
    return ofMerchant.where("status", "=", "APPROVED").where("id", "=", given.ids);
  });
  for (const ids of [[one], [other], [one, other], [], [other, one], [one]]) {
    const built = tx
      .selectFrom("contract")
      .select("id")
      .where("merchant_id", "=", merchantId)
      .where("status", "=", "APPROVED")
      .where("id", "=", oneOf(ids))
      .compile();
    const { sql, parameters } = statement(tx, { merchantId, ids });
    assert.deepEqual({ sql, parameters }, { sql: built.sql, parameters: built.parameters });
  }
  assert.equal(made, 2, "one text for an id, and one for several");
});

test("a value used twice is a parameter at both places", () => {
  const statement = cachedStatement<"merchantId", unknown>((builder, given) =>
    builder
      .selectFrom("contract")
      .selectAll()
      .where("merchant_id", "=", given.merchantId)
      .where("id", "=", given.merchantId),
  );
  assert.deepEqual(statement(tx, { merchantId: one }).parameters, [one, one]);
  assert.deepEqual(statement(tx, { merchantId: other }).parameters, [other, other]);
});

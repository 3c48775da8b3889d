import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { newId } from "../../kernel/ids.ts";
import { createMerchant } from "../merchant/merchants.ts";
import { type Db, inTransaction, openPool } from "./pool.ts";
import { insertRow, updateRow } from "./single-row.ts";

let database: TestDatabase;
let db: Db;
let merchantId: string;

before(async () => {
  database = await createTestDatabase();
  db = openPool({ connectionString: database.connectionString, size: 1 });
  const draft = { currency: "USD", timeZone: "UTC", erpKind: "ACCOUNTING", performanceObligations: false } as const;
  merchantId = await createMerchant(db, { ...draft, name: "Acme", sandboxClock: null });
});
after(async () => {
  await db.destroy();
  await database.drop();
});

const at = "2026-01-15T12:00:00Z";
const given = {
  default_currency: "USD",
  net_payment_terms: 30,
  custom_fields: "{}",
  created_at: at,
  last_updated_at: at,
};

test("rows with equal and with other columns are each stored with their own values", async () => {
  const [first, second, third] = [newId(), newId(), newId()];
  const rows = await inTransaction(db, merchantId, async (tx) => {
    insertRow(tx, "customer", { merchant_id: merchantId, id: first, name: "Northwind", ...given });
    insertRow(tx, "customer", { merchant_id: merchantId, id: second, name: "Contoso", ...given });
    // The same columns in another order, and one more.
    insertRow(tx, "customer", { ...given, name: "Initech", id: third, merchant_id: merchantId, company_name: "Inc." });
    const customers = tx.selectFrom("customer").where("merchant_id", "=", merchantId);
    return customers.select(["id", "name", "company_name"]).orderBy("id").execute();
  });
  assert.deepEqual(rows, [
    { id: first, name: "Northwind", company_name: null },
    { id: second, name: "Contoso", company_name: null },
    { id: third, name: "Initech", company_name: "Inc." },
  ]);
});

test("an update is of one row and its named columns", async () => {
  const [changed, other] = [newId(), newId()];
  const rows = await inTransaction(db, merchantId, async (tx) => {
    for (const id of [changed, other])
      insertRow(tx, "customer", { merchant_id: merchantId, id, name: "Northwind", company_name: "Inc.", ...given });
    updateRow(tx, "customer", { merchantId, id: changed }, { name: "Northwind Traders" });
    updateRow(tx, "customer", { merchantId, id: changed }, { name: "Northwind", company_name: null });
    updateRow(tx, "customer", { merchantId, id: changed }, { name: "Southwind" });
    return tx
      .selectFrom("customer")
      .select(["name", "company_name"])
      .where("merchant_id", "=", merchantId)
      .where("id", "in", [changed, other])
      .orderBy("id")
      .execute();
  });
  assert.deepEqual(rows, [
    { name: "Southwind", company_name: null },
    { name: "Northwind", company_name: "Inc." },
  ]);
});

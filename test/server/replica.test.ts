import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { startApi, type TestApi } from "../support/api.ts";
import { clientOf, obligationBody, rejection } from "../support/client.ts";
import { createTestDatabase } from "../support/database.ts";

// The second database is no replica: it has the merchant and nothing else, so that it shows where something was read.

/** A database with merchant A of the API and none of its records. */
async function copyMerchant(api: TestApi, connectionString: string): Promise<void> {
  const [from, to] = [api.connectionString, connectionString].map((url) => new pg.Client({ connectionString: url }));
  assert.ok(from && to);
  await Promise.all([from.connect(), to.connect()]);
  try {
    for (const [table, id] of [
      ["merchant", "id"],
      ["sandbox_clock", "merchant_id"],
    ] as const) {
      const { rows } = await from.query(`select to_jsonb(t) as row from ${table} t where ${id} = $1`, [
        api.merchants.A.merchantId,
      ]);
      await to.query(`insert into ${table} select * from jsonb_populate_record(null::${table}, $1)`, [rows[0].row]);
    }
  } finally {
    await Promise.all([from.end(), to.end()]);
  }
}

test("lists and reports are read from the replica on request, and state the replica's time", async () => {
  const other = await createTestDatabase();
  const api = await startApi({ replicaConnectionString: other.connectionString });
  try {
    await copyMerchant(api, other.connectionString);
    await api.request("POST", "/v3/customers", { body: { name: "Northwind" } });
    const names = async (path: string) => {
      const { body, headers, status } = await api.request("GET", path);
      assert.equal(status, 200, JSON.stringify(body));
      return {
        names: body.payload.data.map(({ name }: { name: string }) => name),
        asOf: headers.get("accord-as-of"),
      };
    };
    assert.deepEqual(await names("/v3/customers"), { names: ["Northwind"], asOf: null });
    assert.deepEqual(await names("/v3/customers?readFrom=primary"), { names: ["Northwind"], asOf: null });
    const replica = await names("/v3/customers?readFrom=replica&sort=name:asc");
    assert.deepEqual(replica.names, []);
    assert.match(String(replica.asOf), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

    const file = (query: string) =>
      fetch(`${api.url}/v3/customers?format=csv${query}`, {
        headers: { authorization: `Bearer ${api.merchants.A.readKey}` },
      });
    assert.match(await (await file("")).text(), /Northwind/);
    const fileOfReplica = await file("&readFrom=replica");
    assert.doesNotMatch(await fileOfReplica.text(), /Northwind/);
    assert.ok(fileOfReplica.headers.get("accord-as-of"));

    for (const name of ["trial-balance?month=2026-01", "waterfall?month=2026-01", "journal?month=2026-01"]) {
      const { status, headers } = await api.request("GET", `/v3/reports/${name}&readFrom=replica`);
      assert.equal(status, 200, name);
      assert.ok(headers.get("accord-as-of"), name);
    }
  } finally {
    await api.close();
    await other.drop();
  }
});

test("revenue computed for a report of the replica is stored in the primary", async () => {
  const other = await createTestDatabase();
  const api = await startApi({ replicaConnectionString: other.connectionString });
  const client = clientOf(api, api.merchants.A);
  try {
    await copyMerchant(api, other.connectionString);
    const contractId = await client.contract();
    await client.add(contractId, obligationBody());
    await client.approve(contractId);
    const waiting = async () => {
      const database = new pg.Client({ connectionString: api.connectionString });
      await database.connect();
      const { rows } = await database.query("select from contract_change where contract_id = $1", [contractId]);
      await database.end();
      return rows.length;
    };
    assert.notEqual(await waiting(), 0);
    await client.ok("GET", "/v3/reports/waterfall?month=2026-01&readFrom=replica");
    assert.equal(await waiting(), 0);
  } finally {
    await api.close();
    await other.drop();
  }
});

test("when the replica does not answer, the primary does", async () => {
  const api = await startApi({ replicaConnectionString: "postgresql://nobody@127.0.0.1:1/none" });
  try {
    await api.request("POST", "/v3/customers", { body: { name: "Northwind" } });
    const { status, body, headers } = await api.request("GET", "/v3/customers?readFrom=replica");
    assert.equal(status, 200);
    assert.equal(body.payload.totalItems, 1);
    assert.ok(headers.get("accord-as-of"));
    const ready = await (await fetch(`${api.url}/ready`)).json();
    assert.match(ready.warnings.join(" "), /The replica of DATABASE_READ_URL cannot be read/);
    const lost = await api.request("GET", "/v3/invoices/00000000-0000-4000-8000-000000000000?readFrom=replica");
    assert.deepEqual(
      rejection(lost),
      [400, "VALIDATION_FAILED", "/query/readFrom UNKNOWN_QUERY"],
      "one record is never behind",
    );
  } finally {
    await api.close();
  }
});

test("without a replica such a request is answered by the primary; an unknown value is rejected", async () => {
  const api = await startApi();
  try {
    const before = Date.now();
    const { status, headers } = await api.request("GET", "/v3/contracts?readFrom=replica");
    assert.equal(status, 200);
    // Both clocks are this machine's; the database's has milliseconds cut off.
    assert.ok(Date.parse(String(headers.get("accord-as-of"))) >= before - 1);
    const other = await api.request("GET", "/v3/contracts?readFrom=secondary");
    assert.deepEqual(rejection(other), [400, "VALIDATION_FAILED", "/query/readFrom ENUM"]);
  } finally {
    await api.close();
  }
});

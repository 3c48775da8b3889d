import assert from "node:assert/strict";
import { Writable } from "node:stream";
import { after, before, describe, test } from "node:test";
import pg from "pg";
import pino from "pino";
import { type ApiAnswer, type Json, startApi, type TestApi } from "../support/api.ts";
import { audited, type Request } from "../support/audited-writes.ts";
import { type Client, clientOf } from "../support/client.ts";

let api: TestApi;
let owner: pg.Client;
let logged = "";
before(async () => {
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      logged += String(chunk);
      done();
    },
  });
  api = await startApi({ log: pino({ level: "info" }, sink) });
  owner = new pg.Client({ connectionString: api.connectionString });
  await owner.connect();
});
after(async () => {
  await owner.end();
  await api.close();
});

async function rowsOf({ merchant }: Client): Promise<Json[]> {
  const { rows } = await owner.query(
    "select *, xmin::text as transaction from audit_log where merchant_id = $1 order by sequence",
    [merchant.merchantId],
  );
  return rows;
}

test("every write of the OpenAPI document that takes a key is in the table, and nothing else", async () => {
  const document: Json = await (await fetch(`${api.url}/openapi.json`)).json();
  const documented = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods)
      .filter(([method, { security }]) => method !== "get" && security.some((each: Json) => each.apiKey !== undefined))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  assert.deepEqual(Object.keys(audited).toSorted(), documented.toSorted());
});

describe("AUD-1: one row by its key and request, none of a rejection, none of a replay", () => {
  for (const [name, prepare] of Object.entries(audited)) {
    test(name, async () => {
      const client = clientOf(api, await api.newMerchant());
      const [method = ""] = name.split(" ");
      const { request, rejected, code, action, target, table, further, denied, actorId, secret } = await prepare(
        client,
        owner,
      );
      const send = ({ path, body, headers }: Request, more: Record<string, string>): Promise<ApiAnswer> =>
        client.send(method, path, body, { ...headers, ...more });
      const made = (await rowsOf(client)).length;
      const added = async () => (await rowsOf(client)).slice(made);

      const rejection = await send({ ...request, ...rejected }, { "idempotency-key": "refused" });
      assert.equal(rejection.body.error?.errorCode, code, JSON.stringify(rejection.body));
      const requestId = `reader-${client.merchant.merchantId}`;
      const reader = { authorization: `Bearer ${client.merchant.readKey}`, "x-request-id": requestId };
      assert.equal((await send(request, reader)).body.error.errorCode, "KEY_READ_ONLY");
      const denials = await added();
      assert.deepEqual(
        denials.map((each) => each.action),
        denied === undefined ? [] : [denied],
        "a rejection leaves no row",
      );
      const line = logged.split("\n").find((each) => each.includes(requestId)) ?? "";
      assert.ok(line.includes('"status":403') && line.includes(await keyOf(client, "READ_ONLY")), `the log: ${line}`);

      const headers = { "idempotency-key": "once", "x-request-id": "the-request" };
      const answer = await send(request, headers);
      assert.ok(answer.status < 300, JSON.stringify(answer.body));
      const rows = (await added()).slice(denials.length);
      const [row] = rows;
      assert.deepEqual(
        rows.map((each) => each.action),
        [action, ...(further?.actions ?? [])],
        further?.because ?? "one row",
      );
      const { id, batchId = id, commitmentIds = [batchId] } = answer.body.payload.result ?? answer.body.payload;
      const [entityType, entityId = commitmentIds[0]] = target;
      assert.deepEqual([row.entity_type, row.entity_id], [entityType, entityId]);
      const keyId = await keyOf(client, "WRITE");
      for (const each of rows) {
        assert.deepEqual(
          [each.merchant_id, each.actor_kind, each.actor_id, each.request_id],
          [client.merchant.merchantId, "KEY", each.action === action ? (actorId ?? keyId) : keyId, "the-request"],
        );
        assert.ok(each.changes.length > 0, "before and after");
        for (const { path, from, to } of each.changes) assert.notDeepEqual(from, to, path);
      }
      const effect = await owner.query(`select from ${table} where xmin::text = $1`, [row.transaction]);
      assert.ok((effect.rowCount ?? 0) > 0, `${table} was written in another transaction`);

      const replay = await send(request, headers);
      assert.deepEqual(replay.body.payload, { ...answer.body.payload, ...secret });
      assert.equal(replay.headers.get("idempotency-replayed"), "true");
      assert.equal((await added()).length, denials.length + rows.length, "a replay leaves no row");
    });
  }
});

async function keyOf({ merchant }: Client, access: string): Promise<string> {
  const { rows } = await owner.query("select id from api_key where merchant_id = $1 and access = $2 order by id", [
    merchant.merchantId,
    access,
  ]);
  return rows[0].id;
}

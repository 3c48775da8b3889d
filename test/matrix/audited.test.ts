import assert from "node:assert/strict";
import { Writable } from "node:stream";
import { after, before, describe, test } from "node:test";
import { Ajv } from "ajv";
import pg from "pg";
import pino from "pino";
import { isEventType } from "../../src/platform/events/catalogue.ts";
import { eventBody, eventTypeDocuments } from "../../src/platform/events/event-view.ts";
import { readFeed } from "../../src/platform/events/feed-service.ts";
import { merchantsWithArrivals } from "../../src/platform/events/feed-store.ts";
import { publishEvents } from "../../src/webhooks/delivery-service.ts";
import { type ApiAnswer, type Json, startApi, type TestApi } from "../support/api.ts";
import { audited, type Request } from "../support/audited-writes.ts";
import { type Client, clientOf } from "../support/client.ts";
import { expanded } from "../support/expanded-document.ts";
import { nodesOf } from "../support/template.ts";
import { readsByPost } from "./operations.ts";

/** On a cluster these are on other nodes than the audit log, and the same transaction has another number on each node. */
const besideMerchants = ["merchant", "membership", "api_key", "sign_in_link"];

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

test("the table of this test has every write of the OpenAPI document that takes a key, and no other", async () => {
  const document: Json = expanded(await (await fetch(`${api.url}/openapi.json`)).json());
  const documented = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods)
      .filter(([method, { security }]) => method !== "get" && security.some((each: Json) => each.apiKey !== undefined))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  const writes = documented.filter((name) => !readsByPost.has(name));
  assert.deepEqual(Object.keys(audited).toSorted(), writes.toSorted());
});

describe("AUD-1: each write has one audit row with key and request id, a rejection and a replay have none", () => {
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
      // What follows the write may be noted before it.
      const row = rows.find((each) => each.action === action);
      assert.deepEqual(
        rows.map((each) => each.action).toSorted(),
        [action, ...(further?.actions ?? [])].toSorted(),
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
      if (nodesOf(api.connectionString).length === 1 || !besideMerchants.includes(table)) {
        const effect = await owner.query(`select from ${table} where xmin::text = $1`, [row.transaction]);
        assert.ok((effect.rowCount ?? 0) > 0, `${table} was written in another transaction`);
      }

      const replay = await send(request, headers);
      assert.deepEqual(replay.body.payload, { ...answer.body.payload, ...secret });
      assert.equal(replay.headers.get("idempotency-replayed"), "true");
      assert.equal((await added()).length, denials.length + rows.length, "a replay leaves no row");
    });
  }
});

describe("events of audited writes", () => {
  test("every write of the table has its event in the same transaction, or a stated reason for none", async () => {
    const { rows } = await owner.query<{ action: string; types: (string | null)[] }>(`
      select audit.action, array_agg(distinct event.type) as types
      from audit_log as audit left join outbox_event as event
        on event.merchant_id = audit.merchant_id and event.created_at = audit.at
      where jsonb_array_length(audit.changes) > 0 and audit.actor_id <> 'fixtures'
      group by audit.action, audit.merchant_id, audit.at order by audit.action`);
    const told = Map.groupBy(rows, ({ action }) => action);
    const untold = [...told].filter(([, writes]) =>
      writes.some(({ types }) => !types.some((type) => isEventType(type ?? ""))),
    );
    const unexplained = untold.map(([action]) => action).filter((action) => !Object.hasOwn(reasonsForNoEvent, action));
    assert.deepEqual(unexplained, []);
    assert.ok(told.size > 90, `${told.size} actions`);
  });

  test("every event has a type of the catalogue and data that match its schema", async () => {
    for (const merchantId of await merchantsWithArrivals(api.platform.db))
      await publishEvents(api.platform.db, merchantId);
    const { rows } = await owner.query<{ merchant_id: string }>("select merchant_id from event_feed");
    const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
    const schemas = new Map(eventTypeDocuments().map(({ type, schema }) => [type as string, ajv.compile(schema)]));
    const seen = new Set<string>();
    for (const { merchant_id: merchantId } of rows) {
      const { events } = await readFeed(api.platform.db, merchantId, { after: 0, limit: 1000 });
      for (const event of events.map(eventBody)) {
        const check = schemas.get(event.type);
        assert.ok(check?.(event.data), `${event.type}: ${JSON.stringify([event.data, check?.errors])}`);
        seen.add(event.type);
      }
    }
    assert.ok(seen.size >= 80, `${seen.size} types`);
  });
});

/** Actions that tell nothing to the outside. */
const unmatched = "no contract bills that usage; of usage that one bills usage.recorded and usage.deleted tell";
const reasonsForNoEvent: Readonly<Record<string, string>> = {
  "merchant.create": "nobody can listen to a merchant that is not there yet",
  "saved-view.create": "how one person likes to see a screen is nobody else's",
  "saved-view.update": "as above",
  "saved-view.delete": "as above",
  "session.start": "a person came; nothing of the merchant changed",
  "session.end": "as above",
  "session.switch": "as above",
  "sign-in-link.create": "who may sign in was told when the person became a member",
  "password.set": "only the person's own",
  "usage-event.record": unmatched,
  "usage-event.record-bulk": unmatched,
  "usage-event.delete": unmatched,
  "usage-event.delete-bulk": unmatched,
};

async function keyOf({ merchant }: Client, access: string): Promise<string> {
  const { rows } = await owner.query("select id from api_key where merchant_id = $1 and access = $2 order by id", [
    merchant.merchantId,
    access,
  ]);
  return rows[0].id;
}

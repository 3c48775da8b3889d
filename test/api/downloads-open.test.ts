import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createKey } from "../../src/platform/auth/keys.ts";
import { addressOf, type Signed, ticketOf } from "../../src/platform/http/download-ticket.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, obligationBody, rejection } from "../support/client.ts";
import { memberIn } from "../support/session-client.ts";
import { execute } from "../support/template.ts";

let api: TestApi;
let client: Client;
let contractId: string;
before(async () => {
  api = await startApi({ logsRequests: true });
  client = clientOf(api, await api.newMerchant("2026-02-10T00:00:00Z"));
  contractId = await client.contract();
  await client.add(contractId, obligationBody());
  await client.ok("POST", `/v3/contracts/${contractId}/actions`, { action: "APPROVE" });
  await client.drainOutbox();
});
after(() => api.close());

const list = "/v3/contracts?filter=status:eq:APPROVED&format=csv";

async function addressFor(path: string): Promise<string> {
  return (await client.ok("POST", "/v3/downloads", { path })).url;
}

async function codeAt(url: string, options: RequestInit = {}): Promise<string> {
  const answer = await fetch(url, options);
  const body = (await answer.json()) as Json;
  assert.equal(answer.status, 401, JSON.stringify(body));
  return body.error.errorCode;
}

test("a signed address opens a list, a report and a document without a header, with the answer that the key gets", async () => {
  const { data } = await client.ok("GET", "/v3/invoices?filter=status:eq:ISSUED");
  const paths = [
    ...[list, "/v3/contracts?format=xlsx", "/v3/reports/revenue?format=csv", `/v3/invoices/${data[0].id}/pdf`],
    ...["/v3.1/revenue?format=csv", "/v3.1/classes?format=csv"],
  ];
  for (const path of paths) {
    const url = await addressFor(path);
    const { pathname } = new URL(path, api.url);
    assert.ok(
      url.startsWith(`${api.url}/v3/downloads/`) && new URL(url).pathname.endsWith(pathname.replace(/^\/v3(?=\/)/, "")),
      url,
    );
    const opened = await fetch(url);
    assert.equal(opened.status, 200, path);
    const asked = await fetch(`${api.url}${path}`, { headers: { authorization: client.merchant.writeKey } });
    assert.equal(opened.headers.get("content-disposition"), asked.headers.get("content-disposition"));
    assert.equal(opened.headers.get("content-type"), asked.headers.get("content-type"));
    const [bytes, expected] = await Promise.all([opened.bytes(), asked.bytes()]);
    if (path.includes("csv")) assert.deepEqual(bytes, expected);
    assert.ok(bytes.length > 10);
  }
});

test("a read-only key can make addresses, and other spellings of the same query open the same one", async () => {
  const { merchant } = client;
  const made = await api.request("POST", "/v3/downloads", {
    headers: { authorization: merchant.readKey },
    body: { path: list },
  });
  assert.equal(made.status, 201);
  const { url, expiresAt } = made.body.payload;
  assert.ok(Date.parse(expiresAt) - Date.now() <= 15 * 60_000);
  const escaped = String(url).replace("status:eq:APPROVED", "status%3Aeq%3AAPPROVED");
  assert.notEqual(escaped, url);
  for (const address of [url, escaped]) assert.match(await (await fetch(address)).text(), new RegExp(contractId));
  assert.equal((await fetch(url, { method: "HEAD" })).status, 200);
  for (const method of ["POST", "PUT", "DELETE"]) assert.equal((await fetch(url, { method })).status, 404, method);
});

test("an address with another path, another query or a changed signature is rejected", async () => {
  const url = await addressFor(list);
  const ticket = new URL(url).pathname.split("/")[3] ?? "";
  const changed = [
    url.replace("format=csv", "format=xlsx"),
    url.replace("APPROVED", "NEW"),
    `${url}&sort=name`,
    url.replace("/contracts?", "/customers?"),
    url.replace(ticket, `${ticket.slice(0, -1)}${ticket.endsWith("A") ? "B" : "A"}`),
  ];
  for (const address of changed) assert.equal(await codeAt(address), "DOWNLOAD_INVALID", address);
  const withKey = { headers: { authorization: client.merchant.writeKey } };
  assert.equal(await codeAt(changed[0] ?? "", withKey), "DOWNLOAD_INVALID", "a key makes no address right");
});

test("an expired address opens nothing", async () => {
  const ticket = ticketOf(new URL(await addressFor(list)).pathname + new URL(list, api.url).search);
  assert.ok(ticket !== undefined);
  const row = await api.platform.db
    .selectFrom("api_key")
    .select(["merchant_id", "secret_hash"])
    .where("id", "=", ticket.id)
    .executeTakeFirstOrThrow();
  const signed: Signed = { ...ticket, merchantId: row.merchant_id, secretHash: row.secret_hash };
  const now = Math.floor(Date.now() / 1_000);
  const later = addressOf({ ...signed, expiresAt: now + 600 });
  const over = addressOf({ ...signed, expiresAt: now - 1 });
  assert.equal((await fetch(`${api.url}${later}`)).status, 200);
  assert.equal(await codeAt(`${api.url}${over}`), "DOWNLOAD_INVALID");
});

test("an address ends with its key, with its session, and when its session switches to another merchant", async () => {
  const { merchantId, userId } = client.merchant;
  const { key, keyId } = await createKey(api.platform.db, { merchantId, userId, access: "READ_ONLY", name: "sheet" });
  const made = await api.request("POST", "/v3/downloads", { headers: { authorization: key }, body: { path: list } });
  const { url } = made.body.payload;
  assert.equal((await fetch(url)).status, 200);
  await client.ok("POST", `/v3/api-keys/${keyId}/revoke`);
  assert.equal(await codeAt(url), "DOWNLOAD_INVALID");

  const viewer = await memberIn(api, client.merchant, "VIEWER");
  const { url: own } = await viewer.ok("POST", "/v3/downloads", { path: list });
  assert.match(await (await fetch(own)).text(), new RegExp(contractId));
  const other = await api.newMerchant("2026-02-10T00:00:00Z");
  const turn = (to: string) =>
    execute(api.connectionString, `update user_session set merchant_id = '${to}' where user_id = '${viewer.userId}'`);
  await execute(
    api.connectionString,
    `insert into membership select (jsonb_populate_record(membership, jsonb_build_object('merchant_id', '${other.merchantId}'))).*
     from membership where user_id = '${viewer.userId}'`,
  );
  await turn(other.merchantId);
  assert.equal(await codeAt(own), "DOWNLOAD_INVALID");
  await turn(merchantId);
  assert.equal((await fetch(own)).status, 200);
  await viewer.ok("DELETE", "/v3/session");
  assert.equal(await codeAt(own), "DOWNLOAD_INVALID");
});

test("a path that is no file, or an invalid query, gets no address", async () => {
  const wrong: readonly (readonly [path: string, says: RegExp])[] = [
    ["/v3/contracts", /format=csv/],
    [`/v3/contracts/${contractId}`, /does not answer a file/],
    ["/v3/nothing?format=csv", /path of the API/],
    ["https://elsewhere.example/v3/contracts?format=csv", /path must match/],
    ["/v3/../health", /path of the API/],
    ["/v3/contracts?format=csv#top", /path must match/],
    ["/v3/contracts?format=csv&limt=1", /"limt"/],
    ["/v3/contracts?format=csv&filter=nope:eq:1", /nope/],
    ["/v3/invoices/abc/pdf", /not found/],
  ];
  for (const [path, says] of wrong) {
    const answer = await client.send("POST", "/v3/downloads", { path });
    assert.deepEqual(rejection(answer), [400, "VALIDATION_FAILED", "/path FORMAT"], path);
    assert.match(answer.body.error.details.issues[0].message, says);
  }
});

test("the signature is in no log and no stored request", async () => {
  const headers = { "x-request-id": "makes-an-address" };
  const { body } = await client.send("POST", "/v3/downloads", { path: list }, headers);
  const { url } = body.payload;
  const failing = String(url).replace("APPROVED", "NEW");
  await fetch(failing, { headers: { "x-request-id": "wrong-address" } });
  let kept: Json[] = [];
  for (let tries = 0; kept.length === 0 && tries < 600; tries++) {
    await sleep(50);
    kept = (await client.ok("GET", "/v3/request-log?filter=requestId:eq:makes-an-address")).data;
  }
  const text = JSON.stringify(await client.ok("GET", `/v3/request-log/${kept[0].id}`));
  assert.match(text, /\/v3\/downloads\/…/);
  const signature = ticketOf(new URL(url).pathname)?.signature ?? "";
  assert.ok(signature.length > 20 && !text.includes(signature));
});

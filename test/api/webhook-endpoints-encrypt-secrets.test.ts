import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import pg from "pg";
import { Webhook } from "standardwebhooks";
import { systemWrite } from "../../src/platform/due-work.ts";
import type { WritingPlatform } from "../../src/platform/preview.ts";
import { noSecretKeys, readSecretKeys, type SecretKeys } from "../../src/platform/secret-keys.ts";
import { write } from "../../src/platform/write.ts";
import { publishEvents } from "../../src/webhooks/delivery-service.ts";
import { sealSecrets } from "../../src/webhooks/secret-service.ts";
import { rotateSecret } from "../../src/webhooks/service.ts";
import { runTurn } from "../../src/webhooks/turn-service.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf } from "../support/client.ts";

let api: TestApi;
let owner: pg.Client;
let folder: string;
const [first, second] = [randomBytes(32).toString("base64"), randomBytes(32).toString("base64")];
const got: { readonly headers: IncomingHttpHeaders; readonly text: string }[] = [];
const receiver = createServer((request, response) => {
  let text = "";
  request.on("data", (chunk) => {
    text += chunk;
  });
  request.on("end", () => {
    got.push({ headers: request.headers, text });
    response.end();
  });
});
let url: string;
const rules = { allowed: ["127.0.0.1"] };

async function keyFile(name: string, ...keys: string[]): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, keys.join("\n"));
  return path;
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "accord-secrets-"));
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/in`;
  api = await startApi({ secretKeyFile: await keyFile("first", first), webhookAddresses: rules });
  owner = new pg.Client({ connectionString: api.connectionString });
  await owner.connect();
});
after(async () => {
  await owner?.end();
  await api?.close();
  receiver.closeAllConnections();
  receiver.close();
  await rm(folder, { recursive: true });
});

const newClient = async () => clientOf(api, await api.newMerchant());
const endpoint = (client: Client): Promise<Json> =>
  client.ok("POST", "/v3/webhook-endpoints", { url, events: ["customer.created"] });
const withKeys = (secretKeys: SecretKeys): WritingPlatform => ({ ...api.platform, secretKeys });
const bytesOf = (secret: string) => Buffer.from(secret.replace("whsec_", ""), "base64");

async function stored(id: string): Promise<Json> {
  const { rows } = await owner.query("select * from webhook_endpoint where id = $1", [id]);
  return rows[0];
}

/** Has one event sent to an endpoint by a worker with these keys; answers its delivery. */
async function sent(client: Client, id: string, secretKeys: SecretKeys): Promise<Json> {
  const { merchantId } = client.merchant;
  await client.ok("POST", "/v3/customers", { name: "Sent" });
  await publishEvents(api.platform.db, merchantId);
  await runTurn(
    withKeys(secretKeys),
    { merchantId, endpointId: id, isSlow: false },
    { rules, documents: async () => new Map() },
  );
  const { data } = await client.ok("GET", `/v3/webhook-deliveries?filter=webhookEndpointId:eq:${id}`);
  return data[0];
}

function verifies(secret: string): boolean {
  const last = got.at(-1);
  assert.ok(last);
  try {
    new Webhook(secret).verify(last.text, last.headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

const seal = (client: Client, secretKeys: SecretKeys) =>
  write(withKeys(secretKeys), systemWrite(client.merchant.merchantId), sealSecrets);

test("a secret is stored encrypted and signs; during rotation so are both", async () => {
  const client = await newClient();
  const { id, secret } = await endpoint(client);
  const row = await stored(id);
  assert.equal(row.secret_key_id, api.platform.secretKeys.keyId);
  assert.equal(row.secret.includes(bytesOf(secret)), false);
  assert.equal((await sent(client, id, api.platform.secretKeys)).status, "DELIVERED");
  assert.equal(verifies(secret), true);

  const rotated = await client.ok("POST", `/v3/webhook-endpoints/${id}/rotate-secret`);
  const { secret: now, previous_secret: before, previous_secret_key_id: keyId } = await stored(id);
  assert.deepEqual([before, keyId], [row.secret, row.secret_key_id]);
  assert.equal(now.includes(bytesOf(rotated.secret)), false);
  await sent(client, id, api.platform.secretKeys);
  assert.deepEqual([verifies(secret), verifies(rotated.secret)], [true, true]);
});

test("without the key nothing is sent, the delivery has the reason, and a new secret repairs it", async () => {
  const other = readSecretKeys(await keyFile("other", second));
  for (const keys of [noSecretKeys, other]) {
    const client = await newClient();
    const { id } = await endpoint(client);
    const before = got.length;
    const { status, failure, responseStatus, attempts } = await sent(client, id, keys);
    assert.deepEqual([status, responseStatus, attempts, got.length], ["PENDING", null, 1, before]);
    assert.match(failure, /^The secret of the endpoint cannot be read.*ACCORD_SECRET_KEY_FILE/);

    await write(withKeys(keys), systemWrite(client.merchant.merchantId), (ctx) => rotateSecret(ctx, id));
    assert.equal((await sent(client, id, keys)).status, "DELIVERED");
    assert.equal(got.length, before + 1);
  }
});

test("an encrypted secret copied to another endpoint's row cannot be decrypted there", async () => {
  const client = await newClient();
  const [one, another] = [await endpoint(client), await endpoint(client)];
  await owner.query(
    "update webhook_endpoint as to_row set secret = of_row.secret from webhook_endpoint as of_row where to_row.id = $1 and of_row.id = $2 and of_row.merchant_id = to_row.merchant_id",
    [another.id, one.id],
  );
  assert.match((await sent(client, another.id, api.platform.secretKeys)).failure, /cannot be read/);
});

test("plain secrets and those under an earlier key are encrypted with the first key, and the audit log has it", async () => {
  const client = await newClient();
  const { id, secret } = await endpoint(client);
  const rotated = await client.ok("POST", `/v3/webhook-endpoints/${id}/rotate-secret`);
  // As a program without a key stores them.
  await owner.query(
    "update webhook_endpoint set secret = $2, previous_secret = $3, secret_key_id = null, previous_secret_key_id = null where id = $1",
    [id, bytesOf(rotated.secret), bytesOf(secret)],
  );
  const both = readSecretKeys(await keyFile("both", second, first));
  const onlySecond = readSecretKeys(await keyFile("second", second));
  for (const keys of [api.platform.secretKeys, both]) {
    assert.deepEqual(await seal(client, keys), { sealed: 1, already: 0, unreadable: 0 });
    assert.deepEqual(await seal(client, keys), { sealed: 0, already: 1, unreadable: 0 });
    const row = await stored(id);
    assert.deepEqual([row.secret_key_id, row.previous_secret_key_id], [keys.keyId, keys.keyId]);
    await sent(client, id, keys);
    assert.deepEqual([verifies(secret), verifies(rotated.secret)], [true, true]);
  }
  assert.equal((await sent(client, id, onlySecond)).status, "DELIVERED", "the key before is needed no more");
  assert.deepEqual(await seal(client, api.platform.secretKeys), { sealed: 0, already: 0, unreadable: 1 });
  const { data } = await client.ok("GET", `/v3/audit-log?filter=entityId:eq:${id}`);
  const seals = data.filter(({ action }: Json) => action === "webhook-endpoint.seal");
  assert.deepEqual(
    seals.map(({ changes }: Json) => changes),
    [
      [{ path: "/secretKeyId", from: api.platform.secretKeys.keyId, to: both.keyId }],
      [{ path: "/secretKeyId", from: null, to: api.platform.secretKeys.keyId }],
    ],
  );
});

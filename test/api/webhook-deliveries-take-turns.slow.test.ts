import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf } from "../support/client.ts";

// A process sends to a hundred endpoints at a time. Many that never answer leave places for the others, and one that answers quickly is sent to
// without pauses.

const received: string[] = [];
const receiver = createServer((request, response) => {
  const path = request.url ?? "";
  received.push(path);
  if (!path.startsWith("/never")) response.end();
});

let api: TestApi;
let base: string;
before(async () => {
  api = await startApi({ works: true, webhookAddresses: { allowed: ["127.0.0.1"] } });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
after(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await api.close();
});

const newClient = async () => clientOf(api, await api.newMerchant());
const endpoint = (client: Client, path: string) =>
  client.ok("POST", "/v3/webhook-endpoints", { url: `${base}${path}`, events: ["customer.created"] });
const countOf = (path: string) => received.filter((each) => each === path).length;

async function createCustomers(client: Client, count: number): Promise<void> {
  for (let index = 0; index < count; index++) await client.ok("POST", "/v3/customers", { name: `Customer ${index}` });
}

async function secondsUntil(isSo: () => boolean): Promise<number> {
  const begin = performance.now();
  while (!isSo() && performance.now() - begin < 60_000) await sleep(20);
  return (performance.now() - begin) / 1_000;
}

test("WHK-3: 600 events go to one endpoint without pauses between its turns", async () => {
  const client = await newClient();
  await createCustomers(client, 600);
  await api.placeEvents(client.merchant);
  const { id } = await endpoint(client, "/quick");
  const range = { afterSequence: 0, throughSequence: 10_000 };
  const { count } = await client.ok("POST", `/v3/webhook-endpoints/${id}/replay`, range);
  assert.equal(count, 600);
  const seconds = await secondsUntil(() => countOf("/quick") === 600);
  assert.ok(seconds < 10, `${seconds} s`);
});

test("WHK-3: 110 endpoints that never answer, with twenty events each, hold up no other endpoint", async () => {
  for (let merchant = 0; merchant < 6; merchant++) {
    const client = await newClient();
    for (let index = 0; index < (merchant === 5 ? 10 : 20); index++)
      await endpoint(client, `/never/${merchant}/${index}`);
    await createCustomers(client, 20);
  }
  await secondsUntil(() => received.filter((path) => path.startsWith("/never")).length >= 110);
  const client = await newClient();
  await endpoint(client, "/other");
  await createCustomers(client, 1);
  const seconds = await secondsUntil(() => countOf("/other") === 1);
  assert.ok(seconds < 20, `${seconds} s`);
});

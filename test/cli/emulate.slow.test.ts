import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf } from "../support/client.ts";
import { killLeftOver, type Launched, launch, run, until } from "./program.ts";

// The systems outside, played by the program itself: what docs/sandbox.md says of them, with a server that is told of them.

const secret = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
const playedAt = /is emulated at (http:\S+),/;
const addressOf = (played: Launched) => playedAt.exec(played.stdout())?.[1] ?? "";

let processor: Launched;
let ledger: Launched;
let api: TestApi;
let client: Client;
before(async () => {
  processor = launch(["emulate", "processor"], {});
  ledger = launch(["emulate", "ledger", "--away", "1"], {});
  await until(processor, () => playedAt.test(processor.stdout()));
  await until(ledger, () => playedAt.test(ledger.stdout()));
  const processorA = { url: addressOf(processor), key: "emulated" };
  api = await startApi({ works: true, processorA, webhookAddresses: { allowed: ["127.0.0.1"] } });
  client = clientOf(api, api.merchants.A);
});
after(async () => {
  await api.close();
  killLeftOver();
});

async function found<Found>(what: string, find: () => Promise<Found | undefined>): Promise<Found> {
  for (let tries = 0; tries < 600; tries++) {
    const answer = await find();
    if (answer !== undefined) return answer;
    await sleep(50);
  }
  throw new Error(`never: ${what}`);
}

for (const [reference, expected] of [
  ["cus_card_globex", ["pm_card_globex", "CREDIT_CARD"]],
  ["cus_ach_globex", ["pm_ach_globex", "ACH_DEBIT"]],
  ["cus_transfer_globex", ["pm_transfer_globex", "ACH_CREDIT"]],
  ["cus_check_globex", ["pm_check_globex", "CHECK"]],
  ["cus_link_globex", ["pm_link_globex", "LINK"]],
] as const) {
  test(`a customer linked to ${reference} is charged by ${expected[1]}`, async () => {
    const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Globex" });
    const items = [{ customerId, processorType: "PROCESSOR_A", processorCustomerRef: reference }];
    const linked = async () => {
      const [item]: Json[] = (await client.ok("POST", "/v3/payment-accounts/bulk-link", { items })).items;
      return [item.defaultPaymentMethod, item.defaultPaymentMethodType];
    };
    const method = await found("a method", async () => {
      const now = await linked();
      return now[0] === null ? undefined : now;
    });
    assert.deepEqual(method, expected);
  });
}

test("a ledger emulator that was stopped gets all waiting records, and states why it rejects one", async () => {
  const { id: taken } = await client.ok("POST", "/v3/customers", { name: "Initech" });
  const { id: rejected } = await client.ok("POST", "/v3/customers", { name: "Hooli [reject: No such currency]" });
  await client.ok("POST", "/v3/webhook-endpoints", { url: addressOf(ledger), purpose: "SYNC" });
  const recordOf = (id: string) =>
    found("an answer", async () => {
      const [record]: Json[] = (await client.ok("GET", `/v3/sync/records?filter=entityId:eq:${id}`)).data;
      return ["SYNCED", "SYNC_FAILED"].includes(record.status) ? record : undefined;
    });
  const { status, externalId } = await recordOf(taken);
  assert.equal(status, "SYNCED");
  assert.match(externalId, /^LEDGER-\d+$/);
  assert.partialDeepStrictEqual(await recordOf(rejected), { status: "SYNC_FAILED", lastError: "No such currency" });
  assert.match(ledger.stdout(), /503 .*Away/);

  const { records }: Json = await (await fetch(`${addressOf(ledger)}/records`)).json();
  assert.deepEqual(
    records.filter(({ id }: Json) => id === taken),
    [{ entityType: "CUSTOMER", id: taken, version: 1, externalId }],
  );
  assert.ok(records.every(({ id }: Json) => id !== rejected));
});

test("a ledger emulator with a secret rejects unsigned messages", async () => {
  const strict = launch(["emulate", "ledger", "--secret", secret], {});
  await until(strict, () => playedAt.test(strict.stdout()));
  const body = JSON.stringify({ type: "sync.records", data: { records: [] } });
  assert.equal((await fetch(addressOf(strict), { method: "POST", body })).status, 401);
});

for (const [args, message] of [
  [["processor", "--port", "70000"], /port such as 9090/],
  [["ledger", "--secret", "secret"], /whsec_/],
  [["ledger", "--away", "-1"], /whole number/],
] as const) {
  test(`emulate ${args.join(" ")} is rejected with the reason`, async () => {
    const { code, stderr } = await run(["emulate", ...args], {});
    assert.notEqual(code, 0);
    assert.match(stderr, message);
  });
}

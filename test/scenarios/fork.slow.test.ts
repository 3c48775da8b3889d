import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createKey } from "../../src/platform/auth/keys.ts";
import { addUser } from "../../src/platform/auth/users.ts";
import { handleAllPending } from "../../src/platform/due-work.ts";
import { forkMerchant } from "../../src/platform/sandbox/fork.ts";
import { acmeCloudOn } from "../support/acme-cloud.ts";
import { startApi, type TestApi } from "../support/api.ts";
import { clientOf, close } from "../support/client.ts";
import { runDoctor } from "../support/doctor.ts";
import { rowsOfMerchant } from "../support/merchant-rows.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(async () => {
  await api.close();
});

const actor = { kind: "SYSTEM", id: "cli" } as const;

async function clientOfFork(merchantId: string) {
  const { db } = api.platform;
  const userId = await addUser(db, merchantId, `owner@${merchantId}.invalid`, "OWNER");
  const { key: writeKey } = await createKey(db, { merchantId, userId, access: "WRITE", name: "write" });
  return clientOf(api, { merchantId, userId, writeKey, readKey: writeKey });
}

/** The demo holds a contract out of its closes, of which the doctor warns once there is revenue to post. */
const violations = async (merchantId: string) =>
  (await runDoctor(api.platform.db, { merchantId })).filter(({ severity }) => severity === "violation");

test("the demo forked and advanced by 36 months: its books stay sound, and no byte of the source changes", async () => {
  const { merchantId: sourceId } = await acmeCloudOn(api);
  const before = await rowsOfMerchant(api.connectionString, sourceId);
  const forkId = await forkMerchant(api.platform.db, { sourceId, name: "Acme Cloud (trial)", actor });
  await handleAllPending(api.platform, forkId);
  assert.deepEqual(await violations(forkId), []);

  const client = await clientOfFork(forkId);
  const { now } = await client.ok("GET", "/v3/test-clock");
  let moment = Temporal.Instant.from(now);
  for (let month = 0; month < 36; month++) {
    moment = moment.toZonedDateTimeISO("UTC").add({ months: 1 }).toInstant();
    await client.advance(moment.toString());
  }
  const { bookCloseDate } = await client.ok("GET", "/v3/merchant/book-close-date");
  const next = Temporal.PlainDate.from(bookCloseDate).add({ days: 1 }).toPlainYearMonth().toString();
  await close(client, next);
  assert.deepEqual(await violations(forkId), []);
  assert.deepEqual(await rowsOfMerchant(api.connectionString, sourceId), before);
});

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { newMember } from "../../src/cli/member.ts";
import { DomainError } from "../../src/kernel/errors.ts";
import { newId } from "../../src/kernel/ids.ts";
import { createMerchant } from "../../src/platform/merchant/merchants.ts";
import { updateMerchant } from "../../src/platform/merchant/settings-service.ts";
import { forkMerchant } from "../../src/platform/sandbox/fork.ts";
import { resetSandbox } from "../../src/platform/sandbox/reset.ts";
import { write } from "../../src/platform/write.ts";
import { startApi, type TestApi, type TestMerchant } from "../support/api.ts";
import { type Client, clientOf, close, obligationBody } from "../support/client.ts";
import { runDoctor } from "../support/doctor.ts";
import { rowsOfMerchant } from "../support/merchant-rows.ts";
import { memberIn } from "../support/session-client.ts";

// ADR 0086: keys and people of a sandbox go on in an empty one.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const draft = {
  name: "Harbour",
  currency: "USD",
  timeZone: "UTC",
  erpKind: "ACCOUNTING",
  performanceObligations: true,
} as const;

/** A sandbox with an approved contract, invoices and a closed month. */
async function usedSandbox(): Promise<TestMerchant> {
  const { db } = api.platform;
  const merchantId = await createMerchant(db, {
    ...draft,
    sandboxClock: Temporal.Instant.from("2026-01-15T12:00:00Z"),
  });
  const merchant = { merchantId, ...(await newMember(db, merchantId)) };
  const client = clientOf(api, merchant);
  const by = { merchantId, actor: { kind: "SYSTEM", id: "test" } } as const;
  await write(api.platform, by, (ctx) => updateMerchant(ctx, { invoicePrefix: "HB-", rounding: "HALF_EVEN" }));
  const contractId = await client.contract();
  await client.add(contractId, obligationBody());
  await client.approve(contractId);
  await client.advance("2026-04-02T12:00:00Z");
  await close(client, "2026-02");
  return merchant;
}

const clock = Temporal.Instant.from("2026-01-01T00:00:00Z");
const reset = (merchantId: string) => resetSandbox(api.platform.db, { merchantId, clock });

/** The same keys when they open another merchant: what a key opens is known for a second. */
async function movedTo(merchant: TestMerchant, merchantId: string): Promise<Client> {
  const client = clientOf(api, { ...merchant, merchantId });
  while ((await client.ok("GET", "/v3/merchant/info")).id !== merchantId) await sleep(50);
  return client;
}

test("keys open an empty sandbox with the same name and settings, and working books", async () => {
  const merchant = await usedSandbox();
  const { createdAt: _created, id: _id, ...before } = await clientOf(api, merchant).ok("GET", "/v3/merchant/info");
  const empty = await movedTo(merchant, await reset(merchant.merchantId));
  const { createdAt: _createdNow, id, ...now } = await empty.ok("GET", "/v3/merchant/info");
  assert.deepEqual([id, now], [empty.merchant.merchantId, before]);
  for (const list of ["contracts", "customers", "invoices", "journal-entries", "categories", "payments"]) {
    assert.equal((await empty.ok("GET", `/v3/${list}`)).totalItems, 0, list);
  }
  assert.equal((await empty.ok("GET", "/v3/test-clock")).now, "2026-01-01T00:00:00.000Z");
  assert.equal((await api.request("GET", "/v3/contracts", { key: merchant.readKey })).status, 200);

  const contractId = await empty.contract();
  await empty.add(contractId, obligationBody());
  await empty.approve(contractId);
  await empty.advance("2026-03-02T12:00:00Z");
  await close(empty, "2026-01");
  const { invoiceNumber } = (await empty.ok("GET", "/v3/invoices?filter=status:eq:ISSUED&sort=issueDate:asc")).data[0];
  assert.equal(invoiceNumber, "HB-000001", "numbers begin anew");
  const reopened = await api.request("POST", "/v3/month-end-close/reopen-period?month=2026-01", {
    key: merchant.writeKey,
  });
  assert.equal(reopened.status, 201, "who made the key is a member there");
  assert.deepEqual(await runDoctor(api.platform.db, { merchantId: id }), []);
});

test("the old sandbox is kept under another name, and no key opens it", async () => {
  const merchant = await usedSandbox();
  const { merchantId } = merchant;
  const before = await rowsOfMerchant(api.connectionString, merchantId);
  const emptyId = await reset(merchantId);
  const now = await rowsOfMerchant(api.connectionString, merchantId);
  const changed = Object.keys(before).filter((table) => now[table]?.sha256 !== before[table]?.sha256);
  const told = ["api_key", "audit_head", "audit_log", "event_arrival", "membership", "outbox_event"];
  assert.deepEqual(changed, told);
  assert.deepEqual(await runDoctor(api.platform.db, { merchantId }), []);

  const { db } = api.platform;
  const open = db
    .selectFrom("api_key")
    .select("id")
    .where("merchant_id", "=", merchantId)
    .where("revoked_at", "is", null);
  assert.deepEqual(await open.execute(), []);
  const named = await db
    .selectFrom("merchant")
    .select(["id", "name"])
    .where("id", "in", [merchantId, emptyId])
    .execute();
  const nameOf = (id: string) => named.find((each) => each.id === id)?.name ?? "";
  assert.equal(nameOf(emptyId), "Harbour");
  assert.match(nameOf(merchantId), /^Harbour, reset on \d{4}-/);
});

test("a signed-in person stays signed in, with the same role", async () => {
  const merchant = await usedSandbox();
  const browser = await memberIn(api, merchant, "CONTROLLER");
  const emptyId = await reset(merchant.merchantId);
  const session = await browser.ok("GET", "/v3/session");
  assert.deepEqual([session.merchant.id, session.merchant.role ?? session.role], [emptyId, "CONTROLLER"]);
  assert.equal((await browser.ok("GET", "/v3/contracts")).totalItems, 0);
  const customer = { name: "Northwind" };
  const ofBefore = await browser.send("POST", "/v3/customers", customer);
  assert.equal(ofBefore.body.error.errorCode, "CSRF_INVALID", "a page that shows the sandbox of before cannot write");
  const loadedAnew = await browser.send("POST", "/v3/customers", customer, { "x-csrf-token": session.csrfToken });
  assert.equal(loadedAnew.status, 201);
});

test("a sandbox can be reset again, and so can a fork", async () => {
  const merchant = await usedSandbox();
  const again = await reset(await reset(merchant.merchantId));
  assert.equal((await (await movedTo(merchant, again)).ok("GET", "/v3/contracts")).totalItems, 0);
  const { db } = api.platform;
  const actor = { kind: "SYSTEM", id: "test" } as const;
  const used = await usedSandbox();
  const forkId = await forkMerchant(db, { sourceId: used.merchantId, name: "Trial", actor });
  const fork = { merchantId: forkId, ...(await newMember(db, forkId)) };
  const empty = await movedTo(fork, await reset(forkId));
  assert.equal((await empty.ok("GET", "/v3/contracts")).totalItems, 0);
  assert.deepEqual(await runDoctor(db, { merchantId: forkId }), []);
});

test("a live merchant, an unknown one and one already reset are rejected, and nothing is created", async () => {
  const { db } = api.platform;
  const { merchantId: former } = await usedSandbox();
  await reset(former);
  const live = await createMerchant(db, { ...draft, sandboxClock: null });
  const count = async () => (await db.selectFrom("merchant").select("id").execute()).length;
  const before = await count();
  const refused = (code: string) => (error: unknown) => error instanceof DomainError && error.code === code;
  await assert.rejects(reset(live), refused("NOT_SANDBOX"));
  await assert.rejects(reset(newId()), refused("MERCHANT_NOT_FOUND"));
  // A script that names the sandbox of the first time would go on with what is used since.
  await assert.rejects(reset(former), { code: "VALIDATION_FAILED", message: /a reset moved them to another sandbox/ });
  assert.equal(await count(), before);
});

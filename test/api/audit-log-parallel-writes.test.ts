import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { verifyAuditChain } from "../../src/platform/audit-chain.ts";
import { inTransaction } from "../../src/platform/db/pool.ts";
import { rolledBack, write } from "../../src/platform/write.ts";
import { auditedBefore, startApi, type TestApi, type TestMerchant } from "../support/api.ts";
import { clientOf } from "../support/client.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const options = ({ merchantId }: TestMerchant) => ({ merchantId, actor: { kind: "SYSTEM", id: "test" } }) as const;
const note = (entityId: string) => ({ action: "test.note", entityType: "TEST", entityId });

const chainOf = ({ merchantId }: TestMerchant) =>
  inTransaction(
    api.platform.db,
    merchantId,
    async (tx) => {
      const rows = await tx
        .selectFrom("audit_log")
        .select(["sequence", "entity_id"])
        .where("merchant_id", "=", merchantId)
        .where("sequence", ">", String(auditedBefore))
        .orderBy("sequence")
        .execute();
      const { brokenAt } = await verifyAuditChain(tx, merchantId);
      return { entityIds: rows.map((row) => row.entity_id), brokenAt };
    },
    { readOnly: true },
  );

test("a slow write does not delay the audit rows of another write", async () => {
  const merchant = await api.newMerchant();
  const slowHasNoted = Promise.withResolvers<void>();
  const quickIsDone = Promise.withResolvers<void>();
  const slow = write(api.platform, options(merchant), async (ctx) => {
    ctx.audit(note("slow"));
    slowHasNoted.resolve();
    await quickIsDone.promise;
  });
  await slowHasNoted.promise;
  // Held up, it would wait for the lock of the other one until its own time is over, and fail.
  await write(api.platform, options(merchant), async (ctx) => ctx.audit(note("quick"))).finally(quickIsDone.resolve);
  await slow;
  assert.deepEqual(await chainOf(merchant), { entityIds: ["quick", "slow"], brokenAt: null });
});

test("concurrent writes of one merchant make one chain of audit rows", async () => {
  const merchant = await api.newMerchant();
  const client = clientOf(api, merchant);
  const names = Array.from({ length: 40 }, (_, index) => `Customer ${index}`);
  const made = await Promise.all(names.map((name) => client.ok("POST", "/v3/customers", { name })));
  const chain = await chainOf(merchant);
  assert.equal(chain.brokenAt, null);
  assert.deepEqual(chain.entityIds.toSorted(), made.map(({ id }) => id).toSorted());
});

test("several audit rows of one write keep their order beside another write with several", async () => {
  const merchant = await api.newMerchant();
  const several = (name: string) =>
    write(api.platform, options(merchant), async (ctx) => {
      for (let place = 0; place < 5; place++) ctx.audit(note(`${name}${place}`));
    });
  await Promise.all(["a", "b", "c"].map(several));
  const { entityIds, brokenAt } = await chainOf(merchant);
  assert.equal(brokenAt, null);
  const blocks = [0, 5, 10].map((from) => entityIds.slice(from, from + 5).join(" "));
  assert.deepEqual(
    blocks.toSorted(),
    ["a", "b", "c"].map((name) => [0, 1, 2, 3, 4].map((place) => `${name}${place}`).join(" ")),
  );
});

test("a write that fails at commit or is rolled back leaves no audit row and no gap", async () => {
  const merchant = await api.newMerchant();
  const failing = write(api.platform, options(merchant), async (ctx) => {
    // PostgreSQL takes no such character in text, which shows when the row is stored.
    ctx.audit(note("broken\u0000"));
  });
  await assert.rejects(failing);
  await rolledBack(api.platform, options(merchant), async (ctx) => ctx.audit(note("dry")));
  await write(api.platform, options(merchant), async (ctx) => ctx.audit(note("kept")));
  assert.deepEqual(await chainOf(merchant), { entityIds: ["kept"], brokenAt: null });
});

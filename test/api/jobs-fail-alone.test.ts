import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { closeMonth, whenOutboxDrained } from "../../src/close/service.ts";
import { issueDueInvoices } from "../../src/invoicing/jobs.ts";
import { monthFrom } from "../../src/kernel/day.ts";
import { DomainError } from "../../src/kernel/errors.ts";
import { doDueWork, doHourlyWork, handlePending, systemWrite } from "../../src/platform/due-work.ts";
import { createMerchant } from "../../src/platform/merchant/merchants.ts";
import { type Platform, write } from "../../src/platform/write.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, obligationBody } from "../support/client.ts";
import { execute } from "../support/template.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

/** Contracts that are approved and wait for the worker; the first by id comes first. */
async function approvedContracts(client: Client, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    const id = await client.contract();
    await client.add(id, obligationBody());
    await client.ok("POST", `/v3/contracts/${id}/actions`, { action: "APPROVE" });
    ids.push(id);
  }
  return ids.toSorted();
}

/** The platform with a subscriber that fails for one contract. */
function failingFor(contractId: string): Platform {
  const poison = {
    name: "poison",
    types: ["contract.approved"],
    react: async (_: unknown, facts: readonly { readonly contractId: string }[]) => {
      if (facts.some((fact) => fact.contractId === contractId)) throw new Error("poisoned");
    },
  };
  return { ...api.platform, subscribers: [...api.platform.subscribers, poison] };
}

async function contractsIssued(client: Client): Promise<string[]> {
  const { data } = await client.ok("GET", "/v3/invoices?limit=100&filter=status:eq:ISSUED");
  const ids: string[] = data.map(({ contractId }: Json) => contractId);
  return [...new Set(ids)].toSorted();
}

const failure = (message: RegExp) => (error: unknown) => error instanceof AggregateError && message.test(error.message);

test("JOB-1: one contract that cannot be handled holds up no other, and a close names it", async () => {
  const client = clientOf(api, await api.newMerchant("2026-02-10T00:00:00Z"));
  const [bad = "", ...good] = await approvedContracts(client, 3);
  const { merchantId } = client.merchant;
  const platform = failingFor(bad);
  const unhandled = await handlePending(platform, merchantId);
  assert.deepEqual(
    unhandled.map(({ item }) => item),
    [bad],
  );
  assert.deepEqual(await contractsIssued(client), good);

  const month = monthFrom(2026, 1);
  await assert.rejects(
    whenOutboxDrained(platform, merchantId, () =>
      write(platform, systemWrite(merchantId), (ctx) => closeMonth(ctx, month)),
    ),
    (error: unknown) => {
      assert.ok(error instanceof DomainError);
      assert.equal(error.code, "PERIOD_CANNOT_CLOSE");
      const checks = error.details.checks as readonly { code: string; ids: readonly string[] }[];
      assert.deepEqual(
        checks.map(({ code, ids }) => [code, ids]),
        [["WORK_PENDING", [bad]]],
      );
      return true;
    },
  );
  await assert.rejects(doDueWork(platform, merchantId), failure(/1 contracts failed.*poisoned/));
  await client.drainOutbox();
  assert.equal((await contractsIssued(client)).length, 3);
});

test("JOB-1: one contract whose invoices cannot be issued holds up no other, nor the work that comes after", async () => {
  const client = clientOf(api, await api.newMerchant("2025-12-10T00:00:00Z"));
  const [bad = "", ...good] = await approvedContracts(client, 3);
  await client.drainOutbox();
  const { merchantId } = client.merchant;
  await execute(
    api.connectionString,
    `create function poison() returns trigger language plpgsql as $$ begin raise exception 'poisoned'; end $$;
     create trigger poison before insert or update on invoice for each row
       when (new.contract_id = '${bad}') execute function poison();
     update sandbox_clock set now = '2026-01-10T00:00:00Z' where merchant_id = '${merchantId}'`,
  );
  try {
    const came: string[] = [];
    const next = { name: "next", nextDate: async () => undefined, run: async () => void came.push("next") };
    const platform = { ...api.platform, dueWork: [issueDueInvoices, next] };
    await assert.rejects(doDueWork(platform, merchantId), failure(/1 contracts failed.*poisoned/));
    assert.deepEqual(await contractsIssued(client), good);
    assert.deepEqual(came, ["next"]);
  } finally {
    await execute(api.connectionString, "drop trigger poison on invoice");
  }
});

test("JOB-1: one live merchant whose work fails holds up no other, nor the forgetting of old answers", async () => {
  const ids: string[] = [];
  for (const name of ["First", "Second", "Third"]) {
    ids.push(
      await createMerchant(api.platform.db, {
        name,
        currency: "USD",
        timeZone: "UTC",
        erpKind: "ACCOUNTING",
        performanceObligations: false,
        sandboxClock: null,
      }),
    );
  }
  const { merchantId: answered } = api.merchants.A;
  await execute(
    api.connectionString,
    `insert into idempotent_answer (merchant_id, idempotency_key, fingerprint, answer, recorded_at)
     values ('${answered}', 'old', '', '{}', '2020-01-01T00:00:00Z')`,
  );
  const [bad, ...good] = ids.toSorted();
  const done: string[] = [];
  const work = {
    name: "work",
    nextDate: async () => undefined,
    run: async (_: Platform, { merchantId }: { readonly merchantId: string }) => {
      if (merchantId === bad) throw new Error("poisoned");
      done.push(merchantId);
    },
  };
  const reports: string[] = [];
  const report = (tried: number, total: number) => reports.push(`${tried} of ${total}`);
  const hourly = doHourlyWork({ ...api.platform, dueWork: [work] }, report);
  await assert.rejects(hourly, failure(/1 merchants failed.*poisoned/));
  assert.deepEqual(done, good);
  assert.deepEqual(reports, ["0 of 3", "1 of 3", "2 of 3"]);
  const kept = await api.platform.db.selectFrom("idempotent_answer").select("idempotency_key").execute();
  assert.deepEqual(kept, []);
});

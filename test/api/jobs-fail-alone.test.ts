import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { closeMonth, whenOutboxDrained } from "../../src/close/service.ts";
import { issueDueInvoices } from "../../src/invoicing/jobs.ts";
import { monthFrom } from "../../src/kernel/day.ts";
import { DomainError } from "../../src/kernel/errors.ts";
import { doDueWork, handlePending, systemWrite } from "../../src/platform/due-work.ts";
import { type Platform, write } from "../../src/platform/write.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, obligationBody } from "../support/client.ts";
import { allowTriggers, execute } from "../support/template.ts";

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

test("JOB-1: a contract whose events cannot be handled delays no other, and a close names it", async () => {
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

test("JOB-1: a contract whose invoices cannot be issued delays no other, nor the work after it", async () => {
  const client = clientOf(api, await api.newMerchant("2025-12-10T00:00:00Z"));
  const [bad = "", ...good] = await approvedContracts(client, 3);
  await client.drainOutbox();
  const { merchantId } = client.merchant;
  await execute(
    api.connectionString,
    allowTriggers,
    "create function poison() returns trigger language plpgsql as $$ begin raise exception 'poisoned'; end $$",
    `create trigger poison before insert or update on invoice for each row
       when (new.contract_id = '${bad}') execute function poison()`,
    `update sandbox_clock set now = '2026-01-10T00:00:00Z' where merchant_id = '${merchantId}'`,
  );
  try {
    const came: string[] = [];
    const next = { name: "next", nextDate: async () => undefined, run: async () => void came.push("next") };
    const platform = { ...api.platform, dueWork: [issueDueInvoices, next] };
    await assert.rejects(doDueWork(platform, merchantId), failure(/1 contracts failed.*poisoned/));
    assert.deepEqual(await contractsIssued(client), good);
    assert.deepEqual(came, ["next"]);
  } finally {
    await execute(api.connectionString, allowTriggers, "drop trigger poison on invoice");
  }
});

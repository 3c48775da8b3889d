import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { listOpenJobs } from "../../src/cli/job-store.ts";
import { type Json, startApi } from "../support/api.ts";
import { clientOf, obligationBody } from "../support/client.ts";
import { allowTriggers, execute } from "../support/template.ts";

test("a failed job shows the message of a rejection, and of any other error only a pointer to the log", async () => {
  const api = await startApi({ works: true });
  try {
    await execute(
      api.connectionString,
      allowTriggers,
      "create function poison() returns trigger language plpgsql as $$ begin raise exception 'secret of %', tg_name; end $$",
      "create trigger poison before insert on invoice for each row execute function poison()",
    );
    const client = clientOf(api, api.merchants.A);
    const contractId = await client.contract();
    await client.add(contractId, obligationBody());
    await client.ok("POST", `/v3/contracts/${contractId}/actions`, { action: "APPROVE" });
    const failed = async () => {
      const jobs = await listOpenJobs(api.platform.db, 100);
      return jobs.find((job) => job.contractId === contractId && job.lastError !== null);
    };
    let job = await failed();
    for (let tries = 0; job === undefined && tries < 200; tries++) {
      await sleep(50);
      job = await failed();
    }
    assert.ok(job !== undefined, "the job failed");
    assert.match(job.lastError ?? "", /secret of poison/, "the operator sees why");
    assert.deepEqual(job.progress, { done: 0, total: 1 });
    const told = await client.ok("GET", `/v3/jobs/${job.id}`);
    assert.deepEqual(told.progress, { done: 0, total: 1 });
    assert.equal(told.contractId, contractId);

    const shown = async (): Promise<Json> => (await client.ok("GET", `/v3/jobs/${job.id}`)).lastError;
    const fixed = "The job failed; the log has the reason.";
    assert.equal(await shown(), fixed);
    // As the job library keeps what a worker throws.
    const keep = async (output: object) => {
      await sql`update pgboss.job set output = ${JSON.stringify(output)}::jsonb where id = ${job.id}::uuid`.execute(
        api.platform.db,
      );
    };
    await keep({ name: "error", message: "secret", stack: "secret" });
    assert.equal(await shown(), fixed);
    await keep({ name: "DomainError", message: "Contract not found.", stack: "secret" });
    assert.equal(await shown(), "Contract not found.");
  } finally {
    await api.close();
  }
});

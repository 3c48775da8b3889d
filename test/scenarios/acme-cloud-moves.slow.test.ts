import { deepEqual, equal } from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { DemoMerchant } from "../../src/integrations/demo/service.ts";
import { acmeCloudOn } from "../support/acme-cloud.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, close } from "../support/client.ts";
import { runDoctor } from "../support/doctor.ts";
import { exported, imported } from "../support/exported-book.ts";
import { allOf, booksByContract } from "../support/moved-book.ts";
import { enablePobs } from "../support/pobs.ts";

// All contracts of the demo move to another merchant, and both books run on for half a year.

let api: TestApi;
let demo: DemoMerchant;
let root: string;
before(async () => {
  api = await startApi();
  demo = await acmeCloudOn(api);
  root = await mkdtemp(join(tmpdir(), "accord-export-"));
});
after(async () => {
  await rm(root, { recursive: true });
  await api.close();
});

const asOf = "2025-12";
const months = [asOf, "2026-01", "2026-02", "2026-03", "2026-04", "2026-05", "2026-06"];

async function runOn(client: Client) {
  for (const day of ["2026-02-05", "2026-03-05", "2026-04-05", "2026-05-05", "2026-06-05", "2026-07-05"]) {
    await client.advance(`${day}T09:00:00Z`);
    await client.drainOutbox();
  }
  await close(client, "2026-06");
}

/**
 * Balances by contract, without what the other book cannot have: revenue of the month of the openings, and what later payments of the demo settled,
 * which the other merchant receives again.
 */
async function balances(client: Client): Promise<Json> {
  const books = await booksByContract(client, months);
  const later = [...books].map(([name, book]) => [
    name,
    Object.entries(book).filter(([key]) =>
      key.endsWith(asOf) ? !key.startsWith("REVENUE") : !/^(RECEIVABLE|CUSTOMER_CREDIT)/.test(key),
    ),
  ]);
  return Object.fromEntries(later.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
}

test("all of its contracts are exported, and have equal books where they are loaded", async () => {
  const client = clientOf(api, demo);
  const { folder, result } = await exported(api, root, demo);
  deepEqual(result.notCarried, []);
  equal(result.rows.contracts, 40);
  const other = await api.newMerchant("2026-01-15T09:00:00Z");
  await enablePobs(api, other);
  const there = clientOf(api, other);
  const { usageGraceDays } = await client.ok("GET", "/v3/merchant");
  await there.ok("PATCH", "/v3/merchant", { invoicePrefix: "N-", usageGraceDays });
  const loaded = await imported(api, other, folder);
  deepEqual(loaded.refused, []);
  deepEqual(
    loaded.tieOut?.filter(({ difference }) => /[1-9]/.test(difference)),
    [],
  );
  await there.drainOutbox();
  await close(there, asOf);
  for (const { contractId, status } of await allOf(client, "/v3/month-end-close/holds"))
    if (status === "HELD") await client.ok("DELETE", `/v3/contracts/${contractId}/close-hold`);
  await runOn(client);
  await runOn(there);
  deepEqual(await balances(there), await balances(client));
  const found = await runDoctor(api.platform.db, { merchantId: other.merchantId, full: true });
  // A project whose progress nobody measured since is a warning in both books.
  deepEqual(
    found.filter(({ severity }) => severity === "violation"),
    [],
  );
});

import pg from "pg";
import { recordAudit } from "../../src/platform/audit.ts";
import { operator } from "../../src/platform/auth/person.ts";
import { readClock } from "../../src/platform/clock.ts";
import { inTransaction } from "../../src/platform/db/pool.ts";
import type { TestApi, TestMerchant } from "./api.ts";
import { type Client, priced } from "./client.ts";

/** Another sandbox merchant, with performance-obligation features. */
export async function withPobs(api: TestApi, clock?: string): Promise<TestMerchant> {
  const merchant = await api.newMerchant(clock);
  await enablePobs(api, merchant);
  return merchant;
}

/** Turns performance-obligation features on, as if the merchant had been created with them. */
export async function enablePobs(api: TestApi, { merchantId }: TestMerchant): Promise<void> {
  const owner = new pg.Client({ connectionString: api.connectionString });
  await owner.connect();
  await owner.query("update merchant set performance_obligations = true where id = $1", [merchantId]);
  await owner.end();
  await inTransaction(api.platform.db, merchantId, async (tx) => {
    const found = await readClock(tx, merchantId, "write");
    if (found === undefined) throw new Error("the merchant is gone");
    const changes = [{ path: "performanceObligations", from: false, to: true }];
    const row = { action: "merchant.create", entityType: "MERCHANT", entityId: merchantId, changes };
    recordAudit({ tx, ...found, actor: operator }, [row], undefined);
  });
}

/** A usage term of 2026, billed by month in arrears. */
export function usageBody(eventTypeId: string, parts: object = {}) {
  return {
    name: "Calls",
    startDate: "2026-01-01",
    endDate: "2026-12-31",
    interval: "MONTH",
    invoiceDateStrategy: "ARREARS",
    billingType: "UNIT",
    eventTypeId,
    ...priced("0.01", "PER_ITEM"),
    ...parts,
  };
}

/** A contract whose usage is recognized as it is consumed. */
export async function meteredContract(client: Client, eventTypeId: string, body: object = {}) {
  const contract = await client.contract(body);
  const path = `/v3/contracts/${contract}`;
  const term = await client.ok("POST", `${path}/billing-terms`, usageBody(eventTypeId));
  const billingTermGroup: string = term.billingTermGroupId;
  const toCreate = [{ recognitionPattern: "RECOGNIZE_AS_CONSUMED", eventTypeId }];
  const batch = { billingTermGroupId: billingTermGroup, toCreate };
  const { created } = await client.ok("POST", `${path}/performance-obligations`, batch);
  return { contract, billingTermGroup, billingTerm: term.id as string, performanceObligation: created[0].id as string };
}

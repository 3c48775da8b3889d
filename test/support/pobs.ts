import pg from "pg";
import type { TestApi, TestMerchant } from "./api.ts";
import { type Client, priced } from "./client.ts";

/** Another sandbox merchant, with performance-obligation features. */
export async function withPobs(api: TestApi, clock?: string): Promise<TestMerchant> {
  const merchant = await api.newMerchant(clock);
  await enablePobs(api, merchant);
  return merchant;
}

/** Turns performance-obligation features on. */
export async function enablePobs(api: TestApi, { merchantId }: TestMerchant): Promise<void> {
  const owner = new pg.Client({ connectionString: api.connectionString });
  await owner.connect();
  await owner.query("update merchant set performance_obligations = true where id = $1", [merchantId]);
  await owner.end();
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

import type pg from "pg";
import { allocatedDiscount, changedTerm, discountOf, sharingContract } from "../matrix/records.ts";
import type { Case, Prepare } from "./audited-writes.ts";
import { type Client, obligationBody, unknownId } from "./client.ts";
import { meteredContract } from "./pobs.ts";

async function enable(owner: pg.Client, { merchant }: Client): Promise<void> {
  await owner.query("update merchant set performance_obligations = true where id = $1", [merchant.merchantId]);
}

/** A case about a contract with an obligation, its group and its performance obligation. */
const ofGroup =
  (
    prepare: (ids: { contract: string; group: string; pob: string }) => Omit<Case, "table"> & { table?: string },
  ): Prepare =>
  async (client, owner) => {
    await enable(owner, client);
    const contract = `/v3/contracts/${await client.contract()}`;
    const added = await client.ok("POST", `${contract}/obligations`, obligationBody());
    const ids = { contract, group: added.billingTermGroupId, pob: added.performanceObligationId };
    return { table: "performance_obligation", ...prepare(ids) };
  };

/** Writes of performance obligations and their groups. */
export const pobWrites: Readonly<Record<string, Prepare>> = {
  "POST /v3/contracts/{id}/performance-obligations": ofGroup(({ contract, group, pob }) => ({
    request: {
      path: `${contract}/performance-obligations`,
      body: { billingTermGroupId: group, toUpdate: [{ id: pob, name: "Renamed" }] },
    },
    rejected: { body: { billingTermGroupId: unknownId } },
    code: "BILLING_TERM_GROUP_NOT_FOUND",
    action: "performance-obligation.update",
    target: ["PERFORMANCE_OBLIGATION", pob],
  })),
  "PATCH /v3/contracts/{id}/performance-obligations/{pobId}": ofGroup(({ contract, pob }) => ({
    request: { path: `${contract}/performance-obligations/${pob}`, body: { name: "Renamed" } },
    rejected: { path: `${contract}/performance-obligations/${unknownId}` },
    code: "POB_NOT_FOUND",
    action: "performance-obligation.update",
    target: ["PERFORMANCE_OBLIGATION", pob],
  })),
  "POST /v3/performance-obligations/{pobId}/recognized": ofGroup(({ pob }) => ({
    request: {
      path: `/v3/performance-obligations/${pob}/recognized`,
      body: [{ timeframe: "2026-03", total: "1.00" }],
    },
    rejected: { path: `/v3/performance-obligations/${unknownId}/recognized` },
    code: "POB_NOT_FOUND",
    action: "performance-obligation.set-revenue",
    target: ["PERFORMANCE_OBLIGATION", pob],
  })),
  "PATCH /v3/contracts/{id}/modifications/{modificationId}": async (client) => {
    const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Buyer" });
    const { contract, modification } = await changedTerm(client, customerId, "Changed");
    const path = `/v3/contracts/${contract}/modifications`;
    return {
      request: { path: `${path}/${modification}`, body: { treatment: "CUMULATIVE_CATCH_UP", reason: "Not distinct." } },
      rejected: { path: `${path}/${unknownId}` },
      code: "MODIFICATION_NOT_FOUND",
      action: "contract-modification.treat",
      target: ["CONTRACT_MODIFICATION", modification],
      table: "modification_choice",
    };
  },
  "POST /v3/contracts/{id}/discount-allocations": async (client, owner) => {
    await enable(owner, client);
    const { contract, performanceObligation } = await sharingContract(client, "Sharing");
    const path = `/v3/contracts/${contract}/discount-allocations`;
    return {
      request: { path, body: discountOf(performanceObligation) },
      rejected: { body: discountOf(unknownId) },
      code: "POB_NOT_FOUND",
      action: "discount-allocation.create",
      target: ["DISCOUNT_ALLOCATION"],
      table: "discount_allocation",
    };
  },
  "DELETE /v3/contracts/{id}/discount-allocations/{discountAllocationId}": async (client, owner) => {
    await enable(owner, client);
    const { contract, discountAllocation } = await allocatedDiscount(client, "Sharing");
    const path = `/v3/contracts/${contract}/discount-allocations`;
    return {
      request: { path: `${path}/${discountAllocation}` },
      rejected: { path: `${path}/${unknownId}` },
      code: "DISCOUNT_ALLOCATION_NOT_FOUND",
      action: "discount-allocation.delete",
      target: ["DISCOUNT_ALLOCATION", discountAllocation],
      table: "discount_allocation",
    };
  },
  "DELETE /v3/contracts/{id}/billing-term-groups/{groupId}": ofGroup(({ contract, group }) => ({
    request: { path: `${contract}/billing-term-groups/${group}` },
    rejected: { path: `${contract}/billing-term-groups/${unknownId}` },
    code: "BILLING_TERM_GROUP_NOT_FOUND",
    action: "billing-term-group.delete",
    target: ["BILLING_TERM_GROUP", group],
  })),
  "PATCH /v3/contracts/{id}/billing-term-groups/{groupId}/event-type": async (client, owner) => {
    await enable(owner, client);
    const eventType = async (name: string) => (await client.ok("POST", "/v3/events/types", { name })).id as string;
    const metered = await meteredContract(client, await eventType("Calls"));
    const groups = `/v3/contracts/${metered.contract}/billing-term-groups`;
    const body = {
      billingTermIds: [metered.billingTerm],
      performanceObligationIds: [metered.performanceObligation],
      toEventTypeId: await eventType("Messages"),
    };
    return {
      request: { path: `${groups}/${metered.billingTermGroup}/event-type`, body },
      rejected: { path: `${groups}/${unknownId}/event-type` },
      code: "BILLING_TERM_GROUP_NOT_FOUND",
      action: "billing-term-group.change-event-type",
      target: ["BILLING_TERM_GROUP", metered.billingTermGroup],
      table: "billing_term_group",
    };
  },
};

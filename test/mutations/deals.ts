import type { Json, TestApi } from "../support/api.ts";
import { type Client, clientOf, close, obligationBody, priced } from "../support/client.ts";
import { milestoneBody, termBody } from "../support/term-client.ts";

/**
 * A merchant whose contracts were loaded, and changed after they were approved: what the others have none of. The first half of 2026 is closed, and
 * July open.
 */
export async function changedDeals(api: TestApi): Promise<string> {
  const client = clientOf(api, await api.newMerchant("2026-06-05T12:00:00Z"));
  const customer = await taxedCustomer(client);
  await openedWithDifference(client, customer);
  const corrected = await inOwnAccounts(client, customer);
  await close(client, "2026-05");
  await client.advance("2026-06-16T12:00:00Z");
  await swapped(client, customer);
  await correctedParts(client, corrected);
  await reachedMilestone(client, customer);
  await client.advance("2026-07-05T12:00:00Z");
  await close(client, "2026-06");
  await client.drainOutbox();
  return client.merchant.merchantId;
}

const billingAddress = { line1: "1 Main Street", city: "Berlin", country: "DE" };

async function taxedCustomer({ ok }: Client): Promise<string> {
  await ok("PATCH", "/v3/merchant", {
    taxRates: [{ country: "DE", category: "S", rate: "0.19", validFrom: "2020-01-01" }],
  });
  return (await ok("POST", "/v3/customers", { name: "Moved", billingAddress })).id;
}

/** 400.00 were earned by the pattern, and 350.00 recognized in the books that it comes from. */
async function openedWithDifference(client: Client, customerId: string): Promise<void> {
  const contractId = await client.contract({ customerId });
  const { billingTermId, performanceObligationId } = await client.add(contractId, obligationBody());
  await client.ok("POST", `/v3/contracts/${contractId}/opening`, {
    ...{ asOf: "2026-04-30", difference: "SPREAD" },
    billingTerms: [{ billingTermId, invoicedThrough: "2026-06-30", billed: "600.00" }],
    performanceObligations: [{ performanceObligationId, recognized: "350.00" }],
  });
  await client.drainOutbox();
}

type Corrected = { readonly contractId: string; readonly parts: readonly Json[] };

/** Two obligations, one of a category with accounts of its own. */
async function inOwnAccounts(client: Client, customerId: string): Promise<Corrected> {
  const accounts = { revenueAccount: "Support revenue", contractLiabilityAccount: "Deferred support" };
  const { id: categoryId } = await client.ok("POST", "/v3/categories", { name: "Support", ...accounts });
  const contractId = await client.contract({ customerId });
  const parts = [
    await client.add(contractId, obligationBody({ categoryId }, { name: "Support", ...priced("90.00") })),
    await client.add(contractId, obligationBody()),
  ];
  await client.approve(contractId);
  return { contractId, parts };
}

/** Later last days, and another pattern. */
async function correctedParts(client: Client, { contractId, parts: [support, platform] }: Corrected): Promise<void> {
  const path = `/v3/contracts/${contractId}`;
  await client.ok("PATCH", `${path}/billing-terms/${platform?.billingTermId}`, { endDate: "2027-03-31" });
  await client.ok("PATCH", `${path}/obligation/${support?.id}`, { recognitionPattern: "STRAIGHT_LINE_DAILY" });
  await client.drainOutbox();
}

async function swapped(client: Client, customerId: string): Promise<void> {
  const contractId = await client.contract({ customerId });
  const path = `/v3/contracts/${contractId}`;
  const body = termBody({ interval: "MONTH", ...priced("100.00") });
  const { id } = await client.ok("POST", `${path}/billing-terms`, body);
  await client.approve(contractId);
  const { startDate: _start, ...newTerm } = termBody({ name: "Large", interval: "MONTH", ...priced("160.00") });
  await client.ok("POST", `${path}/billing-terms/${id}/swap`, { effectiveDate: "2026-06-21", newTerm });
  await client.drainOutbox();
}

async function reachedMilestone(client: Client, customerId: string): Promise<void> {
  const contractId = await client.contract({ customerId });
  const { id } = await client.ok("POST", `/v3/contracts/${contractId}/billing-terms`, milestoneBody());
  await client.approve(contractId);
  await client.ok("POST", `/v3/contracts/${contractId}/billing-terms/${id}/milestone`, { reachedOn: "2026-06-10" });
  await client.drainOutbox();
}

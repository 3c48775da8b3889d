import type pg from "pg";
import type { Client } from "./client.ts";
import { multiplyContracts } from "./multiply-contracts.ts";

type Billing = { readonly startDate: string; readonly endDate: string; readonly interval: "MONTH" | "YEAR" };

/**
 * Gives a merchant as many contracts with three terms of 100.00 a period each, invoiced on its first day. One is made and approved through the API,
 * the others are its rows under other ids. Their first invoices are drafted when pending events are handled, as the next `advance` does.
 */
export async function makeBilledBook(
  client: Client,
  owner: pg.Client,
  { contracts, ...billing }: Billing & { readonly contracts: number },
): Promise<void> {
  const contractId = await client.contract();
  for (const name of ["Platform", "Support", "Storage"]) {
    await client.add(contractId, {
      serviceStartDate: billing.startDate,
      serviceEndDate: billing.endDate,
      recognitionPattern: "STRAIGHT_LINE",
      billingSchedule: {
        ...{ name, ...billing, billingType: "FLAT", invoiceDateStrategy: "FIRST_OF_PERIOD" },
        pricing: [{ tier: 0, amount: "100.00", amountType: "TOTAL_INVOICE" }],
      },
    });
  }
  await client.approve(contractId);
  const { merchantId } = client.merchant;
  await multiplyContracts(owner, merchantId, contracts - 1);
  await owner.query(
    `insert into outbox_event (merchant_id, id, type, contract_id, data, created_at)
     select merchant_id, gen_random_uuid(), 'contract.updated', id, '{}', now() from contract where merchant_id = $1`,
    [merchantId],
  );
}

import assert from "node:assert/strict";
import type { Json, TestApi } from "./api.ts";
import { type Client, clientOf, obligationBody, priced } from "./client.ts";

// Two contracts of one customer on one invoice: both bill monthly in advance for 2026.

export type Pair = {
  readonly client: Client;
  readonly customerId: string;
  /** 100.00 a month. */
  readonly platform: string;
  /** 33.33 a month. */
  readonly support: string;
};

export const consolidationKey = "monthly";

/** A contract that bills monthly in advance, for 2026 by default. */
export async function monthly(client: Client, price: string, contract: object, schedule: object = {}): Promise<string> {
  const id = await client.contract({ consolidationKey, ...contract });
  await client.add(id, obligationBody({}, { interval: "MONTH", ...priced(price), ...schedule }));
  return id;
}

/** Two approved contracts with one consolidation key, before their first invoice. */
export async function pairOf(api: TestApi, customer: object = {}): Promise<Pair> {
  const client = clientOf(api, await api.newMerchant("2025-12-15T12:00:00Z"));
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Northwind", ...customer });
  const platform = await monthly(client, "100.00", { name: "Platform 2026", customerId });
  const support = await monthly(client, "33.33", { name: "Support 2026", customerId });
  for (const id of [platform, support]) await client.approve(id);
  return { client, customerId, platform, support };
}

/**
 * A consolidated invoice of 300.00 for each of two contracts of a customer. If invoices of a single contract were issued before,
 * they are voided and issued together.
 */
export async function consolidatedOf(client: Client, name: string, customer?: string): Promise<Json> {
  const customerId = customer ?? (await client.ok("POST", "/v3/customers", { name })).id;
  for (const _ of ["one", "another"]) {
    const contractId = await client.contract({ name, customerId, consolidationKey: name.slice(0, 48) });
    await client.add(contractId, obligationBody());
    await client.approve(contractId);
    const { data } = await client.ok("GET", `/v3/invoices?filter=contractId:eq:${contractId},status:eq:ISSUED`);
    for (const { id } of data) await client.ok("POST", `/v3/invoices/${id}/actions`, { action: "VOID" });
  }
  const filter = `customerId:eq:${customerId},issueDate:eq:2026-01-01,status:eq:DRAFT`;
  const { data: freed } = await client.ok("GET", `/v3/invoices?filter=${filter}`);
  const issued = await client.ok("POST", `/v3/invoices/${freed[0].id}/actions`, { action: "ISSUE" });
  return client.ok("GET", `/v3/consolidated-invoices/${issued.consolidatedInvoiceId}`);
}

/** The consolidated invoices, oldest first. */
export async function documents(client: Client, filter = ""): Promise<Json[]> {
  const { data } = await client.ok("GET", `/v3/consolidated-invoices?limit=1000${filter && `&filter=${filter}`}`);
  return data.toSorted((a: Json, b: Json) => (a.invoiceNumber < b.invoiceNumber ? -1 : 1));
}

/** The only consolidated invoice. */
export async function documentOf(client: Client): Promise<Json> {
  const [document, ...others] = await documents(client);
  assert.ok(document !== undefined && others.length === 0, "one document");
  return document;
}

/** T-accounts of a contract, all entries netted by account: debits positive, zero accounts left out. */
export async function contractAccounts(client: Client, contractId: string): Promise<Record<string, string>> {
  const { data } = await client.ok("GET", `/v3/journal-entries?limit=1000&filter=contractId:eq:${contractId}`);
  const sums = new Map<string, bigint>();
  for (const { role, debit, credit } of data.flatMap(({ lines }: Json) => lines)) {
    sums.set(role, (sums.get(role) ?? 0n) + inMinor(debit) - inMinor(credit));
  }
  const shown = [...sums].filter(([, amount]) => amount !== 0n);
  return Object.fromEntries(shown.toSorted().map(([role, amount]) => [role, inMajor(amount)]));
}

/** An amount with two decimals in cents. */
export function inMinor(amount: string): bigint {
  return BigInt(amount.replace(".", ""));
}

export function inMajor(minor: bigint): string {
  const digits = String(minor < 0n ? -minor : minor).padStart(3, "0");
  return `${minor < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

import type { Prepare } from "./audited-writes.ts";
import { type Client, obligationBody, unknownId } from "./client.ts";

/** Makes a record of each type when a case needs it. */
const made: Readonly<Record<string, (client: Client) => Promise<string>>> = {
  INVOICE: async (client) => (await issued(client)).id,
  JOURNAL_ENTRY: async (client) => {
    await issued(client);
    return (await client.ok("GET", "/v3/journal-entries")).data[0].id;
  },
  CREDIT_MEMO: async (client) => {
    const { customerId } = await issued(client);
    const { id: itemId } = await client.ok("POST", "/v3/items", { name: "Goodwill" });
    const memo = { customerId, issueDate: "2026-01-10", reason: "Goodwill", items: [{ itemId, amount: "10.00" }] };
    return (await client.ok("POST", "/v3/credit-memos", memo)).id;
  },
  PAYMENT: async (client) => {
    const { customerId } = await issued(client);
    return (await client.ok("POST", "/v3/payments", { customerId, amount: "10.00" })).id;
  },
  CUSTOMER: (client) => customer(client),
};

async function issued(client: Client) {
  const contractId = await client.contract();
  await client.add(contractId, obligationBody());
  await client.approve(contractId);
  return (await client.ok("GET", `/v3/invoices?filter=contractId:eq:${contractId},status:eq:ISSUED`)).data[0];
}

const customer = async (client: Client): Promise<string> =>
  (await client.ok("POST", "/v3/customers", { name: "Acme" })).id;

const reporting =
  (type: string, make: (client: Client) => Promise<string>): Prepare =>
  async (client) => {
    const id = await make(client);
    return {
      request: { path: `/v3/sync/${type}/${id}`, body: { status: "SYNCED", externalId: "L-1" } },
      rejected: { body: { status: "SYNCED", error: "but it is there" } },
      code: "VALIDATION_FAILED",
      action: "sync-record.report",
      target: ["SYNC_RECORD", id],
      table: "sync_record",
    };
  };

export const syncWrites: Readonly<Record<string, Prepare>> = {
  ...Object.fromEntries(
    Object.entries(made).map(([type, make]) => [`PUT /v3/sync/${type}/{id}`, reporting(type, make)]),
  ),
  "POST /v3/sync/records/{id}/retry": async (client) => {
    const id = await customer(client);
    await client.ok("PUT", `/v3/sync/CUSTOMER/${id}`, { status: "SYNC_FAILED", error: "Busy" });
    return {
      request: { path: `/v3/sync/records/${id}/retry` },
      rejected: { path: `/v3/sync/records/${unknownId}/retry` },
      code: "SYNC_RECORD_NOT_FOUND",
      action: "sync-record.retry",
      target: ["SYNC_RECORD", id],
      table: "sync_record",
    };
  },
};

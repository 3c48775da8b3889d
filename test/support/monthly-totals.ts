import type { Json } from "./api.ts";
import type { Client } from "./client.ts";

/** A contract's billing, by month of issue, and its revenue, as amounts with two decimals; "0.00" for nothing. */
export async function monthlyTotals(client: Client, contractId: string) {
  const { data: invoices } = await client.ok("GET", `/v3/contracts/${contractId}/invoice-schedule`);
  const { data: entries } = await client.ok(
    "GET",
    `/v3/revenue-schedules?limit=1000&filter=contractId:eq:${contractId}`,
  );
  const of = (rows: Json[], monthOf: (row: Json) => string, amountOf: (row: Json) => string) => (month: string) => {
    const minor = rows.filter((row) => monthOf(row) === month).map((row) => BigInt(amountOf(row).replace(".", "")));
    const total = minor.reduce((sum, each) => sum + each, 0n);
    const digits = String(total < 0n ? -total : total).padStart(3, "0");
    return `${total < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  };
  return {
    invoiced: of(
      invoices.filter(({ status }: Json) => status !== "VOID"),
      ({ issueDate }) => issueDate.slice(0, 7),
      ({ subtotal }) => subtotal,
    ),
    earned: of(
      entries,
      ({ timeframe }) => timeframe,
      ({ amount }) => amount,
    ),
  };
}

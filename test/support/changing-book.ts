import type { Json, TestMerchant } from "./api.ts";
import { type Client, clientOf, priced } from "./client.ts";
import { commitmentBody, commitmentsOn } from "./commitment-client.ts";
import type { ConsoleBrowser } from "./console-browser.ts";
import { seatBody, termBody } from "./term-client.ts";

/** A signed contract with something of every kind that can change. */
export type ChangingBook = {
  readonly client: Client;
  readonly merchant: TestMerchant;
  readonly contractId: string;
  /** Terms by their names. */
  readonly term: (name: string) => Promise<Json>;
  readonly commitment: Json;
};

/**
 * A fee of 100.00 and ten seats at 10.00 a month in advance, a support fee of 40.00 from September on, calls with 1,000.00 a
 * month committed, and calls of another price; it is 16 June 2026.
 */
export async function changingBook({ api }: ConsoleBrowser): Promise<ChangingBook> {
  const merchant = await api.newMerchant("2026-06-16T09:00:00Z");
  const client = clientOf(api, merchant);
  const deal = await commitmentsOn(client, { name: "Juniper 2026" });
  const { contractId } = deal;
  const add = (body: object) => client.ok("POST", `${deal.path}/billing-terms`, body);
  const monthly = { interval: "MONTH", ...priced("100.00") };
  await add(termBody({ ...monthly, name: "Platform fee" }));
  await add(termBody({ ...monthly, name: "Support", startDate: "2026-09-01", ...priced("40.00") }));
  await add(seatBody({ interval: "MONTH", ...priced("10.00", "PER_ITEM") }));
  const year = { endDate: "2026-12-31", commitmentInterval: "MONTHLY" };
  const commitment = await deal.create(commitmentBody(deal.first, year, { name: "Committed calls" }));
  await client.approve(contractId);
  const term = async (name: string): Promise<Json> => {
    const { data } = await client.ok("GET", `${deal.path}/billing-terms`);
    return data.find((each: Json) => each.name === name);
  };
  return { client, merchant, contractId, term, commitment };
}

import { storeImport } from "../../src/close/tie-out-service.ts";
import { required } from "../../src/kernel/assert.ts";
import { parseMoney } from "../../src/kernel/money.ts";
import { write } from "../../src/platform/write.ts";
import type { TestApi } from "./api.ts";
import type { Client } from "./client.ts";

const dollars = (text: string) => required(parseMoney(text, "USD"), "an amount");

/**
 * An imported book with a difference: a contract, which closes leave out, has a receivable of 400.00 in both books, but a customer
 * credit of 1.00 where the old ledger has 2.00.
 */
export async function loadedBook(api: TestApi, client: Client, name: string): Promise<string> {
  const contractId = await client.contract({ name });
  await client.ok("POST", `/v3/contracts/${contractId}/close-hold`, { reason: name });
  const tie = { contractKey: name, contractId, old: dollars("400.00"), loaded: dollars("400.00") };
  const ties = [
    { ...tie, account: "RECEIVABLE" as const },
    { ...tie, account: "CUSTOMER_CREDIT" as const, old: dollars("2.00"), loaded: dollars("1.00") },
  ];
  const { merchantId } = client.merchant;
  const actor = { kind: "SYSTEM", id: "accord import" } as const;
  await write(api.platform, { merchantId, actor }, (ctx) => storeImport(ctx, { name, ties }));
  const { data } = await client.ok("GET", "/v3/book-imports?limit=1");
  return data[0].id;
}

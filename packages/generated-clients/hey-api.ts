import { createClient } from "./generated/client/index.js";
import { createContract, createCustomer, getContract, listContracts } from "./generated/sdk.gen.js";
import type { Contract } from "./generated/types.gen.js";

/** Copies the contracts of a customer, by the functions of `@hey-api/openapi-ts`: all pages, and what a rejection says. */
export async function sync(baseUrl: string, key: string): Promise<string[]> {
  const client = createClient({ baseUrl, headers: { authorization: `Bearer ${key}` } });
  const customer = (await createCustomer({ client, body: { name: "Northwind" }, throwOnError: true })).data.payload;
  for (const name of ["Plan C", "Plan A", "Plan B"]) {
    await createContract({ client, body: { name, customerId: customer.id }, throwOnError: true });
  }

  const contracts: Contract[] = [];
  let cursor: string | undefined;
  do {
    const query = {
      limit: 2,
      sort: "name:asc",
      filter: `customerId:eq:${customer.id}`,
      ...(cursor === undefined ? {} : { cursor }),
    };
    const { data } = await listContracts({ client, query, throwOnError: true });
    contracts.push(...data.payload.data);
    cursor = data.payload.nextCursor ?? undefined;
  } while (cursor !== undefined);

  const [first] = contracts;
  if (first === undefined) throw new Error("There is no contract.");
  const { error } = await getContract({ client, path: { id: customer.id } });
  // @ts-expect-error: a contract has a status of its own, and no other.
  const isOther = first.status === "SOMETHING_ELSE";
  return [...contracts.map(({ name }) => name), first.status, `${isOther}`, error?.error.errorCode ?? ""];
}

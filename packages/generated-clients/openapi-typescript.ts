import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

/** Copies the contracts of a customer, by the types of `openapi-typescript`: all pages, and what a rejection says. */
export async function sync(baseUrl: string, key: string): Promise<string[]> {
  const accord = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` } });
  const customer = (await accord.POST("/v3/customers", { body: { name: "Northwind" } })).data?.payload;
  if (customer === undefined) throw new Error("No customer was made.");
  for (const name of ["Plan C", "Plan A", "Plan B"]) {
    const { data } = await accord.POST("/v3/contracts", { body: { name, customerId: customer.id } });
    if (data === undefined) throw new Error(`${name} was not made.`);
  }

  const contracts: components["schemas"]["Contract"][] = [];
  let cursor: string | undefined;
  do {
    const query = {
      limit: 2,
      sort: "name:asc",
      filter: `customerId:eq:${customer.id}`,
      ...(cursor === undefined ? {} : { cursor }),
    };
    const { data, error } = await accord.GET("/v3/contracts", { params: { query } });
    if (error !== undefined) throw new Error(error.message);
    contracts.push(...data.payload.data);
    cursor = data.payload.nextCursor ?? undefined;
  } while (cursor !== undefined);

  const [first] = contracts;
  if (first === undefined) throw new Error("There is no contract.");
  const { error } = await accord.GET("/v3/contracts/{id}", { params: { path: { id: customer.id } } });
  // @ts-expect-error: a contract has a status of its own, and no other.
  const isOther = first.status === "SOMETHING_ELSE";
  return [...contracts.map(({ name }) => name), first.status, `${isOther}`, error?.error.errorCode ?? ""];
}

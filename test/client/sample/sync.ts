import { AccordError, type Customer, createClient, type InputOf } from "@accord/client";

/** What a small integration does with the published client: creates, previews, approves, reads all pages, meets a rejection. */
export async function sync(baseUrl: string, key: string): Promise<string[]> {
  const accord = createClient({ baseUrl, key });
  const customers: Customer[] = [];
  for (const name of ["Northwind", "Contoso", "Fabrikam"]) {
    customers.push(await accord.createCustomer({ body: { name } }));
  }
  const names: string[] = [];
  for await (const { name } of accord.each("listCustomers", { limit: 2, sort: "name:asc" })) names.push(name);

  const [customer] = customers;
  if (customer === undefined) throw new Error("No customer was made.");
  const contract = await accord.createContract({ body: { name: "Support 2026", customerId: customer.id } });
  const wrong: InputOf<"createContract"> = { body: { name: "" } };
  const code = await accord.createContract(wrong).catch((error: unknown) => {
    if (error instanceof AccordError) return error.errorCode;
    throw error;
  });
  // @ts-expect-error: a contract has a status of its own, and no other.
  const isOther = contract.status === "SOMETHING_ELSE";
  return [...names, contract.status, `${isOther}`, `${typeof code === "string" ? code : ""}`];
}

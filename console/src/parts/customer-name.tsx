import { accord } from "../api/accord.ts";
import { useApi } from "../api/use-api.ts";
import { doors } from "../doors.ts";
import { Door } from "./door.tsx";

const names = new Map<string, Promise<string>>();

/** The name of a customer, asked for once. */
export function customerName(id: string): Promise<string> {
  const known = names.get(id) ?? accord.getCustomer({ id }).then(({ name }) => name);
  names.set(id, known);
  return known;
}

/** A customer by name, with the door to it. */
export function CustomerName({ id }: { id: string }) {
  const { data } = useApi("getCustomer", { id });
  return <Door href={doors.customer(id)}>{data?.name ?? "…"}</Door>;
}

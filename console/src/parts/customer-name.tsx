import { useApi } from "../api/use-api.ts";
import { doors } from "../doors.ts";
import { Door } from "./door.tsx";

/** A customer by name, with the door to it. */
export function CustomerName({ id }: { id: string }) {
  const { data } = useApi("getCustomer", { id });
  return <Door href={doors.customer(id)}>{data?.name ?? "…"}</Door>;
}

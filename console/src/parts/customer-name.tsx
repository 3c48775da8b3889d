import { useApi } from "../api/use-api.ts";
import { paths } from "../paths.ts";
import { TextLink } from "./text-link.tsx";

/** A customer by name, as a link. */
export function CustomerName({ id }: { id: string }) {
  const { data } = useApi("getCustomer", { id });
  return <TextLink href={paths.customer(id)}>{data?.name ?? "…"}</TextLink>;
}

import { useApi } from "../api/use-api.ts";
import { paths } from "../paths.ts";
import { TextLink } from "./text-link.tsx";

type Props = { readonly id: string; readonly search?: Readonly<Record<string, string | undefined>> };

/** The name of a contract, as a link to it or a part of it. A long table only loads the names in sight. */
export function ContractName({ id, search }: Props) {
  const { data } = useApi("getContract", { id });
  return <TextLink href={paths.contract(id, search)}>{data?.name ?? "…"}</TextLink>;
}

import { useApi } from "../api/use-api.ts";
import { doors } from "../doors.ts";
import { Door } from "./door.tsx";

type Props = { readonly id: string; readonly search?: Readonly<Record<string, string | undefined>> };

/** The name of a contract, as a link to it or a part of it. A long table only loads the names in sight. */
export function ContractName({ id, search }: Props) {
  const { data } = useApi("getContract", { id });
  return <Door href={doors.contract(id, search)}>{data?.name ?? "…"}</Door>;
}

import { useApi } from "../api/use-api.ts";
import { doors } from "../doors.ts";
import { Door } from "./door.tsx";

type Props = { readonly id: string; readonly search?: Readonly<Record<string, string | undefined>> };

/** A contract by name, with the door to it or to a part of it. In a long table only the names in sight are asked for. */
export function ContractName({ id, search }: Props) {
  const { data } = useApi("getContract", { id });
  return <Door href={doors.contract(id, search)}>{data?.name ?? "…"}</Door>;
}

import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Failure } from "./failure.tsx";
import { Waiting } from "./waiting.tsx";

/** What was read, once it is there; lines while it is not, and why where it failed. */
export function Loaded<T>({ of, children }: { of: UseQueryResult<T>; children: (data: T) => ReactNode }) {
  if (of.error) return <Failure error={of.error} retry={of.refetch} />;
  if (of.data === undefined) return <Waiting />;
  return children(of.data);
}

import { AccordError } from "@accord/client";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Failure } from "./failure.tsx";
import { NotFound } from "./not-found.tsx";
import { Waiting } from "./waiting.tsx";

/** Shows loaded data; a placeholder while it loads, the error if loading failed, and "not found" if the record does not exist. */
export function Loaded<T>({ of, children }: { of: UseQueryResult<T>; children: (data: T) => ReactNode }) {
  if (of.error instanceof AccordError && of.error.status === 404) return <NotFound />;
  if (of.error) return <Failure error={of.error} retry={of.refetch} />;
  if (of.data === undefined) return <Waiting />;
  return children(of.data);
}

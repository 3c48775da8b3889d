import { newId } from "../../kernel/ids.ts";

/** The caller's `x-request-id` if it is safe to log, else a new one (behaviour 5.2). */
export function requestIdFrom(header: string | readonly string[] | undefined): string {
  return typeof header === "string" && /^[A-Za-z0-9-]{1,64}$/.test(header) ? header : newId();
}

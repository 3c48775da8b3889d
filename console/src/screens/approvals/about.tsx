import type { ChangeRequest } from "@accord/client";
import { doors } from "../../doors.ts";
import { longMonth } from "../../format/day.ts";
import { Door } from "../../parts/door.tsx";
import { RecordName } from "../../parts/record-name.tsx";

const kinds: Readonly<Record<string, string>> = {
  contracts: "CONTRACT",
  customers: "CUSTOMER",
  invoices: "INVOICE",
  "credit-memos": "CREDIT_MEMO",
  commitments: "COMMITMENT",
  payments: "PAYMENT",
};

/** The record or the month that a request is about, read from its address. */
export function About({ of }: { of: Pick<ChangeRequest, "request"> }) {
  const { path, query } = of.request;
  const [, noun = "", id] = /\/v3\/([a-z-]+)\/([0-9a-f-]{36})/.exec(path) ?? [];
  if (typeof query.month === "string")
    return <Door href={doors.close({ month: query.month })}>{longMonth(query.month)}</Door>;
  if (id === undefined) return "a new record";
  const type = kinds[noun];
  return type === undefined ? noun.replaceAll("-", " ") : <RecordName type={type} id={id} />;
}

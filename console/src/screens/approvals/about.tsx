import type { ChangeRequest } from "@accord/client";
import { longMonth } from "../../format/day.ts";
import { RecordName } from "../../parts/record-name.tsx";
import { TextLink } from "../../parts/text-link.tsx";
import { paths } from "../../paths.ts";

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
    return <TextLink href={paths.close({ month: query.month })}>{longMonth(query.month)}</TextLink>;
  if (id === undefined) return "a new record";
  const type = kinds[noun];
  return type === undefined ? noun.replaceAll("-", " ") : <RecordName type={type} id={id} />;
}

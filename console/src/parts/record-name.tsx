import { type ReadName, useApi } from "../api/use-api.ts";
import { doors } from "../doors.ts";
import { word } from "../format/words.ts";
import { ContractName } from "./contract-name.tsx";
import { Door } from "./door.tsx";

type Named = { readonly read: ReadName; readonly field: string; readonly href: (id: string) => string };

/** What has a name or a number of its own, and who tells it. */
const named: Readonly<Record<string, Named>> = {
  CONTRACT: { read: "getContract", field: "name", href: doors.contract },
  CUSTOMER: { read: "getCustomer", field: "name", href: doors.customer },
  INVOICE: { read: "getInvoice", field: "invoiceNumber", href: doors.invoice },
  CREDIT_MEMO: { read: "getCreditMemo", field: "creditMemoNumber", href: doors.creditMemo },
  COMMITMENT: { read: "getCommitment", field: "name", href: doors.commitment },
  PRODUCT: { read: "getProduct", field: "name", href: doors.product },
};

/** What has a page, and is told by its kind. */
const shown: Readonly<Record<string, (id: string) => string>> = {
  PAYMENT: doors.payment,
  USAGE_EVENT: doors.usageEvent,
  JOURNAL_ENTRY: doors.journalEntry,
  CHANGE_REQUEST: doors.approval,
};

type Props = {
  readonly type: string;
  readonly id: string;
  /** Of a record without a page: the contract that it belongs to. */
  readonly contractId?: string | undefined;
};

/** A record of any kind by its name or number, with its door; by its kind where it has none, and by its contract. */
export function RecordName({ type, id, contractId }: Props) {
  const of = named[type];
  if (of !== undefined) return <OwnName of={of} type={type} id={id} />;
  const href = shown[type]?.(id);
  if (href !== undefined) return <Door href={href}>{word(type)}</Door>;
  if (contractId === undefined) return word(type);
  return (
    <>
      {word(type)}: <ContractName id={contractId} />
    </>
  );
}

function OwnName({ of, type, id }: { of: Named; type: string; id: string }) {
  const { data, error } = useApi(of.read, { id } as never);
  const name = (data as Readonly<Record<string, unknown>> | undefined)?.[of.field];
  // What was deleted has no page any more.
  if (error) return word(type);
  return <Door href={of.href(id)}>{data === undefined ? "…" : typeof name === "string" ? name : word(type)}</Door>;
}

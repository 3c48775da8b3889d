import { type ReadName, useApi } from "../api/use-api.ts";
import { doors } from "../doors.ts";
import { word } from "../format/words.ts";
import { ContractName } from "./contract-name.tsx";
import { Door } from "./door.tsx";

type Named = {
  readonly read: ReadName;
  readonly field: string;
  /** The name of the id parameter of its operation, if it is not "id". */
  readonly param?: string;
  readonly href?: (id: string) => string;
};

/** Kinds of records with a name or number, and the operation that returns it. */
const named: Readonly<Record<string, Named>> = {
  CONTRACT: { read: "getContract", field: "name", href: doors.contract },
  CUSTOMER: { read: "getCustomer", field: "name", href: doors.customer },
  INVOICE: { read: "getInvoice", field: "invoiceNumber", href: doors.invoice },
  CREDIT_MEMO: { read: "getCreditMemo", field: "creditMemoNumber", href: doors.creditMemo },
  COMMITMENT: { read: "getCommitment", field: "name", param: "commitmentId", href: doors.commitment },
  PRODUCT: { read: "getProduct", field: "name", href: doors.product },
  ITEM: { read: "getItem", field: "name" },
  CATEGORY: { read: "getCategory", field: "name" },
  EVENT_TYPE: { read: "getEventType", field: "name", param: "eventTypeId" },
};

/** Kinds of records with a page but without a name; they are shown by their kind. */
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

/** The name or number of any record, as a link. Without a name, its kind and its contract. */
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
  const { name, isGone } = useName(of, type, id);
  // What was deleted has no page any more.
  return isGone || of.href === undefined ? name : <Door href={of.href(id)}>{name}</Door>;
}

/** The same in words alone, where no door fits. */
export function RecordWords({ type, id }: Pick<Props, "type" | "id">) {
  const of = named[type];
  return of === undefined ? word(type) : <OwnWords of={of} type={type} id={id} />;
}

function OwnWords({ of, type, id }: { of: Named; type: string; id: string }) {
  return useName(of, type, id).name;
}

function useName({ read, field, param = "id" }: Named, type: string, id: string) {
  const { data, error } = useApi(read, { [param]: id } as never);
  const name = (data as Readonly<Record<string, unknown>> | undefined)?.[field];
  if (error) return { name: word(type), isGone: true };
  return { name: data === undefined ? "…" : typeof name === "string" ? name : word(type), isGone: false };
}

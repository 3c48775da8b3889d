import { type ReadName, useApi } from "../api/use-api.ts";
import { word } from "../format/words.ts";
import { paths } from "../paths.ts";
import { ContractName } from "./contract-name.tsx";
import { TextLink } from "./text-link.tsx";

type Named = {
  readonly read: ReadName;
  readonly field: string;
  /** The name of the id parameter of its operation, if it is not "id". */
  readonly param?: string;
  readonly href?: (id: string) => string;
};

/** Kinds of records with a name or number, and the operation that returns it. */
const named: Readonly<Record<string, Named>> = {
  CONTRACT: { read: "getContract", field: "name", href: paths.contract },
  CUSTOMER: { read: "getCustomer", field: "name", href: paths.customer },
  INVOICE: { read: "getInvoice", field: "invoiceNumber", href: paths.invoice },
  CREDIT_MEMO: { read: "getCreditMemo", field: "creditMemoNumber", href: paths.creditMemo },
  COMMITMENT: { read: "getCommitment", field: "name", param: "commitmentId", href: paths.commitment },
  PRODUCT: { read: "getProduct", field: "name", href: paths.product },
  ITEM: { read: "getItem", field: "name" },
  CATEGORY: { read: "getCategory", field: "name" },
  EVENT_TYPE: { read: "getEventType", field: "name", param: "eventTypeId" },
};

/** Kinds of records with a page but without a name; they are shown by their kind. */
const shown: Readonly<Record<string, (id: string) => string>> = {
  PAYMENT: paths.payment,
  USAGE_EVENT: paths.usageEvent,
  JOURNAL_ENTRY: paths.journalEntry,
  CHANGE_REQUEST: paths.approval,
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
  if (href !== undefined) return <TextLink href={href}>{word(type)}</TextLink>;
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
  return isGone || of.href === undefined ? name : <TextLink href={of.href(id)}>{name}</TextLink>;
}

/** The same in words alone, where a link does not fit. */
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

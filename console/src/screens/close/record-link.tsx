import type { AccountingPeriod } from "@accord/client";
import { useApi } from "../../api/use-api.ts";
import { day, longMonth } from "../../format/day.ts";
import { moneyWithCurrency } from "../../format/money.ts";
import { ContractName } from "../../parts/contract-name.tsx";
import { TextLink } from "../../parts/text-link.tsx";
import { paths } from "../../paths.ts";
import { useGroup } from "./use-group.ts";

type RecordType = AccountingPeriod["checks"][number]["recordType"];

/** A record that a check is about, by its name and with the way to it. */
export function RecordLink({ type, id }: { type: RecordType; id: string }) {
  switch (type) {
    case "INVOICE":
      return <InvoiceLink id={id} />;
    case "CONTRACT":
      return <ContractName id={id} />;
    case "MONTH":
      return <>{longMonth(id)}</>;
    case "BILLING_TERM_GROUP":
      return <GroupLink id={id} />;
    default:
      return <>{id}</>;
  }
}

function GroupLink({ id }: { id: string }) {
  const group = useGroup(id);
  if (group === undefined) return <>…</>;
  return (
    <>
      {group.billingTermGroupName && `${group.billingTermGroupName}, `}
      <ContractName id={group.contractId} search={{ tab: "obligations" }} />
    </>
  );
}

function InvoiceLink({ id }: { id: string }) {
  const invoice = useApi("getInvoice", { id }).data;
  const customer = useApi("getCustomer", invoice !== undefined && { id: invoice.customerId }).data;
  if (invoice === undefined) return <>…</>;
  return (
    <>
      <TextLink href={paths.invoice(id)}>{invoice.invoiceNumber ?? `Draft of ${day(invoice.issueDate)}`}</TextLink>
      {`, ${customer?.name ?? ""}, ${moneyWithCurrency(invoice.total, invoice.currency)}`}
    </>
  );
}

import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useMayWrite } from "../../api/session.ts";
import { EmptyState } from "../../parts/empty-state.tsx";
import { syncFilter } from "../../parts/ledger-sync.tsx";
import { Page } from "../../parts/page.tsx";
import { paths } from "../../paths.ts";
import type { Filter } from "../../table/filters.ts";
import { ListTable } from "../../table/list-table.tsx";
import { useUrl } from "../../use-url.ts";
import { paymentColumns } from "./columns.tsx";
import { RecordPayment } from "./record-payment.tsx";

const filters: readonly Filter[] = [
  { kind: "text", name: "reference", field: "reference", label: "Reference" },
  { kind: "customer", name: "customer", field: "customerId", label: "Customer" },
  {
    kind: "choice",
    name: "status",
    field: "status",
    label: "Status",
    under: "Payment",
    options: [
      { value: "COMPLETED", label: "Completed" },
      { value: "PENDING", label: "Pending" },
      { value: "FAILED", label: "Failed" },
      { value: "REFUNDED", label: "Refunded" },
    ],
  },
  { ...syncFilter, under: "Payment" },
  { kind: "day", name: "from", field: "receivedAt", label: "From", rule: "gte" },
  { kind: "day", name: "to", field: "receivedAt", label: "to", rule: "lte" },
];

/** `?record=` opens the form at once: "" for any customer, or the id of a customer. */
export default function PaymentList() {
  const mayWrite = useMayWrite();
  const [{ record }, change] = useUrl();
  const create = mayWrite && (
    <Button leftSection={<IconPlus size={15} />} onClick={() => change({ record: "new" })}>
      Record a payment
    </Button>
  );
  return (
    <Page title="Payments" actions={create}>
      <ListTable
        label="Payments"
        operation="listPayments"
        columns={paymentColumns}
        filters={filters}
        order="receivedAt:desc"
        rowHref={({ id }) => paths.payment(id)}
        empty={
          <EmptyState title="No payments yet" action={create}>
            Record what came in at the bank, and click the invoices that it pays.
          </EmptyState>
        }
      />
      {mayWrite && record !== undefined && (
        <RecordPayment
          customerId={record === "new" ? undefined : record}
          close={() => change({ record: undefined }, true)}
        />
      )}
    </Page>
  );
}

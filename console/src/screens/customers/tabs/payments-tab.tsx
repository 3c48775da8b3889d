import { EmptyState } from "../../../parts/empty-state.tsx";
import { paths } from "../../../paths.ts";
import { ListTable } from "../../../table/list-table.tsx";
import { paymentColumns } from "../../payments/columns.tsx";

const columns = paymentColumns.filter(({ id }) => id !== "customer");

export default function PaymentsTab({ customerId }: { customerId: string }) {
  return (
    <ListTable
      label="Payments of the customer"
      operation="listPayments"
      within={`customerId:eq:${customerId}`}
      columns={columns}
      rowHref={({ id }) => paths.payment(id)}
      empty={<EmptyState title="No payments yet">Recorded payments of this customer appear here.</EmptyState>}
    />
  );
}

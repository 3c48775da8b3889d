import { EmptyState } from "../../../parts/empty-state.tsx";
import { paths } from "../../../paths.ts";
import { ListTable } from "../../../table/list-table.tsx";
import { creditMemoColumns } from "../../credit-memos/columns.tsx";

const columns = creditMemoColumns.filter(({ id }) => id !== "customer");

export default function CreditMemosTab({ customerId }: { customerId: string }) {
  return (
    <ListTable
      label="Credit memos of the customer"
      operation="listCreditMemos"
      within={`customerId:eq:${customerId}`}
      columns={columns}
      rowHref={({ id }) => paths.creditMemo(id)}
      empty={
        <EmptyState title="No credit memos">
          A credit memo credits what was invoiced. Open an invoice to credit some of it.
        </EmptyState>
      }
    />
  );
}

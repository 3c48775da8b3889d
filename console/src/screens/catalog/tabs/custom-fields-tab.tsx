import type { Row } from "../../../api/use-api.ts";
import { word } from "../../../format/words.ts";
import { EmptyState } from "../../../parts/empty-state.tsx";
import type { Column } from "../../../table/column.ts";
import { ListTable } from "../../../table/list-table.tsx";

const columns: readonly Column<Row<"listCustomFields">>[] = [
  { id: "name", title: "Custom field", value: ({ name }) => name, sort: "name" },
  { id: "of", title: "Of", value: ({ appliesTo }) => word(appliesTo) },
  { id: "external", title: "In the accounting system", value: ({ externalId }) => externalId },
];

/** Custom fields come from the accounting system alone. */
export default function CustomFieldsTab() {
  return (
    <ListTable
      label="Custom fields"
      operation="listCustomFields"
      columns={columns}
      empty={
        <EmptyState title="No custom fields yet">
          They come from your accounting system: whoever runs the server imports them with “accord custom-fields
          import”.
        </EmptyState>
      }
    />
  );
}

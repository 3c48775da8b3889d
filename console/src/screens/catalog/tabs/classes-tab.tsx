import type { Row } from "../../../api/use-api.ts";
import { EmptyState } from "../../../parts/empty-state.tsx";
import type { Column } from "../../../table/column.ts";
import { ListTable } from "../../../table/list-table.tsx";

const columns: readonly Column<Row<"listClasses">>[] = [
  { id: "name", title: "Class", value: ({ name }) => name, sort: "name" },
  { id: "external", title: "In the accounting system", value: ({ externalId }) => externalId },
];

/** Classes come from the accounting system alone. */
export default function ClassesTab() {
  return (
    <ListTable
      label="Classes"
      operation="listClasses"
      columns={columns}
      empty={
        <EmptyState title="No classes yet">
          Classes come from your accounting system: whoever runs the server imports them with “accord classes import”.
        </EmptyState>
      }
    />
  );
}

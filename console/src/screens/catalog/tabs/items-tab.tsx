import type { Item } from "@accord/client";
import { Button, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { accord } from "../../../api/accord.ts";
import { useMayWrite } from "../../../api/session.ts";
import { type TaxCategory, taxCategories, taxCategoryName } from "../../../format/tax-categories.ts";
import { word } from "../../../format/words.ts";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { FormDialog } from "../../../parts/form-dialog.tsx";
import type { Column } from "../../../table/column.ts";
import type { Filter } from "../../../table/filters.ts";
import { ListTable } from "../../../table/list-table.tsx";

const filters: readonly Filter[] = [{ kind: "text", name: "name", field: "name", label: "Name" }];

/** What lines of invoices are in the accounting system. */
export default function ItemsTab() {
  const mayWrite = useMayWrite();
  const [chosen, setChosen] = useState<{ readonly item?: Item }>();
  const create = mayWrite && <Button onClick={() => setChosen({})}>New item</Button>;
  const columns: readonly Column<Item>[] = [
    { id: "name", onPhone: true, title: "Item", value: ({ name }) => name, sort: "name" },
    { id: "shown", title: "On invoices", value: ({ displayName }) => displayName },
    { id: "tax", onPhone: "beneath", title: "Tax", value: ({ taxCategory }) => taxCategoryName(taxCategory) },
    {
      id: "ids",
      onPhone: "beneath",
      title: "In other systems",
      value: ({ externalIds }) =>
        externalIds.map(({ sourceType, externalId }) => `${word(sourceType)}: ${externalId}`).join(", "),
    },
    {
      id: "change",
      onPhone: true,
      title: "",
      width: 100,
      value: () => "",
      cell: (item) =>
        mayWrite && (
          <Button variant="subtle" size="compact-xs" onClick={() => setChosen({ item })}>
            Change
          </Button>
        ),
    },
  ];
  return (
    <>
      <ListTable
        label="Items"
        operation="listItems"
        columns={columns}
        filters={filters}
        aside={create}
        empty={
          <EmptyState title="No items yet" action={create}>
            An item is what a line of an invoice is called in your accounting system.
          </EmptyState>
        }
      />
      {chosen && <ItemForm item={chosen.item} close={() => setChosen(undefined)} />}
    </>
  );
}

function ItemForm({ item, close }: { item: Item | undefined; close: () => void }) {
  const [name, setName] = useState(item?.name ?? "");
  const [displayName, setDisplayName] = useState(item?.displayName ?? "");
  const [taxCategory, setTaxCategory] = useState<TaxCategory>(item?.taxCategory ?? "S");
  const submit = async () => {
    const body = { name: name.trim(), displayName: displayName.trim() || null, taxCategory };
    if (item) await accord.updateItem({ id: item.id, body });
    else await accord.createItem({ body });
    return item ? `${body.name} was changed.` : `${body.name} is in the catalog.`;
  };
  return (
    <FormDialog
      title={item ? `Change ${item.name}` : "New item"}
      verb={item ? "Save" : "Create"}
      isReady={name.trim() !== ""}
      submit={submit}
      close={close}
    >
      <TextInput label="Name" required value={name} onChange={(event) => setName(event.currentTarget.value)} />
      <TextInput
        label="Name on invoices"
        placeholder="The same"
        value={displayName}
        onChange={(event) => setDisplayName(event.currentTarget.value)}
      />
      <Select
        label="Tax"
        data={[...taxCategories]}
        value={taxCategory}
        allowDeselect={false}
        onChange={(next) => next && setTaxCategory(next as TaxCategory)}
      />
    </FormDialog>
  );
}

import type { Category } from "@accord/client";
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { accord } from "../../../api/accord.ts";
import { useMayWrite } from "../../../api/session.ts";
import { useApi } from "../../../api/use-api.ts";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { FormDialog } from "../../../parts/form-dialog.tsx";
import type { Column } from "../../../table/column.ts";
import type { Filter } from "../../../table/filters.ts";
import { ListTable } from "../../../table/list-table.tsx";

const filters: readonly Filter[] = [{ kind: "text", name: "name", field: "name", label: "Name" }];

/** What revenue is grouped by, and to which accounts it goes. */
export default function CategoriesTab() {
  const mayWrite = useMayWrite();
  const [chosen, setChosen] = useState<{ readonly category?: Category; readonly isLeaving?: boolean }>();
  const create = mayWrite && <Button onClick={() => setChosen({})}>New category</Button>;
  const columns: readonly Column<Category>[] = [
    { id: "name", onPhone: true, title: "Category", value: ({ name }) => name, sort: "name" },
    {
      id: "revenue",
      onPhone: "beneath",
      title: "Revenue account",
      value: ({ revenueAccount }) => revenueAccount,
      cell: ({ revenueAccount }) => revenueAccount ?? "the merchant's",
    },
    {
      id: "deferred",
      onPhone: "beneath",
      title: "Deferred revenue (contract liability) account",
      value: ({ contractLiabilityAccount }) => contractLiabilityAccount,
      cell: ({ contractLiabilityAccount }) => contractLiabilityAccount ?? "the merchant's",
    },
    {
      id: "change",
      onPhone: true,
      title: "",
      width: 160,
      value: () => "",
      cell: (category) =>
        mayWrite && (
          <>
            <Button variant="subtle" size="compact-xs" onClick={() => setChosen({ category })}>
              Change
            </Button>
            <Button
              variant="subtle"
              size="compact-xs"
              color="red"
              onClick={() => setChosen({ category, isLeaving: true })}
            >
              Delete
            </Button>
          </>
        ),
    },
  ];
  const close = () => setChosen(undefined);
  return (
    <>
      <ListTable
        label="Revenue categories"
        operation="listCategories"
        columns={columns}
        filters={filters}
        aside={create}
        empty={
          <EmptyState title="No categories yet" action={create}>
            Licences, support, services: what revenue is split by, in reports and in the ledger.
          </EmptyState>
        }
      />
      {chosen && !chosen.isLeaving && <CategoryForm category={chosen.category} close={close} />}
      {chosen?.isLeaving && chosen.category && <DeleteCategory category={chosen.category} close={close} />}
    </>
  );
}

function CategoryForm({ category, close }: { category: Category | undefined; close: () => void }) {
  const merchant = useApi("getMerchant");
  const [name, setName] = useState(category?.name ?? "");
  const [revenue, setRevenue] = useState(category?.revenueAccount ?? "");
  const [deferred, setDeferred] = useState(category?.contractLiabilityAccount ?? "");
  const submit = async () => {
    const accounts = { revenueAccount: revenue.trim() || null, contractLiabilityAccount: deferred.trim() || null };
    if (category) await accord.updateCategory({ id: category.id, body: accounts });
    else await accord.createCategory({ body: { name: name.trim(), ...accounts } });
    return category ? "Entries posted from now on have these accounts." : `${name.trim()} is a category now.`;
  };
  return (
    <FormDialog
      title={category ? `Accounts of ${category.name}` : "New category"}
      verb={category ? "Save" : "Create"}
      isReady={name.trim() !== ""}
      submit={submit}
      close={close}
    >
      {category === undefined && (
        <TextInput label="Name" required value={name} onChange={(event) => setName(event.currentTarget.value)} />
      )}
      <TextInput
        label="Revenue account"
        placeholder={merchant.data?.accountMap.REVENUE}
        value={revenue}
        onChange={(event) => setRevenue(event.currentTarget.value)}
      />
      <TextInput
        label="Deferred revenue (contract liability) account"
        description="What an obligation has posted to stays its account."
        placeholder={merchant.data?.accountMap.CONTRACT_LIABILITY}
        value={deferred}
        onChange={(event) => setDeferred(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

function DeleteCategory({ category, close }: { category: Category; close: () => void }) {
  const submit = async () => {
    await accord.deleteCategory({ id: category.id });
    return `${category.name} was deleted.`;
  };
  return (
    <FormDialog title={`Delete ${category.name}`} verb="Delete" isReady isDangerous submit={submit} close={close}>
      <p>That is possible while nothing has this category.</p>
    </FormDialog>
  );
}

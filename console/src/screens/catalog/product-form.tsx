import type { Product } from "@accord/client";
import { Select, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { accord } from "../../api/accord.ts";
import { useAll } from "../../api/use-api.ts";
import { type TaxCategory, taxCategories } from "../../format/tax-categories.ts";
import classes from "../../parts/form-dialog.module.css";
import { FormDialog } from "../../parts/form-dialog.tsx";

type Pattern = NonNullable<Product["recognitionPattern"]>;

const patterns: readonly { value: Pattern; label: string }[] = [
  { value: "STRAIGHT_LINE", label: "Evenly by month" },
  { value: "STRAIGHT_LINE_DAILY", label: "Evenly by day" },
  { value: "POINT_IN_TIME", label: "At one point in time" },
];

/** A new product, or what is recorded of one that is there. Its prices have a place of their own. */
export function ProductForm({ product, close }: { product?: Product; close: () => void }) {
  const categories = useAll("listCategories");
  const items = useAll("listItems");
  const [name, setName] = useState(product?.name ?? "");
  const [displayName, setDisplayName] = useState(product?.displayName ?? "");
  const [description, setDescription] = useState(product?.description ?? "");
  const [categoryId, setCategoryId] = useState(product?.categoryId ?? null);
  const [itemId, setItemId] = useState(product?.itemId ?? null);
  const [pattern, setPattern] = useState<Pattern | null>(product?.recognitionPattern ?? null);
  const [taxCategory, setTaxCategory] = useState<TaxCategory>(product?.taxCategory ?? "S");
  const [status, setStatus] = useState(product?.status ?? "ACTIVE");
  const submit = async () => {
    const body = {
      name: name.trim(),
      displayName: displayName.trim() || null,
      description: description.trim() || null,
      ...{ categoryId, itemId, recognitionPattern: pattern, taxCategory, status },
    };
    if (product) await accord.updateProduct({ id: product.id, body });
    else await accord.createProduct({ body });
    return product ? `${body.name} was changed.` : `${body.name} is in the catalog.`;
  };
  const choices = (rows: readonly { id: string; name: string }[] | undefined) =>
    (rows ?? []).map((each) => ({ value: each.id, label: each.name }));
  return (
    <FormDialog
      title={product ? `Change ${product.name}` : "New product"}
      verb={product ? "Save" : "Create"}
      isReady={name.trim() !== ""}
      submit={submit}
      close={close}
    >
      <div className={classes.row}>
        <TextInput label="Name" required value={name} onChange={(event) => setName(event.currentTarget.value)} />
        <TextInput
          label="Name on invoices"
          placeholder="The same"
          value={displayName}
          onChange={(event) => setDisplayName(event.currentTarget.value)}
        />
      </div>
      <Textarea
        label="Description"
        autosize
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <div className={classes.row}>
        <Select
          label="Revenue category"
          data={choices(categories.data)}
          value={categoryId}
          onChange={setCategoryId}
          searchable
          clearable
        />
        <Select
          label="How it is earned"
          description="Unless a contract says otherwise"
          data={[...patterns]}
          value={pattern}
          onChange={(next) => setPattern(next as Pattern | null)}
          clearable
        />
        <Select label="Item" data={choices(items.data)} value={itemId} onChange={setItemId} searchable clearable />
        <Select
          label="Tax"
          data={[...taxCategories]}
          value={taxCategory}
          allowDeselect={false}
          onChange={(next) => next && setTaxCategory(next as TaxCategory)}
        />
        <Select
          label="Status"
          data={[
            { value: "ACTIVE", label: "Active" },
            { value: "INACTIVE", label: "Not sold any more" },
          ]}
          value={status}
          allowDeselect={false}
          onChange={(next) => next && setStatus(next as Product["status"])}
        />
      </div>
    </FormDialog>
  );
}

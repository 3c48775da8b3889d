import { Button } from "@mantine/core";
import { useState } from "react";
import { useMayWrite } from "../../../api/session.ts";
import type { Row } from "../../../api/use-api.ts";
import { moneyWithCurrency } from "../../../format/money.ts";
import { word } from "../../../format/words.ts";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Status } from "../../../parts/status.tsx";
import { paths } from "../../../paths.ts";
import type { Column } from "../../../table/column.ts";
import type { Filter } from "../../../table/filters.ts";
import { ListTable } from "../../../table/list-table.tsx";
import { ProductForm } from "../product-form.tsx";

type Product = Row<"listProducts">;

const columns: readonly Column<Product>[] = [
  { id: "name", onPhone: true, title: "Product", value: ({ name }) => name, sort: "name" },
  { id: "shown", title: "On invoices", value: ({ displayName }) => displayName },
  {
    id: "status",
    onPhone: "beneath",
    title: "Status",
    value: ({ status }) => status,
    cell: ({ status }) => <Status code={status} />,
  },
  {
    id: "pattern",
    onPhone: "beneath",
    title: "How it is earned",
    value: ({ recognitionPattern }) => (recognitionPattern === null ? "As contracts say" : word(recognitionPattern)),
  },
  {
    id: "price",
    onPhone: true,
    title: "Sells for",
    value: ({ standaloneSellingPrices: prices }) =>
      prices.map(({ amount, currency }) => moneyWithCurrency(amount, currency)).join(", ") || "no price yet",
  },
];

const filters: readonly Filter[] = [
  { kind: "text", name: "name", field: "name", label: "Name" },
  {
    kind: "choice",
    name: "status",
    field: "status",
    label: "Status",
    options: [
      { value: "ACTIVE", label: "Active" },
      { value: "INACTIVE", label: "Inactive" },
    ],
  },
];

export default function ProductsTab() {
  const mayWrite = useMayWrite();
  const [isNew, setNew] = useState(false);
  const create = mayWrite && <Button onClick={() => setNew(true)}>New product</Button>;
  return (
    <>
      <ListTable
        label="Products"
        operation="listProducts"
        columns={columns}
        filters={filters}
        rowHref={({ id }) => paths.product(id)}
        aside={create}
        empty={
          <EmptyState title="No products yet" action={create}>
            A product says how what you sell is named, taxed and earned, and what it sells for alone.
          </EmptyState>
        }
      />
      {isNew && <ProductForm close={() => setNew(false)} />}
    </>
  );
}

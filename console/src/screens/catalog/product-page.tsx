import type { Product, StandaloneSellingPrice } from "@accord/client";
import { Button, TextInput } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { accord } from "../../api/accord.ts";
import { useMayWrite, useSession } from "../../api/session.ts";
import { useAll, useApi } from "../../api/use-api.ts";
import { isAmount } from "../../format/money.ts";
import { taxCategoryName } from "../../format/tax-categories.ts";
import { word } from "../../format/words.ts";
import { Copyable } from "../../parts/copyable.tsx";
import { DayField } from "../../parts/day-field.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { Facts } from "../../parts/facts.tsx";
import classes from "../../parts/form-dialog.module.css";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { History } from "../../parts/history.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Page } from "../../parts/page.tsx";
import { Card, Section } from "../../parts/section.tsx";
import { Status } from "../../parts/status.tsx";
import { paths } from "../../paths.ts";
import { useToday } from "../../shell/use-month.ts";
import type { Column } from "../../table/column.ts";
import { DataTable } from "../../table/data-table.tsx";
import { ProductForm } from "./product-form.tsx";

const parent = { title: "Catalog", href: paths.catalog() };

export default function ProductPage() {
  const { id = "" } = useParams({ strict: false }) as { id?: string };
  const product = useApi("getProduct", { id });
  if (product.data === undefined) {
    return (
      <Page title="Product" parent={parent}>
        <Loaded of={product}>{() => null}</Loaded>
      </Page>
    );
  }
  return <Found product={product.data} />;
}

function Found({ product }: { product: Product }) {
  const mayWrite = useMayWrite();
  const categories = useAll("listCategories");
  const items = useAll("listItems");
  const [isChanging, setChanging] = useState(false);
  const named = (rows: readonly { id: string; name: string }[] | undefined, id: string | null) =>
    id === null ? "–" : (rows?.find((each) => each.id === id)?.name ?? "…");
  return (
    <Page
      title={product.name}
      parent={parent}
      badge={<Status code={product.status} />}
      subtitle={product.description}
      actions={mayWrite && <Button onClick={() => setChanging(true)}>Change</Button>}
    >
      <Section title="Recorded">
        <Card>
          <Facts
            facts={[
              ["On invoices", product.displayName],
              ["Revenue category", named(categories.data, product.categoryId)],
              ["How it is earned", product.recognitionPattern ? word(product.recognitionPattern) : "As contracts say"],
              ["Item", named(items.data, product.itemId)],
              ["Tax", taxCategoryName(product.taxCategory)],
              ["Id", <Copyable key="id" text={product.id} />],
            ]}
          />
        </Card>
      </Section>
      <PriceBook product={product} />
      <Section title="History">
        <History entityId={product.id} />
      </Section>
      {isChanging && <ProductForm product={product} close={() => setChanging(false)} />}
    </Page>
  );
}

/** What one unit sells for by itself, from a day on: what a price that is shared by several obligations is shared by. */
function PriceBook({ product }: { product: Product }) {
  const prices = useAll("listStandaloneSellingPrices", { id: product.id });
  const mayWrite = useMayWrite();
  const [isNew, setNew] = useState(false);
  const [removed, setRemoved] = useState<StandaloneSellingPrice>();
  const add = mayWrite && (
    <Button variant="default" onClick={() => setNew(true)}>
      Add a price
    </Button>
  );
  const columns: readonly Column<StandaloneSellingPrice>[] = [
    { id: "from", title: "From", kind: "day", value: ({ validFrom }) => validFrom },
    { id: "currency", title: "Currency", value: ({ currency }) => currency },
    { id: "price", title: "One unit sells for", kind: "money", value: ({ price }) => price },
    {
      id: "remove",
      title: "",
      width: 110,
      value: () => "",
      cell: (price) =>
        mayWrite && (
          <Button variant="subtle" size="compact-xs" color="red" onClick={() => setRemoved(price)}>
            Remove
          </Button>
        ),
    },
  ];
  return (
    <Section
      title="Standalone selling prices"
      note="What it sells for by itself. A price for several obligations together is shared by these."
      aside={add}
    >
      <Loaded of={prices}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="No price yet" action={add}>
              Contracts that share their price by selling prices cannot be approved without one.
            </EmptyState>
          ) : (
            <DataTable
              label="Standalone selling prices"
              columns={columns}
              rows={rows}
              rowId={({ currency, validFrom }) => `${currency}${validFrom}`}
              isWhole
            />
          )
        }
      </Loaded>
      {isNew && <PriceForm productId={product.id} close={() => setNew(false)} />}
      {removed && <RemovePrice productId={product.id} price={removed} close={() => setRemoved(undefined)} />}
    </Section>
  );
}

function PriceForm({ productId, close }: { productId: string; close: () => void }) {
  const { merchant } = useSession();
  const today = useToday();
  const [price, setPrice] = useState("");
  const [currency, setCurrency] = useState(merchant.defaultCurrency);
  const [typedDay, setDay] = useState<string>();
  const validFrom = typedDay ?? today;
  const submit = async () => {
    const body = { price: price.trim(), currency: currency.trim().toUpperCase(), validFrom };
    await accord.createStandaloneSellingPrice({ id: productId, body });
    return "The price was added.";
  };
  const isReady = isAmount(price) && /^[A-Za-z]{3}$/.test(currency.trim()) && validFrom !== "";
  return (
    <FormDialog title="Add a price" verb="Add" isReady={isReady} submit={submit} close={close}>
      <div className={classes.row}>
        <TextInput
          label="One unit sells for"
          inputMode="decimal"
          required
          value={price}
          onChange={(event) => setPrice(event.currentTarget.value)}
        />
        <TextInput
          label="Currency"
          maxLength={3}
          value={currency}
          onChange={(event) => setCurrency(event.currentTarget.value)}
        />
        <DayField label="From" required value={validFrom} onChange={setDay} />
      </div>
    </FormDialog>
  );
}

type RemoveProps = { readonly productId: string; readonly price: StandaloneSellingPrice; readonly close: () => void };

function RemovePrice({ productId, price, close }: RemoveProps) {
  const submit = async () => {
    await accord.deleteStandaloneSellingPrice({
      id: productId,
      currency: price.currency,
      validFrom: price.validFrom,
    });
    return "The price was removed.";
  };
  return (
    <FormDialog title="Remove the price" verb="Remove" isReady isDangerous submit={submit} close={close}>
      <p>
        {price.price} {price.currency} from {price.validFrom}. Contracts keep what they took of it.
      </p>
    </FormDialog>
  );
}

import { SegmentedControl, Select, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { useAll } from "../../../api/use-api.ts";
import { moneyWithCurrency } from "../../../format/money.ts";
import { DayField } from "../../../parts/day-field.tsx";
import { TextLink } from "../../../parts/text-link.tsx";
import { paths } from "../../../paths.ts";
import classes from "./build.module.css";
import { daysOf, fitting, kinds, patternsOf } from "./obligation-choices.ts";
import {
  type Draft,
  fieldsOfProduct,
  hasCount,
  type Interval,
  isOnce,
  type Kind,
  listPriceOf,
} from "./obligation-draft.ts";
import { PriceTable } from "./price-table.tsx";

type Props = {
  readonly draft: Draft;
  readonly setDraft: (draft: Draft) => void;
  readonly currency: string;
  readonly mayRamp: boolean;
  /** True if the price of the contract is allocated by standalone selling price. */
  readonly isAllocated: boolean;
  /** The choice of what earns it, if that need not be itself. */
  readonly earnedBy?: ReactNode;
  /** True if performance obligations of a group earn it. */
  readonly isInGroup?: boolean;
};

/** One thing that is sold: what is billed when, and how it is earned. */
export function ObligationFields({ draft, setDraft, currency, mayRamp, isAllocated, earnedBy, isInGroup }: Props) {
  const set = (changes: Partial<Draft>) => setDraft(fitting({ ...draft, ...changes }));
  const fields = { draft, set, currency };
  return (
    <div className={classes.form}>
      <SoldFields {...fields} mayRamp={mayRamp} />
      <BillingFields {...fields} />
      {earnedBy}
      {!isInGroup && <RevenueFields {...fields} isAllocated={isAllocated} />}
      {!isOnce(draft) && <PriceChangeFields {...fields} />}
    </div>
  );
}

type FieldsProps = {
  readonly draft: Draft;
  readonly set: (changes: Partial<Draft>) => void;
  readonly currency: string;
};

/** What is sold, how it is priced, and what it costs. */
function SoldFields({ draft, set, currency, mayRamp }: FieldsProps & Pick<Props, "mayRamp">) {
  const products = useAll("listProducts").data ?? [];
  const listPrice = useListPrice(draft, currency);
  const { kind } = draft;
  return (
    <>
      {products.length > 0 && (
        <Select
          label="Product"
          placeholder="From the price book, or none"
          description={listPrice && `Sells for ${moneyWithCurrency(listPrice, currency)} by itself`}
          data={products
            .filter(({ status, id }) => status === "ACTIVE" || id === draft.productId)
            .map(({ id, name }) => ({ value: id, label: name }))}
          value={draft.productId}
          onChange={(id) => {
            const chosen = products.find((each) => each.id === id);
            set(chosen ? fieldsOfProduct(chosen, draft, currency) : { productId: null });
          }}
          searchable
          clearable
          nothingFoundMessage="No product of this name"
        />
      )}
      <TextInput
        label="What is sold"
        description="The name of the invoice line"
        required
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <SegmentedControl
        aria-label="How it is priced"
        size="xs"
        fullWidth
        data={[...kinds]}
        value={kind}
        onChange={(next) => set({ kind: next as Kind })}
      />
      {kind === "USAGE" && <EventTypeField draft={draft} set={set} />}
      {hasCount(draft) && draft.pricing !== "RAMP" && (
        <TextInput
          label={kind === "SEATS" ? "Seats at the start" : "Units"}
          inputMode="decimal"
          required
          value={draft.quantity}
          onChange={(event) => set({ quantity: event.currentTarget.value })}
        />
      )}
      <PriceTable draft={draft} set={set} currency={currency} mayRamp={mayRamp} />
    </>
  );
}

function EventTypeField({ draft, set }: Pick<FieldsProps, "draft" | "set">) {
  const eventTypes = useAll("listEventTypes").data ?? [];
  return (
    <Select
      label="What is counted"
      placeholder="An event type of the catalog"
      description={
        eventTypes.length === 0 && (
          <>
            What is counted is defined once, in the{" "}
            <TextLink href={`${paths.catalog()}?tab=event-types`}>catalog</TextLink>.
          </>
        )
      }
      required
      data={eventTypes.map(({ id, name }) => ({ value: id, label: name }))}
      value={draft.eventTypeId}
      onChange={(eventTypeId) => set({ eventTypeId })}
      nothingFoundMessage="No event type yet"
    />
  );
}

/** From when to when, how often and on which day it is billed; of usage also the least and the most of a period. */
function BillingFields({ draft, set }: Pick<FieldsProps, "draft" | "set">) {
  const { kind } = draft;
  return (
    <>
      {kind === "MILESTONE" ? (
        <DayField
          label="Expected on"
          description="It is billed and earned on the day on which it is reached."
          required
          value={draft.start}
          onChange={(start) => set({ start })}
        />
      ) : (
        <div className={classes.pair}>
          <DayField label="First day" required value={draft.start} onChange={(start) => set({ start })} />
          <DayField label="Last day" value={draft.end} onChange={(end) => set({ end })} />
        </div>
      )}
      {!isOnce(draft) && (
        <SegmentedControl
          aria-label="How often it is billed"
          size="sm"
          fullWidth
          data={[
            { value: "MONTH", label: "Monthly" },
            { value: "QUARTER", label: "Quarterly" },
            { value: "YEAR", label: "Yearly" },
          ]}
          value={draft.interval}
          onChange={(interval) => set({ interval: interval as Interval })}
        />
      )}
      {kind !== "MILESTONE" && (
        <Select
          label="Invoice date"
          data={[...daysOf(kind)]}
          value={draft.when}
          allowDeselect={false}
          onChange={(when) => when && set({ when: when as Draft["when"] })}
        />
      )}
      {kind === "USAGE" && (
        <div className={classes.pair}>
          <TextInput
            label="At least, each period"
            inputMode="decimal"
            value={draft.minimum}
            onChange={(event) => set({ minimum: event.currentTarget.value })}
          />
          <TextInput
            label="At most, each period"
            inputMode="decimal"
            value={draft.maximum}
            onChange={(event) => set({ maximum: event.currentTarget.value })}
          />
        </div>
      )}
    </>
  );
}

/** How and in which category it is earned, and its standalone selling price if the price of the contract is shared. */
function RevenueFields({ draft, set, currency, isAllocated }: FieldsProps & Pick<Props, "isAllocated">) {
  const categories = useAll("listCategories").data ?? [];
  const listPrice = useListPrice(draft, currency);
  return (
    <>
      <div className={classes.pair}>
        <Select
          label="Recognized"
          placeholder="As usual"
          clearable
          data={[...patternsOf(draft)]}
          value={draft.pattern || null}
          onChange={(pattern) => set({ pattern: pattern ?? "" })}
        />
        <Select
          label="Revenue category"
          placeholder="None"
          clearable
          data={categories.map(({ id, name }) => ({ value: id, label: name }))}
          value={draft.categoryId}
          onChange={(categoryId) => set({ categoryId })}
        />
      </div>
      {isAllocated && draft.kind !== "USAGE" && (
        <TextInput
          label={`Standalone selling price, in ${currency}`}
          description={
            draft.pricing === "RAMP"
              ? "Of each step, for all of its days"
              : "What the whole service sells for by itself: the price of the contract is shared by it."
          }
          placeholder={listPrice && `${moneyWithCurrency(listPrice, currency)}, as in the price book`}
          inputMode="decimal"
          value={draft.standalone}
          onChange={(event) => set({ standalone: event.currentTarget.value })}
        />
      )}
    </>
  );
}

function PriceChangeFields({ draft, set }: Pick<FieldsProps, "draft" | "set">) {
  return (
    <div className={classes.pair}>
      <TextInput
        label="Discount"
        rightSection="%"
        inputMode="decimal"
        value={draft.discount}
        onChange={(event) => set({ discount: event.currentTarget.value })}
      />
      <TextInput
        label="Rise each year"
        rightSection="%"
        inputMode="decimal"
        value={draft.escalation}
        onChange={(event) => set({ escalation: event.currentTarget.value })}
      />
    </div>
  );
}

/** The price of the chosen product in the price book; undefined without one. */
function useListPrice({ productId, start }: Draft, currency: string): string | undefined {
  const product = useAll("listProducts").data?.find(({ id }) => id === productId);
  return product && listPriceOf(product, currency, start);
}

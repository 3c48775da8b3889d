import { Button, Select, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useAll } from "../../../api/use-api.ts";
import { DayField } from "../../../parts/day-field.tsx";
import classes from "./build.module.css";
import { EditTable } from "./edit-table.tsx";
import { listPriceOf } from "./obligation-draft.ts";
import type { EditColumn } from "./pasted-into.ts";
import { blankPob, isStated, type MilestoneDraft, type PobDraft, type PobPattern, pobPatterns } from "./pob-draft.ts";

type ListProps = {
  readonly pobs: readonly PobDraft[];
  readonly setPobs: (pobs: readonly PobDraft[]) => void;
} & Shared;

type Shared = {
  readonly currency: string;
  readonly isAllocated: boolean;
  /** The usage that the lines of the group bill. */
  readonly eventTypeIds: readonly string[];
};

/** The performance obligations of a group. Billing beyond their prices is earned as billed. */
export function PobList({ pobs, setPobs, ...shared }: ListProps) {
  const last = pobs.at(-1);
  return (
    <div className={classes.pobs}>
      {pobs.map((pob, at) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: an obligation is known by its place
          key={at}
          className={classes.schedule}
          data-of-several
          aria-label={`Obligation ${at + 1}`}
        >
          <legend className={classes.scheduleHead}>
            Obligation {at + 1}
            {pobs.length > 1 && (
              <Button
                size="compact-xs"
                variant="subtle"
                color="red"
                aria-label={`Remove obligation ${at + 1}`}
                onClick={() => setPobs(pobs.filter((_, index) => index !== at))}
              >
                Remove
              </Button>
            )}
          </legend>
          <PobFields
            pob={pob}
            set={(changes) => setPobs(pobs.map((each, index) => (index === at ? { ...each, ...changes } : each)))}
            {...shared}
          />
        </fieldset>
      ))}
      <div>
        <Button
          variant="subtle"
          leftSection={<IconPlus size={14} />}
          onClick={() => setPobs([...pobs, blankPob(last?.start ?? "", last?.end ?? "")])}
        >
          Add an obligation
        </Button>
        <p className={classes.note}>
          Together their prices are what is billed. What is billed beyond them is earned as it is billed.
        </p>
      </div>
    </div>
  );
}

const milestoneColumns: readonly EditColumn<MilestoneDraft>[] = [
  { id: "name", title: "Milestone", kind: "text" },
  { id: "weight", title: "Weight", kind: "number" },
];

type FieldsProps = { readonly pob: PobDraft; readonly set: (changes: Partial<PobDraft>) => void } & Shared;

function PobFields({ pob, set, currency, isAllocated, eventTypeIds }: FieldsProps) {
  const products = useAll("listProducts").data ?? [];
  const categories = useAll("listCategories").data ?? [];
  const eventTypes = (useAll("listEventTypes").data ?? []).filter(({ id }) => eventTypeIds.includes(id));
  const { pattern } = pob;
  const patterns = pobPatterns.filter(({ value }) => value !== "RECOGNIZE_AS_CONSUMED" || eventTypes.length > 0);
  const chooseProduct = (id: string | null) => {
    const product = products.find((each) => each.id === id);
    if (product === undefined) return set({ productId: null });
    const known = pobPatterns.find(({ value }) => value === product.recognitionPattern)?.value;
    set({
      ...{ productId: product.id, name: product.displayName, categoryId: product.categoryId },
      ...{ pattern: known ?? pattern, standalone: listPriceOf(product, currency, pob.start) ?? "" },
    });
  };
  return (
    <>
      {products.length > 0 && (
        <Select
          label="Product"
          placeholder="From the price book, or none"
          data={products.map(({ id, name }) => ({ value: id, label: name }))}
          value={pob.productId}
          onChange={chooseProduct}
          searchable
          clearable
        />
      )}
      <TextInput
        label="Performance obligation"
        required
        value={pob.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <div className={classes.pair}>
        <Select
          label="Recognized"
          data={[...patterns]}
          value={pattern}
          allowDeselect={false}
          onChange={(next) =>
            next && set({ pattern: next as PobPattern, eventTypeId: pob.eventTypeId ?? eventTypes[0]?.id ?? null })
          }
        />
        <Select
          label="Revenue category"
          placeholder="None"
          clearable
          data={categories.map(({ id, name }) => ({ value: id, label: name }))}
          value={pob.categoryId}
          onChange={(categoryId) => set({ categoryId })}
        />
      </div>
      {pattern === "RECOGNIZE_AS_CONSUMED" && (
        <Select
          label="Usage that it earns"
          data={eventTypes.map(({ id, name }) => ({ value: id, label: name }))}
          value={pob.eventTypeId}
          allowDeselect={false}
          onChange={(eventTypeId) => set({ eventTypeId })}
        />
      )}
      {isStated(pob) && (
        <>
          <div className={classes.pair}>
            {pattern !== "POINT_IN_TIME" && (
              <DayField label="Served from" required value={pob.start} onChange={(start) => set({ start })} />
            )}
            <DayField
              label={pattern === "POINT_IN_TIME" ? "Served on" : "Served until"}
              required
              value={pob.end}
              onChange={(end) => set({ end })}
            />
          </div>
          <div className={classes.pair}>
            <TextInput
              label="Stated price"
              inputMode="decimal"
              required
              value={pob.price}
              onChange={(event) => set({ price: event.currentTarget.value })}
            />
            {isAllocated && (
              <TextInput
                label="Standalone selling price"
                inputMode="decimal"
                value={pob.standalone}
                onChange={(event) => set({ standalone: event.currentTarget.value })}
              />
            )}
          </div>
        </>
      )}
      {pattern === "MILESTONE" && (
        <EditTable
          noun="milestone"
          columns={milestoneColumns}
          rows={pob.milestones}
          blank={{ name: "", weight: "" }}
          setRows={(milestones) => set({ milestones })}
        />
      )}
    </>
  );
}

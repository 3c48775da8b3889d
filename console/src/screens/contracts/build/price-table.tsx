import { SegmentedControl, TextInput } from "@mantine/core";
import type { ClipboardEvent } from "react";
import { pastedDay, pastedTable } from "../../../format/pasted.ts";
import { isNumber } from "../change/form.ts";
import classes from "./build.module.css";
import { EditTable } from "./edit-table.tsx";
import { pricingsOf } from "./obligation-choices.ts";
import { type Draft, hasCount, type Layer, type RampStep } from "./obligation-draft.ts";
import { type EditColumn, pastedInto } from "./pasted-into.ts";

type Props = {
  readonly draft: Draft;
  readonly set: (changes: Partial<Draft>) => void;
  readonly currency: string;
  /** True if several terms can be drafted at once, as for a ramp. */
  readonly mayRamp: boolean;
};

const [blankLayer, blankStep]: [Layer, RampStep] = [
  { from: "", amount: "" },
  { from: "", quantity: "", amount: "" },
];

/** One price, tiers by quantity, or a ramp by days; a table that is pasted into the one price becomes what it reads like. */
export function PriceTable({ draft, set, currency, mayRamp }: Props) {
  const { pricing, layers, steps } = draft;
  const choices = pricingsOf(draft.kind, mayRamp);
  const tiers: readonly EditColumn<Layer>[] = [
    { id: "from", title: "From quantity", kind: "number", first: "0" },
    { id: "amount", title: `Price of each, in ${currency}`, kind: "number" },
  ];
  const ramp: readonly EditColumn<RampStep>[] = [
    { id: "from", title: "From", kind: "day", first: draft.start },
    ...(hasCount(draft)
      ? ([{ id: "quantity", title: draft.kind === "SEATS" ? "Seats" : "Units", kind: "number" }] as const)
      : []),
    { id: "amount", title: priceLabel(draft, currency), kind: "number" },
  ];
  const paste = (event: ClipboardEvent) => {
    const table = pastedTable(event.clipboardData.getData("text"));
    if (table.length < 2) return;
    const isByDay = table.some(([first = ""]) => pastedDay(first) !== "");
    const into = choices.find(({ value }) => value === (isByDay ? "RAMP" : "TIERED"))?.value;
    if (into === undefined) return;
    event.preventDefault();
    if (into === "RAMP") {
      return set({ pricing: into, steps: pastedInto([], { table, at: 0, columns: ramp, blank: blankStep }) });
    }
    const columns = table.every((cells) => cells.length === 1) ? tiers.slice(1) : tiers;
    set({ pricing: into, layers: pastedInto([], { table, at: 0, columns, blank: blankLayer }) });
  };
  return (
    <div className={classes.table}>
      {choices.length > 1 && (
        <SegmentedControl
          aria-label="Kind of price"
          data={[...choices]}
          value={pricing}
          onChange={(next) => set(asPriced(draft, next as Draft["pricing"]))}
        />
      )}
      {pricing === "SIMPLE" ? (
        <TextInput
          label={priceLabel(draft, currency)}
          inputMode="decimal"
          required
          value={layers[0]?.amount ?? ""}
          error={layers[0]?.amount && !isNumber(layers[0].amount) ? "A number, such as 39.95" : undefined}
          onPaste={paste}
          onChange={(event) => {
            const amount = event.currentTarget.value;
            set({ layers: layers.map((layer, at) => (at === 0 ? { ...layer, amount } : layer)) });
          }}
        />
      ) : pricing === "RAMP" ? (
        <EditTable noun="step" columns={ramp} rows={steps} blank={blankStep} setRows={(next) => set({ steps: next })} />
      ) : (
        <EditTable
          noun="tier"
          columns={tiers}
          rows={layers}
          blank={blankLayer}
          setRows={(next) => set({ layers: next })}
        />
      )}
    </div>
  );
}

/** Another kind of price: what was typed of one price is the first step of a ramp. */
function asPriced({ quantity, layers, steps }: Draft, pricing: Draft["pricing"]): Partial<Draft> {
  const [first, ...others] = steps;
  if (pricing !== "RAMP" || first?.amount) return { pricing };
  return { pricing, steps: [{ from: "", quantity, amount: layers[0]?.amount ?? "" }, ...others] };
}

function priceLabel({ kind, interval }: Draft, currency: string): string {
  const period = { MONTH: "a month", QUARTER: "a quarter", YEAR: "a year" }[interval];
  if (kind === "ONE_OFF" || kind === "MILESTONE") return `Price in ${currency}`;
  if (kind === "USAGE") return `Price of a unit used, in ${currency}`;
  if (kind === "FLAT") return `Price ${period}, in ${currency}`;
  return `Price of a ${kind === "SEATS" ? "seat" : "unit"} ${period}, in ${currency}`;
}

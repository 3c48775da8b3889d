import { ActionIcon, Button, SegmentedControl, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import type { ClipboardEvent } from "react";
import { isNumber } from "../change/form.ts";
import classes from "./build.module.css";
import { type Draft, type Layer, pastedLayers } from "./obligation-draft.ts";

type Props = { readonly draft: Draft; readonly set: (changes: Partial<Draft>) => void; readonly currency: string };

/** One price, or tiers as a table; lines that were copied from a spreadsheet can be pasted into it. */
export function PriceTable({ draft, set, currency }: Props) {
  const { kind, pricing, layers } = draft;
  const mayTier = kind === "USAGE" || kind === "SEATS" || kind === "UNITS";
  const put = (at: number, changes: Partial<Layer>) =>
    set({ layers: layers.map((layer, index) => (index === at ? { ...layer, ...changes } : layer)) });
  const paste = (event: ClipboardEvent) => {
    const pasted = pastedLayers(event.clipboardData.getData("text"));
    if (pasted.length < 2) return;
    event.preventDefault();
    set({ layers: pasted, pricing: pricing === "SIMPLE" ? "TIERED" : pricing });
  };
  return (
    <div className={classes.table} onPaste={mayTier ? paste : undefined}>
      {mayTier && (
        <SegmentedControl
          aria-label="Kind of price"
          data={[
            { value: "SIMPLE", label: "One price" },
            { value: "TIERED", label: "Tiers" },
            { value: "VOLUME", label: "Volume" },
          ]}
          value={pricing}
          onChange={(next) => set({ pricing: next as Draft["pricing"] })}
        />
      )}
      {pricing === "SIMPLE" ? (
        <TextInput
          label={priceLabel(draft, currency)}
          inputMode="decimal"
          required
          value={layers[0]?.amount ?? ""}
          error={layers[0]?.amount && !isNumber(layers[0].amount) ? "A number, such as 39.95" : undefined}
          onChange={(event) => put(0, { amount: event.currentTarget.value })}
        />
      ) : (
        <>
          <div className={`${classes.row} ${classes.heads}`}>
            <span>From quantity</span>
            <span>Price of each, in {currency}</span>
            <span />
          </div>
          {layers.map((layer, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a tier is known by its place
            <div key={at} className={classes.row}>
              <TextInput
                aria-label={`Tier ${at + 1}, from`}
                inputMode="decimal"
                disabled={at === 0}
                value={at === 0 ? "0" : layer.from}
                onChange={(event) => put(at, { from: event.currentTarget.value })}
              />
              <TextInput
                aria-label={`Tier ${at + 1}, price`}
                inputMode="decimal"
                value={layer.amount}
                onChange={(event) => put(at, { amount: event.currentTarget.value })}
              />
              <ActionIcon
                aria-label={`Remove tier ${at + 1}`}
                disabled={layers.length < 2}
                onClick={() => set({ layers: layers.filter((_, index) => index !== at) })}
              >
                <IconX size={14} />
              </ActionIcon>
            </div>
          ))}
          <Button
            variant="subtle"
            leftSection={<IconPlus size={14} />}
            onClick={() => set({ layers: [...layers, { from: "", amount: "" }] })}
          >
            Add a tier
          </Button>
          <span className={classes.heads}>Two columns of a spreadsheet can be pasted here.</span>
        </>
      )}
    </div>
  );
}

function priceLabel({ kind, interval }: Draft, currency: string): string {
  const period = { MONTH: "a month", QUARTER: "a quarter", YEAR: "a year" }[interval];
  if (kind === "ONE_OFF") return `Price in ${currency}`;
  if (kind === "USAGE") return `Price of a unit used, in ${currency}`;
  if (kind === "FLAT") return `Price ${period}, in ${currency}`;
  return `Price of a ${kind === "SEATS" ? "seat" : "unit"} ${period}, in ${currency}`;
}

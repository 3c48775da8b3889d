import type { MerchantProfile, UpdateMerchantDto } from "@accord/client";
import { ActionIcon, Button, Select, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { accord } from "../../../api/accord.ts";
import { useApi } from "../../../api/use-api.ts";
import { countries } from "../../../format/countries.ts";
import { asFraction, asPercent } from "../../../format/percent.ts";
import { taxCategories } from "../../../format/tax-categories.ts";
import { DayField } from "../../../parts/day-field.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { Section } from "../../../parts/section.tsx";
import { useToday } from "../../../shell/use-month.ts";
import { SettingsForm } from "../settings-form.tsx";
import { useDraft } from "../use-draft.ts";
import classes from "./taxes-tab.module.css";

type Rate = MerchantProfile["taxRates"][number];
type SentRate = NonNullable<UpdateMerchantDto["taxRates"]>[number];
/** A rate while it is typed: in percent. */
type TypedRate = {
  readonly country: string;
  readonly region: string;
  readonly category: string;
  readonly percent: string;
  readonly validFrom: string;
};

/** Which tax is on invoices, by the address of the customer and the category of the line. */
export default function TaxesTab() {
  return (
    <Section
      title="Tax rates"
      note="The rate of a line is that of the customer's country and its tax category. Once there is one, customers need an address."
    >
      <Loaded of={useApi("getMerchant")}>{({ taxRates }) => <Rates rates={taxRates} />}</Loaded>
    </Section>
  );
}

function Rates({ rates }: { rates: readonly Rate[] }) {
  const today = useToday();
  const [{ typed }, set, isChanged] = useDraft({ typed: rates.map(typedRate) });
  const change = (at: number, changes: Partial<TypedRate>) =>
    set({ typed: typed.map((rate, index) => (index === at ? { ...rate, ...changes } : rate)) });
  const blank = { country: "", region: "", category: "S", percent: "", validFrom: today };
  const isWhole = typed.every(
    ({ country, percent, validFrom }) => country !== "" && asFraction(percent) !== undefined && validFrom !== "",
  );
  const save = () => accord.updateMerchant({ body: { taxRates: typed.map(sentRate) } });
  return (
    <SettingsForm isReady={isChanged && isWhole} save={save}>
      {typed.map((rate, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rates have no identity, and keep their order while they are typed
        <div key={at} className={classes.rate}>
          <Select
            label="Country"
            data={[...countries]}
            value={rate.country || null}
            searchable
            onChange={(country) => change(at, { country: country ?? "" })}
          />
          <TextInput
            label="Region"
            placeholder="All of it"
            value={rate.region}
            onChange={(event) => change(at, { region: event.currentTarget.value })}
          />
          <Select
            label="Tax category"
            data={[...taxCategories]}
            value={rate.category}
            allowDeselect={false}
            onChange={(category) => change(at, { category: category ?? "S" })}
          />
          <TextInput
            label="Percent"
            inputMode="decimal"
            value={rate.percent}
            error={rate.percent !== "" && asFraction(rate.percent) === undefined && "Such as 19 or 7.7"}
            onChange={(event) => change(at, { percent: event.currentTarget.value })}
          />
          <DayField label="From" value={rate.validFrom} onChange={(validFrom) => change(at, { validFrom })} />
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={`Remove rate ${at + 1}`}
            onClick={() => set({ typed: typed.filter((_, index) => index !== at) })}
          >
            <IconTrash size={16} stroke={1.7} />
          </ActionIcon>
        </div>
      ))}
      <div>
        <Button variant="default" onClick={() => set({ typed: [...typed, blank] })}>
          Add a rate
        </Button>
      </div>
    </SettingsForm>
  );
}

function typedRate({ country, region, category, rate, validFrom }: Rate): TypedRate {
  return { country, region: region ?? "", category, percent: asPercent(rate), validFrom };
}

function sentRate({ country, region, category, percent, validFrom }: TypedRate): SentRate {
  const rate = asFraction(percent) ?? "0";
  return { country, region: region.trim() || null, category, rate, validFrom } as SentRate;
}

import type { MerchantProfile } from "@accord/client";
import { Checkbox, NumberInput, TextInput } from "@mantine/core";
import { accord } from "../../../api/accord.ts";
import { useApi } from "../../../api/use-api.ts";
import classes from "../../../parts/form-dialog.module.css";
import { Loaded } from "../../../parts/loaded.tsx";
import { Section } from "../../../parts/section.tsx";
import { SettingsForm } from "../settings-form.tsx";
import { useDraft } from "../use-draft.ts";

/** How the merchant bills and closes, beyond what contracts say. */
export default function RulesTab() {
  return (
    <Section title="Billing rules" note="They hold for what happens from now on.">
      <Loaded of={useApi("getMerchant")}>{(profile) => <Rules profile={profile} />}</Loaded>
    </Section>
  );
}

function Rules({ profile }: { profile: MerchantProfile }) {
  const [draft, set, isChanged] = useDraft({
    invoicePrefix: profile.invoicePrefix,
    creditMemoPrefix: profile.creditMemoPrefix,
    usageGraceDays: profile.usageGraceDays,
    requireCategory: profile.requireCategory,
    forbidReopenSynced: profile.forbidReopenSynced,
    badDebtTaxRelief: profile.badDebtTaxRelief,
  });
  const check = (
    name: "requireCategory" | "forbidReopenSynced" | "badDebtTaxRelief",
    label: string,
    description: string,
  ) => (
    <Checkbox
      label={label}
      description={description}
      checked={draft[name]}
      onChange={(event) => set({ [name]: event.currentTarget.checked })}
    />
  );
  return (
    <SettingsForm isReady={isChanged} save={() => accord.updateMerchant({ body: draft })}>
      <div className={classes.row}>
        <TextInput
          label="Invoice numbers begin with"
          value={draft.invoicePrefix}
          onChange={(event) => set({ invoicePrefix: event.currentTarget.value })}
        />
        <TextInput
          label="Credit memo numbers begin with"
          value={draft.creditMemoPrefix}
          onChange={(event) => set({ creditMemoPrefix: event.currentTarget.value })}
        />
        <NumberInput
          label="Days of grace for usage"
          min={0}
          max={30}
          allowDecimal={false}
          value={draft.usageGraceDays}
          onChange={(days) => set({ usageGraceDays: Number(days) })}
        />
      </div>
      {check(
        "requireCategory",
        "Every obligation needs a revenue category",
        "Contracts without one are blocked from their next check on.",
      )}
      {check(
        "forbidReopenSynced",
        "Months that the ledger has are never reopened",
        "Once the accounting system reports an entry of a month as taken over.",
      )}
      {check(
        "badDebtTaxRelief",
        "A write-off reduces the tax payable by the tax of what is owed",
        "A later payment restores its share of the tax.",
      )}
    </SettingsForm>
  );
}

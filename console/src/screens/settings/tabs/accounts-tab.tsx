import type { MerchantProfile } from "@accord/client";
import { TextInput } from "@mantine/core";
import { accord } from "../../../api/accord.ts";
import { useApi } from "../../../api/use-api.ts";
import { word } from "../../../format/words.ts";
import { Loaded } from "../../../parts/loaded.tsx";
import { Section } from "../../../parts/section.tsx";
import { SettingsForm } from "../settings-form.tsx";
import { useDraft } from "../use-draft.ts";
import classes from "./accounts-tab.module.css";

type Role = keyof MerchantProfile["accountMap"];

/** What accounts are called in entries that are posted from now on. */
export default function AccountsTab() {
  return (
    <Section
      title="Accounts"
      note="As your ledger calls them. Entries that are posted keep their names; a revenue category may have accounts of its own."
    >
      <Loaded of={useApi("getMerchant")}>{({ accountMap }) => <Accounts accounts={accountMap} />}</Loaded>
    </Section>
  );
}

function Accounts({ accounts }: { accounts: MerchantProfile["accountMap"] }) {
  const [draft, set, isChanged] = useDraft(accounts);
  const roles = Object.keys(accounts) as Role[];
  const save = () => {
    const accountMap = Object.fromEntries(roles.map((role) => [role, draft[role].trim() || null]));
    return accord.updateMerchant({ body: { accountMap } });
  };
  return (
    <SettingsForm isReady={isChanged} save={save} isWide>
      <div className={classes.row}>
        {roles.map((role) => (
          <TextInput
            key={role}
            label={word(role)}
            value={draft[role]}
            onChange={(event) => set({ [role]: event.currentTarget.value })}
          />
        ))}
      </div>
    </SettingsForm>
  );
}

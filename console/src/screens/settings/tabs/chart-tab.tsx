import type { ChartOfAccounts, SetChartOfAccountsDto } from "@accord/client";
import { ActionIcon, Button, Select, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { accord } from "../../../api/accord.ts";
import { useAll, useApi } from "../../../api/use-api.ts";
import { word } from "../../../format/words.ts";
import { Loaded } from "../../../parts/loaded.tsx";
import { Section } from "../../../parts/section.tsx";
import { SettingsForm } from "../settings-form.tsx";
import { useDraft } from "../use-draft.ts";
import classes from "./chart-tab.module.css";
import { LedgerFormats } from "./ledger-formats.tsx";

type Account = ChartOfAccounts["accounts"][number];

const roles: readonly Account["role"][] = [
  "RECEIVABLE",
  "UNBILLED_RECEIVABLE",
  "CONTRACT_ASSET",
  "CONTRACT_LIABILITY",
  "REVENUE",
  "BREAKAGE_REVENUE",
  "CONTRA_REVENUE",
  "TAX_PAYABLE",
  "CUSTOMER_CREDIT",
  "CASH",
  "BAD_DEBT",
  "BAD_DEBT_RECOVERED",
  "MIGRATION_CLEARING",
];

/** To which account of the general ledger lines go when the journal is exported. */
export default function ChartTab() {
  return (
    <Loaded of={useApi("getChartOfAccounts")}>
      {(chart) => (
        <div className={classes.parts}>
          <Section
            title="General ledger"
            note="The number of each kind of account in your general ledger, for exports made from now on. Of several that fit a line the most specific applies: its posted name, its category, its class."
          >
            <Chart chart={chart} />
          </Section>
          <LedgerFormats chart={chart} />
        </div>
      )}
    </Loaded>
  );
}

function Chart({ chart }: { chart: ChartOfAccounts }) {
  const categories = useAll("listCategories").data ?? [];
  const classesOfErp = useAll("listClasses").data ?? [];
  const [{ accounts }, set, isChanged] = useDraft<{ accounts: readonly Account[] }>({ accounts: chart.accounts });
  const change = (at: number, changes: Partial<Account>) =>
    set({ accounts: accounts.map((each, index) => (index === at ? { ...each, ...changes } : each)) });
  const add = (added: readonly Account["role"][]) =>
    set({ accounts: [...accounts, ...added.map((role) => ({ ...blank, role }))] });
  const missing = roles.filter((role) => !accounts.some((each) => each.role === role && isOfRoleAlone(each)));
  const save = () =>
    accord.setChartOfAccounts({
      body: { accounts: accounts.map(sent), formats: chart.formats } as SetChartOfAccountsDto,
    });
  return (
    <SettingsForm isWide isReady={isChanged && accounts.every(({ number }) => number.trim() !== "")} save={save}>
      {accounts.length === 0 && (
        <p className={classes.nothing}>No numbers yet. Files for ledgers that know accounts by number need them.</p>
      )}
      {accounts.map((account, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: accounts have no identity, and keep their order while they are typed
        <div key={at} className={classes.account}>
          <Select
            label="Kind of account"
            data={roles.map((value) => ({ value, label: word(value) }))}
            value={account.role}
            allowDeselect={false}
            onChange={(role) => change(at, { role: (role ?? account.role) as Account["role"] })}
          />
          <Select
            label="Category"
            placeholder="Every one"
            data={categories.map(({ id, name }) => ({ value: id, label: name }))}
            value={account.categoryId}
            clearable
            onChange={(categoryId) => change(at, { categoryId })}
          />
          <Select
            label="Class"
            placeholder="Every one"
            data={classesOfErp.map(({ id, name }) => ({ value: id, label: name }))}
            value={account.classId}
            clearable
            onChange={(classId) => change(at, { classId })}
          />
          <TextInput
            label="Posted as"
            placeholder="Every name"
            value={account.account ?? ""}
            onChange={(event) => change(at, { account: event.currentTarget.value || null })}
          />
          <TextInput
            label="Number"
            required
            value={account.number}
            onChange={(event) => change(at, { number: event.currentTarget.value })}
          />
          <TextInput
            label="Name there"
            placeholder="As posted"
            value={account.name ?? ""}
            onChange={(event) => change(at, { name: event.currentTarget.value || null })}
          />
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={`Remove account ${at + 1}`}
            onClick={() => set({ accounts: accounts.filter((_, index) => index !== at) })}
          >
            <IconTrash size={16} stroke={1.7} />
          </ActionIcon>
        </div>
      ))}
      <div className={classes.add}>
        <Button variant="default" onClick={() => add(["REVENUE"])}>
          Add an account
        </Button>
        {missing.length > 0 && (
          <Button variant="default" onClick={() => add(missing)}>
            Add every kind without a number
          </Button>
        )}
      </div>
    </SettingsForm>
  );
}

const blank = { account: null, categoryId: null, classId: null, number: "", name: null } as const;

function isOfRoleAlone({ account, categoryId, classId }: Account): boolean {
  return account === null && categoryId === null && classId === null;
}

function sent(account: Account): Account {
  return {
    ...account,
    account: account.account?.trim() || null,
    number: account.number.trim(),
    name: account.name?.trim() || null,
  };
}

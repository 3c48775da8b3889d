import type { ChartOfAccounts } from "@accord/client";
import { NumberInput, Select, TextInput } from "@mantine/core";
import { accord } from "../../../api/accord.ts";
import { longMonth } from "../../../format/day.ts";
import { Section } from "../../../parts/section.tsx";
import { SettingsForm } from "../settings-form.tsx";
import { useDraft } from "../use-draft.ts";
import classes from "./ledger-formats.module.css";

type Formats = ChartOfAccounts["formats"];

/** What is typed, field by field; empty where the ledger needs none. */
const typedOf = ({ xero, netSuite, sageIntacct, datev }: Formats) => ({
  taxRate: xero?.taxRate ?? "",
  classTracking: xero?.classTracking ?? "",
  subsidiary: netSuite?.subsidiary ?? "",
  journal: sageIntacct?.journal ?? "",
  locationId: sageIntacct?.locationId ?? "",
  consultantNumber: datev?.consultantNumber ?? null,
  clientNumber: datev?.clientNumber ?? null,
  accountLength: datev?.accountLength ?? null,
  fiscalYearStartMonth: datev?.fiscalYearStartMonth ?? null,
  clearingAccount: datev?.clearingAccount ?? "",
});

type Typed = ReturnType<typeof typedOf>;
type TextField = { [Key in keyof Typed]: Typed[Key] extends string ? Key : never }[keyof Typed];
type NumberField = "consultantNumber" | "clientNumber" | "accountLength";

/** Settings of some ledger formats beside accounts and amounts. */
export function LedgerFormats({ chart }: { chart: ChartOfAccounts }) {
  const [typed, set, isChanged] = useDraft(typedOf(chart.formats));
  const formats = formatsOf(typed);
  const text = (name: TextField, label: string, description?: string) => (
    <TextInput
      label={label}
      description={description}
      value={typed[name]}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  );
  const number = (name: NumberField, label: string) => (
    <NumberInput
      label={label}
      allowDecimal={false}
      hideControls
      thousandSeparator={false}
      value={typed[name] ?? ""}
      onChange={(value) => set({ [name]: value === "" ? null : Number(value) })}
    />
  );
  return (
    <Section
      title="Files of ledgers"
      note="What some ledgers ask for beside accounts and amounts. Fill in those of yours alone."
    >
      <SettingsForm
        isReady={isChanged && formats !== undefined}
        save={() => accord.setChartOfAccounts({ body: { accounts: chart.accounts, formats: formats ?? {} } })}
      >
        <fieldset className={classes.group}>
          <legend>Xero</legend>
          {text("taxRate", "Tax rate", "Of every line; Tax Exempt unless stated.")}
          {text("classTracking", "Tracking category", "Whose options are the classes.")}
        </fieldset>
        <fieldset className={classes.group}>
          <legend>NetSuite</legend>
          {text("subsidiary", "Subsidiary")}
        </fieldset>
        <fieldset className={classes.group}>
          <legend>Sage Intacct</legend>
          {text("journal", "Journal", "GJ unless stated.")}
          {text("locationId", "Location")}
        </fieldset>
        <fieldset className={classes.group}>
          <legend>DATEV: all five, or none</legend>
          {number("consultantNumber", "Consultant number (Berater)")}
          {number("clientNumber", "Client number (Mandant)")}
          {number("accountLength", "Digits of an account")}
          <Select
            label="Fiscal year begins in"
            clearable
            data={months}
            value={typed.fiscalYearStartMonth?.toString() ?? null}
            onChange={(month) => set({ fiscalYearStartMonth: month === null ? null : Number(month) })}
          />
          {text("clearingAccount", "Clearing account", "For entries with several lines on both sides.")}
        </fieldset>
      </SettingsForm>
    </Section>
  );
}

const months = Array.from({ length: 12 }, (_, at) => ({
  value: String(at + 1),
  label: longMonth(`2000-${String(at + 1).padStart(2, "0")}`).replace(/ ?2000/, ""),
}));

/** As it is sent; undefined while DATEV, of which a file needs every field, has some and not all. */
function formatsOf(typed: Typed): Formats | undefined {
  const { consultantNumber, clientNumber, accountLength, fiscalYearStartMonth } = typed;
  const clearingAccount = typed.clearingAccount.trim();
  const numbers = [consultantNumber, clientNumber, accountLength, fiscalYearStartMonth];
  const given = [...numbers, clearingAccount || null].filter((value) => value !== null);
  if (given.length > 0 && given.length < 5) return undefined;
  const [taxRate, classTracking, subsidiary, journal, locationId] = [
    typed.taxRate,
    typed.classTracking,
    typed.subsidiary,
    typed.journal,
    typed.locationId,
  ].map((each) => each.trim() || null);
  return {
    ...((taxRate || classTracking) && {
      xero: { taxRate: taxRate ?? "Tax Exempt", classTracking: classTracking ?? null },
    }),
    ...(subsidiary && { netSuite: { subsidiary } }),
    ...((journal || locationId) && { sageIntacct: { journal: journal ?? "GJ", locationId: locationId ?? null } }),
    ...(consultantNumber !== null &&
      clientNumber !== null &&
      accountLength !== null &&
      fiscalYearStartMonth !== null && {
        datev: { consultantNumber, clientNumber, accountLength, fiscalYearStartMonth, clearingAccount },
      }),
  };
}

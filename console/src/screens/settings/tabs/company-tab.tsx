import type { MerchantProfile, SampleInvoiceDto } from "@accord/client";
import { FileInput, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { accord } from "../../../api/accord.ts";
import { useApi } from "../../../api/use-api.ts";
import { AddressFields, addressOf, typedAddress } from "../../../parts/address-fields.tsx";
import classes from "../../../parts/form-dialog.module.css";
import { Loaded } from "../../../parts/loaded.tsx";
import { PdfView } from "../../../parts/pdf-view.tsx";
import { Section } from "../../../parts/section.tsx";
import form from "../settings-form.module.css";
import { SettingsForm } from "../settings-form.tsx";
import { useDraft } from "../use-draft.ts";

/** What invoices say of the company. */
export default function CompanyTab() {
  return (
    <Section title="Company" note="As invoices, credit memos and e-invoices name it.">
      <Loaded of={useApi("getMerchant")}>{(profile) => <Company profile={profile} />}</Loaded>
    </Section>
  );
}

const largestLogo = 200_000;

function Company({ profile }: { profile: MerchantProfile }) {
  const [draft, set, isChanged] = useDraft({
    legalName: profile.legalName ?? "",
    vatId: profile.vatId ?? "",
    registrationNumber: profile.registrationNumber ?? "",
    email: profile.email ?? "",
    address: typedAddress(profile.address),
    iban: profile.bankAccount?.iban ?? "",
    bic: profile.bankAccount?.bic ?? "",
    accountName: profile.bankAccount?.name ?? "",
    logo: profile.logo,
  });
  const [logoProblem, setLogoProblem] = useState<string>();
  const field = (
    name: "legalName" | "vatId" | "registrationNumber" | "email" | "iban" | "bic" | "accountName",
    label: string,
  ) => <TextInput label={label} value={draft[name]} onChange={(event) => set({ [name]: event.currentTarget.value })} />;
  const choose = async (file: File | null) => {
    setLogoProblem(undefined);
    if (file === null) return set({ logo: null });
    if (file.type !== "image/png" || file.size > largestLogo) return setLogoProblem("A PNG image of at most 200 kB.");
    set({ logo: await base64Of(file) });
  };
  const text = (typed: string) => typed.trim() || null;
  const body: SampleInvoiceDto = {
    legalName: text(draft.legalName),
    vatId: text(draft.vatId),
    registrationNumber: text(draft.registrationNumber),
    email: text(draft.email),
    address: addressOf(draft.address),
    bankAccount:
      text(draft.iban) === null
        ? null
        : { iban: draft.iban.trim(), bic: text(draft.bic), name: text(draft.accountName) },
    ...(draft.logo !== profile.logo && { logo: draft.logo }),
  };
  return (
    <div className={form.beside}>
      <SettingsForm isReady={isChanged} save={() => accord.updateMerchant({ body })}>
        <div className={classes.row}>
          {field("legalName", "Legal name")}
          {field("email", "E-mail")}
          {field("vatId", "VAT number")}
          {field("registrationNumber", "Registration number")}
        </div>
        <AddressFields value={draft.address} onChange={(address) => set({ address })} />
        <div className={classes.row}>
          {field("iban", "IBAN")}
          {field("bic", "BIC")}
          {field("accountName", "Account holder")}
        </div>
        {draft.logo !== null && <img className={form.logo} src={`data:image/png;base64,${draft.logo}`} alt="Logo" />}
        <FileInput
          label="Logo"
          description="A PNG image of at most 200 kB, at the top of documents"
          accept="image/png"
          placeholder={draft.logo === null ? "Choose an image" : "Choose another one"}
          clearable
          clearButtonProps={{ "aria-label": "Remove the logo" }}
          error={logoProblem}
          onChange={choose}
        />
      </SettingsForm>
      <Sample body={body} />
    </div>
  );
}

/** An invoice as it would look with what is typed, soon after nothing more is typed. */
function Sample({ body }: { body: SampleInvoiceDto }) {
  const [typed] = useDebouncedValue(JSON.stringify(body), 400);
  const asked: SampleInvoiceDto = JSON.parse(typed);
  return (
    <PdfView
      title="Sample invoice"
      queryKey={["sample-invoice", typed]}
      load={(signal) => accord.drawSampleInvoice({ body: asked }, { signal })}
      isFollowing
    />
  );
}

function base64Of(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.onload = () => resolve(String(reader.result).replace(/^data:[^,]*,/, ""));
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(file);
  return promise;
}

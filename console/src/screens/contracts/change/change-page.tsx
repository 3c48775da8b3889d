import type { BillingTerm } from "@accord/client";
import { SegmentedControl, Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useMayWrite } from "../../../api/session.ts";
import { doors } from "../../../doors.ts";
import { dayRange } from "../../../format/day.ts";
import { price, rhythm } from "../../../format/terms.ts";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { Page } from "../../../parts/page.tsx";
import { LivePreview } from "../../../preview/live-preview.tsx";
import type { Write } from "../../../preview/write.ts";
import { useToday } from "../../../shell/use-month.ts";
import { useUrl } from "../../../use-url.ts";
import { useContract, useContractId, useTerms } from "../use-contract.ts";
import { type ChangeKind, kindsOf } from "./change-kinds.ts";
import classes from "./change-page.module.css";
import { DatesForm } from "./dates-form.tsx";
import { PriceForm } from "./price-form.tsx";
import { SeatsForm } from "./seats-form.tsx";
import { TerminateForm } from "./terminate-form.tsx";

const forms = { seats: SeatsForm, price: PriceForm, dates: DatesForm, terminate: TerminateForm };

/** A change of a term with what it does beside it, while one types: what is shown is what is done. */
export default function ChangePage() {
  const contract = useContract();
  const mayWrite = useMayWrite();
  const name = contract.data?.name ?? "Contract";
  return (
    <Page title="Change the contract" parent={{ title: name, href: doors.contract(useContractId()) }}>
      {mayWrite ? (
        <Change currency={contract.data?.currency ?? "USD"} />
      ) : (
        <EmptyState title="You can look at this contract, and not change it" />
      )}
    </Page>
  );
}

function Change({ currency }: { currency: string }) {
  const id = useContractId();
  const navigate = useNavigate();
  const today = useToday();
  const [url, change] = useUrl();
  const [write, setWrite] = useState<Write>();
  const [settled] = useDebouncedValue(write, 350);
  return (
    <Loaded of={useTerms()}>
      {(all) => {
        const terms = all.filter(({ status }) => status === "ACTIVE");
        const isOn = ({ startDate, endDate }: BillingTerm) =>
          startDate <= today && (endDate === null || endDate >= today);
        const term = terms.find((each) => each.id === url.term) ?? terms.find(isOn) ?? terms[0];
        if (term === undefined) return <EmptyState title="There is no term that could change" />;
        const kinds = kindsOf(term);
        const kind = kinds.find((each) => each.value === url.kind)?.value ?? (kinds[0]?.value as ChangeKind);
        const Form = forms[kind];
        return (
          <div className={classes.screen}>
            <div className={classes.form}>
              <Select
                label="Billing term"
                data={terms.map((each) => ({
                  value: each.id,
                  label: [
                    `${each.name}: ${price(each, currency)} ${rhythm(each)}`,
                    // Steps of a ramp are told apart by their days.
                    ...(terms.length > 1 ? [dayRange(each.startDate, each.endDate)] : []),
                  ].join(", "),
                }))}
                value={term.id}
                allowDeselect={false}
                onChange={(next) => change({ term: next ?? undefined }, true)}
              />
              <SegmentedControl
                aria-label="What changes"
                size="sm"
                fullWidth
                data={kinds}
                value={kind}
                onChange={(next) => change({ kind: next }, true)}
              />
              <Form key={`${term.id} ${kind}`} term={term} setWrite={setWrite} />
            </div>
            <LivePreview
              write={settled}
              isTyping={write !== settled}
              verb={kinds.find((each) => each.value === kind)?.verb ?? "Do it"}
              isDangerous={kind === "terminate"}
              waitingFor="Say what changes, and what follows from it is shown here: invoices, revenue, credits and the journal."
              then={() => navigate({ to: doors.contract(id) as string, search: { tab: "changes" } as never })}
            />
          </div>
        );
      }}
    </Loaded>
  );
}

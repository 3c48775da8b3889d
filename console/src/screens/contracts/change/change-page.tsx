import { SegmentedControl, Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";
import { Fragment, useState } from "react";
import { useMayWrite } from "../../../api/session.ts";
import { useAll } from "../../../api/use-api.ts";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { Page } from "../../../parts/page.tsx";
import { Waiting } from "../../../parts/waiting.tsx";
import { paths } from "../../../paths.ts";
import { LivePreview } from "../../../preview/live-preview.tsx";
import type { Write } from "../../../preview/write.ts";
import { useToday } from "../../../shell/use-month.ts";
import { useUrl } from "../../../use-url.ts";
import { useObligations } from "../obligation-rows.ts";
import { useContract, useContractId, useTerms } from "../use-contract.ts";
import classes from "./change-page.module.css";
import { type Changeable, changeables } from "./changes.tsx";

/** A change of a contract with a live preview; exactly the previewed change is made. */
export default function ChangePage() {
  const contract = useContract();
  const id = useContractId();
  const mayWrite = useMayWrite();
  const [url] = useUrl();
  const terms = useTerms();
  const commitments = useAll("listCommitments", { filter: { contractId: id } });
  const obligations = useObligations();
  const today = useToday();
  const name = contract.data?.name ?? "Contract";
  return (
    <Page title="Change the contract" parent={{ title: name, href: paths.contract(id) }}>
      {mayWrite ? (
        <Loaded of={terms}>
          {(all) => (
            <Loaded of={commitments}>
              {(committed) => {
                // Their forms alone wait for them.
                if (
                  obligations.data === undefined &&
                  url.part !== undefined &&
                  !all.some(({ id }) => id === url.part)
                ) {
                  return <Waiting />;
                }
                const active = all.filter(({ status }) => status === "ACTIVE");
                const isOn = active.find((each) => each.startDate <= today && (each.endDate ?? today) >= today);
                const parts = {
                  terms: active,
                  commitments: committed.filter(({ status }) => status === "ACTIVE"),
                  obligations: obligations.data ?? [],
                };
                if (active.length === 0) return <EmptyState title="There is no term that could change" />;
                return <Change of={changeables(parts, contract.data?.currency ?? "USD")} usual={isOn?.id} />;
              }}
            </Loaded>
          )}
        </Loaded>
      ) : (
        <EmptyState title="You can look at this contract, and not change it" />
      )}
    </Page>
  );
}

/** @param usual the part that is changed unless the address names another */
function Change({ of, usual }: { of: readonly Changeable[]; usual: string | undefined }) {
  const contractId = useContractId();
  const navigate = useNavigate();
  const [url, change] = useUrl();
  const [write, setWrite] = useState<Write>();
  const [settled] = useDebouncedValue(write, 350);
  const part = of.find(({ id }) => id === url.part) ?? of.find(({ id }) => id === usual) ?? of[0];
  if (part === undefined) return null;
  const chosen = part.changes.find(({ value }) => value === url.kind) ?? part.changes[0];
  const groups = [...Map.groupBy(of, ({ group }) => group)];
  return (
    <div className={classes.screen}>
      <div className={classes.form}>
        <Select
          label="What changes"
          data={groups.map(([group, items]) => ({
            group,
            items: items.map(({ id, label }) => ({ value: id, label })),
          }))}
          value={part.id}
          allowDeselect={false}
          onChange={(next) => change({ part: next ?? undefined }, true)}
        />
        <SegmentedControl
          aria-label="How it changes"
          size={part.changes.length > 3 ? "xs" : "sm"}
          fullWidth
          data={part.changes.map(({ value, label }) => ({ value, label }))}
          value={chosen.value}
          onChange={(next) => change({ kind: next }, true)}
        />
        <Fragment key={`${part.id} ${chosen.value}`}>{chosen.form(setWrite)}</Fragment>
      </div>
      <LivePreview
        write={settled}
        isTyping={write !== settled}
        verb={chosen.verb}
        isDangerous={chosen.value === "terminate" || chosen.value === "delete"}
        waitingFor="Say what changes, and what follows from it is shown here: invoices, revenue, credits and the journal."
        then={() => navigate({ to: paths.contract(contractId) as string, search: { tab: "changes" } as never })}
      />
    </div>
  );
}

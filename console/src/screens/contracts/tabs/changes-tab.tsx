import type { ContractModification } from "@accord/client";
import { Button, Select } from "@mantine/core";
import { useState } from "react";
import { useMayWrite } from "../../../api/session.ts";
import { useAll } from "../../../api/use-api.ts";
import { day, month } from "../../../format/day.ts";
import { word } from "../../../format/words.ts";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Facts } from "../../../parts/facts.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { ReasonField } from "../../../parts/reason-field.tsx";
import { ScrollArea } from "../../../parts/scroll-area.tsx";
import { Status } from "../../../parts/status.tsx";
import { PreviewDialog } from "../../../preview/preview-dialog.tsx";
import { write } from "../../../preview/write.ts";
import { Amount } from "../../../table/cell.tsx";
import { changeTitle, treatments } from "../treatments.ts";
import { useContractId } from "../use-contract.ts";
import classes from "./changes-tab.module.css";

/** Every change of the contract, the newest first: how revenue treats it, by which paragraph, and what that does to each month. */
export default function ChangesTab() {
  return (
    <Loaded of={useAll("listContractModifications", { id: useContractId() })}>
      {(changes) =>
        changes.length === 0 ? (
          <EmptyState title="Nothing was changed since the contract was approved">
            When seats, prices or dates change, the change appears here with its treatment and its effect on each month.
          </EmptyState>
        ) : (
          <div className={classes.changes}>
            {changes.toReversed().map((change) => (
              <Change key={change.id} change={change} />
            ))}
          </div>
        )
      }
    </Loaded>
  );
}

function Change({ change }: { change: ContractModification }) {
  const [open, setOpen] = useState(false);
  const mayWrite = useMayWrite();
  const { effect, choices } = change;
  const chosen = choices.at(-1);
  return (
    <article className={classes.change}>
      <header className={classes.head}>
        <h3>
          {changeTitle(change.kind)} from {day(change.effectiveDate)}
        </h3>
        <Status code={change.treatment} tone={change.treatment === "CUMULATIVE_CATCH_UP" ? "warn" : "info"}>
          {treatments[change.treatment].title}
        </Status>
        {mayWrite && (
          <Button variant="default" onClick={() => setOpen(true)} className={classes.treat}>
            Change treatment …
          </Button>
        )}
      </header>
      <p>{chosen?.reason ?? change.proposalReason}</p>
      <Facts
        facts={[
          ["Paragraph", change.paragraph],
          ["Agreed on", day(change.agreedOn)],
          change.treatment !== change.proposedTreatment && ["Proposed", treatments[change.proposedTreatment].title],
          change.bookMonth !== null && ["First month changed", month(change.bookMonth)],
          ["Catch-up", <Amount key="catch-up" text={effect.catchUp} />],
          ["Revenue in all", <Amount key="total" text={effect.total} />],
        ]}
      />
      {effect.months.length > 0 && (
        <ScrollArea label="Change of revenue, by month" className={classes.months}>
          {effect.months.map(({ timeframe, amount }) => (
            <div key={timeframe} className={classes.month}>
              <span>{month(timeframe)}</span>
              <Amount text={amount} />
            </div>
          ))}
        </ScrollArea>
      )}
      {open && <TreatDialog change={change} close={() => setOpen(false)} />}
    </article>
  );
}

type Treatment = ContractModification["treatment"];

function TreatDialog({ change, close }: { change: ContractModification; close: () => void }) {
  const [treatment, setTreatment] = useState<Treatment>(change.treatment);
  const [reason, setReason] = useState("");
  const options = Object.entries(treatments).map(([value, { title }]) => ({ value, label: title }));
  const isReady = reason.trim() !== "" && treatment !== change.treatment;
  const choice = (
    <>
      <Select
        label="Treatment"
        data={options}
        value={treatment}
        allowDeselect={false}
        description={treatments[treatment].text}
        onChange={(value) => value && setTreatment(value as Treatment)}
      />
      <ReasonField
        description="Kept in the decision log, beside what was proposed."
        value={reason}
        onChange={setReason}
        isFirst={false}
      />
    </>
  );
  return (
    <PreviewDialog
      title={`Change treatment: ${word(change.kind).toLowerCase()}`}
      verb="Change it"
      write={
        isReady
          ? write("treatContractModification", {
              id: change.contractId,
              modificationId: change.id,
              body: { treatment, reason: reason.trim() },
            })
          : undefined
      }
      waitingFor="Choose another treatment and say why, and its effect is shown here."
      close={close}
    >
      {choice}
    </PreviewDialog>
  );
}

import type { BillingTerm, Contract } from "@accord/client";
import { Button, SegmentedControl } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useMayWrite } from "../../../api/session.ts";
import { useAll } from "../../../api/use-api.ts";
import { dayRange } from "../../../format/day.ts";
import { money, quantity } from "../../../format/money.ts";
import { price, rhythm } from "../../../format/terms.ts";
import { ButtonLink } from "../../../parts/button-link.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { Page } from "../../../parts/page.tsx";
import { Status } from "../../../parts/status.tsx";
import { paths } from "../../../paths.ts";
import { LivePreview } from "../../../preview/live-preview.tsx";
import { PreviewDialog } from "../../../preview/preview-dialog.tsx";
import { type Write, write } from "../../../preview/write.ts";
import { commitmentName } from "../../usage/commitment-words.ts";
import { Blocked } from "../blocked.tsx";
import { useContract, useTerms } from "../use-contract.ts";
import classes from "./build.module.css";
import { usageOf } from "./commitment-draft.ts";
import { CommitmentForm } from "./commitment-form.tsx";
import { NewObligationForm } from "./new-obligation-form.tsx";

/** Adds obligations and commitments to a contract, each with a live preview of its invoices and revenue. */
export default function AddPage() {
  const contract = useContract();
  const mayWrite = useMayWrite();
  return (
    <Page
      title={contract.data?.name ?? "Contract"}
      parent={{ title: "Contracts", href: paths.contracts() }}
      badge={contract.data && <Status code={contract.data.status} />}
      subtitle={contract.data?.customerName ?? undefined}
      actions={contract.data && mayWrite && <Approval contract={contract.data} />}
    >
      <Loaded of={contract}>
        {(data) =>
          mayWrite ? (
            <Adding contract={data} />
          ) : (
            <EmptyState title="You can look at this contract, and not change it" />
          )
        }
      </Loaded>
    </Page>
  );
}

/** What is added next: an obligation, or a commitment of the customer. */
type Part = "obligation" | "commitment";

function Adding({ contract }: { contract: Contract }) {
  const [part, setPart] = useState<Part>("obligation");
  const usage = usageOf(useTerms().data ?? []);
  const [pending, setPending] = useState<Write>();
  const [settled] = useDebouncedValue(pending, 400);
  const [formAt, setFormAt] = useState(0);
  // The term that the next one continues, as a step of a ramp.
  const [after, setAfter] = useState<BillingTerm>();
  return (
    <>
      {contract.status === "BLOCKED" && <Blocked contract={contract} />}
      <Sold
        contract={contract}
        goOn={(term) => {
          setPart("obligation");
          setAfter(term);
          setFormAt(formAt + 1);
        }}
      />
      <div className={classes.screen}>
        <div className={classes.form}>
          <SegmentedControl
            aria-label="What is added"
            size="sm"
            data={[
              { value: "obligation", label: "Product or service" },
              { value: "commitment", label: "Commitment to use" },
            ]}
            value={part}
            onChange={(next) => {
              setPart(next as Part);
              setPending(undefined);
            }}
          />
          {part === "obligation" ? (
            <NewObligationForm key={formAt} contract={contract} after={after} setWrite={setPending} />
          ) : usage.length === 0 ? (
            <EmptyState title="No usage to commit to">
              A commitment is drawn down by usage. Add what is used first, with its price: “Product or service”, then
              “Usage”.
            </EmptyState>
          ) : (
            <CommitmentForm key={formAt} contract={contract} usage={usage} setWrite={setPending} />
          )}
        </div>
        <LivePreview
          write={settled}
          isTyping={pending !== settled}
          verb="Add it"
          waitingFor={waitingFor[part]}
          then={() => {
            setAfter(undefined);
            setFormAt(formAt + 1);
          }}
        />
      </div>
    </>
  );
}

const waitingFor: Readonly<Record<Part, string>> = {
  obligation: "Say what is sold, for how much and for how long: its invoices and its revenue appear here.",
  commitment: "Say how much is committed and for which days: what is billed of it, and when, appears here.",
};

function Sold({ contract, goOn }: { contract: Contract; goOn: (term: BillingTerm) => void }) {
  const { data } = useTerms();
  const commitments = useAll("listCommitments", { filter: { contractId: contract.id } }).data ?? [];
  if (!data?.length) return null;
  return (
    <ul className={classes.sold} aria-label="Sold so far">
      {data.map((term) => (
        <li key={term.id}>
          <strong>{term.name}</strong>
          <span>
            {price(term, contract.currency)} {rhythm(term)}
          </span>
          <span className={classes.note}>{dayRange(term.startDate, term.endDate)}</span>
          {term.endDate !== null && term.kind !== "ONE_OFF" && (
            <Button variant="subtle" onClick={() => goOn(term)}>
              Another price after it
            </Button>
          )}
        </li>
      ))}
      {commitments.map((each) => (
        <li key={each.id}>
          <strong>{commitmentName(each)}</strong>
          <span>
            {each.commitmentUnitType === "CURRENCY" ? money(each.totals.committed) : quantity(each.totals.committed)}{" "}
            committed in all
          </span>
          <span className={classes.note}>{dayRange(each.commitmentStartDate, each.commitmentEndDate)}</span>
        </li>
      ))}
    </ul>
  );
}

function Approval({ contract }: { contract: Contract }) {
  const [approving, setApproving] = useState(false);
  const navigate = useNavigate();
  const { id, status } = contract;
  return (
    <>
      <ButtonLink variant="default" href={paths.contract(id)}>
        Open the contract
      </ButtonLink>
      {status === "PROCESSED" && <Button onClick={() => setApproving(true)}>Approve …</Button>}
      {approving && (
        <PreviewDialog
          title="Approve the contract"
          verb="Approve"
          write={write("actOnContract", { id, body: { action: "APPROVE" } })}
          close={() => setApproving(false)}
          then={() => navigate({ to: paths.contract(id) as string })}
        >
          <p>Invoices are issued when they are due, and revenue is recognized, from now on.</p>
        </PreviewDialog>
      )}
    </>
  );
}

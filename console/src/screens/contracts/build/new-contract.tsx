import type { Contract } from "@accord/client";
import { Checkbox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useMayWrite, useSession } from "../../../api/session.ts";
import { useApi } from "../../../api/use-api.ts";
import { yearFrom } from "../../../format/day.ts";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Page } from "../../../parts/page.tsx";
import { paths } from "../../../paths.ts";
import { LivePreview } from "../../../preview/live-preview.tsx";
import { write } from "../../../preview/write.ts";
import { useToday } from "../../../shell/use-month.ts";
import { useUrl } from "../../../use-url.ts";
import classes from "./build.module.css";
import { type ContractDraft, contractBodyOf } from "./contract-draft.ts";
import { ContractHeaderFields } from "./contract-header-fields.tsx";
import { ContractParts } from "./contract-parts.tsx";
import { blankDraft } from "./obligation-draft.ts";

/** A new contract on one page, from customer to approval, with a preview of its invoices and revenue. */
export default function NewContract() {
  const mayWrite = useMayWrite();
  return (
    <Page title="New contract" parent={{ title: "Contracts", href: paths.contracts() }}>
      {mayWrite ? <Form /> : <EmptyState title="You can look at contracts, and not make one" />}
    </Page>
  );
}

function Form() {
  const [url] = useUrl();
  const { merchant } = useSession();
  const today = useToday();
  const navigate = useNavigate();
  const [typed, setContract] = useState<ContractDraft>();
  const contract = typed ?? emptyContract(url.customer ?? null, today);
  const customer = useApi("getCustomer", contract.customerId !== null && { id: contract.customerId });
  const currency =
    contract.currency ??
    (contract.customerId === null ? null : customer.data?.defaultCurrency) ??
    merchant.defaultCurrency;
  const { body, missing } = contractBodyOf(contract);
  const text = body && JSON.stringify(body);
  const [settled] = useDebouncedValue(text, 400);
  return (
    <div className={classes.screen}>
      <div className={classes.contract}>
        <ContractHeaderFields contract={contract} setContract={setContract} currency={currency} />
        <ContractParts contract={contract} setContract={setContract} currency={currency} />
        <Checkbox
          label="Approve it at once"
          description="Invoices are issued when they are due, and revenue is recognized, from then on. Without it, the contract can still be changed or deleted."
          checked={contract.approves}
          onChange={(event) => setContract({ ...contract, approves: event.currentTarget.checked })}
        />
      </div>
      <LivePreview
        write={settled === undefined ? undefined : write("createContract", { body: JSON.parse(settled) })}
        isTyping={text !== settled}
        // The page explains itself until something is typed.
        missing={typed === undefined ? [] : missing}
        verb={contract.approves ? "Create and approve" : "Create the contract"}
        waitingFor="Say what is sold, for how much and for how long: its invoices and its revenue appear here."
        then={(payload) => {
          const made = payload as Contract | undefined;
          void navigate({ to: (made ? paths.contract(made.id) : paths.contracts()) as string });
        }}
      />
    </div>
  );
}

function emptyContract(customerId: string | null, today: string): ContractDraft {
  const start = `${today.slice(0, 8)}01`;
  return {
    ...{ customerId, name: "", closeDate: today, poNumber: "", currency: null, allocation: "STATED" },
    lines: [{ number: 1, groupNumber: null, draft: blankDraft(start, yearFrom(start)) }],
    ...{ groups: [], commitments: [], approves: false },
  };
}

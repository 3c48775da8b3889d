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
import { type Deal, dealBodyOf } from "./deal-draft.ts";
import { DealHeader } from "./deal-header.tsx";
import { DealParts } from "./deal-parts.tsx";
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
  const [typed, setDeal] = useState<Deal>();
  const deal = typed ?? newDeal(url.customer ?? null, today);
  const customer = useApi("getCustomer", deal.customerId !== null && { id: deal.customerId });
  const currency =
    deal.currency ?? (deal.customerId === null ? null : customer.data?.defaultCurrency) ?? merchant.defaultCurrency;
  const { body, missing } = dealBodyOf(deal);
  const text = body && JSON.stringify(body);
  const [settled] = useDebouncedValue(text, 400);
  return (
    <div className={classes.screen}>
      <div className={classes.deal}>
        <DealHeader deal={deal} setDeal={setDeal} currency={currency} />
        <DealParts deal={deal} setDeal={setDeal} currency={currency} />
        <Checkbox
          label="Approve it at once"
          description="Invoices are issued when they are due, and revenue is recognized, from then on. Without it, the contract can still be changed or deleted."
          checked={deal.approves}
          onChange={(event) => setDeal({ ...deal, approves: event.currentTarget.checked })}
        />
      </div>
      <LivePreview
        write={settled === undefined ? undefined : write("createContract", { body: JSON.parse(settled) })}
        isTyping={text !== settled}
        // The page explains itself until something is typed.
        missing={typed === undefined ? [] : missing}
        verb={deal.approves ? "Create and approve" : "Create the contract"}
        waitingFor="Say what is sold, for how much and for how long: its invoices and its revenue appear here."
        then={(payload) => {
          const made = payload as Contract | undefined;
          void navigate({ to: (made ? paths.contract(made.id) : paths.contracts()) as string });
        }}
      />
    </div>
  );
}

function newDeal(customerId: string | null, today: string): Deal {
  const start = `${today.slice(0, 8)}01`;
  return {
    ...{ customerId, name: "", closeDate: today, poNumber: "", currency: null, allocation: "STATED" },
    lines: [{ number: 1, groupNumber: null, draft: blankDraft(start, yearFrom(start)) }],
    ...{ groups: [], commitments: [], approves: false },
  };
}

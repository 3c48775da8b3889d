import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { accord } from "../../../api/accord.ts";
import { useMayWrite } from "../../../api/session.ts";
import { useRefresh } from "../../../api/use-api.ts";
import { day } from "../../../format/day.ts";
import { plural, word } from "../../../format/words.ts";
import { Copyable } from "../../../parts/copyable.tsx";
import { Facts } from "../../../parts/facts.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { MomentDay } from "../../../parts/moment-day.tsx";
import { Card, Section } from "../../../parts/section.tsx";
import { done, failed } from "../../../parts/toast.ts";
import { useContract } from "../use-contract.ts";
import classes from "./metadata-tab.module.css";

/** What else is recorded of the contract, and the names and values that others keep with it. */
export default function MetadataTab() {
  return (
    <Loaded of={useContract()}>
      {(contract) => (
        <div className={classes.parts}>
          <Section title="Recorded">
            <Card>
              <Facts
                facts={[
                  ["Signed on", day(contract.closeDate)],
                  ["Due after", plural(contract.netPaymentTerms, "day")],
                  ["PO number", contract.poNumber ?? "–"],
                  contract.consolidationKey !== null && ["Billed together under", contract.consolidationKey],
                  [
                    "Prices are shared",
                    contract.allocationMethod === "STATED" ? "As stated" : "By standalone selling prices",
                  ],
                  ["Came from", word(contract.source)],
                  ["Approved", <MomentDay key="approved" at={contract.approvedAt} />],
                  ["Invoiced through", day(contract.invoicedThrough)],
                  ["Id", <Copyable key="id" text={contract.id} />],
                  ...contract.externalIds.map(
                    ({ sourceType, externalId }) => [`Id in ${word(sourceType)}`, externalId] as const,
                  ),
                  ...contract.customFields.map(({ name, value }) => [name, value] as const),
                ]}
              />
            </Card>
          </Section>
          <Section title="Your own details" note="Names and values that you or your systems keep with the contract.">
            <Details id={contract.id} metadata={(contract.metadata ?? {}) as Record<string, unknown>} />
          </Section>
        </div>
      )}
    </Loaded>
  );
}

function Details({ id, metadata }: { id: string; metadata: Readonly<Record<string, unknown>> }) {
  const mayWrite = useMayWrite();
  const refresh = useRefresh();
  const [name, setName] = useState("");
  const [value, setValue] = useState("");
  const save = async (changes: Record<string, unknown>) => {
    try {
      await accord.updateContractMetadata({ id, body: { metadata: changes } as never });
      await refresh();
      setName("");
      setValue("");
      done("The details are saved.");
    } catch (error) {
      failed(error);
    }
  };
  const entries = Object.entries(metadata);
  return (
    <Card>
      <div className={classes.details}>
        {entries.length === 0 && <p className={classes.none}>Nothing yet.</p>}
        {entries.map(([key, kept]) => (
          <div key={key} className={classes.detail}>
            <span>{key}</span>
            <span>{typeof kept === "string" ? kept : JSON.stringify(kept)}</span>
            {mayWrite && (
              <Button variant="subtle" color="gray" onClick={() => save({ [key]: null })} aria-label={`Remove ${key}`}>
                Remove
              </Button>
            )}
          </div>
        ))}
        {mayWrite && (
          <form
            className={classes.add}
            onSubmit={(event) => {
              event.preventDefault();
              void save({ [name.trim()]: value });
            }}
          >
            <TextInput
              aria-label="Name"
              placeholder="Name"
              required
              value={name}
              onChange={(e) => setName(e.currentTarget.value)}
            />
            <TextInput
              aria-label="Value"
              placeholder="Value"
              value={value}
              onChange={(e) => setValue(e.currentTarget.value)}
            />
            <Button type="submit" variant="default" size="sm">
              Add
            </Button>
          </form>
        )}
      </div>
    </Card>
  );
}

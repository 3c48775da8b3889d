import type { Contract } from "@accord/client";
import { Alert, Button } from "@mantine/core";
import { useState } from "react";
import { accord } from "../../api/accord.ts";
import { useMayWrite } from "../../api/session.ts";
import { useRefresh } from "../../api/use-api.ts";
import { CustomerChoice } from "../../parts/customer-choice.tsx";
import { done, failed } from "../../parts/toast.ts";
import classes from "./blocked.module.css";

/** Texts for reasons whose API message is meant for developers. */
const sentences: Readonly<Record<string, string>> = {
  MISSING_CUSTOMER: "It has no customer yet.",
  MISSING_TERMS: "Nothing is sold yet: add a first billing term.",
};

/** The reasons why a contract is blocked, and what to do about each. */
export function Blocked({ contract }: { contract: Contract }) {
  const mayWrite = useMayWrite();
  const { blockReasons } = contract;
  if (blockReasons.length === 0) return null;
  return (
    <Alert color="yellow" title="This contract cannot be approved yet">
      <ul className={classes.reasons}>
        {blockReasons.map(({ code, message }) => (
          <li key={`${code} ${message}`}>{sentences[code] ?? message}</li>
        ))}
      </ul>
      {mayWrite && blockReasons.some(({ code }) => code === "MISSING_CUSTOMER") && <WhoPays contract={contract} />}
    </Alert>
  );
}

function WhoPays({ contract }: { contract: Contract }) {
  const refresh = useRefresh();
  const [customerId, setCustomerId] = useState<string | null>(null);
  const save = async () => {
    if (customerId === null) return;
    try {
      await accord.updateContract({ id: contract.id, body: { customerId } });
      await refresh();
      done("The customer is set.");
    } catch (error) {
      failed(error);
    }
  };
  return (
    <div className={classes.payer}>
      <CustomerChoice label="Who pays" value={customerId ?? undefined} onChange={setCustomerId} />
      <Button size="xs" disabled={customerId === null} onClick={save}>
        Set the customer
      </Button>
    </div>
  );
}

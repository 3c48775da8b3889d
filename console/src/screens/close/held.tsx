import type { PayloadOf } from "@accord/client";
import { Button } from "@mantine/core";
import { accord } from "../../api/accord.ts";
import { doneOrWaiting } from "../../api/done-or-waiting.ts";
import { useMayWrite } from "../../api/session.ts";
import { useRefresh } from "../../api/use-api.ts";
import { longMonth } from "../../format/day.ts";
import { ContractName } from "../../parts/contract-name.tsx";
import { Section } from "../../parts/section.tsx";
import { done, failed } from "../../parts/toast.ts";
import classes from "./tasks.module.css";

type Hold = PayloadOf<"previewClose">["held"][number];

/** The contracts that this close leaves out, each with its reason. */
export function Held({ holds }: { holds: readonly Hold[] }) {
  const mayWrite = useMayWrite();
  const refresh = useRefresh();
  if (holds.length === 0) return null;
  const release = async (id: string) => {
    try {
      const message = await doneOrWaiting(
        accord.releaseContract({ id }),
        "The contract is closed with the others again.",
      );
      await refresh();
      done(message);
    } catch (error) {
      failed(error);
    }
  };
  return (
    <Section title="Left out" note="Their revenue is posted by the first close after they are released.">
      <ul className={classes.list}>
        {holds.map(({ id, contractId, reason, fromMonth }) => (
          <li key={id} className={classes.task}>
            <div className={classes.words}>
              <span className={classes.title}>
                <ContractName id={contractId} />
              </span>
              <span className={classes.faint}>
                {reason}
                {fromMonth !== null && ` · from ${longMonth(fromMonth)} on`}
              </span>
            </div>
            {mayWrite && (
              <Button variant="default" onClick={() => release(contractId)}>
                Release
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

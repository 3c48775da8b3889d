import { Button, Modal, Progress } from "@mantine/core";
import { useState } from "react";
import { accord } from "../../api/accord.ts";
import { messageOf } from "../../api/failure-message.ts";
import { useRefresh } from "../../api/use-api.ts";
import { plural } from "../../format/words.ts";
import classes from "../../parts/each-dialog.module.css";
import { done } from "../../parts/toast.ts";
import { useStillOpen } from "../../parts/use-still-open.ts";
import { RecordDoor } from "./record-door.tsx";

type Failed = { readonly id: string; readonly why: string };

/** Issues the drafts that keep a month open, one after the other; which could not be issued is said with its reason. */
export function IssueDraftsDialog({ ids, close }: { ids: readonly string[]; close: () => void }) {
  const refresh = useRefresh();
  const [issued, setIssued] = useState<number>();
  const [failures, setFailures] = useState<readonly Failed[]>([]);
  const isOpen = useStillOpen();
  const issueAll = async () => {
    const failed: Failed[] = [];
    for (const [at, id] of ids.entries()) {
      if (!isOpen()) return refresh();
      setIssued(at);
      await accord.actOnInvoice({ id, body: { action: "ISSUE" } }).catch((error: unknown) => {
        failed.push({ id, why: messageOf(error) });
      });
    }
    setIssued(ids.length);
    setFailures(failed);
    await refresh();
    if (failed.length > 0) return;
    done(`${plural(ids.length, "invoice")} issued.`);
    close();
  };
  const isRunning = issued !== undefined && issued < ids.length;
  return (
    <Modal opened onClose={close} title={`Issue ${plural(ids.length, "draft")}`} size="lg">
      <div className={classes.body}>
        <p>Each gets its number and can never be changed again. Look at one first if you are not sure.</p>
        <ul className={classes.list}>
          {ids.map((id) => {
            const why = failures.find((each) => each.id === id)?.why;
            return (
              <li key={id}>
                <RecordDoor type="INVOICE" id={id} />
                {why && <span className={classes.why}>{why}</span>}
              </li>
            );
          })}
        </ul>
        {issued !== undefined && <Progress value={(issued / ids.length) * 100} aria-label="Invoices issued" />}
        <div className={classes.foot}>
          <Button variant="default" size="sm" onClick={close}>
            {failures.length > 0 ? "Close" : isRunning ? "Stop" : "Cancel"}
          </Button>
          {failures.length === 0 && (
            <Button size="sm" loading={isRunning} onClick={issueAll}>
              Issue {ids.length === 1 ? "it" : "them"}
            </Button>
          )}
        </div>
      </div>
    </Modal>
  );
}

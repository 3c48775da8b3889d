import { Button, Modal, Progress as ProgressBar } from "@mantine/core";
import { useState } from "react";
import { accord } from "../../api/accord.ts";
import { messageOf } from "../../api/failure-message.ts";
import { useRefresh } from "../../api/use-api.ts";
import { count } from "../../format/money.ts";
import { plural } from "../../format/words.ts";
import classes from "../../parts/each-dialog.module.css";
import { done, failed } from "../../parts/toast.ts";
import { useStillOpen } from "../../parts/use-still-open.ts";
import { issueDrafts, type Progress, type Waiting } from "./issue-drafts.ts";
import { RecordLink } from "./record-link.tsx";

type Props = {
  readonly month: string;
  /** The check that names them. */
  readonly code: "DRAFT_INVOICES" | "USAGE_NOT_INVOICED";
  readonly waiting: Waiting;
  readonly close: () => void;
};

/** Issues the drafts that block a close, one after the other, and lists those that failed with the reason. */
export function IssueDraftsDialog({ month, code, waiting, close }: Props) {
  const refresh = useRefresh();
  // Data that is reloaded while drafts are issued differs from the list with which the dialog started.
  const [first] = useState(waiting);
  const [progress, setProgress] = useState<Progress>();
  const [outcome, setOutcome] = useState<Progress>();
  const isOpen = useStillOpen();
  const read = async (): Promise<Waiting> => {
    const { checks } = await accord.previewClose({ month });
    return checks.find((check) => check.code === code) ?? { ids: [], total: 0 };
  };
  const issueAll = async () => {
    const issue = (id: string) => accord.actOnInvoice({ id, body: { action: "ISSUE" } });
    const end = await issueDrafts(first, { issue, read, reasonOf: messageOf, isOpen, onProgress: setProgress }).catch(
      (error: unknown) => {
        // The remaining drafts could not be loaded; starting again continues with them.
        failed(error);
        close();
      },
    );
    await refresh();
    if (end === undefined || !isOpen()) return;
    setProgress(end);
    if (end.failed.length > 0) return setOutcome(end);
    done(`${plural(end.tried, "invoice")} issued.`);
    close();
  };
  const isRunning = progress !== undefined && outcome === undefined;
  const shown = outcome?.failed ?? first.ids.map((id) => ({ id, why: undefined }));
  const more = outcome === undefined ? first.total - first.ids.length : outcome.total - outcome.tried;
  return (
    <Modal opened onClose={close} title={`Issue ${plural(first.total, "draft")}`} size="lg">
      <div className={classes.body}>
        {outcome === undefined ? (
          <p>Each gets its number and can never be changed again. Look at one first if you are not sure.</p>
        ) : (
          <p>
            {plural(outcome.tried - outcome.failed.length, "invoice")} issued; {count(outcome.failed.length)} could not
            be:
          </p>
        )}
        <ul className={classes.list}>
          {shown.map(({ id, why }) => (
            <li key={id}>
              <RecordLink type="INVOICE" id={id} />
              {why && <span className={classes.why}>{why}</span>}
            </li>
          ))}
          {more > 0 && <li>and {count(more)} more</li>}
        </ul>
        {progress !== undefined && (
          <>
            <ProgressBar value={(progress.tried / progress.total) * 100} aria-label="Invoices issued" />
            <span>
              {count(progress.tried)} of {count(progress.total)}
            </span>
          </>
        )}
        <div className={classes.foot}>
          <Button variant="default" size="sm" onClick={close}>
            {outcome ? "Close" : isRunning ? "Stop" : "Cancel"}
          </Button>
          {outcome === undefined && (
            <Button size="sm" loading={isRunning} onClick={issueAll}>
              Issue {first.total === 1 ? "it" : "them"}
            </Button>
          )}
        </div>
      </div>
    </Modal>
  );
}

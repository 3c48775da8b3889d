import { Button, Modal, Progress, TextInput } from "@mantine/core";
import { useState } from "react";
import { messageOf } from "../../api/failure-message.ts";
import { type Row, useRefresh } from "../../api/use-api.ts";
import { count } from "../../format/money.ts";
import { plural } from "../../format/words.ts";
import classes from "../../parts/each-dialog.module.css";
import { done, failed, waits } from "../../parts/toast.ts";
import { useStillOpen } from "../../parts/use-still-open.ts";
import { carryOut, previewOf } from "../../preview/write.ts";
import type { Chosen } from "../../table/list-table.tsx";
import { Sums } from "../../table/sums.tsx";
import { type BulkAction, doAll, type Ended, invoicesDueNow, type Tried, tryAll } from "./bulk-run.ts";
import { RefusedList } from "./refused-list.tsx";

const verbs: Readonly<Record<BulkAction, string>> = {
  CONTRACT_APPROVAL: "Approve",
  CONTRACT_HOLD: "Hold back",
  CONTRACT_DELETION: "Delete",
};
const doneWords: Readonly<Record<BulkAction, string>> = {
  CONTRACT_APPROVAL: "approved",
  CONTRACT_HOLD: "held back",
  CONTRACT_DELETION: "deleted",
};

type Props = {
  readonly action: BulkAction;
  readonly chosen: Chosen<Row<"listContracts">>;
  readonly close: () => void;
};

/** First runs dry runs: how many contracts would fail, and why. Then changes the others exactly as shown. */
export function BulkDialog({ action, chosen, close }: Props) {
  const refresh = useRefresh();
  const [reason, setReason] = useState("");
  // Data that is reloaded meanwhile may have fewer contracts than the dialog started with.
  const [total] = useState(chosen.count);
  const [progress, setProgress] = useState<{ readonly at: number; readonly of: number }>();
  const [tried, setTried] = useState<Tried>();
  const [ended, setEnded] = useState<Ended>();
  const isOpen = useStillOpen();
  const steps = (of: number) => ({
    ...{ preview: previewOf, carryOut, reasonOf: messageOf, isOpen },
    onProgress: (at: number) => setProgress({ at, of }),
  });
  const run = async (work: () => Promise<void>) => {
    setProgress({ at: 0, of: 1 });
    await work().catch(failed);
    setProgress(undefined);
  };
  const attempt = () =>
    run(async () => {
      const contracts = await chosen.read();
      setTried(await tryAll(contracts, { action, reason: reason.trim() }, steps(contracts.length)));
    });
  const able = tried?.parts.reduce((sum, { contracts }) => sum + contracts.length, 0) ?? 0;
  const confirm = () =>
    run(async () => {
      const end = await doAll(tried?.parts ?? [], steps(able));
      await refresh();
      if (end.done > 0) done(`${plural(end.done, "contract")}: ${doneWords[action]}.`);
      if (end.waiting > 0) waits(`${plural(end.waiting, "contract")}: a second person has to approve this.`);
      if (!isOpen()) return;
      if (end.refused.length > 0) return setEnded(end);
      chosen.clear();
      close();
    });
  const isRunning = progress !== undefined;
  const needsReason = action === "CONTRACT_HOLD";
  const refused = ended?.refused ?? tried?.refused ?? [];
  return (
    <Modal opened onClose={close} title={`${verbs[action]}: ${plural(total, "contract")}`} size="lg">
      <div className={classes.body}>
        {needsReason && (
          <TextInput
            label="Why"
            description="Shown on each of them."
            required
            value={reason}
            disabled={tried !== undefined || isRunning}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        {tried === undefined ? (
          <p>Each is tried first, and nothing is changed: you see how many can, and why the others cannot.</p>
        ) : ended === undefined ? (
          <p>
            <strong>{plural(able, "contract")} can.</strong>{" "}
            {refused.length > 0 && `${plural(refused.length, "contract")} cannot:`}
          </p>
        ) : (
          <p>
            {count(ended.done)} {doneWords[action]}. {plural(refused.length, "contract")} could not be:
          </p>
        )}
        <RefusedList refused={refused} />
        {ended === undefined && tried !== undefined && able > 0 && <DueNow tried={tried} />}
        {progress && (
          <>
            <Progress value={(progress.at / progress.of) * 100} aria-label="Contracts" animated />
            <span aria-live="polite">
              {count(progress.at)} of {count(progress.of)}
            </span>
          </>
        )}
        <div className={classes.foot}>
          <Button variant="default" size="sm" onClick={close}>
            {ended ? "Close" : isRunning ? "Stop" : "Cancel"}
          </Button>
          {tried === undefined ? (
            <Button size="sm" loading={isRunning} disabled={needsReason && reason.trim() === ""} onClick={attempt}>
              Try
            </Button>
          ) : (
            ended === undefined && (
              <Button
                size="sm"
                color={action === "CONTRACT_DELETION" ? "red" : undefined}
                loading={isRunning}
                disabled={able === 0}
                onClick={confirm}
              >
                {verbs[action]} {count(able)}
              </Button>
            )
          )}
        </div>
      </div>
    </Modal>
  );
}

/** The invoices that are issued at once, if any. */
function DueNow({ tried }: { tried: Tried }) {
  const { count: invoices, totals } = invoicesDueNow(tried.parts);
  if (invoices === 0) return null;
  return (
    <p>
      {plural(invoices, "invoice")} {invoices === 1 ? "is" : "are"} issued at once: <Sums of={totals} />
    </p>
  );
}

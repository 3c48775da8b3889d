import { Button } from "@mantine/core";
import { useState } from "react";
import { useRefresh } from "../api/use-api.ts";
import { inWords } from "../format/words.ts";
import { Failure } from "../parts/failure.tsx";
import { done, waits } from "../parts/toast.ts";
import classes from "./live-preview.module.css";
import { PlanChanged } from "./plan-changed.tsx";
import { PlanSkeleton } from "./plan-skeleton.tsx";
import { PlanView } from "./plan-view.tsx";
import { carryOut, usePreview, type Write } from "./write.ts";

type Props = {
  readonly write: Write | undefined;
  /** While it is true, the preview is of what was typed a moment ago. */
  readonly isTyping: boolean;
  /** Fields that are still missing before the change can be made; the rest is already previewed. */
  readonly missing?: readonly string[];
  readonly verb: string;
  readonly isDangerous?: boolean;
  readonly waitingFor: string;
  readonly then: (payload: unknown) => void;
};

/** A preview beside a form: updated with each change, and carried out with one click. */
export function LivePreview({ write, isTyping, missing = [], verb, isDangerous, waitingFor, then }: Props) {
  const preview = usePreview(write);
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [changed, setChanged] = useState(false);
  const tab = useState<string>();
  const isStale = isTyping || preview.isFetching;
  const confirm = async () => {
    if (write === undefined || preview.data === undefined) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const outcome = await carryOut(write, preview.data.planHash);
      setChanged(outcome.kind === "changed");
      if (outcome.kind === "changed") {
        await preview.refetch();
        return;
      }
      // The form stays editable: what is typed while amounts are reloaded is not lost.
      const refreshed = refresh();
      then(outcome.kind === "done" ? outcome.payload : undefined);
      if (outcome.kind === "waits") waits(outcome.message);
      else done(inWords(outcome.message));
      await refreshed;
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={classes.preview} aria-label="What it does" aria-live="polite">
      <header className={classes.head}>
        <h2>What it does</h2>
        <Button
          size="sm"
          color={isDangerous ? "red" : undefined}
          loading={busy}
          disabled={
            write === undefined || missing.length > 0 || isStale || preview.data === undefined || preview.error !== null
          }
          onClick={confirm}
        >
          {verb}
        </Button>
      </header>
      {missing.length > 0 && (
        <ul className={classes.missing} aria-label="Still missing">
          {missing.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      )}
      {changed && <PlanChanged />}
      {failure !== undefined && <Failure error={failure} rows={write?.rows} />}
      {write === undefined ? (
        <p className={classes.waiting}>{waitingFor}</p>
      ) : preview.error ? (
        <Failure error={preview.error} rows={write.rows} />
      ) : preview.data === undefined ? (
        <PlanSkeleton />
      ) : (
        <PlanView preview={preview.data} isStale={isStale} tab={tab} />
      )}
    </section>
  );
}

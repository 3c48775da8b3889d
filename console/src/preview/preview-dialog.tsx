import type { Preview } from "@accord/client";
import { Button, Modal } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useRefresh } from "../api/use-api.ts";
import { inWords } from "../format/words.ts";
import { Failure } from "../parts/failure.tsx";
import { firstFocus } from "../parts/first-focus.ts";
import { done, waits } from "../parts/toast.ts";
import { PlanChanged } from "./plan-changed.tsx";
import { PlanSkeleton } from "./plan-skeleton.tsx";
import { PlanView } from "./plan-view.tsx";
import classes from "./preview-dialog.module.css";
import { carryOut, usePreview, type Write } from "./write.ts";

type Props = {
  readonly title: string;
  /** Undefined while something that it needs is not chosen yet. */
  readonly write: Write | undefined;
  /** What is missing then. */
  readonly waitingFor?: string;
  /** The label of the button: the verb of the action. */
  readonly verb: string;
  /** What it is for, above the consequences. */
  readonly children?: ReactNode;
  readonly isDangerous?: boolean;
  /** Shows the consequences of a write that has no plan of invoices and revenue. */
  readonly show?: (preview: Preview) => ReactNode;
  /** Shown while a long write runs; gets the milliseconds that the preview took. */
  readonly whileBusy?: (previewTook: number | undefined) => ReactNode;
  readonly close: () => void;
  /** Called after the write was done; not if it waits for approval. */
  readonly then?: (payload: unknown) => void;
};

/**
 * Previews a write that changes amounts or revenue before it is carried out. If its consequences have changed since the preview, nothing
 * is stored, and the dialog says so and shows the new consequences.
 */
export function PreviewDialog(props: Props) {
  const { title, write, waitingFor, verb, children, isDangerous, show, whileBusy, close } = props;
  const text = JSON.stringify(write);
  const [asked] = useDebouncedValue(text, 250);
  const isTyping = asked !== text;
  const preview = usePreview(asked === undefined ? undefined : (JSON.parse(asked) as Write));
  const previewTook = useDuration(preview.isFetching);
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [changed, setChanged] = useState(false);
  const confirm = async () => {
    if (write === undefined) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const outcome = await carryOut(write, preview.data?.planHash);
      if (outcome.kind === "changed") {
        setChanged(true);
        await preview.refetch();
        return;
      }
      await refresh();
      close();
      if (outcome.kind === "waits") return waits(outcome.message);
      done(inWords(outcome.message));
      props.then?.(outcome.payload);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={close} title={title} size={760}>
      <div ref={firstFocus} className={classes.body} tabIndex={-1}>
        {children}
        {changed && <PlanChanged />}
        {preview.error ? (
          <Failure error={preview.error} retry={preview.refetch} />
        ) : write === undefined ? (
          <p className={classes.waiting}>{waitingFor}</p>
        ) : preview.data === undefined ? (
          <PlanSkeleton />
        ) : (
          (show?.(preview.data) ?? <PlanView preview={preview.data} isStale={preview.isFetching} />)
        )}
        {failure !== undefined && <Failure error={failure} />}
      </div>
      <footer className={classes.foot}>
        {busy && whileBusy ? (
          <div className={classes.busy}>{whileBusy(previewTook)}</div>
        ) : (
          <span className={classes.note}>This is a preview. Nothing happens until you confirm.</span>
        )}
        <Button variant="default" size="sm" onClick={close}>
          Cancel
        </Button>
        <Button
          size="sm"
          color={isDangerous ? "red" : undefined}
          loading={busy}
          disabled={
            isTyping ||
            write === undefined ||
            preview.data === undefined ||
            preview.isFetching ||
            preview.error !== null
          }
          onClick={confirm}
        >
          {verb}
        </Button>
      </footer>
    </Modal>
  );
}

/** For how many milliseconds something was the case when it was so the last time. */
function useDuration(isSo: boolean): number | undefined {
  const begun = useRef<number>(undefined);
  const [lasted, setLasted] = useState<number>();
  useEffect(() => {
    if (isSo) begun.current = performance.now();
    else if (begun.current !== undefined) setLasted(performance.now() - begun.current);
  }, [isSo]);
  return lasted;
}

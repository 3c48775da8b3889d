import { Button, Modal } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useRefresh } from "../api/use-api.ts";
import { Failure } from "./failure.tsx";
import { firstFocus } from "./first-focus.ts";
import classes from "./form-dialog.module.css";
import { done } from "./toast.ts";

type Props = {
  readonly title: string;
  /** The label of the button: the verb of the action. */
  readonly verb: string;
  /** Whether enough is filled in. */
  readonly isReady: boolean;
  /** Carries out the action and returns the message to show afterwards. */
  readonly submit: () => Promise<string>;
  readonly close: () => void;
  readonly children: ReactNode;
  readonly isDangerous?: boolean;
};

/** A form about something that moves no money: what is wrong is shown above its button, and nothing typed is lost. */
export function FormDialog({ title, verb, isReady, submit, close, children, isDangerous }: Props) {
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const send = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const message = await submit();
      await refresh();
      close();
      done(message);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={close} title={title} size={520}>
      <form
        ref={firstFocus}
        className={classes.form}
        tabIndex={-1}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {children}
        {failure !== undefined && <Failure error={failure} />}
        <footer className={classes.foot}>
          <Button variant="default" size="sm" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" size="sm" loading={busy} disabled={!isReady} color={isDangerous ? "red" : undefined}>
            {verb}
          </Button>
        </footer>
      </form>
    </Modal>
  );
}

import { Button, Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { Copyable } from "./copyable.tsx";
import classes from "./form-dialog.module.css";

type Props = {
  readonly title: string;
  /** Null where the same request was answered before: a secret is shown once. */
  readonly secret: string | null;
  readonly children: ReactNode;
  readonly close: () => void;
};

/** A secret that is shown only once: copy it now, or create another one later. */
export function ShownOnce({ title, secret, children, close }: Props) {
  return (
    <Modal opened onClose={close} title={title} size={620} closeOnClickOutside={false}>
      <div className={classes.form}>
        <p>{children}</p>
        {secret === null ? (
          <p>It was already shown. Make another one if nobody stored it.</p>
        ) : (
          <Copyable text={secret} />
        )}
        <footer className={classes.foot}>
          <Button size="sm" onClick={close}>
            I have stored it
          </Button>
        </footer>
      </div>
    </Modal>
  );
}

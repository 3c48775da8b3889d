import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useMayWrite } from "../../api/session.ts";
import { useRefresh } from "../../api/use-api.ts";
import { Failure } from "../../parts/failure.tsx";
import { Card } from "../../parts/section.tsx";
import { done } from "../../parts/toast.ts";
import classes from "./settings-form.module.css";

type Props = {
  readonly children: ReactNode;
  /** Whether what is typed is another thing than what is recorded, and whole. */
  readonly isReady: boolean;
  readonly save: () => Promise<unknown>;
  /** As wide as the screen, for rows of many fields. */
  readonly isWide?: boolean;
};

/** Settings that are changed together. A viewer sees them and cannot touch them. */
export function SettingsForm({ children, isReady, save, isWide = false }: Props) {
  const mayWrite = useMayWrite();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const send = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await save();
      await refresh();
      done("Saved.");
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <fieldset className={classes.fields} data-wide={isWide || undefined} disabled={!mayWrite}>
          {children}
          {failure !== undefined && <Failure error={failure} />}
          {mayWrite && (
            <div>
              <Button type="submit" size="sm" loading={busy} disabled={!isReady}>
                Save
              </Button>
            </div>
          )}
        </fieldset>
      </form>
    </Card>
  );
}

import { Alert, Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { accord } from "../api/accord.ts";
import { useMayWrite } from "../api/session.ts";
import { useRefresh } from "../api/use-api.ts";
import classes from "./sync-failed.module.css";
import { done, failed } from "./toast.ts";

type Props = { readonly id: string; readonly syncStatus: string; readonly what: string };

/** Shown above a record that the ledger did not take, with the way to have it sent again. `what` names it: "invoice". */
export function SyncFailed({ id, syncStatus, what }: Props) {
  const mayWrite = useMayWrite();
  const refresh = useRefresh();
  const retry = useMutation({
    mutationFn: () => accord.retrySync({ id }),
    onSuccess: async () => {
      await refresh();
      done(`The ${what} waits to be sent to the ledger again.`);
    },
    onError: failed,
  });
  if (syncStatus !== "SYNC_FAILED") return null;
  return (
    <Alert color="red" title={`The accounting system did not accept this ${what}`}>
      <div className={classes.message}>
        <span>What it answered is in the history of the {what}. Correct what it names, then send it again.</span>
        {mayWrite && (
          <Button variant="default" loading={retry.isPending} onClick={() => retry.mutate()}>
            Send it again
          </Button>
        )}
      </div>
    </Alert>
  );
}

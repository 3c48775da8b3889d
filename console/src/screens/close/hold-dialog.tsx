import { useState } from "react";
import { accord } from "../../api/accord.ts";
import { doneOrWaiting } from "../../api/done-or-waiting.ts";
import { useApi } from "../../api/use-api.ts";
import { longMonth } from "../../format/day.ts";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { ReasonField } from "../../parts/reason-field.tsx";

type Props = { readonly month: string; readonly contractId: string; readonly close: () => void };

/** Leaves a contract out of closes, from a month on, until it is released. */
export function HoldDialog({ month, contractId, close }: Props) {
  const [reason, setReason] = useState("");
  const name = useApi("getContract", { id: contractId }).data?.name ?? "The contract";
  const submit = () =>
    doneOrWaiting(
      accord.holdContract({ id: contractId, body: { reason: reason.trim(), fromMonth: month } }),
      `${name} is left out of the close.`,
    );
  return (
    <FormDialog
      title={`Leave ${name} out of the close`}
      verb="Leave it out"
      isReady={reason.trim() !== ""}
      submit={submit}
      close={close}
    >
      <p>
        Its invoices stay posted. Its revenue of {longMonth(month)} and later is not posted, and its problems do not
        block a close. Once it is released, the next close catches up.
      </p>
      <ReasonField
        description="It is kept in the close package and in the audit log."
        value={reason}
        onChange={setReason}
      />
    </FormDialog>
  );
}

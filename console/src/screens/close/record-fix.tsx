import type { AccountingPeriod } from "@accord/client";
import { Button } from "@mantine/core";
import { useState } from "react";
import { useMayWrite } from "../../api/session.ts";
import { ButtonLink } from "../../parts/button-link.tsx";
import { PreviewDialog } from "../../preview/preview-dialog.tsx";
import { write } from "../../preview/write.ts";
import { HoldDialog } from "./hold-dialog.tsx";
import { useGroup } from "./use-group.ts";

type Props = { readonly month: string; readonly code: AccountingPeriod["checks"][number]["code"]; readonly id: string };

/** The action that resolves a failed check for one record. A contract can always be excluded from the close. */
export function RecordFix({ month, code, id }: Props) {
  const mayWrite = useMayWrite();
  if (!mayWrite) return null;
  switch (code) {
    case "GROUP_UNBALANCED":
    case "EVENT_TYPE_UNCOVERED":
      return <GroupFix month={month} code={code} id={id} />;
    case "FAILED_JOBS":
    case "TIE_OUT":
      return <LeaveOut month={month} contractId={id} />;
    default:
      return null;
  }
}

function GroupFix({ month, code, id }: Props) {
  const group = useGroup(id);
  const [isSharing, setSharing] = useState(false);
  if (group === undefined) return null;
  const { contractId } = group;
  const share = write("savePerformanceObligations", {
    id: contractId,
    body: { billingTermGroupId: id, allocate: true },
  });
  return (
    <>
      {code === "GROUP_UNBALANCED" && (
        <Button variant="default" size="compact-xs" onClick={() => setSharing(true)}>
          Share the price anew …
        </Button>
      )}
      <ButtonLink variant="default" size="compact-xs" href={`/contracts/${contractId}/add`}>
        Add an obligation
      </ButtonLink>
      <LeaveOut month={month} contractId={contractId} />
      {isSharing && (
        <PreviewDialog title="Share the price anew" verb="Share it" write={share} close={() => setSharing(false)}>
          <p>
            What the group bills is shared among its performance obligations, by what each sells for alone: together
            they come to what is billed.
          </p>
        </PreviewDialog>
      )}
    </>
  );
}

function LeaveOut({ month, contractId }: { month: string; contractId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" size="compact-xs" onClick={() => setOpen(true)}>
        Leave it out …
      </Button>
      {isOpen && <HoldDialog month={month} contractId={contractId} close={() => setOpen(false)} />}
    </>
  );
}

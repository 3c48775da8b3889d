import type { AccountingPeriod } from "@accord/client";
import { Button } from "@mantine/core";
import { useState } from "react";
import { useMayWrite, useSession } from "../../api/session.ts";
import { useRefresh } from "../../api/use-api.ts";
import { ButtonLink } from "../../parts/button-link.tsx";
import { paths } from "../../paths.ts";
import { AcceptDifferencesDialog } from "./accept-differences-dialog.tsx";
import { IssueDraftsDialog } from "./issue-drafts-dialog.tsx";
import { tasksId } from "./tasks.tsx";

type Props = { readonly month: string; readonly check: AccountingPeriod["checks"][number] };

/**
 * The fix for a failed check: a button that carries it out, or a link to the right screen. An open dialog stays open until it is done,
 * even if the check passes in the meantime.
 */
export function CheckFix({ month, check }: Props) {
  const { merchant } = useSession();
  const mayWrite = useMayWrite();
  const refresh = useRefresh();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  if (check.status !== "FAILED" && !isOpen) return null;
  switch (check.code) {
    case "MONTH_NOT_OVER":
      return mayWrite && merchant.isSandbox && <Way href={paths.sandbox()}>Move the clock</Way>;
    case "DRAFT_INVOICES":
    case "USAGE_NOT_INVOICED":
      return (
        mayWrite && (
          <>
            <Button variant="default" onClick={() => setOpen(true)}>
              Issue them …
            </Button>
            {isOpen && <IssueDraftsDialog month={month} code={check.code} waiting={check} close={close} />}
          </>
        )
      );
    case "FAILED_JOBS":
      return <Way href={paths.jobs({ status: "FAILED" })}>See the jobs</Way>;
    case "WORK_PENDING":
      return (
        <Button variant="default" onClick={refresh}>
          Look again
        </Button>
      );
    case "TRIAL_BALANCE_NOT_ZERO":
      return <Way href={paths.report("trial-balance", { month })}>See the trial balance</Way>;
    case "TIE_OUT":
      return (
        mayWrite && (
          <>
            <Button variant="default" onClick={() => setOpen(true)}>
              Accept them …
            </Button>
            {isOpen && <AcceptDifferencesDialog close={close} />}
          </>
        )
      );
    case "TASKS_DONE":
      return (
        <Button variant="default" onClick={goToTasks}>
          Go to the tasks
        </Button>
      );
    default:
      return null;
  }
}

function Way({ href, children }: { href: string; children: string }) {
  return (
    <ButtonLink variant="default" href={href}>
      {children}
    </ButtonLink>
  );
}

/** The first task that is open has the focus, which scrolls to it. */
function goToTasks(): void {
  document.querySelector<HTMLElement>(`#${tasksId} input:not(:checked)`)?.focus();
}

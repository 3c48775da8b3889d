import type { AccountingPeriod, Preview } from "@accord/client";
import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useMayWrite, useSession } from "../../api/session.ts";
import { longMonth, moment } from "../../format/day.ts";
import { ReasonField } from "../../parts/reason-field.tsx";
import { Section } from "../../parts/section.tsx";
import { TextLink } from "../../parts/text-link.tsx";
import { actorOf, useActorName } from "../../parts/use-actor-name.ts";
import { paths } from "../../paths.ts";
import { PreviewDialog } from "../../preview/preview-dialog.tsx";
import { write } from "../../preview/write.ts";
import { ChangedSince } from "./changed-since.tsx";
import { Checklist } from "./checklist.tsx";
import classes from "./closed-month.module.css";
import { NotExported } from "./not-exported.tsx";
import { Packages } from "./packages.tsx";

/** A closed month: what proves it, what was posted, and the way to open it again. */
export function ClosedMonth({ period }: { period: AccountingPeriod }) {
  const { merchant } = useSession();
  const mayWrite = useMayWrite();
  const [reopening, setReopening] = useState(false);
  const { month, closedAt, closedBy, closeCount } = period;
  const nameOf = useActorName();
  return (
    <>
      <div className={classes.summary}>
        <p>
          Closed {moment(closedAt, merchant.timeZone)}
          {closedBy !== null && ` by ${nameOf(actorOf(closedBy))}`}
          {closeCount > 1 && `, for the ${closeCount}${closeCount === 2 ? "nd" : closeCount === 3 ? "rd" : "th"} time`}.
          Export its <TextLink href={paths.journal({ month })}>journal</TextLink> to the general ledger; see its{" "}
          <TextLink href={paths.report("trial-balance", { month })}>trial balance</TextLink> and its{" "}
          <TextLink href={paths.report("contract-liability-roll-forward", { month, from: month, to: month })}>
            roll-forward
          </TextLink>
          .
        </p>
        {mayWrite && (
          <Button variant="default" onClick={() => setReopening(true)}>
            Reopen …
          </Button>
        )}
      </div>
      <Packages month={month} />
      {closeCount > 1 && <ChangedSince month={month} />}
      <Section title="Checklist" note="As it was when the month was closed.">
        <Checklist month={period.month} checks={period.checks} />
        <NotExported month={month} />
      </Section>
      {reopening && <ReopenDialog month={month} close={() => setReopening(false)} />}
    </>
  );
}

/** A month without entries that was closed together with a later one; it has no record of its own. */
export function ClosedEmpty({ month }: { month: string }) {
  return (
    <div className={classes.summary}>
      <p>
        Closed with a later month. The books had nothing in it, so nothing was posted and no package was kept: see its{" "}
        <TextLink href={paths.journal({ month })}>journal</TextLink>. What is dated in it from now on is posted in the
        first open month.
      </p>
    </div>
  );
}

function ReopenDialog({ month, close }: { month: string; close: () => void }) {
  const [reason, setReason] = useState("");
  const [settled] = useDebouncedValue(reason.trim(), 400);
  return (
    <PreviewDialog
      title={`Reopen ${longMonth(month)}`}
      verb="Reopen"
      isDangerous
      write={settled === "" ? undefined : write("reopenPeriod", { month, reason: settled })}
      waitingFor="Say why, and which months are reopened is shown here."
      show={(preview) => <Reopened preview={preview} />}
      close={close}
    >
      <ReasonField description="Kept with the month and in the audit log." value={reason} onChange={setReason} />
    </PreviewDialog>
  );
}

type Effect = { readonly entityType: string; readonly entityId: string };

function Reopened({ preview }: { preview: Preview }) {
  const effects = (preview.plan.effects ?? []) as readonly Effect[];
  const months = effects.filter(({ entityType }) => entityType === "ACCOUNTING_PERIOD").map(({ entityId }) => entityId);
  return (
    <div className={classes.reopened}>
      <strong>
        {months.length === 1
          ? "One month is reopened"
          : `${months.length} months are reopened, because they come after it`}
      </strong>
      <ul>
        {months.map((each) => (
          <li key={each}>{longMonth(each)}</li>
        ))}
      </ul>
      <p>
        Entries that are posted stay. Closing again posts the difference, and keeps a package beside the one before.
      </p>
    </div>
  );
}

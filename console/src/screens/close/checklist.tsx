import type { AccountingPeriod } from "@accord/client";
import { Button } from "@mantine/core";
import { IconCheck, IconMinus, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useMayWrite } from "../../api/session.ts";
import { inWords, plural } from "../../format/words.ts";
import classes from "./checklist.module.css";
import { IssueDraftsDialog } from "./issue-drafts-dialog.tsx";
import { RecordDoor } from "./record-door.tsx";

type Check = AccountingPeriod["checks"][number];

const icons = { PASSED: IconCheck, FAILED: IconX, NOT_APPLICABLE: IconMinus } as const;
const words = { PASSED: "in order", FAILED: "to settle", NOT_APPLICABLE: "does not apply" } as const;

/** Each point with what is wrong, the records that it is about, and what settles it. What failed comes first. */
export function Checklist({ month, checks }: { month: string; checks: readonly Check[] }) {
  const order = { FAILED: 0, PASSED: 1, NOT_APPLICABLE: 2 } as const;
  const sorted = [...checks].sort((a, b) => order[a.status] - order[b.status]);
  return (
    <ul className={classes.list}>
      {sorted.map((check) => (
        <CheckLine key={check.code} month={month} check={check} />
      ))}
    </ul>
  );
}

function CheckLine({ month, check }: { month: string; check: Check }) {
  const { status, title, message, action, ids, total, recordType, code } = check;
  const mayWrite = useMayWrite();
  const [open, setOpen] = useState(status === "FAILED");
  const [issuing, setIssuing] = useState(false);
  const Icon = icons[status];
  // Months and tasks are named by the message, and tasks stand below with their boxes.
  const hasRecords = ids.length > 0 && recordType !== "MONTH" && recordType !== "CLOSE_TASK";
  return (
    <li className={classes.check} data-status={status}>
      <span className={classes.icon}>
        <Icon size={14} stroke={2.4} aria-label={words[status]} />
      </span>
      <div className={classes.words}>
        <span className={classes.title}>{title}</span>
        <span className={classes.message}>
          {inWords(message)} {status === "FAILED" && action !== null && inWords(action)}
        </span>
        {hasRecords && open && (
          <ul className={classes.records}>
            {ids.slice(0, 12).map((id) => (
              <li key={id}>
                <RecordDoor type={recordType} id={id} />
              </li>
            ))}
            {total > 12 && <li>and {total - 12} more</li>}
          </ul>
        )}
      </div>
      <div className={classes.actions}>
        {hasRecords && (
          <Button variant="subtle" color="gray" onClick={() => setOpen(!open)} aria-expanded={open}>
            {open ? "Hide" : `Show ${plural(total, "record")}`}
          </Button>
        )}
        {mayWrite && status === "FAILED" && code === "DRAFT_INVOICES" && (
          <Button variant="default" onClick={() => setIssuing(true)}>
            Issue them …
          </Button>
        )}
      </div>
      {issuing && <IssueDraftsDialog month={month} waiting={check} close={() => setIssuing(false)} />}
    </li>
  );
}

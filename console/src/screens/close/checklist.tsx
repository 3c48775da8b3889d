import type { AccountingPeriod } from "@accord/client";
import { Button } from "@mantine/core";
import { IconCheck, IconMinus, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { inWords, plural } from "../../format/words.ts";
import { CheckFix } from "./check-fix.tsx";
import classes from "./checklist.module.css";
import { RecordFix } from "./record-fix.tsx";
import { RecordLink } from "./record-link.tsx";

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
  const [open, setOpen] = useState(status === "FAILED");
  const Icon = icons[status];
  // The message names months and tasks; tasks are listed below with their boxes.
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
                <span>
                  <RecordLink type={recordType} id={id} />
                </span>
                {status === "FAILED" && <RecordFix month={month} code={code} id={id} />}
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
        <CheckFix month={month} check={check} />
      </div>
    </li>
  );
}

import type { AccountingPeriod } from "@accord/client";
import { Alert, Button } from "@mantine/core";
import { useState } from "react";
import { useMayWrite, useSession } from "../../api/session.ts";
import { useApi } from "../../api/use-api.ts";
import { longMonth, moment } from "../../format/day.ts";
import { plural } from "../../format/words.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { Section } from "../../parts/section.tsx";
import { actorOf, useActorName } from "../../parts/use-actor-name.ts";
import { PreviewDialog } from "../../preview/preview-dialog.tsx";
import { write } from "../../preview/write.ts";
import { ChangedSince } from "./changed-since.tsx";
import { Checklist } from "./checklist.tsx";
import { Closing } from "./closing.tsx";
import { Held } from "./held.tsx";
import { NotExported } from "./not-exported.tsx";
import { Packages } from "./packages.tsx";
import { Tasks } from "./tasks.tsx";
import { type ClosePreview, WhatPosts } from "./what-posts.tsx";

/** What keeps the month from being closed, and what closing it would post. */
export function OpenMonth({ month, period }: { month: string; period: AccountingPeriod | undefined }) {
  const mayWrite = useMayWrite();
  const { merchant } = useSession();
  const preview = useApi("previewClose", { month });
  const [closing, setClosing] = useState(false);
  const nameOf = useActorName();
  const reopened = ({ reopenedAt, reopenedBy }: AccountingPeriod) =>
    `Reopened ${moment(reopenedAt, merchant.timeZone)}${reopenedBy === null ? "" : ` by ${nameOf(actorOf(reopenedBy))}`}`;
  return (
    <Loaded of={preview}>
      {(data) => (
        <>
          {period?.status === "REOPENED" && (
            <>
              <Alert color="yellow" title={reopened(period)}>
                {period.reopenReason ?? "No reason was given."}
              </Alert>
              <ChangedSince month={month} />
            </>
          )}
          <Section
            title="Checklist"
            note={
              data.canClose
                ? "Everything is in order."
                : `${plural(failed(data), "point")} to settle before the month can be closed.`
            }
            aside={
              mayWrite && (
                <Button size="sm" disabled={!data.canClose} onClick={() => setClosing(true)}>
                  Close {longMonth(month)} …
                </Button>
              )
            }
          >
            <Checklist month={month} checks={data.checks} />
            <NotExported month={month} />
          </Section>
          <Held holds={data.held} />
          <Tasks month={month} />
          <Section
            title="What closing posts"
            note={
              data.months.length > 1
                ? `Closes ${data.months.map(longMonth).join(", ")}: ${plural(data.totalEntries, "entry", "entries")}.`
                : `${plural(data.totalEntries, "entry", "entries")}. Nothing is posted before you close.`
            }
          >
            <WhatPosts preview={data} />
          </Section>
          {(period?.closeCount ?? 0) > 0 && <Packages month={month} />}
          {closing && (
            <PreviewDialog
              title={`Close ${longMonth(month)}`}
              verb="Close the month"
              write={write("closePeriod", { month })}
              show={({ plan }) => <WhatPosts preview={plan as unknown as ClosePreview} />}
              whileBusy={(previewTook) => <Closing preview={data} previewTook={previewTook} />}
              close={() => setClosing(false)}
            >
              <p>Its revenue and contract balances are posted, and nothing dated in it changes any more.</p>
            </PreviewDialog>
          )}
        </>
      )}
    </Loaded>
  );
}

function failed({ checks }: ClosePreview): number {
  return checks.filter(({ status }) => status === "FAILED").length;
}

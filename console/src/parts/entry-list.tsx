import type { JournalEntry } from "@accord/client";
import type { ReactNode } from "react";
import { useApi } from "../api/use-api.ts";
import { day } from "../format/day.ts";
import { isZero } from "../format/decimal.ts";
import { paths } from "../paths.ts";
import { Amount } from "../table/cell.tsx";
import { Pager } from "../table/pager.tsx";
import { useUrl } from "../use-url.ts";
import classes from "./entry-list.module.css";
import { EntrySource, hasSource } from "./entry-source.tsx";
import { entryTitle } from "./entry-words.ts";
import { Loaded } from "./loaded.tsx";
import { ScrollArea } from "./scroll-area.tsx";
import { Status } from "./status.tsx";
import { TextLink } from "./text-link.tsx";

const perPage = 50;

type Props = {
  /** The filter of the API. */
  readonly within: string;
  readonly empty: ReactNode;
};

/** Journal entries with their lines, each with a link to its source. */
export function EntryList({ within, empty }: Props) {
  const [{ page: at }, change] = useUrl();
  const page = Math.max(1, Number(at ?? "1") || 1);
  const entries = useApi("listJournalEntries", { filter: within, page, limit: perPage });
  return (
    <Loaded of={entries}>
      {({ data, totalItems }) =>
        totalItems === 0 ? (
          empty
        ) : (
          <>
            <ScrollArea label="Entries" className={classes.area}>
              <table className={classes.table} aria-label="Journal entries">
                <thead>
                  <tr>
                    <th>Entry</th>
                    <th>Account</th>
                    <th className={classes.right}>Debit</th>
                    <th className={classes.right}>Credit</th>
                  </tr>
                </thead>
                {data.map((entry) => (
                  <Entry key={entry.id} entry={entry} />
                ))}
              </table>
            </ScrollArea>
            <Pager page={page} perPage={perPage} total={totalItems} go={(to) => change({ page: String(to) })} />
          </>
        )
      }
    </Loaded>
  );
}

function Entry({ entry }: { entry: JournalEntry }) {
  return (
    <tbody>
      {entry.lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of an entry keep their order
        <tr key={at}>
          {at === 0 && (
            <td rowSpan={entry.lines.length} className={classes.entry}>
              <TextLink href={paths.journalEntry(entry.id)}>{entryTitle(entry.type)}</TextLink>
              <span className={classes.detail}>
                No. {entry.number} · {day(entry.date)} · {entry.currency}
                {hasSource(entry) && (
                  <>
                    {" · "}
                    <EntrySource entry={entry} />
                  </>
                )}
              </span>
              {entry.syncStatus === "SYNC_FAILED" && <Status code="SYNC_FAILED" />}
            </td>
          )}
          <td>{line.account}</td>
          <td className={classes.right}>{!isZero(line.debit) && <Amount text={line.debit} />}</td>
          <td className={classes.right}>{!isZero(line.credit) && <Amount text={line.credit} />}</td>
        </tr>
      ))}
    </tbody>
  );
}

import { SegmentedControl, Select } from "@mantine/core";
import { longMonth } from "../../format/day.ts";
import { EmptyState } from "../../parts/empty-state.tsx";
import { EntryList } from "../../parts/entry-list.tsx";
import { entryTitle, entryTypes } from "../../parts/entry-words.ts";
import { Link } from "../../parts/link.tsx";
import { Page } from "../../parts/page.tsx";
import { paths } from "../../paths.ts";
import { useMonth } from "../../shell/use-month.ts";
import { ExportMenu } from "../../table/export-menu.tsx";
import { useUrl } from "../../use-url.ts";
import classes from "./journal.module.css";
import { LedgerExports } from "./ledger-exports.tsx";

/** Everything that was posted in a month. */
export default function Journal() {
  const [month] = useMonth();
  const [{ type, sync }, change] = useUrl();
  const isFailed = sync === "failed";
  return (
    <Page
      title="Journal"
      subtitle={isFailed ? "What did not reach the ledger, of every month" : longMonth(month)}
      actions={<ExportMenu operation="exportJournal" input={{ month }} />}
    >
      <div className={`${classes.bar} no-print`}>
        <Select
          size="xs"
          aria-label="Kind of entry"
          placeholder="Every kind of entry"
          clearable
          data={entryTypes.map((value) => ({ value, label: entryTitle(value) }))}
          value={type ?? null}
          onChange={(next) => change({ type: next ?? undefined })}
        />
        <SegmentedControl
          aria-label="Which entries"
          data={[
            { value: "month", label: "The month" },
            { value: "failed", label: "Did not reach the ledger" },
          ]}
          value={isFailed ? "failed" : "month"}
          onChange={(next) => change({ sync: next === "failed" ? next : undefined })}
        />
        {isFailed && (
          <>
            {"Also: "}
            <Link href={paths.invoices({ sync: "SYNC_FAILED", show: "all" })}>invoices</Link>
            <Link href={paths.creditMemos({ sync: "SYNC_FAILED" })}>credit memos</Link>
            <Link href={paths.payments({ sync: "SYNC_FAILED" })}>payments</Link>
            <Link href={paths.customers({ sync: "SYNC_FAILED" })}>customers</Link>
          </>
        )}
      </div>
      {!isFailed && <LedgerExports month={month} />}
      <EntryList
        within={[isFailed ? "syncStatus:eq:SYNC_FAILED" : `month:eq:${month}`, type && `type:eq:${type}`]
          .filter(Boolean)
          .join(",")}
        empty={
          isFailed ? (
            <EmptyState title="Every entry that was sent reached the ledger" />
          ) : (
            <EmptyState title={`Nothing is posted in ${longMonth(month)}`}>
              Invoices, credits and payments post when they are made; the revenue of a month when it is closed.
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

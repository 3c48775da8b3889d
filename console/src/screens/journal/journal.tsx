import { Select } from "@mantine/core";
import { longMonth } from "../../format/day.ts";
import { EmptyState } from "../../parts/empty-state.tsx";
import { EntryList } from "../../parts/entry-list.tsx";
import { entryTitle, entryTypes } from "../../parts/entry-words.ts";
import { Page } from "../../parts/page.tsx";
import { useMonth } from "../../shell/use-month.ts";
import { ExportMenu } from "../../table/export-menu.tsx";
import { useUrl } from "../../use-url.ts";
import classes from "./journal.module.css";
import { LedgerExports } from "./ledger-exports.tsx";

/** Everything that was posted in a month. */
export default function Journal() {
  const [month] = useMonth();
  const [{ type }, change] = useUrl();
  return (
    <Page
      title="Journal"
      subtitle={longMonth(month)}
      actions={<ExportMenu name="journal" operation="exportJournal" input={{ month }} />}
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
      </div>
      <LedgerExports month={month} />
      <EntryList
        within={[`month:eq:${month}`, type && `type:eq:${type}`].filter(Boolean).join(",")}
        empty={
          <EmptyState title={`Nothing is posted in ${longMonth(month)}`}>
            Invoices, credits and payments post when they are made; the revenue of a month when it is closed.
          </EmptyState>
        }
      />
    </Page>
  );
}

import type { JournalExport } from "@accord/client";
import { Button, Select } from "@mantine/core";
import { useState } from "react";
import { accord } from "../../api/accord.ts";
import { useMayWrite, useSession } from "../../api/session.ts";
import { useAll } from "../../api/use-api.ts";
import { longMonth, moment } from "../../format/day.ts";
import { money } from "../../format/money.ts";
import { plural } from "../../format/words.ts";
import { saveFile } from "../../parts/save-file.ts";
import { Section } from "../../parts/section.tsx";
import { failed } from "../../parts/toast.ts";
import { PreviewDialog } from "../../preview/preview-dialog.tsx";
import { write } from "../../preview/write.ts";
import type { Column } from "../../table/column.ts";
import { DataTable } from "../../table/data-table.tsx";

type Format = JournalExport["format"];
type Level = JournalExport["level"];

const formats: readonly { readonly value: Format; readonly label: string }[] = [
  { value: "QUICKBOOKS", label: "QuickBooks" },
  { value: "XERO", label: "Xero" },
  { value: "NETSUITE", label: "NetSuite" },
  { value: "SAGE_INTACCT", label: "Sage Intacct" },
  { value: "DATEV", label: "DATEV" },
  { value: "CSV", label: "CSV" },
  { value: "XLSX", label: "Spreadsheet (XLSX)" },
  { value: "JSON", label: "JSON" },
];
const levels: readonly { readonly value: Level; readonly label: string }[] = [
  { value: "DETAIL", label: "Every entry" },
  { value: "SUMMARY", label: "One summary" },
];

async function download({ id, exportNumber }: Pick<JournalExport, "id" | "exportNumber">) {
  try {
    const { blob, fileName } = await accord.downloadJournalExport({ id });
    saveFile(blob, fileName ?? exportNumber);
  } catch (error) {
    failed(error);
  }
}

const labelOf = (format: Format) => formats.find(({ value }) => value === format)?.label ?? format;

/** The batches of a month for the general ledger, and the button that makes the next one. */
export function LedgerExports({ month }: { month: string }) {
  const { data } = useAll("listJournalExports", { filter: { month } });
  const { merchant } = useSession();
  const mayWrite = useMayWrite();
  const [isOpen, setIsOpen] = useState(false);
  const [format, setFormat] = useState<Format>("CSV");
  const [level, setLevel] = useState<Level>("DETAIL");
  if (!mayWrite && !data?.length) return null;
  const columns: readonly Column<JournalExport>[] = [
    { id: "exportNumber", title: "Export", value: (each) => each.exportNumber },
    { id: "format", title: "For", value: (each) => labelOf(each.format) },
    { id: "createdAt", title: "Made", value: (each) => moment(each.createdAt, merchant.timeZone) },
    { id: "entryCount", title: "Entries", value: (each) => `${each.entryCount}` },
    {
      id: "totals",
      title: "Debit and credit",
      value: ({ totals }) => totals.map(({ currency, debit }) => `${money(debit)} ${currency}`).join(", "),
    },
    {
      id: "file",
      title: "File",
      value: () => null,
      cell: (each) => (
        <Button size="compact-xs" variant="subtle" onClick={() => download(each)}>
          Download
        </Button>
      ),
    },
  ];
  return (
    <Section
      title="General ledger"
      note="Each entry leaves once. What is posted later goes into the next export of the month."
      aside={
        mayWrite && (
          <Button variant="default" onClick={() => setIsOpen(true)}>
            Export to the ledger
          </Button>
        )
      }
    >
      {data !== undefined && data.length > 0 && (
        <DataTable label="Journal exports" columns={columns} rows={data} rowId={({ id }) => id} isWhole />
      )}
      {isOpen && (
        <PreviewDialog
          title={`Export the journal of ${longMonth(month)}`}
          verb="Export"
          write={write("createJournalExport", { body: { month, level, format } })}
          show={({ plan }) => <WhatLeaves plan={plan as unknown as Leaving} />}
          close={() => setIsOpen(false)}
          then={(payload) => download(payload as JournalExport)}
        >
          <Select
            label="For"
            data={[...formats]}
            value={format}
            allowDeselect={false}
            onChange={(next) => setFormat((next ?? "CSV") as Format)}
          />
          <Select
            label="As"
            data={[...levels]}
            value={level}
            allowDeselect={false}
            onChange={(next) => setLevel((next ?? "DETAIL") as Level)}
          />
        </PreviewDialog>
      )}
    </Section>
  );
}

type Leaving = { readonly entryCount: number; readonly controlTotals: JournalExport["totals"] };

function WhatLeaves({ plan: { entryCount, controlTotals } }: { plan: Leaving }) {
  return (
    <p>
      {plural(entryCount, "entry", "entries")}:{" "}
      {controlTotals.map(({ currency, debit }) => `${money(debit)} ${currency} debit and credit`).join(", ")}.
    </p>
  );
}

import { Button, FileInput, SegmentedControl, Select } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { useMayWrite } from "../../api/session.ts";
import { useRefresh } from "../../api/use-api.ts";
import { plural } from "../../format/words.ts";
import { EmptyState } from "../../parts/empty-state.tsx";
import { Page } from "../../parts/page.tsx";
import { saveFile } from "../../parts/save-file.ts";
import { Section } from "../../parts/section.tsx";
import { done, failed } from "../../parts/toast.ts";
import type { Column } from "../../table/column.ts";
import { DataTable } from "../../table/data-table.tsx";
import { type CsvRow, csvRows } from "./csv.ts";
import classes from "./import-page.module.css";
import { inSlices } from "./in-slices.ts";
import { emptyFile, fieldsOf, guessed, type Kind, type Mapping, type ReadRow } from "./kinds.ts";
import { type Refused, sendRows } from "./send.ts";
import { useReadRows } from "./use-read-rows.ts";

const kinds = [
  { value: "customers", label: "Customers" },
  { value: "contracts", label: "Contracts" },
  { value: "usage", label: "Usage" },
] as const;

type Chosen = {
  readonly id: number;
  readonly heads: readonly string[];
  readonly rows: readonly CsvRow[];
};

const shownRows = 20;
/** So many refused rows are all drawn; of more, those in sight. */
const mostWhole = 100;

/** Imports customers, contracts or usage from a file: mapping of columns, rows to import, and rows with errors. */
export default function ImportPage() {
  const mayWrite = useMayWrite();
  const [kind, setKind] = useState<Kind>("customers");
  const [file, setFile] = useState<Chosen>();
  const [mapping, setMapping] = useState<Mapping>({});
  const [isReading, setIsReading] = useState(false);
  const choose = async (chosen: File | null) => {
    setFile(undefined);
    if (chosen === null) return;
    setIsReading(true);
    try {
      const rows = (await inSlices(csvRows(await chosen.text()))) ?? [];
      const heads = rows.shift()?.cells ?? [];
      setFile({ id: Date.now(), heads, rows });
      setMapping(guessed(kind, heads));
    } finally {
      setIsReading(false);
    }
  };
  const change = (next: Kind) => {
    setKind(next);
    if (file !== undefined) setMapping(guessed(next, file.heads));
  };
  return (
    <Page
      title="Import"
      subtitle="A CSV file, its first line the names of the columns. Nothing is sent before you have seen it."
    >
      {mayWrite ? (
        <>
          <div className={classes.choice}>
            <SegmentedControl
              aria-label="What the file has"
              data={[...kinds]}
              value={kind}
              onChange={(next) => change(next as Kind)}
            />
            <FileInput
              placeholder="Choose a CSV file"
              accept=".csv,text/csv"
              clearable
              clearButtonProps={{ "aria-label": "Remove the file" }}
              disabled={isReading}
              className={classes.file}
              onChange={(chosen) => void choose(chosen).catch(failed)}
            />
          </div>
          {isReading && <p role="status">Reading the file …</p>}
          {file === undefined ? (
            !isReading && (
              <EmptyState
                title="No file yet"
                action={
                  <Button variant="default" leftSection={<IconDownload size={15} />} onClick={() => download(kind)}>
                    Download an empty file
                  </Button>
                }
              >
                {`Its columns may be: ${fieldsOf[kind].map(({ title }) => title.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())).join("; ")}.`}
              </EmptyState>
            )
          ) : (
            <Mapped key={`${file.id} ${kind}`} {...{ kind, file, mapping, setMapping }} />
          )}
        </>
      ) : (
        <EmptyState title="You can look, and not change anything">
          Ask an owner for another role to import a file.
        </EmptyState>
      )}
    </Page>
  );
}

/** With a mark at its start, by which spreadsheets know that its letters are UTF-8. */
function download(kind: Kind): void {
  saveFile(new Blob([`\u{feff}${emptyFile(kind)}`], { type: "text/csv" }), `${kind}.csv`);
}

type MappedProps = {
  readonly kind: Kind;
  readonly file: Chosen;
  readonly mapping: Mapping;
  readonly setMapping: (mapping: Mapping) => void;
};

function Mapped({ kind, file, mapping, setMapping }: MappedProps) {
  const fields = fieldsOf[kind];
  const read = useReadRows(kind, file.rows, mapping);
  const columns: readonly Column<ReadRow>[] = [
    { id: "line", title: "Row", kind: "number", value: ({ line }) => String(line), width: 60 },
    ...fields
      .filter(({ id }) => mapping[id] !== undefined)
      .map(({ id, title }) => ({ id, title, value: ({ values }: ReadRow) => values[id] })),
  ];
  return (
    <>
      <Section title="Which column is what" note={`${plural(file.rows.length, "row")} below the names of the columns.`}>
        <div className={classes.fields}>
          {fields.map(({ id, title, isRequired }) => (
            <Select
              key={id}
              label={title}
              required={isRequired ?? false}
              placeholder="Not in the file"
              clearable
              searchable
              data={file.heads.map((head, at) => ({ value: String(at), label: head || `Column ${at + 1}` }))}
              value={mapping[id] === undefined ? null : String(mapping[id])}
              onChange={(column) => setMapping({ ...mapping, [id]: column === null ? undefined : Number(column) })}
            />
          ))}
        </div>
      </Section>
      {read === undefined ? (
        <p role="status">Reading the rows …</p>
      ) : (
        <>
          <Section title="What would be imported" note={`The first of ${plural(read.good.length, "row")}.`}>
            <DataTable
              label="First rows"
              columns={columns}
              rows={read.good.slice(0, shownRows)}
              rowId={({ line }) => String(line)}
              isWhole
            />
          </Section>
          <RefusedRows title="What cannot be imported" refused={read.bad} />
          <Send kind={kind} good={read.good} />
        </>
      )}
    </>
  );
}

type Told = Pick<ReadRow, "line" | "problem">;

const refusedColumns: readonly Column<Told>[] = [
  { id: "line", title: "Row", kind: "number", value: ({ line }) => String(line), width: 60 },
  { id: "problem", title: "Why", value: ({ problem }) => problem, cell: ({ problem }) => problem },
];

function RefusedRows({ title, refused }: { title: string; refused: readonly Told[] }) {
  if (refused.length === 0) return null;
  return (
    <Section title={title} note={plural(refused.length, "row")}>
      <DataTable
        label={title}
        columns={refusedColumns}
        rows={refused}
        rowId={({ line }) => String(line)}
        isWhole={refused.length <= mostWhole}
      />
    </Section>
  );
}

function Send({ kind, good }: { kind: Kind; good: readonly ReadRow[] }) {
  const refresh = useRefresh();
  const [sent, setSent] = useState<number>();
  const [refused, setRefused] = useState<readonly Refused[]>();
  const send = async () => {
    setSent(0);
    try {
      const left = await sendRows(kind, good, setSent);
      setRefused(left);
      await refresh();
      done(`${plural(good.length - left.length, "row")} imported.`);
    } catch (error) {
      failed(error);
    } finally {
      setSent(undefined);
    }
  };
  if (refused !== undefined) {
    return (
      <>
        <p role="status">
          {plural(good.length - refused.length, "row")} imported
          {kind === "contracts" ? "; the contracts wait for their approval." : "."}
        </p>
        <RefusedRows title="What the server rejected" refused={refused} />
      </>
    );
  }
  return (
    <div>
      <Button disabled={good.length === 0} loading={sent !== undefined} onClick={() => void send()}>
        Import {plural(good.length, "row")}
      </Button>
      {sent !== undefined && (
        <p role="status">
          {sent} of {good.length}
        </p>
      )}
    </div>
  );
}

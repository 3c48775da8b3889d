import { Button, FileInput, SegmentedControl, Select } from "@mantine/core";
import { useState } from "react";
import { useMayWrite } from "../../api/session.ts";
import { useRefresh } from "../../api/use-api.ts";
import { plural } from "../../format/words.ts";
import { EmptyState } from "../../parts/empty-state.tsx";
import { Page } from "../../parts/page.tsx";
import { Section } from "../../parts/section.tsx";
import { done, failed } from "../../parts/toast.ts";
import type { Column } from "../../table/column.ts";
import { DataTable } from "../../table/data-table.tsx";
import { parseCsv } from "./csv.ts";
import classes from "./import-page.module.css";
import { fieldsOf, guessed, type Kind, type Mapping, type ReadRow, readRows } from "./kinds.ts";
import { type Refused, sendRows } from "./send.ts";

const kinds = [
  { value: "customers", label: "Customers" },
  { value: "contracts", label: "Contracts" },
  { value: "usage", label: "Usage" },
] as const;

type Chosen = {
  readonly id: number;
  readonly heads: readonly string[];
  readonly lines: readonly (readonly string[])[];
};

const shownRows = 20;

/** A file of customers, contracts or usage: which column is what, what would be taken of it, and what is wrong with the rest. */
export default function ImportPage() {
  const mayWrite = useMayWrite();
  const [kind, setKind] = useState<Kind>("customers");
  const [file, setFile] = useState<Chosen>();
  const [mapping, setMapping] = useState<Mapping>({});
  const choose = async (chosen: File | null, as: Kind = kind) => {
    if (chosen === null) return setFile(undefined);
    const [heads = [], ...lines] = parseCsv(await chosen.text());
    setFile({ id: Date.now(), heads, lines });
    setMapping(guessed(as, heads));
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
              className={classes.file}
              onChange={(chosen) => void choose(chosen).catch(failed)}
            />
          </div>
          {file === undefined ? (
            <EmptyState title="No file yet">
              {`Its columns may be: ${fieldsOf[kind].map(({ title }) => title.toLowerCase()).join("; ")}.`}
            </EmptyState>
          ) : (
            <Mapped key={`${file.id} ${kind}`} {...{ kind, file, mapping, setMapping }} />
          )}
        </>
      ) : (
        <EmptyState title="You look, and change nothing">Ask an owner for another role to import a file.</EmptyState>
      )}
    </Page>
  );
}

type MappedProps = {
  readonly kind: Kind;
  readonly file: Chosen;
  readonly mapping: Mapping;
  readonly setMapping: (mapping: Mapping) => void;
};

function Mapped({ kind, file, mapping, setMapping }: MappedProps) {
  const fields = fieldsOf[kind];
  const rows = readRows(kind, file.lines, mapping);
  const good = rows.filter(({ problem }) => problem === undefined);
  const refused = rows.flatMap(({ line, problem }) => (problem === undefined ? [] : [{ line, problem }]));
  const columns: readonly Column<ReadRow>[] = [
    { id: "line", title: "Line", kind: "number", value: ({ line }) => String(line), width: 60 },
    ...fields
      .filter(({ id }) => mapping[id] !== undefined)
      .map(({ id, title }) => ({ id, title, value: ({ values }: ReadRow) => values[id] })),
  ];
  return (
    <>
      <Section
        title="Which column is what"
        note={`${plural(file.lines.length, "line")} below the names of the columns.`}
      >
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
      <Section title="What would be taken" note={`The first of ${plural(good.length, "row")}.`}>
        <DataTable
          label="First rows"
          columns={columns}
          rows={good.slice(0, shownRows)}
          rowId={({ line }) => String(line)}
          isWhole
        />
      </Section>
      <RefusedRows title="What cannot be taken" refused={refused} />
      <Send {...{ kind, good }} />
    </>
  );
}

const refusedColumns: readonly Column<Refused>[] = [
  { id: "line", title: "Line", kind: "number", value: ({ line }) => String(line), width: 60 },
  { id: "problem", title: "Why", value: ({ problem }) => problem, cell: ({ problem }) => problem },
];

function RefusedRows({ title, refused }: { title: string; refused: readonly Refused[] }) {
  if (refused.length === 0) return null;
  return (
    <Section title={title} note={plural(refused.length, "row")}>
      <DataTable label={title} columns={refusedColumns} rows={refused} rowId={({ line }) => String(line)} isWhole />
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
        <RefusedRows title="What the server refused" refused={refused} />
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

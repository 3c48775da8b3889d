import type { PayloadOf } from "@accord/client";
import { Select } from "@mantine/core";
import { useApi } from "../../../api/use-api.ts";
import { addMonths, day } from "../../../format/day.ts";
import { subtract } from "../../../format/decimal.ts";
import { DayField } from "../../../parts/day-field.tsx";
import { documentHref } from "../../../parts/entry-source.tsx";
import { entryTitle } from "../../../parts/entry-words.ts";
import { Loaded } from "../../../parts/loaded.tsx";
import { Section } from "../../../parts/section.tsx";
import { TextLink } from "../../../parts/text-link.tsx";
import { useToday } from "../../../shell/use-month.ts";
import { Amount } from "../../../table/cell.tsx";
import type { Column } from "../../../table/column.ts";
import { DataTable } from "../../../table/data-table.tsx";
import { ExportMenu } from "../../../table/export-menu.tsx";
import { useIsPhone } from "../../../table/use-is-phone.ts";
import { useUrl } from "../../../use-url.ts";
import classes from "./account-tab.module.css";

type Row = PayloadOf<"getAccountStatement">["rows"][number];

const boundaries: Readonly<Record<string, string>> = { OPENING: "Opening balance", CLOSING: "Closing balance" };

const columns: readonly Column<Row>[] = [
  { id: "date", onPhone: true, title: "Date", kind: "day", value: ({ date }) => date, width: 120 },
  { id: "what", onPhone: "beneath", title: "What", value: ({ type }) => type, cell: What },
  { id: "document", onPhone: "beneath", title: "Document", value: ({ document }) => document, cell: Document },
  {
    id: "due",
    title: "Due",
    kind: "day",
    value: ({ dueDate }) => dueDate,
    cell: ({ dueDate }) => dueDate && day(dueDate),
  },
  {
    id: "charged",
    title: "Charged",
    kind: "money",
    value: ({ charged }) => charged,
    cell: ({ charged }) => amount(charged),
  },
  {
    id: "credited",
    title: "Paid or credited",
    kind: "money",
    value: ({ credited }) => credited,
    cell: ({ credited }) => amount(credited),
  },
  {
    id: "moved",
    onPhone: true,
    title: "Amount",
    kind: "money",
    value: (row) => moved(row),
    cell: (row) => amount(moved(row)),
  },
  { id: "balance", onPhone: true, title: "Balance", kind: "money", value: ({ balance }) => balance },
];

/** On a phone there is room for one column: what was charged, and in parentheses what was paid or credited. */
function moved({ charged, credited }: Row): string | null {
  return credited === null ? charged : subtract(charged ?? "0", credited);
}

/** What the customer owed, what was charged, paid and credited since, and what it owes now, with the document behind each line. */
export default function AccountTab({ customerId }: { customerId: string }) {
  const today = useToday();
  const [url, change] = useUrl();
  const { since = `${addMonths(today.slice(0, 7), -2)}-01`, until = today, currency } = url;
  const input = { customerId, from: since, to: until, ...(currency && { currency }) };
  const isPhone = useIsPhone();
  const statement = useApi("getAccountStatement", since <= until && input);
  const currencies = statement.data ? [statement.data.currency ?? "", ...statement.data.otherCurrencies] : [];
  return (
    <Section
      title="Statement of account"
      note={`Invoices less payments and credit memos${statement.data?.currency ? `, in ${statement.data.currency}` : ""}. In parentheses the customer has credit.`}
      aside={<ExportMenu operation="getAccountStatement" input={input} />}
    >
      <div className={`${classes.range} no-print`}>
        <DayField label="From" value={since} max={until} onChange={(next) => change({ since: next || undefined })} />
        <DayField label="To" value={until} min={since} onChange={(next) => change({ until: next || undefined })} />
        {currencies.length > 1 && (
          <Select
            label="Currency"
            w={96}
            data={currencies}
            value={statement.data?.currency ?? null}
            allowDeselect={false}
            onChange={(next) => change({ currency: next ?? undefined })}
          />
        )}
      </div>
      <p className="only-print">
        {day(since)} to {day(until)}
      </p>
      <Loaded of={statement}>
        {({ rows, totals }) => (
          <DataTable
            label="Statement of account"
            columns={columns}
            hidden={isPhone ? undefined : { moved: true }}
            rows={rows}
            rowId={(row) => `${row.date} ${row.type} ${row.sourceId}`}
            isWhole
            totals={
              totals
                ? {
                    charged: <Amount text={totals.charged ?? "0"} />,
                    credited: <Amount text={totals.credited ?? "0"} />,
                    moved: <Amount text={subtract(totals.charged ?? "0", totals.credited ?? "0")} />,
                  }
                : undefined
            }
          />
        )}
      </Loaded>
    </Section>
  );
}

function What({ type }: Row) {
  const boundary = boundaries[type ?? ""];
  return boundary ? <strong>{boundary}</strong> : entryTitle(type ?? "");
}

function Document({ document, sourceType, sourceId }: Row) {
  const href = sourceType && sourceId ? documentHref(sourceType, sourceId) : undefined;
  return href === undefined ? document : <TextLink href={href}>{document ?? "Open"}</TextLink>;
}

function amount(text: string | null) {
  return text && <Amount text={text} />;
}

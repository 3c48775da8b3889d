import type { CsvRow } from "./csv.ts";

/** What a file can bring, and which columns it may have. */
export type Kind = "customers" | "contracts" | "usage";

export type Field = {
  readonly id: string;
  readonly title: string;
  readonly isRequired?: true;
  /** What is wrong with a text that is no such value; nothing where the server judges. */
  readonly check?: (text: string) => string | undefined;
  /** Other names that a column may have. */
  readonly names?: readonly string[];
};

/** Which column of the file, by its position, each field is read from. */
export type Mapping = Readonly<Record<string, number | undefined>>;

/** A row of the file: its fields, and why it cannot be imported. */
export type ReadRow = {
  readonly line: number;
  readonly values: Readonly<Record<string, string>>;
  readonly problem?: string | undefined;
};

const day = (text: string) =>
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(text) ? undefined : "is no day such as 2026-01-31";
const number = (text: string) => (/^-?\d+(?:\.\d+)?$/.test(text) ? undefined : "is no number such as 1250.00");
const oneOf = (words: readonly string[]) => (text: string) =>
  words.includes(text.toLowerCase()) ? undefined : `is none of ${words.join(", ")}`;

export const rhythms = ["once", "monthly", "quarterly", "yearly"] as const;

export const fieldsOf: Readonly<Record<Kind, readonly Field[]>> = {
  customers: [
    { id: "name", title: "Name", isRequired: true, names: ["customer", "company", "account"] },
    { id: "companyName", title: "Legal name" },
    { id: "email", title: "E-mail for invoices", names: ["email", "mail"] },
    { id: "currency", title: "Currency" },
    { id: "netPaymentTerms", title: "Due after, in days", check: number, names: ["terms", "payment terms", "net"] },
    { id: "line1", title: "Street", names: ["address", "address line 1"] },
    { id: "city", title: "City" },
    { id: "postalCode", title: "Postal code", names: ["zip", "postcode"] },
    { id: "country", title: "Country, two letters", names: ["country"] },
    { id: "vatId", title: "VAT number", names: ["vat", "vat id"] },
    { id: "externalId", title: "Id in the CRM", names: ["crm id", "id"] },
  ],
  contracts: [
    { id: "name", title: "Contract", isRequired: true, names: ["name", "contract name", "deal"] },
    { id: "customer", title: "Customer, by name", isRequired: true, names: ["customer", "company", "account"] },
    { id: "sold", title: "What is sold", isRequired: true, names: ["product", "plan", "item"] },
    { id: "price", title: "Price of a period", isRequired: true, check: number, names: ["price", "amount"] },
    {
      id: "rhythm",
      title: "Billed",
      isRequired: true,
      check: oneOf(rhythms),
      names: ["interval", "billing", "frequency"],
    },
    { id: "start", title: "First day", isRequired: true, check: day, names: ["start", "start date", "from"] },
    { id: "end", title: "Last day", check: day, names: ["end", "end date", "to"] },
    { id: "quantity", title: "Quantity", check: number, names: ["seats", "units"] },
    { id: "signed", title: "Signed on", check: day, names: ["close date", "signed"] },
    { id: "po", title: "PO number", names: ["po"] },
    { id: "externalId", title: "Id in the CRM", names: ["crm id", "id"] },
  ],
  usage: [
    { id: "key", title: "Key, once for ever", isRequired: true, names: ["key", "idempotency key", "id"] },
    { id: "customer", title: "Customer, by name", isRequired: true, names: ["customer", "account"] },
    { id: "eventType", title: "Event type, by name", isRequired: true, names: ["event type", "event", "type"] },
    { id: "at", title: "Day or moment", isRequired: true, names: ["date", "datetime", "timestamp", "at", "day"] },
    { id: "value", title: "Value", check: number, names: ["quantity", "amount", "value"] },
  ],
};

/** Maps each field to the column with its name or a synonym. */
export function guessed(kind: Kind, heads: readonly string[]): Mapping {
  const asSaid = (name: string) => name.toLowerCase().replaceAll(/[_-]/g, " ").trim();
  const plain = heads.map(asSaid);
  const find = ({ id, title, names = [] }: Field) =>
    [title, id, ...names].map((name) => plain.indexOf(asSaid(name))).find((at) => at >= 0);
  return Object.fromEntries(fieldsOf[kind].map((field) => [field.id, find(field)]));
}

/** A file without a row, to be filled in: the name of every column, those that are required first. */
export function emptyFile(kind: Kind): string {
  const titles = fieldsOf[kind].toSorted((a, b) => Number(b.isRequired ?? false) - Number(a.isRequired ?? false));
  return `${titles.map(({ title }) => (title.includes(",") ? `"${title}"` : title)).join(",")}\r\n`;
}

/** The rows below the heads under a mapping, each with the first thing that is wrong with it. */
export function* readRows(kind: Kind, rows: Iterable<CsvRow>, mapping: Mapping): Generator<ReadRow> {
  for (const { line, cells } of rows) {
    const values: Record<string, string> = {};
    let problem: string | undefined;
    for (const { id, title, isRequired, check } of fieldsOf[kind]) {
      const column = mapping[id];
      const text = column === undefined ? "" : (cells[column] ?? "");
      if (text !== "") values[id] = text;
      const wrong = text === "" ? (isRequired ? "is missing" : undefined) : check?.(text);
      if (wrong !== undefined) problem ??= text === "" ? `${title} ${wrong}.` : `${title}: “${text}” ${wrong}.`;
    }
    yield { line, values, problem };
  }
}

import { Readable } from "node:stream";
import type { Static, TSchema } from "typebox";
import {
  type BulkAction,
  type BulkRow,
  bulkActions,
  type CellIssue,
  mostRows,
  type ReadRow,
  type RefusedRow,
  refusalOf,
} from "../../actions/bulk-change.ts";
import { dayFrom } from "../../kernel/day.ts";
import { invalidIssues } from "../../kernel/errors.ts";
import { plural } from "../../kernel/plural.ts";
import { type CsvRecord, readCsv } from "../../platform/csv.ts";
import { bodyValidator } from "../../platform/http/validation.ts";
import { Closed, Uuid } from "../../platform/http/wire.ts";
import { PatchBillingTermBody, patchFromBody } from "./billing-term-bodies.ts";
import { fieldsFromBody, PatchScheduleBody, TerminateCommitmentBody } from "./commitment-bodies.ts";
import { actionFromBody } from "./contract-requests.ts";
import { ContractActionBody } from "./contracts.ts";
import { TreatModificationBody } from "./modifications.ts";
import { amendmentFromBody, CreateSeatAmendmentBody } from "./seat-amendments.ts";
import { CreateTermAmendmentBody, termAmendmentFromBody } from "./term-amendments.ts";
import { TerminateBody, terminationFromBody } from "./terminations.ts";

/** The columns of a file, in any order; an empty cell is like a missing field. */
export const bulkColumns = [
  "action",
  "contractId",
  "billingTermId",
  "modificationId",
  "commitmentId",
  "scheduleId",
  "effectiveDate",
  "amount",
  "amountType",
  "quantity",
  "settlement",
  "trueUpTiming",
  "startDate",
  "endDate",
  "creditUnused",
  "treatment",
  "reasonCode",
  "reason",
] as const;
type Column = (typeof bulkColumns)[number];

type Cells = Readonly<Partial<Record<Column, string>>>;

/** The operation of a row: its columns, and the required ones. */
type Operation = {
  readonly columns: readonly Column[];
  /** In addition to the required fields of its body: one of each list. */
  readonly required: readonly (readonly Column[])[];
  readonly place: TSchema;
  readonly body: TSchema;
  readonly bodyOf: (cells: Cells) => object;
  readonly rowOf: (place: Place, body: object) => OmitPlace<BulkRow>;
};

/** The columns that identify the record of a row; the operation's `place` says which of them it needs. */
const placeColumns = ["contractId", "billingTermId", "modificationId", "commitmentId", "scheduleId"] as const;
type Place = Readonly<Record<(typeof placeColumns)[number], string>>;
type OmitPlace<Row> = Row extends unknown ? Omit<Row, "line" | "action" | "contractId"> : never;

const contractPlace = Closed({ contractId: Uuid() });
const termPlace = Closed({ contractId: Uuid(), billingTermId: Uuid() });
const modificationPlace = Closed({ contractId: Uuid(), modificationId: Uuid() });
const commitmentPlace = Closed({ contractId: Uuid(), commitmentId: Uuid() });
const schedulePlace = Closed({ contractId: Uuid(), commitmentId: Uuid(), scheduleId: Uuid() });

const amendment: Operation = {
  columns: ["billingTermId", "effectiveDate", "amount", "amountType", "quantity", "settlement", "reason"],
  required: [["amount", "quantity"]],
  place: termPlace,
  body: CreateTermAmendmentBody,
  bodyOf: ({ effectiveDate, quantity, settlement, reason, ...cells }) =>
    stated({ effectiveDate, quantity, settlement, note: reason, pricing: pricingOf(cells) }),
  rowOf: ({ billingTermId }, body) => ({
    billingTermId,
    amendment: termAmendmentFromBody(body as CreateTermAmendmentBody),
  }),
};

const price: Operation = {
  columns: ["billingTermId", "effectiveDate", "amount", "amountType", "quantity", "reasonCode"],
  required: [["amount", "quantity"], ["effectiveDate"]],
  place: termPlace,
  body: PatchBillingTermBody,
  bodyOf: ({ effectiveDate, quantity, reasonCode, ...cells }) =>
    stated({ effectiveDate, quantity, reasonCode, pricing: pricingOf(cells) }),
  rowOf: patchRow,
};

const dates: Operation = {
  columns: ["billingTermId", "startDate", "endDate", "reasonCode"],
  required: [["startDate", "endDate"]],
  place: termPlace,
  body: PatchBillingTermBody,
  bodyOf: ({ startDate, endDate, reasonCode }) => stated({ startDate, endDate, reasonCode }),
  rowOf: patchRow,
};

const seats: Operation = {
  columns: ["billingTermId", "effectiveDate", "quantity", "trueUpTiming", "reason"],
  required: [["quantity"]],
  place: termPlace,
  body: CreateSeatAmendmentBody,
  bodyOf: ({ effectiveDate, quantity, trueUpTiming, reason }) =>
    stated({ effectiveDate, quantity, trueUpTiming, note: reason }),
  rowOf: ({ billingTermId }, body) => ({ billingTermId, seats: amendmentFromBody(body as CreateSeatAmendmentBody) }),
};

const treatment: Operation = {
  columns: ["modificationId", "treatment", "reason"],
  required: [],
  place: modificationPlace,
  body: TreatModificationBody,
  bodyOf: ({ treatment: chosen, reason }) => stated({ treatment: chosen, reason }),
  rowOf: ({ modificationId }, body) => ({ modificationId, choice: body as Static<typeof TreatModificationBody> }),
};

const termination: Operation = {
  columns: ["billingTermId", "endDate", "creditUnused", "reason"],
  required: [],
  place: termPlace,
  body: TerminateBody,
  bodyOf: ({ endDate, creditUnused, reason }) =>
    stated({ endDate, reason, creditUnused: truths.get(creditUnused ?? "") ?? creditUnused }),
  rowOf: ({ billingTermId }, body) => ({
    billingTermId,
    termination: terminationFromBody(body as Static<typeof TerminateBody>),
  }),
};

const deletion: Operation = {
  columns: ["billingTermId"],
  required: [],
  place: termPlace,
  body: Closed({}),
  bodyOf: () => ({}),
  rowOf: ({ billingTermId }) => ({ billingTermId, isDeleted: true }),
};

const commitmentDates: Operation = {
  columns: ["commitmentId", "scheduleId", "startDate", "endDate"],
  required: [["startDate", "endDate"]],
  place: schedulePlace,
  body: PatchScheduleBody,
  bodyOf: ({ startDate, endDate }) => stated({ startDate, endDate }),
  rowOf: ({ commitmentId, scheduleId }, body) => ({
    ...{ commitmentId, scheduleId },
    fields: fieldsFromBody(body as PatchScheduleBody),
  }),
};

const commitmentTermination: Operation = {
  columns: ["commitmentId", "endDate", "reason"],
  required: [],
  place: commitmentPlace,
  body: TerminateCommitmentBody,
  bodyOf: ({ endDate, reason }) => stated({ endDate, reason }),
  rowOf: ({ commitmentId }, body) => {
    const { endDate, reason } = body as Static<typeof TerminateCommitmentBody>;
    return { commitmentId, end: dayFrom(endDate) + 1, reason: reason ?? undefined };
  },
};

const approval: Operation = {
  columns: ["reason"],
  required: [],
  place: contractPlace,
  body: ContractActionBody,
  bodyOf: ({ reason }) => stated({ action: "APPROVE", reason }),
  rowOf: (_place, body) => ({ act: actionFromBody(body as Static<typeof ContractActionBody>) }),
};

const hold: Operation = {
  ...approval,
  required: [["reason"]],
  bodyOf: ({ reason }) => stated({ action: "BLOCK", reason }),
};

const contractDeletion: Operation = {
  columns: [],
  required: [],
  place: contractPlace,
  body: Closed({}),
  bodyOf: () => ({}),
  rowOf: () => ({ isContractDeleted: true }),
};

const truths: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["false", false],
]);

/** A price row with a `settlement` of invoiced days is an amendment; without it, it sets the price of future days. */
function operationOf(action: BulkAction, { settlement }: Cells): Operation {
  switch (action) {
    case "PRICE":
      return settlement === undefined ? price : amendment;
    case "DATES":
      return dates;
    case "SEATS":
      return seats;
    case "TREATMENT":
      return treatment;
    case "TERMINATION":
      return termination;
    case "DELETION":
      return deletion;
    case "COMMITMENT_DATES":
      return commitmentDates;
    case "COMMITMENT_TERMINATION":
      return commitmentTermination;
    case "CONTRACT_APPROVAL":
      return approval;
    case "CONTRACT_HOLD":
      return hold;
    case "CONTRACT_DELETION":
      return contractDeletion;
  }
}

function patchRow({ billingTermId }: Place, body: object): OmitPlace<BulkRow> {
  return { billingTermId, patch: patchFromBody(body as PatchBillingTermBody) };
}

function pricingOf({ amount, amountType = "TOTAL_INVOICE" }: Cells) {
  return amount === undefined ? undefined : [{ amount, amountType }];
}

function stated(fields: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** The column for a path in the body of a single operation; null if there is none. */
export function columnAt(path: string): string | null {
  const [, field = ""] = path.split("/");
  if (field === "pricing") return path.endsWith("/amountType") ? "amountType" : "amount";
  if (field === "note") return "reason";
  return bulkColumns.find((column) => column === field) ?? null;
}

/**
 * The rows of a file as drafts of the single operations, through their own schemas.
 *
 * @throws DomainError BULK_CHANGE_REFUSED where the file cannot be read, TOO_MANY_ITEMS
 */
export async function readBulkRows(csv: string): Promise<ReadRow[]> {
  const [header, ...records] = await Array.fromAsync(readCsv(Readable.from([csv]), ","));
  const columns = checkedHeader(header);
  if (records.length === 0) throw refusedFile(header?.line ?? 1, null, "NO_ROWS", "The file has no rows.");
  if (records.length > mostRows) {
    const message = `A file has at most ${mostRows} rows; this one has ${records.length}. Send it in parts.`;
    throw invalidIssues([{ path: "/csv", code: "TOO_MANY_ITEMS", message }], "TOO_MANY_ITEMS");
  }
  return records.map((record) => readRow(columns, record));
}

function checkedHeader(header: CsvRecord | undefined): readonly string[] {
  const columns = header !== undefined && "cells" in header ? header.cells.map((cell) => cell.trim()) : [];
  const known: readonly string[] = bulkColumns;
  const unknown = columns.find((column, index) => !known.includes(column) || columns.indexOf(column) !== index);
  if (unknown !== undefined) {
    const message = `The column ${unknown.slice(0, 64)} is unknown or there twice; the columns are ${known.join(", ")}.`;
    throw refusedFile(1, unknown.slice(0, 64), "CSV_HEADER_INVALID", message);
  }
  const missing = ["action", "contractId"].find((column) => !columns.includes(column));
  if (missing === undefined) return columns;
  throw refusedFile(
    1,
    missing,
    "CSV_HEADER_INVALID",
    `The first line names the columns; ${missing} is not among them.`,
  );
}

function refusedFile(line: number, column: string | null, code: string, message: string) {
  return refusalOf([{ line, action: null, contractId: null, issues: [{ column, code, message }] }], 1);
}

function readRow(columns: readonly string[], record: CsvRecord): ReadRow {
  const { line } = record;
  const refused = (issues: readonly CellIssue[], cells: Cells = {}): { readonly refused: RefusedRow } => {
    return { refused: { line, action: cells.action ?? null, contractId: cells.contractId ?? null, issues } };
  };
  if ("problem" in record) {
    const message = `${record.problem} The rest of the file cannot be read.`;
    return refused([{ column: null, code: "CSV_MALFORMED", message }]);
  }
  if (record.cells.length !== columns.length) {
    const message = `The row has ${plural(record.cells.length, "cell")} and the header ${columns.length}; is a comma unquoted?`;
    return refused([{ column: null, code: "CELL_COUNT", message }]);
  }
  const texts = columns.map((column, index) => [column, (record.cells[index] ?? "").trim()] as const);
  const cells: Cells = Object.fromEntries(texts.filter(([, text]) => text !== ""));
  const action = bulkActions.find((each) => each === cells.action);
  if (action === undefined) {
    const message = `The action is one of ${bulkActions.join(", ")}.`;
    return refused([{ column: "action", code: "ENUM", message }], cells);
  }
  const operation = operationOf(action, cells);
  const { issues, place, body } = checkedRow(operation, action, cells);
  if (issues.length > 0) return refused(issues, cells);
  return { row: { line, action, contractId: place.contractId, ...operation.rowOf(place, body) } };
}

function checkedRow(operation: Operation, action: BulkAction, cells: Cells) {
  const named = placeColumns.filter((column) => column === "contractId" || operation.columns.includes(column));
  const place = stated(Object.fromEntries(named.map((column) => [column, cells[column]])));
  const body = operation.bodyOf(cells);
  const found = [...bodyValidator(operation.place)(place), ...bodyValidator(operation.body)(body)];
  const bySchema = found.map(({ path, ...issue }): CellIssue => ({ column: columnAt(path), ...issue }));
  const issues = [...bySchema, ...unusedOf(operation, action, cells), ...missingOf(operation, cells)];
  return { issues, place: place as Place, body };
}

function unusedOf({ columns }: Operation, action: BulkAction, cells: Cells): CellIssue[] {
  const used: readonly string[] = ["action", "contractId", ...columns];
  return Object.keys(cells).flatMap((column) => {
    if (used.includes(column)) return [];
    const message = `A row of ${action} does not take ${column}; leave the cell empty.`;
    return [{ column, code: "UNKNOWN_FIELD", message }];
  });
}

function missingOf({ required }: Operation, cells: Cells): CellIssue[] {
  return required.flatMap((columns) => {
    const [column = null] = columns;
    if (columns.some((each) => cells[each] !== undefined)) return [];
    return [{ column, code: "REQUIRED", message: `The row needs ${columns.join(" or ")}.` }];
  });
}

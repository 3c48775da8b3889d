import { bulkColumns } from "../../src/api/schemas/bulk-rows.ts";
import type { ApiAnswer, Json } from "./api.ts";
import type { Client } from "./client.ts";
import type { TermClient } from "./term-client.ts";

/** A row of a file of bulk changes, by its columns. */
export type Cells = Partial<Record<string, string>>;

export const csvOf = (rows: readonly Cells[]): string =>
  [bulkColumns, ...rows.map((row) => bulkColumns.map((column) => row[column] ?? ""))]
    .map((cells) => cells.join(","))
    .join("\n");

export const sendBulk = (client: Client, rows: readonly Cells[], query = "", headers: Record<string, string> = {}) =>
  client.send("POST", `/v3/bulk-changes${query}`, { csv: csvOf(rows) }, headers);

/** The term that a row is about. */
export const placeOf = ({ contractId, path }: TermClient) => ({
  contractId,
  billingTermId: path.split("/").at(-1) ?? "",
});

/** The rejected rows, as "line column code". */
export const refusedRows = ({ body }: ApiAnswer): string[] =>
  body.error.details.rows.flatMap(({ line, issues }: Json) =>
    issues.map(({ column, code }: Json) => `${line} ${column} ${code}`),
  );

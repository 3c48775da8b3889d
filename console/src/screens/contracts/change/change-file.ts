import { type Write, write } from "../../../preview/write.ts";

/** One of several changes that are carried out together, and its name in an error. */
export type FileRow = { readonly name: string; readonly cells: Readonly<Record<string, string>> };

/** Several changes as one write, in order, all or none; undefined if there are none. */
export function fileWrite(rows: readonly FileRow[]): Write | undefined {
  if (rows.length === 0) return undefined;
  const columns = [...new Set(rows.flatMap(({ cells }) => Object.keys(cells)))];
  const lines = [columns, ...rows.map(({ cells }) => columns.map((column) => quoted(cells[column] ?? "")))];
  const csv = `${lines.map((line) => line.join(",")).join("\n")}\n`;
  return { ...write("createBulkChange", { body: { csv } }), rows: rows.map(({ name }) => name) };
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

import { createHash } from "node:crypto";
import { invalid } from "../../kernel/errors.ts";
import { didYouMean } from "./nearest.ts";

/** A field that a list is sorted by, before the list's own order. */
export type Sort = { readonly field: string; readonly direction: "asc" | "desc" };

/** The beginning of a page: after the row with these values, one for each key of the order. */
export type Cursor = { readonly values: readonly (string | null)[] };

const maximumSorts = 3;

/** @param fields that the list can be sorted by */
export function parseSort(text: string, fields: readonly string[]): Sort[] {
  const sorts = text.split(",").map((part): Sort => {
    const [, field = "", direction = "asc"] = /^\s*([\w.]{1,64})(?::(asc|desc))?\s*$/.exec(part) ?? [];
    if (fields.includes(field)) return { field, direction: direction === "desc" ? "desc" : "asc" };
    const allowed = fields.length === 0 ? "This list has a fixed order." : `Sort by ${fields.join(", ")}.`;
    throw sortInvalid(
      `${JSON.stringify(part.slice(0, 64))} is not a sort order here.${didYouMean(field, fields)} ${allowed}`,
      fields,
    );
  });
  const isRepeated = new Set(sorts.map(({ field }) => field)).size < sorts.length;
  if (sorts.length <= maximumSorts && !isRepeated) return sorts;
  throw sortInvalid(`Sort by at most ${maximumSorts} fields, each once.`, fields);
}

function sortInvalid(message: string, allowed: readonly string[]): Error {
  return invalid("SORT_INVALID", `${message} Write field:asc or field:desc.`, { allowed });
}

const sortText = (sorts: readonly Sort[]) => sorts.map(({ field, direction }) => `${field}:${direction}`).join(",");

/** The cursor that a client sends for the next page: the list, the order, the page number, and where the page begins. */
export function cursorText(
  path: string,
  { sort, page, values }: { readonly sort: readonly Sort[]; readonly page: number; readonly values: Cursor["values"] },
): string {
  return Buffer.from(JSON.stringify([markOf(path), sortText(sort), page, ...values])).toString("base64url");
}

/** Identifies a list: eight characters of the hash of its path, with ids in lower case. */
function markOf(path: string): string {
  return createHash("sha256").update(path.toLowerCase()).digest("base64url").slice(0, 8);
}

/** @throws DomainError CURSOR_INVALID if it is none of ours, of another list, or of another order than requested */
export function parseCursor(
  text: string,
  path: string,
  fields: readonly string[],
  requested: readonly Sort[] | undefined,
): { readonly sort: readonly Sort[]; readonly page: number; readonly cursor: Cursor } {
  const [mark, order, page, ...values] = partsOf(text);
  const isOurs =
    mark === markOf(path) &&
    typeof order === "string" &&
    Number.isSafeInteger(page) &&
    values.length > 0 &&
    values.every((value) => value === null || (typeof value === "string" && !value.includes("\0")));
  if (!isOurs) throw cursorInvalid("cursor must be the nextCursor of a page of this list.");
  if (requested !== undefined && sortText(requested) !== order) {
    throw cursorInvalid("The cursor is of a list in another order; leave sort out, or begin again.");
  }
  return {
    sort: order === "" ? [] : parseSort(order, fields),
    page: page as number,
    cursor: { values: values as (string | null)[] },
  };
}

export function cursorInvalid(message: string): Error {
  return invalid("CURSOR_INVALID", message);
}

function partsOf(text: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

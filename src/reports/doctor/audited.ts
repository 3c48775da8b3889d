/** An audit row about one record; each change has a path and the new value. */
export type AuditRow = {
  readonly sequence: string;
  readonly action: string;
  readonly actor: string;
  readonly reason: string | null;
  readonly entityType: string;
  readonly entityId: string;
  readonly changes: readonly { readonly path: string; readonly to: unknown }[];
};

/** A record by the field names of the audit log, with values either replayed from audit rows or read from the stored record. */
export type Fields = Readonly<Record<string, unknown>>;

/** The value of a field that this record does not store, though others of its type do. It equals any audited value. */
export const unstated = { isUnstated: true };

/** The record after one more audit row. Paths may begin with a slash. A path like `metadata.region` sets one key of the metadata; null removes it. */
export function replayedAfter(before: Fields, { changes }: Pick<AuditRow, "changes">): Fields {
  const replayed: Record<string, unknown> = { ...before };
  for (const { path, to } of changes) {
    const name = path.replace(/^\//, "");
    if (name.startsWith("metadata.")) {
      replayed.metadata = withKey(replayed.metadata, name.slice("metadata.".length), to);
    } else replayed[name] = to;
  }
  return replayed;
}

function withKey(value: unknown, key: string, to: unknown): Fields {
  const others = Object.entries((value ?? {}) as Fields).filter(([other]) => other !== key);
  return Object.fromEntries(to === null ? others : [...others, [key, to]]);
}

/** The fields in which two records differ, in alphabetical order. A missing field equals null. */
export function differingFields(replayed: Fields, shown: Fields): string[] {
  const fields = new Set([...Object.keys(replayed), ...Object.keys(shown)]);
  return [...fields].filter((field) => textOf(replayed[field]) !== textOf(shown[field])).sort();
}

const instant = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/;

/** JSON for comparison: keys of objects sorted, null fields left out, and timestamps as milliseconds. */
function textOf(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, each: unknown) => {
    if (typeof each === "bigint") return each.toString();
    if (typeof each === "string" && instant.test(each)) return new Date(each).getTime();
    if (typeof each !== "object" || each === null || Array.isArray(each)) return each;
    return Object.fromEntries(
      Object.entries(each)
        .filter(([, field]) => field !== null)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  });
}

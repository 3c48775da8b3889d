/** What an audit row says of one record. */
export type ToldRow = {
  readonly sequence: string;
  readonly action: string;
  readonly actor: string;
  readonly reason: string | null;
  readonly entityType: string;
  readonly entityId: string;
  readonly changes: readonly { readonly path: string; readonly to: unknown }[];
};

/** A record by its fields, as the audit log keeps it: each with the last value that was told, or as it is shown now. */
export type Fields = Readonly<Record<string, unknown>>;

/** Stands for a value that one record of a kind does not say though others do; it is equal to whatever was told. */
export const unsaid = { isUnsaid: true };

/**
 * A record after one more audit row. Fields are named with or without a leading slash; `metadata.region` is a key of a field.
 */
export function toldAfter(before: Fields, { changes }: Pick<ToldRow, "changes">): Fields {
  const told: Record<string, unknown> = { ...before };
  for (const { path, to } of changes) {
    const name = path.replace(/^\//, "");
    if (name.startsWith("metadata.")) {
      told.metadata = withKey(told.metadata, name.slice("metadata.".length), to);
    } else told[name] = to;
  }
  return told;
}

function withKey(value: unknown, key: string, to: unknown): Fields {
  const others = Object.entries((value ?? {}) as Fields).filter(([other]) => other !== key);
  return Object.fromEntries(to === null ? others : [...others, [key, to]]);
}

/** The fields in which two records differ, in alphabetical order; one that is not there is null. */
export function differingFields(told: Fields, shown: Fields): string[] {
  const fields = new Set([...Object.keys(told), ...Object.keys(shown)]);
  return [...fields].filter((field) => textOf(told[field]) !== textOf(shown[field])).sort();
}

const instant = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/;

/** JSON with the keys of every object in order, without what is null, and moments written alike. */
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

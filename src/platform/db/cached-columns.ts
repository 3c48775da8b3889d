import pg from "pg";

/** How the rows of a result are read: its columns, the parsers of their values, and a row of nulls. */
type Columns = { readonly fields: readonly pg.FieldDef[]; readonly parsers: unknown; readonly emptyRow: object };

/** Columns of prepared statements by name, for connections that parse values in the same way. */
export type CachedColumns = Map<string, Columns>;

/**
 * A result of a prepared statement, which usually has the same columns as last time. The library would build its row object again
 * each time, which for a wide table takes as long as everything else about a result of one row.
 */
class ResultWithCachedColumns extends pg.Result {
  readonly #name: string;
  readonly #cached: CachedColumns;

  constructor(name: string, cached: CachedColumns) {
    super(undefined as never, undefined as never);
    this.#name = name;
    this.#cached = cached;
  }

  /** Called by the library before the first row. */
  addFields(fields: readonly pg.FieldDef[]): void {
    const reading = this as unknown as Reading;
    const known = this.#cached.get(this.#name);
    if (known !== undefined && areSame(known.fields, fields)) {
      reading.fields = known.fields;
      reading._parsers = known.parsers;
      reading._prebuiltEmptyResultObject = known.emptyRow;
      return;
    }
    addFields.call(this, fields);
    // An object made by JSON.parse has its fields in a fixed order and is fast to copy.
    const emptyRow = JSON.parse(`{${fields.map(({ name }) => `${JSON.stringify(name)}:null`).join(",")}}`);
    this.#cached.set(this.#name, { fields, parsers: reading._parsers, emptyRow });
  }
}

/** Private fields of the library's result. */
type Reading = { fields: unknown; _parsers: unknown; _prebuiltEmptyResultObject: object };
const { addFields } = pg.Result.prototype as unknown as { addFields: (fields: readonly pg.FieldDef[]) => void };

/** Columns may differ from last time if the table was changed. */
function areSame(known: readonly pg.FieldDef[], fields: readonly pg.FieldDef[]): boolean {
  return (
    known.length === fields.length &&
    known.every((field, place) => {
      const other = fields[place];
      return field.name === other?.name && field.dataTypeID === other.dataTypeID && field.format === other.format;
    })
  );
}

/** A prepared statement that reuses the columns of its last result. */
export function preparedQuery(
  { name, text }: { readonly name: string; readonly text: string },
  values: unknown[],
  cached: CachedColumns,
): pg.Query {
  const query = new pg.Query({ name, text, values });
  const result = new ResultWithCachedColumns(name, cached);
  return Object.assign(query, { _result: result, _results: result });
}

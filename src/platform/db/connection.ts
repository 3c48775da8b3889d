import pg from "pg";
import { type CachedColumns, preparedQuery } from "./cached-columns.ts";
import { nameOfHot } from "./hot-statements.ts";
import { type WatchedConfig, WatchedConnection } from "./watched-connection.ts";

/**
 * A connection that does not wait for answers it does not need: it sends a statement while the one before is still executed
 * (answers come in order), sends all statements of one turn of the event loop in one packet, and prepares frequent statements once.
 */
export class Connection extends WatchedConnection {
  readonly #columns: CachedColumns;
  #isHeld = false;

  constructor(config?: pg.ClientConfig) {
    super({ ...config, pipeline: true } as WatchedConfig);
    this.#columns = columnsReadBy(config?.types);
  }

  // The library has many overloads; the arguments are passed on unchanged.
  override query(...sent: unknown[]): never {
    this.#hold();
    const [text, values] = sent;
    const name =
      typeof text === "string" && Array.isArray(values) && values.length > 0 ? nameOfHot(text, values) : undefined;
    if (name === undefined) return Reflect.apply(super.query, this, sent) as never;
    const query = preparedQuery({ name, text: text as string }, values as unknown[], this.#columns);
    const answer = new Promise((resolve, reject) => {
      Object.assign(query, { callback: (error: unknown, rows: unknown) => (error ? reject(error) : resolve(rows)) });
    });
    super.query(query);
    return answer as never;
  }

  /** Buffers writes until the end of this turn of the event loop: a packet costs more than its contents. */
  #hold(): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    const { stream } = (this as unknown as { connection: { stream: NodeJS.WritableStream & Corked } }).connection;
    stream.cork();
    process.nextTick(() => {
      this.#isHeld = false;
      stream.uncork();
    });
  }
}

type Corked = { readonly cork: () => void; readonly uncork: () => void };

/** The shared columns of connections that parse values in the same way. */
function columnsReadBy(types: pg.CustomTypesConfig = pg.types): CachedColumns {
  const known = columns.get(types) ?? new Map();
  columns.set(types, known);
  return known;
}

const columns = new WeakMap<pg.CustomTypesConfig, CachedColumns>();

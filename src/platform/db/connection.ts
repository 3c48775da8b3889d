import pg from "pg";
import { nameOfHot } from "./hot-statements.ts";
import { type KeptColumns, preparedQuery } from "./kept-columns.ts";
import { type WatchedConfig, WatchedConnection } from "./watched-connection.ts";

/**
 * A connection that never waits where the database need not: a statement is sent while the one before it is still carried out
 * (they are answered in order), all statements of one turn of the event loop leave in one packet, and those that come often are
 * prepared once.
 */
export class Connection extends WatchedConnection {
  readonly #columns: KeptColumns;
  #isHeld = false;

  constructor(config?: pg.ClientConfig) {
    super({ ...config, pipeline: true } as WatchedConfig);
    this.#columns = columnsReadBy(config?.types);
  }

  // The signatures of the library are many; what comes in goes on as it is.
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

  /** Keeps what is written until this turn of the event loop is over: a packet costs more than what is in it. */
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

/** Connections that make values in the same way know the same columns. */
function columnsReadBy(types: pg.CustomTypesConfig = pg.types): KeptColumns {
  const known = columns.get(types) ?? new Map();
  columns.set(types, known);
  return known;
}

const columns = new WeakMap<pg.CustomTypesConfig, KeptColumns>();

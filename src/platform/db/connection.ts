import type pg from "pg";
import { nameOfHot } from "./hot-statements.ts";
import { type WatchedConfig, WatchedConnection } from "./watched-connection.ts";

/**
 * A connection that never waits where the database need not: a statement is sent while the one before it is still carried out
 * (they are answered in order), all statements of one turn of the event loop leave in one packet, and those that come often are
 * prepared once.
 */
export class Connection extends WatchedConnection {
  #isHeld = false;

  constructor(config?: pg.ClientConfig) {
    super({ ...config, pipeline: true } as WatchedConfig);
  }

  // The signatures of the library are many; what comes in goes on as it is.
  override query(...sent: unknown[]): never {
    this.#hold();
    const [text, values] = sent;
    const name =
      typeof text === "string" && Array.isArray(values) && values.length > 0 ? nameOfHot(text, values) : undefined;
    const [first, ...rest] = name === undefined ? sent : [{ name, text }, ...sent.slice(1)];
    return Reflect.apply(super.query, this, [first, ...rest]) as never;
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

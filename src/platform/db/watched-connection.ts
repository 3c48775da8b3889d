import pg from "pg";

const defaultMilliseconds = 5_000;
/** What one look at a connection without an answer counts, and where it is given up. */
const [idleCounts, unknownCounts, givenUpAt] = [3, 1, 6] as const;

/** How often a connection is looked at, beside what a client is made with. */
export type WatchedConfig = pg.ClientConfig & { readonly millisecondsBetweenLooks?: number };

/**
 * A connection that notices when what it asked gets no answer any more: bytes that a dead router, firewall or proxy swallowed would
 * else be waited for until the operating system gives up, which takes a quarter of an hour (behaviour DBF-2). While an answer is due and
 * nothing arrives, the database is asked on another connection whether it still works on it. Where it does not, twice in a row, the
 * connection ends as one that was cut off; where it cannot be asked, or does not know the connection, after six looks.
 */
export class WatchedConnection extends pg.Client {
  readonly #config: WatchedConfig;
  #looks: NodeJS.Timeout | undefined;
  #bytesRead = 0;
  #count = 0;
  #isLooking = false;

  constructor(config: WatchedConfig = {}) {
    super({ keepAlive: true, ...config });
    this.#config = config;
    const rest = () => {
      clearInterval(this.#looks);
      this.#looks = undefined;
    };
    // Nothing is due any more.
    this.on("drain", rest);
    this.on("end", rest);
  }

  // The signatures of the library are many; what comes in goes on as it is.
  override query(...sent: unknown[]): never {
    if (this.#looks === undefined) {
      this.#count = 0;
      this.#bytesRead = this.#stream.bytesRead;
      const look = () => void this.#look();
      this.#looks = setInterval(look, this.#config.millisecondsBetweenLooks ?? defaultMilliseconds).unref();
    }
    return Reflect.apply(super.query, this, sent) as never;
  }

  get #stream() {
    return (this as unknown as { connection: { stream: Stream } }).connection.stream;
  }

  async #look(): Promise<void> {
    if (this.#isLooking || this.#hasArrived()) return;
    this.#isLooking = true;
    const counts = await this.#isAtWork().then(
      (isAtWork) => {
        if (isAtWork === true) return 0;
        // A session is idle while a long statement is still on its way to it.
        return isAtWork === undefined || this.#stream.writableLength > 0 ? unknownCounts : idleCounts;
      },
      // It answered, if only that it has no room: what is asked of it may be under way.
      (error) => (error instanceof pg.DatabaseError ? 0 : unknownCounts),
    );
    this.#isLooking = false;
    if (this.#looks === undefined || this.#hasArrived()) return;
    this.#count = counts === 0 ? 0 : this.#count + counts;
    if (this.#count >= givenUpAt)
      this.#stream.destroy(new Error("Connection terminated: an answer is due, and the database is not at work on it"));
  }

  /** Did anything arrive since it was asked last? Then the count begins anew. */
  #hasArrived(): boolean {
    const { bytesRead } = this.#stream;
    if (bytesRead === this.#bytesRead) return false;
    this.#bytesRead = bytesRead;
    this.#count = 0;
    return true;
  }

  /**
   * Is the session at work, and not stuck with an answer that nobody takes? It is where the database does not say (`track_activities`
   * is off). Undefined where the database knows no such session.
   */
  async #isAtWork(): Promise<boolean | undefined> {
    const limits = { connectionTimeoutMillis: 2_000, query_timeout: 2_000 };
    const { connectionString, host, port, database, user, password, ssl } = this.#config;
    const address =
      connectionString === undefined ? { host, port, database, user, password, ssl } : { connectionString };
    const asking = new pg.Client({ ...address, ...limits, application_name: "accord-watch" } as pg.ClientConfig);
    asking.on("error", () => undefined);
    try {
      await asking.connect();
      const { rows } = await asking.query<{ at_work: boolean }>(
        `select coalesce(state, '') not like 'idle%' and wait_event is distinct from 'ClientWrite' as at_work
         from pg_stat_activity where pid = $1 and datname = current_database()`,
        [(this as unknown as { readonly processID: number }).processID],
      );
      return rows[0]?.at_work;
    } finally {
      asking.end().catch(() => undefined);
    }
  }
}

type Stream = { readonly bytesRead: number; readonly writableLength: number; readonly destroy: (error: Error) => void };

import pg from "pg";

const defaultMilliseconds = 5_000;
/** The weight of one check that finds the session idle, or its state unknown; the connection is closed when the sum reaches `givenUpAt`. */
const [idleCounts, unknownCounts, givenUpAt] = [3, 1, 6] as const;

/** The time between two checks of a connection, in addition to the client's options. */
export type WatchedConfig = pg.ClientConfig & { readonly millisecondsBetweenLooks?: number };

/**
 * A connection that notices when an answer will never come. If a router, firewall or proxy dropped the bytes, the operating system
 * would wait for a quarter of an hour (behaviour DBF-2). While an answer is due and nothing arrives, a second connection asks the
 * database whether the session is still at work. If it is idle in two checks in a row, or its state is unknown in six, the
 * connection is closed like one that was lost.
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
    // No answer is due any more.
    this.on("drain", rest);
    this.on("end", rest);
  }

  // The library has many overloads; the arguments are passed on unchanged.
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
        // A session is idle while a long statement is still being sent to it.
        return isAtWork === undefined || this.#stream.writableLength > 0 ? unknownCounts : idleCounts;
      },
      // An error of the database, such as "too many connections", shows that it lives, so the statement may be under way.
      (error) => (error instanceof pg.DatabaseError ? 0 : unknownCounts),
    );
    this.#isLooking = false;
    if (this.#looks === undefined || this.#hasArrived()) return;
    this.#count = counts === 0 ? 0 : this.#count + counts;
    if (this.#count >= givenUpAt)
      this.#stream.destroy(new Error("Connection terminated: an answer is due, and the database is not at work on it"));
  }

  /** True if bytes have arrived since the last check; then the count starts again. */
  #hasArrived(): boolean {
    const { bytesRead } = this.#stream;
    if (bytesRead === this.#bytesRead) return false;
    this.#bytesRead = bytesRead;
    this.#count = 0;
    return true;
  }

  /**
   * True if the session is at work, and not blocked by an answer that is not read. Also true if the database does not track
   * activity (`track_activities` is off). Undefined if it has no such session.
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

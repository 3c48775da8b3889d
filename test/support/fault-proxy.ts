import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** To the database, or back from it. */
export type Direction = "there" | "back";

/**
 * A fault in the bytes between program and database. A delay or a trickle lets all bytes through. A cut lets some bytes through and
 * ends the connection in the middle of the next ones, with FIN or with RST. Swallowed bytes are lost, on a connection that seems to
 * be alive. A stop swallows everything from a moment of one transaction on: when what was sent in the transaction, this piece
included, and the piece itself are as `when` says.
 */
export type Fault =
  | { readonly kind: "delay"; readonly milliseconds: number }
  | { readonly kind: "trickle"; readonly bytesPerSecond: number }
  | { readonly kind: "cut"; readonly direction: Direction; readonly afterBytes: number; readonly how: "FIN" | "RST" }
  | { readonly kind: "swallow"; readonly direction: Direction }
  | { readonly kind: "stop"; readonly direction: Direction; readonly when: (sent: string, piece: string) => boolean };

/** A proxy in front of a database that applies faults to its connections. */
export type FaultProxy = {
  /** The connection string of the same database through the proxy. */
  readonly through: (connectionString: string) => string;
  /**
   * Applies a fault to all open connections, each of which counts its own bytes, and to those opened while it lasts.
   *
   * @returns `struck` resolves when the first bytes are affected; `end` ends the fault for later bytes, except on connections that
   * it broke
   */
  readonly begin: (fault: Fault) => { readonly struck: Promise<void>; readonly end: () => void };
  readonly close: () => Promise<void>;
};

type Pair = { readonly client: Socket; readonly database: Socket; passed: number; sent: string; isDead: boolean };

/** How an answer ends after which no transaction is open: ReadyForQuery of the protocol of PostgreSQL, idle. */
const idle = Buffer.from("Z\0\0\0\u0005I", "latin1");

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(target);
  const pairs = new Set<Pair>();
  let fault: Fault | undefined;
  let strike: () => void = () => undefined;

  const stopAt = (
    { direction: stopped, when }: Extract<Fault, { kind: "stop" }>,
    pair: Pair,
    direction: Direction,
    piece: Buffer,
  ): Buffer | undefined => {
    const text = piece.toString("latin1");
    if (direction === "there") pair.sent += text;
    if (direction === stopped && when(pair.sent, text)) {
      strike();
      pair.isDead = true;
      return undefined;
    }
    if (direction === "back" && piece.subarray(-idle.length).equals(idle)) pair.sent = "";
    return piece;
  };

  /** The chunk as it is forwarded; shortened, or undefined if nothing is. */
  const suffer = async (pair: Pair, direction: Direction, piece: Buffer): Promise<Buffer | undefined> => {
    if (pair.isDead) return undefined;
    const now = fault;
    if (now === undefined) return piece;
    if (now.kind === "stop") return stopAt(now, pair, direction, piece);
    if ("direction" in now && now.direction !== direction) return piece;
    switch (now.kind) {
      case "delay":
        strike();
        await lasting(now.milliseconds);
        return piece;
      case "trickle":
        strike();
        await lasting((piece.length / now.bytesPerSecond) * 1_000);
        return piece;
      case "swallow":
        strike();
        pair.isDead = true;
        return undefined;
      case "cut": {
        const left = now.afterBytes - pair.passed;
        pair.passed += piece.length;
        if (piece.length < left) return piece;
        strike();
        pair.isDead = true;
        const [from, to] = direction === "there" ? [pair.client, pair.database] : [pair.database, pair.client];
        const end = () => {
          for (const socket of [to, from]) now.how === "RST" ? socket.resetAndDestroy() : socket.destroySoon();
        };
        to.write(piece.subarray(0, Math.max(0, left)), end);
        return undefined;
      }
    }
  };

  // Real delays of real bytes: nothing else uses this clock.
  const waiting = new Set<() => void>();
  const lasting = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      waiting.add(done);
    });

  const server = createServer((client) => {
    const database = connect(Number(port), hostname);
    const pair: Pair = { client, database, passed: 0, sent: "", isDead: false };
    pairs.add(pair);
    for (const [from, to, direction] of [
      [client, database, "there"],
      [database, client, "back"],
    ] as const) {
      from.setNoDelay(true);
      // Chunks are forwarded in order, however long each takes.
      let order = Promise.resolve();
      from.on("data", (piece: Buffer) => {
        from.pause();
        order = order.then(async () => {
          const rest = await suffer(pair, direction, piece);
          if (rest !== undefined && !to.destroyed) to.write(rest);
          from.resume();
        });
      });
      from.on("error", () => to.destroy());
      from.on("end", () => void order.then(() => pair.isDead || to.end()));
      from.on("close", () => {
        pairs.delete(pair);
        // After swallowing bytes, neither side learns that the other has closed, until the proxy closes.
        if (!pair.isDead || from === client) to.destroySoon();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const own = (server.address() as AddressInfo).port;
  return {
    through: (connectionString) => {
      const url = new URL(connectionString);
      url.hostname = "127.0.0.1";
      url.port = String(own);
      return url.href;
    },
    begin: (next) => {
      for (const pair of pairs) [pair.passed, pair.sent] = [0, ""];
      fault = next;
      const { promise: struck, resolve } = Promise.withResolvers<void>();
      strike = resolve;
      const end = () => {
        fault = undefined;
        for (const done of waiting) done();
      };
      return { struck, end };
    },
    close: async () => {
      const closed = once(server, "close");
      server.close();
      for (const { client, database } of pairs) {
        client.destroy();
        database.destroy();
      }
      await closed;
    },
  };
}

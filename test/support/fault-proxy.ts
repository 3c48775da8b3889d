import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** Towards the database, or back from it. */
export type Direction = "there" | "back";

/**
 * What is done to the bytes between program and database. A delay and a trickle let all of them through; a cut lets some bytes through
 * and ends the connection in the midst of what comes next, politely (FIN) or not (RST); what is swallowed goes nowhere, on a
 * connection that seems to live.
 */
export type Fault =
  | { readonly kind: "delay"; readonly milliseconds: number }
  | { readonly kind: "trickle"; readonly bytesPerSecond: number }
  | { readonly kind: "cut"; readonly direction: Direction; readonly afterBytes: number; readonly how: "FIN" | "RST" }
  | { readonly kind: "swallow"; readonly direction: Direction };

/** A proxy in front of a database, which does as it is told to the connections that go through it. */
export type FaultProxy = {
  /** An address of the same database that leads through the proxy. */
  readonly through: (connectionString: string) => string;
  /**
   * Does this to every connection that is open, each counting its own bytes, and to those that open while it lasts.
   *
   * @returns `struck` resolves when the first bytes suffer from it; `end` lets later bytes through, on connections that it did not break
   */
  readonly begin: (fault: Fault) => { readonly struck: Promise<void>; readonly end: () => void };
  readonly close: () => Promise<void>;
};

type Pair = { readonly client: Socket; readonly database: Socket; passed: number; isDead: boolean };

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(target);
  const pairs = new Set<Pair>();
  let fault: Fault | undefined;
  let strike: () => void = () => undefined;

  /** The piece as it goes on; what is left of it, or undefined for nothing. */
  const suffer = async (pair: Pair, direction: Direction, piece: Buffer): Promise<Buffer | undefined> => {
    if (pair.isDead) return undefined;
    const now = fault;
    if (now === undefined) return piece;
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

  // A fault is a real delay of real bytes: nothing else waits on this clock.
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
    const pair: Pair = { client, database, passed: 0, isDead: false };
    pairs.add(pair);
    for (const [from, to, direction] of [
      [client, database, "there"],
      [database, client, "back"],
    ] as const) {
      from.setNoDelay(true);
      // One piece after the other, however long each takes.
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
        // Who swallowed bytes tells neither side that the other is gone, until the proxy goes.
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
      for (const pair of pairs) pair.passed = 0;
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

import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A proxy that forwards requests and, when the answer comes, drops it and cuts both connections. */
export type DroppingProxy = {
  readonly url: string;
  /** Answers that were dropped so far. */
  readonly dropped: () => number;
  readonly close: () => Promise<void>;
};

export async function startDroppingProxy(target: string): Promise<DroppingProxy> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let dropped = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    const cut = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on("error", cut).on("close", () => open.delete(socket));
    }
    client.pipe(upstream);
    upstream.once("data", () => {
      dropped += 1;
      cut();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    dropped: () => dropped,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

import type { Server } from "node:http";
import { createServer, type Server as NetServer } from "node:net";
import type { Config } from "../platform/config.ts";
import { errorCode, errorText } from "../platform/db/embedded-error.ts";
import { type CommandError, cannotRun } from "./failure.ts";

export type Address = { readonly host: string; readonly port: number };

/** Fails early if the address cannot be listened on, before a first start does its long work. */
export async function rejectBusyAddress(address: Address): Promise<void> {
  const probe = createServer();
  try {
    await listening(probe, address);
  } finally {
    await new Promise((resolve) => probe.close(resolve));
  }
}

/** Listens and returns the URL. */
export async function listenOn(server: Server, address: Address): Promise<string> {
  await listening(server, address);
  const bound = server.address();
  return urlOf({ ...address, port: bound === null || typeof bound === "string" ? address.port : bound.port });
}

function listening(server: NetServer, { host, port }: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    const onError = (error: Error) => reject(listenFailure(error, { host, port }));
    server.once("error", onError);
    server.listen({ host, port }, () => {
      server.off("error", onError);
      resolve();
    });
  });
}

/** The URL for people: the configured one, or else the one at which this machine reaches the program. */
export function openUrl({ publicUrl }: Pick<Config, "publicUrl">, listening: string): string {
  return publicUrl ?? listening.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
}

export function urlOf({ host, port }: Address): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** A sentence that says why the program cannot listen. */
export function listenFailure(error: unknown, { host, port }: Address): CommandError {
  switch (errorCode(error)) {
    case "EADDRINUSE": {
      const advice = "stop that one, or set PORT to another port (0 takes a free one).";
      return cannotRun(`Port ${port} of ${host} is in use by another program; ${advice}`, "PORT_IN_USE");
    }
    case "EACCES":
      return cannotRun(`This user may not listen on port ${port}; set PORT to one above 1023.`, "PORT_FORBIDDEN");
    default:
      return cannotRun(`Listening on ${host} port ${port} is not possible: ${errorText(error)}.`, "HOST_INVALID");
  }
}

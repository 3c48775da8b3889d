import { parentPort, workerData } from "node:worker_threads";
import { required } from "../../src/kernel/assert.ts";
import type { Principal } from "../../src/platform/http/endpoint.ts";
import { followOrders } from "../../src/platform/http/second-thread-messages.ts";
import { registerPieces } from "./chunked-answers.ts";
import { fakeApp } from "./fake-app.ts";

// A second thread that answers in pieces.

const admitted = new Map<string, Principal>();
const { app } = await fakeApp({
  authenticate: {
    signInMethods: [],
    key: async (number) => admitted.get(number),
    session: async () => undefined,
    download: async () => undefined,
  },
  registerRoutes: (server) => registerPieces(server, workerData as SharedArrayBuffer),
});
followOrders(required(parentPort, "the thread that started this one"), {
  ...{ server: app, admitted },
  beginWork: async () => undefined,
  close: async () => app.close(),
});

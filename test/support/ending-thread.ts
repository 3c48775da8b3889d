import { parentPort } from "node:worker_threads";
import type { SecondThreadMessage, SecondThreadOrder } from "../../src/platform/http/second-thread-messages.ts";

// A second thread that ends on "/end", fails "/fail", and answers everything else with the number of orders to begin working.

let told = 0;

parentPort?.on("message", (order: SecondThreadOrder) => {
  if (order.kind === "work") told += 1;
  if (order.kind === "close") return parentPort?.close();
  if (order.kind !== "request") return;
  const { number, request } = order;
  if (request.url === "/end") process.exit(1);
  const answer: SecondThreadMessage =
    request.url === "/fail"
      ? { kind: "failure", number }
      : { kind: "answer", number, status: 200, headers: {}, body: new Uint8Array([told]) };
  parentPort?.postMessage(answer);
});

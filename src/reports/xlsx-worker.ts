import { parentPort } from "node:worker_threads";
import { assert } from "../kernel/assert.ts";
import { type WorkbookOrder, workbookOf } from "./workbook.ts";

// Runs in the threads of `openXlsxWriter`: writes one workbook after another and posts its bytes back.
assert(parentPort !== null, "this file runs in a thread of its own");
const port = parentPort;
port.on("message", async (order: WorkbookOrder) => port.postMessage(new Uint8Array(await workbookOf(order))));

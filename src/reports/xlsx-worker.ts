import { parentPort, workerData } from "node:worker_threads";
import { type WorkbookOrder, workbookOf } from "./workbook.ts";

// Runs in the thread that `xlsxOf` starts: writes one workbook and hands it over.
parentPort?.postMessage(await workbookOf(workerData as WorkbookOrder));

import { parentPort, workerData } from "node:worker_threads";
import { getDocumentProxy } from "unpdf";
import { assert } from "../../kernel/assert.ts";
import type { PageRead, PdfProblem, PdfReading } from "./pdf-text.ts";

type Order = { readonly bytes: Uint8Array; readonly characters: number };

/** Runs in the thread that `readPdf` starts: reads one file, reports each page, and sends one result. */
async function read({ bytes, characters }: Order): Promise<PdfReading> {
  try {
    const document = await getDocumentProxy(bytes, { stopAtErrors: true, verbosity: 0 });
    if (document.numPages < 1) return { readable: false, problem: "EMPTY" };
    const pages: string[] = [];
    let length = 0;
    for (let number = 1; number <= document.numPages && length < characters; number++) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      const text = items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join("");
      page.cleanup();
      pages.push(text);
      length += text.length + 1;
      publish({ pages: number, pageCount: document.numPages });
    }
    return { readable: true, text: storable(pages.join("\n").slice(0, characters)), pageCount: document.numPages };
  } catch (error) {
    return { readable: false, problem: problemOf(error) };
  }
}

function problemOf(error: unknown): PdfProblem {
  const name = error instanceof Error ? error.name : "";
  if (name === "PasswordException") return "ENCRYPTED";
  return name === "RangeError" ? "TOO_DEMANDING" : "NOT_A_PDF";
}

/** Without NUL and lone surrogates, which a column cannot store (behaviour H3). */
function storable(text: string): string {
  return text.replaceAll("\u0000", "").toWellFormed();
}

function publish(what: PageRead | PdfReading): void {
  assert(parentPort !== null, "this file runs in a thread of its own");
  parentPort.postMessage(what);
}

publish(await read(workerData as Order));

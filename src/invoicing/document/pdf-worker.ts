import { createRequire } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import pdfmake from "pdfmake";
import { assert } from "../../kernel/assert.ts";
import type { InvoiceDocument } from "./invoice-document.ts";
import { pdfLayout } from "./pdf-layout.ts";
import { fontNames } from "./pdf-style.ts";

// Noto Sans: Latin, Greek and Cyrillic, under the SIL Open Font License, which allows it to be embedded.
const { resolve } = createRequire(import.meta.url);
const regular = resolve("@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf");
const bold = resolve("@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf");

const { otherFont } = workerData as { readonly otherFont: string | null };
pdfmake.setUrlAccessPolicy(() => false);
const files = new Set([regular, bold, otherFont]);
pdfmake.setLocalAccessPolicy((path) => files.has(path));
pdfmake.setFonts({
  [fontNames.embedded]: { normal: regular, bold },
  ...(otherFont === null ? {} : { [fontNames.other]: { normal: otherFont, bold: otherFont } }),
});

// Runs in the threads of `openPdfRenderer`: draws one document after another and answers each with its bytes.
assert(parentPort !== null, "this file runs in a thread of its own");
const port = parentPort;
port.on("message", async (document: InvoiceDocument) => {
  const buffer = await pdfmake.createPdf(pdfLayout(document, otherFont !== null)).getBuffer();
  port.postMessage(new Uint8Array(buffer));
});

import { openThreads } from "../../platform/threads.ts";
import type { InvoiceDocument } from "./invoice-document.ts";

export type PdfOptions = {
  /** A TrueType or OpenType file for scripts beyond Latin, Greek and Cyrillic (rules 10). */
  readonly otherFont?: string | undefined;
  /** The longest that one document may take. */
  readonly milliseconds?: number;
};

/** Draws invoices in threads of its own, so that a long one holds up no other request. */
export type PdfRenderer = {
  /**
   * The document as PDF. Nothing is fetched: fonts come from files.
   *
   * @throws Error when it takes longer or more memory than it may, or the renderer is closed
   */
  readonly render: (document: InvoiceDocument) => Promise<Buffer>;
  /** Ends every thread; what is being drawn fails. */
  readonly close: () => Promise<void>;
};

/** Most of the time of a thread's first document goes into fonts; the next is drawn with them. */
export function openPdfRenderer({ otherFont, milliseconds }: PdfOptions = {}): PdfRenderer {
  const threads = openThreads<InvoiceDocument, Uint8Array>({
    script: new URL("./pdf-worker.ts", import.meta.url),
    product: "a PDF",
    workerData: { otherFont: otherFont ?? null },
    milliseconds,
  });
  const drawn = async (document: InvoiceDocument) => Buffer.from(await threads.make(document));
  return {
    render: async (document) => {
      try {
        return await drawn(document);
      } catch (error) {
        // The logo may be a damaged PNG; then the invoice is drawn without it.
        if (document.logo === null) throw error;
        return await drawn({ ...document, logo: null });
      }
    },
    close: threads.close,
  };
}

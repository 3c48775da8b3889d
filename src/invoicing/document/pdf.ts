import { openThreads } from "../../platform/threads.ts";
import type { InvoiceDocument } from "./invoice-document.ts";

export type PdfOptions = {
  /** A TrueType or OpenType file for scripts beyond Latin, Greek and Cyrillic (rules 10). */
  readonly otherFont?: string | undefined;
  /** The time limit for one document. */
  readonly milliseconds?: number;
};

/** Renders invoices in threads, so that a long one does not delay other requests. */
export type PdfRenderer = {
  /**
   * The document as PDF. Nothing is fetched: fonts come from files.
   *
   * @throws Error if the limit of time or memory is exceeded, or the renderer is closed
   */
  readonly render: (document: InvoiceDocument) => Promise<Buffer>;
  /** Ends every thread; documents in work fail. */
  readonly close: () => Promise<void>;
};

/** Opens a renderer. The first document of a thread takes longest, because it loads the fonts. */
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

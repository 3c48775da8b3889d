import { Worker } from "node:worker_threads";

/** The text of a PDF, or why it cannot be read. */
export type PdfReading =
  | { readonly readable: true; readonly text: string; readonly pageCount: number }
  | { readonly readable: false; readonly problem: PdfProblem };

/** Progress: pages read, and pages in all. */
export type PageRead = { readonly pages: number; readonly pageCount: number };

const pdfProblems = ["NOT_A_PDF", "ENCRYPTED", "EMPTY", "TOO_DEMANDING"] as const;
export type PdfProblem = (typeof pdfProblems)[number];

export type PdfLimits = {
  readonly milliseconds: number;
  /** Maximal memory of the thread: its heap and what it holds outside, such as decompressed data. */
  readonly megabytes: number;
  /** Text beyond this length is left out. */
  readonly characters: number;
};

const defaultLimits: PdfLimits = { milliseconds: 30_000, megabytes: 512, characters: 1_000_000 };

/** Milliseconds between checks of the thread's memory; it can take some 20 MB in that time. */
const watchInterval = 100;

const megabyte = 1024 * 1024;

/**
 * Reads the text of a PDF in a thread of its own, which is ended when it takes too much time or memory (behaviour FIL-U5): a
 * hostile file affects nobody but its own merchant, who gets no text. Nothing is run and nothing is fetched.
 *
 * @param onPage called after each page
 */
export function readPdf(
  bytes: Uint8Array,
  limits: PdfLimits = defaultLimits,
  onPage: (page: PageRead) => void = () => undefined,
): Promise<PdfReading> {
  const worker = new Worker(new URL("./pdf-worker.ts", import.meta.url), {
    // The bytes are copied, because they may be part of a buffer that is used elsewhere.
    workerData: { bytes: new Uint8Array(bytes), characters: limits.characters },
    resourceLimits: { maxOldGenerationSizeMb: limits.megabytes, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    env: {},
    stdout: true,
    stderr: true,
  });
  return new Promise((resolve) => {
    const finish = (reading: PdfReading) => {
      clearTimeout(deadline);
      clearInterval(watch);
      void worker.terminate();
      resolve(reading);
    };
    const fail = (problem: PdfProblem) => finish({ readable: false, problem });
    const deadline = setTimeout(() => fail("TOO_DEMANDING"), limits.milliseconds);
    // The thread's own limit counts only its heap; decompressed streams are held outside of it.
    const watch = setInterval(() => {
      worker.getHeapStatistics().then(
        (memory) => {
          const held = memory.external_memory + memory.used_heap_size;
          if (held > limits.megabytes * megabyte) fail("TOO_DEMANDING");
        },
        () => undefined,
      );
    }, watchInterval);
    worker.on("message", (reported: PdfReading | PageRead) =>
      "readable" in reported ? finish(reported) : onPage(reported),
    );
    // Any error of the thread is caused by the file: the thread does nothing else.
    worker.once("error", () => fail("TOO_DEMANDING"));
    worker.once("exit", () => fail("TOO_DEMANDING"));
  });
}

import { Worker } from "node:worker_threads";

/** The text of a PDF, or why it cannot be read. */
export type PdfReading =
  | { readonly readable: true; readonly text: string; readonly pageCount: number }
  | { readonly readable: false; readonly problem: PdfProblem };

/** How many pages were read, of how many. */
export type PageRead = { readonly pages: number; readonly pageCount: number };

export const pdfProblems = ["NOT_A_PDF", "ENCRYPTED", "EMPTY", "TOO_DEMANDING"] as const;
export type PdfProblem = (typeof pdfProblems)[number];

export type PdfLimits = {
  readonly milliseconds: number;
  /** Of the thread: its heap, and everything it holds outside of it, such as what it decompressed. */
  readonly megabytes: number;
  /** Text beyond it is left out. */
  readonly characters: number;
};

const defaultLimits: PdfLimits = { milliseconds: 30_000, megabytes: 512, characters: 1_000_000 };

/** How often the memory of the thread is looked at: it can take some 20 MB in that time. */
const watchInterval = 100;

const megabyte = 1024 * 1024;

/**
 * Reads the text of a PDF in a thread of its own, which is ended when it takes too long or too much (behaviour FIL-U5): a
 * hostile file costs its merchant a readable contract and nobody else anything. Nothing is run and nothing is fetched.
 *
 * @param onPage called after each page that was read
 */
export function readPdf(
  bytes: Uint8Array,
  limits: PdfLimits = defaultLimits,
  onPage: (page: PageRead) => void = () => undefined,
): Promise<PdfReading> {
  const worker = new Worker(new URL("./pdf-worker.ts", import.meta.url), {
    // What is handed over is a copy: the bytes may be a part of a buffer that others use.
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
    // The thread's own limit counts the heap alone; decompressed streams are held outside of it.
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
    // Whatever ends the thread before it has answered was in the file: the thread does nothing else.
    worker.once("error", () => fail("TOO_DEMANDING"));
    worker.once("exit", () => fail("TOO_DEMANDING"));
  });
}

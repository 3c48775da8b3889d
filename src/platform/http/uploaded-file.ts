import type { IncomingMessage } from "node:http";
import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { type DomainError, invalid } from "../../kernel/errors.ts";
import { codeOf, TransportError, uploadsBusy } from "./errors.ts";
import { announcesBody, rejectContentEncoding } from "./json-body.ts";
import { memoryRoom } from "./limits/memory-room.ts";
import { stringProblem } from "./wire-checks.ts";

/** The one file that an endpoint takes, as a part of a multipart form. */
export type FileRule = { readonly part: string; readonly maximumBytes: number };

/** A file as it was sent. Its name and type are the client's claims and prove nothing. */
export type UploadedFile = { readonly bytes: Uint8Array; readonly fileName: string; readonly contentType: string };

/** Allowance for the rest of the form: boundaries and the headers of the part. */
const formOverhead = 64 * 1024;

/**
 * Memory for uploads of one process: four of the largest files, or many small ones; one merchant may use half of it. An upload that
 * finds no memory within 3 s is rejected.
 */
const roomForFiles = memoryRoom({
  ...{ inAll: 100 * 1024 * 1024, perGroup: 50 * 1024 * 1024 },
  ...{ longestWait: 3_000, rejection: uploadsBusy },
});

/** Parts of a form that are read. One is wanted; the others are read only to name them in the rejection. */
const mostParts = 10;

/**
 * Reads the one file of a multipart form (behaviour 5.1, FIL-U1 to FIL-U4). A form that announces too large a size is not read at
 * all, reading stops as soon as one turns out too large, and never more than the limit is held. All uploads share limited memory:
 * the file keeps its part of it until it is disposed of.
 *
 * @throws DomainError FILE_MISSING, FILE_FIELD_UNEXPECTED, FILE_TOO_MANY, FILE_EMPTY, MULTIPART_MALFORMED, INVALID_STRING
 * @throws TransportError 413 FILE_TOO_LARGE, 408 if the client went away, 503 if there was no memory for it
 */
export async function readUploadedFile(
  request: FastifyRequest,
  rule: FileRule,
  merchantId: string,
): Promise<UploadedFile & Disposable> {
  if (!announcesBody(request.raw) || !request.isMultipart()) throw missing(rule);
  const announced = Number(request.headers["content-length"] ?? 0);
  if (announced > rule.maximumBytes + formOverhead) throw tooLarge(rule);
  rejectContentEncoding(request.raw);
  // The size is not always announced.
  const size = Math.min(announced || rule.maximumBytes, rule.maximumBytes);
  const room = await roomForFiles.take(merchantId, size);
  try {
    const reading = [readForm(request, rule, size), overflow(request.raw, rule), departure(request.raw)];
    return { ...(await Promise.race(reading)), [Symbol.dispose]: () => room[Symbol.dispose]() };
  } catch (error) {
    room[Symbol.dispose]();
    throw rejectionOfForm(error);
  }
}

/** Rejects once more has arrived than a form with one allowed file can have, whatever the parser does. */
function overflow(request: IncomingMessage, rule: FileRule): Promise<never> {
  return new Promise((_resolve, reject) => {
    let size = 0;
    const count = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= rule.maximumBytes + formOverhead) return;
      request.off("data", count);
      request.unpipe();
      request.pause();
      reject(tooLarge(rule));
    };
    request.on("data", count);
  });
}

/** Rejects when the client leaves before the form is complete, in any state of the parser. */
function departure(request: IncomingMessage): Promise<never> {
  return new Promise((_resolve, reject) => {
    const leave = () => {
      if (!request.complete) reject(notWhole());
    };
    if (request.destroyed) leave();
    else request.once("close", leave);
  });
}

async function readForm(request: FastifyRequest, rule: FileRule, size: number): Promise<UploadedFile> {
  const buffer = Buffer.allocUnsafe(size);
  const files: UploadedFile[] = [];
  const unexpected: string[] = [];
  let count = 0;
  // The parser stops at its limit, so the limit is one byte more: a file of exactly the maximal size is allowed.
  const limits = {
    fileSize: rule.maximumBytes + 1,
    files: mostParts,
    fields: mostParts,
    parts: mostParts,
    fieldSize: 1024,
  };
  for await (const part of request.parts({ limits })) {
    count += 1;
    if (part.type === "field") {
      if (part.fieldname !== rule.part) unexpected.push(part.fieldname);
    } else if (part.fieldname !== rule.part || files.length > 0) {
      if (part.fieldname !== rule.part) unexpected.push(part.fieldname);
      else throw invalid("FILE_TOO_MANY", `Send one file, in the part ${JSON.stringify(rule.part)}.`);
      part.file.resume();
    } else {
      const bytes = await readPart(part, buffer, rule);
      files.push({ bytes, fileName: part.filename, contentType: part.mimetype });
    }
  }
  const [file] = files;
  if (unexpected.length > 0) throw unexpectedField(unexpected[0] ?? "", rule);
  if (file === undefined || count === 0) throw missing(rule);
  return checked(file);
}

async function readPart(part: MultipartFile, buffer: Buffer, rule: FileRule): Promise<Uint8Array> {
  let size = 0;
  for await (const chunk of part.file as AsyncIterable<Buffer>) {
    if (size + chunk.length > rule.maximumBytes) throw tooLarge(rule);
    size += chunk.copy(buffer, size);
  }
  return buffer.subarray(0, size);
}

function checked(file: UploadedFile): UploadedFile {
  if (file.bytes.length === 0) throw invalid("FILE_EMPTY", "The file is empty.");
  const problem = stringProblem(file.fileName);
  if (problem !== undefined) throw invalid("INVALID_STRING", `The file name ${problem}.`);
  return file;
}

function missing({ part }: FileRule): DomainError {
  const name = JSON.stringify(part);
  return invalid("FILE_MISSING", `Send the file as multipart/form-data, in a part named ${name} with a file name.`);
}

function unexpectedField(name: string, { part }: FileRule): DomainError {
  const [sent, wanted] = [JSON.stringify(name.slice(0, 64)), JSON.stringify(part)];
  return invalid("FILE_FIELD_UNEXPECTED", `The form has a part ${sent}; send the file in the part ${wanted}, alone.`);
}

function tooLarge({ maximumBytes }: FileRule): TransportError {
  return new TransportError({
    status: 413,
    errorCode: "FILE_TOO_LARGE",
    message: `The file may have at most ${maximumBytes} bytes.`,
    details: { maxBytes: maximumBytes },
  });
}

/** The client has left and does not read this answer, but the request must end. */
function notWhole(): TransportError {
  return new TransportError({
    status: 408,
    errorCode: "REQUEST_TIMEOUT",
    message: "The form did not arrive completely.",
  });
}

/** Errors of the form parser, as our rejections. */
function rejectionOfForm(error: unknown): unknown {
  switch (codeOf(error)) {
    case "FST_MP_PREMATURE_CLOSE":
    case "ECONNRESET":
    case "ERR_STREAM_PREMATURE_CLOSE":
      return notWhole();
    case "FST_FILES_LIMIT":
      return invalid("FILE_TOO_MANY", "The form has too many files; send one.");
    case "FST_FIELDS_LIMIT":
    case "FST_PARTS_LIMIT":
    case "FST_PROTO_VIOLATION":
    case "FST_INVALID_JSON_FIELD_ERROR":
      return invalid("FILE_FIELD_UNEXPECTED", "The form has parts besides the file; send the file alone.");
    default:
      return isParserError(error)
        ? invalid(
            "MULTIPART_MALFORMED",
            "The body is not a well-formed multipart form; check its boundary and its end.",
          )
        : error;
  }
}

/** The parser's own errors are plain and have no code. */
function isParserError(error: unknown): boolean {
  return error instanceof Error && error.constructor === Error && codeOf(error) === "";
}

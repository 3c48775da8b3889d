import type pg from "pg";

/** Fields of the driver's connection that its types do not declare. */
type CopyConnection = pg.Connection & {
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
};

const pieceBytes = 1 << 16;

/**
 * The bytes of one `COPY … TO STDOUT` in chunks of about 64 KiB, each of whole rows. The server is read no faster than the chunks
 * are consumed. A consumer that stops early closes the connection.
 */
export async function* copyOut(client: pg.Client, text: string): AsyncGenerator<Buffer> {
  const copy = new OutgoingCopy(text);
  client.query(copy);
  try {
    for (;;) {
      const piece = await copy.next();
      if (piece === undefined) return;
      yield piece;
    }
  } finally {
    if (!copy.isOver) client.connection.stream.destroy();
  }
}

class OutgoingCopy implements pg.Submittable {
  isOver = false;
  private readonly text: string;
  private readonly pieces: Buffer[] = [];
  private rows: Buffer[] = [];
  private rowBytes = 0;
  private error: Error | undefined;
  private stream: pg.Connection["stream"] | undefined;
  private wake: () => void = () => undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** The next chunk, or undefined at the end. */
  async next(): Promise<Buffer | undefined> {
    while (this.pieces.length === 0 && !this.isOver) {
      const woken = new Promise<void>((resolve) => {
        this.wake = resolve;
      });
      this.stream?.resume();
      await woken;
    }
    const piece = this.pieces.shift();
    if (piece === undefined && this.error !== undefined) throw this.error;
    return piece;
  }

  submit(connection: pg.Connection): void {
    this.stream = connection.stream;
    connection.query(this.text);
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    // A copy, because the driver reuses its buffer.
    this.rows.push(Buffer.from(chunk));
    this.rowBytes += chunk.length;
    if (this.rowBytes >= pieceBytes) this.cut();
  }

  handleCommandComplete(): void {
    this.cut();
  }

  handleReadyForQuery(): void {
    this.end();
  }

  handleError(error: Error): void {
    this.error = error;
    this.end();
  }

  private cut(): void {
    if (this.rowBytes === 0) return;
    this.pieces.push(Buffer.concat(this.rows));
    this.rows = [];
    this.rowBytes = 0;
    this.stream?.pause();
    this.wake();
  }

  private end(): void {
    this.isOver = true;
    this.stream?.resume();
    this.wake();
  }
}

/**
 * Sends chunks to one `COPY … FROM STDIN`, no faster than the server takes them.
 *
 * @throws the error of the server, or of `pieces`; the statement then stores nothing
 */
export async function copyIn(client: pg.Client, text: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  client.query(new IncomingCopy(text, pieces, resolve, reject));
  await promise;
}

class IncomingCopy implements pg.Submittable {
  private readonly text: string;
  private readonly pieces: AsyncIterable<Uint8Array>;
  private readonly resolve: () => void;
  private readonly reject: (error: unknown) => void;
  private isOver = false;
  private failure: { readonly error: unknown } | undefined;

  constructor(text: string, pieces: AsyncIterable<Uint8Array>, resolve: () => void, reject: (error: unknown) => void) {
    this.text = text;
    this.pieces = pieces;
    this.resolve = resolve;
    this.reject = reject;
  }

  submit(connection: pg.Connection): void {
    connection.query(this.text);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    this.send(connection).catch((error: unknown) => {
      this.failure = { error };
      if (!this.isOver) connection.sendCopyFail("what is copied cannot be read");
    });
  }

  handleCommandComplete(): void {
    this.isOver = true;
  }

  handleReadyForQuery(): void {
    this.resolve();
  }

  handleError(error: Error): void {
    this.isOver = true;
    this.reject(this.failure === undefined ? error : this.failure.error);
  }

  private async send(connection: CopyConnection): Promise<void> {
    for await (const piece of this.pieces) {
      if (this.isOver) return;
      connection.sendCopyFromChunk(piece);
      if (connection.stream.writableNeedDrain && !this.isOver) await drained(connection.stream);
    }
    connection.endCopyFrom();
  }
}

/** Resolves when the stream can take more or is closed; its end is handled by `handleError`. */
function drained(stream: pg.Connection["stream"]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = () => {
    stream.off("drain", done).off("close", done);
    resolve();
  };
  stream.on("drain", done).on("close", done);
  return promise;
}

import { type Agent, request } from "node:http";

/** One request; a body is sent as JSON unless the headers say otherwise. */
export type Sent = {
  readonly method: string;
  readonly path: string;
  readonly key: string;
  readonly body?: string | Uint8Array;
};

export type Answered = { readonly status: number; readonly text: string };

/**
 * Sends a request and reads its answer to the end. A broken connection is status 0 and does not stop the run.
 *
 * @param keepsText whether anybody wants the answer's text
 */
export function exchange(agent: Agent, url: string, { method, path, key, body }: Sent, keepsText = false) {
  return new Promise<Answered>((resolve) => {
    const headers = {
      authorization: `Bearer ${key}`,
      ...(body === undefined
        ? {}
        : { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) }),
    };
    const sent = request(`${url}${path}`, { method, headers, agent }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => {
        if (keepsText) chunks.push(chunk);
      });
      answer.once("end", () =>
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8") }),
      );
      answer.once("error", () => resolve({ status: 0, text: "" }));
    });
    sent.once("error", () => resolve({ status: 0, text: "" }));
    sent.end(body);
  });
}

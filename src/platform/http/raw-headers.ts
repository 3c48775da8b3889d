import type { IncomingMessage } from "node:http";

/** Every value of a header as it was sent. Node keeps only the first `Authorization` and joins most others, which hides that there were two. */
export function headerValues({ rawHeaders }: IncomingMessage, name: string): string[] {
  const values: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === name) values.push(rawHeaders[index + 1] ?? "");
  }
  return values;
}

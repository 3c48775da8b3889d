import { createClient } from "@accord/client";

let csrfToken = "";

/** Added to every request from now on; the server requires it for every write. */
export function setCsrfToken(token: string): void {
  csrfToken = token;
}

/** The API, under the session of the page. */
export const accord = createClient({ headers: () => ({ "x-csrf-token": csrfToken }), retries: 1 });

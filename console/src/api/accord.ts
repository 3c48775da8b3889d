import { createClient } from "@accord/client";

let csrfToken = "";

/** Every request carries it from now on; the server asks for it with whatever changes something. */
export function setCsrfToken(token: string): void {
  csrfToken = token;
}

/** The API, under the session of the page. */
export const accord = createClient({ headers: () => ({ "x-csrf-token": csrfToken }), retries: 1 });

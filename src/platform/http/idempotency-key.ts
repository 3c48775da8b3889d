import type { IncomingMessage } from "node:http";
import { invalid } from "../../kernel/errors.ts";
import { holdsApiKey } from "./api-key-text.ts";
import { headerValues } from "./raw-headers.ts";

/** The `Idempotency-Key` header, 1–255 visible ASCII characters and at most one (behaviour 2.6, IDE-5). */
export function checkedIdempotencyKey(request: IncomingMessage): string | undefined {
  const values = headerValues(request, "idempotency-key");
  if (values.length === 0) return undefined;
  const [key = ""] = values;
  // Idempotency keys are stored in plain text, API keys never (behaviour AUT-6).
  if (values.some(holdsApiKey)) {
    throw invalid("IDEMPOTENCY_KEY_INVALID", "This is an API key; send it only in the Authorization header.");
  }
  if (values.length === 1 && /^[!-~]{1,255}$/.test(key)) return key;
  throw invalid("IDEMPOTENCY_KEY_INVALID", "Idempotency-Key must be one header of 1 to 255 visible ASCII characters.");
}

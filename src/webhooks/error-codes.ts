import type { BroughtCodes } from "../platform/http/error-codes.ts";

const byStatus = {
  400: ["WEBHOOK_URL_FORBIDDEN"],
  404: ["WEBHOOK_ENDPOINT_NOT_FOUND", "WEBHOOK_DELIVERY_NOT_FOUND"],
  409: ["WEBHOOK_ENDPOINT_DISABLED", "WEBHOOK_ENDPOINT_LIMIT"],
} as const;

/** Error codes of webhooks. */
export const webhookCodes: BroughtCodes = { byStatus };

declare module "../platform/http/error-codes.ts" {
  interface ErrorCatalogue {
    readonly webhooks: typeof byStatus;
  }
}

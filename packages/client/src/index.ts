export {
  type Client,
  createClient,
  type FileName,
  type InputOf,
  type ItemOf,
  type ListName,
  type OperationName,
  type PayloadOf,
} from "./client.ts";
export { AccordError, HeldForApproval, type Issue, NoAnswerError } from "./errors.ts";
export type { Answer, FileAnswer } from "./exchange.ts";
export { type FilterField, type FilterOf, filterText } from "./filter.ts";
export type * from "./generated.ts";
export type { CallOptions, ClientOptions } from "./options.ts";
export {
  verifyWebhook,
  WebhookError,
  type WebhookHeaders,
  type WebhookOptions,
  type WebhookRequest,
} from "./webhook.ts";

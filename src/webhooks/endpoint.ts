/** What is sent to an endpoint: events, or records for the accounting system (ADR 0088). */
export const endpointPurposes = ["EVENTS", "SYNC"] as const;
export type EndpointPurpose = (typeof endpointPurposes)[number];

/** An endpoint to which events are sent or records are handed over. */
export type WebhookEndpoint = {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
  readonly purpose: EndpointPurpose;
  /** Null for all types. Not used by an endpoint for records. */
  readonly eventTypes: readonly string[] | null;
  readonly status: "ENABLED" | "DISABLED";
  readonly disabledReason: "REQUESTED" | "GONE" | "FAILING" | null;
  readonly failingSince: string | null;
  readonly previousSecretUntil: string | null;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
};

export type EndpointDraft = Pick<WebhookEndpoint, "url" | "description" | "eventTypes"> & {
  /** EVENTS unless stated. */
  readonly purpose?: EndpointPurpose;
};
export type EndpointPatch = Partial<Pick<WebhookEndpoint, "url" | "description" | "eventTypes" | "status">>;

/** One event for one endpoint. */
export type WebhookDelivery = {
  readonly id: string;
  readonly webhookEndpointId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly status: "PENDING" | "DELIVERED" | "FAILED";
  readonly attempts: number;
  readonly nextAttemptAt: string | null;
  readonly lastAttemptAt: string | null;
  readonly responseStatus: number | null;
  readonly failure: string | null;
  readonly createdAt: string;
};

export const mostEndpoints = 20;
/** How long the previous secret also signs after a rotation. */
export const rotationHours = 24;

/** A secret in the format of Standard Webhooks. */
export function secretText(secret: Uint8Array): string {
  return `whsec_${Buffer.from(secret).toString("base64")}`;
}

/** An endpoint as stored in the audit log, without its secret. */
export function auditedEndpoint(endpoint: WebhookEndpoint): Record<string, unknown> {
  const { url, description, purpose, eventTypes, status } = endpoint;
  return { url, description, purpose, eventTypes, status };
}

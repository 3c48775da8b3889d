/** Where a merchant has its events sent. */
export type WebhookEndpoint = {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
  /** Null: all. */
  readonly eventTypes: readonly string[] | null;
  readonly status: "ENABLED" | "DISABLED";
  readonly disabledReason: "REQUESTED" | "GONE" | "FAILING" | null;
  readonly failingSince: string | null;
  readonly previousSecretUntil: string | null;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
};

export type EndpointDraft = Pick<WebhookEndpoint, "url" | "description" | "eventTypes">;
export type EndpointPatch = Partial<EndpointDraft & Pick<WebhookEndpoint, "status">>;

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
/** How long the secret before signs as well. */
export const rotationHours = 24;

/** A new secret's 32 bytes as Standard Webhooks writes it. */
export function secretText(secret: Uint8Array): string {
  return `whsec_${Buffer.from(secret).toString("base64")}`;
}

/** An endpoint as the audit log keeps it: no secret. */
export function auditedEndpoint({ url, description, eventTypes, status }: WebhookEndpoint): Record<string, unknown> {
  return { url, description, eventTypes, status };
}

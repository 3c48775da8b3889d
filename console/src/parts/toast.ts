import { messageOf, requestIdOf } from "../api/failure-message.ts";

type Toast = { readonly title?: string; readonly message: string; readonly color: string; readonly autoClose: number };

/** Loaded with the first one: no screen needs it to be shown. */
async function show(toast: Toast): Promise<void> {
  const { notifications } = await import("@mantine/notifications");
  notifications.show({ ...toast, withBorder: true, closeButtonProps: { "aria-label": "Dismiss" } });
}

/** Says in a corner that something was done. */
export function done(message: string): void {
  void show({ message, color: "pine", autoClose: 5000 });
}

/** Says that something failed; the id is what the server's log has. */
export function failed(error: unknown): void {
  const requestId = requestIdOf(error);
  const message = requestId ? `${messageOf(error)} (request ${requestId})` : messageOf(error);
  void show({ message, color: "red", autoClose: 12_000 });
}

/** Reports that a write waits for another person's approval. */
export function waits(message: string): void {
  void show({ title: "Waits for approval", message, color: "yellow", autoClose: 10_000 });
}

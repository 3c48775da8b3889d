import { notifications } from "@mantine/notifications";
import { ApiError, messageOf } from "../api/api-error.ts";

/** Says in a corner that something was done. */
export function done(message: string): void {
  notifications.show({ message, color: "pine", autoClose: 5000, withBorder: true });
}

/** Says that something failed; the id is what the server's log has. */
export function failed(error: unknown): void {
  const id = error instanceof ApiError && error.requestId ? ` (request ${error.requestId})` : "";
  notifications.show({ message: `${messageOf(error)}${id}`, color: "red", autoClose: 12_000, withBorder: true });
}

/** Says that what was asked for waits for another person. */
export function waits(message: string): void {
  notifications.show({ title: "Waits for approval", message, color: "yellow", autoClose: 10_000, withBorder: true });
}

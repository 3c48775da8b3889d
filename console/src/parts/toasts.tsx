import "@mantine/notifications/styles.layer.css";
import { Notifications } from "@mantine/notifications";

/** Where toasts appear. */
export default function Toasts() {
  return <Notifications position="bottom-right" limit={4} containerWidth={400} />;
}

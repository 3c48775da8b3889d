import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";

/** The sidebar of a narrow window. */
export default function MenuDrawer({ close, children }: { close: () => void; children: ReactNode }) {
  return (
    <Drawer opened onClose={close} size={260} padding={0} withCloseButton={false} aria-label="Menu">
      {children}
    </Drawer>
  );
}

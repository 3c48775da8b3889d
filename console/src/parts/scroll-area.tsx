import type { ReactNode } from "react";

type Props = { readonly label: string; readonly className?: string | undefined; readonly children: ReactNode };

/** What is wider than its place, and is scrolled: by keys, too. */
export function ScrollArea({ label, className, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached without a mouse
    <section className={className} aria-label={label} tabIndex={0} style={{ overflowX: "auto" }}>
      {children}
    </section>
  );
}

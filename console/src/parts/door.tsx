import type { ReactNode } from "react";
import classes from "./door.module.css";
import { Link } from "./link.tsx";

/** A number or a name that opens what is behind it. */
export function Door({ href, children, title }: { href: string; children: ReactNode; title?: string }) {
  return (
    <Link href={href} className={classes.door} title={title}>
      {children}
    </Link>
  );
}

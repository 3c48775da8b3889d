import type { ReactNode } from "react";
import { Link } from "./link.tsx";
import classes from "./text-link.module.css";

/** A number or a name that opens what is behind it. */
export function TextLink({ href, children, title }: { href: string; children: ReactNode; title?: string }) {
  return (
    <Link href={href} className={classes.link} title={title}>
      {children}
    </Link>
  );
}

import { Button, type ButtonProps } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "./link.tsx";

/** A button that is a link, so that it can be opened in a new tab. */
export function ButtonLink({ href, ...rest }: ButtonProps & { href: string; children: ReactNode }) {
  return <Button component={Link} href={href} {...rest} />;
}

import { Button, type ButtonProps } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "./link.tsx";

/** A button that goes somewhere, so it can be opened in a tab of its own. */
export function ButtonLink({ href, ...rest }: ButtonProps & { href: string; children: ReactNode }) {
  return <Button component={Link} href={href} {...rest} />;
}

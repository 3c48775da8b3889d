import "react";

declare module "react" {
  // Variables of CSS may be set as a style.
  interface CSSProperties {
    [variable: `--${string}`]: string | number | undefined;
  }
}

import { type CSSVariablesResolver, createTheme } from "@mantine/core";

/**
 * What the components of the library look like here. Colours come from `tokens.css`; this only points the library's own
 * variables to them.
 */
export const theme = createTheme({
  fontFamily: "var(--font)",
  fontFamilyMonospace: "var(--mono)",
  primaryColor: "pine",
  primaryShade: { light: 8, dark: 6 },
  autoContrast: true,
  defaultRadius: 6,
  cursorType: "pointer",
  respectReducedMotion: true,
  colors: {
    pine: [
      "#e5f1ed",
      "#cfe5de",
      "#a6d2c4",
      "#7bc3ad",
      "#5ec5a8",
      "#2f977c",
      "#187a62",
      "#0e6a55",
      "#0b5c4b",
      "#08463a",
    ],
    gray: [
      "#f7f8f8",
      "#f1f3f2",
      "#e6e8e7",
      "#d3d7d5",
      "#bcc2bf",
      "#98a09c",
      "#66706c",
      "#46504c",
      "#2b3330",
      "#151a18",
    ],
    dark: [
      "#e9edeb",
      "#b8c1bd",
      "#909a95",
      "#5a645f",
      "#37403c",
      "#262d2a",
      "#1b201e",
      "#151918",
      "#0f1211",
      "#0a0d0c",
    ],
  },
  fontSizes: {
    xs: "var(--text-xs)",
    sm: "var(--text-sm)",
    md: "var(--text-md)",
    lg: "var(--text-lg)",
    xl: "var(--text-xl)",
  },
  spacing: {
    xs: "var(--space-2)",
    sm: "var(--space-3)",
    md: "var(--space-4)",
    lg: "var(--space-5)",
    xl: "var(--space-6)",
  },
  headings: { fontWeight: "600" },
  // Plain objects, not `Button.extend`: that would load every component named here with the first screen.
  components: {
    ActionIcon: { defaultProps: { variant: "subtle", color: "gray", size: "md" } },
    Alert: { defaultProps: { variant: "light", radius: 8 } },
    Button: { defaultProps: { size: "xs" } },
    Checkbox: { defaultProps: { size: "sm" } },
    Menu: { defaultProps: { shadow: "md", position: "bottom-end", withinPortal: true } },
    Modal: {
      defaultProps: {
        ...{ centered: false, yOffset: "8vh", overlayProps: { backgroundOpacity: 0.35 } },
        closeButtonProps: { "aria-label": "Close" },
      },
    },
    NumberInput: { defaultProps: { size: "sm" } },
    Popover: { defaultProps: { shadow: "md", withinPortal: true } },
    SegmentedControl: { defaultProps: { size: "xs" } },
    // Who types what they look for and presses Enter has chosen it.
    Select: { defaultProps: { size: "sm", checkIconPosition: "right", selectFirstOptionOnChange: true } },
    Skeleton: { defaultProps: { radius: 4 } },
    Textarea: { defaultProps: { size: "sm" } },
    TextInput: { defaultProps: { size: "sm" } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: false } },
  },
});

export const cssVariables: CSSVariablesResolver = () => {
  const shared = {
    "--mantine-color-body": "var(--paper)",
    "--mantine-color-text": "var(--ink)",
    "--mantine-color-bright": "var(--ink)",
    "--mantine-color-dimmed": "var(--ink-faint)",
    "--mantine-color-placeholder": "var(--ink-faint)",
    "--mantine-color-error": "var(--bad)",
    "--mantine-color-default": "var(--paper)",
    "--mantine-color-default-hover": "var(--hover)",
    "--mantine-color-default-color": "var(--ink)",
    "--mantine-color-default-border": "var(--line-strong)",
    "--mantine-color-disabled-color": "var(--ink-faint)",
    "--mantine-color-anchor": "var(--accent)",
    "--mantine-color-yellow-light": "var(--warn-soft)",
    "--mantine-color-yellow-light-color": "var(--warn)",
    "--mantine-color-red-light": "var(--bad-soft)",
    "--mantine-color-red-light-color": "var(--bad)",
    "--mantine-color-red-filled": "var(--danger)",
    "--mantine-color-red-filled-hover": "var(--danger-strong)",
    "--mantine-color-red-text": "var(--bad)",
    "--mantine-shadow-md": "var(--shadow)",
    "--mantine-line-height": "1.45",
  };
  return { variables: {}, light: shared, dark: shared };
};

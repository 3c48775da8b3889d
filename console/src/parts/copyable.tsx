import { Tooltip } from "@mantine/core";
import { useState } from "react";
import classes from "./copyable.module.css";
import { failed } from "./toast.ts";

/** An id or a hash that a click copies. Long ones show their end, where ids differ. */
export function Copyable({ text, shown }: { text: string; shown?: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Browsers let pages copy only with TLS, or on this machine.
      return failed(new Error("This browser does not let the page copy. Select the text, and copy it."));
    }
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  return (
    <Tooltip label={copied ? "Copied" : `Copy ${text}`}>
      <button type="button" className={classes.copyable} onClick={copy}>
        <span className="visually-hidden">Copy </span>
        {shown ?? text}
      </button>
    </Tooltip>
  );
}

/** What the keyboard of this machine calls the key that commands are given with. */
export const modifier = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl ";

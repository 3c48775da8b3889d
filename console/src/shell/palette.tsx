import { Modal, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconArrowRight, IconSearch } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useMayWrite, useSession } from "../api/session.ts";
import { paths } from "../paths.ts";
import { definitions } from "../screens/reports/definitions.ts";
import { useGo } from "../use-url.ts";
import { actions } from "./actions.ts";
import { places } from "./navigation.ts";
import classes from "./palette.module.css";
import { type Found, useRecordSearch } from "./record-search.ts";

/** One field for everything: pages, actions, and every record by its name or number. */
export default function Palette({ close }: { close: () => void }) {
  const [text, setText] = useState("");
  const [asked] = useDebouncedValue(text.trim(), 150);
  const [at, setAt] = useState(0);
  const go = useGo();
  const records = useRecordSearch(asked);
  const found = [...usePlaces(text), ...records.found];
  const now = Math.max(0, Math.min(at, found.length - 1));
  const chosen = found[now];
  const list = useRef<HTMLDivElement>(null);
  const chosenId = chosen && `palette-${found.indexOf(chosen)}`;
  useEffect(() => {
    list.current?.querySelector(`[id="${chosenId}"]`)?.scrollIntoView({ block: "nearest" });
  }, [chosenId]);
  const open = (target: Found | undefined) => {
    if (target === undefined) return;
    close();
    go(target.href);
  };
  const pressed = (event: KeyboardEvent) => {
    // The arrow keys wrap around.
    if (event.key === "ArrowDown") setAt((now + 1) % Math.max(found.length, 1));
    else if (event.key === "ArrowUp") setAt((now + found.length - 1) % Math.max(found.length, 1));
    else if (event.key === "Enter") open(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <Modal.Root opened onClose={close} size={600} radius={10}>
      <Modal.Overlay />
      <Modal.Content aria-label="Search">
        <TextInput
          data-autofocus
          variant="unstyled"
          className={classes.field}
          leftSection={<IconSearch size={17} stroke={1.7} />}
          placeholder="Search every record by name or number, pages, actions …"
          aria-label="Search"
          role="combobox"
          aria-expanded
          aria-controls="palette-list"
          aria-activedescendant={chosenId}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={pressed}
        />
        <div ref={list} id="palette-list" role="listbox" aria-label="Found" className={classes.list}>
          {found.map((each, index) => (
            <div key={`${each.group} ${each.href} ${each.title}`}>
              {each.group !== found[index - 1]?.group && <div className={classes.group}>{each.group}</div>}
              <div
                id={`palette-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={each === chosen}
                className={classes.item}
                onMouseMove={() => setAt(index)}
                onClick={() => open(each)}
                onKeyDown={pressed}
              >
                <span className={classes.title}>{each.title}</span>
                {each.detail && <span className={classes.detail}>{each.detail}</span>}
                {each.keys && <kbd className={classes.keys}>{each.keys}</kbd>}
                <IconArrowRight size={14} className={classes.arrow} aria-hidden />
              </div>
            </div>
          ))}
        </div>
        {found.length === 0 && (
          <p className={classes.nothing}>{records.isPending ? "Searching …" : `Nothing is called “${text}”.`}</p>
        )}
        <footer className={classes.foot} aria-hidden>
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> to choose
          </span>
          <span>
            <kbd>Enter</kbd> to open
          </span>
          <span>
            <kbd>Esc</kbd> to close
          </span>
        </footer>
      </Modal.Content>
    </Modal.Root>
  );
}

function usePlaces(text: string): Found[] {
  const mayWrite = useMayWrite();
  const { merchant } = useSession();
  const wanted = text.trim().toLowerCase();
  const fits = (title: string, words = "") => `${title} ${words}`.toLowerCase().includes(wanted);
  return [
    ...places
      .filter(({ title, words, isOfSandbox }) => fits(title, words) && (!isOfSandbox || merchant.isSandbox))
      .map(({ title, href, key }) => ({
        group: "Go to",
        title,
        href,
        detail: "",
        ...(key && { keys: `G ${key.toUpperCase()}` }),
      })),
    ...actions
      .filter((action) => mayWrite && fits(action.title, action.words))
      .map(({ title, href }) => ({ group: "Do", title, href, detail: "" })),
    ...definitions
      .filter(({ title, about }) => wanted !== "" && fits(title, about))
      .map(({ name, title }) => ({ group: "Reports", title, href: paths.report(name), detail: "" })),
  ];
}

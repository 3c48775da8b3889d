type Rows = { readonly rows: readonly unknown[] };
type Statement = { readonly sql: string; readonly parameters: readonly unknown[] };

/** Results of reads within one transaction, kept until it writes to one of the tables that were read. */
export type Readings = {
  /** The kept result of a statement, or else that of `carryOut`. */
  readonly once: <Answer extends Rows>(statement: Statement, carryOut: () => Promise<Answer>) => Promise<Answer>;
  /** Drops the kept results that a statement, about to be executed, may make outdated. */
  readonly note: (sql: string) => void;
};

// Small limits suffice: a transaction that goes through a whole book reads each contract once.
const mostKept = 40;
const mostRows = 4_000;

const rowLocks = /\bfor (?:(?:no key )?update|(?:key )?share)\b/gi;
const writes = /\b(?:insert into|update|delete from)\s+(?:\w+\.)?"?(\w+)"?/gi;

export function readings(): Readings {
  const kept = new Map<string, { readonly sql: string; readonly answer: Promise<Rows> }>();
  let isOwn = false;
  let heldRows = 0;
  const forgetAll = () => {
    kept.clear();
    heldRows = 0;
  };
  return {
    once: (statement, carryOut) => {
      const key = `${statement.sql}\0${JSON.stringify(statement.parameters)}`;
      const known = kept.get(key);
      // The same statement has the same columns.
      if (known !== undefined) return known.answer as ReturnType<typeof carryOut>;
      isOwn = true;
      const answer = carryOut();
      isOwn = false;
      if (kept.size >= mostKept) forgetAll();
      kept.set(key, { sql: statement.sql, answer });
      // Counted on after a write has dropped some of them, so that it is never less than is kept.
      const count = ({ rows }: Rows) => {
        heldRows += rows.length;
        if (heldRows > mostRows) forgetAll();
      };
      answer.then(count, () => kept.delete(key));
      return answer;
    },
    note: (sql) => {
      if (isOwn || kept.size === 0) return;
      const effect = effectOf(sql);
      if (effect === "ON_ANYTHING") forgetAll();
      else if (effect !== "ON_NOTHING")
        for (const [key, { sql: read }] of kept) if (effect.test(read)) kept.delete(key);
    },
  };
}

/** The readings that a statement may make outdated: those that name a table it writes to, all of them, or none. */
type Effect = RegExp | "ON_ANYTHING" | "ON_NOTHING";

/** Effects of statements, analyzed once. */
const effects = new Map<string, Effect>();
const mostEffects = 500;
/** Longer statements are lists of rows, no two of which are alike. */
const longestText = 4_000;

function effectOf(sql: string): Effect {
  const known = effects.get(sql);
  if (known !== undefined) return known;
  const written = [...sql.replaceAll(rowLocks, "").matchAll(writes)].map(([, table = ""]) => table);
  const onRows = written.length > 0 ? new RegExp(`\\b(?:${written.join("|")})\\b`) : undefined;
  const effect = onRows ?? (isPlainRead(sql) ? "ON_NOTHING" : "ON_ANYTHING");
  if (sql.length > longestText) return effect;
  if (effects.size >= mostEffects) effects.clear();
  effects.set(sql, effect);
  return effect;
}

/** After a lock, a savepoint or a function, earlier results may be outdated. */
function isPlainRead(sql: string): boolean {
  return /^\s*select\b/i.test(sql) && sql.search(rowLocks) < 0 && !/\bpg_(?:try_)?advisory/i.test(sql);
}

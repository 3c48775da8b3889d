type Rows = { readonly rows: readonly unknown[] };
type Statement = { readonly sql: string; readonly parameters: readonly unknown[] };

/** Results of reads within one transaction, cached until it writes to one of the tables that were read. */
export type ReadCache = {
  /** The cached result of a statement, or else that of `carryOut`. */
  readonly once: <Answer extends Rows>(statement: Statement, carryOut: () => Promise<Answer>) => Promise<Answer>;
  /** Drops the cached results that a statement, about to be executed, may make outdated. */
  readonly note: (sql: string) => void;
};

// Small limits suffice: a transaction that goes through a whole book reads each contract once.
const capacity = 40;
const mostRows = 4_000;

const rowLocks = /\bfor (?:(?:no key )?update|(?:key )?share)\b/gi;
const writes = /\b(?:insert into|update|delete from)\s+(?:\w+\.)?"?(\w+)"?/gi;

export function readCache(): ReadCache {
  const cached = new Map<string, { readonly sql: string; readonly answer: Promise<Rows> }>();
  let isOwn = false;
  let cachedRows = 0;
  const dropAll = () => {
    cached.clear();
    cachedRows = 0;
  };
  return {
    once: (statement, carryOut) => {
      const key = `${statement.sql}\0${JSON.stringify(statement.parameters)}`;
      const known = cached.get(key);
      // The same statement has the same columns.
      if (known !== undefined) return known.answer as ReturnType<typeof carryOut>;
      isOwn = true;
      const answer = carryOut();
      isOwn = false;
      if (cached.size >= capacity) dropAll();
      cached.set(key, { sql: statement.sql, answer });
      // Counted on after a write has dropped some of them, so that it is never less than is cached.
      const count = ({ rows }: Rows) => {
        cachedRows += rows.length;
        if (cachedRows > mostRows) dropAll();
      };
      answer.then(count, () => cached.delete(key));
      return answer;
    },
    note: (sql) => {
      if (isOwn || cached.size === 0) return;
      const effect = effectOf(sql);
      if (effect === "ON_ANYTHING") dropAll();
      else if (effect !== "ON_NOTHING")
        for (const [key, { sql: read }] of cached) if (effect.test(read)) cached.delete(key);
    },
  };
}

/** The cached results that a statement may make outdated: those that name a table it writes to, all of them, or none. */
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

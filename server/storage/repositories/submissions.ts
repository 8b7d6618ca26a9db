import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Clock } from '#server/config/deps.ts';
import { insertInto } from '#server/storage/sql.ts';
import type { Row } from '#server/storage/statement.ts';
import type { Storage } from '#server/storage/storage.ts';

/** What a submission was answered, as a text. */
export type KeptOutcome = {
  /** Hash of the session id that it came with. */
  readonly idHash: string;
  readonly outcome: string;
};

export type Claim =
  /** It is this request's to do. */
  | { readonly isNew: true }
  /** Another request has sent something else under the name. */
  | { readonly isNew: false; readonly kept: 'other' }
  | { readonly isNew: false; readonly kept: KeptOutcome };

/** Submissions under the names that their pages gave them, whatever process hears of them (decision 222). */
export interface Submissions {
  /**
   * Takes a submission, or waits for its outcome where another request has taken it. One whose process has ended is
   * taken over.
   * @param names all of which mean it
   * @param mayTake whether it is taken when nobody has
   */
  claim(names: readonly string[], submission: Sent, mayTake: boolean): Promise<Claim>;
  /** Keeps the outcome; null: there was none, and it may be tried again. */
  end(names: readonly string[], key: string, outcome: string | null): Promise<void>;
}

type Sent = {
  /** The name that the page gave it, which nobody else knows: it closes the outcome. */
  readonly key: string;
  readonly idHash: string;
  /** Hash of everything that was sent. */
  readonly content: string;
};

/** How long a submission keeps its outcome. */
const REMEMBERED_MS = 60_000;
/** How long a request may work on one before it is taken to be dead, by the clock of this machine. */
const DEAD_AFTER_MS = 10_000;
const LOOK_MS = 25;

const CIPHER = 'aes-256-gcm';
const keyOf = (key: string): Buffer => createHash('sha256').update(`outcome ${key}`).digest();

/** An outcome holds cookies and tokens: the database alone opens none. */
function closed(key: string, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv(CIPHER, keyOf(key), nonce);
  const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), bytes]).toString('base64');
}

function opened(key: string, kept: string): string {
  const bytes = Buffer.from(kept, 'base64');
  const decipher = createDecipheriv(CIPHER, keyOf(key), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

export function submissionsIn(db: Storage, now: Clock): Submissions {
  const byName = db.prepare(
    'SELECT id_hash, content, outcome, made_at FROM submissions WHERE name = ? AND made_at >= ?',
  );
  const forget = db.prepare('DELETE FROM submissions WHERE name = ? AND made_at < ?');
  const insert = db.prepare(
    `${insertInto('submissions', ['name', 'id_hash', 'content', 'made_at'])} ON CONFLICT DO NOTHING`,
  );
  const keep = db.prepare('UPDATE submissions SET outcome = ? WHERE name = ?');
  const remove = db.prepare('DELETE FROM submissions WHERE name = ?');

  const find = async (names: readonly string[]): Promise<Row | undefined> => {
    for (const name of names) {
      const row = await byName.get(name, now() - REMEMBERED_MS);
      if (row) return row;
    }
    return undefined;
  };

  /** False when another request was quicker. */
  const take = (names: readonly string[], { idHash, content }: Sent): Promise<boolean> =>
    db.transaction(async () => {
      let taken = true;
      for (const name of names) {
        await forget.run(name, now() - REMEMBERED_MS);
        taken = (await insert.run(name, idHash, content, now())).changes > 0 && taken;
      }
      return taken;
    });

  const drop = async (names: readonly string[]): Promise<void> => {
    for (const name of names) await remove.run(name);
  };

  return {
    async claim(names, sent, mayTake) {
      for (let waited = 0; ; waited += LOOK_MS) {
        const row = await find(names);
        if (!row) {
          if (!mayTake || (await take(names, sent))) return { isNew: true };
          continue;
        }
        if (row['content'] !== sent.content) return { isNew: false, kept: 'other' };
        if (row['outcome'] !== null) {
          const outcome = opened(sent.key, String(row['outcome']));
          return { isNew: false, kept: { idHash: String(row['id_hash']), outcome } };
        }
        if (waited >= DEAD_AFTER_MS) await drop(names);
        else await setTimeout(LOOK_MS);
      }
    },
    async end(names, key, outcome) {
      if (outcome === null) return drop(names);
      const kept = closed(key, outcome);
      await db.transaction(async () => {
        for (const name of names) await keep.run(kept, name);
      });
    },
  };
}

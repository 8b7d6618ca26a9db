import * as v from 'valibot';
import { answered, committed } from './database.ts';

/** What the worker says, in the language of the app: it loads no texts of its own. */
const texts = v.object({
  language: v.string(),
  login: v.string(),
  identity: v.string(),
  over: v.string(),
  name: v.string(),
});

export type NotificationTexts = v.InferOutput<typeof texts>;

const TEXTS = 'notificationTexts';
const HEARD = 'notifiedAt';

/** What page and worker of the app share about notifications. */
export function notificationsIn(opened: () => Promise<IDBDatabase>) {
  const read = async (key: string): Promise<unknown> =>
    answered((await opened()).transaction('values').objectStore('values').get(key));
  const keep = async (key: string, value: unknown): Promise<void> => {
    const transaction = (await opened()).transaction('values', 'readwrite');
    transaction.objectStore('values').put(value, key);
    await committed(transaction);
  };
  return {
    /** Null before the app was opened. */
    async texts(): Promise<NotificationTexts | null> {
      const kept = v.safeParse(texts, await read(TEXTS));
      return kept.success ? kept.output : null;
    },
    keepTexts: (said: NotificationTexts) => keep(TEXTS, said),
    /** When the last notification came, or the subscription began, in epoch milliseconds; 0 for never. */
    async heardAt(): Promise<number> {
      const at = await read(HEARD);
      return typeof at === 'number' ? at : 0;
    },
    keepHeardAt: (at: number) => keep(HEARD, at),
  };
}

export type NotificationStore = ReturnType<typeof notificationsIn>;

import * as v from 'valibot';
import { readValue, saveValue } from './database.ts';

/** The texts of notifications in the language of the app. The service worker loads no texts itself. */
const textsSchema = v.object({
  language: v.string(),
  login: v.string(),
  identity: v.string(),
  /** For a request that has ended. */
  over: v.string(),
  name: v.string(),
});

export type NotificationTexts = v.InferOutput<typeof textsSchema>;

const TEXTS = 'notificationTexts';
const LAST_NOTIFIED = 'notifiedAt';

/** Stored values about notifications, shared by the page and the service worker. */
export const createNotificationStore = (getDatabase: () => Promise<IDBDatabase>) => ({
  /** Null until the app has been opened once. */
  async texts(): Promise<NotificationTexts | null> {
    const stored = v.safeParse(textsSchema, await readValue(await getDatabase(), TEXTS));
    return stored.success ? stored.output : null;
  },
  saveTexts: async (texts: NotificationTexts) => saveValue(await getDatabase(), TEXTS, texts),
  /** Time of the last notification or of the subscription, whichever is later, in epoch milliseconds; 0 for never. */
  async lastNotifiedAt(): Promise<number> {
    const at = await readValue(await getDatabase(), LAST_NOTIFIED);
    return typeof at === 'number' ? at : 0;
  },
  saveLastNotifiedAt: async (at: number) => saveValue(await getDatabase(), LAST_NOTIFIED, at),
});

export type NotificationStore = ReturnType<typeof createNotificationStore>;

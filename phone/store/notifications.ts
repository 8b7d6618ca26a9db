import * as v from 'valibot';
import { readValue, saveValue } from './database.ts';

/** The texts of notifications in the language of the app. The app stores them for the service worker. */
const textsSchema = v.object({
  language: v.string(),
  login: v.string(),
  identity: v.string(),
  /** For a request that has ended. */
  over: v.string(),
  name: v.string(),
});

export type NotificationTexts = v.InferOutput<typeof textsSchema>;

/** The key of the stored texts. */
const TEXTS_KEY = 'notificationTexts';

/** The key of the stored time of the last notification. */
const LAST_NOTIFIED_KEY = 'notifiedAt';

/** Stores values about notifications, which the page and the service worker share. */
export const createNotificationStore = (getDatabase: () => Promise<IDBDatabase>) => ({
  /** Null if the app was never opened. */
  async texts(): Promise<NotificationTexts | null> {
    const stored = v.safeParse(textsSchema, await readValue(await getDatabase(), TEXTS_KEY));
    return stored.success ? stored.output : null;
  },
  saveTexts: async (texts: NotificationTexts) => saveValue(await getDatabase(), TEXTS_KEY, texts),
  /**
   * Time of the last notification or of the subscription, whichever is later, in epoch milliseconds; 0 if there is
   * neither.
   */
  async lastNotifiedAt(): Promise<number> {
    const at = await readValue(await getDatabase(), LAST_NOTIFIED_KEY);
    return typeof at === 'number' ? at : 0;
  },
  saveLastNotifiedAt: async (at: number) => saveValue(await getDatabase(), LAST_NOTIFIED_KEY, at),
});

export type NotificationStore = ReturnType<typeof createNotificationStore>;

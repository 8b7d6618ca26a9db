import type { PhoneClient } from '#phone/calls/client.ts';
import { fetchRequests } from '#phone/ports/requests.ts';
import type { AccountStore } from '#phone/store/accounts.ts';
import type { NotificationTexts } from '#phone/store/notifications.ts';

/** Title and body of a notification. */
export type NotificationContent = { readonly title: string; readonly body: string };

/** The notification of an app that was never opened, so that no texts are stored. */
const FALLBACK: NotificationContent = { title: 'Munjigi', body: '' };

/**
 * The notification for a push message. The message contains only the ID of a push, so the request is fetched from the
 * portal (rule 241).
 * @param texts null if the app was never opened
 */
export async function notificationContent(
  { client, accounts }: { readonly client: PhoneClient; readonly accounts: Pick<AccountStore, 'all'> },
  texts: NotificationTexts | null,
  pushId: string,
): Promise<NotificationContent> {
  if (texts === null) return FALLBACK;
  const { request } = await fetchRequests(client, accounts, await accounts.all(), pushId);
  if (request === null) return { title: texts.name, body: texts.over };
  const { service, purpose } = request;
  return { title: service || texts.name, body: texts[purpose] };
}

/** The push ID in a push message; empty if the message contains none. */
export function pushIdOf(message: unknown): string {
  const isObject = typeof message === 'object' && message !== null && 'id' in message;
  return isObject && typeof message.id === 'string' ? message.id : '';
}

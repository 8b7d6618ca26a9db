import type { PhoneClient } from '#phone/calls/client.ts';
import { fetchRequests } from '#phone/ports/requests.ts';
import type { AccountStore } from '#phone/store/accounts.ts';
import type { NotificationTexts } from '#phone/store/notifications.ts';

/** Title and body of a notification. */
export type NotificationContent = { readonly title: string; readonly body: string };

/** Shown when the app has never been opened, so that no texts are stored. */
const FALLBACK: NotificationContent = { title: 'Munjigi', body: '' };

/**
 * The notification for a push message. The message holds an ID only; the request is fetched from the portal (rule 241).
 * @param id of the push
 */
export async function notificationContent(
  { client, accounts }: { readonly client: PhoneClient; readonly accounts: Pick<AccountStore, 'all'> },
  texts: NotificationTexts | null,
  id: string,
): Promise<NotificationContent> {
  if (texts === null) return FALLBACK;
  const { request } = await fetchRequests(client, accounts, await accounts.all(), id);
  if (request === null) return { title: texts.name, body: texts.over };
  const { service, purpose } = request;
  return { title: service || texts.name, body: texts[purpose] };
}

/** The push ID in a message; empty when the message is not from the portal. */
export function pushIdOf(message: unknown): string {
  const isObject = typeof message === 'object' && message !== null && 'id' in message;
  return isObject && typeof message.id === 'string' ? message.id : '';
}

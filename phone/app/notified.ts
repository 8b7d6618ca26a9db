import type { PhoneClient } from '#phone/calls/client.ts';
import { askRequests } from '#phone/ports/requests.ts';
import type { Accounts } from '#phone/store/accounts.ts';
import type { NotificationTexts } from '#phone/store/notifications.ts';

/** What a notification says. */
export type Said = { readonly title: string; readonly body: string };

/** What it says where the app has never been opened, so that no text is there. */
const BARE: Said = { title: 'Munjigi', body: '' };

/**
 * What a push that came says: the portal is asked for what waits, and title and text are made here (decision 241).
 * @param id of the push, as the message names it
 */
export async function saidFor(
  { client, accounts }: { readonly client: PhoneClient; readonly accounts: Pick<Accounts, 'all'> },
  texts: NotificationTexts | null,
  id: string,
): Promise<Said> {
  if (texts === null) return BARE;
  const { request } = await askRequests(client, accounts, await accounts.all(), id);
  if (request === null) return { title: texts.name, body: texts.over };
  const { service, purpose } = request;
  return { title: service || texts.name, body: texts[purpose] };
}

/** The id in the message of a push; empty when it is none of the portal's. */
export function idIn(message: unknown): string {
  const isObject = typeof message === 'object' && message !== null && 'id' in message;
  return isObject && typeof message.id === 'string' ? message.id : '';
}

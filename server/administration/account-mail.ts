import type { Runtime, Sending, Settings } from '#server/login/portal.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { Channel } from '#server/storage/repositories/sent-codes.ts';

/** The channel and mail address of an account, or why no mail can be sent to the account. */
type MailAddress =
  | { readonly channel: Channel; readonly to: string }
  | { readonly obstacle: 'noMail' | 'noGateway' };

/**
 * The internal mail address of an account, or otherwise the private one. The channel of the address needs a gateway.
 */
export function mailAddressOf(
  { gateways }: Sending,
  { internalMail, privateMail }: Pick<Account, 'internalMail' | 'privateMail'>,
): MailAddress {
  const addresses: readonly { readonly channel: Channel; readonly to: string | null }[] = [
    { channel: 'inmail', to: internalMail },
    { channel: 'exmail', to: privateMail },
  ];
  const usableAddress = addresses.find(({ channel, to }) => to !== null && gateways[channel] !== null);
  if (usableAddress?.to) return { channel: usableAddress.channel, to: usableAddress.to };
  return { obstacle: addresses.some(({ to }) => to !== null) ? 'noGateway' : 'noMail' };
}

/**
 * Sends a mail to an address of an account.
 * @returns false when the gateway has refused the mail
 */
export async function sendMail(
  { gateways, now }: Sending & Pick<Runtime, 'now'>,
  { channel, to }: Exclude<MailAddress, { readonly obstacle: string }>,
  mail: { readonly userId: string; readonly subject: string; readonly text: string },
): Promise<boolean> {
  try {
    await gateways[channel]?.deliver({ ...mail, channel, to, at: now() });
    return true;
  } catch {
    return false;
  }
}

/**
 * A time as the text of a mail, in the configured time zone.
 * @param at the time in epoch milliseconds
 */
export function formatMailTime({ config: { timeZone } }: Settings, locale: string, at: number): string {
  const format = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'long', timeStyle: 'short' });
  return `${format.format(at)} (${timeZone})`;
}

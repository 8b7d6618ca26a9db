import type { Runtime, Sending, Settings } from '#server/login/portal.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { Channel } from '#server/storage/repositories/sent-codes.ts';

/** The channel and address of an account's mail, or why no mail can be sent to it. */
type MailAddress =
  | { readonly channel: Channel; readonly to: string }
  | { readonly obstacle: 'noMail' | 'noGateway' };

/** The first address of an account that has a gateway: the internal one, otherwise the private one. */
export function mailAddressOf(
  { gateways }: Sending,
  { internalMail, privateMail }: Pick<Account, 'internalMail' | 'privateMail'>,
): MailAddress {
  const addresses: readonly { readonly channel: Channel; readonly to: string | null }[] = [
    { channel: 'inmail', to: internalMail },
    { channel: 'exmail', to: privateMail },
  ];
  const usable = addresses.find(({ channel, to }) => to !== null && gateways[channel] !== null);
  if (usable?.to) return { channel: usable.channel, to: usable.to };
  return { obstacle: addresses.some(({ to }) => to !== null) ? 'noGateway' : 'noMail' };
}

/** Mails a text to an account. @returns false when the gateway refuses it */
export async function mailTo(
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

/** A time in a mail, in the time zone of the server. @param at epoch milliseconds */
export function mailTime({ config: { timeZone } }: Settings, locale: string, at: number): string {
  const format = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'long', timeStyle: 'short' });
  return `${format.format(at)} (${timeZone})`;
}

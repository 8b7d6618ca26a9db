import { DEFAULT_NAME } from '#server/config/branding.ts';
import type { Clock } from '#server/config/deps.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { reasonOf } from '#server/login/sending/failure.ts';
import type { Gateways } from '#server/login/sending/gateways.ts';
import type { Message } from '#server/login/sending/outbox.ts';
import { log } from '#server/operations/log.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { Channel } from '#server/storage/repositories/sent-codes.ts';
import { type SecurityNotice, securityNoticeMessage } from './message.ts';

/** Sends a security notice to a person in the background, and again after failures. */
export type NotifyPerson = (account: Account, notice: Omit<SecurityNotice, 'at'>) => void;

/** The delays before the message is sent again after a failure. */
const RETRY_DELAYS_MS: readonly number[] = [5_000, 60_000, 600_000];

type Deps = {
  readonly gateways: Gateways;
  readonly config: Pick<ServerConfig, 'branding' | 'timeZone'>;
  readonly now: Clock;
  /** Runs a function after a delay in milliseconds. */
  readonly schedule?: (run: () => void, ms: number) => void;
};

const runLater = (run: () => void, ms: number): void => {
  setTimeout(run, ms).unref();
};

type Contact = readonly [Channel, string];

/**
 * The mail addresses of an account or, if no mail address can be used, the phone number. Contacts without a gateway are
 * left out.
 */
function contactsOf(
  { phoneNumber, internalMail, privateMail }: Account,
  gateways: Gateways,
): readonly Contact[] {
  const reachable = (contacts: readonly (readonly [Channel, string | null])[]): readonly Contact[] =>
    contacts.filter((contact): contact is Contact => contact[1] !== null && gateways[contact[0]] !== null);
  const mailContacts = reachable([
    ['inmail', internalMail],
    ['exmail', privateMail],
  ]);
  return mailContacts.length > 0 ? mailContacts : reachable([['sms', phoneNumber]]);
}

/**
 * Creates the function that sends security notices (rule 200). A notice that cannot be delivered is logged without the
 * identity of the person.
 */
export function personNotifier({ gateways, config, now, schedule = runLater }: Deps): NotifyPerson {
  const deliver = (message: Message, retryDelays: readonly number[]): void => {
    gateways[message.channel]?.deliver(message).catch((error: unknown) => {
      log.warn(`A security notice by ${message.channel} failed: ${reasonOf(error)}`);
      const [delay, ...otherDelays] = retryDelays;
      if (delay !== undefined) schedule(() => deliver(message, otherDelays), delay);
    });
  };
  return (account, notice) => {
    const name = (config.branding.name ?? DEFAULT_NAME).ko;
    const { subject, text } = securityNoticeMessage({ ...notice, at: now() }, name, config.timeZone);
    // An SMS with a link looks like fraud, so a notice with a link is not sent by SMS.
    const contacts = contactsOf(account, gateways).filter(
      ([channel]) => notice.link === undefined || channel !== 'sms',
    );
    if (contacts.length === 0)
      log.warn(`A security notice (${notice.event}) was not sent: the account has no address with a gateway`);
    for (const [channel, to] of contacts) {
      const content = channel === 'sms' ? { subject: '', text: `${subject}\n${text}` } : { subject, text };
      deliver({ channel, userId: account.userId, to, at: now(), ...content }, RETRY_DELAYS_MS);
    }
  };
}

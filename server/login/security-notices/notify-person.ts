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

/** Notifies a person without waiting; failures are retried in the background. */
export type NotifyPerson = (account: Account, notice: Omit<SecurityNotice, 'at'>) => void;

/** Milliseconds before each further try. */
const RETRY_DELAYS_MS: readonly number[] = [5_000, 60_000, 600_000];

type Deps = {
  readonly gateways: Gateways;
  readonly config: Pick<ServerConfig, 'branding' | 'timeZone'>;
  readonly now: Clock;
  /** Runs something later, in milliseconds. */
  readonly schedule?: (run: () => void, ms: number) => void;
};

const runLater = (run: () => void, ms: number): void => {
  setTimeout(run, ms).unref();
};

type Address = readonly [Channel, string];

/** The mail addresses of the account, else its phone number, as far as there is a gateway for them. */
function addressesOf(
  { phoneNumber, internalMail, privateMail }: Account,
  gateways: Gateways,
): readonly Address[] {
  const withGateway = (all: readonly (readonly [Channel, string | null])[]): readonly Address[] =>
    all.filter((one): one is Address => one[1] !== null && gateways[one[0]] !== null);
  const mails = withGateway([
    ['inmail', internalMail],
    ['exmail', privateMail],
  ]);
  return mails.length > 0 ? mails : withGateway([['sms', phoneNumber]]);
}

/**
 * Sends security notices (rule 200). A notice that cannot be delivered is logged without the person's
 * identity.
 */
export function personNotifier({ gateways, config, now, schedule = runLater }: Deps): NotifyPerson {
  const deliver = (message: Message, retryDelays: readonly number[]): void => {
    gateways[message.channel]?.deliver(message).catch((error: unknown) => {
      log.warn(`A security notice by ${message.channel} failed: ${reasonOf(error)}`);
      const [wait, ...rest] = retryDelays;
      if (wait !== undefined) schedule(() => deliver(message, rest), wait);
    });
  };
  return (account, notice) => {
    const name = (config.branding.name ?? DEFAULT_NAME).ko;
    const { subject, text } = securityNoticeMessage({ ...notice, at: now() }, name, config.timeZone);
    // An SMS with a link looks like fraud.
    const addresses = addressesOf(account, gateways).filter(
      ([channel]) => notice.link === undefined || channel !== 'sms',
    );
    if (addresses.length === 0)
      log.warn(`A security notice (${notice.event}) was not sent: the account has no address with a gateway`);
    for (const [channel, to] of addresses) {
      const content = channel === 'sms' ? { subject: '', text: `${subject}\n${text}` } : { subject, text };
      deliver({ channel, userId: account.userId, to, at: now(), ...content }, RETRY_DELAYS_MS);
    }
  };
}

import type { Language } from '#i18n/locale.ts';
import type { Localized } from '#server/config/values.ts';
import type { AccountStores, Runtime, Sending, Settings } from '#server/login/portal.ts';
import { idempotentRequest } from '#server/storage/idempotency/steps.ts';
import type { PasswordLinkKind } from '#server/storage/repositories/password-links.ts';
import { formatMailTime, mailAddressOf, sendMail } from './account-mail.ts';

/** The result of issuing a password link (rule 182). */
export type LinkOutcome =
  | {
      readonly outcome: 'sent';
      /** The mail addresses to which the link was sent. */
      readonly to: readonly string[];
      /** Epoch milliseconds. */
      readonly validUntil: number;
    }
  /** No mail can be sent, so the administrator has to give the link to the person. `why`: the reason. */
  | {
      readonly outcome: 'printed';
      readonly link: string;
      readonly validUntil: number;
      readonly why: 'noMail' | 'noGateway';
    }
  | {
      readonly outcome: 'refused';
      readonly why:
        | 'noAccount'
        | 'notLocal'
        | 'disabled'
        | 'nothingMissing'
        | 'noPassword'
        | 'tooMany'
        | 'notSent';
    };

/** Why no password link is issued. */
type LinkRefusal = Extract<LinkOutcome, { readonly outcome: 'refused' }>['why'];

/** The lines of a mail. */
type LinkMessageTexts = Readonly<
  Record<Language, (service: string, url: string, until: string) => readonly string[]>
>;

const MAIL_TEXTS: Readonly<Record<PasswordLinkKind, LinkMessageTexts>> = {
  create: {
    ko: (service, url, until) => [
      `${service} 계정의 비밀번호를 만들어 주세요. 링크는 ${until}까지 한 번만 사용할 수 있어요.`,
      url,
      '요청한 적이 없다면 링크를 열지 말고 관리자에게 알려 주세요.',
    ],
    en: (service, url, until) => [
      `Create the password of your ${service} account. The link works once, until ${until}.`,
      url,
      'If you do not expect this, do not open it and tell your administrator.',
    ],
  },
  change: {
    ko: (service, url, until) => [
      `${service} 계정의 비밀번호를 바꾸는 링크예요. ${until}까지 한 번만 사용할 수 있어요.`,
      url,
      '요청한 적이 없다면 링크를 열지 말고 관리자에게 알려 주세요.',
    ],
    en: (service, url, until) => [
      `The link to change the password of your ${service} account. It works once, until ${until}.`,
      url,
      'If you do not expect this, do not open it and tell your administrator.',
    ],
  },
};

const SUBJECTS: Readonly<Record<PasswordLinkKind, Localized>> = {
  create: { ko: '비밀번호 만들기', en: 'Create your password' },
  change: { ko: '비밀번호 변경', en: 'Change your password' },
};

const HOUR_MS = 60 * 60_000;

/** Issues links to /password and sends them by mail. */
export function passwordLinkAdmin(portal: Runtime & Settings & AccountStores & Sending) {
  const { accounts, passwords, answers, passwordLinks, config } = portal;

  const refusalReason = async (userId: string, kind: PasswordLinkKind): Promise<LinkRefusal | null> => {
    const account = await accounts.find(userId);
    if (!account) return 'noAccount';
    if (account.userType !== 'LOCAL') return 'notLocal';
    if (account.status !== 'active') return 'disabled';
    const hasPassword = (await passwords.find(userId)) !== null;
    if (kind === 'change') return hasPassword ? null : 'noPassword';
    return hasPassword && (await answers.find(userId)) ? 'nothingMissing' : null;
  };

  const issue = async (userId: string, clientId: string, kind: PasswordLinkKind): Promise<LinkOutcome> => {
    const why = await refusalReason(userId, kind);
    const service = portal.client(clientId);
    const account = await accounts.find(userId);
    if (why || !service || !account) return { outcome: 'refused', why: why ?? 'noAccount' };
    const { createHours, changeHours, perPerson } = config.passwordLinks;
    const validMs = (kind === 'create' ? createHours : changeHours) * HOUR_MS;
    const linkRequest = { userId, clientId: service.clientId, kind };
    // A repeated request mails the same link again.
    const issued = await portal.transaction(() =>
      idempotentRequest().runOnce('passwordLink', () => passwordLinks.issue(linkRequest, validMs, perPerson)),
    );
    if (!issued) return { outcome: 'refused', why: 'tooMany' };
    const { ak, validUntil } = issued;
    const query = new URLSearchParams({ clientid: service.clientId, ak });
    const link = `${config.publicUrl}/password?${query}`;
    const address = mailAddressOf(portal, account);
    if ('obstacle' in address) return { outcome: 'printed', link, validUntil, why: address.obstacle };
    const subject = `[${service.serviceName.ko}] ${SUBJECTS[kind].ko} / ${SUBJECTS[kind].en}`;
    const text = [
      ...MAIL_TEXTS[kind].ko(service.serviceName.ko, link, formatMailTime(portal, 'ko-KR', validUntil)),
      '',
      ...MAIL_TEXTS[kind].en(service.serviceName.en, link, formatMailTime(portal, 'en-GB', validUntil)),
    ].join('\n');
    const isSent = await sendMail(portal, address, { userId, subject, text });
    return isSent
      ? { outcome: 'sent', to: [address.to], validUntil }
      : { outcome: 'refused', why: 'notSent' };
  };
  return {
    issue,
    /** Why no link of a kind can be issued for a person; null when a link can be issued. */
    refusalReason,
  };
}

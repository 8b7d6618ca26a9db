import type { Language } from '#i18n/locale.ts';
import { FACTOR_TYPES, type FactorType } from '#wire/factor-types.ts';

/** A security notice to a person (rule 200). */
export type SecurityNotice = {
  readonly event:
    | 'password-created'
    | 'password-changed'
    | 'factor-added'
    | 'factor-removed'
    | 'default-changed'
    | 'new-sign-in';
  /** The type of the factor that was changed. */
  readonly factorType?: FactorType;
  /** When the event happened, in epoch milliseconds. */
  readonly at: number;
  readonly browser: string;
  /** The masked IP address of the browser. */
  readonly addressRange: string;
  /** The address at which the person can report that somebody else did this. */
  readonly link?: string;
};

const FACTOR_NAMES: Readonly<Record<FactorType, Readonly<Record<Language, string>>>> = {
  [FACTOR_TYPES.otpCard]: { ko: 'OTP 카드', en: 'OTP card' },
  [FACTOR_TYPES.yubikey]: { ko: '보안 키(YubiKey)', en: 'security key (YubiKey)' },
  [FACTOR_TYPES.mobileApp]: { ko: '모바일 앱', en: 'mobile app' },
  [FACTOR_TYPES.passkey]: { ko: '패스키', en: 'passkey' },
};

const TITLES: Readonly<
  Record<SecurityNotice['event'], Readonly<Record<Language, (factor: string) => string>>>
> = {
  'password-created': { ko: () => '비밀번호를 만들었어요', en: () => 'Your password was created' },
  'password-changed': { ko: () => '비밀번호를 변경했어요', en: () => 'Your password was changed' },
  'factor-added': {
    ko: (factor) => `인증 수단을 등록했어요: ${factor}`,
    en: (factor) => `A way to sign in was added: ${factor}`,
  },
  'factor-removed': {
    ko: (factor) => `인증 수단을 삭제했어요: ${factor}`,
    en: (factor) => `A way to sign in was removed: ${factor}`,
  },
  'default-changed': {
    ko: (factor) => `기본 인증 방법을 변경했어요${factor && `: ${factor}`}`,
    en: (factor) => `Your default way to sign in was changed${factor && `: ${factor}`}`,
  },
  'new-sign-in': {
    ko: () => '새로운 브라우저나 네트워크에서 로그인했어요',
    en: () => 'You signed in from a new browser or network',
  },
};

type BodyLines = (when: string, where: string, link: string | undefined) => readonly string[];

const BODY_LINES: Readonly<Record<Language, BodyLines>> = {
  ko: (when, where, link) => [
    `언제: ${when}`,
    ...(where === '' ? [] : [`어디서: ${where}`]),
    ...(link === undefined
      ? ['직접 하지 않았다면 바로 관리자에게 알려 주세요. 이 메시지에는 눌러야 할 링크가 없어요.']
      : [
          '직접 했다면 아무것도 하지 않아도 돼요. 직접 하지 않았다면 아래 주소를 열어 알려 주세요. 모든 곳에서 로그아웃되고, 본인 확인을 마칠 때까지 로그인이 막혀요.',
          link,
        ]),
  ],
  en: (when, where, link) => [
    `When: ${when}`,
    ...(where === '' ? [] : [`Where: ${where}`]),
    ...(link === undefined
      ? ['If this was not you, tell your administrator at once. There is no link to follow in this message.']
      : [
          'If this was you, there is nothing to do. If it was not, open the address below: it signs you out everywhere and closes sign-in until you verify your identity.',
          link,
        ]),
  ],
};

const LANGUAGES: readonly Language[] = ['ko', 'en'];

/** The message of a security notice. It is in both languages, because the person's language is not stored. */
export function securityNoticeMessage(
  { event, factorType, at, browser, addressRange, link }: SecurityNotice,
  portalName: string,
  timeZone: string,
): { readonly subject: string; readonly text: string } {
  const when = (language: Language): string =>
    new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'long', timeStyle: 'short' }).format(at);
  const where = [browser, addressRange].filter((part) => part !== '').join(', ');
  const titleIn = (language: Language): string =>
    TITLES[event][language](factorType ? FACTOR_NAMES[factorType][language] : '');
  const parts = LANGUAGES.map((language) =>
    [titleIn(language), ...BODY_LINES[language](`${when(language)} (${timeZone})`, where, link)].join('\n'),
  );
  return { subject: `[${portalName}] ${titleIn('ko')} / ${titleIn('en')}`, text: parts.join('\n\n') };
}

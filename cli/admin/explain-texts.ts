import type { Language } from '#i18n/locale.ts';
import type { MethodRemark, MethodUse, Obstacle } from '#server/administration/explain.ts';
import type { PolicyCode } from '#server/login/policy/resolve.ts';
import type { UsageRefusal } from '#server/login/policy/usage.ts';
import type { SecurityEventKind } from '#server/storage/repositories/security-events.ts';

/** Texts of the action `explain` in one language. */
type ExplainTexts = {
  readonly obstacles: Readonly<Record<Obstacle['why'], string>>;
  readonly remarks: Readonly<Record<MethodRemark, string>>;
  readonly uses: Readonly<Record<MethodUse, string>>;
  /** Why no sign-in of the account is allowed, by error code or reason. */
  readonly usage: Readonly<Record<UsageRefusal['errCode'] | NonNullable<UsageRefusal['reason']>, string>>;
  /** Why no policy applies, by error code. */
  readonly policy: Readonly<Record<PolicyCode, string>>;
  readonly accountMayBeUsed: string;
  readonly groups: (names: string) => string;
  readonly sessions: (count: number) => string;
  /** Names of the security events by kind. */
  readonly eventKinds: Readonly<Record<SecurityEventKind, string>>;
  /** `delivered`, `deliveryPending` and `deliveryFailed`: the state of the delivery of a security event. */
  readonly delivered: (receiver: string, eventKind: string, time: string) => string;
  readonly deliveryPending: (
    receiver: string,
    eventKind: string,
    failure: string | null,
    tries: number,
    nextTime: string,
  ) => string;
  readonly deliveryFailed: (
    receiver: string,
    eventKind: string,
    failure: string | null,
    tries: number,
  ) => string;
  /** `works` and `doesNotWork`: whether the person can use a method now. */
  readonly works: string;
  readonly doesNotWork: string;
  readonly policyHeading: (service: string, policy: string) => string;
  readonly onlyFromNetworks: (networks: string) => string;
  readonly rememberedBrowsers: (count: number) => string;
  readonly methodsSuffice: string;
  readonly methodsDoNotSuffice: string;
  /** The methods of the identity check before a new password, each marked as usable or not. */
  readonly identityCheck: (methods: string) => string;
  readonly identityCheckImpossible: string;
  readonly lastEvents: string;
  readonly noEvents: string;
};

export const EXPLAIN_TEXTS: Readonly<Record<Language, ExplainTexts>> = {
  ko: {
    obstacles: {
      locked:
        '여러 번 틀려 {until}까지 잠겼어요. 로그인한 적이 있는 브라우저에서는 사용할 수 있어요. unlock으로 풀 수 있어요.',
      lockedForGood: '관리자가 풀 때까지 잠겼어요. unlock으로 풀어 주세요.',
      tooManyPushes:
        '푸시를 여러 번 거절했거나 답하지 않아 {until}까지 보내지 않아요. 로그인한 적이 있는 브라우저에서는 사용할 수 있어요.',
      noPhone: '휴대폰 번호가 없어요. change --phone-number로 입력해 주세요.',
      noInternalMail: '사내 메일이 없어요. change --internal-mail로 입력해 주세요.',
      noPrivateMail: '개인 메일이 없어요. change --private-mail로 입력해 주세요.',
      noGateway: '보낼 게이트웨이가 설정되지 않았어요.',
      noCard: '등록한 OTP 카드가 없어요.',
      noYubikey: '등록한 보안 키가 없어요.',
      deviceUnregistered: '기기가 등록 해제된 상태예요.',
      deviceDisabled: '기기가 사용 중지됐어요.',
      deviceUnusable: '기기를 사용할 수 없게 설정했어요.',
      devicePeriod: '기기의 사용 기간이 아니에요.',
      noApp: '등록한 모바일 앱이 없어요. app-link로 링크를 보내 주세요.',
      appOffline: '앱이 오프라인으로 등록되어 받을 수 없어요.',
      appStandard: '다른 인증 앱으로 등록해 인증번호만 사용할 수 있어요.',
      appWithoutKey: '앱이 예전 방식으로 등록됐어요. 다시 등록해야 해요.',
      noPasskey: '등록한 패스키가 없어요.',
      noPassword: '비밀번호가 없어요. password-link --create로 링크를 보내 주세요.',
      noCode: '발급한 임시 코드가 없어요. code로 발급할 수 있어요.',
      codePeriod: '임시 코드의 사용 기간이 아니에요. code로 다시 발급해 주세요.',
      codeGuessed: '임시 코드를 여러 번 틀렸어요. code로 다시 발급해 주세요.',
    },
    remarks: {
      initialPassword: '로그인하면 비밀번호를 바꿔야 해요.',
      expiredPassword: '사용 기간이 지나 로그인하면 바꿔야 해요.',
      byDirectory: '회사 디렉터리가 확인해요.',
      lockedInBrowser:
        '로그인한 적이 있는 브라우저에서 여러 번 틀려 그 브라우저에서 잠겼어요. unlock으로 풀 수 있어요.',
    },
    uses: {
      gate: '비밀번호 확인',
      first: '1단계 인증',
      second: '2단계 인증',
      both: '두 단계 모두',
      none: '정책이 허용하지 않는 방법',
    },
    usage: {
      '002': '사용 중지된 계정이라 어디에도 로그인할 수 없어요. enable로 다시 사용하게 할 수 있어요.',
      '002_1': '사용 기간이 아니라 로그인할 수 없어요. change --usage-from, --usage-until로 바꿀 수 있어요.',
      '002_2': '지금은 사용 시간이 아니에요. change --hours-from, --hours-until로 바꿀 수 있어요.',
      '002_3': '차단된 계정이라 어디에도 로그인할 수 없어요. enable로 다시 사용하게 할 수 있어요.',
      accountDormant:
        '오래 사용하지 않아 휴면 상태예요. 비밀번호를 재설정하거나 wake로 휴면을 해제할 수 있어요.',
      signInShut:
        '본인이 한 로그인이 아니라고 알려 로그인이 막혀 있어요. 비밀번호를 재설정하거나 wake로 열 수 있어요.',
    },
    policy: {
      '016': '적용되는 정책이 없어 로그인할 수 없어요 (016).',
      '016_1': '그런 서비스가 없어요 (016_1).',
      '016_2': '정책의 기간이 아니에요 (016_2).',
      '016_3': '정책의 시간이 아니에요 (016_3).',
      '002_2': '정책에서 허용한 네트워크가 아니에요 (002_2).',
    },
    accountMayBeUsed: '사용할 수 있는 계정이에요.',
    groups: (names) => `그룹: ${names}`,
    sessions: (count) =>
      count === 0 ? '지금 로그인한 곳이 없어요.' : `지금 ${count}곳에 로그인되어 있어요.`,
    eventKinds: { logout: '로그아웃', signal: '보안 이벤트' },
    delivered: (receiver, eventKind, time) => `${eventKind} 알림: ${receiver}에 ${time}에 알렸어요.`,
    deliveryPending: (receiver, eventKind, failure, tries, nextTime) =>
      `${eventKind} 알림: ${receiver}에 아직 알리지 못했어요 (시도 ${tries}번${failure === null ? '' : `, ${failure}`}). ${nextTime}에 다시 시도해요.`,
    deliveryFailed: (receiver, eventKind, failure, tries) =>
      `${eventKind} 알림: ${receiver}에 알리지 못했고 더 시도하지 않아요 (시도 ${tries}번${failure === null ? '' : `, ${failure}`}).`,
    works: '됨',
    doesNotWork: '안 됨',
    policyHeading: (service, policy) => `서비스 ${service}, 정책 ${policy}`,
    onlyFromNetworks: (networks) => `다음 네트워크에서만 로그인할 수 있어요: ${networks}`,
    rememberedBrowsers: (count) =>
      `브라우저 ${count}개에서 2단계 인증을 생략해요. end-sessions로 해제할 수 있어요.`,
    methodsSuffice: '지금 되는 방법으로 로그인할 수 있어요.',
    methodsDoNotSuffice: '지금 되는 방법만으로는 로그인할 수 없어요.',
    identityCheck: (methods) => `비밀번호를 만들거나 바꾸기 전의 본인 확인: ${methods}`,
    identityCheckImpossible:
      '지금은 본인 확인을 통과할 수 없어요. password로 비밀번호를 정하거나, 빠진 것을 먼저 설정해 주세요.',
    lastEvents: '최근 기록',
    noEvents: '이 서버의 감사 기록에 남은 일이 없어요.',
  },
  en: {
    obstacles: {
      locked:
        'locked until {until} after too many wrong entries, except in browsers with an earlier sign-in: unlock.',
      lockedForGood: 'locked until an administrator unlocks it: unlock.',
      tooManyPushes:
        'no push is sent until {until}, after too many denied or unanswered ones, except for browsers with an earlier sign-in.',
      noPhone: 'there is no phone number: change --phone-number.',
      noInternalMail: 'there is no internal mail: change --internal-mail.',
      noPrivateMail: 'there is no private mail: change --private-mail.',
      noGateway: 'no gateway is configured for it.',
      noCard: 'no OTP card is registered.',
      noYubikey: 'no security key is registered.',
      deviceUnregistered: 'the device is no longer registered.',
      deviceDisabled: 'the device is disabled.',
      deviceUnusable: 'the device is set as unusable.',
      devicePeriod: 'the device is outside its usage period.',
      noApp: 'no mobile app is registered: app-link.',
      appOffline: 'the app was registered offline and receives nothing.',
      appStandard: 'the person uses another authenticator app, which only shows codes.',
      appWithoutKey: 'the app was registered the old way and has to be registered again.',
      noPasskey: 'no passkey is registered.',
      noPassword: 'there is no password: password-link --create.',
      noCode: 'no temporary code was issued: code.',
      codePeriod: 'the temporary code is not valid now: code issues another one.',
      codeGuessed: 'the temporary code was entered wrong too often: code issues another one.',
    },
    remarks: {
      initialPassword: 'has to be changed at the next sign-in.',
      expiredPassword: 'has expired and is changed at the next sign-in.',
      byDirectory: 'the company directory checks it.',
      lockedInBrowser:
        'locked in a browser with an earlier sign-in, after too many wrong entries there: unlock.',
    },
    uses: {
      gate: 'the password that comes first',
      first: 'first step',
      second: 'second step',
      both: 'either step',
      none: 'not used by the policy',
    },
    usage: {
      '002': 'The account is disabled and cannot sign in anywhere: enable.',
      '002_1': 'The account is outside its usage period: change --usage-from, --usage-until.',
      '002_2': 'The account is outside its hours now: change --hours-from, --hours-until.',
      '002_3': 'The account is blocked and cannot sign in anywhere: enable.',
      accountDormant:
        'The account was unused for long and is dormant: reset the password with an identity check, or wake.',
      signInShut:
        'The person reported a sign-in that was not theirs: reset the password with an identity check, or wake.',
    },
    policy: {
      '016': 'no policy applies, so the person cannot sign in (016).',
      '016_1': 'there is no such service (016_1).',
      '016_2': 'the policy is outside its period (016_2).',
      '016_3': 'the policy is outside its hours (016_3).',
      '002_2': 'the policy does not allow this network (002_2).',
    },
    accountMayBeUsed: 'The account may be used.',
    groups: (names) => `Groups: ${names}.`,
    sessions: (count) => {
      if (count === 0) return 'Signed in nowhere now.';
      return `Signed in at ${count === 1 ? 'one place' : `${count} places`} now.`;
    },
    eventKinds: { logout: 'Sign-out', signal: 'Security event' },
    delivered: (receiver, eventKind, time) => `${eventKind}: ${receiver} was notified at ${time}.`,
    deliveryPending: (receiver, eventKind, failure, tries, nextTime) =>
      `${eventKind}: ${receiver} has not been notified yet (tries: ${tries}${failure === null ? '' : `, ${failure}`}), next try at ${nextTime}.`,
    deliveryFailed: (receiver, eventKind, failure, tries) =>
      `${eventKind}: ${receiver} was not notified, and there are no more tries (tries: ${tries}${failure === null ? '' : `, ${failure}`}).`,
    works: 'works',
    doesNotWork: 'does not',
    policyHeading: (service, policy) => `Service ${service}, policy ${policy}`,
    onlyFromNetworks: (networks) => `Only from ${networks}.`,
    rememberedBrowsers: (count) =>
      `The second step is skipped in ${count} remembered browser${count === 1 ? '' : 's'}; end-sessions removes them.`,
    methodsSuffice: 'The working methods are enough to sign in.',
    methodsDoNotSuffice: 'The working methods are not enough to sign in.',
    identityCheck: (methods) => `Identity check before a new password: ${methods}`,
    identityCheckImpossible:
      'The identity check cannot be passed now: set the password with: password, or configure a missing method first.',
    lastEvents: 'Last events',
    noEvents: 'The audit of this server has no events of this account.',
  },
};

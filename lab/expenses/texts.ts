import type { Bilingual } from '#lab/web/language.ts';

/** Texts of the SAML service. */
export const TEXTS = {
  welcome: { ko: '영수증 한 장이면 정산 끝', en: 'One receipt, and it is settled' },
  lead: {
    ko: '경비를 올리고 결재 상태를 확인해 보세요. 업무 포털과 같은 회사 계정으로 로그인해요.',
    en: 'File expenses and see their state. Sign in with the same company account as in the workspace.',
  },
  signIn: { ko: '회사 계정으로 로그인', en: 'Sign in with your company account' },
  signOut: { ko: '로그아웃', en: 'Sign out' },
  signedOut: { ko: '로그아웃했어요.', en: 'You are signed out.' },
  sample: {
    ko: '문지기의 SAML 데모 서비스예요. 아래 경비 내역은 예시예요.',
    en: 'This is the SAML demo service of Munjigi. The expenses it shows are made up.',
  },
  lab: { ko: '실험실', en: 'Lab' },
  waiting: { ko: '결재 중', en: 'Waiting for approval' },
  paid: { ko: '지급 완료', en: 'Paid' },
  identity: { ko: '로그인 정보', en: 'How you are signed in' },
  account: { ko: '계정(NameID)', en: 'Account (NameID)' },
  authenticatedAt: { ko: '인증 시각', en: 'Authenticated at' },
  level: { ko: '인증 수준', en: 'Level' },
  issuer: { ko: '발급자', en: 'Issuer' },
  attributes: { ko: '속성', en: 'Attributes' },
  assertion: { ko: 'SAML 어설션', en: 'SAML assertion' },
  signInLinks: { ko: '다른 방식으로 로그인해 보기', en: 'Try other ways to sign in' },
  leaving: { ko: '포털로 가고 있어요', en: 'Taking you to the portal' },
  continue: { ko: '계속', en: 'Continue' },
  failed: { ko: '로그인하지 못했어요', en: 'You are not signed in' },
  notSignedOut: {
    ko: '포털에서 로그아웃했는지 확인하지 못했어요',
    en: 'The portal may not have signed you out',
  },
  again: { ko: '다시 로그인', en: 'Sign in again' },
  back: { ko: '시작 화면으로', en: 'Go to the start page' },
  details: { ko: '자세한 내용', en: 'Details' },
} as const satisfies Record<string, Bilingual>;

/** Sample expenses on the page of a signed-in person. */
export const SAMPLES = {
  waiting: [
    { time: '₩38,500', text: { ko: '부산 출장 택시', en: 'Taxi, trip to Busan' } },
    { time: '₩12,000', text: { ko: '회의 다과', en: 'Coffee for the meeting' } },
  ],
  paid: [
    { time: '₩59,800', text: { ko: 'KTX 왕복', en: 'Train, both ways' } },
    { time: '₩24,000', text: { ko: '기술 서적', en: 'A technical book' } },
  ],
} as const;

type SignInLink = { readonly query: string; readonly title: Bilingual; readonly hint: Bilingual };

/** Links that begin a sign-in with different SAML options. */
export const SIGN_IN_LINKS: readonly SignInLink[] = [
  {
    query: '',
    title: { ko: '다시 로그인', en: 'Sign in once more' },
    hint: {
      ko: '포털 세션이 있으면 3초 뒤 그대로 들어와요.',
      en: 'With a portal session you are back in after 3 seconds.',
    },
  },
  {
    query: '?binding=post',
    title: { ko: 'POST로 요청(HTTP-POST)', en: 'Request by a form (HTTP-POST)' },
    hint: { ko: '요청을 주소 대신 폼으로 보내요.', en: 'The request travels in a form, not in the address.' },
  },
  {
    query: '?force=1',
    title: { ko: '새로 인증(ForceAuthn)', en: 'Authenticate again (ForceAuthn)' },
    hint: { ko: '포털 세션이 있어도 다시 인증해요.', en: 'The portal asks although it knows you.' },
  },
  {
    query: '?passive=1',
    title: { ko: '화면 없이(IsPassive)', en: 'Without a page (IsPassive)' },
    hint: {
      ko: '포털 세션이 없으면 NoPassive로 돌아와요.',
      en: 'Comes back with NoPassive when the portal does not know you.',
    },
  },
];

type FailureText = { readonly codes: readonly string[]; readonly text: Bilingual };

/** Texts for failed sign-ins, with the error codes to which they belong. */
export const FAILURE_TEXTS: readonly FailureText[] = [
  {
    codes: ['NoPassive'],
    text: {
      ko: '화면 없이는 확인할 수 없었어요. 포털에 로그인되어 있지 않거나 다시 인증해야 해요.',
      en: 'It was not possible without a page: you are not signed in to the portal, or have to authenticate again.',
    },
  },
  {
    codes: ['AuthnFailed'],
    text: { ko: '로그인을 취소했어요.', en: 'You cancelled the sign-in.' },
  },
  {
    codes: ['unknown_request'],
    text: {
      ko: '이 브라우저에서 시작하지 않았거나 이미 사용한 로그인이에요.',
      en: 'This sign-in was not begun in this browser, or has been used already.',
    },
  },
  {
    codes: ['portal_unreachable', 'bad_metadata'],
    text: {
      ko: '포털에 연결할 수 없어요. 잠시 후 다시 시도해 주세요.',
      en: 'The portal cannot be reached. Try again in a moment.',
    },
  },
];

/** Text for any other failure. */
export const OTHER_FAILURE_TEXT: Bilingual = {
  ko: '포털의 응답을 확인하지 못했어요.',
  en: 'The answer of the portal could not be verified.',
};

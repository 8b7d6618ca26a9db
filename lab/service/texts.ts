import type { Bilingual } from '#lab/web/language.ts';

/** Texts of the demo service. */
export const TEXTS = {
  welcome: { ko: '오늘 할 일이 한곳에', en: 'Your working day in one place' },
  lead: {
    ko: '일정, 결재, 공지를 한 화면에서 확인해 보세요. 회사 계정으로 로그인해요.',
    en: 'Calendar, approvals and news on one screen. Sign in with your company account.',
  },
  signIn: { ko: '회사 계정으로 로그인', en: 'Sign in with your company account' },
  signOut: { ko: '로그아웃', en: 'Sign out' },
  signedOut: { ko: '로그아웃했어요.', en: 'You are signed out.' },
  sample: {
    ko: '문지기의 데모 서비스예요. 아래 업무 내용은 예시예요.',
    en: 'This is the demo service of Munjigi. What it shows of your work is made up.',
  },
  lab: { ko: '실험실', en: 'Lab' },
  calendar: { ko: '오늘 일정', en: 'Today' },
  approvals: { ko: '결재 대기', en: 'Waiting for you' },
  news: { ko: '공지', en: 'News' },
  identity: { ko: '로그인 정보', en: 'How you are signed in' },
  account: { ko: '계정', en: 'Account' },
  authenticatedAt: { ko: '인증 시각', en: 'Authenticated at' },
  methods: { ko: '인증 방법(amr)', en: 'Methods (amr)' },
  level: { ko: '인증 수준(acr)', en: 'Level (acr)' },
  issuer: { ko: '발급자', en: 'Issuer' },
  idToken: { ko: 'ID 토큰 클레임', en: 'ID token claims' },
  userinfo: { ko: 'UserInfo 응답', en: 'UserInfo answer' },
  payslip: { ko: '급여 명세서', en: 'Payslip' },
  payslipHint: {
    ko: '급여 서버는 5분 안에 두 단계로 인증한 사람에게만 보여 줘요. hong 계정으로 해 보세요.',
    en: 'The payroll server shows it only after a sign-in with two steps in the last 5 minutes. Try it as hong.',
  },
  openPayslip: { ko: '급여 명세서 보기', en: 'Show the payslip' },
  payslipLead: {
    ko: '두 단계 인증을 확인했어요. 금액은 예시예요.',
    en: 'Your two steps have been checked. The sum is made up.',
  },
  month: { ko: '지급 월', en: 'Month' },
  paid: { ko: '실수령액', en: 'Paid' },
  signInLinks: { ko: '다른 방식으로 로그인해 보기', en: 'Try other ways to sign in' },
  failed: { ko: '로그인하지 못했어요', en: 'You are not signed in' },
  again: { ko: '다시 로그인', en: 'Sign in again' },
  back: { ko: '시작 화면으로', en: 'Go to the start page' },
  details: { ko: '자세한 내용', en: 'Details' },
} as const satisfies Record<string, Bilingual>;

/** Sample data on the page of a signed-in person. */
export const SAMPLES = {
  calendar: [
    { time: '09:30', text: { ko: '주간 회의', en: 'Weekly meeting' } },
    { time: '14:00', text: { ko: '신규 입사자 환영', en: 'Welcome the new colleagues' } },
    { time: '16:30', text: { ko: '보안 점검 공유', en: 'Security review' } },
  ],
  approvals: [
    { time: '10:12', text: { ko: '출장 신청서', en: 'Travel request' } },
    { time: '11:40', text: { ko: '비품 구매', en: 'Office supplies' } },
  ],
  news: [
    { time: '11.20', text: { ko: '통합 로그인을 시작해요', en: 'One sign-in for everything' } },
    { time: '11.18', text: { ko: '사내 식당 메뉴', en: 'Canteen menu' } },
  ],
} as const;

type SignInLink = { readonly query: string; readonly title: Bilingual; readonly hint: Bilingual };

/** Links that begin a sign-in with different options of OpenID Connect. */
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
    query: '?prompt=login',
    title: { ko: '새로 인증(prompt=login)', en: 'Authenticate again (prompt=login)' },
    hint: { ko: '포털 세션이 있어도 다시 인증해요.', en: 'The portal asks although it knows you.' },
  },
  {
    query: '?prompt=none',
    title: { ko: '화면 없이(prompt=none)', en: 'Without a page (prompt=none)' },
    hint: {
      ko: '포털 세션이 없으면 login_required로 돌아와요.',
      en: 'Comes back with login_required when the portal does not know you.',
    },
  },
  {
    query: '?max_age=60',
    title: { ko: '1분 안의 인증만(max_age=60)', en: 'At most a minute old (max_age=60)' },
    hint: { ko: '인증한 지 1분이 지났으면 다시 인증해요.', en: 'Asks again when your proof is older.' },
  },
  {
    query: '?max_age=0',
    title: { ko: '항상 다시 인증(max_age=0)', en: 'Never an old proof (max_age=0)' },
    hint: { ko: '방금 인증했어도 다시 인증해요.', en: 'Asks again whenever you come.' },
  },
];

type FailureText = { readonly codes: readonly string[]; readonly text: Bilingual };

/** Texts for failed sign-ins, with the error codes to which they belong. */
export const FAILURE_TEXTS: readonly FailureText[] = [
  {
    codes: ['login_required', 'interaction_required', 'account_selection_required'],
    text: {
      ko: '화면 없이는 확인할 수 없었어요. 포털에 로그인되어 있지 않거나 다시 인증해야 해요.',
      en: 'It was not possible without a page: you are not signed in to the portal, or have to authenticate again.',
    },
  },
  {
    codes: ['insufficient_user_authentication'],
    text: {
      ko: '이 계정은 두 단계로 인증할 수 없어서 급여 명세서를 볼 수 없어요.',
      en: 'This account cannot sign in with two steps, which the payslip requires.',
    },
  },
  {
    codes: ['access_denied'],
    text: { ko: '로그인을 취소했어요.', en: 'You cancelled the sign-in.' },
  },
  {
    codes: ['unknown_state'],
    text: {
      ko: '이 브라우저에서 시작하지 않았거나 이미 사용한 로그인이에요.',
      en: 'This sign-in was not begun in this browser, or has been used already.',
    },
  },
  {
    codes: ['portal_unreachable'],
    text: {
      ko: '포털에 연결할 수 없어요. 잠시 후 다시 시도해 주세요.',
      en: 'The portal cannot be reached. Try again in a moment.',
    },
  },
];

/** Text for any other error. */
export const OTHER_FAILURE_TEXT: Bilingual = {
  ko: '포털의 응답을 확인하지 못했어요.',
  en: 'The answer of the portal could not be verified.',
};

import type * as v from 'valibot';
import type { account } from '#server/config/account.ts';
import type { Localized } from '#server/config/values.ts';

/** The one password of every seeded account. */
export const SEED_PASSWORD = 'Munjigi!2026';

export type SeedAccount = {
  readonly entry: v.InferInput<typeof account>;
  /** What signing in with it shows. */
  readonly shows: Localized;
  /** The code of spec section 8 that it ends in, when it does not sign in. */
  readonly errCode?: string;
};

/** The accounts of the demonstration (design section 9). */
export const SEED_ACCOUNTS: readonly SeedAccount[] = [
  {
    entry: {
      userId: 'kim',
      name: { ko: '김하늘', en: 'Haneul Kim' },
      phoneNumber: '010-2345-6789',
      internalMail: 'haneul.kim@hanbit.example',
      privateMail: 'skyblue@mail.example',
    },
    shows: { ko: '비밀번호만으로 로그인', en: 'signs in with the password alone' },
  },
  {
    entry: {
      userId: 'lee',
      name: { ko: '이도윤', en: 'Doyun Lee' },
      phoneNumber: '010-3456-7890',
      internalMail: 'doyun.lee@hanbit.example',
      privateMail: 'doyun@mail.example',
      tokens: {
        otpCard: 'CARD-00417',
        yubikeyFirst: 'ccccccdemo01',
        mobileApp: 'Galaxy S26',
        fido2token: 'Office laptop',
      },
    },
    shows: { ko: 'OTP 정책, 모든 인증 수단 등록됨', en: 'OTP policy, every method registered' },
  },
  {
    entry: { userId: 'choi', name: { ko: '최서준', en: 'Seojun Choi' }, locked: true },
    shows: { ko: '잠긴 계정', en: 'locked account' },
    errCode: '001_1',
  },
  {
    entry: { userId: 'jung', name: { ko: '정예린', en: 'Yerin Jung' }, status: 'disabled' },
    shows: { ko: '사용 중지된 계정', en: 'disabled account' },
    errCode: '002',
  },
  {
    entry: { userId: 'han', name: { ko: '한지우', en: 'Jiwoo Han' }, usagePeriod: { until: '2020-12-31' } },
    shows: { ko: '사용 기간이 아닌 계정', en: 'outside the usage period' },
    errCode: '002_1',
  },
  {
    entry: {
      userId: 'shin',
      name: { ko: '신유나', en: 'Yuna Shin' },
      usageHours: { from: '00:00', until: '00:00' },
    },
    shows: { ko: '사용 시간이 아닌 계정', en: 'outside the usage hours' },
    errCode: '002_2',
  },
  {
    entry: { userId: 'ryu', name: { ko: '류건우', en: 'Geonwoo Ryu' }, status: 'blocked' },
    shows: { ko: '차단된 계정', en: 'blocked account' },
    errCode: '002_3',
  },
  {
    entry: { userId: 'nam', name: { ko: '남수빈', en: 'Subin Nam' } },
    shows: { ko: '유효한 정책이 없음', en: 'no valid policy' },
    errCode: '016',
  },
  {
    entry: { userId: 'moon', name: { ko: '문태오', en: 'Taeo Moon' } },
    shows: { ko: '정책 기간이 아님', en: 'outside the period of the policy' },
    errCode: '016_2',
  },
  {
    entry: { userId: 'baek', name: { ko: '백시은', en: 'Sieun Baek' } },
    shows: { ko: '정책 시간이 아님', en: 'outside the hours of the policy' },
    errCode: '016_3',
  },
  {
    entry: { userId: 'seo', name: { ko: '서민재', en: 'Minjae Seo' }, passwordExpires: '2026-01-31' },
    shows: { ko: '비밀번호 만료, 변경 화면으로 이동', en: 'expired password, has to change it' },
  },
  {
    entry: {
      userId: 'admin',
      name: { ko: '관리자', en: 'Administrator' },
      role: 'admin',
      initialPassword: true,
    },
    shows: {
      ko: '관리자 첫 로그인, 비밀번호 변경 필요',
      en: 'first administrator login, has to change the password',
    },
  },
];

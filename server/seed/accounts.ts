import { FACTOR_ACCOUNTS } from './factor-accounts.ts';
import { PASSWORD_ACCOUNTS } from './password-accounts.ts';
import type { SeedAccount } from './seed-account.ts';

/** The password of all seeded accounts. */
export const SEED_PASSWORD = 'Munjigi!2026';

/** The accounts of the demonstration. */
export const SEED_ACCOUNTS: readonly SeedAccount[] = [
  {
    entry: {
      userId: 'kim',
      name: { ko: '김하늘', en: 'Haneul Kim' },
      phoneNumber: '010-2345-6789',
      internalMail: 'haneul.kim@hanbit.example',
      privateMail: 'skyblue@mail.example',
    },
    feature: { ko: '비밀번호만으로 로그인', en: 'signs in only by password' },
  },
  {
    entry: {
      userId: 'lee',
      name: { ko: '이도윤', en: 'Doyun Lee' },
      phoneNumber: '010-3456-7890',
      internalMail: 'doyun.lee@hanbit.example',
      privateMail: 'doyun@mail.example',
    },
    feature: { ko: 'OTP 정책, 모든 인증 수단 등록됨', en: 'OTP policy, every method registered' },
  },
  {
    entry: {
      userId: 'lim',
      name: { ko: '임다온', en: 'Daon Lim' },
      phoneNumber: '010-4567-8901',
    },
    feature: { ko: '모바일 앱으로 로그인: 푸시와 QR', en: 'signs in with the mobile app: push and QR' },
  },
  {
    entry: {
      userId: 'park',
      name: { ko: '박서연', en: 'Seoyeon Park' },
      phoneNumber: '010-5678-9012',
      internalMail: 'seoyeon.park@hanbit.example',
      privateMail: 'seoyeon@mail.example',
    },
    feature: {
      ko: '비밀번호 다음에 2단계 인증(SMS, 앱 OTP, 카드, 사내 메일, 푸시)',
      en: 'password, then a second factor: SMS, app OTP, card, internal mail or push, in five slots',
    },
  },
  {
    entry: { userId: 'choi', name: { ko: '최서준', en: 'Seojun Choi' }, locked: true },
    feature: { ko: '잠긴 계정', en: 'locked account' },
    errCode: '001_1',
  },
  {
    entry: { userId: 'jung', name: { ko: '정예린', en: 'Yerin Jung' }, status: 'disabled' },
    feature: { ko: '사용 중지된 계정', en: 'disabled account' },
    errCode: '002',
  },
  {
    entry: { userId: 'han', name: { ko: '한지우', en: 'Jiwoo Han' }, usagePeriod: { until: '2020-12-31' } },
    feature: { ko: '사용 기간이 아닌 계정', en: 'outside the usage period' },
    errCode: '002_1',
  },
  {
    entry: {
      userId: 'shin',
      name: { ko: '신유나', en: 'Yuna Shin' },
      usageHours: { from: '00:00', until: '00:00' },
    },
    feature: { ko: '사용 시간이 아닌 계정', en: 'outside the usage hours' },
    errCode: '002_2',
  },
  {
    entry: { userId: 'ryu', name: { ko: '류건우', en: 'Geonwoo Ryu' }, status: 'blocked' },
    feature: { ko: '차단된 계정', en: 'blocked account' },
    errCode: '002_3',
  },
  {
    entry: { userId: 'nam', name: { ko: '남수빈', en: 'Subin Nam' } },
    feature: { ko: '유효한 정책이 없음', en: 'no valid policy' },
    errCode: '016',
  },
  {
    entry: { userId: 'moon', name: { ko: '문태오', en: 'Taeo Moon' } },
    feature: { ko: '정책 기간이 아님', en: 'outside the period of the policy' },
    errCode: '016_2',
  },
  {
    entry: { userId: 'baek', name: { ko: '백시은', en: 'Sieun Baek' } },
    feature: { ko: '정책 시간이 아님', en: 'outside the hours of the policy' },
    errCode: '016_3',
  },
  {
    entry: { userId: 'seo', name: { ko: '서민재', en: 'Minjae Seo' }, passwordExpires: '2026-01-31' },
    feature: { ko: '비밀번호 만료, 변경 화면으로 이동', en: 'expired password, has to change it' },
  },
  {
    entry: {
      userId: 'admin',
      name: { ko: '관리자', en: 'Administrator' },
      role: 'admin',
      initialPassword: true,
    },
    feature: {
      ko: '관리자 첫 로그인, 비밀번호 변경 필요',
      en: 'first administrator login, has to change the password',
    },
  },
  {
    entry: {
      userId: 'yoon',
      name: { ko: '윤서아', en: 'Seoa Yoon' },
    },
    feature: { ko: 'OTP 정책, 등록된 것이 없음', en: 'OTP policy, nothing registered' },
  },
  {
    entry: {
      userId: 'noh',
      name: { ko: '노윤슬', en: 'Yunseul Noh' },
      phoneNumber: '010-4000-1120',
      internalMail: 'noh@hanbit.example',
      privateMail: 'noh@mail.example',
    },
    feature: {
      ko: 'OTP 정책, 연락처만 있고 앱·카드·키·패스키를 직접 등록',
      en: 'OTP policy, only contacts: registers the app, a card, keys and passkeys',
    },
  },
  {
    entry: {
      userId: 'hong',
      name: { ko: '홍지민', en: 'Jimin Hong' },
      phoneNumber: '010-4000-1101',
      internalMail: 'hong@hanbit.example',
      privateMail: 'hong@mail.example',
    },
    feature: {
      ko: '비밀번호 다음에 OTP 카드나 보안 키',
      en: 'password first, then an OTP card or a security key',
    },
  },
  {
    entry: {
      userId: 'jang',
      name: { ko: '장하준', en: 'Hajun Jang' },
      phoneNumber: '010-4000-1102',
      internalMail: 'jang@hanbit.example',
      privateMail: 'jang@mail.example',
      fixedToken: { authType: '1', alwaysSend: true },
    },
    feature: {
      ko: '항상 SMS 인증, 인증번호 자동으로 받기',
      en: 'always by SMS; the code is sent automatically',
    },
  },
  {
    entry: {
      userId: 'song',
      name: { ko: '송이안', en: 'Ian Song' },
      phoneNumber: '010-4000-1103',
      internalMail: 'song@hanbit.example',
      privateMail: 'song@mail.example',
      fixedToken: { authType: '4' },
    },
    feature: { ko: 'SMS와 사내 메일로 같은 인증번호', en: 'the same code by SMS and internal mail' },
  },
  {
    entry: {
      userId: 'yang',
      name: { ko: '양시우', en: 'Siu Yang' },
      phoneNumber: '010-4000-1104',
      internalMail: 'yang@hanbit.example',
      privateMail: 'yang@mail.example',
      fixedToken: { authType: '5' },
    },
    feature: { ko: 'SMS와 개인 메일로 같은 인증번호', en: 'the same code by SMS and private mail' },
  },
  {
    entry: {
      userId: 'ahn',
      name: { ko: '안채원', en: 'Chaewon Ahn' },
      phoneNumber: '010-4000-1105',
      internalMail: 'ahn@hanbit.example',
      privateMail: 'ahn@mail.example',
      fixedToken: { authType: '6' },
    },
    feature: {
      ko: '사내 메일과 개인 메일로 같은 인증번호',
      en: 'the same code by internal and private mail',
    },
  },
  ...FACTOR_ACCOUNTS,
  ...PASSWORD_ACCOUNTS,
];

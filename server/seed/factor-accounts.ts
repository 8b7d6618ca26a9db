import type { SeedAccount } from './seed-account.ts';

/** Accounts whose factors are refused for different reasons, and accounts that need a passkey or a security key. */
export const FACTOR_ACCOUNTS: readonly SeedAccount[] = [
  {
    entry: {
      userId: 'kang',
      name: { ko: '강현우', en: 'Hyeonwoo Kang' },
      phoneNumber: '010-4000-1106',
      internalMail: 'kang@hanbit.example',
      privateMail: 'kang@mail.example',
    },
    feature: { ko: '라이선스 수량 초과로 앱 등록 불가', en: 'no app can be registered: the licence is full' },
  },
  {
    entry: {
      userId: 'kwon',
      name: { ko: '권나은', en: 'Naeun Kwon' },
      phoneNumber: '010-4000-1107',
      internalMail: 'kwon@hanbit.example',
      privateMail: 'kwon@mail.example',
    },
    feature: { ko: '라이선스 만료로 앱 등록 불가', en: 'no app can be registered: the licence has expired' },
  },
  {
    entry: {
      userId: 'bae',
      name: { ko: '배성민', en: 'Seongmin Bae' },
      phoneNumber: '010-4000-1108',
      internalMail: 'bae@hanbit.example',
      privateMail: 'bae@mail.example',
    },
    feature: { ko: '임시 코드의 사용 기간이 지남', en: 'temporary code outside its period' },
    errCode: '004_2',
  },
  {
    entry: {
      userId: 'heo',
      name: { ko: '허유진', en: 'Yujin Heo' },
      phoneNumber: '010-4000-1109',
      internalMail: 'heo@hanbit.example',
      privateMail: 'heo@mail.example',
    },
    feature: { ko: '임시 코드를 너무 많이 틀림', en: 'temporary code invalid after too many wrong attempts' },
    errCode: '004_3',
  },
  {
    entry: {
      userId: 'jo',
      name: { ko: '조민서', en: 'Minseo Jo' },
      phoneNumber: '010-4000-1110',
      internalMail: 'jo@hanbit.example',
      privateMail: 'jo@mail.example',
      inactivated: ['7'],
    },
    feature: { ko: 'OTP 카드 인증이 잠김', en: 'OTP card inactivated' },
    errCode: '005_6',
  },
  {
    entry: {
      userId: 'cha',
      name: { ko: '차은호', en: 'Eunho Cha' },
      phoneNumber: '010-4000-1111',
      internalMail: 'cha@hanbit.example',
      privateMail: 'cha@mail.example',
    },
    feature: { ko: '등록이 해제된 OTP 카드', en: 'unregistered OTP card' },
    errCode: '007_1',
  },
  {
    entry: {
      userId: 'joo',
      name: { ko: '주아린', en: 'Arin Joo' },
      phoneNumber: '010-4000-1112',
      internalMail: 'joo@hanbit.example',
      privateMail: 'joo@mail.example',
    },
    feature: { ko: '사용하지 않도록 설정된 OTP 카드', en: 'OTP card not set to be used' },
    errCode: '007_2',
  },
  {
    entry: {
      userId: 'woo',
      name: { ko: '우지안', en: 'Jian Woo' },
      phoneNumber: '010-4000-1113',
      internalMail: 'woo@hanbit.example',
      privateMail: 'woo@mail.example',
    },
    feature: { ko: '사용 기간이 지난 OTP 카드', en: 'OTP card outside its period' },
    errCode: '007_3',
  },
  {
    entry: {
      userId: 'ku',
      name: { ko: '구본하', en: 'Bonha Ku' },
      phoneNumber: '010-4000-1114',
      internalMail: 'ku@hanbit.example',
      privateMail: 'ku@mail.example',
    },
    feature: { ko: '사용 중지된 보안 키', en: 'disabled security key' },
    errCode: '008_2',
  },
  {
    entry: {
      userId: 'min',
      name: { ko: '민도현', en: 'Dohyeon Min' },
      phoneNumber: '010-4000-1115',
      internalMail: 'min@hanbit.example',
      privateMail: 'min@mail.example',
    },
    feature: { ko: '사용하지 않도록 설정된 보안 키', en: 'security key not set to be used' },
    errCode: '008_3',
  },
  {
    entry: {
      userId: 'na',
      name: { ko: '나현서', en: 'Hyeonseo Na' },
      phoneNumber: '010-4000-1116',
      internalMail: 'na@hanbit.example',
      privateMail: 'na@mail.example',
    },
    feature: { ko: '사용 기간이 지난 보안 키', en: 'security key outside its period' },
    errCode: '008_4',
  },
  {
    entry: {
      userId: 'doh',
      name: { ko: '도가람', en: 'Garam Doh' },
      phoneNumber: '010-4000-1117',
      internalMail: 'doh@hanbit.example',
      privateMail: 'doh@mail.example',
      fixedToken: { authType: '9' },
    },
    feature: {
      ko: '기본 인증 방법(모바일 앱)이 등록되지 않음',
      en: 'default method, the mobile app, not registered',
    },
    errCode: '015_1',
  },
  {
    entry: {
      userId: 'oh',
      name: { ko: '오예나', en: 'Yena Oh' },
      phoneNumber: '010-4000-1119',
      internalMail: 'oh@hanbit.example',
      privateMail: 'oh@mail.example',
      fixedToken: { authType: '12', alwaysSend: true },
    },
    feature: {
      ko: '항상 패스키로 인증, 패스키는 실험실에서 만들어요',
      en: 'always by passkey, which is created in the lab',
    },
  },
  {
    entry: {
      userId: 'pyo',
      name: { ko: '표주원', en: 'Juwon Pyo' },
      phoneNumber: '010-4000-1118',
      internalMail: 'pyo@hanbit.example',
      privateMail: 'pyo@mail.example',
    },
    feature: { ko: '모바일 앱에 OTP 정보가 없음', en: 'mobile app without OTP information' },
    errCode: '015_2',
  },
  {
    entry: {
      userId: 'tak',
      name: { ko: '탁수호', en: 'Suho Tak' },
      phoneNumber: '010-4000-1124',
      internalMail: 'tak@hanbit.example',
    },
    feature: {
      ko: '보안 키로만 로그인, 하나뿐인 키는 삭제할 수 없음',
      en: 'signs in only by security key; the only key cannot be removed',
    },
  },
  {
    entry: {
      userId: 'ma',
      name: { ko: '마리아', en: 'Ria Ma' },
      phoneNumber: '010-4000-1125',
      internalMail: 'ma@hanbit.example',
    },
    feature: {
      ko: '보안 키로 로그인한 뒤에만 인증 수단을 등록',
      en: 'can register methods only after a sign-in by security key',
    },
  },
];

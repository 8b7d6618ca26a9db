import type { SeedAccount } from './seed-account.ts';

/** Accounts that demonstrate the password flows. */
export const PASSWORD_ACCOUNTS: readonly SeedAccount[] = [
  {
    entry: {
      userId: 'bong',
      name: { ko: '봉수아', en: 'Sua Bong' },
      phoneNumber: '010-4000-1120',
      internalMail: 'bong@hanbit.example',
      privateMail: 'bong@mail.example',
    },
    hasNoPassword: true,
    feature: {
      ko: '비밀번호가 없음, 관리자의 링크로 만들어요',
      en: 'no password yet: creates one with a link from the administrator',
    },
  },
  {
    entry: {
      userId: 'gil',
      name: { ko: '길다온', en: 'Daon Gil' },
      internalMail: 'gil@hanbit.example',
    },
    answer: { questionId: 'trip', text: '제주도' },
    feature: {
      ko: '비밀번호 재설정: 사내 메일이나 질문(답: 제주도), 휴대폰 번호 없음',
      en: 'resets a forgotten password by internal mail or by the question (answer 제주도); no phone number',
    },
  },
  {
    entry: {
      userId: 'son',
      name: { ko: '손예준', en: 'Yejun Son' },
      phoneNumber: '010-4000-1123',
      internalMail: 'son@hanbit.example',
    },
    formerPasswords: ['Munjigi!25', 'Munjigi!24', 'Munjigi!23'],
    feature: {
      ko: '다시 사용할 수 없는 예전 비밀번호 세 개: Munjigi!25, Munjigi!24, Munjigi!23',
      en: 'three former passwords that cannot be used again: Munjigi!25, Munjigi!24, Munjigi!23',
    },
  },
  {
    entry: { userId: 'ha', name: { ko: '하서윤', en: 'Seoyun Ha' } },
    feature: {
      ko: '연락처도 질문도 없어 비밀번호를 스스로 재설정할 수 없음',
      en: 'no contact and no question: cannot reset the password without the administrator',
    },
  },
  {
    entry: {
      userId: 'eom',
      name: { ko: '엄하윤', en: 'Hayun Eom' },
      phoneNumber: '010-4000-1121',
      internalMail: 'eom@hanbit.example',
    },
    expiresInDays: 3,
    feature: { ko: '3일 뒤 비밀번호 만료', en: 'the password expires in 3 days' },
  },
  {
    entry: {
      userId: 'seok',
      name: { ko: '석민규', en: 'Mingyu Seok' },
      userType: 'EXTERNAL',
      phoneNumber: '010-4000-1122',
    },
    feature: {
      ko: '외부 계정, 비밀번호 재설정 없음',
      en: 'external account: the portal cannot reset its password',
    },
  },
];

import type { SeedAccount } from './seed-account.ts';

/** Accounts for the password flows. */
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
    shows: {
      ko: '비밀번호가 없음, 관리자의 링크로 만들어요',
      en: 'no password yet: makes one by a link of the administrator',
    },
  },
  {
    entry: {
      userId: 'gil',
      name: { ko: '길다온', en: 'Daon Gil' },
      internalMail: 'gil@hanbit.example',
    },
    answer: { questionId: 'trip', text: '제주도' },
    shows: {
      ko: '비밀번호 찾기: 사내 메일이나 질문(답: 제주도), 휴대폰 번호 없음',
      en: 'forgets the password: internal mail or the question (answer 제주도), no phone number',
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
    shows: { ko: '3일 뒤 비밀번호 만료', en: 'the password expires in 3 days' },
  },
  {
    entry: {
      userId: 'seok',
      name: { ko: '석민규', en: 'Mingyu Seok' },
      userType: 'EXTERNAL',
      phoneNumber: '010-4000-1122',
    },
    shows: { ko: '외부 계정, 비밀번호 찾기 없음', en: 'external account: no forgotten password here' },
  },
];

import type { Language } from '#i18n/locale.ts';
import type { ConfirmationTexts } from './confirmation.ts';

/** Confirmation of a sign-out that the person may not have intended. */
export const SIGN_OUT_CONFIRMATION: Readonly<Record<Language, ConfirmationTexts>> = {
  ko: {
    title: '로그아웃할까요?',
    lead: '로그아웃하면 다음에 서비스를 열 때 다시 인증해야 해요.',
    yes: '로그아웃',
    no: '로그인 유지',
  },
  en: {
    title: 'Sign out?',
    lead: 'You will need to sign in again the next time you open a service.',
    yes: 'Sign out',
    no: 'Stay signed in',
  },
};

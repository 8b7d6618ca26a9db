import type { Language } from '#i18n/locale.ts';
import type { Message } from '#server/login/sending/outbox.ts';
import type { CodePurpose } from '#server/storage/repositories/sent-codes.ts';

type MessageText = Pick<Message, 'subject' | 'text'>;

/** The texts of the notification on the phone (rule 80). */
export const PUSH_MESSAGE: Readonly<
  Record<CodePurpose, Readonly<Record<Language, (serviceName: string) => MessageText>>>
> = {
  login: {
    ko: (serviceName) => ({
      subject: `[${serviceName}] 로그인 확인`,
      text: '로그인하는 사람이 본인이면 앱에서 확인해 주세요. 아니라면 거절해 주세요.',
    }),
    en: (serviceName) => ({
      subject: `[${serviceName}] Sign-in`,
      text: 'Are you signing in? Confirm in the app. If you are not, deny the request.',
    }),
  },
  identity: {
    ko: (serviceName) => ({
      subject: `[${serviceName}] 본인 확인`,
      text: '비밀번호를 바꾸거나 인증 방법을 등록하는 사람이 본인이면 앱에서 확인해 주세요. 아니라면 거절해 주세요.',
    }),
    en: (serviceName) => ({
      subject: `[${serviceName}] Identity check`,
      text: 'Are you changing the password or registering a method? Confirm in the app. If you are not, deny the request.',
    }),
  },
};

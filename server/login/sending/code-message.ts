import type { Language } from '#i18n/locale.ts';
import type { Channel, CodePurpose } from '#server/storage/repositories/sent-codes.ts';
import type { Message } from './outbox.ts';
import { bytesInEucKr, fittedToEucKr, SMS_BYTES } from './short-message.ts';

/** The values on which the text of a code message depends. */
export type CodeMessageContext = {
  readonly language: Language;
  readonly serviceName: string;
  /**
   * The host of the portal. It is in the last line of an SMS, so that browsers fill in the code only at the portal
   * (WebOTP).
   */
  readonly host: string;
  readonly purpose: CodePurpose;
};

type MessageText = {
  /** The subject of a mail. */
  readonly subject: string;
  /** The text of an SMS after the name of the service. */
  readonly sms: string;
  /** The text of a mail. */
  readonly mail: string;
};

type Template = (code: string, serviceName: string) => MessageText;

const KO_MAIL_END = [
  '5분 안에 입력해 주세요. 누구에게도 알려 주지 마세요.',
  '직접 요청하지 않았다면 관리자에게 알려 주세요.',
];
const EN_MAIL_END = [
  'It is valid for 5 minutes. Tell it to nobody.',
  'If you did not ask for it, tell your administrator.',
];

const TEMPLATES: Readonly<Record<CodePurpose, Readonly<Record<Language, Template>>>> = {
  login: {
    ko: (code, serviceName) => ({
      subject: `[${serviceName}] 인증번호`,
      sms: `로그인 인증번호 ${code} (5분, 공유 금지)`,
      mail: [`${serviceName} 로그인 인증번호예요.`, '', code, '', ...KO_MAIL_END].join('\n'),
    }),
    en: (code, serviceName) => ({
      subject: `[${serviceName}] Authentication code`,
      sms: `Sign-in code ${code} (5 min, don't share)`,
      mail: [`Your code to sign in to ${serviceName}:`, '', code, '', ...EN_MAIL_END].join('\n'),
    }),
  },
  identity: {
    ko: (code, serviceName) => ({
      subject: `[${serviceName}] 본인 확인 인증번호`,
      sms: `계정 변경 인증번호 ${code} (5분, 공유 금지)`,
      mail: [
        `${serviceName}에서 비밀번호를 바꾸거나 인증 방법을 등록하기 위한 인증번호예요. 로그인에는 사용할 수 없어요.`,
        '',
        code,
        '',
        ...KO_MAIL_END,
      ].join('\n'),
    }),
    en: (code, serviceName) => ({
      subject: `[${serviceName}] Identity check`,
      sms: `Account change: ${code} (5 min, don't share)`,
      mail: [
        `Your code to change the password or register a method at ${serviceName}. It does not sign you in:`,
        '',
        code,
        '',
        ...EN_MAIL_END,
      ].join('\n'),
    }),
  },
};

/** The complete text of an SMS. The name of the service is shortened until the text fits into an SMS (rule 231). */
function smsText(text: string, serviceName: string, lastLine: string): string {
  const textAfterName = `${text}\n${lastLine}`;
  const name = fittedToEucKr(serviceName, SMS_BYTES - bytesInEucKr(`[] ${textAfterName}`));
  return name === '' ? textAfterName : `[${name}] ${textAfterName}`;
}

/** The text of a message with a code. The content that a client sends is ignored (rule 80). */
export function codeMessage(
  channel: Channel,
  code: string,
  { language, serviceName, host, purpose }: CodeMessageContext,
): Pick<Message, 'subject' | 'text'> {
  const messageText = TEMPLATES[purpose][language](code, serviceName);
  if (channel !== 'sms') return { subject: messageText.subject, text: messageText.mail };
  return { subject: '', text: smsText(messageText.sms, serviceName, `@${host} #${code}`) };
}

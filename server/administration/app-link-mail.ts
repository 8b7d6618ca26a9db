import type { Settings } from '#server/login/portal.ts';
import { formatMailTime } from './account-mail.ts';

/**
 * The mail with a link that registers a mobile app.
 * @param validUntil when the link expires, in epoch milliseconds
 */
export function appLinkMail(
  portal: Settings,
  link: string,
  validUntil: number,
): { readonly subject: string; readonly text: string } {
  const [ko, en] = ['ko-KR', 'en-GB'].map((locale) => formatMailTime(portal, locale, validUntil));
  return {
    subject: '모바일 앱 등록 / Register your mobile app',
    text: [
      `인증 앱을 사용할 휴대폰에서 이 링크를 열어 주세요. ${ko}까지 한 번만 사용할 수 있어요.`,
      link,
      '요청한 적이 없다면 링크를 열지 말고 관리자에게 알려 주세요.',
      '',
      `Open this link on the phone whose app you will use. It works once, until ${en}.`,
      link,
      'If you do not expect this, do not open it and tell your administrator.',
    ].join('\n'),
  };
}

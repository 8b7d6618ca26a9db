import type { LocalizedText, ScreensData } from '#atlas/screens/types.ts';
import type { Catalogues } from '#atlas/words/types.ts';

/** Reasons why no screen shows a text, with the pattern of the text keys; the first matching pattern applies. */
const REASONS: readonly (readonly [RegExp, LocalizedText])[] = [
  [
    /^error\./,
    {
      ko: '서버가 이 코드나 이유로 거절할 때만 나와요. 상태마다 오류 코드를 골라 볼 수 있어요.',
      en: 'Shown only when the server refuses with this code or reason; codes can be chosen at each state.',
    },
  ],
  [
    /^(otp|push|selfAuth)\.purpose/,
    {
      ko: '화면이 아니라 보내는 SMS, 메일, 푸시에 쓰여요.',
      en: 'Used in the SMS, mail or push, not on a screen.',
    },
  ],
  [
    /^(info\.|explanation\.|registration\.|factors\.|factor\.|holding\.|expiry\.|passwordSetup\.|second\.remember|endSignIns\.tooFew|deviceSignIn\.failed)/,
    {
      ko: '서버의 답이나 입력에 따라서만 나와요. 흐름 지도의 예시에는 그런 답이나 입력이 없어요.',
      en: 'Depends on an answer or an input that the examples of the atlas do not have.',
    },
  ],
  [
    /^(qr\.|push\.|code\.|otp\.|password\.|return\.|action\.|registerApp\.|provisioning\.installWeb|chooser\.|failure\.kept$)/,
    {
      ko: '기기, 화면 너비, 서비스 이름이나 입력 중인 글자에 따라 나와요.',
      en: 'Depends on the device, the width of the screen, the name of the service or the typed text.',
    },
  ],
  [
    /^(offline\.|cookies\.|language\.|crash\.|tabs\.)/,
    {
      ko: '연결, 쿠키, 언어, 오류처럼 어느 화면에서나 생길 수 있는 일을 알려요. 흐름 지도의 예시는 늘 연결되어 있어요.',
      en: 'Reports the network, cookies, the language or a crash, on any screen; the examples of the atlas are always connected.',
    },
  ],
  [
    /^request\./,
    {
      ko: '서비스의 로그인 요청이 답을 기다리는 동안 화면 아래에 나와요. 흐름 지도는 화면만 그려요.',
      en: 'Shown below a screen while the request of a service waits for its answer; the atlas shows only the screen.',
    },
  ],
  [
    /^phone\./,
    {
      ko: '휴대폰의 웹 앱에 나와요. 흐름 지도는 포털의 화면을 보여줘요.',
      en: 'Shown in the web app on the phone; the atlas shows the screens of the portal.',
    },
  ],
  [
    /^desk\./,
    {
      ko: '헬프 데스크의 화면에 나와요. 흐름 지도는 포털의 화면을 보여줘요.',
      en: 'Shown on the page of the help desk; the atlas shows the screens of the portal.',
    },
  ],
  [
    /^(noScript|time)\./,
    {
      ko: '스크립트 없이 서버가 그린 화면에만 나와요.',
      en: 'Shown on pages that the server renders for browsers without scripts.',
    },
  ],
  [
    /^session\./,
    {
      ko: '한동안 아무 일도 없을 때 화면 위에 창으로 떠요. 흐름 지도의 예시에서는 시간이 흐르지 않아요.',
      en: 'Shown in a dialog over the screen after a while without activity; no time passes in the examples of the atlas.',
    },
  ],
  [
    /^(brand\.|operator\.|title\.)/,
    {
      ko: '운영자의 설정에서 오거나, 브라우저 탭의 제목에만 쓰여요.',
      en: 'Comes from the configuration of the operator, or is only in the title of the browser tab.',
    },
  ],
  [
    /^(identity\.|remark\.)/,
    {
      ko: '앞선 일(다시 요청, 끊김, 바뀐 정책)에 따라 안내로 나와요.',
      en: 'A remark on an earlier event: a repeated request, an interruption, a changed policy.',
    },
  ],
];

/**
 * The keys of the texts that no screen of the atlas shows, grouped by the reason.
 * @param shownKeys keys of the texts that a screen shows
 * @throws Error when no reason is listed for a text that no screen shows
 */
export function textsWithoutScreen(
  texts: Catalogues,
  shownKeys: ReadonlySet<string>,
): ScreensData['textsWithoutScreen'] {
  const keysWithoutScreen = Object.keys(texts.ko).filter((key) => !shownKeys.has(key));
  const reasonOf = (key: string) => REASONS.find(([pattern]) => pattern.test(key))?.[1];
  const unexplained = keysWithoutScreen.filter((key) => reasonOf(key) === undefined);
  if (unexplained.length > 0)
    throw new Error(
      `No screen of the atlas shows ${unexplained.join(', ')}: add a case that shows it, or a reason in tools/atlas/texts-without-screen.ts`,
    );
  return REASONS.map(([, reason]) => ({
    reason,
    keys: keysWithoutScreen.filter((key) => reasonOf(key) === reason),
  })).filter(({ keys }) => keys.length > 0);
}

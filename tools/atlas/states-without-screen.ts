import { isChoice } from '#atlas/model/screens.ts';
import type { ChartMachine, ChartState } from '#atlas/model/types.ts';
import type { AtlasState, LocalizedText } from '#atlas/screens/types.ts';
import type { Catalogues } from '#atlas/words/types.ts';
import { MACHINES_OF_OTHER_PAGES } from '#cases/portal-cases.ts';
import type { BACKGROUND_FLOWS } from '#machines/portal/flows.ts';
import { RELOAD_LABEL, START_FAILURE } from '#wire/server-portal.ts';

const TRANSIENT_REASON: LocalizedText = {
  ko: '바로 지나가는 상태라 화면이 없어요.',
  en: 'The flow passes through here at once: there is no screen.',
};

const FINAL_REASON: LocalizedText = {
  ko: '흐름이 여기서 끝나고, 그 결과로 정해진 다음 화면이 나와요.',
  en: 'The flow ends here, and the screen that its result decides comes next.',
};

/** The reasons for machines that run on another page than the portal's. */
const OTHER_PAGE_REASONS: Readonly<Record<string, LocalizedText>> = {
  phone: {
    ko: '휴대폰의 웹 앱에서 동작해요. 흐름 지도는 포털의 화면을 보여줘요.',
    en: 'It runs in the web app on the phone; the atlas shows the screens of the portal.',
  },
  desk: {
    ko: '헬프 데스크의 화면에서 동작해요. 흐름 지도는 포털의 화면을 보여줘요.',
    en: 'It runs on the page of the help desk; the atlas shows the screens of the portal.',
  },
};

/** The reasons for background flows. */
const BACKGROUND_FLOW_REASONS: Readonly<Record<keyof typeof BACKGROUND_FLOWS, LocalizedText>> = {
  history: {
    ko: '어느 화면에서나 함께 동작하면서 주소와 브라우저의 뒤로 가기를 화면에 맞춰요. 화면이 따로 없어요.',
    en: 'It runs in the background of every screen and keeps the address and the back button in sync; it has no screen.',
  },
  idle: {
    ko: '어느 화면에서나 함께 동작하면서 세션을 얼마 동안 사용하지 않았는지 봐요. 끝나기 전까지는 보이는 것이 없어요.',
    en: 'It runs in the background of every screen and watches how long the session has been unused; nothing is visible until it is about to end.',
  },
  language: {
    ko: '어느 화면에서나 함께 동작하면서 문구를 불러와요. 화면은 그대로이고 언어만 바뀌어요.',
    en: 'It runs in the background of every screen and fetches the texts: the screen stays, its language changes.',
  },
  network: {
    ko: '어느 화면에서나 함께 동작하면서 인터넷 연결을 봐요. 연결되어 있는 동안은 보이는 것이 없어요.',
    en: 'It runs in the background of every screen and watches the network; nothing is visible while there is a connection.',
  },
  'service-info': {
    ko: '어느 화면에서나 함께 동작하면서 서비스의 이름과 로그인 방법을 물어봐요. 화면은 기다리지 않고, 답이 오면 보여줘요.',
    en: 'It runs in the background of every screen and asks for the name and the sign-in methods of the service; a screen shows them when they arrive.',
  },
};

/** By state of a background flow: the key of the message that is shown above the current screen. */
const MESSAGE_KEYS: Readonly<Record<string, string>> = {
  'network.offline': 'offline.lost',
  'network.restored': 'offline.restored',
  'language.drawn.incomplete': 'language.failed',
  'language.drawn.unchanged': 'language.failed',
};

/** By state of a background flow: the key of the title of the dialog that is shown over the current screen. */
const DIALOG_TITLE_KEYS: Readonly<Record<string, string>> = {
  'idle.warned': 'session.unused',
  'idle.extending': 'session.unused',
};

const shownInDialog = (texts: Catalogues, key: string): LocalizedText => ({
  ko: `보고 있던 화면 위에 “${texts.ko[key]}” 창이 떠요. 화면이 따로 없어요.`,
  en: `A dialog over the current screen: “${texts.en[key]}” It has no screen of its own.`,
});

const shownInMessage = (texts: Catalogues, key: string): LocalizedText => ({
  ko: `보고 있던 화면 위쪽에 “${texts.ko[key]}”라고 나와요. 화면이 따로 없어요.`,
  en: `A message above the current screen: “${texts.en[key]}” It has no screen of its own.`,
});

/** The reason for the state in which the texts could not be loaded. The markup of the page contains the message. */
const NO_TEXTS_REASON: LocalizedText = {
  ko: `문구가 없어서 포털의 화면을 그릴 수 없어요. 페이지가 “${START_FAILURE.ko}”라고 두 언어로 알리고, “${RELOAD_LABEL}” 버튼을 보여줘요.`,
  en: `Without texts no screen of the portal can be drawn. The page itself says so in both languages, “${START_FAILURE.en}”, with a button “${RELOAD_LABEL}”.`,
};

/** The reason why a state has no screen; undefined if no reason is known. */
function reasonOf(machine: ChartMachine, state: ChartState, texts: Catalogues): LocalizedText | undefined {
  const messageKey = MESSAGE_KEYS[state.id];
  if (messageKey !== undefined) return shownInMessage(texts, messageKey);
  const titleKey = DIALOG_TITLE_KEYS[state.id];
  if (titleKey !== undefined) return shownInDialog(texts, titleKey);
  if (state.id === 'language.missing') return NO_TEXTS_REASON;
  if (MACHINES_OF_OTHER_PAGES.has(machine.id)) return OTHER_PAGE_REASONS[machine.id];
  if (machine.id in BACKGROUND_FLOW_REASONS)
    return BACKGROUND_FLOW_REASONS[machine.id as keyof typeof BACKGROUND_FLOW_REASONS];
  if (state.type === 'final') return FINAL_REASON;
  return isChoice(machine, state) ? TRANSIENT_REASON : undefined;
}

/**
 * The reasons why the atlas has no screen of a state, by state.
 * @throws Error when a state has neither a screen nor a reason
 */
export function statesWithoutScreen(
  machines: readonly ChartMachine[],
  states: Readonly<Record<string, AtlasState>>,
  texts: Catalogues,
): Readonly<Record<string, LocalizedText>> {
  const reasons = machines.flatMap((machine) =>
    machine.states
      .filter(({ id }) => (states[id]?.variants ?? []).length === 0)
      .map((state) => [state.id, reasonOf(machine, state, texts)] as const),
  );
  const unexplained = reasons.filter(([, reason]) => reason === undefined).map(([id]) => id);
  if (unexplained.length > 0)
    throw new Error(
      `The atlas has no screen of ${unexplained.join(', ')}: add a case that reaches it, or a reason in tools/atlas/states-without-screen.ts`,
    );
  return Object.fromEntries(reasons.flatMap(([id, reason]) => (reason ? [[id, reason]] : [])));
}

import { createContext, useContext } from 'react';
import type { TransitionKind } from '#atlas/model/types.ts';
import type { Language } from '#atlas/words/types.ts';

/** The texts of the interface of the atlas itself. */
export const INTERFACE_TEXTS = {
  title: { ko: '흐름 지도', en: 'Flow atlas' },
  startLead: {
    ko: '서비스의 모든 흐름을 실제로 움직이는 소스에서 그대로 그린 지도예요.',
    en: 'Every flow of the product, drawn from the source that runs it.',
  },
  questions: { ko: '무엇을 알고 싶으세요?', en: 'What would you like to know?' },
  questionJourneys: {
    ko: '사람은 어떤 화면을 차례로 보나요?',
    en: 'Which screens does a person see, one after the other?',
  },
  questionJourneysHint: {
    ko: '두 방법을 나란히 비교할 수도 있어요.',
    en: 'Two journeys can be compared side by side.',
  },
  questionMap: {
    ko: '어떤 화면이 있고 어디로 이어지나요?',
    en: 'Which screens are there, and where do they lead?',
  },
  questionMapHint: {
    ko: '화면을 고르면 설명과 실제 모습이 나와요.',
    en: 'Choose one to see what it is for and how it really looks.',
  },
  questionLimits: {
    ko: '몇 분, 몇 번까지인가요? 누가 정하나요?',
    en: 'How long, how often, and who sets it?',
  },
  questionLimitsHint: {
    ko: '모든 시간과 횟수를 초와 분으로, 정하는 곳과 함께 보여줘요.',
    en: 'Every time and count, in seconds and minutes, with who may change it.',
  },
  questionCodes: { ko: '이 오류는 어느 화면에 나오나요?', en: 'Which screens show this error?' },
  questionCodesHint: {
    ko: '오류 코드를 고르면 문구와 화면이 나와요.',
    en: 'Choose a code to see its text and its screens.',
  },
  journeys: { ko: '화면의 순서', en: 'Journeys' },
  journey: { ko: '보고 싶은 순서', en: 'Journey' },
  compareWith: { ko: '비교할 순서', en: 'Compare with' },
  compareNothing: { ko: '비교하지 않음', en: 'nothing' },
  count: { ko: '화면 수', en: 'Screens' },
  times: { ko: '시간', en: 'Times' },
  callsMade: { ko: '서버에 하는 요청', en: 'Calls of the server' },
  codesLikely: { ko: '나올 수 있는 오류', en: 'Possible errors' },
  none: { ko: '없음', en: 'none' },
  codePage: { ko: '오류 코드와 화면', en: 'Error codes and their screens' },
  shownBy: { ko: '이 오류가 나오는 화면', en: 'Screens that show it' },
  shownNowhere: {
    ko: '서버가 이 코드로 답하는 화면이 없어요.',
    en: 'The server answers with this code to no screen.',
  },
  shownIfAnswered: {
    ko: '서버가 이 코드로 답하지 않는 화면',
    en: 'Screens to which the server never answers with it',
  },
  map: { ko: '모든 화면', en: 'Every screen' },
  charts: { ko: '흐름', en: 'Flows' },
  language: { ko: '언어', en: 'Language' },
  search: { ko: '찾기', en: 'Search' },
  searchHint: {
    ko: '상태, 문구, 문구 키, 오류 코드, 주소, API',
    en: 'State, text, message key, error code, address, API call',
  },
  filter: { ko: '골라 보기', en: 'Filter the screens' },
  method: { ko: '인증 방식', en: 'Method' },
  policy: { ko: '정책', en: 'Policy' },
  service: { ko: '서비스의 종류', en: 'Type of service' },
  languages: { ko: '언어의 차이', en: 'Difference of the languages' },
  any: { ko: '모두', en: 'Any' },
  noHits: { ko: '찾은 것이 없어요.', en: 'Nothing found.' },
  found: { ko: '찾은 것', en: 'Found' },
  partialHits: {
    ko: '모든 낱말이 들어 있는 것은 없어서, 낱말이 많이 들어 있는 것부터 보여줘요.',
    en: 'No entry has every word; those with most words come first.',
  },
  shownFirst: { ko: '앞에서부터', en: 'the first' },
  states: { ko: '상태', en: 'States' },
  chart: { ko: '그림', en: 'Chart' },
  chartHint: {
    ko: '화살표 키로 상태를 옮겨 다니고 Enter로 여세요.',
    en: 'Move between states with the arrow keys and open one with Enter.',
  },
  mapHint: {
    ko: '화면을 고르면 설명과 실제 화면이 나와요.',
    en: 'Choose a screen to see what it is for and how it really looks.',
  },
  smaller: { ko: '작게', en: 'Smaller' },
  larger: { ko: '크게', en: 'Larger' },
  fit: { ko: '폭에 맞추기', en: 'Fit the width' },
  next: { ko: '다음에 일어날 수 있는 일', en: 'What can happen next' },
  nothingNext: { ko: '흐름이 여기서 끝나요.', en: 'The flow ends here.' },
  staysHere: { ko: '그대로 있어요', en: 'stays here' },
  fromParent: { ko: '바깥 상태에서', en: 'from its parent state' },
  facts: { ko: '하는 일', en: 'What it does' },
  invokes: { ko: '물어봐요', en: 'invokes' },
  runs: { ko: '흐름을 시작해요', en: 'runs the flow' },
  tags: { ko: '태그', en: 'Tags' },
  path: { ko: '주소', en: 'Address' },
  screens: { ko: '실제 화면', en: 'The real screen' },
  variants: { ko: '모습', en: 'Variant' },
  defaultVariant: { ko: '기본 모습', en: 'the default' },
  onlyVariant: { ko: '한 가지 모습', en: 'the only one' },
  codes: { ko: '오류 코드', en: 'Error code' },
  noCode: { ko: '코드 없음', en: 'none' },
  theme: { ko: '밝기', en: 'Theme' },
  light: { ko: '밝게', en: 'Light' },
  dark: { ko: '어둡게', en: 'Dark' },
  device: { ko: '기기', en: 'Device' },
  phone: { ko: '휴대폰', en: 'Phone' },
  desktop: { ko: '컴퓨터', en: 'Desktop' },
  korean: { ko: '한국어 화면', en: 'Screen in Korean' },
  english: { ko: '영어 화면', en: 'Screen in English' },
  openSeparately: { ko: '따로 열기', en: 'Open separately' },
  pathHere: { ko: '여기까지 오는 길', en: 'Path to this state' },
  previousStep: { ko: '이전 단계', en: 'Previous step' },
  nextStep: { ko: '다음 단계', en: 'Next step' },
  start: { ko: '시작', en: 'The start' },
  coverage: { ko: '검증', en: 'Test coverage' },
  showCoverage: { ko: '테스트로 확인했는지 표시', en: 'Show test coverage' },
  noCoverage: {
    ko: '테스트 기록이 없어요.',
    en: 'No test run is recorded.',
  },
  notRecorded: { ko: '기록이 없는 테스트', en: 'Not recorded' },
  unknownAddress: { ko: '이 주소의 상태는 이제 없어요.', en: 'The state of this address no longer exists.' },
  skip: { ko: '내용으로 건너뛰기', en: 'Skip to the content' },
  state: { ko: '상태', en: 'State' },
  text: { ko: '문구', en: 'Text' },
  code: { ko: '오류 코드', en: 'Error code' },
  call: { ko: 'API', en: 'API call' },
  address: { ko: '주소', en: 'Address' },
  machine: { ko: '흐름', en: 'Flow' },
  event: { ko: '일어나는 일', en: 'Event' },
  guard: { ko: '조건', en: 'Condition' },
  timer: { ko: '시간', en: 'Timer' },
  port: { ko: '바깥에 부탁하는 일', en: 'Port' },
  limit: { ko: '정해진 값', en: 'Fixed value' },
  rule: { ko: '규칙', en: 'Rule' },
  rules: { ko: '여러 화면에 걸친 규칙', en: 'Rules across screens' },
  what: { ko: '무엇', en: 'What' },
  value: { ko: '값', en: 'Value' },
  setBy: { ko: '정하는 곳', en: 'Set by' },
  action: { ko: '하는 일', en: 'Action' },
  textsWithoutScreen: { ko: '화면에 없는 문구', en: 'Text on no screen' },
  fixed: { ko: '정해진 값과 화면에 없는 문구', en: 'Fixed values, and texts on no screen' },
  textsWithoutScreenHint: {
    ko: '아래 문구는 지도의 어느 화면에도 없어요. 이유를 함께 적었어요.',
    en: 'No screen of the atlas shows these texts; each has its reason.',
  },
  print: { ko: '인쇄·PDF', en: 'Print, PDF' },
  printFlow: { ko: '이 흐름을 문서로 인쇄하기', en: 'Print this flow as a document' },
  embed: { ko: '위키에 넣을 주소', en: 'Address for a wiki' },
  changes: { ko: '바뀐 것', en: 'Changes' },
  noChanges: {
    ko: '비교할 버전 없이 만든 지도예요. ‘munjigi-atlas site --since <버전>’으로 만들어 주세요.',
    en: 'This atlas was built without a version to compare: munjigi-atlas site --since <version>.',
  },
  before: { ko: '전', en: 'Before' },
  after: { ko: '후', en: 'After' },
  beforeAndAfter: { ko: '전과 후의 화면', en: 'The screens before and after' },
  noScreenThen: { ko: '이때는 화면이 없어요.', en: 'It had no screen.' },
  source: { ko: '소스', en: 'Source' },
  buildFailed: {
    ko: '비교한 버전은 만들 수 없어서 전의 화면이 없어요:',
    en: 'The version compared with cannot be built, so there are no screens from before:',
  },
  ticked: { ko: '확인한 것', en: 'Ticked' },
  copyList: { ko: '목록 복사', en: 'Copy the list' },
  likely: { ko: '여기서 나올 만한 오류', en: 'likely here' },
  possible: { ko: '있을 수 있는 오류', en: 'possible' },
  tryIt: { ko: '직접 써보기', en: 'Try it' },
  tryHere: { ko: '여기서부터 직접 써보기', en: 'Try it from here' },
  tryHint: {
    ko: '실제 화면을 누르고 입력해 보세요. 서버, 휴대폰, 시간이 무엇을 할지는 옆에서 골라요. 아무것도 보내지지 않아요.',
    en: 'Press and type on the real screen. Next to it you choose what the server, the phone and the clock do. Nothing is sent anywhere.',
  },
  outside: { ko: '서버, 휴대폰, 시간', en: 'Server, phone and time' },
  yourTurn: { ko: '지금은 화면에서 할 차례예요.', en: 'It is your turn on the screen.' },
  trigger: { ko: '이렇게 됨', en: 'trigger' },
  withCode: { ko: '오류 코드로 거절…', en: 'refuse with a code…' },
  fromStart: { ko: '처음부터', en: 'From the start' },
  oneBack: { ko: '한 단계 되돌리기', en: 'One step back' },
  copyLink: { ko: '이 길의 링크 복사', en: 'Copy the link of this path' },
  copied: { ko: '복사했어요. 주소창에도 있어요.', en: 'Copied; the address bar has it too.' },
  inAddress: {
    ko: '브라우저가 복사를 막았어요. 주소창의 주소를 복사해 주세요.',
    en: 'The browser does not let it be copied; copy the address in the address bar.',
  },
  saveList: { ko: '파일로 저장', en: 'Save as a file' },
  listCopied: { ko: '복사했어요.', en: 'Copied.' },
  notCopied: {
    ko: '브라우저가 복사를 막았어요. 파일로 저장해 주세요.',
    en: 'The browser does not let it be copied; save it as a file.',
  },
  nowAt: { ko: '지금 상태', en: 'Now at' },
  remarks: { ko: '의견', en: 'Remarks' },
  remark: { ko: '의견 내용', en: 'Remark' },
  about: { ko: '무엇에 대한 의견인가요', en: 'About' },
  by: { ko: '이름(선택)', en: 'Your name (optional)' },
  addRemark: { ko: '의견 남기기', en: 'Add the remark' },
  removeRemark: { ko: '지우기', en: 'Remove' },
  noRemarks: {
    ko: '아직 의견이 없어요. 상태를 열면 남길 수 있어요.',
    en: 'There are no remarks yet: open a state to add one.',
  },
  remarksHint: {
    ko: '의견은 이 브라우저에만 남아요. 파일로 저장해서 보내거나 프로젝트에 넣어 주세요.',
    en: 'Remarks stay in this browser. Save them as a file to send it, or to commit it with the project.',
  },
  remarkChanged: { ko: '의견을 남긴 뒤에 바뀌었어요.', en: 'This has changed since the remark.' },
  remarkWithoutSubject: {
    ko: '의견의 대상이 이제 없어요.',
    en: 'The subject of this remark no longer exists.',
  },
  openFile: { ko: '의견 파일 열기', en: 'Open a remarks file' },
  noRemarksFile: { ko: '의견 파일이 아니에요.', en: 'This is not a file of remarks.' },
} as const;

export type TextKey = keyof typeof INTERFACE_TEXTS;

export const KINDS: Readonly<Record<TransitionKind, Readonly<Record<Language, string>>>> = {
  event: { ko: '사람이나 화면', en: 'A person or the page' },
  delay: { ko: '시간', en: 'A timer' },
  done: { ko: '응답', en: 'An answer' },
  error: { ko: '실패', en: 'A failure' },
  always: { ko: '바로', en: 'At once' },
};

const LanguageContext = createContext<Language>('ko');
export const LanguageProvider = LanguageContext.Provider;

/** The language of the atlas itself. */
export const useLanguage = (): Language => useContext(LanguageContext);

/** The interface texts of the atlas in its current language. */
export function useText(): (key: TextKey) => string {
  const language = useLanguage();
  return (key) => INTERFACE_TEXTS[key][language];
}

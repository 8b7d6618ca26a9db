import { createIntl } from 'react-intl';
import { expect, test } from 'vitest';
import { parseLocation, valueIn } from '#atlas/words/read.ts';
import { codeMessage } from '#server/login/sending/code-message.ts';
import { provisionMessage } from '#server/login/sending/provision-message.ts';
import { projectFiles } from '#tools/source/project-files.ts';

type Language = 'ko' | 'en';

/** The number of a constant, located as in `machines/words/limits.md`; a product is calculated. */
function constant(where: string): number {
  const location = parseLocation(where);
  const sources = projectFiles(`${location.folder}/**/${location.file}`).map(({ text }) => text);
  const value = valueIn(sources, location) ?? '';
  const number = value.split('*').reduce((product, factor) => product * Number(factor), 1);
  if (!(number > 0)) throw new Error(`No number at "${where}": ${value}`);
  return number;
}
const minutes = (where: string) => `${constant(where) / 60_000} minutes`;
const things = (where: string) => `${constant(where)} things`;

const LINK = minutes('server provision-links.ts LINK_LIFETIME_MS');
const CODE = minutes('server code-sender.ts VALID_MS');
const DEVICE_CODE = things("server devices.ts /Number of digits of a code, 6 to 8\\.',\\s*\\),\\s*(\\d+)/");
const CLIENT_KEY = things(
  'machines register-app.setup.ts /CLIENT_KEY_PATTERN = \\/\\^\\[A-Z0-9\\]\\{(\\d+)\\}/',
);
const OFFLINE_AK = things('server offline.ts AK_CHARACTERS');
const AUTH_CODE = things('server provision-links.ts /authCode: randomDigits\\((\\d+)\\)/');
const APP_OTP = things('server provision-links.ts /otp: randomDigits\\((\\d+)\\)/');
const PIN = things('machines phone.setup.ts /PIN_PATTERN = \\/\\^\\\\d\\{(\\d+)\\}/');
const NAME = things('wire factor-name.ts MAX_NAME_LENGTH');
const ANSWER = [
  things('wire question-answer.ts MIN_ANSWER_LENGTH'),
  things('wire question-answer.ts MAX_ANSWER_LENGTH'),
];
/** The longest accepted run of digits; the pattern matches a run that is one digit longer. */
const DIGIT_RUN = `${constant('wire password-rules.ts /DIGIT_RUN = .*\\{(\\d+)\\}/') - 1} things`;

/** The numbers of each text in their order, separately for each language where they differ. */
const NUMBERS: Readonly<Record<string, readonly string[] | Readonly<Record<Language, readonly string[]>>>> = {
  'code.leadCard': [DEVICE_CODE],
  'code.leadApp': [DEVICE_CODE],
  // The usual time of arrival, which has no constant, and the lifetime.
  'otp.sent': ['1 minutes', CODE],
  'questions.wrongLength': ANSWER,
  'passwordSetup.rule.noDigitRun': [DIGIT_RUN],
  'registerCard.codeLead': [DEVICE_CODE],
  'registerCard.codeHint': [DEVICE_CODE],
  'info.enter.otp.invalid': [
    things('machines register-card.machine.ts /CODE_PATTERN = \\/\\^\\\\d\\{(\\d+),\\}/'),
  ],
  'info.otpcard.failure.next': [DEVICE_CODE],
  'info.yubikey.invalid': [things('machines register-yubikey.machine.ts CODE_LENGTH')],
  'registerPasskey.nameHint': [NAME],
  'info.passkey.length': [NAME],
  'factor.badName': [NAME],
  'registerApp.linkSent': [LINK],
  'registerApp.authCode': [AUTH_CODE],
  'registerApp.add': [things('machines register-app.setup.ts /CODE_PATTERN = \\/\\^\\\\d\\{(\\d+)\\}/')],
  'registerApp.otp': [APP_OTP],
  // The digit in the name Auth0.
  'desk.format.auth0': ['0 things'],
  'desk.import.problem.encoding': ['8 things'],
  'phone.digits.authCode': [AUTH_CODE],
  'phone.digits.otp': [APP_OTP],
  'phone.digits.invalid': [AUTH_CODE, APP_OTP],
  'phone.digitsLead': [AUTH_CODE, APP_OTP],
  'phone.failure.otp': [APP_OTP],
  'phone.offline.characters': [OFFLINE_AK],
  'phone.offline.different': [OFFLINE_AK],
  'phone.offline.invalid': [OFFLINE_AK],
  'phone.offlineLead': [OFFLINE_AK],
  'phone.pin.invalid': [PIN],
  'phone.pin.label': [PIN],
  'phone.pin.lead': [PIN],
  'phone.rename.invalid': [things('machines phone.setup.ts MAX_DEVICE_NAME_LENGTH')],
  'registerApp.keyLead': [CLIENT_KEY],
  'registerApp.keyLeadWeb': [CLIENT_KEY],
  'registerApp.compare': [OFFLINE_AK],
  'registerApp.ak': [OFFLINE_AK],
  'info.mobileapp.failure.clientkey': [CLIENT_KEY],
  'holding.noSlot': { ko: ['2 things'], en: [] },
  'error.answerRefused': ANSWER,
};

const UNITS: Readonly<Record<string, string>> = {
  초: 'seconds',
  분: 'minutes',
  시간: 'hours',
  일: 'days',
  second: 'seconds',
  minute: 'minutes',
  min: 'minutes',
  hour: 'hours',
  day: 'days',
};

/** Names with a digit that is not a number of the text. */
const NAMES = /FIDO2|[12]단계/g;

/** The numbers of a text with their units; a number that is not a time has the unit `things`. */
const numbersIn = (text: string): readonly string[] =>
  [
    ...text
      .replaceAll(NAMES, '')
      .replaceAll(/\b(in|within) an? (?=second|minute|hour|day)/g, '1 ')
      .matchAll(/(\d+)[- ]?(초|분|시간|일|(?:second|minute|min|hour|day)(?=s?\b))?/g),
  ].map(([, number, unit = '']) => `${number} ${UNITS[unit] ?? 'things'}`);

/** Values that are inserted into texts; no other text has these numbers. */
const TIMES = { seconds: 77, minutes: 78, hours: 79, days: 80 };
const COUNTS = { maxCount: 91, failCount: 92, remaining: 93, count: 94 };
const VALUES = { ...TIMES, ...COUNTS, way: 'untold', method: 'Push', phone: 'phone', userId: 'id' };
const INSERTED: readonly string[] = [
  ...Object.entries(TIMES).map(([unit, value]) => `${value} ${unit}`),
  ...Object.values(COUNTS).map((value) => `${value} things`),
];

const formatted = (language: Language, message: string): string =>
  createIntl({ locale: language, messages: { text: message }, onError: () => undefined }).formatMessage(
    { id: 'text' },
    VALUES,
  );

/** Each text of the page by its key. */
const pageTexts = (language: Language): readonly (readonly [string, string])[] =>
  projectFiles(`i18n/{,flows.,errors.,phone.,desk.}${language}.json`).flatMap(({ text }) =>
    Object.entries(JSON.parse(text) as Record<string, string>).map(
      ([key, message]) => [key, formatted(language, message)] as const,
    ),
  );

/** Each text of the server by its key. */
const serverTexts = (language: Language): readonly (readonly [string, string])[] =>
  projectFiles('server/login/**/{texts,*-texts}.ts').flatMap(({ text }) =>
    [
      ...text.matchAll(
        new RegExp(`^  '?([\\w.]+)'?: \\{(?:(?!^  \\},$)[^])*?\\b${language}: (['"])(.*?)\\2,$`, 'gms'),
      ),
    ].map(
      ([, key = '', , message = '']) =>
        [
          key,
          message.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
            String({ ...VALUES }[name as keyof typeof VALUES]),
          ),
        ] as const,
    ),
  );

/** The numbers of the server's texts. */
const SERVER_NUMBERS: typeof NUMBERS = {
  clientKey: [CLIENT_KEY],
  nextCode: [DEVICE_CODE],
  badName: ['1 things', NAME],
  tooMany: [minutes('server failure-limit.ts MINUTE_MS')],
};

/** The numbers of each text, without inserted ones. */
const numbersByKey = (texts: readonly (readonly [string, string])[]) =>
  Object.fromEntries(
    texts
      .map(([key, text]) => [key, numbersIn(text).filter((number) => !INSERTED.includes(number))] as const)
      .filter(([, numbers]) => numbers.length > 0),
  );

test.for(['ko', 'en'] as const)(
  'every number in the texts of the page in %s is that of its constant',
  (language) => {
    const expected = Object.entries(NUMBERS)
      .map(([key, numbers]) => [key, 'ko' in numbers ? numbers[language] : numbers] as const)
      .filter(([, numbers]) => numbers.length > 0);
    const texts = pageTexts(language).filter(([key]) => !key.startsWith('title.method.'));
    expect(numbersByKey(texts)).toEqual(Object.fromEntries(expected));
  },
);

test.for(['ko', 'en'] as const)(
  'every number in the texts of the server in %s is that of its constant',
  (language) => {
    const texts = serverTexts(language);
    expect(texts.map(([key]) => key)).toEqual(serverTexts('ko').map(([key]) => key));
    expect(texts.length).toBeGreaterThan(40);
    expect(numbersByKey(texts)).toEqual(SERVER_NUMBERS);
  },
);

test.for(['ko', 'en'] as const)('a message in %s contains the lifetime of its code or link', (language) => {
  const wording = { language, serviceName: 'Wiki', host: 'host' };
  for (const purpose of ['login', 'identity'] as const) {
    for (const channel of ['sms', 'inmail', 'exmail'] as const) {
      const { subject, text } = codeMessage(channel, 'CODE', { ...wording, purpose });
      expect(numbersIn(subject + text), `${purpose} by ${channel}`).toEqual([CODE]);
    }
  }
  expect(numbersIn(provisionMessage('LINK', language, 'Wiki').text)).toEqual([LINK]);
  expect(minutes('machines sent-code.setup.ts CODE_LIFETIME')).toBe(CODE);
  expect(minutes('machines register-app.setup.ts LINK_LIFETIME')).toBe(LINK);
});

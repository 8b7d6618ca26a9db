import { expect, test } from 'vitest';
import { resolveConfig } from '#server/config/load.ts';
import { warningsOf } from '#server/login/policy/warnings.ts';
import { codeMessage } from '#server/login/sending/code-message.ts';
import { bytesInEucKr, fittedToEucKr } from '#server/login/sending/short-message.ts';

const HOST = 'login.hanbit.co.kr';

const smsOf = (
  language: 'ko' | 'en',
  purpose: 'login' | 'identity',
  serviceName: string,
  host: string = HOST,
) => codeMessage('sms', '123456', { language, purpose, serviceName, host }).text;

test.for([
  ['ko', 'login', '한빛업무포털서비', 86],
  ['ko', 'identity', '한빛업무포털서비', 89],
  ['en', 'login', 'Hanbit Workspace', 87],
  ['en', 'identity', 'Hanbit Workspace', 90],
] as const)(
  'a code in %s for %s fits into one SMS with the name %s of 16 bytes',
  ([language, purpose, name, bytes]) => {
    const text = smsOf(language, purpose, name);
    expect(bytesInEucKr(name)).toBe(16);
    expect(text.startsWith(`[${name}] `)).toBe(true);
    expect(text.endsWith(`\n@${HOST} #123456`)).toBe(true);
    expect(bytesInEucKr(text)).toBe(bytes);
  },
);

test.for([
  ['Hanbit Workspace for Partners', 'Hanbit Workspa…'],
  ['한빛 업무 포털과 협력사', '한빛 업무 포털…'],
  ['한빛🏢 업무', '한빛 업무'],
  ['가\u0301뷁 똠\n방', '가 방'],
] as const)(
  'a name that is too long is shortened, and characters outside EUC-KR are removed: %j',
  ([name, shown]) => {
    for (const purpose of ['login', 'identity'] as const) {
      const text = smsOf('en', purpose, name);
      expect(bytesInEucKr(text)).toBeLessThanOrEqual(90);
    }
    expect(smsOf('en', 'identity', name)).toContain(`[${shown}] `);
  },
);

test('bytes are counted in EUC-KR', () => {
  expect(bytesInEucKr('Aa1 \n')).toBe(5);
  expect(bytesInEucKr('가힝…·')).toBe(8);
  expect(fittedToEucKr('가나다', 4)).toBe('가…');
  expect(fittedToEucKr('가나다', 3)).toBe('');
  expect(fittedToEucKr('가나다', -1)).toBe('');
});

const warningsFor = (ko: string, host: string, smsUrl = 'https://sms.example') =>
  warningsOf(
    resolveConfig(
      {
        publicUrl: `https://${host}`,
        policies: [{ id: 'password', authType: 'other', methods: ['pw'] }],
        clients: [
          {
            clientId: 'wiki',
            clientSecret: 'a-secret-of-this-test',
            redirectUris: ['https://wiki.example/cb'],
            backchannelLogoutUri: 'https://wiki.example/logout',
            serviceName: { ko, en: 'Wiki' },
          },
        ],
      },
      'test',
      {
        mode: 'production',
        publicUrl: '',
        labOrigin: 'http://localhost:8081',
        gateways: smsUrl === '' ? {} : { smsUrl },
      },
    ),
  ).filter((warning) => warning.includes('SMS'));

test('the server warns at its start about names that do not fit and a host that is too long', () => {
  const wiki = 'serviceName of "wiki" (ko): does not fit into an SMS of 90 bytes, which ';
  expect(warningsFor('한빛 위키', HOST)).toEqual([]);
  expect(warningsFor('한빛 업무 포털과 협력사', HOST)).toEqual([`${wiki}says "한빛 업무 포털…"`]);
  expect(warningsFor('🏢', HOST)).toEqual([`${wiki}leaves it out`]);
  expect(warningsFor('한빛 업무 포털과 협력사', HOST, '')).toEqual([]);
  const longHost = 'one-time-codes.login.identity.hanbit.example';
  expect(warningsFor('한빛', longHost)).toContain(
    `publicUrl: "${longHost}" is so long that codes do not fit into an SMS of 90 bytes`,
  );
});

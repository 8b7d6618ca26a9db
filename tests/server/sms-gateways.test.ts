import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { resolveConfig } from '#server/config/load.ts';
import type { SmsGatewaySettings } from '#server/config/sms.ts';
import { GatewayError } from '#server/login/sending/gateway-error.ts';
import { gatewaysOf } from '#server/login/sending/gateways.ts';
import { firstWorkingGateway, type ReportSms } from '#server/login/sending/sms/first-working-gateway.ts';
import type { DeliveryStatus, SmsDeliveryStatus, SmsGateway } from '#server/login/sending/sms/gateway.ts';
import { nhn } from '#server/login/sending/sms/nhn.ts';
import { koreanNumber } from '#server/login/sending/sms/phone-number.ts';
import { sens, sensSignature } from '#server/login/sending/sms/sens.ts';
import { solapi } from '#server/login/sending/sms/solapi.ts';
import type { UndeliveredMessage } from '#server/login/sending/sms/undelivered.ts';
import { metricsOf } from '#server/operations/metrics.ts';
import { newFolder } from '#tests/support/folder.ts';
import { fakeEngine } from '#tests/support/server/engine.ts';
import { startHttpServer } from '#tests/support/server/http-server.ts';
import { testServer } from '#tests/support/server/server.ts';
import { enter, send } from './methods/steps.ts';
import { ADDRESSES, CLIENT, POLICY, problemsOf, resolve } from './resolve-config.ts';

const SECRET = 'the-secret-of-this-test';
const SENDER = '0212345678';
const NOW = Date.parse('2026-11-25T10:00:00Z');
const LONG_TEXT = `${'가'.repeat(45)}\n${'나'.repeat(20)}`;
const TEMPLATE_CONTENT = '[#{service}] 인증번호는 #{code}입니다.';
const SMS = { to: '01034567890', text: 'x' };
const MESSAGE = { ...SMS, channel: 'sms', userId: 'lee', subject: '', at: 0 } as const;
const ONE_TIME_CODE = { code: '123456', serviceName: '한빛 업무 포털', language: 'ko' } as const;

type Request = {
  readonly line: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
};
type Answer = readonly [status: number, body: unknown];

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of cleanUps.splice(0)) await close();
});

/** A vendor that answers by the line of the request; with null it never answers. */
async function startVendor(answerOf: (line: string) => Answer | null) {
  const requests: Request[] = [];
  const { url, close } = await startHttpServer(async (request, response) => {
    const body = await text(request);
    const line = `${request.method} ${request.url}`;
    requests.push({ line, headers: request.headers, body: body === '' ? null : JSON.parse(body) });
    const answer = answerOf(line);
    if (answer) response.writeHead(answer[0]).end(JSON.stringify(answer[1]));
  });
  cleanUps.push(close);
  return { url, requests };
}

const hmac = (data: string, encoding: 'hex' | 'base64'): string =>
  createHmac('sha256', SECRET).update(data).digest(encoding);

test('the signature of SENS matches the published test of NAVER Cloud', () => {
  // github.com/NaverCloudPlatform/ncp-iam-authenticator, pkg/token/token_test.go, Test_makeSignature
  const request = { method: 'GET', path: '/cluster/kubeconfig', timestamp: '1668407407855' };
  const signature = sensSignature({ ...request, accessKey: 'access', secretKey: 'secret' });
  expect(signature).toBe('LTJli9+OKT2KvUXxiKslMfu5FIOmDN83avehOvgUFp0=');
});

/**
 * Checks the signature of a request as the vendor's documents describe; the result is empty when it is correct. Solapi
 * publishes no signature together with its secret, so this one is computed. NHN Cloud requires the secret itself.
 */
const signatureProblem: Readonly<Record<'sens' | 'solapi' | 'nhn', (request: Request) => string>> = {
  sens({ line, headers }) {
    const signature = hmac(`${line}\n${headers['x-ncp-apigw-timestamp']}\naccess`, 'base64');
    const isCorrect =
      headers['x-ncp-iam-access-key'] === 'access' &&
      headers['x-ncp-apigw-timestamp'] === String(NOW) &&
      headers['x-ncp-apigw-signature-v2'] === signature;
    return isCorrect ? '' : `${line} is not signed`;
  },
  solapi({ line, headers }) {
    const [, key, date = '', salt = '', signature] =
      /^HMAC-SHA256 apiKey=(\w+), date=(\S+), salt=(\w{12,64}), signature=([0-9a-f]{64})$/.exec(
        headers.authorization ?? '',
      ) ?? [];
    const isCorrect =
      key === 'key' && Date.parse(date) === NOW && signature === hmac(`${date}${salt}`, 'hex');
    return isCorrect ? '' : `${line} is not signed`;
  },
  nhn: ({ line, headers }) => (headers['x-secret-key'] === SECRET ? '' : `${line} is not signed`),
};

const NHN_ACCEPTED = {
  header: { isSuccessful: true, resultCode: 0, resultMessage: 'SUCCESS' },
  body: { data: { requestId: 'r1', statusCode: '2', sendResultList: [{ resultCode: 0, recipientSeq: 1 }] } },
  message: { requestId: 'r1', sendResults: [{ recipientSeq: 1, resultCode: 0 }] },
};

const ACCEPTED: Readonly<Record<keyof typeof signatureProblem, (line: string) => Answer>> = {
  sens: (line) =>
    line.includes('/alimtalk/')
      ? [202, { requestId: 'r1', messages: [{ messageId: 'm1', requestStatusCode: 'A000' }] }]
      : [202, { requestId: 'r1', statusCode: '202', statusName: 'success' }],
  solapi: () => [200, { groupId: 'G1', messageId: 'M1', statusCode: '2000' }],
  nhn: () => [200, NHN_ACCEPTED],
};

const alimtalk = {
  channel: '@hanbit',
  templates: { ko: { templateCode: 'code', content: TEMPLATE_CONTENT } },
};

const gatewayOf = (name: keyof typeof signatureProblem, url: string): SmsGateway => {
  const now = () => NOW;
  if (name === 'sens') {
    const ids = { serviceId: 'ncp:sms:kr:1:portal', accessKey: 'access', secretKey: SECRET };
    const kakao = { ...alimtalk, serviceId: 'ncp:kkobizmsg:kr:1:portal' };
    return sens({ use: 'sens', url, from: SENDER, ...ids, alimtalk: kakao }, now);
  }
  if (name === 'solapi') {
    return solapi({ use: 'solapi', url, from: SENDER, apiKey: 'key', apiSecret: SECRET, alimtalk }, now);
  }
  const keys = { appKey: 'sms', secretKey: SECRET, alimtalk: { ...alimtalk, appKey: 'talk' } };
  return nhn({ use: 'nhn', url, alimtalkUrl: url, from: SENDER, ...keys });
};

const VENDOR_NAMES = ['sens', 'solapi', 'nhn'] as const;

const SMS_REQUESTS = {
  sens: [
    'POST /sms/v2/services/ncp:sms:kr:1:portal/messages',
    (type: string, content: string) => ({
      type,
      contentType: 'COMM',
      countryCode: '82',
      from: SENDER,
      content,
      messages: [{ to: '01034567890' }],
    }),
  ],
  solapi: [
    'POST /messages/v4/send',
    (type: string, content: string) => ({
      message: { to: '01034567890', from: SENDER, country: '82', type, text: content },
    }),
  ],
  nhn: [
    'POST /sms/v3.0/appKeys/sms/sender/sms',
    (_: string, content: string) => ({
      body: content,
      sendNo: SENDER,
      recipientList: [{ recipientNo: '01034567890' }],
    }),
  ],
} as const;

describe.each(VENDOR_NAMES)('%s', (name) => {
  test('receives a signed SMS, and an LMS with a subject for a longer text', async () => {
    const { url, requests } = await startVendor(ACCEPTED[name]);
    const gateway = gatewayOf(name, url);
    await gateway.send({ to: '010-3456-7890', text: 'code 123456' }, 1000);
    await gateway.send({ to: '+82 10-3456-7890', text: LONG_TEXT }, 1000);
    expect(requests.map(signatureProblem[name])).toEqual(['', '']);
    const [line, bodyOf] = SMS_REQUESTS[name];
    expect(requests[0]).toMatchObject({ line, body: bodyOf('SMS', 'code 123456') });
    expect(requests[1]?.line).toBe(name === 'nhn' ? line.replace(/sms$/, 'mms') : line);
    const lmsBody = JSON.stringify(requests[1]?.body);
    expect(lmsBody).toContain(`"${name === 'nhn' ? 'title' : 'subject'}":"${'가'.repeat(19)}…"`);
    expect(lmsBody).toContain(JSON.stringify(LONG_TEXT));
  });

  test('receives a code as Alimtalk, with an SMS as fallback', async () => {
    const { url, requests } = await startVendor(ACCEPTED[name]);
    await gatewayOf(name, url).send({ to: '01034567890', text: 'the SMS', oneTimeCode: ONE_TIME_CODE }, 1000);
    expect(requests.map(signatureProblem[name])).toEqual(['']);
    const body = JSON.stringify(requests[0]?.body);
    expect(body).toContain('[한빛 업무 포털] 인증번호는 123456입니다.');
    expect(body).toContain('@hanbit');
    expect(body).toMatch(
      {
        sens: /"useSmsFailover":true,"failoverConfig":\{"type":"SMS","from":"0212345678","content":"the SMS"\}/,
        solapi: /"type":"ATA".*"disableSms":false/,
        nhn: /"isResend":true,"resendType":"SMS","resendContent":"the SMS","resendSendNo":"0212345678"/,
      }[name],
    );
  });

  test('sends an SMS when an Alimtalk is refused or has no template in the language', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    const refusals: Readonly<Record<typeof name, Answer>> = {
      sens: [202, { messages: [{ requestStatusCode: 'A500' }] }],
      solapi: [400, { errorCode: 'ValidationError' }],
      nhn: [200, { header: { resultCode: -1002 } }],
    };
    let count = 0;
    const { url, requests } = await startVendor((line) => {
      count += 1;
      return count === 1 ? refusals[name] : ACCEPTED[name](line);
    });
    const gateway = gatewayOf(name, url);
    await gateway.send({ to: '01034567890', text: 'the SMS', oneTimeCode: ONE_TIME_CODE }, 1000);
    await gateway.send(
      { to: '01034567890', text: 'in English', oneTimeCode: { ...ONE_TIME_CODE, language: 'en' } },
      1000,
    );
    const [line, bodyOf] = SMS_REQUESTS[name];
    expect(requests.slice(1)).toMatchObject([
      { line, body: bodyOf('SMS', 'the SMS') },
      { line, body: bodyOf('SMS', 'in English') },
    ]);
    expect(log.mock.calls.flat()).toEqual([
      expect.stringMatching(`${name} did not accept an Alimtalk .* an SMS`),
    ]);
  });
});

const nhnRefusal = (resultCode: number): Answer => [200, { header: { isSuccessful: false, resultCode } }];

test.for([
  ['sens', [429, {}], 'limit (HTTP 429)'],
  ['sens', [401, { error: { errorCode: '200' } }], 'credentials (200)'],
  ['sens', [413, { error: { errorCode: '430' } }], 'content (430)'],
  ['sens', [403, {}], 'credentials (HTTP 403)'],
  ['sens', [404, {}], 'credentials (HTTP 404)'],
  ['sens', [400, {}], 'refused (HTTP 400)'],
  ['sens', [503, {}], 'outage (HTTP 503)'],
  ['sens', [302, {}], 'outage (TypeError)'],
  ['solapi', [200, { statusCode: '1060' }], 'blocked (1060)'],
  ['solapi', [200, { statusCode: '1062' }], 'sender (1062)'],
  ['solapi', [200, { statusCode: '1030' }], 'credit (1030)'],
  ['solapi', [402, { errorCode: 'NotEnoughBalance' }], 'credit (NotEnoughBalance)'],
  ['solapi', [403, { errorCode: 'SignatureDoesNotMatch' }], 'credentials (SignatureDoesNotMatch)'],
  ['solapi', [429, {}], 'limit (HTTP 429)'],
  ['solapi', [200, 'nonsense'], 'refused (HTTP 200)'],
  ['solapi', [200, { statusCode: '1024' }], 'outage (1024)'],
  ['nhn', nhnRefusal(-2019), 'number (-2019)'],
  ['nhn', nhnRefusal(-2023), 'content (-2023)'],
  ['nhn', nhnRefusal(-2312), 'sender (-2312)'],
  ['nhn', nhnRefusal(-1008), 'credentials (-1008)'],
  ['nhn', nhnRefusal(-2047), 'limit (-2047)'],
  ['nhn', nhnRefusal(-9999), 'outage (-9999)'],
  [
    'nhn',
    [200, { header: { resultCode: 0 }, body: { data: { sendResultList: [{ resultCode: -6001 }] } } }],
    'blocked (-6001)',
  ],
  ['nhn', [200, 'nonsense'], 'refused (HTTP 200)'],
] as const satisfies readonly (readonly [keyof typeof signatureProblem, Answer, string])[])(
  '%s that answers %j fails with %s',
  async ([name, answer, expected]) => {
    const { url } = await startVendor(() => answer);
    const sending = gatewayOf(name, url).send(SMS, 1000);
    const failure = expected.split(' ', 1)[0];
    await expect(sending).rejects.toMatchObject({ code: `${name}: ${expected}`, failure });
  },
);

test.for([
  ['010-3456-7890', '01034567890'],
  ['+82 (0)10 3456 7890', '01034567890'],
  ['00821034567890', '01034567890'],
  ['+1 212 555 0100', 'x: abroad'],
  ['0081 90 1234 5678', 'x: abroad'],
  ['3456', 'x: number'],
] as const)('the number %s is read as %s', ([to, expected]) => {
  const read = () => {
    try {
      return koreanNumber('x', to);
    } catch (error) {
      return error instanceof GatewayError ? error.code : String(error);
    }
  };
  expect(read()).toBe(expected);
});

describe('the delivery of a message', () => {
  const nhnStatus = (resultCode?: string) => ({ header: { resultCode: 0 }, body: { data: { resultCode } } });
  const solapiStatus = (statusCode: string) => ({ messageList: { M1: { statusCode } } });
  const sensStatus = (status: string, statusCode: string) => ({
    messages: [{ messageId: 'm1', status, statusCode }],
  });

  test.for([
    ['sens', { messages: [] }, 'waiting'],
    ['sens', sensStatus('PROCESSING', ''), 'waiting'],
    ['sens', sensStatus('COMPLETED', '0'), 'delivered'],
    ['sens', sensStatus('COMPLETED', '2003'), { failure: 'phone', code: '2003' }],
    ['sens', sensStatus('COMPLETED', '3001'), { failure: 'number', code: '3001' }],
    ['sens', sensStatus('COMPLETED', '3023'), { failure: 'sender', code: '3023' }],
    ['sens', sensStatus('COMPLETED', 'S003'), { failure: 'content', code: 'S003' }],
    ['sens', sensStatus('COMPLETED', '3014'), { failure: 'refused', code: '3014' }],
    ['solapi', {}, 'waiting'],
    ['solapi', solapiStatus('3000'), 'waiting'],
    ['solapi', solapiStatus('3011'), { failure: 'content', code: '3011' }],
    ['solapi', solapiStatus('4000'), 'delivered'],
    ['solapi', solapiStatus('3047'), { failure: 'blocked', code: '3047' }],
    ['nhn', nhnStatus(), 'waiting'],
    ['nhn', nhnStatus('1000'), 'delivered'],
    ['nhn', nhnStatus('3003'), { failure: 'number', code: '3003' }],
    ['nhn', nhnStatus('1005'), { failure: 'limit', code: '1005' }],
  ] as const)('at %s with the status %j is %j', async ([name, status, delivery]) => {
    const { url, requests } = await startVendor((line) =>
      line.startsWith('POST') ? ACCEPTED[name](line) : [200, status],
    );
    const checkDelivery = await gatewayOf(name, url).send(SMS, 1000);
    expect(await checkDelivery?.()).toEqual(delivery);
    expect(requests.map(signatureProblem[name]).join('')).toBe('');
    const statusLine = {
      sens: 'GET /sms/v2/services/ncp:sms:kr:1:portal/messages?requestId=r1',
      solapi: 'GET /messages/v4/list?groupId=G1',
      nhn: 'GET /sms/v3.0/appKeys/sms/sender/sms/r1?recipientSeq=1',
    };
    expect(requests[1]?.line).toBe(statusLine[name]);
  });

  const nhnAlimtalkStatus = (resendStatus: string, resultCode?: string, resendResultCode?: string) => ({
    message: { resendStatus, resultCode, resendResultCode },
  });

  const replacedAlimtalk = (alimtalkCode: string, sms: SmsDeliveryStatus) => ({ alimtalkCode, sms });
  const solapiGroup = (...messages: readonly (readonly [statusCode: string, replacement: unknown])[]) => ({
    messageList: Object.fromEntries(
      messages.map(([statusCode, replacement], index) => [`M${index + 1}`, { statusCode, replacement }]),
    ),
  });

  test.for([
    ['sens', {}, 'waiting'],
    ['sens', { messageStatusCode: '0000' }, 'delivered'],
    ['sens', { messageStatusCode: '3019' }, 'waiting'],
    ['sens', { messageStatusName: 'fail', messageStatusCode: '3019' }, replacedAlimtalk('3019', 'waiting')],
    ['solapi', solapiGroup(['3104', false]), replacedAlimtalk('3104', 'waiting')],
    ['solapi', solapiGroup(['3104', true]), replacedAlimtalk('3104', 'waiting')],
    ['solapi', solapiGroup(['3104', false], ['3000', true]), replacedAlimtalk('3104', 'waiting')],
    ['solapi', solapiGroup(['4000', true], ['3104', false]), replacedAlimtalk('3104', 'delivered')],
    ['solapi', solapiGroup(['4000', 1]), replacedAlimtalk('replacement', 'delivered')],
    [
      'solapi',
      solapiGroup(['3104', false], ['3047', true]),
      replacedAlimtalk('3104', { failure: 'blocked', code: '3047' }),
    ],
    ['nhn', nhnAlimtalkStatus('RSC02'), 'waiting'],
    ['nhn', nhnAlimtalkStatus('RSC02', '1000'), 'delivered'],
    ['nhn', nhnAlimtalkStatus('RSC03', '3019'), replacedAlimtalk('3019', 'waiting')],
    ['nhn', nhnAlimtalkStatus('RSC04', '3019'), replacedAlimtalk('3019', 'delivered')],
    ['nhn', nhnAlimtalkStatus('RSC04', '3019', '1000'), replacedAlimtalk('3019', 'delivered')],
    [
      'nhn',
      nhnAlimtalkStatus('RSC05', '3019', '2003'),
      replacedAlimtalk('3019', { failure: 'phone', code: '2003' }),
    ],
    [
      'nhn',
      nhnAlimtalkStatus('RSC05', '3019'),
      replacedAlimtalk('3019', { failure: 'refused', code: '3019' }),
    ],
    ['nhn', nhnAlimtalkStatus('RSC01', '3016'), { failure: 'refused', code: '3016' }],
  ] as const)('by Alimtalk at %s with the status %j is %j', async ([name, status, delivery]) => {
    const { url, requests } = await startVendor((line) =>
      line.startsWith('POST') ? ACCEPTED[name](line) : [200, status],
    );
    const sms = { ...SMS, oneTimeCode: ONE_TIME_CODE };
    expect(await (await gatewayOf(name, url).send(sms, 1000))?.()).toEqual(delivery);
    expect(requests.map(signatureProblem[name]).join('')).toBe('');
    const statusLine = {
      sens: 'GET /alimtalk/v2/services/ncp:kkobizmsg:kr:1:portal/messages/m1',
      solapi: 'GET /messages/v4/list?groupId=G1',
      nhn: 'GET /alimtalk/v2.3/appkeys/talk/messages/r1/1',
    };
    expect(requests[1]?.line).toBe(statusLine[name]);
  });

  test('of an SMS after an Alimtalk is requested from SENS by the id of the SMS', async () => {
    const failed = { messageStatusName: 'fail', messageStatusCode: '3019', failover: { requestId: 'r2' } };
    const { url, requests } = await startVendor((line) => {
      if (line.startsWith('POST')) return ACCEPTED.sens(line);
      return [200, line.includes('/alimtalk/') ? failed : sensStatus('COMPLETED', '2003')];
    });
    const sms = { ...SMS, oneTimeCode: ONE_TIME_CODE };
    const check = await gatewayOf('sens', url).send(sms, 1000);
    expect(await check?.()).toEqual(replacedAlimtalk('3019', { failure: 'phone', code: '2003' }));
    expect(requests.map(signatureProblem.sens).join('')).toBe('');
    expect(requests.slice(2).map(({ line }) => line)).toEqual([
      'GET /sms/v2/services/ncp:sms:kr:1:portal/messages?requestId=r2',
      'GET /sms/v2/services/ncp:sms:kr:1:portal/messages/m1',
    ]);
  });

  const BLOCKED = { failure: 'blocked', code: '3047' } as const;
  const ALIMTALK_LOG = 'one did not deliver an Alimtalk (3104); it sends an SMS instead';
  const SMS_LOG = 'An SMS was not delivered by one: blocked (3047)';

  test.for<readonly [name: string, answers: readonly DeliveryStatus[], results: string[], logs: string[]]>([
    ['SMS', ['waiting', BLOCKED], ['blocked'], [SMS_LOG]],
    [
      'Alimtalk whose SMS arrives',
      [replacedAlimtalk('3104', 'waiting'), replacedAlimtalk('3104', 'delivered')],
      ['replaced', 'delivered'],
      [ALIMTALK_LOG],
    ],
    [
      'Alimtalk whose SMS does not arrive',
      ['waiting', replacedAlimtalk('3104', BLOCKED)],
      ['replaced', 'blocked'],
      [ALIMTALK_LOG, SMS_LOG],
    ],
  ])(
    'is requested after 15 s, 1 min and 5 min, and recorded without the number: %s',
    async ([, answers, results, logs]) => {
      const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
      const statuses = [() => Promise.reject(new Error('down')), ...answers.map((one) => async () => one)];
      const check = async () => {
        const status = statuses.shift();
        if (!status) throw new Error('The status was requested once more');
        return status();
      };
      const waits: number[] = [];
      const reported: string[] = [];
      const recorded: UndeliveredMessage[] = [];
      const finished = Promise.withResolvers<void>();
      const outbox = firstWorkingGateway([{ name: 'one', send: async () => check }], {
        reportSms(_, result) {
          reported.push(result);
          if (result === results.at(-1)) finished.resolve();
        },
        recordUndelivered: (message) => recorded.push(message),
        schedule(run, ms) {
          waits.push(ms);
          run();
        },
      });
      await outbox.deliver(MESSAGE);
      await finished.promise;
      expect([reported, waits]).toEqual([
        ['taken', ...results],
        [15_000, 60_000, 300_000],
      ]);
      expect(log.mock.calls.flat()).toEqual(logs);
      expect(recorded.map(({ userId, failure }) => `${userId} ${failure}`)).toEqual(
        results.filter((result) => result !== 'delivered').map((failure) => `lee ${failure}`),
      );
    },
  );
});

describe('two gateways', () => {
  const reported: string[] = [];
  const report: ReportSms = (gateway, result) => reported.push(`${gateway} ${result}`);
  const failing = (name: string, error: unknown): SmsGateway => ({ name, send: () => Promise.reject(error) });
  const accepting = (name: string): SmsGateway => ({ name, send: async () => null });
  beforeEach(() => {
    reported.length = 0;
    vi.spyOn(console, 'error').mockReturnValue(undefined);
  });

  test('the second takes over when the first fails', async () => {
    const credit = failing('one', new GatewayError('one: credit (1030)', 'credit'));
    await firstWorkingGateway([credit, accepting('two')], { reportSms: report }).deliver(MESSAGE);
    expect(reported).toEqual(['one credit', 'two taken']);
    expect(console.error).toHaveBeenCalledExactlyOnceWith(
      'two takes over an SMS from one: GatewayError one: credit (1030)',
    );
  });

  test('the second takes over when the first does not answer', async () => {
    const silent = await startVendor(() => null);
    const first = gatewayOf('solapi', silent.url);
    await firstWorkingGateway([first, accepting('two')], { reportSms: report, timeoutMs: 20 }).deliver(
      MESSAGE,
    );
    expect(reported).toEqual(['solapi outage', 'two taken']);
  });

  test('each has 5 s to answer, a single one 10 s', async () => {
    const waits: number[] = [];
    const recording = (name: string): SmsGateway => ({
      name,
      send(_, timeoutMs) {
        waits.push(timeoutMs);
        return Promise.reject(new GatewayError(name, 'outage'));
      },
    });
    await expect(
      firstWorkingGateway([recording('a'), recording('b')], { reportSms: report }).deliver(MESSAGE),
    ).rejects.toThrow('b');
    await expect(
      firstWorkingGateway([recording('c')], { reportSms: report }).deliver(MESSAGE),
    ).rejects.toThrow('c');
    expect(waits).toEqual([5_000, 5_000, 10_000]);
  });

  test('a number that accepts no SMS is not tried at the second', async () => {
    const number = failing('one', new GatewayError('one: number', 'number'));
    await expect(
      firstWorkingGateway([number, accepting('two')], { reportSms: report }).deliver(MESSAGE),
    ).rejects.toThrow('number');
    expect(reported).toEqual(['one number']);
  });
});

test.for([
  ['number', 'numberRefused'],
  ['blocked', 'numberRefused'],
  ['credit', undefined],
  ['outage', undefined],
] as const)('a failure of kind %s is answered with 012_1 and the reason %s', async ([failure, reason]) => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const refusing = { name: 'one', send: () => Promise.reject(new GatewayError('one', failure)) };
  const sms = firstWorkingGateway([refusing], { reportSms: () => undefined });
  const server = await testServer({}, fakeEngine(), { sms });
  const { json } = await send(await enter(server, 'lee'), 'sms');
  expect([json['result'], json['errCode'], json['reason']]).toEqual([false, '012_1', reason]);
});

test('the results of SMS are counted for each gateway', async () => {
  const { url } = await startVendor(ACCEPTED.nhn);
  const folder = newFolder();
  writeFileSync(join(folder, 'secret'), SECRET);
  const entry = { use: 'nhn', url, appKey: 'k', secretKeyFile: join(folder, 'secret'), from: SENDER };
  const { read, countSmsResult } = metricsOf({
    waitingPushes: async () => 0,
    disk: async () => ({ free: 1, size: 1 }),
    ready: async () => ({}),
    certificates: async () => ({}),
    federations: async () => [],
    gateways: () => ({}),
    hashing: () => ({ running: 0, waiting: 0, refused: 0 }),
  });
  const { sms } = gatewaysOf(resolve({ sms: { gateways: [entry] } }), null, countSmsResult);
  await sms?.deliver(MESSAGE);
  expect(await read()).toContain('munjigi_sms_total{gateway="nhn",result="taken"} 1');
});

describe('the settings', () => {
  let folder: string;
  beforeEach(() => {
    folder = newFolder();
    writeFileSync(join(folder, 'secret'), `${SECRET}\n`);
    writeFileSync(join(folder, 'empty'), '\n');
  });

  const file = (...gateways: unknown[]) => ({ sms: { gateways } });
  const nhnEntry = () => ({ use: 'nhn', appKey: 'k', secretKeyFile: join(folder, 'secret'), from: SENDER });
  const solapiEntry = () => ({
    use: 'solapi',
    apiKey: 'k',
    apiSecretFile: join(folder, 'secret'),
    from: SENDER,
  });
  const sensEntry = () => ({
    use: 'sens',
    serviceId: 's',
    accessKey: 'a',
    secretKeyFile: join(folder, 'secret'),
    from: SENDER,
  });
  const smsUrl = 'https://sms.example';
  const withUrl = (entry: unknown, url?: string) =>
    resolveConfig(entry, 'config.json', {
      mode: 'demo',
      ...ADDRESSES,
      gateways: url === undefined ? {} : { smsUrl: url },
    });
  const urlOrSecret = (gateway: SmsGatewaySettings): string =>
    gateway.use === 'webhook' ? gateway.url : 'apiSecret' in gateway ? gateway.apiSecret : gateway.secretKey;

  test('name gateways in their order, with secrets from files', () => {
    const { sms } = resolve(file(solapiEntry(), sensEntry()));
    expect(sms.map(urlOrSecret)).toEqual([SECRET, SECRET]);
    expect(sms.map(({ use }) => use)).toEqual(['solapi', 'sens']);
    expect(JSON.stringify(sms)).not.toContain('File');
    expect(resolve({}).sms).toEqual([]);
    expect(withUrl({}, smsUrl).sms.map(urlOrSecret)).toEqual([smsUrl]);
  });

  test('are refused with a message for each problem', () => {
    const template = (content: string) => ({
      ...solapiEntry(),
      alimtalk: { channel: 'c', templates: { ko: { templateCode: 't', content } } },
    });
    const gatewayPath = 'sms.gateways[0]';
    const content = `${gatewayPath}.alimtalk.templates.ko.content`;
    const mustNotOpen = `${content}: must not ask people to open or install anything`;
    for (const [entries, url, problem] of [
      [[], undefined, 'sms.gateways: must name at least one gateway'],
      [[{ use: 'webhook' }], undefined, `${gatewayPath}: SMS_URL is not set`],
      [[nhnEntry()], smsUrl, 'sms.gateways: does not name the webhook, though SMS_URL is set'],
      [
        [{ ...nhnEntry(), secretKeyFile: join(folder, 'empty') }],
        undefined,
        `${gatewayPath}.secretKeyFile: is empty`,
      ],
      [
        [{ ...nhnEntry(), from: '02-123' }],
        undefined,
        `${gatewayPath}.from: must be the registered number of the sender, digits only`,
      ],
      [[template('인증번호')], undefined, `${content}: must contain #{code}`],
      [[template('#{code} 앱을 설치하세요')], undefined, mustNotOpen],
      [[template('#{code} https://x.example')], undefined, mustNotOpen],
    ] as const) {
      expect(problemsOf(() => withUrl(file(...entries), url))).toEqual([problem]);
    }
    const withHttp = { ...nhnEntry(), url: 'http://sms.example' };
    const production = { publicUrl: 'https://login.example.com', clients: [CLIENT], policies: [POLICY] };
    expect(problemsOf(() => resolve({ ...production, ...file(withHttp) }, 'production'))).toEqual([
      `${gatewayPath}.url: must be https: codes would travel in the clear`,
    ]);
  });
});

import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ConfigError } from '#server/config/config-error.ts';
import { loadConfig, resolveConfig } from '#server/config/load.ts';
import { gatewaysOf } from '#server/login/sending/gateways.ts';
import { createOutbox, type Message } from '#server/login/sending/outbox.ts';
import { firstWorkingGateway } from '#server/login/sending/sms/first-working-gateway.ts';
import { smtpOutbox } from '#server/login/sending/smtp.ts';
import { smsWebhook as createSmsWebhook, pushWebhook } from '#server/login/sending/webhook.ts';
import { SEEDED_DEVICES } from '#server/seed/devices.ts';
import { fakeEngine } from '#tests/support/server/engine.ts';
import { startHttpServer } from '#tests/support/server/http-server.ts';
import { groupsOf, phoneOf, requestPush } from '#tests/support/server/push.ts';
import { testServer } from '#tests/support/server/server.ts';
import { enter, errCodeOrStatus, logIn, send, statusAndErrCode } from './methods/steps.ts';

const cleanUps: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of cleanUps.splice(0)) await close();
});

type Mail = { readonly from: string; readonly to: readonly string[]; readonly source: string };

async function startMailServer(refusal: string | null = null) {
  const mails: Mail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope;
      text(stream).then((source) => {
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          source,
        });
        done(refusal === null ? null : new Error(refusal));
      }, done);
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  cleanUps.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, mails };
}

async function startWebhookGateway(status = 200) {
  const calls: { readonly headers: IncomingMessage['headers']; readonly body: unknown }[] = [];
  const { port, close } = await startHttpServer(async (request, response) => {
    calls.push({ headers: request.headers, body: JSON.parse(await text(request)) });
    response.writeHead(status, status === 302 ? { Location: '/elsewhere' } : {}).end('{}');
  });
  cleanUps.push(close);
  return { port, calls };
}

const smsWebhook = (url: string) =>
  firstWorkingGateway([createSmsWebhook(url)], { reportSms: () => undefined });

const decodeBody = (source: string): string => {
  const [, body = ''] = source.split('\r\n\r\n', 2);
  return /content-transfer-encoding: base64/i.test(source) ? Buffer.from(body, 'base64').toString() : source;
};

describe('SMTP', () => {
  test('a mail server receives the code, and the person signs in with it', async () => {
    const { url, mails } = await startMailServer();
    const mail = smtpOutbox(url, 'no-reply@login.example');
    const server = await testServer({}, fakeEngine(), { inmail: mail });
    const lee = await enter(server, 'lee');
    expect((await send(lee, 'inmail', { language: 'ko' })).json['result']).toBe(true);
    expect(mails).toMatchObject([{ from: 'no-reply@login.example', to: ['doyun.lee@hanbit.example'] }]);
    const body = decodeBody(mails[0]?.source ?? '');
    expect(body).toContain('한빛 업무 포털 로그인 인증번호예요.');
    expect(errCodeOrStatus(await logIn(lee, '2', /^\d{6}\r?$/m.exec(body)?.[0]?.trim() ?? ''))).toBe(200);
  });

  test('a refused mail and an unreachable server cause 012_2', async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    const { url } = await startMailServer('mailbox full');
    const gateways = {
      inmail: smtpOutbox(url, 'no-reply@login.example'),
      exmail: smtpOutbox('smtp://127.0.0.1:1', 'no-reply@login.example'),
    };
    const server = await testServer({}, fakeEngine(), gateways);
    const lee = await enter(server, 'lee');
    for (const channel of ['inmail', 'exmail'] as const) {
      expect((await send(lee, channel)).json).toMatchObject({ result: false, errCode: '012_2' });
    }
  });

  test('a comma in an address adds no second recipient', async () => {
    const { url, mails } = await startMailServer();
    const message: Message = {
      channel: 'inmail',
      userId: 'lee',
      to: 'lee@hanbit.example, eve@evil.example',
      subject: 'x',
      text: 'x',
      at: 0,
    };
    await smtpOutbox(url, 'no-reply@login.example')
      .deliver(message)
      .catch(() => undefined);
    expect(mails.flatMap(({ to }) => to)).not.toContain('eve@evil.example');
  });
});

describe('the SMS webhook', () => {
  test('receives number and text, and the person signs in with the code', async () => {
    const { port, calls } = await startWebhookGateway(202);
    const sms = smsWebhook(`http://me:p%40ss@127.0.0.1:${port}/send?from=1`);
    const server = await testServer({}, fakeEngine(), { sms });
    const lee = await enter(server, 'lee');
    expect((await send(lee, 'sms')).json['result']).toBe(true);
    expect(calls).toMatchObject([
      {
        headers: {
          'content-type': 'application/json',
          authorization: `Basic ${Buffer.from('me:p@ss').toString('base64')}`,
        },
        body: { to: '010-3456-7890', text: expect.stringMatching(/@localhost #\d{6}$/) },
      },
    ]);
    const code = /#(\d{6})"/.exec(JSON.stringify(calls[0]?.body))?.[1] ?? '';
    expect(errCodeOrStatus(await logIn(lee, '1', code))).toBe(200);
  });

  test.for([
    [500, 'GatewayError HTTP 500'],
    [404, 'GatewayError HTTP 404'],
    [302, 'TypeError'],
  ] as const)('that answers %i causes 012_1', async ([status, reason]) => {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    const { port, calls } = await startWebhookGateway(status);
    const server = await testServer({}, fakeEngine(), { sms: smsWebhook(`http://127.0.0.1:${port}`) });
    const lee = await enter(server, 'lee');
    expect((await send(lee, 'sms')).json).toMatchObject({ result: false, errCode: '012_1' });
    expect(calls[0]?.headers.authorization).toBeUndefined();
    expect(log.mock.calls).toEqual([[`The sms gateway failed: ${reason}`]]);
  });

  test('that is unreachable causes 012_1', async () => {
    const { port } = await startWebhookGateway();
    for (const close of cleanUps.splice(0)) await close();
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    const server = await testServer({}, fakeEngine(), { sms: smsWebhook(`http://127.0.0.1:${port}`) });
    expect((await send(await enter(server, 'lee'), 'sms')).json['errCode']).toBe('012_1');
    expect(log.mock.calls).toEqual([['The sms gateway failed: TypeError ECONNREFUSED']]);
  });
});

describe('the push webhook', () => {
  test('receives app, title and text without a secret, and the person signs in with the push', async () => {
    const { port, calls } = await startWebhookGateway(202);
    const push = pushWebhook(`http://me:p%40ss@127.0.0.1:${port}/send?from=1`);
    const server = await testServer({}, fakeEngine(), { push });
    const lim = await enter(server, 'lim');
    const pushId = String((await requestPush(lim.browser, 'lim')).json['pushId']);
    expect(calls).toEqual([
      {
        headers: expect.objectContaining({
          'content-type': 'application/json',
          authorization: `Basic ${Buffer.from('me:p@ss').toString('base64')}`,
        }),
        body: {
          to: SEEDED_DEVICES.lim.mobileApp.uuid,
          title: '[Hanbit Workspace] Sign-in',
          text: expect.stringContaining('Confirm in the app'),
        },
      },
    ]);
    for (const group of groupsOf(pushId)) expect(JSON.stringify(calls[0]?.body)).not.toContain(group);
    await phoneOf(server, 'lim').approveShown(pushId);
    expect(errCodeOrStatus(await logIn(lim, '10', pushId))).toBe(200);
  });

  test.for([
    [500, 'GatewayError HTTP 500'],
    [410, 'GatewayError HTTP 410'],
    [302, 'TypeError'],
  ] as const)('that answers %i causes 012_3, and no push waits', async ([status, reason]) => {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    const { port } = await startWebhookGateway(status);
    const push = pushWebhook(`http://127.0.0.1:${port}`);
    const server = await testServer({}, fakeEngine(), { push });
    expect(statusAndErrCode(await requestPush((await enter(server, 'lim')).browser, 'lim'))).toEqual([
      500,
      '012_3',
    ]);
    expect(await phoneOf(server, 'lim').pushes()).toEqual([]);
    expect(log.mock.calls).toEqual([[`The push gateway failed: ${reason}`]]);
  });
});

describe('the gateway of a message', () => {
  const sources = {
    mode: 'demo',
    publicUrl: 'http://localhost:8080',
    labOrigin: 'http://localhost:8081',
  } as const;

  test('is the outbox when no address is configured, and null without an outbox', () => {
    const outbox = createOutbox(Date.now);
    const config = resolveConfig({}, 'test', sources);
    expect(gatewaysOf(config, outbox)).toEqual({ sms: outbox, inmail: outbox, exmail: outbox, push: outbox });
    expect(gatewaysOf(config, null)).toEqual({ sms: null, inmail: null, exmail: null, push: null });
  });

  test('is no longer the outbox for the channels of a configured address', () => {
    const outbox = createOutbox(Date.now);
    const gateways = { smtpUrl: 'smtp://mail.example' };
    const { sms, inmail, exmail } = gatewaysOf(resolveConfig({}, 'test', { ...sources, gateways }), outbox);
    expect(sms).toBe(outbox);
    expect(inmail).not.toBe(outbox);
    expect(exmail).toBe(inmail);
    const pushUrl = { pushUrl: 'https://push.example' };
    const byPush = gatewaysOf(resolveConfig({}, 'test', { ...sources, gateways: pushUrl }), outbox);
    expect(byPush).toMatchObject({ sms: outbox, inmail: outbox, exmail: outbox });
    expect(byPush.push).not.toBe(outbox);
  });

  test('takes its address from the environment, which is checked at the start', () => {
    const load = (env: Record<string, string>) => loadConfig(env, sources).gateways;
    expect(load({})).toEqual({});
    const env = {
      SMTP_URL: 'smtps://u:p@mail.example:465',
      SMS_URL: 'https://sms.example/send',
      PUSH_URL: 'https://push.example/send',
    };
    expect(load(env)).toEqual({ smtpUrl: env.SMTP_URL, smsUrl: env.SMS_URL, pushUrl: env.PUSH_URL });
    for (const wrong of [
      { SMTP_URL: 'https://mail.example' },
      { SMS_URL: 'ftp://x' },
      { SMS_URL: 'nonsense' },
      { PUSH_URL: 'ftp://x' },
      { PUSH_URL: 'nonsense' },
    ]) {
      expect(() => load(wrong)).toThrow(ConfigError);
    }
  });
});

test('a request for a code without a gateway is refused and logged with the missing setting', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const server = await testServer({}, fakeEngine(), { sms: null });
  expect((await send(await enter(server, 'lee'), 'sms')).json['errCode']).toBe('012');
  expect(log.mock.calls).toEqual([['Nothing was sent by sms: neither sms.gateways nor SMS_URL is set']]);
  log.mockRestore();
  expect(server.logged.at(-1)).toMatchObject({ route: '/auth/oauth2/send/sms', status: 200, refused: '012' });
});

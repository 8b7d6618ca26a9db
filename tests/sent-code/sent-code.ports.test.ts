import { describe, expect, it, vi } from 'vitest';
import { createActor, toPromise } from 'xstate';
import type { Channel } from '#machines/shared/methods.ts';
import { sentCodePorts } from '#src/ports/sent-code.ts';
import { receiveSms } from '#src/ports/web-otp.ts';
import { clientWith, PORTAL_ORIGIN } from '#tests/support/client.ts';
import { openNetwork } from '#tests/support/network.ts';
import type { TypeCode } from '#wire/type-codes.ts';

const { requests, ...network } = openNetwork();
const AT = 1_700_000_000_000;

/** The ports, connected to a server that answers these paths. */
function portsOn(answers: Readonly<Record<string, () => Response>>) {
  for (const [path, answer] of Object.entries(answers)) network.answerTo(`POST ${path}`, answer);
  const ports = sentCodePorts({
    client: clientWith(),
    ip: () => '',
    now: () => AT,
    purpose: async () => 'Code to sign in',
  });
  const send = (channel: Channel) =>
    toPromise(
      createActor(ports.sendCode, {
        input: { userId: 'kim', clientId: 'c', channel, sendToken: 'send-token' },
      }).start(),
    );
  const paths = () => requests.map(({ url }) => url.slice(PORTAL_ORIGIN.length));
  return { ports, paths, send };
}

it.each([
  ['sms', '/auth/oauth2/send/sms'],
  ['internalMail', '/auth/oauth2/send/inmail'],
  ['privateMail', '/auth/oauth2/send/exmail'],
] as const)('a send by %s calls %s, and returns the time of the answer', async (channel, path) => {
  const { send, paths } = portsOn({ [path]: () => Response.json({ result: true }) });
  expect(await send(channel)).toEqual({ ok: true, value: { at: AT } });
  expect(paths()).toEqual([path]);
});

it('a send returns its refusal', async () => {
  const refusal = () => Response.json({ errCode: '012', message: 'no gateway' }, { status: 502 });
  const { send } = portsOn({ '/auth/oauth2/send/sms': refusal });
  expect(await send('sms')).toMatchObject({ failure: { code: '012' } });
});

describe('a code from an SMS', () => {
  const { signal } = new AbortController();
  const stubBrowser = (get: (request: unknown) => Promise<unknown>) => {
    vi.stubGlobal('window', { OTPCredential: class {} });
    vi.stubGlobal('navigator', { credentials: { get } });
  };

  it('is requested from a browser that can read it, with a signal that aborts it', async () => {
    const get = vi.fn(async (_: unknown) => ({ code: '271828' }));
    stubBrowser(get);
    expect(await receiveSms(signal)).toBe('271828');
    expect(get).toHaveBeenCalledExactlyOnceWith({ otp: { transport: ['sms'] }, signal });
  });

  it.each([
    ['declines', () => Promise.reject(new DOMException('declined', 'AbortError'))],
    ['returns nothing', async () => null],
    ['returns another credential', async () => ({ id: 'x' })],
  ])('is null when the browser %s', async (_name, get) => {
    stubBrowser(get);
    expect(await receiveSms(signal)).toBeNull();
  });

  it('is null in a browser that cannot read it', async () => {
    vi.stubGlobal('window', {});
    expect(await receiveSms(signal)).toBeNull();
  });

  it('is requested only when one of the channels is SMS', async () => {
    const get = vi.fn(async () => ({ code: '271828' }));
    stubBrowser(get);
    const { ports } = portsOn({});
    const receive = (tokenCode: TypeCode) =>
      toPromise(createActor(ports.receiveSms, { input: { tokenCode } }).start());
    expect(await Promise.all((['2', '3', '6'] as const).map(receive))).toEqual([null, null, null]);
    expect(get).not.toHaveBeenCalled();
    expect(await Promise.all((['1', '4', '5'] as const).map(receive))).toEqual(Array(3).fill('271828'));
  });
});

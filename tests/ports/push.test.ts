import { describe, expect, it } from 'vitest';
import { pushPorts } from '#src/ports/push.ts';
import { openNetwork } from '#tests/support/network.ts';
import { ask, portsStage } from '#tests/support/ports-stage.ts';
import { decodeUserPassword, type FirstStepPassword } from '#wire/user-password.ts';

const network = openNetwork();
const NOW = 1_790_000_000_000;
const PERSON = { userId: 'lim', clientId: 'demo' };

function open(answer: object, status = 200) {
  const { client, portal, sent } = portsStage(network, answer, status);
  const ports = pushPorts({ client, portal, now: () => NOW, purpose: async () => '로그인 확인' });
  return { ports, sent };
}

it('reads the clock of the device', async () => {
  expect(await ask(open({}).ports.readClock, {})).toBe(NOW);
});

describe('a request', () => {
  it('carries person, service, address and purpose, and tells when its answer came', async () => {
    const { ports, sent } = open({ status: 200, pushId: 'ABCD', period: 60 });
    const answer = await ask(ports.requestPush, PERSON);
    expect(answer).toEqual({ ok: true, value: { id: 'ABCD', period: 60_000, at: NOW } });
    expect(sent).toEqual([
      {
        line: 'POST /mobileapp/push/lim?clientId=demo&ip=203.0.113.7',
        body: { ...PERSON, content: '로그인 확인' },
      },
    ]);
  });

  it('that is refused is handed back', async () => {
    const { ports } = open({ status: 429, errCode: 'pushPending', message: 'wait' }, 429);
    expect(await ask(ports.requestPush, PERSON)).toMatchObject({
      ok: false,
      failure: { kind: 'rejected', status: 429, code: 'pushPending', message: 'wait' },
    });
  });
});

describe('a look', () => {
  it.each(['X', 'A', 'O'])('answers %s and when it ended', async (check) => {
    const { ports, sent } = open({ status: 200, check });
    expect(await ask(ports.checkPush, { id: 'ABCD' })).toEqual({
      check: { ok: true, value: check },
      at: NOW,
    });
    expect(sent[0]?.line).toBe(`GET /data/sso/mobileapp/push/check/ABCD?time=${NOW}&clientId=demo`);
  });

  it('that fails tells when it ended too', async () => {
    const { ports } = open({ status: 404, errCode: '010_5', message: '' }, 404);
    expect(await ask(ports.checkPush, { id: 'ABCD' })).toMatchObject({
      check: { ok: false, failure: { status: 404, code: '010_5' } },
      at: NOW,
    });
  });
});

it('a withdrawal names the push and the service', async () => {
  const { ports, sent } = open({ status: 200 });
  expect(await ask(ports.withdrawPush, { id: 'ABCD' })).toEqual({ ok: true, value: undefined });
  expect(sent).toEqual([{ line: 'DELETE /data/sso/mobileapp/push/ABCD?clientId=demo', body: null }]);
});

it.each([
  ['A', true, true, 'YY'],
  ['O', true, false, 'YN'],
  ['O', false, true, 'NN'],
])(
  'the login hands the polled %s on beside the push ID; the boxes %s and %s are %s',
  async (check, always, alwaysSend, flags) => {
    const { ports, sent } = open({ status: 200, to: '/oauth2/authorize/u1' });
    const input = { userId: 'lim', id: 'ABCD', check, always, alwaysSend };
    expect(await ask(ports.logIn, input)).toMatchObject({ ok: true, value: { to: '/oauth2/authorize/u1' } });
    expect(sent[0]?.line).toBe('POST /authenticate');
    const password = decodeUserPassword(sent[0]?.body?.['userPassword'] ?? '') as FirstStepPassword;
    expect(password).toMatchObject({ step: '1', secret: 'ABCD', tokenCode: '10', check });
    expect(password.fixed + password.alwaysSend).toBe(flags);
  },
);

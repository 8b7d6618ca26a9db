import { describe, expect, it } from 'vitest';
import { pushPorts } from '#src/ports/push.ts';
import { clientWithAnswer, outputOf } from '#tests/support/client-with-answer.ts';
import { openNetwork } from '#tests/support/network.ts';

const network = openNetwork();
const NOW = 1_790_000_000_000;
const PUSH = { id: 'ABCD', clientId: 'demo', token: '' };
const PERSON = { userId: 'lim', clientId: 'demo' };

function open(answer: object, status = 200) {
  const { client, sent } = clientWithAnswer(network, answer, status);
  const ports = pushPorts({
    client,
    ip: () => '203.0.113.7',
    now: () => NOW,
    purpose: async () => '로그인 확인',
  });
  return { ports, sent };
}

it('the port of the clock reads the time of the device', async () => {
  expect(await outputOf(open({}).ports.readClock, {})).toBe(NOW);
});

describe('a request for a push', () => {
  it('has the person, the service, the IP address and the purpose, and returns the time of its answer', async () => {
    const { ports, sent } = open({ status: 200, pushId: 'ABCD', period: 60 });
    const answer = await outputOf(ports.requestPush, PERSON);
    expect(answer).toEqual({ ok: true, value: { id: 'ABCD', period: 60_000, isNotified: true, at: NOW } });
    expect(sent).toEqual([
      {
        line: 'POST /mobileapp/push/lim?clientId=demo&ip=203.0.113.7',
        body: { ...PERSON, content: '로그인 확인' },
      },
    ]);
  });

  it('returns its refusal', async () => {
    const { ports } = open({ status: 429, errCode: 'pushPending', message: 'wait' }, 429);
    expect(await outputOf(ports.requestPush, PERSON)).toMatchObject({
      ok: false,
      failure: { kind: 'rejected', status: 429, code: 'pushPending', message: 'wait' },
    });
  });
});

describe('a poll of a push', () => {
  it.each(['X', 'A', 'O'])('returns %s and the time of its answer', async (check) => {
    const { ports, sent } = open({ status: 200, check });
    expect(await outputOf(ports.checkPush, PUSH)).toEqual({
      check: { ok: true, value: check },
      at: NOW,
    });
    expect(sent[0]?.line).toBe(`GET /data/sso/mobileapp/push/check/ABCD?time=${NOW}&clientId=demo`);
  });

  it('returns its failure and the time of its answer', async () => {
    const { ports } = open({ status: 404, errCode: '010_5', message: '' }, 404);
    expect(await outputOf(ports.checkPush, PUSH)).toMatchObject({
      check: { ok: false, failure: { status: 404, code: '010_5' } },
      at: NOW,
    });
  });
});

it('the withdrawal of a push has its ID and the service', async () => {
  const { ports, sent } = open({ status: 200 });
  expect(await outputOf(ports.withdrawPush, PUSH)).toEqual({ ok: true, value: undefined });
  expect(sent).toEqual([{ line: 'DELETE /data/sso/mobileapp/push/ABCD?clientId=demo', body: null }]);
});

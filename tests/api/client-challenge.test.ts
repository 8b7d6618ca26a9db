import { describe, expect, it } from 'vitest';
import { openNetwork } from '#tests/support/network.ts';
import { clientOn, get, json, MALFORMED, NOW, optionalTo, token } from './client-set-up.ts';

const setUp = clientOn(openNetwork());

describe('the client', () => {
  const responseWith = (body: string, challenge: string, status = 200) =>
    new Response(body, { status, headers: { 'X-Challenge-Token': challenge } });

  it('reports a seed as the challenge and checks nothing', async () => {
    const { client, callbacks } = setUp(() => responseWith('{"to":"/x"}', 'seed'), {
      hooks: { challengeKey: () => '' },
    });
    expect(await client.call(get)).toEqual({ ok: true, value: { to: '/x' } });
    expect(callbacks.onChallenge).toHaveBeenCalledExactlyOnceWith('seed');
    expect(callbacks.onErrorPage).not.toHaveBeenCalled();
  });

  it('checks a dotted token over the text as received', async () => {
    const body = '{ "to" :\n"/x" , "message":"안녕" }';
    const { client, callbacks } = setUp(() => responseWith(body, token(body)));
    expect(await client.call(get)).toEqual({ ok: true, value: { to: '/x' } });
    expect(callbacks.onChallenge).toHaveBeenCalledExactlyOnceWith(token(body));
    expect(callbacks.onErrorPage).not.toHaveBeenCalled();
  });

  it('checks the token of a refusal', async () => {
    const body = '{"errCode":"001"}';
    const { client, callbacks } = setUp(() => responseWith(body, token(body), 400));
    expect(await client.call(get)).toMatchObject({ failure: { kind: 'rejected', code: '001' } });
    expect(callbacks.onErrorPage).not.toHaveBeenCalled();
  });

  it('checks the token of an empty body over the empty text', async () => {
    const { client, callbacks } = setUp(
      () => new Response(null, { status: 204, headers: { 'X-Challenge-Token': token('') } }),
    );
    expect(await client.call({ ...get, schema: optionalTo })).toEqual({ ok: true, value: {} });
    expect(callbacks.onErrorPage).not.toHaveBeenCalled();
  });

  it.each([
    ['that of another body', token('{"to":"/y"}')],
    ['that of another key', token('{"to":"/x"}', { key: 'other' })],
    ['from two steps ago', token('{"to":"/x"}', { time: NOW - 60_000 })],
    ['from two steps ahead', token('{"to":"/x"}', { time: NOW + 60_000 })],
    ['in another format', 'a.b'],
  ])('leads to the error page and hides the body when the token is %s', async (_case, challenge) => {
    const { client, callbacks } = setUp(() => responseWith('{"to":"/x"}', challenge));
    expect(await client.call(get)).toEqual(MALFORMED);
    expect(callbacks.onErrorPage).toHaveBeenCalledOnce();
    expect(callbacks.onChallenge).toHaveBeenCalledExactlyOnceWith(challenge);
  });

  it('refuses a dotted token when there is no key', async () => {
    const { client, callbacks } = setUp(() => responseWith('{"to":"/x"}', token('{"to":"/x"}')), {
      hooks: { challengeKey: () => '' },
    });
    expect(await client.call(get)).toEqual(MALFORMED);
    expect(callbacks.onErrorPage).toHaveBeenCalledOnce();
  });

  it('checks the token by the clock of the server', async () => {
    const skewMs = -3_600_000;
    const { client } = setUp(
      () => responseWith('{"to":"/x"}', token('{"to":"/x"}', { time: NOW + skewMs })),
      {
        hooks: { skewMs: () => skewMs },
      },
    );
    expect(await client.call(get)).toMatchObject({ ok: true });
  });

  it.each([
    ['is set two hours ahead while the page is open', 7_200_000, 0],
    ['is set two hours back', -7_200_000, 0],
    ['slept for eight hours, in which its monotonic clock stopped', 8 * 3_600_000, 8 * 3_600_000],
  ])('keeps the time of the server when the device %s', async (_case, clockChange, slept) => {
    let now = NOW;
    const { client, callbacks } = setUp(
      () => {
        const body = '{"to":"/x"}';
        const headers = {
          'X-Challenge-Token': token(body, { time: NOW + slept }),
          Date: new Date(NOW + slept).toUTCString(),
        };
        return new Response(body, { headers });
      },
      { options: { now: () => now, elapsed: () => 5000 } },
    );
    now += clockChange;
    expect(await client.call(get)).toMatchObject({ ok: true });
    expect(await client.call(get)).toMatchObject({ ok: true });
    expect(callbacks.onErrorPage).not.toHaveBeenCalled();
  });

  it('accepts an answer that a sleeping tab reads late', async () => {
    let now = NOW;
    const { client } = setUp(
      () => {
        now = NOW + 8 * 3_600_000;
        return responseWith('{"to":"/x"}', token('{"to":"/x"}', { time: NOW }));
      },
      { options: { now: () => now } },
    );
    expect(await client.call(get)).toMatchObject({ ok: true });
  });

  it('leads to the error page only once when a redirect header comes with a wrong token', async () => {
    const { client, callbacks } = setUp(() =>
      json({ to: '/x' }, { headers: { 'X-Redirect-Page': 'error', 'X-Challenge-Token': 'a.b' } }),
    );
    await client.call(get);
    expect(callbacks.onErrorPage).toHaveBeenCalledOnce();
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { codeInText } from '#lab/messages/outbox.ts';
import { codeMessage } from '#server/login/sending/code-message.ts';
import type { Channel } from '#server/storage/repositories/sent-codes.ts';
import { type LabApp, labApp } from './lab-app.ts';

const CHANNELS: readonly Channel[] = ['sms', 'inmail', 'exmail'];

describe('the code of a message', () => {
  const wording = { serviceName: 'Hanbit 20261120', host: 'localhost', purpose: 'login' } as const;

  it.each(CHANNELS.flatMap((channel) => (['ko', 'en'] as const).map((language) => ({ channel, language }))))(
    'is found in a message of the server by $channel in $language',
    ({ channel, language }) => {
      for (const purpose of ['login', 'identity'] as const) {
        const request = { ...wording, serviceName: 'Hanbit', language, purpose };
        expect(codeInText(codeMessage(channel, '012345', request).text)).toBe('012345');
      }
    },
  );

  it.each([
    ['a name with a number', codeMessage('sms', '012345', { ...wording, language: 'en' }).text, '012345'],
    ['a phone number', 'Call 010-123456-7890', null],
    ['a long number', 'Order 123456789', null],
    ['a year', 'since 2026', null],
  ])('is not taken from %s', (_, text, code) => {
    expect(codeInText(text)).toBe(code);
  });
});

describe('the messages', () => {
  let lab: LabApp;
  beforeEach(() => {
    lab = labApp();
  });
  afterEach(() => lab.removeFolder());

  const deliver = async (channel: Channel, code: string, userId = 'lee') => {
    const message = {
      channel,
      userId,
      to: `${channel} of ${userId}`,
      subject: '',
      text: `Code ${code}`,
      at: lab.clock.now,
    };
    await lab.outbox.deliver(message);
    return { ...message, code };
  };
  const call = async (path: string) => {
    const response = await lab.call('GET', path);
    return { status: response.status, body: await response.json() };
  };

  it('are listed newest first, by user and channel', async () => {
    const sms = await deliver('sms', '111111');
    const internal = await deliver('inmail', '222222');
    const personal = await deliver('exmail', '333333');
    const messageToKim = await deliver('sms', '444444', 'kim');
    const list = async (query: string) => (await call(`/messages${query}`)).body.messages;
    expect(await list('')).toEqual([messageToKim, personal, internal, sms]);
    expect(await list('?userId=lee')).toEqual([personal, internal, sms]);
    expect(await list('?channel=sms')).toEqual([messageToKim, sms]);
    expect(await list('?userId=lee&channel=exmail')).toEqual([personal]);
    expect((await call('/phone/lee')).body.messages).toEqual([sms]);
    expect((await call('/mailbox/lee')).body).toEqual({
      userId: 'lee',
      internalMail: 'doyun.lee@hanbit.example',
      privateMail: 'doyun@mail.example',
      messages: [personal, internal],
    });
  });

  it('have a call that returns the newest one with its code', async () => {
    expect(await call('/messages/newest?userId=lee&channel=sms')).toEqual({
      status: 404,
      body: { problems: ['no such message'] },
    });
    await deliver('sms', '111111');
    const newest = await deliver('sms', '222222');
    await deliver('sms', '333333', 'kim');
    expect(await call('/messages/newest?userId=lee&channel=sms')).toEqual({ status: 200, body: newest });
  });

  it.each(['/messages?channel=fax', '/messages/newest?channel=fax'])('refuse %s', async (path) => {
    expect(await call(path)).toEqual({ status: 400, body: { problems: [expect.any(String)] } });
  });

  it('can be deleted, but not by a page of another origin', async () => {
    await deliver('sms', '111111');
    const clear = (headers: HeadersInit) => lab.call('DELETE', '/messages', undefined, headers);
    expect((await clear({ origin: 'http://localhost:8080' })).status).toBe(403);
    expect(lab.outbox.list()).toHaveLength(1);
    expect((await clear({})).status).toBe(204);
    expect(lab.outbox.list()).toEqual([]);
  });

  it.each([
    ['/phone/lee', 'sms'],
    ['/mailbox/lee', 'exmail'],
  ] as const)('are shown as plain text on %s', async (path, channel) => {
    await lab.outbox.deliver({
      channel,
      userId: 'lee',
      to: '<i>to</i>',
      subject: '<img src=x>',
      text: '<script>1</script> "&amp;" 123456',
      at: lab.clock.now,
    });
    const page = await (await lab.open(path)).text();
    expect(page).toContain('&lt;script&gt;1&lt;/script&gt; &quot;&amp;amp;&quot; 123456');
    expect(page).toContain('<code data-field="code">123456</code>');
    expect(page).not.toMatch(/<img|<i>|<script>/);
  });
});

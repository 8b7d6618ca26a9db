import { describe, expect, test } from 'vitest';
import { createOutbox, type Message } from '#server/login/sending/outbox.ts';

describe('the outbox', () => {
  const message = (values: Partial<Message> = {}): Message => ({
    channel: 'sms',
    userId: 'lee',
    to: '010-1',
    subject: '',
    text: 'hello',
    at: 0,
    ...values,
  });

  test('lists its messages, oldest first, by channel, person and address', async () => {
    const outbox = createOutbox(() => 0);
    await outbox.deliver(message({ text: 'one' }));
    await outbox.deliver(message({ text: 'two', channel: 'inmail', to: 'a@b.example' }));
    await outbox.deliver(message({ text: 'three', userId: 'kim' }));
    const texts = (filter = {}) => outbox.list(filter).map(({ text }) => text);
    expect(texts()).toEqual(['one', 'two', 'three']);
    expect(texts({ channel: 'sms' })).toEqual(['one', 'three']);
    expect(texts({ userId: 'lee' })).toEqual(['one', 'two']);
    expect(texts({ to: 'a@b.example' })).toEqual(['two']);
    outbox.clear();
    expect(texts()).toEqual([]);
  });

  test('notifies listeners until they stop', async () => {
    const outbox = createOutbox(() => 0);
    const received: string[] = [];
    const stop = outbox.subscribe(({ text }) => received.push(text));
    await outbox.deliver(message({ text: 'one' }));
    stop();
    await outbox.deliver(message({ text: 'two' }));
    expect(received).toEqual(['one']);
  });

  test('deletes messages after a day, and the oldest of more than 500', async () => {
    let now = 0;
    const outbox = createOutbox(() => now);
    for (let count = 0; count < 501; count++) await outbox.deliver(message({ text: String(count) }));
    expect(outbox.list()).toHaveLength(500);
    expect(outbox.list()[0]?.text).toBe('1');
    now = 24 * 60 * 60_000;
    expect(outbox.list()).toEqual([]);
  });
});

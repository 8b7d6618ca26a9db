import { expect, test, vi } from 'vitest';
import { policy } from '#cases/samples.ts';
import { fetchAhead } from '#src/app/boot/fetch-ahead.ts';
import { openPortal } from '#tests/support/model/portal.ts';
import { settle } from '#tests/support/ports.ts';

const resolveImmediately = async () => undefined;

/** The portal at its ID entry, and the flows that were fetched ahead. */
async function openAtIdEntry(whenIdle: () => Promise<void> = resolveImmediately) {
  const portal = openPortal();
  await portal.answerRequest();
  const fetched: string[] = [];
  const controller = new AbortController();
  const load = vi.fn(async (flow: string) => {
    fetched.push(flow);
    if (flow === 'chooser') throw new Error('lost');
  });
  fetchAhead({ portal: portal.actor, load, whenIdle, signal: controller.signal });
  await settle();
  return { portal, fetched, close: () => controller.abort() };
}

test('the flows that may follow the ID entry are fetched, and a failure is no error', async () => {
  const { fetched } = await openAtIdEntry();
  expect(fetched).toEqual(['password', 'chooser']);
});

test.each([
  ['the return to the service', 'after the only step', false, 'return-to-service'],
  ['the second step', 'before one', true, 'second-factor'],
])('the password screen fetches %s %s', async (_, __, secondAuth, flow) => {
  const { portal, fetched } = await openAtIdEntry();
  await portal.identify('kim', policy(['password'], { secondAuth }));
  await settle();
  expect([portal.value(), fetched.slice(2)]).toEqual(['password', [flow]]);
});

test('only the password is fetched while the browser is busy, and nothing after the page was left', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { fetched, close } = await openAtIdEntry(() => promise);
  expect(fetched).toEqual(['password']);
  close();
  resolve();
  await settle();
  expect(fetched).toEqual(['password']);
});

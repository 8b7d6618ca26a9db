import { expect, it, vi } from 'vitest';
import { languageMachine } from '#machines/language/language.machine.ts';
import { start } from '#tests/support/model/start.ts';

async function open() {
  const reportLanguage = vi.fn<(language: string) => void>();
  const machine = languageMachine.provide({
    actions: { reportLanguage: (_, language) => reportLanguage(language) },
  });
  const { actor, ports } = start(machine, { language: 'ko' });
  await ports.loadFirst.answer(undefined);
  return {
    ports,
    reported: () => reportLanguage.mock.calls.flat(),
    request: (language: 'ko' | 'en') => actor.send({ type: 'language.request', language }),
    requestTexts: () => actor.send({ type: 'texts.request' }),
    hasTag: (tag: 'drawable' | 'complete' | 'failed') => actor.getSnapshot().hasTag(tag),
    shown: () => actor.getSnapshot().context.current,
  };
}

it('a language can be rendered with the first texts, and is complete with the others', async () => {
  const { ports, hasTag } = await open();
  expect([hasTag('drawable'), hasTag('complete')]).toEqual([true, false]);
  await ports.loadOthers.answer(undefined);
  expect(hasTag('complete')).toBe(true);
});

it('a language cannot be rendered without the first texts', async () => {
  const { actor, ports } = start(languageMachine, { language: 'ko' });
  await ports.loadFirst.fail();
  expect(actor.getSnapshot().hasTag('drawable')).toBe(false);
  expect(actor.getSnapshot().hasTag('failed')).toBe(true);
});

it('another language is shown and reported when all of its texts are loaded', async () => {
  const { ports, request, reported, shown } = await open();
  request('en');
  expect([reported(), shown()]).toEqual([[], 'ko']);
  await ports.loadAll.answer(undefined);
  expect([reported(), shown()]).toEqual([['en'], 'en']);
});

it('the shown language stays when the texts of a chosen one fail to load, and they are requested again when it is chosen again', async () => {
  const { ports, request, reported, shown, hasTag } = await open();
  request('en');
  await ports.loadAll.fail();
  expect([reported(), shown(), hasTag('failed')]).toEqual([[], 'ko', true]);
  request('en');
  await ports.loadAll.answer(undefined);
  expect([reported(), hasTag('failed')]).toEqual([['en'], false]);
});

it('a change of the language is cancelled when another one is chosen during the load', async () => {
  const { ports, request, reported } = await open();
  request('en');
  const late = ports.loadAll.waiting();
  request('ko');
  await late.answer(undefined);
  expect(reported()).toEqual(['ko']);
});

it('texts that failed to load are requested again by a screen that needs them', async () => {
  const { ports, requestTexts, hasTag } = await open();
  await ports.loadOthers.fail();
  expect(hasTag('failed')).toBe(true);
  requestTexts();
  await ports.loadOthers.answer(undefined);
  expect(hasTag('complete')).toBe(true);
});

import { expect, it, vi } from 'vitest';
import { languageMachine } from '#machines/language/language.machine.ts';
import { start } from '#tests/support/model/start.ts';

async function open() {
  const announced = vi.fn<(language: string) => void>();
  const machine = languageMachine.provide({
    actions: { reportLanguage: (_, language) => announced(language) },
  });
  const { actor, ports } = start(machine, { language: 'ko' });
  await ports.loadFirst.answer(undefined);
  return {
    ports,
    announced: () => announced.mock.calls.flat(),
    want: (language: 'ko' | 'en') => actor.send({ type: 'language.request', language }),
    wantTexts: () => actor.send({ type: 'texts.request' }),
    has: (tag: 'drawable' | 'complete' | 'failed') => actor.getSnapshot().hasTag(tag),
    shown: () => actor.getSnapshot().context.current,
  };
}

it('can be drawn with the first texts, and is complete with the others', async () => {
  const { ports, has } = await open();
  expect([has('drawable'), has('complete')]).toEqual([true, false]);
  await ports.loadOthers.answer(undefined);
  expect(has('complete')).toBe(true);
});

it('cannot be drawn without the first texts', async () => {
  const { actor, ports } = start(languageMachine, { language: 'ko' });
  await ports.loadFirst.fail();
  expect(actor.getSnapshot().hasTag('drawable')).toBe(false);
  expect(actor.getSnapshot().hasTag('failed')).toBe(true);
});

it('shows another language when all of its texts are there, and tells it then', async () => {
  const { ports, want, announced, shown } = await open();
  want('en');
  expect([announced(), shown()]).toEqual([[], 'ko']);
  await ports.loadAll.answer(undefined);
  expect([announced(), shown()]).toEqual([['en'], 'en']);
});

it('keeps the language that is shown when the chosen one does not arrive, and asks again when it is chosen again', async () => {
  const { ports, want, announced, shown, has } = await open();
  want('en');
  await ports.loadAll.fail();
  expect([announced(), shown(), has('failed')]).toEqual([[], 'ko', true]);
  want('en');
  await ports.loadAll.answer(undefined);
  expect([announced(), has('failed')]).toEqual([['en'], false]);
});

it('cancels a language change that is loading', async () => {
  const { ports, want, announced } = await open();
  want('en');
  const late = ports.loadAll.waiting();
  want('ko');
  await late.answer(undefined);
  expect(announced()).toEqual(['ko']);
});

it('fetches what a later screen needs and what did not arrive', async () => {
  const { ports, wantTexts, has } = await open();
  await ports.loadOthers.fail();
  expect(has('failed')).toBe(true);
  wantTexts();
  await ports.loadOthers.answer(undefined);
  expect(has('complete')).toBe(true);
});

import { act, render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { useDeferredBusySnapshot } from '#src/app/deferred-busy-snapshot.ts';

test('a busy state is rendered in the task after it was entered, any other state at once', async () => {
  const actor = createActor(
    createMachine({
      initial: 'idle',
      states: {
        idle: { on: { submit: 'checking' } },
        checking: { tags: ['busy'], on: { answer: 'idle' } },
      },
    }),
  ).start();
  const View = () => <p>{String(useDeferredBusySnapshot(actor).value)}</p>;
  const { container } = render(<View />);
  const shown: string[] = [];
  const recordShown = () => shown.push(container.textContent ?? '');
  act(() => actor.send({ type: 'submit' }));
  recordShown();
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  recordShown();
  act(() => actor.send({ type: 'answer' }));
  recordShown();
  expect(shown).toEqual(['idle', 'checking', 'idle']);
});

// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { waitForAttention } from '#src/ports/attention.ts';
import { settle } from '#tests/support/ports.ts';

const setVisibility = (state: DocumentVisibilityState): void => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
};

beforeEach(() => setVisibility('visible'));

const startWaiting = async (needsInteraction: boolean) => {
  const abort = new AbortController();
  const onAttention = vi.fn();
  waitForAttention(document, needsInteraction, abort.signal).then(onAttention);
  const dispatch = async (type: string) => {
    document.dispatchEvent(new Event(type));
    await settle();
  };
  await settle();
  return { onAttention, dispatch, abort };
};

it('the wait ends immediately when the page is visible', async () => {
  const { onAttention } = await startWaiting(false);
  expect(onAttention).toHaveBeenCalledOnce();
});

it('the wait ends when a hidden page becomes visible', async () => {
  setVisibility('hidden');
  const { onAttention, dispatch } = await startWaiting(false);
  await dispatch('visibilitychange');
  expect(onAttention).not.toHaveBeenCalled();
  setVisibility('visible');
  await dispatch('visibilitychange');
  expect(onAttention).toHaveBeenCalledOnce();
});

it.each(['pointermove', 'pointerdown', 'keydown', 'visibilitychange'])(
  'a wait for an interaction ends at %s',
  async (type) => {
    const { onAttention, dispatch } = await startWaiting(true);
    expect(onAttention).not.toHaveBeenCalled();
    await dispatch(type);
    expect(onAttention).toHaveBeenCalledOnce();
  },
);

it('an aborted wait does not end', async () => {
  const { onAttention, dispatch, abort } = await startWaiting(true);
  abort.abort();
  await dispatch('keydown');
  expect(onAttention).not.toHaveBeenCalled();
});

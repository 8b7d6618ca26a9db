// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { waitForAttention } from '#src/ports/attention.ts';
import { settle } from '#tests/support/ports.ts';

const see = (sight: DocumentVisibilityState): void => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(sight);
};

beforeEach(() => see('visible'));

const attend = async (needsInteraction: boolean) => {
  const abort = new AbortController();
  const came = vi.fn();
  waitForAttention(document, needsInteraction, abort.signal).then(came);
  const tell = async (type: string) => {
    document.dispatchEvent(new Event(type));
    await settle();
  };
  await settle();
  return { came, tell, abort };
};

it('is there at once when the page is in sight', async () => {
  const { came } = await attend(false);
  expect(came).toHaveBeenCalledOnce();
});

it('waits for a hidden page to be seen again', async () => {
  see('hidden');
  const { came, tell } = await attend(false);
  await tell('visibilitychange');
  expect(came).not.toHaveBeenCalled();
  see('visible');
  await tell('visibilitychange');
  expect(came).toHaveBeenCalledOnce();
});

it.each(['pointermove', 'pointerdown', 'keydown', 'visibilitychange'])(
  'where the person has to stir waits for %s',
  async (type) => {
    const { came, tell } = await attend(true);
    expect(came).not.toHaveBeenCalled();
    await tell(type);
    expect(came).toHaveBeenCalledOnce();
  },
);

it('is not sent after a cancellation', async () => {
  const { came, tell, abort } = await attend(true);
  abort.abort();
  await tell('keydown');
  expect(came).not.toHaveBeenCalled();
});

import { describe, expect, it, vi } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { provisioningPorts } from '#src/ports/provisioning.ts';
import { clientWith } from '#tests/support/client.ts';

const LINK = 'cubelogin://provision?data=1';

/** A page that was loaded by this kind of navigation, with a spy for the links that it opens. */
function pageLoadedBy(type: NavigationTimingType, visibilityState: DocumentVisibilityState = 'visible') {
  const assign = vi.fn<(link: string) => void>();
  const document = Object.assign(new EventTarget(), { visibilityState });
  const performance = { getEntriesByType: () => [{ type }] };
  const page = { document, performance, location: { assign } } as unknown as Window;
  const { openApp } = provisioningPorts(clientWith(), page);
  const open = () => createActor(openApp, { input: { link: LINK } }).start();
  return { assign, document, open };
}

describe('the app', () => {
  it('opens automatically once per document', async () => {
    const { assign, open } = pageLoadedBy('navigate');
    await toPromise(open());
    await toPromise(open());
    expect(assign.mock.calls).toEqual([[LINK]]);
  });

  it.each(['reload', 'back_forward'] as const)('does not open automatically again on a %s', async (type) => {
    const { assign, open } = pageLoadedBy(type);
    await toPromise(open());
    expect(assign).not.toHaveBeenCalled();
  });

  it('opens when the page becomes visible, unless it was aborted', async () => {
    const { assign, document, open } = pageLoadedBy('navigate', 'hidden');
    open().stop();
    const waiting = toPromise(open());
    expect(assign).not.toHaveBeenCalled();
    Object.assign(document, { visibilityState: 'visible' });
    document.dispatchEvent(new Event('visibilitychange'));
    await waiting;
    expect(assign).toHaveBeenCalledTimes(1);
  });
});

import { renderToString } from 'react-dom/server';
import { sendPathEvent, startRoot } from '#atlas/screens/replay.ts';
import type { PathEvent, RootActor } from '#atlas/screens/types.ts';
import type { PortalRef } from '#machines/portal/portal.selectors.ts';
import type { PortalInput } from '#machines/portal/portal.types.ts';
import { App } from '#src/app/app.tsx';
import { setLateParts } from '#src/app/late-parts.ts';
import { loadFirstTexts, loadOtherTexts, type Messages } from '#src/app/messages.ts';
import { VIEW_PARTS } from '#src/app/view-parts.ts';
import { assemblePortal } from './assemble-portal.ts';

setLateParts(VIEW_PARTS);

/**
 * Renders the screen at the end of each path with the production views.
 * @returns for each path, the keys of the messages on the screen
 */
export async function renderedKeys(
  start: PortalInput,
  paths: readonly (readonly PathEvent[])[],
): Promise<readonly (readonly string[])[]> {
  let portal: RootActor | null = null;
  const machine = await assemblePortal({}, () => portal);
  const allTexts = { ...(await loadFirstTexts('ko')), ...(await loadOtherTexts('ko')) };
  return paths.map((path) => {
    const usedKeys = new Set<string>();
    const recordingTexts = new Proxy(allTexts, {
      get: (texts, key) => {
        if (typeof key === 'string' && Object.hasOwn(texts, key)) usedKeys.add(key);
        return Reflect.get(texts, key);
      },
    }) as Messages;
    portal = startRoot(machine, start, path);
    for (const pathEvent of path) sendPathEvent(portal, pathEvent);
    renderToString(<App portal={portal as unknown as PortalRef} texts={new Map([['ko', recordingTexts]])} />);
    portal.stop();
    return [...usedKeys];
  });
}

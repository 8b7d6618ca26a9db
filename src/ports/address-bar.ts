import { fromCallback } from 'xstate';
import type { Entry, HistoryCommand } from '#machines/history/history.types.ts';
import { locationAt } from '#machines/portal/screen-location.ts';

/**
 * The data of the portal in the `state` of a history entry. An entry that another page has written may contain
 * anything.
 */
type HistoryState = Partial<Pick<Entry, 'step' | 'before' | 'trail'>>;

const entryOf = ({ location, history }: Window): Entry => {
  const { step = '', before = null, trail = [step] }: HistoryState = history.state ?? {};
  return { ...locationAt(location.pathname + location.search, step), before, trail };
};

/** Whether the current history entry is a later step of a screen that has several steps. */
export const isInsideSteps = (pageWindow: Window): boolean => entryOf(pageWindow).trail.length > 1;

/**
 * Reports the current entry of the browser's history, now and whenever the person moves to another entry, and writes
 * entries.
 */
export const addressBarPort = (pageWindow: Window) =>
  fromCallback<HistoryCommand>(({ sendBack, receive }) => {
    const reportEntry = () => sendBack({ type: 'entry.reached', entry: entryOf(pageWindow) });
    receive((command) => {
      if (command.type === 'entry.leave') return pageWindow.history.go(-command.entries);
      const { address, step, before, trail } = command.entry;
      const state: HistoryState = { step, before, trail };
      if (command.type === 'entry.push') pageWindow.history.pushState(state, '', address);
      else pageWindow.history.replaceState(state, '', address);
    });
    pageWindow.addEventListener('popstate', reportEntry);
    reportEntry();
    return () => pageWindow.removeEventListener('popstate', reportEntry);
  });

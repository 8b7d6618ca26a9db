import { act, fireEvent, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { showInspector } from '#src/inspector/dock.tsx';
import { sendCode, type WatchedPortal, watchedPortal } from './watched-portal.ts';

let watched: WatchedPortal;
let user: UserEvent;
let remove: () => void;

beforeEach(async () => {
  sessionStorage.clear();
  document.body.innerHTML = '<div id="root"><input aria-label="ID" /><button>Next</button></div>';
  user = userEvent.setup();
  watched = watchedPortal();
  await act(async () => {
    remove = showInspector(window, watched.inspection);
  });
});

afterEach(async () => {
  await act(async () => remove());
  watched.portal.actor.stop();
  document.body.replaceChildren();
});

function shadow(page: Document = document): ShadowRoot {
  const root = page.querySelector('munjigi-inspector')?.shadowRoot;
  if (!root) throw new Error('The inspector is not on the page');
  return root;
}

const panel = (page?: Document) => within(shadow(page) as unknown as HTMLElement);
const open = () => user.click(panel().getByRole('button', { name: 'Inspector' }));
const press = (name: string | RegExp) => user.click(panel().getByRole('button', { name }));
const panelText = () => shadow().textContent;
const highlightedStates = () =>
  [...shadow().querySelectorAll<SVGElement>('.highlighted')].map(({ dataset }) => dataset['state']);
const field = () => document.querySelector('input');

describe('the panel', () => {
  test('shows the newest flow on its chart, and then the chosen actor', async () => {
    await open();
    await waitFor(() => expect(highlightedStates()).toContain('id-entry.entering'));
    await act(() => watched.portal.identify('kim'));
    await waitFor(() => expect(highlightedStates()).toEqual(['password.entering']));
    expect(panel().getByRole('button', { name: 'password entering' }).getAttribute('aria-pressed')).toBe(
      'true',
    );

    await press(/^portal /);
    await waitFor(() => expect(highlightedStates()).toContain('portal.password'));
    const charts = panel().getByRole('combobox', { name: 'Chart' });
    for (const [view, name] of [
      ['screen', 'portal.password'],
      ['machine', 'portal'],
    ]) {
      fireEvent.change(charts, { target: { value: view } });
      expect(panel().getByRole('region', { name: `Chart: ${name}` })).toBeTruthy();
      await waitFor(() => expect(highlightedStates()).toContain('portal.password'));
    }
  });

  test('marks the last transition', async () => {
    await open();
    await act(() => watched.portal.identify('kim'));
    await act(() => watched.portal.submitPassword());
    await waitFor(() => expect(highlightedStates()).toContain('password.loggingIn'));
    const marked = [...shadow().querySelectorAll<SVGElement>('.taken')];
    expect(marked.map(({ dataset }) => dataset['transition'])).toEqual(
      expect.arrayContaining([expect.stringMatching(/^password\.entering\/event:password\.submitted\/\d$/)]),
    );
  });

  test('shows no secret of the person or the server', async () => {
    await open();
    await act(() => watched.portal.identify('kim'));
    await act(() => watched.portal.submitPassword('hunter2 correct horse'));
    expect(panelText()).toContain('password.submitted');
    expect(panelText()).toContain('"password":"‹hidden text›"');
    await press(/^portal /);
    await act(() => watched.portal.answerLogin({ accessToken: 'bearer-4711', to: '/done?code=SplxlO' }));
    expect(watched.portal.context().session.person.accessToken).toBe('bearer-4711');
    expect(panelText()).toContain('"accessToken": "‹hidden text›"');
    for (const secret of ['hunter2', 'bearer-4711', 'SplxlO']) expect(panelText()).not.toContain(secret);
  });

  test('sends a typed event to the chosen actor, and clears its field', async () => {
    await open();
    await press(/^portal /);
    await press('language.chosen');
    const eventField = panel().getByLabelText<HTMLTextAreaElement>(/^Event \(/);
    expect(eventField.value).toBe('{"type":"language.chosen"}');

    fireEvent.change(eventField, { target: { value: '{"type":"language.chosen","locale":"en"}' } });
    await user.click(eventField);
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(watched.portal.context().locale).toBe('en');
    expect(eventField.value).toBe('');
  });

  test.each([
    ['{"type":', /JSON/],
    ['{"locale":"en"}', /"type"/],
  ])('reports the problem of the event %s and keeps its text', async (text, problem) => {
    await open();
    const eventField = panel().getByLabelText<HTMLTextAreaElement>(/^Event \(/);
    fireEvent.change(eventField, { target: { value: text } });
    await press('Send');
    expect(panel().getByRole('alert').textContent).toMatch(problem);
    expect(eventField.value).toBe(text);
  });

  test('lists the timers, and jumps to the next one', async () => {
    await open();
    const { portal } = watched;
    await act(() => sendCode(portal));
    const timers = within(panel().getByRole('region', { name: 'Timers' }));
    const rows = () => timers.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(rows()).toEqual([
      expect.stringMatching(/^codeWarning 240\.0 s left/),
      expect.stringMatching(/^codeLifetime 300\.0 s left/),
    ]);

    await press('+10 s');
    await waitFor(() => expect(rows()[0]).toMatch(/^codeWarning 230\.0 s left/));
    await press('To the next timer');
    await waitFor(() => expect(rows()).toEqual([expect.stringMatching(/^codeLifetime 60\.0 s left/)]));
    await waitFor(() => expect(highlightedStates()).toContain('sent-code.working.delivery.sent.ending'));

    fireEvent.change(timers.getByLabelText('Seconds'), { target: { value: '59.5' } });
    await press('Jump');
    await waitFor(() => expect(rows()).toEqual([expect.stringMatching(/^codeLifetime 0\.5 s left/)]));
    await press('To the next timer');
    await waitFor(() => expect(timers.getByText('No timer is set.')).toBeTruthy());
    expect(portal.clock.now()).toBe(300_000);
    expect(panelText()).not.toContain('send-token');
  });

  test('reports that the clock of the server was not advanced', async () => {
    await act(async () => remove());
    await act(async () => {
      remove = showInspector(window, {
        ...watched.inspection,
        jump: () => Promise.reject(new Error('The server is unreachable')),
      });
    });
    await open();
    await press('+1 s');
    await waitFor(() =>
      expect(panel().getByRole('alert').textContent).toContain('The server is unreachable'),
    );
  });
});

describe('the inspector on the page', () => {
  const html = () => document.querySelector('#root')?.outerHTML;

  test('does not take the focus by a click, and changes nothing of the portal', async () => {
    const before = html();
    field()?.focus();
    await open();
    await press('+1 s');
    expect(document.activeElement).toBe(field());
    expect(html()).toBe(before);
    expect(document.body.children).toHaveLength(2);
  });

  test('is opened and focused by the keyboard, and returns the focus', async () => {
    field()?.focus();
    await user.keyboard('{Control>}[Backquote]{/Control}');
    expect(shadow().activeElement?.getAttribute('aria-label')).toBe('Inspector');
    await user.keyboard('{Control>}[Backquote]{/Control}');
    expect(panel().queryByRole('region', { name: 'Inspector' })).toBeNull();
    expect(document.activeElement).toBe(field());

    await user.keyboard('{Control>}[Backquote]{/Control}');
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(field());
  });

  test('does not pass on keys and clicks to the page', async () => {
    const pageListener = vi.fn();
    for (const type of ['keydown', 'pointerdown', 'click']) document.addEventListener(type, pageListener);
    await open();
    await user.click(panel().getByLabelText(/^Event \(/));
    await user.keyboard('a');
    expect(pageListener).not.toHaveBeenCalled();
    for (const type of ['keydown', 'pointerdown', 'click']) document.removeEventListener(type, pageListener);
  });

  test('can be at either edge, and is resized by keys', async () => {
    await open();
    const edge = panel().getByRole('separator');
    const size = () => Number(panel().getByRole('separator').getAttribute('aria-valuenow'));
    const before = size();
    edge.focus();
    await user.keyboard('{ArrowUp}');
    expect(size()).toBe(before + 32);
    await press('To the right');
    expect(panel().getByRole('separator').getAttribute('aria-orientation')).toBe('vertical');
    await press('To the bottom');
    expect(size()).toBe(before + 32);
  });

  test('is still open after a reload', async () => {
    await open();
    await act(async () => remove());
    await act(async () => {
      remove = showInspector(window, watched.inspection);
    });
    expect(panel().getByRole('region', { name: 'Inspector' })).toBeTruthy();
  });
});

describe('the inspector in a separate window', () => {
  const otherWindow = (): Window => {
    const frame = document.createElement('iframe');
    document.querySelector('#root')?.append(frame);
    if (!frame.contentWindow) throw new Error('The frame has no window');
    vi.spyOn(window, 'open').mockReturnValue(frame.contentWindow);
    return frame.contentWindow;
  };

  test('shows the portal, and returns to the page when the window is closed', async () => {
    const other = otherWindow();
    await open();
    await press('Separate window');
    expect(document.querySelector('munjigi-inspector')).toBeNull();
    await act(() => watched.portal.identify('kim'));
    expect(panel(other.document).getByRole('button', { name: 'password entering' })).toBeTruthy();
    await act(async () => {
      other.dispatchEvent(new Event('pagehide'));
    });
    expect(panel().getByRole('region', { name: 'Inspector' })).toBeTruthy();
  });

  test('is opened by the keyboard while a modal dialog makes the page inert', async () => {
    const other = otherWindow();
    const dialog = document.createElement('dialog');
    document.querySelector('#root')?.append(dialog);
    dialog.open = true;
    vi.spyOn(dialog, 'matches').mockReturnValue(true);
    await user.keyboard('{Control>}[Backquote]{/Control}');
    expect(panel(other.document).getByRole('region', { name: 'Inspector' })).toBeTruthy();
  });
});

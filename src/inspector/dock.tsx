import { type RefObject, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Edge, type Side } from './edge.tsx';
import type { Inspection } from './inspection.ts';
import { Panel } from './panel.tsx';
import { openWindow } from './popup-window.ts';
import { css } from './styles.ts';

/** The storage key of whether the panel is open. */
const OPEN_STATE_KEY = 'munjigi-inspector';
/** The part of the page that the panel covers at first, by its side. */
const INITIAL_FRACTION = { bottom: 0.45, right: 0.34 } as const;

/** Types of the events inside the panel that the listeners of the portal must not receive. */
const STOPPED_EVENTS = [
  'keydown',
  'keyup',
  'pointerdown',
  'pointermove',
  'pointerup',
  'click',
  'paste',
  'focusin',
];

const isToggleKey = ({ ctrlKey, code }: KeyboardEvent): boolean => ctrlKey && code === 'Backquote';

/**
 * Whether a modal dialog is open. The panel then needs a separate window, because everything outside of the dialog is
 * inert.
 */
const hasModal = ({ document }: Window): boolean =>
  [...document.querySelectorAll('dialog[open]')].some((dialog) => dialog.matches(':modal'));

type DockProps = {
  readonly pageWindow: Window;
  readonly host: HTMLElement;
  readonly inspection: Inspection;
};

/**
 * Returns the state of the panel and functions that open, close and detach it. When the keyboard opens the panel, it
 * gets the focus. When it closes, the element that had the focus before gets it back.
 */
function useDock({ pageWindow, host }: DockProps, panel: RefObject<HTMLElement | null>) {
  const [isOpen, setIsOpen] = useState(pageWindow.sessionStorage.getItem(OPEN_STATE_KEY) === 'open');
  const [popup, setPopup] = useState<Window | null>(null);
  const focusBefore = useRef<Element | null>(null);

  const setOpen = (shouldOpen: boolean) => {
    pageWindow.sessionStorage.setItem(OPEN_STATE_KEY, shouldOpen ? 'open' : 'closed');
    setIsOpen(shouldOpen);
  };
  const detach = () => {
    const newPopup = openWindow(pageWindow, host, () => setPopup(null));
    if (newPopup) setPopup(newPopup);
  };
  const close = () => {
    if (popup) return popup.close();
    setOpen(false);
    if (focusBefore.current instanceof HTMLElement) focusBefore.current.focus();
    focusBefore.current = null;
  };
  const toggle = () => {
    if (popup) return popup.focus();
    if (hasModal(pageWindow)) {
      setOpen(true);
      return detach();
    }
    if (isOpen) return close();
    focusBefore.current = pageWindow.document.activeElement;
    setOpen(true);
  };

  useEffect(() => {
    const toggleByKey = (event: KeyboardEvent) => {
      if (!isToggleKey(event)) return;
      event.preventDefault();
      toggle();
    };
    pageWindow.addEventListener('keydown', toggleByKey, { capture: true });
    return () => pageWindow.removeEventListener('keydown', toggleByKey, { capture: true });
  });
  useEffect(() => {
    if (isOpen && focusBefore.current) panel.current?.focus();
  }, [isOpen, panel]);

  return { isOpen, isDetached: popup !== null, setOpen, detach, close };
}

/** The docked or detached panel, or the button that opens it. */
function Dock(props: DockProps) {
  const { pageWindow, inspection } = props;
  const panel = useRef<HTMLElement>(null);
  const { isOpen, isDetached, setOpen, detach, close } = useDock(props, panel);
  const [side, setSide] = useState<Side>('bottom');
  const [sizes, setSizes] = useState(() => ({
    bottom: Math.round(pageWindow.innerHeight * INITIAL_FRACTION.bottom),
    right: Math.round(pageWindow.innerWidth * INITIAL_FRACTION.right),
  }));
  const size = sizes[side];
  const placement = isDetached ? 'window' : side;

  if (!isOpen && !isDetached) {
    return (
      <button
        type="button"
        className="opener"
        aria-keyshortcuts="Control+Backquote"
        onClick={() => setOpen(true)}
      >
        Inspector
      </button>
    );
  }
  return (
    <section
      ref={panel}
      className="dock"
      tabIndex={-1}
      aria-label="Inspector"
      data-side={placement}
      style={isDetached ? undefined : { [side === 'bottom' ? 'blockSize' : 'inlineSize']: `${size}px` }}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      {isDetached ? null : (
        <Edge
          pageWindow={pageWindow}
          side={side}
          size={size}
          onChange={(newSize) => setSizes({ ...sizes, [side]: newSize })}
        />
      )}
      <header>
        <h1>Inspector</h1>
        <p className="muted">Ctrl+` · secrets are hidden</p>
        {isDetached ? null : (
          <>
            <button type="button" onClick={() => setSide(side === 'bottom' ? 'right' : 'bottom')}>
              {side === 'bottom' ? 'To the right' : 'To the bottom'}
            </button>
            <button type="button" onClick={detach}>
              Separate window
            </button>
          </>
        )}
        <button type="button" onClick={close}>
          {isDetached ? 'Back to the page' : 'Close'}
        </button>
      </header>
      <Panel inspection={inspection} placement={placement} />
    </section>
  );
}

/**
 * Adds the inspector to a page. It is in a shadow root over the lower edge of the page, so that it does not change the
 * styles, layout and focus of the portal. Returns a function that removes the inspector.
 */
export function showInspector(pageWindow: Window, inspection: Inspection): () => void {
  const host = pageWindow.document.createElement('munjigi-inspector');
  const shadow = host.attachShadow({ mode: 'open' });
  const style = pageWindow.document.createElement('style');
  style.textContent = css;
  const container = pageWindow.document.createElement('div');
  shadow.append(style, container);
  for (const type of STOPPED_EVENTS) host.addEventListener(type, (event) => event.stopPropagation());
  // A click on a button of the inspector does not move the focus out of the portal.
  shadow.addEventListener('mousedown', (event) => {
    if ((event.target as Element).closest('button')) event.preventDefault();
  });
  pageWindow.document.body.append(host);
  const root = createRoot(container);
  root.render(<Dock pageWindow={pageWindow} host={host} inspection={inspection} />);
  return () => {
    root.unmount();
    host.remove();
  };
}

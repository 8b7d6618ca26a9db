import { type RefObject, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Edge, type Side } from './edge.tsx';
import type { Inspection } from './inspection.ts';
import { Panel } from './panel.tsx';
import { openWindow } from './popup-window.ts';
import { css } from './styles.ts';

const IS_OPEN = 'munjigi-inspector';
const INITIAL_FRACTION = { bottom: 0.45, right: 0.34 } as const;

/** Events that must not reach the portal's own listeners. */
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

/** Everything outside a modal dialog is inert, so the panel needs its own window then. */
const hasModal = ({ document }: Window): boolean =>
  [...document.querySelectorAll('dialog[open]')].some((dialog) => dialog.matches(':modal'));

type DockProps = {
  readonly pageWindow: Window;
  readonly host: HTMLElement;
  readonly inspection: Inspection;
};

/** Opens, closes and detaches the panel. Opening it with the keyboard focuses it; closing it returns the focus. */
function useDock({ pageWindow, host }: DockProps, bar: RefObject<HTMLElement | null>) {
  const [isOpen, setIsOpen] = useState(pageWindow.sessionStorage.getItem(IS_OPEN) === 'open');
  const [popup, setPopup] = useState<Window | null>(null);
  const formerFocus = useRef<Element | null>(null);

  const show = (open: boolean) => {
    pageWindow.sessionStorage.setItem(IS_OPEN, open ? 'open' : 'closed');
    setIsOpen(open);
  };
  const detach = () => {
    const newPopup = openWindow(pageWindow, host, () => setPopup(null));
    if (newPopup) setPopup(newPopup);
  };
  const close = () => {
    if (popup) return popup.close();
    show(false);
    if (formerFocus.current instanceof HTMLElement) formerFocus.current.focus();
    formerFocus.current = null;
  };
  const toggle = () => {
    if (popup) return popup.focus();
    if (hasModal(pageWindow)) {
      show(true);
      return detach();
    }
    if (isOpen) return close();
    formerFocus.current = pageWindow.document.activeElement;
    show(true);
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
    if (isOpen && formerFocus.current) bar.current?.focus();
  }, [isOpen, bar]);

  return { isOpen, isDetached: popup !== null, show, detach, close };
}

function Dock(props: DockProps) {
  const { pageWindow, inspection } = props;
  const bar = useRef<HTMLElement>(null);
  const { isOpen, isDetached, show, detach, close } = useDock(props, bar);
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
        onClick={() => show(true)}
      >
        Inspector
      </button>
    );
  }
  return (
    <section
      ref={bar}
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
          onChange={(to) => setSizes({ ...sizes, [side]: to })}
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
              Own window
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
 * Puts the inspector over the lower edge of a page, in a shadow root, so that it changes neither styles nor layout nor
 * focus of the portal. Returns a function that removes it.
 */
export function dock(pageWindow: Window, inspection: Inspection): () => void {
  const host = pageWindow.document.createElement('munjigi-inspector');
  const shadow = host.attachShadow({ mode: 'open' });
  const style = pageWindow.document.createElement('style');
  style.textContent = css;
  const container = pageWindow.document.createElement('div');
  shadow.append(style, container);
  for (const type of STOPPED_EVENTS) host.addEventListener(type, (event) => event.stopPropagation());
  // A press of a button leaves the focus in the portal, as in a separate window.
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

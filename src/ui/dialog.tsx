import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import styles from './dialog.module.css';

export interface DialogProps {
  readonly open: boolean;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** The buttons. */
  readonly actions: ReactNode;
  /** Escape, or the back gesture of a phone. The dialog stays until `open` is false. */
  readonly onClose: () => void;
  /** Gets the focus on opening; otherwise the first control does. */
  readonly initialFocus?: RefObject<HTMLElement | null> | undefined;
}

/**
 * A modal question or answer. The browser keeps the focus inside and gives it back, on closing, to what
 * had it on opening; a caller that wants it elsewhere moves it after `open` has become false.
 */
export function Dialog({ open, title, children, actions, onClose, initialFocus }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const bodyId = useId();

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!open || dialog === null) return;
    dialog.showModal();
    initialFocus?.current?.focus();
    return () => dialog.close();
  }, [open, initialFocus]);

  function ask(event: SyntheticEvent<HTMLDialogElement>) {
    event.preventDefault();
    onClose();
  }

  /** Cancelling the key and not only `cancel`: on a second Escape browsers close without asking. */
  function askOnEscape(event: KeyboardEvent<HTMLDialogElement>) {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) ask(event);
  }

  return (
    <dialog
      ref={ref}
      className={styles['dialog']}
      aria-labelledby={titleId}
      aria-describedby={children ? bodyId : undefined}
      onKeyDown={askOnEscape}
      onCancel={ask}
    >
      {open ? (
        <div className={styles['content']}>
          <h2 id={titleId} className={styles['title']}>
            {title}
          </h2>
          {children ? (
            <div id={bodyId} className={styles['body']}>
              {children}
            </div>
          ) : null}
          {actions}
        </div>
      ) : null}
    </dialog>
  );
}

import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { useIsServerRendered } from '#src/ui/server-rendered.ts';
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
  /** Gets the focus on closing; otherwise the element that had it on opening does. */
  readonly finalFocus?: RefObject<HTMLElement | null> | undefined;
}

/**
 * A modal dialog. While it is open everything else is inert, and `focus()` on a field behind it does nothing; name such a
 * field in `finalFocus`.
 */
export function Dialog({ open, title, children, actions, onClose, initialFocus, finalFocus }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const bodyId = useId();
  const isServerRendered = useIsServerRendered();

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog === null || isServerRendered || dialog.open === open) return;
    if (open) {
      dialog.showModal();
      initialFocus?.current?.focus();
    } else {
      dialog.close();
      finalFocus?.current?.focus();
    }
  }, [open, isServerRendered, initialFocus, finalFocus]);

  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => dialog?.close();
  }, []);

  function requestClose(event: SyntheticEvent<HTMLDialogElement>) {
    event.preventDefault();
    onClose();
  }

  /** The key is cancelled too, because browsers close the dialog on a second Escape without a `cancel` event. */
  function requestCloseOnEscape(event: KeyboardEvent<HTMLDialogElement>) {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) requestClose(event);
  }

  return (
    <dialog
      ref={ref}
      className={styles['dialog']}
      open={(isServerRendered && open) || undefined}
      aria-labelledby={open ? titleId : undefined}
      aria-describedby={open && children ? bodyId : undefined}
      onKeyDown={requestCloseOnEscape}
      onCancel={requestClose}
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
